"""Hints: by workers alone, for the seat that is asked, in matches that were opened with them."""

from typing import Any

import httpx
import pytest

from service.bots import BOTS
from service.bots.spell_smashers.hints import WORDS_A_MONSTER
from service.games.catalogue import TITLES
from service.games.kernel.game import Game
from service.games.kernel.table import Table as RulesTable
from service.games.spell_smashers.game import SpellSmashers
from service.games.spell_smashers.state import State
from service.games.spell_smashers.tiles import TILE
from service.lexicons.library import house_library
from service.queue import Queue
from service.seats import Tokens
from service.steps import Steps
from service.store import MatchStore, QuestionStore
from service.word_answers import WordAnswers
from tests.api.house import SECRET
from tests.api.simulating import Parlour
from tests.api.talk import Json, Table, Talk, open_table

pytestmark = pytest.mark.timeout(180)


def smash(talk: Talk, *bots: str | None, hints: bool = True, **options: Any) -> Table:
    return open_table(talk, *(bots or (None, None)), game="spell_smashers", options={"hints": hints, **options})


def asked(table: Table, seat: int = 0) -> Json:
    """Return the question for a word that is open to a seat."""
    decision: Json
    (decision,) = [one for one in table.look(table.tokens[seat])["decisions"] if one["kind"] == "prepare_word"]
    return decision


def ask(table: Table, seat: int = 0) -> httpx.Response:
    return table.talk.ask("POST", f"{table.path}/hints", token=table.tokens[seat])


def hints(table: Table, seat: int = 0) -> Json:
    """Ask, and wait where the worker is busy."""
    answer = ask(table, seat)
    assert answer.status_code in (200, 202), answer.text
    seen: Json = answer.json()
    while seen["status"] == "queued":
        seen = table.talk.get(f"{table.path}/hints/{seen['id']}", table.tokens[seat], params={"wait": 25})
    return seen


def hands(parlour: Parlour, titles: dict[str, Game[Any]] | None = None) -> WordAnswers:
    steps = Steps(MatchStore(parlour.url), Queue(parlour.url), Tokens(SECRET.encode()), titles or TITLES, BOTS)
    return WordAnswers(steps, QuestionStore(parlour.url), house_library())


def test_the_best_words_for_each_monster_can_be_sent_as_they_are(talk: Talk) -> None:
    table = smash(talk)
    decision, view = asked(table), table.look(table.tokens[0])["view"]
    said = hints(table)
    assert (said["match"], said["decision"]) == (table.id, decision["id"])
    assert [one["monster"] for one in said["hints"]["monsters"]] == [crest["monster"] for crest in view["crests"]]
    words = house_library().lexicon("standard").words
    for monster in said["hints"]["monsters"]:
        assert len(monster["words"]) <= WORDS_A_MONSTER
        damages = [word["damage"] for word in monster["words"]]
        assert damages == sorted(damages, reverse=True)
        for word in monster["words"]:
            assert word["word"].lower() in words
            assert "".join(TILE[tile].letters for tile in word["choice"]["tiles"]) == word["word"]
            assert {*word["choice"]["tiles"]} <= {*view["hand"]}
            assert word["defeats"] == (word["damage"] >= monster["health"])
    # The same question while nothing has changed, and the choice is one that the referee lets pass.
    assert hints(table)["id"] == said["id"]
    body = {"decision": decision["id"], "choice": said["hints"]["choice"]}
    while (done := talk.ask("POST", f"{table.path}/actions", body, table.tokens[0])).status_code == 202:
        pass
    assert done.status_code == 200


def test_they_depend_on_what_the_seat_sees_alone(talk: Talk) -> None:
    table = smash(talk)
    first, second = hints(table, 0), hints(table, 1)
    assert first["id"] != second["id"]
    path = f"{table.path}/hints/{first['id']}"
    assert talk.get(path, table.tokens[1], 404)["code"] == "question_unknown"
    assert talk.get(path, table.tokens[0])["hints"] == first["hints"]
    other = smash(talk)
    assert talk.get(f"{other.path}/hints/{first['id']}", other.tokens[0], 404)["code"] == "question_unknown"
    assert talk.get(path, other.tokens[0], 403)["code"] == "token_of_another_match"


