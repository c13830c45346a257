"""Who waits for news: one listener a process, which wakes those whose own audience has some and nobody else."""

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from service.errors import MatchUnknown, StoreUnavailable
from service.setup import Setup, decode_setup
from service.store import Entry, Heard, MatchStore

RECONNECT_SECONDS = 0.5
KEPT_ENTRIES = 256
"""How many events of a streamed match are kept in memory; whoever is further behind has them read again."""

_log = logging.getLogger(__name__)


class Parked:
    """Somebody who waits for an audience of a match to get past event number `after`."""

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


@dataclass(frozen=True, slots=True)
class Read:
    """A match's setup and counters, and those of its events that were asked for, all of one instant.

    `life` is another once the store has lost what it had said.
    """

    setup: Setup
    heard: Heard
    entries: Sequence[Entry]
    life: int


class Feed:
    """The end of one match's common list of events, read once for all who stream it in this process."""

    def __init__(self, store: MatchStore, match: str) -> None:
        self._store = store
        self._match = match
        self._lock = threading.Lock()
        self._stale = True
        self._packed = b""
        self._setup: Setup
        self._heard = Heard(0, (), ())
        self._kept: list[Entry] = []
        self._life = 0
        self.readers = 0

    def grown(self) -> None:
        """There is news, or there may be."""
        self._stale = True

    def read(self, first: int, at_most: int) -> Read:
        """Return up to `at_most` entries from place `first` on; raises MatchUnknown when the match is gone."""
        with self._lock:
            if self._stale:
                self._refresh()
            setup, heard, life = self._setup, self._heard, self._life
            start = heard.told - len(self._kept)
            if first >= start:
                entries = self._kept[first - start : first - start + at_most]
                return Read(setup, heard, entries, life)
        return Read(setup, heard, self._store.entries(self._match, first, min(first + at_most, heard.told)), life)

    def _refresh(self) -> None:
        # Before the reading: news that comes meanwhile makes it stale again.
        self._stale = False
        try:
            # The last entry is read again, to see that it is still the same one.
            overlap = self._kept[-1:]
            found = self._store.tail(self._match, self._heard.told - len(overlap) if self._packed else None)
        except StoreUnavailable:
            self._stale = True
            raise
        if found is None:
            self._stale = True
            raise MatchUnknown(self._match)
        packed, heard, entries = found
        if entries[: len(overlap)] != overlap or heard.told < self._heard.told:
            self._life += 1
            self._kept = []
            entries = []
        if packed != self._packed:
            self._packed, self._setup = packed, decode_setup(packed)
        self._kept = [*self._kept, *entries[len(overlap) :]][-KEPT_ENTRIES:]
        self._heard = heard


class Hub:
    """Wakes the parked. After a broken connection it wakes all: any of them may have missed news."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store
        self._parked: dict[str, set[Parked]] = {}
        self._feeds: dict[str, Feed] = {}
        self._lock = threading.Lock()
        self._listening: threading.Thread | None = None
        self.closed = False

    def close(self) -> None:
        """Send everybody home: streams end, waits answer with what there is."""
        self.closed = True
        self._wake_all()

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

    @contextmanager
    def feed(self, match: str) -> Iterator[Feed]:
        """Share the reading of a match's events with all who stream it."""
        with self._lock:
            feed = self._feeds.setdefault(match, Feed(self._store, match))
            feed.readers += 1
            # Whoever joins may have heard of more, from another process, than the listener here has yet.
            feed.grown()
        try:
            yield feed
        finally:
            with self._lock:
                feed.readers -= 1
                if not feed.readers:
                    del self._feeds[match]

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
            except Exception:  # noqa: BLE001 - whatever it was, the thread lives on: there is no other
                _log.exception("what can't be understood came in place of news; listening anew")
                time.sleep(RECONNECT_SECONDS)

    def _moved(self, match: str, numbers: tuple[int, ...] | None) -> None:
        with self._lock:
            if match in self._feeds:
                self._feeds[match].grown()
            for waiting in self._parked.get(match, ()):
                if numbers is None or numbers[waiting.audience] > waiting.after:
                    waiting.wake()

    def _wake_all(self) -> None:
        with self._lock:
            for feed in self._feeds.values():
                feed.grown()
            for waiters in self._parked.values():
                for waiting in waiters:
                    waiting.wake()
