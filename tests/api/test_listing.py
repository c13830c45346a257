"""The list: only what its hosts have listed, newest first, filtered, paged without gaps, and free of the dead."""

import re
import secrets
from collections.abc import Iterator
from typing import cast

import pytest
import redis

from service.bots import BOTS
from service.games.catalogue import TITLES
from service.listing import Listing
from service.queue import Queue
from service.seats import Tokens
from service.steps import Steps
from service.store import MatchStore
from tests.api.house import SECRET, House, until
from tests.api.talk import Json, Talk, key, open_table
from tests.api.test_rematches import finished

SHELVES = ("waiting", "playing", "over", "abandoned")


@pytest.fixture(autouse=True)
def store(house: House) -> Iterator[redis.Redis]:
    """The store as it lies there, with an empty list."""
    with redis.Redis.from_url(house.url, socket_timeout=5) as store:
        for game in TITLES:
            store.delete(*(f"matches:listed:{game}/{shelf}" for shelf in SHELVES))
        yield store


def pages(talk: Talk, **filters: object) -> list[Json]:
    found: list[Json] = []
    page = talk.get("/v1/matches", params=filters)
    while True:
        found += page["items"]
        if "next" not in page:
            return found
        page = talk.get(page["next"])


def ids(talk: Talk, **filters: object) -> list[str]:
    return [one["id"] for one in pages(talk, **filters)]


def listed(talk: Talk, count: int) -> list[str]:
    return [open_table(talk, None, None, sit=False, listed=True).id for _ in range(count)]


def shelf(store: redis.Redis, name: str) -> int:
    return int(store.zcard(f"matches:listed:squishem/{name}"))


def test_what_is_not_listed_is_not_in_the_list(talk: Talk) -> None:
    open_table(talk, None, None, sit=False)
    (mine,) = listed(talk, 1)
    assert ids(talk) == [mine]


def test_the_list_says_enough_to_choose_and_nothing_more(talk: Talk) -> None:
    table = open_table(talk, None, "random", None, sit=False, listed=True, spectators=False)
    talk.post(f"{table.path}/seats", {"name": "Ambie", "seat": 2}, status=201)
    answer = talk.ask("GET", "/v1/matches")
    assert answer.headers["Cache-Control"] == "no-store"
    (one,) = answer.json()["items"]
    assert one == {
        "id": table.id,
        "game": "squishem",
        "status": "waiting",
        "options": table.look()["options"],
        "seats": [
            {"kind": "open_seat", "seat": 0},
            {"kind": "bot_seat", "seat": 1, "bot": "random", "name": "Random"},
            {"kind": "player_seat", "seat": 2, "name": "Ambie"},
        ],
        "open_seats": 1,
        "spectators": False,
        "created_at": table.look()["created_at"],
    }


def test_the_newest_stands_first_and_what_is_opened_meanwhile_moves_nothing(talk: Talk) -> None:
    first = listed(talk, 5)
    page = talk.get("/v1/matches", params={"limit": 2})
    seen = page["items"]
    listed(talk, 3)
    while "next" in page:
        page = talk.get(page["next"])
        assert len(page["items"]) <= 2
        seen += page["items"]
    assert [one["id"] for one in seen] == first[::-1]
    assert ids(talk, limit=3)[3:] == first[::-1]


def test_filters_by_status_game_and_open_seats(talk: Talk) -> None:
    waiting = open_table(talk, None, None, None, sit=False, listed=True)
    nearly = open_table(talk, None, None, "random", sit=False, listed=True)
    talk.post(f"{nearly.path}/seats", {"name": "Ambie"}, status=201)
    running = open_table(talk, None, None, listed=True)
    over = finished(talk, None, None, listed=True)
    ended = open_table(talk, None, None, listed=True)
    talk.delete(ended.path, ended.host)
    dropped = open_table(talk, None, None, sit=False, listed=True)
    talk.delete(dropped.path, dropped.host)
    everything = [one.id for one in (dropped, ended, over, running, nearly, waiting)]
    assert ids(talk) == everything
    assert ids(talk, limit=1) == everything
    assert ids(talk, game="squishem", limit=4) == everything
    assert ids(talk, status="waiting") == [nearly.id, waiting.id]
    assert ids(talk, status="running") == [running.id]
    assert ids(talk, status="over") == [over.id]
    assert ids(talk, status="abandoned", limit=1) == [dropped.id, ended.id]
    assert ids(talk, status="faulted") == []
    assert ids(talk, open_seats=1) == [nearly.id, waiting.id]
    assert ids(talk, open_seats=2, limit=1) == [waiting.id]
    assert ids(talk, open_seats=4) == []
    assert ids(talk, open_seats=1, status="running") == []
    for game in TITLES:
        if game != "squishem":
            assert ids(talk, game=game) == []
    rematch = talk.post(f"{over.path}/rematch", token=over.host, status=201)["match"]
    assert ids(talk, status="waiting") == [rematch, nearly.id, waiting.id]
    assert ids(talk, open_seats=1) == [nearly.id, waiting.id]


