"""Before a release: nothing new begins, what is being played goes on to its end. Plain values in and out."""

from collections import Counter
from dataclasses import dataclass

from service.codec import StoredUnreadable
from service.setup import decode_setup
from service.shelves import played_as
from service.steps import now_ms
from service.store import JobStore, MatchStore
from service.wanted import decode_wanted

TIDIED_AT_ONCE = 500
"""Matches that are looked at in one sweep, and counted one by one where there are no more."""


@dataclass(frozen=True, slots=True)
class Left:
    """How much of one title and version of its rules is still being played."""

    game: str
    rules_version: int
    matches: int = 0
    simulations: int = 0


class Drain:
    """The use cases of who prepares a release."""

    def __init__(self, store: MatchStore, jobs: JobStore) -> None:
        self._store = store
        self._unfinished = store.unfinished
        self._jobs = jobs

    def begin(self) -> None:
        """Let no match start and no job be opened, on any machine; begun again, nothing changes."""
        self._unfinished.drain(now_ms())

    def end(self) -> bool:
        """Let all begin again; returns whether they might not before."""
        return self._unfinished.end_drain()

    def left(self) -> list[Left]:
        """Return what is still being played; matches that wait for players are not."""
        self.sweep()
        matches = {(game, version): count for game, version, count in self._unfinished.counts()}
        jobs = Counter(self._unfinished_jobs())
        return [Left(*group, matches.get(group, 0), jobs[group]) for group in sorted({*matches, *jobs})]

    def sweep_once(self, seconds: int) -> int:
        """Sweep, unless somebody has within these seconds."""
        return self.sweep() if self._store.claim("unfinished", seconds) else 0

    def sweep(self) -> int:
        """Look at some of the matches that are said to be played, and take out those that expired; returns how many."""
        names = self._unfinished.some(TIDIED_AT_ONCE)
        matches = [name.rpartition("/")[2] for name in names]
        # A match never comes back, so what is read of it later than its name is no news to the commits.
        gone = [
            name
            for name, match, data in zip(names, matches, self._store.setups(matches), strict=True)
            if data is None or played_as(decode_setup(data), match) != name
        ]
        self._unfinished.forget(gone)
        return len(gone)

    def _unfinished_jobs(self) -> list[tuple[str, int]]:
        groups = []
        for one in self._jobs.unfinished():
            found = self._jobs.load(one.job)
            if found is not None and found.ended_at is None:
                try:
                    wanted = decode_wanted(found.wanted)
                except StoredUnreadable:
                    # The sweeper ends it in its time.
                    groups.append(("unreadable", 0))
                else:
                    groups.append((wanted.game, wanted.rules_version))
        return groups
