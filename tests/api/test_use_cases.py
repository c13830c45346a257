"""What goes wrong inside: rules that fail, rules of another version, a store that is full, lost answers, expiry."""

import socket
import socketserver
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import orjson
import pytest
import redis

from service.app import create_app
from service.bot_moves import BotMoves
from service.bots import BOTS
from service.embedded import prepare
from service.games.catalogue import TITLES
from service.games.kernel.errors import RulingPending
from service.games.kernel.game import Game
from service.games.kernel.table import Table as RulesTable
from service.games.squishem.game import Squishem
from service.games.squishem.state import SquishemOptions, State
from service.hub import Hub
from service.leash import Leash
from service.matches import Matches
from service.queue import Queue
from service.seating import Opening, Seating
from service.seats import Tokens
from service.settings import settings_from
from service.shown import Shown
from service.steps import Steps
from service.store import Commit, Heard, MatchStore
from service.wire import to_plain
from tests.api.house import SECRET, counted, until
from tests.api.talk import Table, Talk, open_table, play_on
from tests.games.kernel.toy import Toy
from tests.games.kernel.toy_words import CellarOptions, Pass, Word


@dataclass
class Inside:
    """A Redis server of one's own, and houses on it with titles of one's choosing."""

    url: str
    redis: redis.Redis
    clients: list[httpx.Client]

    def talk(self, titles: Mapping[str, Game[Any]] = TITLES) -> Talk:
        app = create_app(settings_from({"ALEHOUSE_SECRET": SECRET, "REDIS_URL": self.url}), titles)
        client = httpx.Client(transport=httpx.WSGITransport(app), base_url="http://inside")
        self.clients.append(client)
        return Talk(client)

    def kept(self, fault: str) -> bytes:
        kept: Any = self.redis.get(f"fault:{fault}")
        assert isinstance(kept, bytes)
        return kept

    def steps(self, titles: Mapping[str, Game[Any]] = TITLES) -> Steps:
        return Steps(MatchStore(self.url), Queue(self.url), Tokens(SECRET.encode()), titles, BOTS)


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    server = prepare(tmp_path_factory.mktemp("inside"))
    with Leash() as leash, redis.Redis.from_url(server.url, socket_timeout=5) as client:
        leash.start(server.command)
        until(server.ready, "Redis answers")
        made = Inside(server.url, client, [])
        yield made
        for one in made.clients:
            one.close()


class Brittle(Squishem):
    """Fails at the end of a turn, while it is `broken`."""

    def __init__(self, *, broken: bool) -> None:
        self.broken = broken

    async def play_phase(self, table: RulesTable[State]) -> None:
        await super().play_phase(table)
        if self.broken and table.state.turn > 0:
            raise ZeroDivisionError("a crack")


class Newer(Squishem):
    rules_version = Squishem.rules_version + 1


REST = {"kind": "coffee_break"}


def one_monster(talk: Talk, *bots: str | None) -> Table:
    """Open a match with one Monster in play: nobody is asked for a target, and the last card laid ends the turn."""
    tables = (open_table(talk, *bots) for _ in range(50))
    return next(table for table in tables if len(table.look()["view"]["monsters"]) == 1)


def test_a_fault_of_the_rules_changes_nothing_and_keeps_what_reproduces_it(inside: Inside) -> None:
    game = Brittle(broken=True)
    table = one_monster(inside.talk({game.key: game}), None, None)
    (first,), (decision,) = (table.look(token)["decisions"] for token in table.tokens)
    table.act(table.tokens[0], first, REST)
    before = [table.look(token) for token in table.tokens]
    refused = [table.act(table.tokens[1], decision, REST, status=500) for _ in range(2)]
    assert refused[0] == refused[1]
    assert refused[0]["code"] == "rules_fault"
    assert [table.look(token) for token in table.tokens] == before
    kept = orjson.loads(inside.kept(refused[0]["fault"]))
    assert (kept["match"], kept["decision"], kept["choice"]) == (table.id, decision["id"], REST)
    assert "ZeroDivisionError: a crack" in kept["trace"]
    assert [answer["seat"] for answer in kept["record"]["answers"]] == [0]
    game.broken = False
    assert table.act(table.tokens[1], decision, REST)["view"]["turn"] == 2


