"""What the workers do for simulations: play a chunk, and find those that were lost."""

import logging
import secrets
import time
from collections.abc import Callable
from typing import TypeVar

from service import metrics
from service.codec import StoredUnreadable, match_codec
from service.errors import StoreFull, StoreUnavailable
from service.failpoints import reach
from service.jobs import SENT_SECONDS, Jobs
from service.rows import packed
from service.store import Begun
from service.tallies import Row, counts_of, play_matches, seed_of_match
from service.wanted import Wanted, decode_wanted, pace_name, rules_name

LEASE_SECONDS = 10
"""A run that says nothing for so long is taken for dead."""

LOOK_SECONDS = 0.25
"""How often a run says that it lives, and sees whether the job is still wanted."""

FINISH_SECONDS = 30
"""How long a run waits for a store that is gone, to hand in what it has played."""

FOREIGN_SECONDS = 600
"""A job stands still for so long, and no worker with its rules is heard of, before it is given up."""

SEEN_SECONDS = 60
"""How often a process says, at most, that it has some rules."""

LONGEST_CAUSE = 300
"""Characters."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Chunks:
    """Plays chunks; done twice or at the same time, it changes nothing more."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._store = jobs.store
        self._seen: dict[str, float] = {}

    def play(self, job: str, chunk: int) -> None:
        """Play the matches of a chunk and count them, unless they are counted, played by another, or not wanted.

        A fault of the rules is a strike; a store that is gone is none, and what is left then the sweeper finds.
        """
        token = secrets.token_hex(8)
        try:
            stored = self._store.wanted(job)
            if stored is None:
                return
            wanted = decode_wanted(stored)
            if not self._can_play(wanted):
                _log.warning("chunk %s of %s left to a worker that has its rules and bots", chunk, job)
                return
            self._say_seen(wanted)
            begun = self._store.begin(job, chunk, token, LEASE_SECONDS * 1000)
        except (StoreUnavailable, StoreFull):
            return
        if begun is None:
            return
        began = time.monotonic()
        rows = self._played(job, chunk, token, wanted, begun)
        if rows is not None:
            reach("chunk.played")
            pace = max(1, int((time.monotonic() - began) * 1_000_000 / len(rows)))
            self._finish(job, chunk, token, wanted, begun.matches, rows, pace)

    def sweep_once(self, seconds: int) -> int:
        """Sweep, unless somebody has within these seconds."""
        return self.sweep() if self._jobs.steps.store.claim("sweep:jobs", seconds) else 0

    def sweep(self) -> int:
        """Send again for what is overdue; returns how many chunks that were."""
        sent = 0
        for one in self._store.unfinished():
            stored = self._store.wanted(one.job)
            if stored is None:
                self._store.dismiss(one)
                continue
            try:
                wanted = decode_wanted(stored)
            except StoredUnreadable:
                _log.exception("%s can't be read", one.job)
                self._store.give_up(one.job, FOREIGN_SECONDS * 1000, "What it was to play can't be read.")
                continue
            if not self._can_play(wanted) and self._given_up(one.job, wanted):
                continue
            chunks = self._store.again(one.job, self._jobs.cutting(wanted))
            if chunks is None:
                self._store.dismiss(one)
            else:
                self._jobs.send(one.job, chunks)
                sent += len(chunks)
        return sent

    def _say_seen(self, wanted: Wanted) -> None:
        name, now = rules_name(wanted), time.monotonic()
        if now >= self._seen.get(name, 0):
            self._store.seen_playing(name, FOREIGN_SECONDS)
            self._seen[name] = now + SEEN_SECONDS

    def _given_up(self, job: str, wanted: Wanted) -> bool:
        """Fail a job that no worker plays any more, as after a release; it would hold its room for ever."""
        if self._store.who_plays(rules_name(wanted)):
            return False
        cause = (
            f"No worker has rules version {wanted.rules_version} of {wanted.game} and its bots any more, and none has "
            f"played for {FOREIGN_SECONDS // 60} minutes; ask for it again."
        )
        return self._store.give_up(job, FOREIGN_SECONDS * 1000, cause)

    def _can_play(self, wanted: Wanted) -> bool:
        steps = self._jobs.steps
        game = steps.titles.get(wanted.game)
        return (
            game is not None
            and game.rules_version == wanted.rules_version
            and all(bot in steps.bots for bot in wanted.bots)
        )

    def _played(self, job: str, chunk: int, token: str, wanted: Wanted, begun: Begun) -> list[Row] | None:
        """Return the rows of all its matches; None where this run was to stop, or a match failed."""
        steps = self._jobs.steps
        game, bots = steps.titles[wanted.game], [steps.bots[bot] for bot in wanted.bots]
        options = match_codec(game).decode_options(wanted.options)
        playing = play_matches(game, options, bots, wanted.seed, begun.matches, rotate=wanted.rotate)
        # After a run that ended badly it is said which match comes next, so that the culprit can be told.
        careful, look_at = begun.tries > 1, time.monotonic() + LOOK_SECONDS
        rows: list[Row] = []
        try:
            for match in begun.matches:
                if careful or time.monotonic() >= look_at:
                    if not self._held(job, chunk, token, match if careful else None):
                        return None
                    look_at = time.monotonic() + LOOK_SECONDS
                reach("chunk.match")
                rows.append(next(playing))
        except Exception as error:  # noqa: BLE001 - rules and bots may raise whatever they like
            metrics.FAULTS.labels(wanted.game).inc()
            _log.exception("match %s of %s failed", begun.matches[len(rows)], job)
            said = f"{type(error).__name__}: {str(error).partition(chr(10))[0] or 'no more is known'}"
            self._strike(job, chunk, token, begun.matches[len(rows)], wanted, said)
            return None
        return rows

    def _held(self, job: str, chunk: int, token: str, match: int | None) -> bool:
        try:
            return self._store.hold(job, chunk, token, LEASE_SECONDS * 1000, match)
        except (StoreUnavailable, StoreFull):
            # Whatever happens meanwhile, a chunk is counted once.
            return True

    def _strike(self, job: str, chunk: int, token: str, match: int, wanted: Wanted, said: str) -> None:
        seed = seed_of_match(wanted.seed, match).hex()
        cause = f"Match {match} (seed {seed}) failed three times: {said.rstrip('.')}."
        if len(cause) > LONGEST_CAUSE:
            cause = f"{cause[: LONGEST_CAUSE - 1]}…"
        if _through(lambda: self._store.strike(job, chunk, token, match, cause, SENT_SECONDS * 1000)):
            self._jobs.send(job, [chunk])

    def _finish(
        self, job: str, chunk: int, token: str, wanted: Wanted, matches: range, rows: list[Row], pace: int
    ) -> None:
        cutting, stored, counts = self._jobs.cutting(wanted, (pace, len(rows))), packed(rows), counts_of(rows)
        finished = _through(lambda: self._store.finish(job, chunk, token, matches, stored, counts, cutting))
        if finished is None:
            return
        reach("chunk.counted")
        self._jobs.send(job, finished.chunks)
        if not finished.done:
            _through(lambda: self._store.remember_pace(pace_name(wanted), pace))


def _through(ask: Callable[[], T]) -> T | None:
    """Ask the store until it answers; None where it was gone for too long, or stays full."""
    deadline = time.monotonic() + FINISH_SECONDS
    while True:
        try:
            return ask()
        except (StoreUnavailable, StoreFull):
            if time.monotonic() >= deadline:
                return None
            time.sleep(LOOK_SECONDS)
