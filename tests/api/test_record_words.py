"""Records played on past words: workers rule within the request, and the record says how, and by which lexicon."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import orjson
import pytest

from service.bots import BOTS
from service.games.kernel.game import Game
from service.games.kernel.table import Table as RulesTable
from service.games.spell_smashers.game import SpellSmashers
from service.games.spell_smashers.state import State
from service.leash import Leash
from service.lexicons import lexicons
from service.lexicons.library import Library, house_library
from service.lexicons.solver import Tile
from service.queue import Queue
from service.seats import Tokens
from service.settings import index_folder
from service.steps import Steps
from service.store import MatchStore, QuestionStore
from service.word_answers import WordAnswers
from tests.api.house import SECRET, House, until
from tests.api.simulating import Parlour
from tests.api.spelling import GAME, written
from tests.api.talk import Json, Talk, open_table
from tests.api.test_hints import asked, hints

pytestmark = pytest.mark.timeout(180)

TRANSITIONS = "/v1/transitions"
STANDARD = lexicons()["standard"]
YES = {"kind": "ruling", "legal": True, "sha256": STANDARD.sha256}


def body(record: Json, decision: str | None = None, choice: Json | None = None) -> Json:
    return (
        {"record": record}
        if decision is None
        else {"record": record, "action": {"decision": decision, "choice": choice}}
    )


def ruled(talk: Talk, *sent: Any) -> httpx.Response:
    """Play on, and again for as long as the worker is slow."""
    while (answer := talk.ask("POST", TRANSITIONS, body(*sent))).status_code == 503:
        assert answer.json()["code"] == "ruling_late"
    return answer


def choices(record: Json) -> list[Json]:
    return [answer["choice"] for answer in record["answers"]]


def kinds(now: Json, audience: int) -> list[str]:
    return [event["kind"] for event in now["audiences"][audience]["events"]]


def words_asked(now: Json, seat: int) -> list[str]:
    return [one["id"] for one in now["audiences"][seat]["decisions"] if one["kind"] == "prepare_word"]


def test_a_legal_word_goes_on_and_the_ruling_is_on_record(talk: Talk) -> None:
    record, (first, second) = written()
    now = ruled(talk, record, first.decision, first.legal).json()
    assert choices(now["record"]) == [first.legal, YES]
    assert (now["waiting_for"], words_asked(now, 0), words_asked(now, 1)) == ([1], [], [second.decision])
    # The others hear that it has answered, and nobody what.
    assert kinds(now, 0)[0] == "referred"
    assert kinds(now, 1) == kinds(now, 2) == ["answered"]
    then = ruled(talk, now["record"], second.decision, second.legal).json()
    assert choices(then["record"]) == [first.legal, YES, second.legal, YES]
    assert "words_revealed" in kinds(then, 2)
    assert talk.post("/v1/replays", then["record"])["verified"] is True


def test_a_match_of_words_by_transitions_alone_is_the_served_one(talk: Talk) -> None:
    table = open_table(talk, None, None, game="spell_smashers", options={"hints": True})
    for seat, token in enumerate(table.tokens):
        sent = {"decision": asked(table, seat)["id"], "choice": hints(table, seat)["hints"]["choice"]}
        while talk.ask("POST", f"{table.path}/actions", sent, token).status_code == 202:
            pass
    views = [table.look(token)["view"] for token in (*table.tokens, None)]
    talk.delete(table.path, table.host)
    served = talk.get(f"{table.path}/record")
    now = ruled(talk, {**served, "answers": [], "phases": []}).json()
    for answer in served["answers"]:
        if answer["seat"] < 0:
            continue
        (decision,) = words_asked(now, answer["seat"])
        now = ruled(talk, now["record"], decision, answer["choice"]).json()
    assert now["record"] == served
    assert [one["view"] for one in now["audiences"]] == views


def test_a_word_that_is_none_is_refused_and_the_decision_stays_open(talk: Talk) -> None:
    record, (hand, _) = written(number=1)
    refused = ruled(talk, record, hand.decision, hand.illegal)
    assert (refused.status_code, refused.json()["code"]) == (422, "word_not_in_lexicon")
    assert f"'{hand.gibberish}'" in refused.json()["detail"]
    assert "match" not in refused.json()
    assert choices(ruled(talk, record, hand.decision, hand.legal).json()["record"]) == [hand.legal, YES]


def test_a_claim_is_refused_with_the_number_of_words_and_none_of_them(talk: Talk) -> None:
    record, (hand, _) = written(number=2)
    opened = talk.post(TRANSITIONS, body(record))
    (decision,) = [one for one in opened["audiences"][0]["decisions"] if one["id"] == hand.decision]
    tiles = [Tile(tile["letters"].lower()) for tile in decision["choices"]["tiles"]]
    there = house_library().solver("standard").every(tiles)
    refused = ruled(talk, record, hand.decision, {"kind": "cannot_spell"})
    assert (refused.status_code, refused.json()["code"]) == (422, "words_there_are")
    assert f" {len(there)} words " in refused.json()["detail"]
    assert not [word for word in there if f"'{word}'" in refused.text]


def test_whatever_a_record_leaves_with_the_referee_is_ruled_on_and_stays_on_record(talk: Talk) -> None:
    """As that of a match which was abandoned meanwhile. Nobody's action is refused: the question is asked anew."""
    record, (first, second) = written("illegal", "legal", number=3)
    now = ruled(talk, record).json()
    no = {**YES, "legal": False}
    assert sorted(choices(now["record"])[2:], key=lambda one: one["legal"]) == [no, YES]
    assert choices(now["record"])[:2] == [first.illegal, second.legal]
    (anew,) = words_asked(now, 0)
    assert (now["waiting_for"], anew != first.decision, words_asked(now, 1)) == ([0], True, [])
    then = ruled(talk, now["record"], anew, first.legal).json()
    assert "words_revealed" in kinds(then, 2)
    assert talk.post("/v1/replays", then["record"])["verified"] is True


