"""Words that are put to the referee over HTTP: who hears what, and when; whatever dies, a word counts once."""

import hashlib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import redis
import yaml

from service.app import create_app
from service.bot_moves import BotMoves
from service.bots import BOTS
from service.leash import Leash
from service.lexicons import lexicons
from service.lexicons.library import Library
from service.lexicons.referee import Referee
from service.queue import Queue
from service.seats import Tokens
from service.settings import settings_from
from service.stack import worker_command
from service.steps import Steps
from service.store import MatchStore
from tests.api.cellar import CELLAR, WORDS
from tests.api.house import SECRET, House, until
from tests.api.mortal import Deaths
from tests.api.talk import Contract, Json, Table, Talk, open_table
from tests.conftest import LONG

pytestmark = pytest.mark.timeout(180)

SHA256 = hashlib.sha256("".join(f"{word}\n" for word in WORDS).encode()).hexdigest()


class Tavern(House):
    """A house that plays Cellar alone: its API within this process, which has no lexicon, and workers that have."""

    def start_worker(self, **more: str) -> None:
        command = [*worker_command("fast", 1), "--include", "tests.api.cellar"]
        self.worker = self._start(command, {"ALEHOUSE_LEXICONS": str(self._folder / "lexicons"), **more})

    def open(self) -> Talk:
        """Return a conversation that is held against the contract of these titles."""
        app = create_app(settings_from({"ALEHOUSE_SECRET": SECRET, "REDIS_URL": self.url}), CELLAR)
        client = httpx.Client(transport=httpx.WSGITransport(app), base_url="http://inside", timeout=60)
        self._clients.append(client)
        return Talk(client, Contract(yaml.dump(app.extensions["alehouse"].spec.to_dict())))


@pytest.fixture(scope="module")
def tavern(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tavern]:
    folder = tmp_path_factory.mktemp("tavern")
    (folder / "lexicons").mkdir()
    (folder / "lexicons" / "cellar.txt").write_text("\n".join(WORDS))
    with Leash() as leash:
        tavern = Tavern(leash, folder, always=True, ALEHOUSE_DATA=str(folder))
        tavern.start_redis()
        tavern.start_worker()
        yield tavern
        tavern.close()


@pytest.fixture(scope="module")
def talk(tavern: Tavern) -> Talk:
    return tavern.open()


@pytest.fixture
def working(tavern: Tavern) -> Tavern:
    """It has a worker, whatever became of it before."""
    if tavern.worker.poll() is not None:
        tavern.start_worker()
    return tavern


@pytest.fixture
def idle(working: Tavern) -> Tavern:
    """Nobody works, and no message waits; a test may start a worker."""
    working.kill(working.worker)
    working.empty_queue()
    return working


def cellar(talk: Talk, *bots: str | None, rounds: int = 1) -> Table:
    return open_table(talk, *(bots or (None, None)), game="cellar", options={"rounds": rounds})


def asked(table: Table, seat: int = 0, kind: str = "choose_word") -> Json:
    decision: Json
    (decision,) = [one for one in table.look(table.tokens[seat])["decisions"] if one["kind"] == kind]
    return decision


def letters(decision: Json) -> list[str]:
    return sorted(set(decision["choices"]["tiles"]))


def word(text: str) -> Json:
    return {"kind": "word", "letters": text}


def legal_and_not(decision: Json) -> tuple[Json, Json]:
    """Return a word of the lexicon that the rack spells, and one that is none."""
    first, second, *_ = letters(decision)
    return word(first + second), word(second + first)


def act(table: Table, seat: int, decision: Json, choice: Json) -> httpx.Response:
    body = {"decision": decision["id"], "choice": choice}
    return table.talk.ask("POST", f"{table.path}/actions", body, table.tokens[seat])


def ruled(table: Table, seat: int, decision: Json, choice: Json) -> httpx.Response:
    """Act, and again for as long as the worker is slow."""
    while (answer := act(table, seat, decision, choice)).status_code == 202:
        pass
    return answer


def told(table: Table, token: str | None) -> list[Json]:
    events: list[Json] = table.talk.get(f"{table.path}/events", token, params={"limit": 500})["items"]
    return events


def others_see(table: Table) -> list[Any]:
    """Return all that the other seat and the spectators can read."""
    return [
        (answer.headers["ETag"], answer.json(), told(table, token))
        for token in (table.tokens[1], None)
        for answer in (table.talk.ask("GET", table.path, token=token),)
    ]


