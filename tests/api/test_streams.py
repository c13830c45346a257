"""Streams: complete, in order, nothing twice, whatever the client, the network or the store does meanwhile."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.leash import Leash
from tests.api.house import House, until
from tests.api.stream import Ended, Frame, Stream
from tests.api.talk import Table, Talk, open_table, play_on
from tests.api.telling import Teller


@pytest.fixture(scope="module")
def teller(redis_url: str) -> Teller:
    return Teller(redis_url)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[House]:
    """A house of the test's own, whose parts it may kill."""
    with Leash() as leash:
        house = House(leash, tmp_path)
        house.start_redis()
        house.start_api()
        until(house.ready, "the API answers")
        yield house
        house.close()


def follow(house: House, table: Table, token: str | None = None, last: int | None = None) -> Stream:
    stream = Stream(house.address, f"{table.path}/stream", token, last)
    assert stream.status == 200
    return stream


def events(table: Table, token: str | None = None, after: int = 0) -> list[Frame]:
    """Return what the pages of events say, as the stream should say it."""
    page = table.talk.get(f"{table.path}/events", token, params={"after": after, "limit": 500})
    found = page["items"]
    while "next" in page:
        page = table.talk.get(page["next"], token)
        found += page["items"]
    return [Frame("message", event["n"], event) for event in found]


def test_a_stream_tells_a_whole_match_and_ends_with_it(house: House, two: Table) -> None:
    with follow(house, two) as early, follow(house, two, two.tokens[0]) as own, follow(house, two, two.host) as host:
        for _ in play_on(two, lambda choices: choices[-1]):
            pass
        whole = events(two)
        assert early.rest() == own.rest() == host.rest() == whole
        assert early.headers["content-type"] == "text/event-stream"
        assert early.headers["cache-control"] == "no-store"
        assert early.headers["x-accel-buffering"] == "no"
        assert early.retry == 2000
    assert whole[-1].data["kind"] == "match_over"
    with follow(house, two) as late:
        assert late.rest() == whole
    with follow(house, two, last=len(whole) - 2) as later:
        assert later.rest() == whole[-2:]
    # This is what keeps a browser from coming back for ever.
    answer = two.talk.ask("GET", f"{two.path}/stream", headers={"Last-Event-ID": str(len(whole))})
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_stream_resumes_at_every_place(house: House, two: Table, teller: Teller) -> None:
    teller.tell(two.id, 1, None, 1, 1, 0, None, 1)
    for seat, token in enumerate((*two.tokens, None)):
        whole = events(two, token)
        for after in range(len(whole)):
            with follow(house, two, token, after) as stream:
                assert stream.take(len(whole) - after) == whole[after:], f"seat {seat} after {after}"
            with Stream(house.address, f"{two.path}/stream?after={after}", token) as stream:
                assert stream.next() == whole[after]
        with Stream(house.address, f"{two.path}/stream?after=1", token, len(whole) - 1) as stream:
            assert stream.next() == whole[-1]


def test_a_whisper_reaches_one_stream_and_moves_no_other(house: House, two: Table, teller: Teller) -> None:
    with (
        follow(house, two, two.tokens[0]) as zero,
        follow(house, two, two.tokens[1]) as one,
        follow(house, two) as rest,
    ):
        zero_has, one_has, rest_have = (two.look(token)["version"] for token in (*two.tokens, None))
        zero.take(zero_has), one.take(one_has), rest.take(rest_have)
        for _ in range(3):
            teller.tell(two.id, 1)
        assert [frame.id for frame in one.take(3)] == [one_has + at for at in (1, 2, 3)]
        teller.tell(two.id, None)
        # Had the whispers sent the others anything, it would come before this.
        assert zero.next().id == zero_has + 1
        assert rest.next().id == rest_have + 1
        assert one.next().id == one_has + 4


def test_a_client_that_knows_too_much_is_reset(house: House, two: Table, teller: Teller) -> None:
    version = two.look()["version"]
    with follow(house, two, last=version + 7) as stream:
        assert stream.next() == Frame("reset", version, {"version": version})
        teller.tell(two.id, None)
        assert stream.next().id == version + 1


