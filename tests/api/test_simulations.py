"""Simulations over HTTP: asked for, followed, cancelled, and what comes out. The test itself plays the chunks."""

import csv
import io
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import httpx
import orjson
import pytest

from service.games.catalogue import TITLES
from service.tallies import counts_of, results_of
from service.wanted import decode_wanted, pace_name
from service.wire import to_plain
from tests.api.house import until
from tests.api.simulating import Parlour, asked, path, pure, submit
from tests.api.talk import Json, Talk, contract, key


@pytest.fixture
def talk(inside: Parlour) -> Talk:
    return inside.talk()


def came_to(rows: list[Any], bots: tuple[str, ...], *, partial: bool = False) -> Json:
    """Return the results of these rows, as they are answered."""
    endings = TITLES["squishem"].vocabulary.endings
    found: Json = to_plain(results_of(counts_of(rows), bots, endings, partial=partial))
    return found


@pytest.mark.parametrize(
    ("bots", "seed", "rotate", "options"),
    [
        (("random", "random"), 0, False, {}),
        (("random", "random", "random"), 2**53 - 1, True, {"length": "five_kills"}),
        (("random",) * 4, 11, True, {"turn_cap": 4}),
    ],
)
def test_it_comes_to_what_the_bots_do_without_a_house(
    inside: Parlour, talk: Talk, bots: tuple[str, ...], seed: int, rotate: bool, options: Json
) -> None:
    inside.remember_pace(25_000, bots, **options)
    job = submit(talk, 70, bots, seed=seed, rotate=rotate, options=options)
    assert (job["status"], job["done"], job["matches"]) == ("queued", 0, 70)
    assert not {"rate", "started_at", "ended_at", "cause"} & job.keys()
    assert job["results"]["partial"] is True
    assert inside.play(job) == 4
    done = talk.get(path(job))
    expected = pure(70, bots, seed, rotate=rotate, **options)
    assert (done["status"], done["done"]) == ("done", 70)
    assert done["results"] == came_to(expected, bots)
    assert (done["seed"], done["rotate"], [seat["bot"] for seat in done["seats"]]) == (seed, rotate, list(bots))
    assert done["options"] == to_plain(TITLES["squishem"].vocabulary.options(**options))
    assert done["created_at"] <= done["started_at"] <= done["ended_at"] < done["expires_at"]
    assert done["rate"] > 0
    assert "seconds_left" not in done
    assert talk.get(f"{path(job)}/results")["items"] == [to_plain(row) for row in expected]


@pytest.mark.parametrize("milliseconds", ["1", "5", "60", "10000"])
def test_the_size_of_chunks_changes_nothing(inside: Parlour, talk: Talk, milliseconds: str) -> None:
    job = submit(talk, 200, seed=3)
    chunks = inside.play(job, inside.chunks(ALEHOUSE_CHUNK_MS=milliseconds))
    assert talk.get(path(job))["results"] == came_to(pure(200, seed=3), ("random", "random"))
    rows = [row for page in pages(talk, job, 64) for row in page]
    assert rows == [to_plain(row) for row in pure(200, seed=3)]
    if milliseconds == "1":
        assert chunks > 10


def test_chunks_grow_to_the_time_that_they_shall_last(inside: Parlour, talk: Talk) -> None:
    """Nobody has a measure of the first ones; after them there is one, which the next job begins with."""
    inside.store.flushdb()
    first = submit(talk, 400)
    # One match each, so that the slowest has the whole time of a task; then eight times as many at most.
    assert spans(inside, first) == [(at, at + 1) for at in range(8)]
    chunks = inside.chunks(ALEHOUSE_CHUNK_MS="10000")
    inside.play(first, chunks, at_most=1)
    assert spans(inside, first)[8:] == [(8, 16)]
    inside.play(first, chunks, at_most=8)
    assert spans(inside, first)[15:] == [(64, 72), (72, 136)]
    inside.store.set(f"pace:{pace_name(decode_wanted(inside.wanted(first)))}", 25_000)
    assert spans(inside, submit(talk, 50)) == [(0, 20), (20, 40), (40, 50)]
    assert spans(inside, submit(inside.talk(ALEHOUSE_CHUNK_MS="1000"), 50)) == [(0, 40), (40, 50)]


