"""Simulations over HTTP: followed, read, cancelled, expired, swept. The test itself plays the chunks."""

import csv
import io
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest

from service.wire import to_plain
from tests.api.house import until
from tests.api.simulating import Parlour, came_to, pages, path, pure, submit
from tests.api.talk import Json, Talk, contract


@pytest.fixture
def talk(inside: Parlour) -> Talk:
    return inside.talk()


def test_partial_results_are_those_of_the_matches_that_are_done(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 100, seed=5)
    chunks, rows = inside.chunks(), pure(100, seed=5)
    chunks.play(job["id"], 0)
    seen = talk.get(path(job))
    assert (seen["status"], seen["done"]) == ("running", 20)
    assert seen["results"] == came_to(rows[:20], ("random", "random"), partial=True)
    assert seen["seconds_left"] == pytest.approx(80 / seen["rate"], rel=0.05, abs=0.1)
    # The third was quicker than the second: counted, but no row is passed over.
    chunks.play(job["id"], 2)
    seen = talk.get(path(job))
    assert seen["results"] == came_to(rows[:20] + rows[40:60], ("random", "random"), partial=True)
    assert exported(talk, job) == [to_plain(row) for row in rows[:20]]
    chunks.play(job["id"], 1)
    assert exported(talk, job) == [to_plain(row) for row in rows[:60]]
    chunks.play(job["id"], 4)
    talk.delete(path(job))
    # No more will come: these are all that there are.
    assert exported(talk, job) == [to_plain(row) for row in rows[:60] + rows[80:]]


def exported(talk: Talk, job: Json) -> list[Json]:
    """Return the rows in each of the three forms, which hold the same."""
    rows = [row for page in pages(talk, job, 7) for row in page]
    lines = talk.ask("GET", f"{path(job)}/results.ndjson")
    assert lines.headers["Content-Type"] == "application/x-ndjson"
    parsed = [orjson.loads(line) for line in lines.content.splitlines()]
    table = talk.ask("GET", f"{path(job)}/results.csv")
    assert table.headers["Content-Type"] == "text/csv; header=present"
    assert table.content.count(b"\r\n") == table.content.count(b"\n") == len(rows) + 1
    cells = list(csv.DictReader(io.StringIO(table.text, newline="")))
    assert parsed == rows
    assert [{**row, "winners": " ".join(map(str, row["winners"]))} for row in rows] == [
        {name: int(cell) if name in ("match", "turns", "decisions") else cell for name, cell in row.items()}
        for row in cells
    ]
    for row in parsed:
        contract().validator("SimulatedMatch").validate(row)
    return rows


def test_pages_begin_and_end_where_they_say(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 50, seed=9)
    assert talk.get(f"{path(job)}/results") == {"items": []}
    inside.play(job)
    numbers = [row.match for row in pure(50, seed=9)]

    def page(**query: int) -> Json:
        return talk.get(f"{path(job)}/results", params=query)

    for after, limit in ((0, 1), (18, 2), (19, 20), (20, 1000), (47, 3), (48, 1), (49, 5), (2**53, 5)):
        found = page(after=after, limit=limit)
        there = [number for number in numbers if number > after]
        assert [row["match"] for row in found["items"]] == there[:limit]
        assert ("next" in found) == (len(there) > limit)
    for wrong in ({"limit": 0}, {"limit": 1001}, {"after": -1}):
        assert talk.get(f"{path(job)}/results", status=422, params=wrong)["code"] == "invalid_request"


def test_whoever_waits_is_woken_by_a_chunk_and_by_the_end(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 40, seed=1)
    chunks = inside.chunks()
    with ThreadPoolExecutor(3) as pool:

        def waiting(**query: int) -> Any:
            return pool.submit(talk.get, path(job), params={"wait": 25, **query})

        first, second, last = waiting(after=0), waiting(after=20), waiting()
        until(lambda: listeners(inside) >= 1, "the API listens")
        chunks.play(job["id"], 0)
        assert first.result(20)["done"] == 20
        assert not second.done()
        assert not last.done()
        chunks.play(job["id"], 1)
        assert (second.result(20)["done"], last.result(20)["status"]) == (40, "done")
    # Of what has ended nothing is waited for.
    assert talk.get(path(job), params={"wait": 25, "after": 40})["status"] == "done"


def listeners(inside: Parlour) -> int:
    found: Any = inside.store.pubsub_numsub("matches:moved")
    return int(found[0][1])


def test_an_answer_that_the_client_has_is_not_sent_again(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 40)

    def ask(etag: str) -> int:
        return talk.ask("GET", path(job), headers={"If-None-Match": etag}).status_code

    tags = [talk.ask("GET", path(job)).headers["ETag"]]
    for step in (lambda: inside.play(job, at_most=1), lambda: talk.delete(path(job))):
        assert ask(tags[-1]) == ask(f"W/{tags[-1]}") == ask(f'"another", {tags[-1]}') == ask("*") == 304
        step()
        assert ask(tags[-1]) == 200
        tags.append(talk.ask("GET", path(job)).headers["ETag"])
    assert len(set(tags)) == 3