def test_an_action_finds_all_that_came_before_it_ruled_on(talk: Talk) -> None:
    record, (first, second) = written("legal", number=4)
    late = ruled(talk, record, first.decision, first.legal)
    assert (late.status_code, late.json()["code"]) == (409, "decision_closed")
    now = ruled(talk, record, second.decision, second.legal).json()
    assert choices(now["record"]) == [first.legal, YES, second.legal, YES]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[House]:
    """A house without a worker yet."""
    with Leash() as leash:
        house = House(leash, tmp_path)
        house.start_redis()
        house.start_api()
        until(house.ready, "the API answers")
        yield house
        house.close()


def test_without_a_worker_it_is_late_and_with_one_it_goes_on(own: House) -> None:
    talk = own.talk()
    record, (hand, _) = written(number=5)
    for choice in (hand.legal, {"kind": "cannot_spell"}):
        late = talk.ask("POST", TRANSITIONS, body(record, hand.decision, choice))
        assert (late.status_code, late.json()["code"], late.headers["Retry-After"]) == (503, "ruling_late", "2")
    own.start_worker()
    assert choices(ruled(talk, record, hand.decision, hand.legal).json()["record"]) == [hand.legal, YES]
    own.kill(own.worker)
    # The ruling is kept, for whoever asks about that word.
    again = talk.post(TRANSITIONS, body(record, hand.decision, hand.legal))
    assert choices(again["record"]) == [hand.legal, YES]


def hands_of(inside: Parlour, library: Library | None = None) -> WordAnswers:
    steps = Steps(MatchStore(inside.url), Queue(inside.url), Tokens(SECRET.encode()), {GAME.key: GAME}, BOTS)
    return WordAnswers(steps, QuestionStore(inside.url), library or house_library())


def unanswered(inside: Parlour) -> list[str]:
    members = cast("list[bytes]", inside.store.zrange("questions:unanswered", 0, -1))
    return [member.decode().partition("/")[0] for member in members]


def late(talk: Talk, *sent: Any) -> str:
    """Play on where nobody rules in time; returns what is said of it."""
    refused = talk.ask("POST", TRANSITIONS, body(*sent))
    assert (refused.status_code, refused.json()["code"]) == (503, "ruling_late")
    detail: str = refused.json()["detail"]
    return detail