def test_a_match_says_whether_it_has_hints_and_without_them_gives_none(talk: Talk) -> None:
    table = smash(talk, hints=False)
    assert table.look()["options"]["hints"] is False
    refused = ask(table)
    assert (refused.status_code, refused.json()["code"]) == (409, "hints_not_allowed")
    assert "opened without them" in refused.json()["detail"]
    assert smash(talk).look()["options"]["hints"] is True
    assert open_table(talk, None, None, game="spell_smashers").look()["options"]["hints"] is False
    other = open_table(talk, None, None)
    refused = ask(other)
    assert (refused.status_code, refused.json()["code"]) == (409, "hints_not_allowed")
    assert "of a game that has none" in refused.json()["detail"]


def test_who_may_not_ask(talk: Talk) -> None:
    table = smash(talk)
    path = f"{table.path}/hints"
    question = f"{path}/w_{'A' * 22}"
    for method, where in (("POST", path), ("GET", question)):
        for token, status, code in (
            (None, 401, "token_missing"),
            ("seat_no", 401, "token_unknown"),
            (table.host, 403, "seat_only"),
            (smash(talk).tokens[0], 403, "token_of_another_match"),
        ):
            refused = talk.ask(method, where, token=token)
            assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert talk.get(question, table.tokens[0], 404)["code"] == "question_unknown"


def test_there_is_nothing_to_hint_while_no_word_is_asked(talk: Talk) -> None:
    table = smash(talk)
    body = {"decision": asked(table)["id"], "choice": hints(table)["hints"]["choice"]}
    while talk.ask("POST", f"{table.path}/actions", body, table.tokens[0]).status_code == 202:
        pass
    refused = ask(table)
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_hint")
    assert hints(table, 1)["status"] == "done"
    talk.delete(table.path, table.host)
    assert ask(table, 1).json()["code"] == "match_not_running"


def test_no_process_of_the_api_works_them_out(inside: Parlour) -> None:
    """Nobody works here: there is an address, and the hints once somebody does."""
    talk = inside.talk()
    table = smash(talk)
    answer = ask(table)
    assert (answer.status_code, answer.json()["status"]) == (202, "queued")
    where = answer.headers["Location"]
    assert where == f"{table.path}/hints/{answer.json()['id']}"
    assert "hints" not in talk.get(where, table.tokens[0])
    worker = hands(inside)
    worker.answer(answer.json()["id"])
    done = talk.get(where, table.tokens[0])
    assert (done["status"], len(done["hints"]["monsters"])) == ("done", 2)
    worker.answer(answer.json()["id"])
    assert talk.get(where, table.tokens[0]) == done
    assert ask(table).json()["hints"] == done["hints"]


class Newer(SpellSmashers):
    rules_version = SpellSmashers.rules_version + 1


class Cracked(SpellSmashers):
    """Fails wherever it goes on."""

    async def play_phase(self, table: RulesTable[State]) -> None:
        raise ZeroDivisionError("a crack")


def test_other_rules_leave_them_to_who_has_these(inside: Parlour) -> None:
    talk = inside.talk()
    table = smash(talk)
    question = ask(table).json()["id"]
    hands(inside, {"spell_smashers": Newer()}).answer(question)
    assert talk.get(f"{table.path}/hints/{question}", table.tokens[0])["status"] == "queued"
    newer = inside.talk({"spell_smashers": Newer()})
    refused = newer.ask("POST", f"{table.path}/hints", token=table.tokens[0])
    assert (refused.status_code, refused.json()["code"]) == (503, "rules_version_unavailable")


def test_a_fault_of_the_rules_is_told(inside: Parlour) -> None:
    table = smash(inside.talk())
    cracked = inside.talk({"spell_smashers": Cracked()})
    refused = cracked.ask("POST", f"{table.path}/hints", token=table.tokens[0])
    assert (refused.status_code, refused.json()["code"]) == (500, "rules_fault")


def test_a_full_store_and_a_full_queue_take_no_question(inside: Parlour) -> None:
    talk = inside.talk()
    table = smash(talk)
    inside.store.config_set("maxmemory", 1)
    try:
        assert ask(table).json()["code"] == "storage_full"
    finally:
        inside.store.config_set("maxmemory", 0)
    names = {f"w_{at}/stranger/1/{2**45}": 2**45 for at in range(1000)}
    inside.store.zadd("questions:unanswered", names)
    refused = ask(table)
    assert (refused.status_code, refused.json()["code"], refused.headers["Retry-After"]) == (503, "queue_full", "10")
