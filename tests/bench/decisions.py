"""What a decision costs in bulk simulation, beside a coroutine that is asked and answered and does nothing else.

In microseconds of the process's own time a decision, on one core; it holds the rules' work between two decisions. Those
who take any choice that a decision samples cost nothing themselves: theirs is the cost of the rules alone. A match of
four that only greedy bots play is measured as a whole.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from service.bots import BOTS, bots_of
from service.games.catalogue import TITLES
from service.games.kernel.chance import Chance, SeededChance
from service.games.kernel.decisions import Choice, Decision
from service.games.kernel.game import Game, View
from service.games.kernel.simulation import Bot, simulate
from service.games.kernel.table import Ask
from service.games.squishem.decisions import choose_attack
from service.lexicons import referee
from tests.bench.figures import Goal, Row, row
from tests.bench.premises import Premises
from tests.games.kernel.driving import whim

PARTS = 3
"""Measurements in a round, of each row."""

SECONDS = 0.1
"""How long one shall take; so many matches are played each time."""

BARE_DECISIONS = 2_000
SEATS = 4
GREEDY = "greedy"
GOALS = {"no": Goal(15, ratio=False)}
OF_A_MATCH = Goal(1000 / 60, ratio=False)


class NoBot:
    """Takes whatever a decision samples."""

    key: str = "no"

    def choose(self, look: Callable[[], View], decision: Decision[Any], chance: Chance) -> Choice:
        choice: Choice = decision.choices.sample(chance)
        return choice


def measured(premises: Premises, rounds: int) -> Iterator[Row]:
    """Yield a row for every title, bot and number of seats; all of them take turns in each round."""
    plays: dict[tuple[str, int, str], Callable[[], int]] = {}
    for title in TITLES.values():
        for bot in (NoBot(), *bots_of(title.key).values()):
            for seats in title.seats:
                began = time.process_time()
                _played(title, bot, seats, 4)
                matches = max(1, int(4 * SECONDS / (time.process_time() - began)))
                plays[title.key, seats, bot.key] = partial(_played, title, bot, seats, matches)
    costs: dict[tuple[str, int, str], list[float]] = {name: [] for name in plays}
    floor: list[float] = []
    for _ in range(rounds * PARTS):
        for name, play in plays.items():
            costs[name].append(_microseconds(play))
        floor.append(_microseconds(_bare))
    for (title_key, seats, bot_key), cost in costs.items():
        figure = f"{title_key}: a decision, {seats} seats, {bot_key} bots"
        yield row(figure, "µs", cost, "an empty coroutine", floor, GOALS.get(bot_key))
    yield from _matches(rounds)


def _matches(rounds: int) -> Iterator[Row]:
    for title in TITLES.values():
        if SEATS in title.seats:
            by_bots, by_none = (
                [_milliseconds(title, bot) for _ in range(rounds * PARTS)] for bot in (BOTS[GREEDY], NoBot())
            )
            figure = f"{title.key}: a match, {SEATS} seats, {GREEDY} bots"
            yield row(figure, "ms", by_bots, "no bots, nor a lexicon", by_none, OF_A_MATCH)


def _milliseconds(title: Game[Any], bot: Bot) -> float:
    """Return the time of a match."""
    matches = 6
    began = time.process_time()
    _played(title, bot, SEATS, matches)
    return (time.process_time() - began) / matches * 1e3


def _microseconds(play: Callable[[], int]) -> float:
    """Return the time a decision; `play` returns how many decisions it took."""
    began = time.process_time()
    decisions = play()
    return (time.process_time() - began) / decisions * 1e6


def _bare() -> int:
    """Ask, draw, answer, and nothing else."""
    chance, driven = SeededChance(b"bare"), _asked()
    driven.send(None)
    for _ in range(BARE_DECISIONS - 1):
        driven.send(chance.below(6))
    driven.close()
    return BARE_DECISIONS


async def _asked() -> None:
    """A flow that is asked for ever."""
    while True:
        await Ask(0, choose_attack)


def _played(title: Game[Any], bot: Bot, seats: int, matches: int) -> int:
    """Play matches and count their decisions; where nobody looks for words, the referee doesn't either."""
    options, bots = title.vocabulary.options(), [bot] * seats
    rule = whim if isinstance(bot, NoBot) else referee.rule
    return sum(simulate(title, options, bots, b"bench%d" % at, rule).decisions for at in range(matches))
