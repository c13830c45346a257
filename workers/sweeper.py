"""Finds what was lost on the way: matches that have waited too long for a bot."""

from workers.app import SWEEP_SECONDS, app
from workers.seats import bot_moves


@app.task(name="sweeper.sweep")  # type: ignore[untyped-decorator, unused-ignore]
def sweep() -> None:
    """Send for overdue bots again; of the sweeps that every worker asks for, one at a time is enough."""
    bot_moves().sweep_once(SWEEP_SECONDS - 1)
