"""Whether this worker lives."""

import time

SILENT_SECONDS = 30.0
"""A worker whose loop hasn't turned for so long, though it has its connection, hangs."""


class _Pulse:
    """When the worker's loop last turned; None while it waits for the broker, which is no fault of its own."""

    beaten: float | None = None

    def beat(self) -> None:
        self.beaten = time.monotonic()

    def rest(self) -> None:
        self.beaten = None

    @property
    def lives(self) -> bool:
        return self.beaten is None or time.monotonic() - self.beaten < SILENT_SECONDS


PULSE = _Pulse()
