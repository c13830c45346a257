"""Parked looks: one listener a process, which wakes those whose own audience has news and nobody else."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from service.errors import StoreUnavailable
from service.store import MatchStore

RECONNECT_SECONDS = 0.5


class Parked:
    """Somebody who waits for an audience of a match to get past an event number."""

    __slots__ = ("_wake", "after", "audience")

    def __init__(self, audience: int, after: int) -> None:
        self.audience = audience
        self.after = after
        self._wake = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Wait to be woken; return False when the time is over first."""
        woken = self._wake.wait(seconds)
        self._wake.clear()
        return woken

    def wake(self) -> None:
        self._wake.set()


class Hub:
    """Wakes the parked. After a broken connection it wakes all: any of them may have missed news."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store
        self._parked: dict[str, set[Parked]] = {}
        self._lock = threading.Lock()
        self._listening: threading.Thread | None = None

    @contextmanager
    def parked(self, match: str, audience: int, after: int) -> Iterator[Parked]:
        """Register before looking, so that no news falls between the look and the wait."""
        waiting = Parked(audience, after)
        with self._lock:
            self._parked.setdefault(match, set()).add(waiting)
            if self._listening is None:
                self._listening = threading.Thread(target=self._listen, name="hub", daemon=True)
                self._listening.start()
        try:
            yield waiting
        finally:
            with self._lock:
                waiters = self._parked[match]
                waiters.discard(waiting)
                if not waiters:
                    del self._parked[match]

    def _listen(self) -> None:
        while True:
            try:
                for move in self._store.moves():
                    if move is None:
                        self._wake_all()
                    else:
                        self._moved(*move)
            except StoreUnavailable:
                time.sleep(RECONNECT_SECONDS)

    def _moved(self, match: str, numbers: tuple[int, ...]) -> None:
        with self._lock:
            for waiting in self._parked.get(match, ()):
                if numbers[waiting.audience] > waiting.after:
                    waiting.wake()

    def _wake_all(self) -> None:
        with self._lock:
            for waiters in self._parked.values():
                for waiting in waiters:
                    waiting.wake()