def test_a_match_lies_on_one_shelf_from_its_opening_to_its_end(talk: Talk, store: redis.Redis) -> None:
    headers = {"Idempotency-Key": key()}
    body = {"game": "squishem", "seats": [{"kind": "open"}] * 2, "listed": True, "options": {"turn_cap": 1}}
    opened = talk.post("/v1/matches", body, status=201, headers=headers)
    assert [shelf(store, name) for name in SHELVES] == [1, 0, 0, 0]
    talk.post(f"/v1/matches/{opened['id']}/start", token=opened["host_token"])
    until(lambda: [shelf(store, name) for name in SHELVES] == [0, 0, 1, 0], "the bots have played")
    assert talk.post("/v1/matches", body, status=201, headers=headers)["id"] == opened["id"]
    assert ids(talk) == [opened["id"]]


def test_what_is_gone_leaves_the_list_with_the_next_look(talk: Talk, store: redis.Redis) -> None:
    alive, gone = listed(talk, 2)
    old = f"{1_700_000_000_000:013d}/m_{'A' * 22}"
    store.zadd("matches:listed:squishem/waiting", {old: 0})
    store.delete(f"match:{{{gone}}}")
    assert ids(talk) == [alive]
    # It may be one that is being opened just now: only what was opened a while ago is taken away.
    assert shelf(store, "waiting") == 2
    assert store.zscore("matches:listed:squishem/waiting", old) is None


def test_the_sweeper_finds_what_was_left_behind(house: House, talk: Talk, store: redis.Redis) -> None:
    running = open_table(talk, None, None, listed=True)
    (waiting,) = listed(talk, 1)
    (place,) = cast("list[bytes]", store.zrange("matches:listed:squishem/playing", 0, -1))
    # As a commit leaves them that died half-way: still where it was, or already where it never came.
    store.zadd("matches:listed:squishem/waiting", {place: 0})
    store.zadd("matches:listed:squishem/over", {place: 0})
    for number in range(250):
        match = secrets.token_urlsafe(16)
        store.zadd("matches:listed:squishem/over", {f"{1_700_000_000_000 + number:013d}/m_{match}": 0})
    steps = Steps(MatchStore(house.url), Queue(house.url), Tokens(SECRET.encode()), TITLES, BOTS)
    until(lambda: Listing(steps).sweep() == 0 and shelf(store, "over") == 1, "all is tidy")
    assert [shelf(store, name) for name in SHELVES] == [1, 1, 1, 0]
    assert ids(talk) == [waiting, running.id]


def test_a_long_search_that_finds_nothing_says_where_to_go_on(talk: Talk, store: redis.Redis) -> None:
    (oldest,) = listed(talk, 1)
    for number in range(1500):
        match = secrets.token_urlsafe(16)
        store.zadd("matches:listed:squishem/waiting", {f"{9_000_000_000_000 + number:013d}/m_{match}": 0})
    page = talk.get("/v1/matches")
    assert page["items"] == []
    assert ids(talk) == [oldest]


BAD = {
    "game": ["chess", ""],
    "status": ["done"],
    "open_seats": ["-1", "11", "x"],
    "limit": ["0", "101", "x"],
    "cursor": [
        "x",
        "1" * 13 + ".m_" + "A" * 21,
        "(" + "1" * 12 + ".m_" + "A" * 22,
        "",
        "+",
        "1" * 14 + ".m_" + "A" * 22,
    ],
    "order": ["oldest"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_a_filter_that_is_not_well_formed_is_refused(talk: Talk, name: str, value: str) -> None:
    refused = talk.get("/v1/matches", status=422, params={name: value})
    assert refused["code"] == "invalid_request"
    assert [place["pointer"] for place in refused["errors"]] == [name]


def test_a_cursor_reads_nothing_but_the_list(talk: Talk) -> None:
    first, _ = listed(talk, 2)
    page = talk.get("/v1/matches", params={"limit": 1})
    assert re.fullmatch(r"/v1/matches\?limit=1&cursor=[0-9A-Za-z._-]+", page["next"])
    assert [one["id"] for one in talk.get(page["next"])["items"]] == [first]
    future = f"9999999999999.m_{'z' * 22}"
    assert len(talk.get("/v1/matches", params={"cursor": future})["items"]) == 2
    past = f"0000000000000.m_{'0' * 22}"
    assert talk.get("/v1/matches", params={"cursor": past}) == {"items": []}
