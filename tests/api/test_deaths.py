"""Processes that die in the middle of a match: it goes on where it was, and nothing is done twice or lost."""

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx
import pytest
import redis

from service.games.catalogue import TITLES
from service.leash import Leash
from service.tallies import counts_of, results_of
from service.wire import to_plain
from tests.api.house import House, until
from tests.api.mortal import lasting, watched
from tests.api.simulating import path, pure, submit
from tests.api.talk import Talk, open_table
from tests.conftest import LONG

pytestmark = pytest.mark.timeout(600 if LONG else 180)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house of one's own, Redis included."""
    with Leash() as leash:
        house = House(leash, tmp_path_factory.mktemp("mortal"))
        house.start_redis()
        house.start_api()
        house.start_worker()
        until(house.ready, "the API answers")
        yield house
        house.close()


@pytest.fixture
def talk(house: House) -> Talk:
    until(house.ready, "the API answers")
    return house.talk()


def test_the_api_dies(house: House, talk: Talk, seed: int) -> None:
    player = watched(talk, seed)
    player.step()
    before = player.look()
    house.kill(house.api)
    house.start_api()
    assert player.look()["version"] >= before["version"]
    player.finish()
    player.check()


def test_the_worker_dies_and_its_messages_with_it(house: House, talk: Talk, seed: int) -> None:
    player = watched(talk, seed)
    house.kill(house.worker)
    while player.look()["waiting_for"] != [1]:
        player.step()
    house.empty_queue()
    house.start_worker()
    with redis.Redis.from_url(house.url, socket_timeout=5) as store:
        # A look would send for the bot too.
        until(lambda: store.zscore("matches:due", player.table.id) is None, "the sweeper has found the match")
    assert player.look()["waiting_for"] != [1]
    player.finish()
    player.check()


def test_redis_dies(house: House, talk: Talk, seed: int) -> None:
    player = watched(talk, seed)
    player.step()
    before = player.look()
    assert house.redis is not None
    house.kill(house.redis)
    refused = talk.ask("GET", player.table.path, token=player.token)
    assert (refused.status_code, refused.json()["code"]) == (503, "redis_unavailable")
    assert talk.ask("GET", "/readyz").status_code == 503
    assert talk.ask("GET", "/healthz").status_code == 200
    house.start_redis()
    assert player.look()["version"] >= before["version"]
    player.finish()
    player.check()


def test_bots_under_way_move_again_when_redis_is_back(house: House, talk: Talk) -> None:
    """Nobody looks at their matches, and every message for them is lost."""
    options = {"length": "whole_deck", "turn_cap": 30}
    for _ in range(6):
        open_table(talk, *["random"] * 4, options=options)
    assert house.redis is not None
    house.kill(house.redis)
    house.start_redis()
    with redis.Redis.from_url(house.url, socket_timeout=5) as store:
        assert store.zcard("matches:due") > 0
        house.empty_queue()
        until(lambda: store.zcard("matches:due") == 0, "all of them have played to the end")


def test_a_wait_outlives_the_death_of_redis(house: House, talk: Talk, seed: int) -> None:
    """Of the news that came while the listener was away, none is missed."""
    table = open_table(talk, None, None)
    (decision,) = table.look(table.tokens[0])["decisions"]
    version = table.look()["version"]

    def wait() -> tuple[httpx.Response, float]:
        began = time.monotonic()
        heard = house.talk().ask("GET", table.path, params={"after": version, "wait": 25})
        return heard, time.monotonic() - began

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(wait)
        # Once this wait is over, the listener listens.
        table.look(params={"after": version, "wait": 1})
        assert house.redis is not None
        house.kill(house.redis)
        house.start_redis()
        body = {"decision": decision["id"], "choice": decision["choices"]["items"][0]}
        lasting(lambda: talk.ask("POST", f"{table.path}/actions", body, table.tokens[0]))
        answer, waited = waiting.result()
    assert answer.status_code == 200
    assert answer.json()["version"] == version + 1
    assert waited < 25, "the wait ended by itself"


@pytest.mark.parametrize("round_", range(12 if LONG else 1))
def test_anything_dies_at_any_moment(house: House, talk: Talk, seed: int, round_: int) -> None:
    draw = random.Random(seed + round_)
    rows = pure(1000, seed=round_)
    house.start_bulk(draw.choice((1, 2)), ALEHOUSE_CHUNK_MS=draw.choice(("1", "10", "500")))
    job = submit(talk, len(rows), seed=round_)
    player = watched(talk, seed + round_, again=True)
    victims = ["api", "worker", "redis", "bulk"] * 2
    draw.shuffle(victims)
    for victim in victims:
        for _ in range(draw.randrange(3)):
            player.step()
        house.kill_amid(victim, draw.uniform(0, 0.02), player.step)
    player.finish()
    player.check()
    while "ended_at" not in (seen := lasting(partial(talk.ask, "GET", path(job), params={"wait": 20}))):
        pass
    house.kill(house.bulk)
    assert (seen["status"], seen["done"]) == ("done", len(rows))
    expected = results_of(counts_of(rows), ("random", "random"), TITLES["squishem"].vocabulary.endings, partial=False)
    assert seen["results"] == to_plain(expected)