def spans(inside: Parlour, job: Json) -> list[tuple[int, int]]:
    played = inside.jobs().store.played(job["id"])
    return list(pairwise(played.firsts))


def test_without_a_seed_the_server_picks_one_and_shows_it(inside: Parlour, talk: Talk) -> None:
    first, second = submit(talk, 5), submit(talk, 5)
    assert first["seed"] != second["seed"]
    assert 0 <= first["seed"] < 2**53
    inside.play(first)
    expected = came_to(pure(5, seed=first["seed"]), ("random", "random"))
    assert talk.get(path(first))["results"] == expected


def test_asked_again_with_the_same_key_it_is_the_same_job(inside: Parlour, talk: Talk) -> None:
    headers = {"Idempotency-Key": key()}
    first = talk.ask("POST", "/v1/simulations", asked(30), headers=headers)
    again = talk.ask("POST", "/v1/simulations", asked(30), headers=headers)
    assert first.json() == again.json()
    assert first.headers["Location"] == again.headers["Location"] == path(first.json())
    until(lambda: inside.messages(first.json()) == 2, "both chunks are sent for")
    inside.play(first.json())
    later = talk.post("/v1/simulations", asked(30), status=202, headers=headers)
    assert (later["id"], later["status"], later["seed"]) == (first.json()["id"], "done", first.json()["seed"])
    other = talk.post("/v1/simulations", asked(31), status=422, headers=headers)
    assert other["code"] == "idempotency_key_reused"
    seeded = talk.post("/v1/simulations", asked(30, seed=first.json()["seed"]), status=422, headers=headers)
    assert seeded["code"] == "idempotency_key_reused"
    another = submit(talk, 30)
    assert another["id"] != first.json()["id"]
    until(lambda: inside.messages(another) > 0, "its chunks are sent for, after all that came before")
    assert inside.messages(first.json()) == 2


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"game": "chess"}, "/game"),
        ({"seats": [{"kind": "bot", "bot": "random"}]}, "/seats"),
        ({"seats": [{"kind": "bot", "bot": "random"}] * 5}, "/seats"),
        ({"seats": [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "deep"}]}, "/seats/1/bot"),
        ({"seats": [{"kind": "open", "bot": "random"}, {"kind": "bot", "bot": "random"}]}, "/seats/0/kind"),
        ({"options": {"length": "for_ever"}}, "/options/length"),
        ({"options": {"width": 3}}, "/options/width"),
        ({"matches": 0}, "/matches"),
        ({"matches": 100_001}, "/matches"),
        ({"matches": 10**9}, "/matches"),
        ({"matches": "10"}, "/matches"),
        ({"matches": 2.5}, "/matches"),
        ({"seed": -1}, "/seed"),
        ({"seed": 2**53}, "/seed"),
        ({"seed": "7"}, "/seed"),
        ({"rotate": "yes"}, "/rotate"),
        ({"workers": 4}, "/workers"),
    ],
    ids=str,
)
def test_what_can_not_be_played_is_refused(inside: Parlour, talk: Talk, wrong: Json, pointer: str) -> None:
    refused = talk.post("/v1/simulations", {**asked(10), **wrong}, status=422)
    assert refused["code"] == "invalid_request"
    assert [place["pointer"] for place in refused["errors"]] == [pointer]
    assert not inside.store.exists("jobs:unfinished")


def test_the_operator_says_how_large_one_may_be(inside: Parlour) -> None:
    talk = inside.talk(ALEHOUSE_LARGEST_JOB="20")
    assert submit(talk, 20)["matches"] == 20
    refused = talk.post("/v1/simulations", asked(21), status=422)
    assert refused["errors"] == [{"pointer": "/matches", "message": "21 matches are not allowed; allowed are 1 to 20."}]


def crowd(inside: Parlour) -> Callable[..., httpx.Response]:
    """Return how an address asks a house, in which a hundred matches may be unfinished, for some."""
    talk = inside.talk(ALEHOUSE_UNFINISHED="100", ALEHOUSE_PROXIES="1")

    def ask(address: str, matches: int, **headers: str) -> httpx.Response:
        return talk.ask("POST", "/v1/simulations", asked(matches), headers={"X-Forwarded-For": address, **headers})

    return ask


