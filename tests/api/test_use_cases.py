"""What goes wrong inside: rules that fail, rules of another version, a store that is full, lost answers, expiry."""

import socket
import socketserver
import threading
from typing import Any
from urllib.parse import urlsplit

import msgspec
import orjson
import pytest

from service.bot_moves import BotMoves
from service.errors import DecisionNotOpen
from service.games.kernel.errors import RulingPending
from service.games.squishem.state import SquishemOptions
from service.hub import Hub
from service.matches import Matches
from service.seating import Opening, Seating
from service.shown import Shown
from service.store import Commit, Heard, MatchStore
from service.store.matches import MOVES
from service.wire import to_plain
from tests.api.brittle import REST, Brittle, Newer, one_monster
from tests.api.house import counted
from tests.api.simulating import Parlour
from tests.api.talk import open_table, play_on
from tests.games.kernel.toy import Toy
from tests.games.kernel.toy_words import CellarOptions, Drink, Pass, Word


def test_a_fault_of_the_rules_changes_nothing_and_keeps_what_reproduces_it(inside: Parlour) -> None:
    game = Brittle(broken=True)
    table = one_monster(inside.talk({game.key: game}), None, None)
    (first,), (decision,) = (table.look(token)["decisions"] for token in table.tokens)
    table.act(table.tokens[0], first, REST)
    before = [table.look(token) for token in table.tokens]
    refused = [table.act(table.tokens[1], decision, REST, status=500) for _ in range(2)]
    assert refused[0] == refused[1]
    assert refused[0]["code"] == "rules_fault"
    assert [table.look(token) for token in table.tokens] == before
    data: Any = inside.store.get(f"fault:{refused[0]['fault']}")
    kept = orjson.loads(data)
    assert (kept["match"], kept["decision"], kept["choice"]) == (table.id, decision["id"], REST)
    assert "ZeroDivisionError: a crack" in kept["trace"]
    assert [answer["seat"] for answer in kept["record"]["answers"]] == [0]
    game.broken = False
    assert table.act(table.tokens[1], decision, REST)["view"]["turn"] == 2


def test_rules_of_another_version_show_a_match_but_do_not_play_it(inside: Parlour) -> None:
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


def test_a_full_store_can_be_looked_at_but_not_changed(inside: Parlour) -> None:
    talk = inside.talk()
    table = open_table(talk, None, None)
    (decision,) = table.look(table.tokens[0])["decisions"]
    inside.store.config_set("maxmemory", "1")
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
        inside.store.config_set("maxmemory", "0")
    assert table.act(table.tokens[0], decision, REST)["waiting_for"] == [1]


def test_a_full_store_says_so_when_it_can_not_keep_a_fault_of_a_record(inside: Parlour) -> None:
    table = open_table(inside.talk(), None, None)
    for _ in play_on(table, lambda choices: choices[-1]):
        pass
    record = table.talk.get(f"{table.path}/record")
    cracked = inside.talk({Brittle.key: Brittle(broken=True)})
    before = counted("alehouse_rules_faults_total")
    inside.store.config_set("maxmemory", "1")
    try:
        for path, body in (("/v1/replays", record), ("/v1/transitions", {"record": record})):
            assert cracked.post(path, body, status=503)["code"] == "storage_full"
    finally:
        inside.store.config_set("maxmemory", "0")
    assert cracked.post("/v1/replays", record, status=500)["code"] == "rules_fault"
    # Kept or not.
    assert counted("alehouse_rules_faults_total") == before + 3


def test_a_match_whose_bot_is_overdue_can_be_looked_at_while_the_store_is_full(inside: Parlour) -> None:
    table = open_table(inside.talk(), None, "random")
    key = f"match:{{{table.id}}}"
    told, numbers, times = msgspec.msgpack.decode(inside.store.hget(key, "heard"))  # type: ignore[arg-type]
    inside.store.hset(key, "heard", msgspec.msgpack.encode([told, numbers, [time - 10_000 for time in times]]))
    inside.store.config_set("maxmemory", "1")
    try:
        assert 1 in table.look(table.tokens[0])["waiting_for"]
    finally:
        inside.store.config_set("maxmemory", "0")


OPEN = {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "open"}]}


def test_every_key_of_a_match_expires_and_is_remembered_for_longer(inside: Parlour) -> None:
    table = open_table(inside.talk(), None, None, sit=False)
    day = 24 * 3600
    assert ttls(inside, table.id) == {"": day, ":told": day, ":was": 61 * day}
    started = open_table(inside.talk(), None, None)
    (decision,) = started.look(started.tokens[0])["decisions"]
    started.act(started.tokens[0], decision, REST)
    month = 30 * day
    assert ttls(inside, started.id) == {"": month, ":told": month, ":log": month, ":was": 90 * day}
    for part in ("", ":told", ":log"):
        inside.store.delete(f"match:{{{started.id}}}{part}")
    assert started.talk.get(started.path, status=410)["code"] == "match_expired"
    assert started.talk.post(f"{started.path}/seats", {"name": "A"}, status=410)["code"] == "match_expired"