def test_one_that_is_cancelled_keeps_what_it_has_and_gets_no_more(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 200, seed=2)
    chunks = inside.chunks()
    chunks.play(job["id"], 0)
    left = inside.out(job)
    ended = talk.delete(path(job))
    assert (ended["status"], ended["done"]) == ("cancelled", 20)
    assert ended["results"] == came_to(pure(20, seed=2), ("random", "random"), partial=True)
    assert "seconds_left" not in ended
    for chunk in left:
        chunks.play(job["id"], chunk)
    assert talk.delete(path(job)) == talk.get(path(job)) == ended
    assert not inside.store.exists(inside.key(job, "out"), inside.key(job, "notes"), "jobs:unfinished")


def test_one_that_is_done_stays_as_it_is(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 10)
    inside.play(job)
    done = talk.get(path(job))
    assert done["status"] == "done"
    assert talk.delete(path(job)) == done == talk.get(path(job))


DOORS = (
    ("GET", ""),
    ("DELETE", ""),
    ("GET", "/results"),
    ("GET", "/results.csv"),
    ("GET", "/results.ndjson"),
)


@pytest.mark.parametrize(("method", "door"), DOORS)
@pytest.mark.parametrize("name", ["s_" + "A" * 22, "s_short", "m_" + "A" * 22, "x" * 300])
def test_no_door_opens_to_one_that_never_was(talk: Talk, method: str, door: str, name: str) -> None:
    refused = talk.ask(method, f"/v1/simulations/{name}{door}")
    assert (refused.status_code, refused.json()["code"]) == (404, "job_unknown")


@pytest.mark.parametrize("ended", [False, True])
def test_every_door_of_one_that_has_expired_says_so(inside: Parlour, ended: bool) -> None:
    talk = inside.talk(ALEHOUSE_JOB_DAYS="3")
    job = submit(talk, 30)
    inside.play(job, at_most=2 if ended else 1)
    keys = [inside.key(job, part) for part in ("", "firsts", "rows", "sums", "out", "notes")]
    there = [one for one in keys if inside.store.exists(one)]
    left = [int(inside.store.pexpiretime(one)) for one in there]
    assert len(there) == (4 if ended else 6)
    # All of it goes at once, three days after the last change of its status.
    assert len(set(left)) == 1
    assert 3 * 24 * 3600 - 60 < inside.store.ttl(there[0]) <= 3 * 24 * 3600
    for one in there:
        inside.store.pexpire(one, 1)
    until(lambda: not inside.store.exists(*there), "it has expired")
    for method, door in DOORS:
        refused = talk.ask(method, f"{path(job)}{door}")
        assert (refused.status_code, refused.json()["code"]) == (410, "job_expired")
    inside.chunks().play(job["id"], 1)
    assert not inside.store.exists(*keys)


def test_what_was_lost_on_the_way_is_sent_for_again(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 400)
    until(lambda: inside.messages(job) == 8, "its window is sent for")
    inside.store.delete("bulk")
    chunks = inside.chunks()
    assert chunks.sweep() == 0, "none is overdue yet"
    inside.overdue(job)
    assert chunks.sweep() == 8
    until(lambda: inside.messages(job) == 8, "they are sent for again")
    assert chunks.sweep() == 0
    inside.play(job, chunks)
    assert talk.get(path(job))["results"] == came_to(pure(400, seed=job["seed"]), ("random", "random"))
    assert chunks.sweep() == 0
    assert not inside.store.exists("jobs:unfinished")


def test_what_waits_behind_others_is_sent_for_ever_more_seldom(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 20)
    chunks, waits = inside.chunks(), []
    for _ in range(4):
        inside.overdue(job)
        assert chunks.sweep() == 1
        seconds, _ = inside.store.time()
        waits.append(float(inside.store.zscore(inside.key(job, "out"), "0") or 0) / 1000 - seconds)
    assert waits == pytest.approx([30, 60, 120, 240], abs=5)


def test_the_window_is_filled_though_nobody_sent_for_the_next(inside: Parlour, talk: Talk) -> None:
    """As when the house goes on with a wider window."""
    job = submit(talk, 400)
    assert inside.chunks(ALEHOUSE_JOB_WINDOW="12").sweep() == 4
    assert inside.out(job) == list(range(12))


def test_what_has_ended_or_expired_leaves_the_index(inside: Parlour, talk: Talk) -> None:
    job, expired = submit(talk, 20), f"s_{'B' * 22}/of somebody"
    inside.store.zadd("jobs:unfinished", {expired: 500})
    talk.delete(path(job))
    assert inside.store.zrange("jobs:unfinished", 0, -1) == [expired.encode()]
    inside.chunks().sweep()
    assert not inside.store.exists("jobs:unfinished")


def test_one_that_goes_on_does_not_expire(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 60)

    def soon() -> str:
        """Let its days be nearly over."""
        inside.store.hset(inside.key(job), "expires_at", int(time.time() + 60) * 1000)
        return str(talk.get(path(job))["expires_at"])

    for chunk in range(2):
        before = soon()
        inside.chunks().play(job["id"], chunk)
        assert talk.get(path(job))["expires_at"] > before
        assert min(inside.store.ttl(inside.key(job, part)) for part in ("", "rows", "sums", "out")) > 6 * 24 * 3600
