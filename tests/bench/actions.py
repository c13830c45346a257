"""What an action costs beside the bare floor.

The floor is the same Flask on the same Redis, which reads JSON, reads a blob as large as the match, commits it by
compare-and-set and answers with as many bytes: the least that any game over HTTP costs.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson
import redis

from service import logs
from service.app import create_app
from service.games.catalogue import TITLES
from service.settings import settings_from
from tests.bench.callers import Caller, Inside, Outside, Timed
from tests.bench.figures import Goal, Row, row
from tests.bench.floor import floor_app
from tests.bench.longest import Standing, longest
from tests.bench.premises import Premises, address_of

MATCHES = 6
"""Matches in a round."""

AMID = 60
"""Actions amid the longest phase in a round."""

Pairs = dict[str, tuple[Timed, Timed]]


def measured(premises: Premises, rounds: int) -> Iterable[Row]:
    """Yield the rows of every title; all ways of asking take turns in each round."""
    with open(premises.folder / "lines", "wb") as lines, redis.Redis.from_url(premises.url, socket_timeout=5) as store:
        logs.configure("bench", "info", lines)
        apps = Inside(create_app(settings_from(premises.environ()))), Inside(floor_app(premises.url))
        served = Outside(address_of(premises.api()))
        quiet = Outside(address_of(premises.api(ALEHOUSE_LOG_LEVEL="warning")))
        floor = Outside(premises.floor())
        for game in TITLES:
            ways = {"in process": apps, "": (served, floor), "without lines": (quiet, floor)}
            timed: Pairs = {name: (Timed(), Timed()) for name in ways}
            amid = longest(TITLES[game])
            held: Pairs = {name: (Timed(), Timed()) for name in ways if name != "in process"}
            for number in range(rounds + 1):
                if number <= 1:
                    # What the first round measures is thrown away: it warms everybody up.
                    for one in (timed, held):
                        one.update({name: (Timed(), Timed()) for name in one})
                for name, (app, bare) in ways.items():
                    compare(game, store, app, bare, *timed[name])
                for name in held:
                    stand(amid, store, *ways[name], *held[name])
            yield from rows(game, timed, held, len(amid.match.answers))
        for line in (served, quiet, floor):
            line.close()
