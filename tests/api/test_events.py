"""Pages of events: complete, in order, without gaps for each audience, and silent about what it can't know."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.house import House
from tests.api.talk import Json, Table, Talk, open_table, play_on
from tests.api.telling import Teller


@pytest.fixture(scope="module")
def teller(redis_url: str) -> Teller:
    return Teller(redis_url)


def paged(table: Table, token: str | None, limit: int, after: int = 0) -> list[Json]:
    """Follow `next` to the end, and check that each page but the last is full."""
    page = table.talk.get(f"{table.path}/events", token, params={"after": after, "limit": limit})
    found: list[Json] = page["items"]
    while "next" in page:
        assert len(page["items"]) == limit
        page = table.talk.get(page["next"], token)
        found += page["items"]
    return found


def settled(table: Table) -> None:
    """Keep the API busy for a while, so that what was asked before by others is under way."""
    for _ in range(20):
        table.look(table.host)


def test_pages_hold_every_event_of_a_match_in_order(two: Table) -> None:
    caused: list[Json] = []
    for answer in play_on(two, lambda choices: choices[0]):
        caused += answer["events"]
    version = two.look()["version"]
    whole = paged(two, None, 500)
    assert [event["n"] for event in whole] == list(range(1, version + 1))
    assert [event["kind"] for event in (whole[0], whole[-1])] == ["match_opened", "match_over"]
    assert whole[-len(caused) :] == caused
    for limit in (1, 7, 100, min(version - 1, 500), min(version, 500)):
        assert paged(two, two.tokens[0], limit) == whole


def test_a_page_begins_after_any_number(two: Table) -> None:
    whole = paged(two, None, 500)
    for after in range(len(whole) + 1):
        assert paged(two, None, 3, after) == whole[after:]
    assert two.talk.get(f"{two.path}/events", params={"after": len(whole) + 5}) == {"items": []}


def test_a_whisper_is_counted_for_nobody_else(two: Table, teller: Teller) -> None:
    before = {seat: two.look(token)["version"] for seat, token in enumerate((*two.tokens, None))}
    teller.tell(two.id, 1, 1, None, 0, 1, None, 1)
    heard = {seat: paged(two, token, 2, before[seat]) for seat, token in enumerate((*two.tokens, None))}
    assert {seat: len(events) for seat, events in heard.items()} == {0: 3, 1: 6, 2: 2}
    for seat, events in heard.items():
        assert [event["n"] for event in events] == list(range(before[seat] + 1, before[seat] + len(events) + 1))
    assert two.look(two.tokens[0])["version"] == before[0] + 3
    assert paged(two, two.host, 2, before[2]) == heard[2]


def test_the_rest_hear_what_is_for_the_rest(two: Table, teller: Teller) -> None:
    version = two.look()["version"]
    teller.tell(two.id, 1, aside=True)
    (aside,), (own,) = paged(two, two.tokens[0], 9, version), paged(two, two.tokens[1], 9, version)
    assert (aside["question"], own["question"]) == ("aside", "something")
    assert aside["n"] == own["n"]
    assert paged(two, None, 9, version) == [aside]


@pytest.mark.parametrize(("whispers", "between"), [(0, 1), (1, 7), (50, 3), (1999, 1)])
def test_any_page_of_a_long_match_is_found(talk: Talk, teller: Teller, whispers: int, between: int) -> None:
    table = open_table(talk, None, None)
    first = table.look()["version"]
    told: list[int | None] = []
    while len(told) < 2000:
        told += [*[1] * whispers, *[None] * between]
    for at in range(0, len(told), 500):
        teller.tell(table.id, *told[at : at + 500])
    for token, heard in ((table.tokens[0], told.count(None)), (table.tokens[1], len(told))):
        version = table.look(token)["version"]
        assert version == first + heard
        for after in (0, 1, first, first + 1, first + heard // 3, version - 31, version - 1, version):
            page = talk.get(f"{table.path}/events", token, params={"after": max(after, 0), "limit": 5})
            expected = list(range(max(after, 0) + 1, version + 1))[:5]
            assert [event["n"] for event in page["items"]] == expected
            assert ("next" in page) == (max(after, 0) + 5 < version)


def test_a_wait_ends_with_the_next_event_and_with_no_whisper(house: House, two: Table, teller: Teller) -> None:
    version = two.look(two.tokens[0])["version"]
    question = {"after": version, "wait": 25}
    with ThreadPoolExecutor(2) as pool:
        paging = pool.submit(house.talk().get, f"{two.path}/events", two.tokens[0], params=question)
        looking = pool.submit(house.talk().get, two.path, two.tokens[0], params=question)
        settled(two)
        for _ in range(20):
            teller.tell(two.id, 1)
        # Whoever had been woken by a whisper would have answered with nothing new by now.
        settled(two)
        assert not paging.done()
        assert not looking.done()
        teller.tell(two.id, None)
        assert [event["n"] for event in paging.result()["items"]] == [version + 1]
        assert looking.result()["version"] == version + 1


def test_a_wait_without_events_ends_empty(two: Table) -> None:
    version = two.look()["version"]
    assert two.talk.get(f"{two.path}/events", params={"after": version, "wait": 1}) == {"items": []}


def test_pages_are_kept_by_nobody_else(two: Table) -> None:
    answer = two.talk.ask("GET", f"{two.path}/events", token=two.tokens[0])
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Authorization"


@pytest.mark.parametrize(
    ("name", "value"), [("after", "-1"), ("after", "x"), ("wait", "26"), ("limit", "0"), ("limit", "501"), ("of", "1")]
)
def test_what_makes_no_question_is_refused(two: Table, name: str, value: str) -> None:
    refused = two.talk.get(f"{two.path}/events", status=422, params={name: value})
    assert [place["pointer"] for place in refused["errors"]] == [name]


def test_who_may_not_look_may_not_read_events(talk: Talk, two: Table) -> None:
    closed = open_table(talk, None, None, spectators=False)
    assert talk.get(f"{closed.path}/events", status=403)["code"] == "spectators_not_allowed"
    assert talk.get(f"{closed.path}/events", two.tokens[0], status=403)["code"] == "token_of_another_match"
    assert talk.get(f"{closed.path}/events", "seat_no", status=401)["code"] == "token_unknown"
    assert talk.get(f"{closed.path}x/events", status=404)["code"] == "match_unknown"
    assert talk.get(f"{closed.path}/events", closed.host)["items"] == paged(closed, closed.tokens[1], 500)


def test_a_wait_of_somebody_who_may_look_no_more_is_refused(house: House, talk: Talk, teller: Teller) -> None:
    table = open_table(talk, None, None, sit=False, spectators=False)
    token = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)["token"]
    version = table.look()["version"]
    question = {"after": version, "wait": 25}
    with ThreadPoolExecutor(2) as pool:
        for path in (table.path, f"{table.path}/events"):
            # Allowed while the match waits for players.
            talk.get(path, params={"after": version})
        waiting = [
            pool.submit(house.talk().get, path, status=403, params=question)
            for path in (table.path, f"{table.path}/events")
        ]
        settled(table)
        began = time.monotonic()
        talk.post(f"{table.path}/start", token=table.host)
        assert {one.result()["code"] for one in waiting} == {"spectators_not_allowed"}
    version = table.look(token)["version"]
    question = {"after": version + 9, "wait": 25}
    with ThreadPoolExecutor(1) as pool:
        one = pool.submit(house.talk().get, table.path, token, status=401, params=question)
        settled(table)
        teller.renonce(table.id, 0)
        assert one.result()["code"] == "token_unknown"
    assert time.monotonic() - began < 20
