"""Finds what was lost on the way, or left behind: bots that are waited for, chunks, questions, a list out of date."""

from functools import cache

from service.draining import Drain
from service.listing import Listing
from service.settings import settings_from
from service.store import JobStore
from workers.app import SWEEP_SECONDS, app
from workers.seats import bot_moves, steps
from workers.simulations import chunks
from workers.words import word_answers

TIDY_SECONDS = 60


@cache
def listing() -> Listing:
    """Return this process's own."""
    return Listing(steps())


@cache
def drain() -> Drain:
    """Return this process's own."""
    return Drain(steps().store, JobStore(settings_from().redis_url))


@app.task(name="sweeper.sweep")  # type: ignore[untyped-decorator, unused-ignore]
def sweep(everything: bool = False) -> None:
    """Send for overdue chunks, questions and bots again, or for all bots that are asked.

    Of the sweeps that every worker asks for, one will do.
    """
    bot_moves().sweep_once(SWEEP_SECONDS - 1, everything=everything)
    chunks().sweep_once(SWEEP_SECONDS - 1)
    word_answers().sweep_once(SWEEP_SECONDS - 1)
    listing().sweep_once(TIDY_SECONDS)
    drain().sweep_once(TIDY_SECONDS)
