"""Chunks of simulations as tasks."""

from functools import cache

from service.chunks import Chunks
from service.jobs import Jobs
from service.settings import settings_from
from service.store import JobStore
from workers.app import app
from workers.seats import steps


@cache
def chunks() -> Chunks:
    """Return this process's own."""
    settings = settings_from()
    return Chunks(Jobs(steps(), JobStore(settings.redis_url), settings))


@app.task(name="simulations.chunk")  # type: ignore[untyped-decorator, unused-ignore]
def play_chunk(job: str, chunk: int) -> None:
    """Play a chunk of a job; run twice, it is counted once."""
    chunks().play(job, chunk)