def ttls(inside: Parlour, match: str) -> dict[str, int]:
    """Return the seconds that each key of a match has left, rounded up to minutes."""
    prefix = f"match:{{{match}}}"
    keys: Any = inside.store.keys("match:*" + match + "*")
    return {key.decode().removeprefix(prefix): -(-inside.store.ttl(key) // 60) * 60 for key in keys}


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


def test_a_commit_whose_answer_was_lost_finds_itself(inside: Parlour) -> None:
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


def test_whoever_joins_a_stream_reads_what_is_there_now(inside: Parlour) -> None:
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


def test_news_wake_only_those_who_may_hear_them(inside: Parlour) -> None:
    store = MatchStore(inside.url)
    hub = Hub(store)
    match = "m_" + "H" * 22
    assert store.commit(Commit(match, 0, Heard(1, (1, 1, 1), (1, 1, 1)), 60, setup=b"x"))
    with hub.parked(match, 0, 1) as mine, hub.parked(match, 1, 1) as theirs, hub.parked(match, 2, 1) as rest:
        # The first wake says that the listener listens.
        assert mine.wait(30)
        assert theirs.wait(30)
        assert rest.wait(30)
        assert store.commit(Commit(match, 1, Heard(2, (1, 2, 1), (1, 2, 1)), 60))
        assert theirs.wait(30)
        assert not mine.wait(0)
        assert not rest.wait(0)
        assert store.commit(Commit(match, 2, Heard(3, (2, 2, 2), (3, 2, 3)), 60))
        assert mine.wait(30)
        assert rest.wait(30)
    store.close()


@pytest.mark.parametrize("nonsense", [b"\xff", b"m_1 one,two", b"m_HHHHHHHHHHHHHHHHHHHHHH 1"])
def test_what_is_no_news_keeps_nobody_from_hearing_the_next(inside: Parlour, nonsense: bytes) -> None:
    store = MatchStore(inside.url)
    match = "m_" + "H" * 22
    with Hub(store).parked(match, 2, 0) as waiting:
        assert waiting.wait(30)
        inside.store.publish(MOVES, nonsense)
        # It listens anew, which wakes everybody.
        assert waiting.wait(30)
        inside.store.publish(MOVES, f"{match} 0,0,1")
        assert waiting.wait(30)
    store.close()


def test_rules_of_another_version_keep_nobody_at_the_table(inside: Parlour) -> None:
    table = open_table(inside.talk(), None, None)
    game = Newer()
    newer = inside.talk({game.key: game})
    left = newer.delete(f"{table.path}/seats/0", table.tokens[0])
    assert (left["seats"][0]["kind"], "view" in left) == ("bot_seat", False)
    assert newer.post(f"{table.path}/seats/1/token", token=table.tokens[1], status=201)["seat"] == 1
    assert newer.delete(table.path, table.host)["status"] == "abandoned"


def test_a_word_is_with_the_referee_until_it_is_ruled_on(inside: Parlour) -> None:
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
    with pytest.raises(DecisionNotOpen):
        matches.act(match, theirs, decision["id"], Pass())
    assert shown(matches.look(match, theirs)) == before


def test_an_interrupt_waits_for_the_ruling_on_the_word_of_its_seat(inside: Parlour) -> None:
    game = Toy()
    steps = inside.steps({game.key: game})
    matches, seating = Matches(steps, patience=0), Seating(steps)
    while True:
        opened = seating.open(Opening(game.key, CellarOptions(), (None, None)))
        match = str(opened.content["id"])
        mine, theirs = (seating.join(match, name).token for name in ("Ambie", "Basil"))
        tonic = next(iter(asked(matches, match, mine, "drink_tonic")), None)
        if tonic is not None:
            break
    (decision,) = asked(matches, match, mine, "choose_word")
    drink = to_plain(tonic["choices"])["items"][0]
    chosen = Drink(drink["tonic"], drink["discard"])
    matches.act(match, mine, decision["id"], Word(to_plain(decision["choices"])["tiles"][0]))
    assert asked(matches, match, mine, "drink_tonic") == []
    with pytest.raises(RulingPending, match="until the referee has ruled"):
        matches.act(match, mine, tonic["id"], chosen)
    with pytest.raises(DecisionNotOpen):
        matches.act(match, theirs, tonic["id"], chosen)
    with pytest.raises(DecisionNotOpen):
        matches.act(match, mine, "d_0000000000000000", chosen)


def asked(matches: Matches, match: str, token: str, kind: str) -> list[dict[str, Any]]:
    seen = matches.look(match, token)
    assert isinstance(seen, Shown)
    decisions: Any = seen.content["decisions"]
    return [decision for decision in decisions if decision["kind"] == kind]


def shown(seen: Shown | str) -> Any:
    assert isinstance(seen, Shown)
    return to_plain(seen.content), seen.etag
