"""Simulations by a real house: as exact with any number of workers and chunks of any length, and soon cancelled."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from service.leash import Leash
from service.queue import Queue
from service.tallies import Row, counts_of
from tests.api.house import House, until
from tests.api.simulating import path, pure, submit
from tests.api.talk import Json, Talk
from tests.conftest import LONG

pytestmark = pytest.mark.timeout(180)

MATCHES = 600 if LONG else 200


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A Redis server and an API of its own; workers come with the tests."""
    with Leash() as leash:
        house = House(leash, tmp_path_factory.mktemp("played"))
        house.start_redis()
        house.start_api()
        until(house.ready, "the API answers")
        yield house
        house.close()


@pytest.fixture
def store(played: House) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(played.url, socket_timeout=5) as store:
        yield store


@pytest.fixture(scope="module")
def undisturbed() -> list[Row]:
    return pure(MATCHES, seed=21)


def counts(store: redis.Redis, job: Json) -> Json:
    found: Any = store.hgetall(f"job:{{{job['id']}}}:sums")
    return {name.decode(): int(number) for name, number in found.items()}


def over(talk: Talk, job: Json) -> Json:
    """Wait until it has ended."""
    while True:
        seen = talk.get(path(job), params={"wait": 25})
        if "ended_at" in seen:
            return seen


@pytest.mark.parametrize(("workers", "milliseconds"), [(1, 500), (4, 60), (4, 3)])
def test_counts_are_those_of_an_undisturbed_run(
    played: House, store: redis.Redis, undisturbed: list[Row], tmp_path: Path, workers: int, milliseconds: int
) -> None:
    talk = played.talk()
    job = submit(talk, MATCHES, seed=21)
    # Without a worker it only waits.
    assert talk.get(path(job))["status"] == "queued"
    with Leash() as leash:
        house = House(leash, tmp_path, played.url, ALEHOUSE_CHUNK_MS=str(milliseconds))
        house.start_bulk(workers)
        # Each of its chunks comes twice or more.
        again = Queue(played.url)
        for chunk in (*range(8), *range(12), 3, 3):
            again.play_chunk(job["id"], chunk)
        done = over(talk, job)
        house.close()
    assert (done["status"], done["done"]) == ("done", MATCHES)
    assert counts(store, job) == dict(counts_of(undisturbed))
    assert not store.exists(f"job:{{{job['id']}}}:out")
    until(lambda: not store.exists("jobs:unfinished"), "it leaves the index")


def test_one_that_is_cancelled_while_it_is_played_gets_no_more_rows(
    played: House, store: redis.Redis, tmp_path: Path
) -> None:
    talk = played.talk()
    with Leash() as leash:
        house = House(leash, tmp_path, played.url)
        house.start_bulk(2)
        job = submit(talk, 100_000)
        seen: Json = {"done": 0}
        # A worker that starts on a busy machine may take longer than one may wait.
        while seen["done"] <= 100:
            seen = talk.get(path(job), params={"after": 100, "wait": 25})
        assert seen["status"] == "running"
        assert seen["done"] < 100_000
        ended = talk.delete(path(job))
        assert ended["status"] == "cancelled"
        # Its messages are passed over, and another one's turn comes.
        other = submit(talk, 50, seed=4)
        assert over(talk, other)["status"] == "done"
        until(lambda: store.llen("bulk") == 0, "nothing is left in the queue")
        house.close()
    assert talk.get(path(job)) == ended
    assert store.hlen(f"job:{{{job['id']}}}:rows") * 5000 >= ended["done"] > 0
    assert not store.exists(f"job:{{{job['id']}}}:out", f"job:{{{job['id']}}}:notes")


def messages(store: redis.Redis, job: Json) -> int:
    """Count the messages about a job that wait for a worker."""
    waiting: Any = store.lrange("bulk", 0, -1)
    return sum(job["id"].encode() in message for message in waiting)


def test_what_the_queue_loses_is_found_by_the_sweeper(played: House, store: redis.Redis, tmp_path: Path) -> None:
    talk = played.talk()
    job = submit(talk, 200, seed=8)
    sent: Any = store.zrange(f"job:{{{job['id']}}}:out", 0, -1)
    # What was sent twice for other jobs may still come.
    until(lambda: messages(store, job) == len(sent) > 0, "its chunks are sent for")
    store.delete("bulk")
    store.zadd(f"job:{{{job['id']}}}:out", dict.fromkeys(sent, 1))
    with Leash() as leash:
        house = House(leash, tmp_path, played.url)
        house.start_bulk()
        house.start_worker()
        assert over(talk, job)["status"] == "done"
        house.close()
    assert counts(store, job) == dict(counts_of(pure(200, seed=8)))