def test_several_rulings_are_asked_one_after_the_other_and_none_is_lost(inside: Parlour) -> None:
    talk, hands = inside.talk(), hands_of(inside)
    record, (first, second) = written("legal", "illegal", number=6)
    questions = []
    for word in (first.letters, second.gibberish):
        assert f"'{word}'" in late(talk, record)
        questions += unanswered(inside)
        hands.answer(questions[-1])
    assert len(questions) == 2
    now = talk.post(TRANSITIONS, body(record))
    assert [one["legal"] for one in choices(now["record"])[2:]] == [True, False]
    assert inside.store.keys("match*") == []
    # They are no questions of those paths.
    for path in ("checks", "solutions"):
        assert talk.get(f"/v1/words/{path}/{questions[0]}", status=404)["code"] == "question_unknown"


def test_the_same_word_of_another_record_is_the_same_question(inside: Parlour) -> None:
    talk = inside.talk()
    record, (hand, _) = written(number=7)
    other = {**record, "options": {**record["options"], "hints": True}}
    late(talk, record, hand.decision, hand.illegal)
    (question,) = unanswered(inside)
    late(talk, other, hand.decision, hand.illegal)
    assert unanswered(inside) == [question]
    hands_of(inside).answer(question)
    for one in (record, other):
        refused = talk.post(TRANSITIONS, body(one, hand.decision, hand.illegal), status=422)
        assert refused["code"] == "word_not_in_lexicon"


def test_it_is_left_to_a_worker_that_has_the_lexicon(inside: Parlour) -> None:
    talk = inside.talk()
    record, (hand, _) = written(number=8)
    late(talk, record, hand.decision, hand.legal)
    (question,) = unanswered(inside)
    hands_of(inside, Library({"standard": lexicons()["family"]}, index_folder())).answer(question)
    assert unanswered(inside) == [question]
    hands_of(inside).answer(question)
    assert choices(talk.post(TRANSITIONS, body(record, hand.decision, hand.legal))["record"]) == [hand.legal, YES]


def test_where_every_worker_fails_it_is_late_and_asked_anew(inside: Parlour) -> None:
    talk, store = inside.talk(), QuestionStore(inside.url)
    record, (hand, _) = written(number=9)
    late(talk, record, hand.decision, hand.legal)
    (question,) = unanswered(inside)
    begun = [store.begin(question) is not None for _ in range(6)]
    assert (begun, unanswered(inside)) == ([True] * 5 + [False], [])
    late(talk, record, hand.decision, hand.legal)
    assert unanswered(inside) == [question]
    hands_of(inside).answer(question)
    assert talk.post(TRANSITIONS, body(record, hand.decision, hand.legal))["waiting_for"] == [1]


def test_a_full_store_and_a_full_queue_take_no_word(inside: Parlour) -> None:
    talk = inside.talk()
    record, (hand, _) = written(number=10)
    sent = body(record, hand.decision, hand.legal)
    inside.store.config_set("maxmemory", 1)
    try:
        assert talk.post(TRANSITIONS, sent, status=503)["code"] == "storage_full"
    finally:
        inside.store.config_set("maxmemory", 0)
    inside.store.zadd("questions:unanswered", {f"w_{at}/stranger/1/{2**45}": 2**45 for at in range(1000)})
    refused = talk.ask("POST", TRANSITIONS, sent)
    assert (refused.status_code, refused.json()["code"], refused.headers["Retry-After"]) == (503, "queue_full", "10")


class Cracked(SpellSmashers):
    """Fails once the words are shown."""

    async def play_phase(self, table: RulesTable[State]) -> None:
        await super().play_phase(table)
        if table.state.revealed:
            raise ZeroDivisionError("a crack")


def test_a_fault_that_a_ruling_meets_is_kept_with_what_reproduces_it(inside: Parlour) -> None:
    game: Game[Any] = Cracked()
    talk, hands = inside.talk({game.key: game}), hands_of(inside)
    record, (_, second) = written("legal", number=11)
    for _ in range(2):
        late(talk, record, second.decision, second.legal)
        (question,) = unanswered(inside)
        hands.answer(question)
    refused = [talk.post(TRANSITIONS, body(record, second.decision, second.legal), status=500) for _ in range(2)]
    assert refused[0] == refused[1]
    assert refused[0]["code"] == "rules_fault"
    data: Any = inside.store.get(f"fault:{refused[0]['fault']}")
    kept = orjson.loads(data)
    assert [answer["question"] for answer in kept["record"]["answers"]] == [
        "prepare_word",
        "rule_on_word",
        "prepare_word",
    ]
    assert kept["choice"] == YES