def test_a_store_that_lost_what_it_had_said_resets_its_streams(
    house: House, two: Table, teller: Teller, redis_url: str
) -> None:
    with redis.Redis.from_url(redis_url) as raw:
        keys = [f"match:{{{two.id}}}{part}" for part in ("", ":told", ":log")]
        version = two.look()["version"]
        for regrown in (0, 5):
            copies = {key: raw.dump(key) for key in keys}
            before = two.look()["version"]
            with follow(house, two, last=version) as stream:
                stream.take(before - version)
                teller.tell(two.id, None, None, None)
                assert [frame.id for frame in stream.take(3)] == [before + 1, before + 2, before + 3]
                for key, copy in copies.items():
                    if copy is not None:
                        raw.restore(key, 0, copy, replace=True)
                if regrown:
                    # As many as were lost and more, but others.
                    teller.tell(two.id, *[None] * regrown)
                else:
                    raw.client_kill_filter(_type="pubsub")
                now = before + regrown
                assert stream.next() == Frame("reset", now, {"version": now})
                teller.tell(two.id, None)
                assert stream.next().id == now + 1


def test_nothing_is_lost_or_doubled_when_redis_starts_again(own: House) -> None:
    table = open_table(own.talk(), None, None)
    teller = Teller(own.url)
    with follow(own, table, table.tokens[0]) as stream:
        heard = stream.take(table.look()["version"])
        for _ in range(3):
            teller.tell(table.id, 1, 0, None)
            heard.append(stream.next())
            assert own.redis is not None
            own.kill(own.redis)
            own.start_redis()
            until(own.ready, "the API finds Redis again")
            # Told while the hub may still be without its connection.
            Teller(own.url).tell(table.id, None, 1)
            heard += stream.take(2)
        assert heard == events(table, table.tokens[0])
        assert [frame.id for frame in heard] == list(range(1, len(heard) + 1))


def test_a_worker_that_goes_ends_its_streams_and_another_goes_on(own: House) -> None:
    table = open_table(own.talk(), None, None)
    teller = Teller(own.url)
    version = table.look()["version"]
    with follow(own, table) as stream:
        heard = stream.take(version)
        os.kill(own.api.pid, signal.SIGHUP)
        assert stream.rest() == []
    teller.tell(table.id, None)

    def comes_back() -> bool:
        # The one that goes may still take a line, and end it at once.
        with follow(own, table, last=version) as stream:
            try:
                heard.append(stream.next())
            except Ended:
                return False
            return True

    until(comes_back, "another worker goes on with it")
    assert heard == events(table)


def test_a_line_without_news_shows_that_it_stands(house: House, two: Table) -> None:
    version = two.look()["version"]
    with Stream(house.address, f"{two.path}/stream", last=version, seconds=60) as stream:
        assert stream.comment() == "still here"


def test_a_stream_ends_where_its_bearer_may_no_longer_watch(house: House, talk: Talk, teller: Teller) -> None:
    table = open_table(talk, None, None, sit=False, spectators=False)
    token = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)["token"]
    version = table.look()["version"]
    with (
        follow(house, table) as stranger,
        follow(house, table, token) as player,
        follow(house, table, table.host) as host,
    ):
        heard = stranger.take(version)
        talk.post(f"{table.path}/seats", {"name": "Basil"}, status=201)
        # Not even that the match started is for a stranger, who was there until now.
        assert stranger.rest() == []
        assert player.take(version) == host.take(version) == heard
        started = len(events(table, token)) - version
        assert player.take(started) == host.take(started)
        teller.renonce(table.id, 0)
        teller.tell(table.id, None)
        assert player.rest() == []
        assert host.next().data["question"] == "something"
    assert talk.get(f"{table.path}/stream", status=403)["code"] == "spectators_not_allowed"
    assert talk.get(f"{table.path}/stream", token, status=401)["code"] == "token_unknown"


def test_a_new_token_ends_what_the_old_one_had_open(house: House, two: Table) -> None:
    old = two.tokens[0]
    ticket = two.talk.post(f"{two.path}/stream-tickets", token=old)["url"]
    version = two.look(old)["version"]
    with follow(house, two, old, version) as direct, Stream(house.address, ticket, last=version) as by_ticket:
        new = two.talk.post(f"{two.path}/seats/0/token", token=old, status=201)["token"]
        assert direct.rest() == by_ticket.rest() == []
    assert two.talk.get(f"{two.path}/stream", old, status=401)["code"] == "token_unknown"
    assert two.talk.get(ticket, status=401)["code"] == "ticket_unknown"
    with follow(house, two, new) as stream:
        assert stream.take(version) == events(two, new)


