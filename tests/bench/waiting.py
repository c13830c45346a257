"""How long a bot keeps a person waiting, while nothing else is done and while a simulation takes every `bulk` process.

From the moment that a person's action is sent until that person, who waits for news, sees what the bot did.
"""

import time
from collections.abc import Iterator
from typing import Any

import orjson

from service.games.catalogue import TITLES
from tests.api.house import until
from tests.bench.callers import Outside
from tests.bench.figures import Goal, Row, row
from tests.bench.premises import Premises, address_of
from tests.choosing import picked

ACTIONS = 60
"""Actions in a round that a bot answers, and as many during a simulation."""

MATCHES = 10_000
BULK = 2
BOT = "greedy"


def measured(premises: Premises, rounds: int) -> Iterator[Row]:
    """Yield a row for every title."""
    house = premises.api()
    line = Outside(address_of(house))
    house.start_worker()
    house.start_bulk(BULK)
    try:
        for game in TITLES:
            person = Person(line, game)
            person.waits(2)
            idle, busy = [], []
            for _ in range(rounds):
                idle += person.waits(ACTIONS)
                job = _begun(line, game)
                busy += person.waits(ACTIONS)
                _cancel(line, job)
            yield row(
                f"{game}: an action until the bot's answer is seen, during a simulation of {MATCHES} matches",
                *("ms", busy, "while nothing else is done", idle, Goal(2)),
            )
    finally:
        line.close()
        premises.end(house.worker)
        premises.end(house.bulk)


class Person:
    """Plays against a bot, match after match."""

    def __init__(self, line: Outside, game: str) -> None:
        self._line = line
        self._game = game
        self._turn = 0
        self._path = self._token = ""

    def waits(self, actions: int) -> list[float]:
        """Return the milliseconds of so many waits for the bot."""
        waits: list[float] = []
        while len(waits) < actions:
            seen: Any = self._look() if self._path else {"status": "over"}
            if seen["status"] != "running":
                self._open()
            elif seen["waiting_for"] != [0]:
                # Where both are asked at once, the bot goes first: it would not be our action that it answers.
                self._look(seen["version"])
            elif (wait := self._act(seen)) is not None:
                waits.append(wait * 1000)
        return waits

    def _act(self, seen: Any) -> float | None:
        """Act; the seconds until the bot has acted too, or None where the bot is not asked next."""
        self._turn += 1
        decision = next(one for one in seen["decisions"] if not one["optional"])
        action = {"decision": decision["id"], "choice": picked(decision["choices"], self._turn)}
        began = time.perf_counter()
        now = self._ask("POST", f"{self._path}/actions", action)
        if 1 not in now["waiting_for"]:
            return None
        if self._look(now["version"])["version"] == now["version"]:
            raise RuntimeError("No bot answered within 25 seconds.")
        return time.perf_counter() - began

    def _look(self, after: int | None = None) -> Any:
        return self._ask("GET", self._path if after is None else f"{self._path}?after={after}&wait=25")

    def _open(self) -> None:
        seats = [{"kind": "open"}, {"kind": "bot", "bot": BOT}]
        self._token = ""
        self._path = f"/v1/matches/{self._ask('POST', '/v1/matches', {'game': self._game, 'seats': seats})['id']}"
        self._token = self._ask("POST", f"{self._path}/seats", {"name": "Ambie"})["token"]

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        return orjson.loads(self._line(method, path, b"" if body is None else orjson.dumps(body), self._token))


def _begun(line: Outside, game: str) -> str:
    """Begin a simulation, and return its path once matches are done."""
    seats = [{"kind": "bot", "bot": BOT}] * TITLES[game].seats.start
    asked = orjson.dumps({"game": game, "seats": seats, "matches": MATCHES})
    job = f"/v1/simulations/{orjson.loads(line('POST', '/v1/simulations', asked))['id']}"
    until(lambda: orjson.loads(line("GET", job))["done"], "matches are done")
    return job


def _cancel(line: Outside, job: str) -> None:
    """End a simulation, and wait until those who played it are idle again."""
    if orjson.loads(line("DELETE", job))["status"] != "cancelled":
        raise RuntimeError(f"The simulation of {MATCHES} matches ended before the measurement did.")
    # They look four times a second whether it is still wanted.
    time.sleep(0.5)
