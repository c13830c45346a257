"""Processes that die in the middle of a match: it goes on where it was, and nothing is done twice or lost."""

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import httpx
import pytest
import redis

from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.engine import replay
from service.leash import Leash
from tests.api.house import House, until
from tests.api.talk import Json, Table, Talk, open_table
from tests.api.test_matches import read_record
from tests.conftest import LONG

pytestmark = [pytest.mark.xdist_group("deaths"), pytest.mark.timeout(600 if LONG else 180)]


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


def lasting(send: Callable[[], httpx.Response], seconds: float = 60) -> Json:
    """Send a request until it is answered: what a client does that never gives up."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            response = send()
        except httpx.TransportError:
            pass
        else:
            if response.status_code == 200:
                body: Json = response.json()
                return body
            assert response.status_code == 503, response.text
            assert response.json()["code"] == "redis_unavailable"
            assert response.headers["Retry-After"] == "1"
        assert time.monotonic() < deadline, "no answer"
        time.sleep(0.05)


class Watched:
    """A player who plays on whatever dies, and notes every event that was told."""

    def __init__(self, table: Table, token: str, draw: random.Random) -> None:
        self.table = table
        self.token = token
        self.draw = draw
        self.heard: dict[int, Json] = {}
        self.acted = 0

    def look(self, **params: Any) -> Json:
        return lasting(lambda: self.table.talk.ask("GET", self.table.path, token=self.token, params=params))

    def step(self) -> bool:
        """Act once, or wait for the others; return False when the match is over."""
        seen = self.look()
        if seen["status"] != "running":
            return False
        if not seen["decisions"]:
            self.look(after=seen["version"], wait=5)
            return True
        decision = seen["decisions"][0]
        body = {"decision": decision["id"], "choice": self.draw.choice(decision["choices"]["items"])}
        answer = lasting(lambda: self.table.talk.ask("POST", f"{self.table.path}/actions", body, self.token))
        for event in answer["events"]:
            assert self.heard.setdefault(event["n"], event) == event
        self.acted += 1
        return True

    def finish(self) -> None:
        while self.step():
            pass

    def check(self) -> None:
        """The record replays to the outcome, and what was heard is in order."""
        over = self.look()
        assert over["status"] == "over"
        record = lasting(lambda: self.table.talk.ask("GET", f"{self.table.path}/record", token=self.token))
        game = TITLES[record["game"]]
        match, _ = replay(game, CODEC, read_record(record))
        outcome = game.outcome(CODEC.decode(match.state, game.state))
        assert outcome is not None
        assert list(outcome.winners) == over["outcome"]["winners"]
        assert sum(answer["seat"] == 0 for answer in record["answers"]) == self.acted
        assert all(one["at"] <= other["at"] for one, other in pairwise(self.heard[n] for n in sorted(self.heard)))


def watched(talk: Talk, seed: int) -> Watched:
    table = open_table(talk, None, "random", options={"length": "five_kills"})
    return Watched(table, table.tokens[0], random.Random(seed))


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
    until(lambda: player.look()["waiting_for"] != [1], "the sweeper has found the match")
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


@pytest.mark.parametrize("round_", range(6 if LONG else 1))
def test_anything_dies_at_any_moment(house: House, talk: Talk, seed: int, round_: int) -> None:
    draw = random.Random(seed + round_)
    player = watched(talk, seed + round_)
    victims = ["api", "worker", "redis"] * 2
    draw.shuffle(victims)
    for victim in victims:
        for _ in range(draw.randrange(3)):
            player.step()
        house.kill_amid(victim, draw.uniform(0, 0.02), player.step)
    player.finish()
    player.check()