def test_a_match_whose_bot_meets_nothing_but_faults_stands_still_until_it_is_repaired(inside: Inside) -> None:
    game = Brittle(broken=True)
    titles = {game.key: game}
    table = one_monster(inside.talk(titles), None, "random")
    bots = BotMoves(inside.steps(titles))
    (decision,) = table.look(table.tokens[0])["decisions"]
    table.act(table.tokens[0], decision, REST)
    for _ in range(2):
        bots.move(table.id)
        stuck = table.look(table.tokens[0])
        assert (stuck["status"], stuck["waiting_for"]) == ("faulted", [1])
        assert stuck["view"]["turn"] == 1
    game.broken = False
    bots.move(table.id)
    going = table.look(table.tokens[0])
    assert (going["status"], going["view"]["turn"]) == ("running", 2)
    assert inside.redis.zscore("matches:due", table.id) is None


def test_rules_of_another_version_show_a_match_but_do_not_play_it(inside: Inside) -> None:
    table = open_table(inside.talk(), None, None)
    (decision,) = table.look(table.tokens[0])["decisions"]
    newer = inside.talk({"squishem": Newer()})
    seen = newer.get(table.path, table.tokens[0])
    assert (seen["status"], seen["rules_version"]) == ("running", 1)
    assert seen.keys().isdisjoint({"view", "decisions", "waiting_for"})
    body = {"decision": decision["id"], "choice": REST}
    refused = newer.ask("POST", f"{table.path}/actions", body, table.tokens[0])
    assert (refused.status_code, refused.json()["code"]) == (503, "rules_version_unavailable")
    assert refused.headers["Retry-After"] == "30"
    BotMoves(inside.steps({"squishem": Newer()})).move(table.id)
    assert table.act(table.tokens[0], decision, REST)["status"] == "running"


def test_a_bot_moves_once_however_often_its_task_runs(inside: Inside) -> None:
    table = open_table(inside.talk(), None, "random")
    steps = inside.steps()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: BotMoves(steps).move(table.id), range(8)))
    seen = table.look(table.tokens[0])
    assert seen["waiting_for"] == [0]
    assert [line[0] for line in logged(inside, table.id)] == [1]


def test_a_bot_chooses_the_same_wherever_it_runs(inside: Inside) -> None:
    """Its chance comes from the match's seed and the decision, so a task that runs again changes nothing."""
    table = open_table(inside.talk(), None, "random")
    key = f"match:{{{table.id}}}"
    before = inside.redis.dump(key), inside.redis.dump(f"{key}:told")
    laid = []
    for _ in range(2):
        inside.redis.delete(f"{key}:log")
        inside.redis.restore(key, 0, before[0], replace=True)  # type: ignore[arg-type]
        inside.redis.restore(f"{key}:told", 0, before[1], replace=True)  # type: ignore[arg-type]
        BotMoves(inside.steps()).move(table.id)
        laid.append(logged(inside, table.id))
    assert laid[0] == laid[1]
    assert len(laid[0]) == 1


def logged(inside: Inside, match: str) -> list[Any]:
    """Return the answers in the log of a match."""
    lines: Any = inside.redis.lrange(f"match:{{{match}}}:log", 0, -1)
    return [line for line in map(msgspec.msgpack.decode, lines) if len(line) > 2]


