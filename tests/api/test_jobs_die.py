"""Processes that die at the worst moments of a simulation: it comes to exactly what it comes to undisturbed."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import redis

from service.failpoints import POINTS
from service.tallies import Row, counts_of
from service.wire import to_plain
from tests.api import test_failpoints, test_word_questions
from tests.api.house import House, until
from tests.api.mortal import Deaths, deaths_to_come, house_of_mortals, lasting, store_of_mortals, talk_with_mortals
from tests.api.simulating import asked, path, pure, submit
from tests.api.talk import Json, Talk, key
from tests.conftest import LONG

__all__ = ["deaths_to_come", "house_of_mortals", "store_of_mortals", "talk_with_mortals"]
"""The house of these tests is one that may die."""

pytestmark = pytest.mark.timeout(600 if LONG else 240)

MATCHES = 400
SEED = 21

OF_CHUNKS = {"chunk.match": 30, "chunk.played": 2, "chunk.counted": 2}
OF_THE_API = {"job.opened": 1}
"""Points, and at which visit a process dies there."""


@pytest.fixture(scope="module")
def undisturbed() -> list[Row]:
    return pure(MATCHES, seed=SEED)


def look(talk: Talk, job: Json, **params: Any) -> Json:
    return lasting(partial(talk.ask, "GET", path(job), params=params))


def ended(house: House, talk: Talk, job: Json, start: Callable[[], None]) -> Json:
    """Wait until it has ended; a worker that has gone is started again."""
    while "ended_at" not in (seen := look(talk, job, wait=1)):
        if house.bulk.poll() is not None:
            start()
    return seen


def forget_pace(store: redis.Redis) -> None:
    """Have the next simulation begin with small chunks; then they are as long as the worker is told."""
    known: Any = store.keys("pace:*")
    if known:
        store.delete(*known)


def exact(store: redis.Redis, talk: Talk, job: Json, rows: list[Row]) -> None:
    """It is done, every match is counted once and has its own row, and nothing is left behind."""
    seen = look(talk, job)
    assert (seen["status"], seen["done"]) == ("done", len(rows)), seen.get("cause")
    found: Any = store.hgetall(f"job:{{{job['id']}}}:sums")
    assert {name.decode(): int(count) for name, count in found.items()} == dict(counts_of(rows))
    table: list[Json] = []
    while len(table) < len(rows):
        page = talk.get(f"{path(job)}/results", params={"after": len(table) - 1, "limit": 1000} if table else {})
        table += page["items"]
    assert table == [to_plain(row) for row in rows]
    assert not store.exists(f"job:{{{job['id']}}}:out", f"job:{{{job['id']}}}:notes")
    until(lambda: not store.exists("jobs:unfinished"), "it leaves the index")


LENGTHS = (1, 20, 500)
"""How many milliseconds a chunk may last: one match, some, and as long as is usual."""


@pytest.mark.parametrize(
    ("workers", "milliseconds"),
    [(workers, each) for workers in (1, 4) for each in LENGTHS if LONG or (workers, each) == (4, 20)],
)
def test_wherever_a_worker_dies_each_match_is_counted_once(
    house: House,
    store: redis.Redis,
    talk: Talk,
    deaths: Deaths,
    undisturbed: list[Row],
    workers: int,
    milliseconds: int,
) -> None:
    for point, time in OF_CHUNKS.items():
        deaths.at(point, time, 2 if LONG else 1)
        if LONG or point == "chunk.played":
            deaths.at(point, time, group=True)
    start = partial(house.start_bulk, workers, ALEHOUSE_CHUNK_MS=str(milliseconds), **deaths.environ)
    start()
    while deaths.left():
        forget_pace(store)
        job = submit(talk, MATCHES, seed=SEED)
        ended(house, talk, job, start)
        exact(store, talk, job, undisturbed)
    house.kill(house.bulk)


def test_wherever_the_api_dies_a_simulation_is_opened_once(
    house: House, store: redis.Redis, deaths: Deaths, undisturbed: list[Row]
) -> None:
    for point, time in OF_THE_API.items():
        deaths.at(point, time)
    house.kill(house.api)
    house.start_api(**deaths.environ)
    talk, headers = house.talk(), {"Idempotency-Key": key()}
    before: Any = store.keys("job:{s_*}")
    body = asked(MATCHES, seed=SEED)
    job = lasting(lambda: talk.ask("POST", "/v1/simulations", body, headers=headers), 202)
    assert not deaths.left()
    after: Any = store.keys("job:{s_*}")
    assert len(after) == len(before) + 1
    # Nobody has sent for its chunks: let the time pass that they may lie in the queue.
    out = f"job:{{{job['id']}}}:out"
    sent: Any = store.zrange(out, 0, -1)
    store.zadd(out, dict.fromkeys(sent, 1))
    house.start_bulk()
    ended(house, talk, job, house.start_bulk)
    exact(store, talk, job, undisturbed)
    house.kill(house.bulk)


@pytest.mark.parametrize("workers", [1, *([4] if LONG else [])])
def test_redis_dies_in_the_middle_and_nothing_that_was_counted_is_lost(
    house: House, store: redis.Redis, talk: Talk, undisturbed: list[Row], workers: int
) -> None:
    assert store.config_get("appendfsync") == {"appendfsync": "always"}
    # Chunks of a match each, so that it lasts.
    start = partial(house.start_bulk, workers, ALEHOUSE_CHUNK_MS="1")
    forget_pace(store)
    job = submit(talk, MATCHES, seed=SEED)
    start()
    done, deaths = 0, 0
    while deaths < (5 if LONG else 2) and "ended_at" not in (seen := look(talk, job, after=done, wait=20)):
        done = seen["done"]
        assert house.redis is not None
        house.kill(house.redis)
        house.start_redis()
        deaths += 1
        assert look(talk, job)["done"] >= done
    assert deaths
    ended(house, talk, job, start)
    exact(store, talk, job, undisturbed)
    house.kill(house.bulk)


@pytest.mark.parametrize("matches", [pytest.param(100_000, marks=[pytest.mark.long, pytest.mark.timeout(5400)])])
def test_a_worker_that_is_killed_every_ten_seconds(
    house: House, store: redis.Redis, talk: Talk, tmp_path: Path, seed: int, matches: int
) -> None:
    """It comes to the same table as the command that needs no house."""
    house.start_bulk(2)
    job, killed = submit(talk, matches, seed=seed), 0
    while "ended_at" not in (seen := look(talk, job, wait=10)):
        house.kill(house.bulk)
        house.start_bulk(2)
        killed += 1
    house.kill(house.bulk)
    assert killed
    assert (seen["status"], seen["done"], seen["results"]["matches"]) == ("done", matches, matches)
    file = tmp_path / "undisturbed.csv"
    command = [*(sys.executable, "-m", "service.cli", "simulate", "squishem", "--bots", "random,random")]
    subprocess.run([*command, "--matches", str(matches), "--seed", str(seed), "--csv", str(file)], check=True)
    with file.open("rb") as table:
        assert talk.ask("GET", f"{path(job)}/results.csv").content == table.read()


def test_somebody_dies_at_each_point() -> None:
    of_matches = {*test_failpoints.OF_WORKERS, *test_failpoints.OF_THE_API}
    of_words = {*test_word_questions.POINTS, "question.opened", "word.ruled"}
    assert of_matches | of_words | {*OF_CHUNKS, *OF_THE_API} == set(POINTS)