@pytest.mark.usefixtures("working")
def test_a_legal_word_goes_on_at_once_and_sent_again_it_is_answered_alike(talk: Talk) -> None:
    table = cellar(talk)
    decision = asked(table)
    good, _ = legal_and_not(decision)
    answer = ruled(table, 0, decision, good)
    assert answer.status_code == 200
    assert [one["kind"] for one in answer.json()["decisions"] if not one["optional"]] == ["choose_stake"]
    assert [event["kind"] for event in answer.json()["events"]] == ["referred", "asked_again"]
    again = act(table, 0, decision, good)
    assert (again.status_code, again.json()) == (200, answer.json())


@pytest.mark.usefixtures("working")
def test_a_word_that_is_none_is_refused_and_nobody_else_learns_of_it(talk: Talk) -> None:
    table = cellar(talk)
    decision, before = asked(table), others_see(table)
    good, bad = legal_and_not(decision)
    refused = ruled(table, 0, decision, bad)
    assert (refused.status_code, refused.json()["code"]) == (422, "word_not_in_lexicon")
    assert bad["letters"] in refused.json()["detail"]
    anew = asked(table)
    assert (anew["id"] != decision["id"], anew["state"], anew["choices"]) == (True, "open", decision["choices"])
    assert [one["id"] for one in refused.json()["match"]["decisions"] if one["kind"] == "choose_word"] == [anew["id"]]
    assert others_see(table) == before
    # The same word for the same decision is refused for the same reason; another one comes too late.
    assert act(table, 0, decision, bad).json()["detail"] == refused.json()["detail"]
    assert act(table, 0, decision, good).json()["code"] == "decision_closed"
    assert ruled(table, 0, anew, good).status_code == 200


@pytest.mark.usefixtures("working")
def test_a_claim_that_there_is_no_word_is_refused_with_their_number_and_none_of_them(talk: Talk) -> None:
    table = cellar(talk)
    decision, before = asked(table), others_see(table)
    refused = ruled(table, 0, decision, {"kind": "claim"})
    assert (refused.status_code, refused.json()["code"]) == (422, "words_there_are")
    there = ["".join(pair) for pair in combinations(letters(decision), 2)]
    assert f" {len(there)} words " in refused.json()["detail"]
    assert not [one for one in there if f"'{one}'" in refused.text]
    assert (others_see(table), asked(table)["id"] != decision["id"]) == (before, True)


@pytest.mark.usefixtures("idle")
def test_while_nobody_rules_the_word_is_with_the_referee_and_no_other_is_taken(talk: Talk) -> None:
    table = cellar(talk)
    decision, before = asked(table), others_see(table)
    good, bad = legal_and_not(decision)
    first = act(table, 0, decision, bad)
    assert (first.status_code, asked(table)["state"], asked(table)["id"]) == (202, "with_referee", decision["id"])
    assert [event["kind"] for event in first.json()["events"]] == ["referred"]
    again = act(table, 0, decision, bad)
    assert (again.status_code, again.json(), again.headers["ETag"]) == (202, first.json(), first.headers["ETag"])
    pending = act(table, 0, decision, good)
    assert (pending.status_code, pending.json()["code"]) == (409, "ruling_pending")
    assert others_see(table) == before


@pytest.mark.parametrize("lost", [False, True], ids=["its message waits", "its message is lost"])
def test_a_late_no_is_an_event_for_its_owner_alone(idle: Tavern, talk: Talk, lost: bool) -> None:
    table = cellar(talk)
    decision, before = asked(table), others_see(table)
    _, bad = legal_and_not(decision)
    version = act(table, 0, decision, bad).json()["version"]
    if lost:
        idle.empty_queue()
    idle.start_worker()
    seen = table.look(table.tokens[0])
    while seen["version"] == version:
        seen = table.look(table.tokens[0], params={"after": version, "wait": 25})
    assert [event["kind"] for event in told(table, table.tokens[0])[version:]] == ["asked_again"]
    assert (asked(table)["state"], asked(table)["id"] != decision["id"]) == ("open", True)
    assert others_see(table) == before
    assert act(table, 0, decision, bad).json()["code"] == "word_not_in_lexicon"