def test_an_overdue_match_is_found_by_the_sweeper_and_by_a_look(inside: Inside) -> None:
    table = open_table(inside.talk(), None, "random")
    bots = BotMoves(inside.steps())
    key = f"match:{{{table.id}}}"
    until(lambda: inside.redis.llen("fast"), "the opening has sent for the bots")
    inside.redis.delete("fast")
    inside.redis.zadd("matches:due", {table.id: 1})
    assert bots.sweep() >= 1
    until(lambda: inside.redis.llen("fast"), "the sweeper has sent for them")
    due = inside.redis.zscore("matches:due", table.id)
    assert due is not None
    assert due > 1
    inside.redis.delete("fast", "matches:due")
    told, numbers, times = msgspec.msgpack.decode(inside.redis.hget(key, "heard"))  # type: ignore[arg-type]
    inside.redis.hset(key, "heard", msgspec.msgpack.encode([told, numbers, [time - 10_000 for time in times]]))
    table.look(table.tokens[0])
    until(lambda: inside.redis.llen("fast"), "the look has sent for them")
    bots.move(table.id)
    assert table.look(table.tokens[0])["waiting_for"] == [0]


def test_a_worker_that_comes_back_sends_for_all_that_wait(inside: Inside) -> None:
    """What was under way when Redis or the worker died is not overdue yet."""
    steps = inside.steps()
    table = open_table(inside.talk(), None, "random")
    forget_opening(inside, table)
    BotMoves(steps).sweep()
    assert messages_until_marked(inside, steps, table.id) == 0
    assert BotMoves(steps).sweep_once(5, everything=True) >= 1
    assert BotMoves(steps).sweep_once(5, everything=True) == 0
    assert messages_until_marked(inside, steps, table.id) == 1


def test_bots_who_move_many_times_send_for_themselves_once(inside: Inside) -> None:
    steps = inside.steps()
    table = open_table(inside.talk(), "random", "random")
    forget_opening(inside, table)
    BotMoves(steps).move(table.id, at_most=3)
    assert len(logged(inside, table.id)) == 3
    assert messages_until_marked(inside, steps, table.id) == 1


def forget_opening(inside: Inside, table: Table) -> None:
    """Lose the message that the opening of a match has sent."""
    until(lambda: any(table.id.encode() in sent for sent in waiting(inside)), "the opening has sent for the bots")
    inside.redis.delete("fast")


def messages_until_marked(inside: Inside, steps: Steps, match: str) -> int:
    """Count the messages for a match that these steps have sent; one sender sends all of theirs in order."""
    steps.queue.move_bots("marker")
    until(lambda: any(b"marker" in sent for sent in waiting(inside)), "the marker has come")
    count = sum(match.encode() in sent for sent in waiting(inside))
    inside.redis.delete("fast")
    return count


def waiting(inside: Inside) -> list[bytes]:
    found: Any = inside.redis.lrange("fast", 0, -1)
    return list(found)


def test_a_full_store_can_be_looked_at_but_not_changed(inside: Inside) -> None:
    talk = inside.talk()
    table = open_table(talk, None, None)
    (decision,) = table.look(table.tokens[0])["decisions"]
    inside.redis.config_set("maxmemory", "1")
    try:
        for path, body in (
            ("/v1/matches", OPEN),
            (f"{table.path}/actions", {"decision": decision["id"], "choice": REST}),
        ):
            refused = talk.ask("POST", path, body, table.tokens[0])
            assert (refused.status_code, refused.json()["code"]) == (503, "storage_full")
            assert refused.headers["Retry-After"] == "60"
        assert table.look(table.tokens[0])["decisions"] == [decision]
    finally:
        inside.redis.config_set("maxmemory", "0")
    assert table.act(table.tokens[0], decision, REST)["waiting_for"] == [1]


def test_a_full_store_says_so_when_it_can_not_keep_a_fault_of_a_record(inside: Inside) -> None:
    table = open_table(inside.talk(), None, None)
    for _ in play_on(table, lambda choices: choices[-1]):
        pass
    record = table.talk.get(f"{table.path}/record")
    cracked = inside.talk({Brittle.key: Brittle(broken=True)})
    before = counted("alehouse_rules_faults_total")
    inside.redis.config_set("maxmemory", "1")
    try:
        for path, body in (("/v1/replays", record), ("/v1/transitions", {"record": record})):
            assert cracked.post(path, body, status=503)["code"] == "storage_full"
    finally:
        inside.redis.config_set("maxmemory", "0")
    assert cracked.post("/v1/replays", record, status=500)["code"] == "rules_fault"
    # Kept or not.
    assert counted("alehouse_rules_faults_total") == before + 3