def test_too_many_are_asked_to_wait_and_what_is_played_leaves_room_at_once(inside: Parlour, talk: Talk) -> None:
    ask, headers = crowd(inside), {"Idempotency-Key": key()}
    first = ask("1.0.0.1", 60, **headers)
    second = ask("1.0.0.2", 40).json()
    refused = ask("1.0.0.3", 1)
    assert (refused.status_code, refused.json()["code"], refused.headers["Retry-After"]) == (503, "queue_full", "10")
    assert ask("1.0.0.1", 60, **headers).json() == first.json()
    talk.delete(path(second))
    assert ask("1.0.0.3", 40).status_code == 202
    inside.play(first.json(), at_most=1)
    assert ask("1.0.0.4", 20).status_code == 202
    assert ask("1.0.0.5", 1).status_code == 503
    inside.play(first.json())
    assert ask("1.0.0.5", 40).status_code == 202


def test_one_address_has_a_quarter_of_the_house_or_one_simulation(inside: Parlour) -> None:
    ask = crowd(inside)
    # As slow as that, who is refused needs not ask soon again.
    inside.remember_pace(1_000_000)
    assert ask("1.0.0.1", 60).status_code == 202
    assert "of yours" in ask("1.0.0.1", 1).json()["detail"]
    assert [ask("1.0.0.2", 10).status_code for _ in range(2)] == [202, 202]
    refused = ask("1.0.0.2", 50)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "45")
    assert ask("1.0.0.2", 5).status_code == 202
    assert ask("1.0.0.3", 15).status_code == 202
    refused = ask("1.0.0.4", 30)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "30")
    assert "of yours" not in refused.json()["detail"]


def test_an_empty_house_takes_one_that_is_larger_than_all_together_may_be(inside: Parlour) -> None:
    talk = inside.talk(ALEHOUSE_UNFINISHED="100")
    large = submit(talk, 500)
    assert talk.post("/v1/simulations", asked(1), status=503)["code"] == "queue_full"
    talk.delete(path(large))
    assert submit(talk, 1)["status"] == "queued"


def test_a_small_one_does_not_wait_for_all_of_a_giant(inside: Parlour, talk: Talk) -> None:
    giant, small = submit(talk, 100_000), submit(talk, 30)
    until(lambda: inside.messages(giant, small) == 10, "a window of the giant and the whole of the other are sent for")
    assert (inside.out(giant), inside.out(small)) == (list(range(8)), [0, 1])
    inside.chunks().play(giant["id"], 3)
    assert inside.out(giant) == [0, 1, 2, 4, 5, 6, 7, 8]
    until(lambda: inside.messages(giant) == 9, "what was played is replaced by the next")


def test_a_simulation_costs_by_its_size(inside: Parlour) -> None:
    talk = inside.talk(ALEHOUSE_RATE="300")

    def left(matches: int) -> int:
        answer = talk.ask("POST", "/v1/simulations", asked(matches))
        assert answer.status_code == 202, answer.text
        return int(answer.headers["RateLimit"].removeprefix('"default";r=').partition(";")[0])

    # Five come back each second.
    assert left(49) == pytest.approx(280, abs=15)
    assert left(5000) == pytest.approx(280 - 120, abs=15)
    refused = talk.ask("POST", "/v1/simulations", asked(100_000))
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert inside.store.zcard("jobs:unfinished") == 2


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


def pages(talk: Talk, job: Json, limit: int) -> Iterator[list[Json]]:
    following = f"{path(job)}/results?limit={limit}"
    while following:
        page = talk.get(following)
        assert len(page["items"]) <= limit
        yield page["items"]
        following = page.get("next", "")


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
        until(lambda: listeners(inside) == 1, "the API listens")
        chunks.play(job["id"], 0)
        assert first.result(15)["done"] == 20
        assert not second.done()
        assert not last.done()
        chunks.play(job["id"], 1)
        assert (second.result(15)["done"], last.result(15)["status"]) == (40, "done")
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
