"""Finds what was lost on the way, or left behind: matches that wait too long for a bot, and a list out of date."""

from functools import cache

from service.listing import Listing
from workers.app import SWEEP_SECONDS, app
from workers.seats import bot_moves, steps

TIDY_SECONDS = 60


@cache
def listing() -> Listing:
    """Return this process's own."""
    return Listing(steps())


@app.task(name="sweeper.sweep")  # type: ignore[untyped-decorator, unused-ignore]
def sweep(everything: bool = False) -> None:
    """Send for overdue bots again, or for all that are asked; of the sweeps that every worker asks for, one will do."""
    bot_moves().sweep_once(SWEEP_SECONDS - 1, everything=everything)
    listing().sweep_once(TIDY_SECONDS)