def test_a_match_whose_bot_is_overdue_can_be_looked_at_while_the_store_is_full(inside: Inside) -> None:
    table = open_table(inside.talk(), None, "random")
    key = f"match:{{{table.id}}}"
    told, numbers, times = msgspec.msgpack.decode(inside.redis.hget(key, "heard"))  # type: ignore[arg-type]
    inside.redis.hset(key, "heard", msgspec.msgpack.encode([told, numbers, [time - 10_000 for time in times]]))
    inside.redis.config_set("maxmemory", "1")
    try:
        assert 1 in table.look(table.tokens[0])["waiting_for"]
    finally:
        inside.redis.config_set("maxmemory", "0")


OPEN = {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "open"}]}


def test_every_key_of_a_match_expires_and_is_remembered_for_longer(inside: Inside) -> None:
    table = open_table(inside.talk(), None, None, sit=False)
    day = 24 * 3600
    assert ttls(inside, table.id) == {"": day, ":told": day, ":was": 61 * day}
    started = open_table(inside.talk(), None, None)
    (decision,) = started.look(started.tokens[0])["decisions"]
    started.act(started.tokens[0], decision, REST)
    month = 30 * day
    assert ttls(inside, started.id) == {"": month, ":told": month, ":log": month, ":was": 90 * day}
    for part in ("", ":told", ":log"):
        inside.redis.delete(f"match:{{{started.id}}}{part}")
    assert started.talk.get(started.path, status=410)["code"] == "match_expired"
    assert started.talk.post(f"{started.path}/seats", {"name": "A"}, status=410)["code"] == "match_expired"


