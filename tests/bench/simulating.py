"""What simulations get done: through the service with one process of `bulk` and with two, and without a service."""

import time
from collections.abc import Iterator
from functools import partial

import orjson

from service.bots import BOTS
from service.games.catalogue import TITLES
from service.store import JobStore
from service.tallies import play_matches
from tests.api.house import House, until
from tests.bench.callers import Outside
from tests.bench.figures import Row, row
from tests.bench.premises import Premises, address_of

SECONDS = 4.0
"""How long one process shall have to play in each round."""

BOT = "random"
SEED = 7


def measured(premises: Premises, rounds: int) -> Iterator[Row]:
    """Yield the rows of every title; the number of processes changes within each round."""
    house = premises.api()
    line = Outside(address_of(house))
    store = JobStore(premises.url)
    for game in TITLES:
        # Also warms up.
        matches = max(1, int(SECONDS * _alone(game, 100)))
        rates: dict[int, list[float]] = {0: [], 1: [], 2: []}
        chunks: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(rounds):
            rates[0].append(_alone(game, matches // 4 + 1))
            for processes in chunks:
                seconds, cut = _served(premises, house, line, store, game, matches, processes)
                rates[processes].append(matches / seconds)
                chunks[processes].append(cut / seconds)
        yield row(f"{game}: {BOT} bots, 1 process", "matches/s", rates[1], "the rules alone, 1 process", rates[0])
        yield row(f"{game}: {BOT} bots, 2 processes", "matches/s", rates[2], "1 process", rates[1])
        yield row(f"{game}: chunks, 2 processes", "chunks/s", chunks[2], "1 process", chunks[1])
    line.close()


def _alone(game: str, matches: int) -> float:
    """Return the matches a second of the rules and bots in this process."""
    title = TITLES[game]
    bots = [BOTS[BOT]] * title.seats.start
    began = time.perf_counter()
    for _ in play_matches(title, title.vocabulary.options(), bots, SEED, range(matches), rotate=False):
        pass
    return matches / (time.perf_counter() - began)


def _served(
    premises: Premises, house: House, line: Outside, store: JobStore, game: str, matches: int, processes: int
) -> tuple[float, int]:
    """Return how many seconds a simulation takes from the request to its end, and its chunks."""
    house.start_bulk(processes)
    try:
        # The worker stands once it has played something.
        _played(line, game, processes)
        began = time.perf_counter()
        job = _played(line, game, matches)
        seconds = time.perf_counter() - began
    finally:
        premises.end(house.bulk)
    return seconds, len(store.played(job).firsts) - 1


def _played(line: Outside, game: str, matches: int) -> str:
    """Have a simulation played; returns its id."""
    seats = [{"kind": "bot", "bot": BOT}] * TITLES[game].seats.start
    asked = orjson.dumps({"game": game, "seats": seats, "matches": matches, "seed": SEED})
    job: str = orjson.loads(line("POST", "/v1/simulations", asked))["id"]
    until(partial(_over, line, job), "the simulation is over", 120)
    return job


def _over(line: Outside, job: str) -> bool:
    found = orjson.loads(line("GET", f"/v1/simulations/{job}?wait=25"))
    if found["status"] in ("failed", "cancelled"):
        raise RuntimeError(f"The simulation is {found['status']}: {found.get('cause')}")
    return bool(found["status"] == "done")