@pytest.mark.parametrize("group", [True, *([False] if LONG else [])], ids=lambda group: "all" if group else "one")
def test_a_worker_dies_between_a_word_and_its_ruling_and_the_word_counts_once(
    idle: Tavern, talk: Talk, tmp_path: Path, group: bool
) -> None:
    deaths = Deaths(tmp_path).at("word.ruled", 1, group=group)
    idle.start_worker(**deaths.environ)
    table = cellar(talk, None, None)
    for seat in (0, 1):
        decision = asked(table, seat)
        good, _ = legal_and_not(decision)
        answer = act(table, seat, decision, good)
        if group and seat == 0:
            until(lambda: idle.worker.poll() is not None, "the worker has died")
            idle.start_worker()
        answer = ruled(table, seat, decision, good)
        assert answer.status_code == 200
        table.act(table.tokens[seat], asked(table, seat, "choose_stake"), {"kind": "stake", "coins": 1})
    assert not deaths.left()
    spectators = told(table, None)
    assert sorted(event["seat"] for event in spectators if event["kind"] == "toasted") == [0, 1]
    table.talk.delete(table.path, table.host)
    record = table.talk.get(f"{table.path}/record")
    assert [one["choice"]["legal"] for one in record["answers"] if one["choice"]["kind"] == "ruling"] == [True, True]


@pytest.mark.usefixtures("working")
def test_bots_words_are_ruled_on_and_the_record_says_by_which_list(talk: Talk, tavern: Tavern) -> None:
    table = cellar(talk, "random", "random")
    with redis.Redis.from_url(tavern.url, socket_timeout=5) as store:
        until(lambda: store.zscore("matches:unfinished", f"cellar/1/{table.id}") is None, "the match is over")
    record = table.talk.get(f"{table.path}/record")
    answers = [one["choice"] for one in record["answers"]]
    rulings = [one for one in answers if one["kind"] in ("ruling", "word_count")]
    assert {one["sha256"] for one in rulings} <= {SHA256}
    assert len(rulings) == sum(one["kind"] in ("word", "claim") for one in answers)
    words = [one["letters"] for one in answers if one["kind"] == "word"]
    assert sum(one.get("legal", False) for one in rulings) == sum(one in WORDS for one in words)
    # This API has no such lexicon: playing it again opens none.
    assert talk.post("/v1/replays", record)["verified"] is True


def hands_of(tavern: Tavern, folder: Path, name: str = "cellar") -> BotMoves:
    """Return a worker's hands, with the words of Cellar as a lexicon of this name."""
    (folder / f"{name}.txt").write_text("\n".join(WORDS))
    own = {name: lexicons(folder)[name]}
    steps = Steps(MatchStore(tavern.url), Queue(tavern.url), Tokens(SECRET.encode()), CELLAR, BOTS)
    return BotMoves(steps, Referee(Library(own, None)).rule)


def test_a_word_is_left_to_a_worker_that_has_its_lexicon(idle: Tavern, talk: Talk, tmp_path: Path) -> None:
    table = cellar(talk)
    decision = asked(table)
    good, _ = legal_and_not(decision)
    act(table, 0, decision, good)
    hands, without = (hands_of(idle, tmp_path, name) for name in ("cellar", "attic"))
    with redis.Redis.from_url(idle.url, socket_timeout=5) as store:
        without.move(table.id)
        assert store.zscore("matches:due", table.id) is not None
        assert asked(table)["state"] == "with_referee"
        hands.move(table.id)
        assert store.zscore("matches:due", table.id) is None
    assert act(table, 0, decision, good).status_code == 200


def test_a_look_sends_for_the_referee_where_nobody_sweeps(idle: Tavern, talk: Talk, tmp_path: Path) -> None:
    table = cellar(talk)
    decision = asked(table)
    _, bad = legal_and_not(decision)
    act(table, 0, decision, bad)
    hands = hands_of(idle, tmp_path)
    with redis.Redis.from_url(idle.url, socket_timeout=5) as store:
        until(lambda: store.llen("fast"), "the word is sent for")
        idle.empty_queue()
        # Nobody hears of anything for longer than a look has patience.
        key = f"match:{{{table.id}}}"
        heard, numbers, times = msgspec.msgpack.decode(store.hget(key, "heard"))
        store.hset(key, "heard", msgspec.msgpack.encode([heard, numbers, [time - 60_000 for time in times]]))
        table.look(table.tokens[0])
        until(lambda: store.llen("fast"), "the look has sent for the referee")
    hands.move(table.id)
    assert asked(table)["state"] == "open"