def ttls(inside: Inside, match: str) -> dict[str, int]:
    """Return the seconds that each key of a match has left, rounded up to minutes."""
    prefix = f"match:{{{match}}}"
    keys: Any = inside.redis.keys("match:*" + match + "*")
    return {key.decode().removeprefix(prefix): -(-inside.redis.ttl(key) // 60) * 60 for key in keys}


class Lossy:
    """Stands between a client and Redis; loses the answer to the next commit when it is told to."""

    def __init__(self, url: str) -> None:
        port = urlsplit(url).port
        assert port is not None
        self.lose = threading.Event()
        lossy = self

        class Line(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                with socket.create_connection(("127.0.0.1", port)) as server:
                    while asked := self.request.recv(1 << 20):
                        server.sendall(asked)
                        answered = server.recv(1 << 20)
                        if b"EVALSHA" in asked and lossy.lose.is_set():
                            lossy.lose.clear()
                            return
                        self.request.sendall(answered)

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Line)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = url.replace(f":{port}/", f":{self.server.server_address[1]}/")


def test_a_commit_whose_answer_was_lost_finds_itself(inside: Inside) -> None:
    lossy = Lossy(inside.url)
    try:
        store = MatchStore(lossy.url)
        heard = Heard(0, (0, 0), (1, 1))
        first = Commit("m_" + "L" * 22, 0, heard, 60, setup=b"setup", lines=[b"line"])
        assert store.commit(first)
        assert not store.commit(first)
        lossy.lose.set()
        assert store.commit(Commit(first.match, 1, heard, 60, lines=[b"second"]))
        assert not lossy.lose.is_set()
        assert store.lines(first.match) == [b"line", b"second"]
        stored = store.load(first.match)
        assert stored is not None
        assert stored.version == 2
        store.close()
    finally:
        lossy.server.shutdown()
        lossy.server.server_close()


def test_whoever_joins_a_stream_reads_what_is_there_now(inside: Inside) -> None:
    steps = inside.steps()
    seating, hub = Seating(steps), Hub(steps.store)
    match = str(seating.open(Opening("squishem", SquishemOptions(), (None, None))).content["id"])
    # Nobody is parked, so no news comes: as in a process whose listener is behind.
    with hub.feed(match) as early:
        assert early.read(0, 10).heard.told == 1
        seating.join(match, "Ambie")
        with hub.feed(match) as late:
            assert late.read(0, 10).heard.told == 2
    steps.store.close()


def test_news_wake_only_those_who_may_hear_them(inside: Inside) -> None:
    store = MatchStore(inside.url)
    hub = Hub(store)
    match = "m_" + "H" * 22
    assert store.commit(Commit(match, 0, Heard(1, (1, 1, 1), (1, 1, 1)), 60, setup=b"x"))
    with hub.parked(match, 0, 1) as mine, hub.parked(match, 1, 1) as theirs, hub.parked(match, 2, 1) as rest:
        # The first wake says that the listener listens.
        assert mine.wait(10)
        assert theirs.wait(10)
        assert rest.wait(10)
        assert store.commit(Commit(match, 1, Heard(2, (1, 2, 1), (1, 2, 1)), 60))
        assert theirs.wait(10)
        assert not mine.wait(0)
        assert not rest.wait(0)
        assert store.commit(Commit(match, 2, Heard(3, (2, 2, 2), (3, 2, 3)), 60))
        assert mine.wait(10)
        assert rest.wait(10)
    store.close()


def test_a_bot_is_sent_for_as_soon_as_somebody_leaves(inside: Inside) -> None:
    table = open_table(inside.talk(TITLES), None, None)
    assert inside.redis.zscore("matches:due", table.id) is None
    table.talk.delete(f"{table.path}/seats/1", table.tokens[1])
    assert inside.redis.zscore("matches:due", table.id) is not None
    BotMoves(inside.steps()).move(table.id)
    assert table.look(table.tokens[0])["waiting_for"] == [0]


def test_rules_of_another_version_keep_nobody_at_the_table(inside: Inside) -> None:
    table = open_table(inside.talk(TITLES), None, None)
    game = Newer()
    newer = inside.talk({game.key: game})
    left = newer.delete(f"{table.path}/seats/0", table.tokens[0])
    assert (left["seats"][0]["kind"], "view" in left) == ("bot_seat", False)
    assert newer.post(f"{table.path}/seats/1/token", token=table.tokens[1], status=201)["seat"] == 1
    assert newer.delete(table.path, table.host)["status"] == "abandoned"


def test_a_word_is_with_the_referee_until_it_is_ruled_on(inside: Inside) -> None:
    game = Toy()
    steps = inside.steps({game.key: game})
    matches = Matches(steps, patience=0)
    seating = Seating(steps)
    opened = seating.open(Opening(game.key, CellarOptions(), (None, None)))
    match = str(opened.content["id"])
    mine, theirs = (seating.join(match, name).token for name in ("Ambie", "Basil"))
    before = shown(matches.look(match, theirs))
    (decision,) = asked(matches, match, mine, "choose_word")
    tiles = to_plain(decision["choices"])["tiles"]
    first = matches.act(match, mine, decision["id"], Word(tiles[0]))
    assert [to_plain(event)["kind"] for event in first.content["events"]] == ["referred"]  # type: ignore[attr-defined]
    assert [one["state"] for one in asked(matches, match, mine, "choose_word")] == ["with_referee"]
    again = matches.act(match, mine, decision["id"], Word(tiles[0]))
    assert (to_plain(again.content), again.etag) == (to_plain(first.content), first.etag)
    with pytest.raises(RulingPending):
        matches.act(match, mine, decision["id"], Pass())
    assert shown(matches.look(match, theirs)) == before


def asked(matches: Matches, match: str, token: str, kind: str) -> list[dict[str, Any]]:
    seen = matches.look(match, token)
    assert isinstance(seen, Shown)
    decisions: Any = seen.content["decisions"]
    return [decision for decision in decisions if decision["kind"] == kind]


def shown(seen: Shown | str) -> Any:
    assert isinstance(seen, Shown)
    return to_plain(seen.content), seen.etag
