"""How chunks of simulations are cut and sent for; the use cases and the workers share it."""

from collections.abc import Iterable

from service.settings import Settings
from service.steps import Steps
from service.store import Cutting, JobStore
from service.wanted import Wanted, pace_name

FIRST_MATCHES = 1
"""Matches to a chunk while nobody knows how long one takes: any that a task has the time for comes to its end."""

GROWTH = 8
"""A chunk is so many times as long as the one whose pace was measured, at most: one quick match may be an exception."""

MOST_MATCHES = 5000
"""Matches to a chunk at most, however short they are."""

SENT_SECONDS = 15
"""How long a chunk may lie in the queue before it is sent for again; each time it may lie twice as long."""


class Jobs:
    """The jobs of a house."""

    def __init__(self, steps: Steps, store: JobStore, settings: Settings) -> None:
        self.steps = steps
        self.store = store
        self.settings = settings

    def cutting(self, wanted: Wanted, measured: tuple[int, int] | None = None) -> Cutting:
        """Return how to cut the next chunks of a job; rows and counts don't depend on it.

        `measured` is how many microseconds a match took, of how many; without it, what is remembered of such matches.
        """
        if measured is None:
            pace, most = self.store.pace(pace_name(wanted)), MOST_MATCHES
        else:
            pace, most = measured[0], min(MOST_MATCHES, GROWTH * measured[1])
        size = FIRST_MATCHES
        if pace is not None:
            size = max(1, min(most, self.settings.chunk_milliseconds * 1000 // max(1, pace)))
        return Cutting(size, self.settings.job_window, SENT_SECONDS * 1000)

    def send(self, job: str, chunks: Iterable[int]) -> None:
        """Send for chunks of a job."""
        for chunk in chunks:
            self.steps.queue.play_chunk(job, chunk)