def test_who_leaves_hears_no_more(house: House, two: Table) -> None:
    token = two.tokens[1]
    ticket = two.talk.post(f"{two.path}/stream-tickets", token=token)["url"]
    version = two.look(token)["version"]
    with follow(house, two, token, version) as mine, follow(house, two, two.tokens[0], version) as other:
        two.talk.ask("DELETE", f"{two.path}/seats/1", token=token)
        assert mine.rest() == []
        assert other.next().data["kind"] == "seat_left"
    assert two.talk.get(ticket, status=401)["code"] == "ticket_unknown"


def test_an_abandoned_match_ends_its_streams(house: House, two: Table) -> None:
    version = two.look()["version"]
    with follow(house, two, last=version) as stranger, follow(house, two, two.tokens[0], version) as player:
        two.talk.ask("DELETE", two.path, token=two.host)
        (last,) = stranger.rest()
        assert player.rest() == [last]
    assert (last.id, last.data["kind"]) == (version + 1, "match_abandoned")
    answer = two.talk.ask("GET", f"{two.path}/stream", headers={"Last-Event-ID": str(last.id)})
    assert answer.status_code == 204


def test_who_may_not_look_may_not_stream(talk: Talk, two: Table) -> None:
    other = open_table(talk, None, None)
    assert talk.get(f"{other.path}/stream", two.tokens[0], status=403)["code"] == "token_of_another_match"
    assert talk.get(f"{other.path}/stream", two.tokens[0][:-1] + "!", status=401)["code"] == "token_unknown"
    assert talk.get(f"{other.path}x/stream", status=404)["code"] == "match_unknown"


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "99999999999999999999"])
def test_a_last_event_that_is_no_number_is_refused(two: Table, last: str) -> None:
    refused = two.talk.get(f"{two.path}/stream", status=422, headers={"Last-Event-ID": last})
    assert [place["pointer"] for place in refused["errors"]] == ["Last-Event-ID"]


def test_a_reader_that_stands_still_holds_up_nobody_and_misses_nothing(
    house: House, talk: Talk, teller: Teller
) -> None:
    table = open_table(talk, None, None)
    told = 20_000
    with Stream(house.address, f"{table.path}/stream", buffer=4096) as slow, follow(house, table) as quick:
        for _ in range(told // 1000):
            teller.tell(table.id, *[None] * 1000)
        version = table.look()["version"]
        assert version > told
        assert [frame.id for frame in quick.take(version)] == list(range(1, version + 1))
        assert [frame.id for frame in slow.take(version)] == list(range(1, version + 1))


def lines_of(house: House) -> int:
    """Return how many lines the API still has to clients."""
    port = int(house.address.rpartition(":")[2])
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] in ("01", "08") for row in rows)


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="counts connections as Linux shows them")
def test_a_client_that_disappears_is_let_go(own: House) -> None:
    table = open_table(own.talk(), None, None)
    teller = Teller(own.url)
    until(lambda: lines_of(own) <= 1, "only the talk is connected")
    streams = [follow(own, table) for _ in range(50)]
    assert lines_of(own) >= 50
    for stream in streams:
        stream.close()

    def gone() -> bool:
        # The next thing sent finds nobody there.
        teller.tell(table.id, None)
        return lines_of(own) <= 1

    until(gone, "the lines of those who went are closed")


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="counts connections as Linux shows them")
def test_a_reader_that_never_reads_is_dropped(own: House) -> None:
    table = open_table(own.talk(), None, None)
    teller = Teller(own.url)
    for _ in range(100):
        teller.tell(table.id, *[None] * 1000)
    until(lambda: lines_of(own) <= 1, "only the talk is connected")
    with Stream(own.address, f"{table.path}/stream", buffer=4096):
        assert lines_of(own) >= 1
        until(lambda: lines_of(own) == 0, "it is dropped, and the talk is quiet for long", seconds=60)
