"""What a decision costs in bulk simulation, beside a coroutine that is asked and answered and does nothing else.

A figure is the best of several rounds on one core, in microseconds of the process's own time a decision. It holds the
rules' work between two decisions.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from service.bots import bots_of
from service.games.catalogue import TITLES
from service.games.kernel.chance import SeededChance
from service.games.kernel.game import Game
from service.games.kernel.simulation import Bot, simulate
from service.games.kernel.table import Ask
from service.games.squishem.decisions import choose_attack

ROUNDS = 15
MATCHES = 40
BARE_DECISIONS = 2_000


def microseconds(play: Callable[[], int]) -> float:
    """Return the best time a decision; `play` returns how many decisions it took."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        decisions = play()
        best = min(best, (time.process_time() - begun) / decisions)
    return best * 1e6


def bare() -> int:
    """Ask, draw, answer, and nothing else."""
    chance, driven = SeededChance(b"bare"), asked()
    driven.send(None)
    for _ in range(BARE_DECISIONS - 1):
        driven.send(chance.below(6))
    driven.close()
    return BARE_DECISIONS


async def asked() -> None:
    """A flow that is asked for ever."""
    while True:
        await Ask(0, choose_attack)


def played(title: Game[Any], bot: Bot, seats: int) -> int:
    """Play matches and count their decisions."""
    options, bots = title.vocabulary.options(), [bot] * seats
    return sum(simulate(title, options, bots, b"bench%d" % at).decisions for at in range(MATCHES))


def decisions() -> dict[str, dict[str, float]]:
    """Return a row for every title, bot and number of seats."""
    floor = microseconds(bare)
    rows = {}
    for title in TITLES.values():
        for bot in bots_of(title.key).values():
            for seats in title.seats:
                cost = microseconds(partial(played, title, bot, seats))
                figures = {"decision": cost, "floor": floor, "ratio": cost / floor}
                rows[f"{title.key}, {seats} seats, {bot.key}"] = figures
    return rows


def show(rows: dict[str, dict[str, float]]) -> None:
    """Print the rows as a table."""
    print(f"{'microseconds a decision':<38}{'rules':>8}{'floor':>8}{'ratio':>7}")
    for name, row in rows.items():
        print(f"{name:<38}{row['decision']:>8.1f}{row['floor']:>8.2f}{row['ratio']:>7.1f}")
