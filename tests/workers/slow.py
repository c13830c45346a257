"""Tasks for the worker's tests: one says where it runs and ends when it may, one is stuck in the rules for good."""

import os
import time
from typing import Any

import redis

from service.codec import CODEC
from service.games.kernel.chance import Chance
from service.games.kernel.engine import open_play
from service.games.kernel.errors import RulesFault
from service.games.kernel.game import Options
from service.games.squishem.game import Squishem
from service.games.squishem.state import SquishemOptions, State
from workers.app import app


@app.task(name="slow.run")
def run(name: str, url: str) -> None:
    """Note the process that runs this, wait for leave to end, note the end."""
    store: Any = redis.Redis.from_url(url, socket_timeout=5)
    store.rpush(f"{name}:ran", os.getpid())
    while not store.exists(f"{name}:may-end"):
        time.sleep(0.02)
    store.rpush(f"{name}:ended", os.getpid())
    store.close()


class Endless(Squishem):
    """Rules that never come to an end."""

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        while True:
            pass


@app.task(name="slow.stuck")
def stuck(name: str, url: str) -> None:
    """Note the process that runs this, and whether the rules were blamed for what ended it."""
    with redis.Redis.from_url(url, socket_timeout=5) as store:
        store.rpush(f"{name}:ran", os.getpid())
        try:
            open_play(Endless(), CODEC, SquishemOptions(), 2, "00" * 32)
        except RulesFault:
            store.rpush(f"{name}:blamed", os.getpid())
            raise
