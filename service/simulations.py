"""Simulations: many matches between bots, played by the workers. Plain values in and out, no HTTP."""

import hashlib
import secrets
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from service import metrics
from service.codec import match_codec
from service.errors import (
    IdempotencyKeyReused,
    JobExpired,
    JobUnknown,
    MatchesInvalid,
    OptionUnfit,
    QueueFull,
    SeatsInvalid,
    StoreUnavailable,
)
from service.failpoints import reach
from service.games.kernel.game import Options
from service.hub import Hub
from service.jobs import Jobs
from service.rows import unpacked
from service.seats import is_job_id
from service.shown import Shown, rfc3339
from service.store import NoRoom, Room, StoredJob
from service.tallies import Row, results_of
from service.wanted import LARGEST_SEED, Wanted, decode_wanted, encode_wanted, pace_name
from service.watching import LONGEST_WAIT_SECONDS
from service.wire import to_wire

MOST_JOBS = 1000
"""Jobs that may be unfinished at once, however small."""

FULL_SECONDS = range(10, 3600)
"""How long whoever found no room is asked to wait, from the least to the most."""

DAY_SECONDS = 24 * 3600
CHUNKS_AT_ONCE = 16
"""Chunks whose rows are read in one go."""

_END = 2**60
"""Past every number of matches: only the end of a job is news to whoever waits for this."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What a simulation is asked for with: the bots' keys, one a seat; without a seed one is picked."""

    game: str
    options: Options
    bots: tuple[str, ...]
    matches: int
    seed: int | None = None
    rotate: bool = False


@dataclass(frozen=True, slots=True)
class RowsPage:
    """Rows in order of their numbers, and whether there are `more` by now."""

    items: Sequence[Row]
    more: bool


class Simulations:
    """The use cases."""

    def __init__(self, jobs: Jobs, hub: Hub) -> None:
        self._jobs = jobs
        self._steps = jobs.steps
        self._store = jobs.store
        self._settings = jobs.settings
        self._hub = hub

    def submit(self, submission: Submission, key: str | None = None, asker: str = "") -> Shown:
        """Let the workers play; the same submission with the same idempotency `key` is one job, however often sent.

        One `asker` (an address) may have a quarter of what may be unfinished.

        Raises GameUnknown, SeatsInvalid, OptionUnfit, BotUnknown, MatchesInvalid, QueueFull, Draining,
        IdempotencyKeyReused.
        """
        game = self._steps.game(submission.game)
        if len(submission.bots) not in game.seats:
            raise SeatsInvalid(len(submission.bots), game.seats)
        if (misfit := submission.options.misfit(len(submission.bots))) is not None:
            raise OptionUnfit(misfit)
        for at, bot in enumerate(submission.bots):
            self._steps.bot(bot, game.key, f"/seats/{at}/bot")
        if not 1 <= submission.matches <= self._settings.largest_job:
            raise MatchesInvalid(submission.matches, self._settings.largest_job)
        wanted = Wanted(
            game=game.key,
            rules_version=game.rules_version,
            options=match_codec(game).encode_options(submission.options),
            bots=submission.bots,
            matches=submission.matches,
            seed=secrets.randbelow(LARGEST_SEED + 1) if submission.seed is None else submission.seed,
            rotate=submission.rotate,
            request=hashlib.sha256(to_wire(submission)).hexdigest(),
        )
        job = self._steps.tokens.job_id(key)
        found = None if key is None else self._store.load(job)
        if found is None:
            self._open(job, wanted, asker)
            # Where the key was sent before, this finds what the first request opened.
            found = self._load(job)
        if decode_wanted(found.wanted).request != wanted.request:
            raise IdempotencyKeyReused
        return self._shown(job, found)

    def look(
        self,
        job: str,
        after: int | None = None,
        wait: float = 0,
        has: Callable[[str], bool] = lambda _: False,
    ) -> Shown | str:
        """Return how a job stands, or its etag alone where the client `has` it.

        Waits up to `wait` seconds (25 at most) until more than `after` matches are done, or it has ended; without
        `after`, until it has ended. Raises JobUnknown, JobExpired.
        """
        found = self._waited(job, _END if after is None else after, wait)
        etag = _etag(found)
        return etag if has(etag) else self._shown(job, found)

    def cancel(self, job: str) -> Shown:
        """End a job; what was counted stays. One that has ended stays as it is. Raises JobUnknown, JobExpired."""
        found = self._load(job)
        if not found.ended_at:
            self._store.cancel(job)
            found = self._load(job)
        return self._shown(job, found)

    def page(self, job: str, after: int, at_most: int) -> RowsPage:
        """Return up to `at_most` rows of matches past number `after`.

        Of an unfinished job those up to the first match that is not played yet, so that none is missed; of one that has
        ended, all that there are. Raises JobUnknown, JobExpired.
        """
        items: list[Row] = []
        for rows in self._parts(job, after):
            items += [row for row in rows if row.match > after]
            if len(items) > at_most:
                break
        return RowsPage(items[:at_most], len(items) > at_most)

    def parts(self, job: str) -> Iterator[Sequence[Row]]:
        """Return the rows as `page` does, all of them, part by part; one after the other they are read."""
        return self._parts(job, -1)

    def _open(self, job: str, wanted: Wanted, asker: str) -> None:
        room, keep = Room(self._settings.unfinished, MOST_JOBS), self._settings.job_days * DAY_SECONDS
        # Long-lived, so the address itself is not written.
        asked_by = hashlib.sha256(asker.encode()).hexdigest()[:16]
        cutting = self._jobs.cutting(wanted)
        chunks = self._store.open(job, encode_wanted(wanted), wanted.matches, asked_by, room, keep, cutting)
        if isinstance(chunks, NoRoom):
            # As long as one worker needs for what is too much; how many there are nobody here knows.
            seconds = chunks.matches * (self._store.pace(pace_name(wanted)) or 0) // 1_000_000
            raise QueueFull(max(FULL_SECONDS.start, min(seconds, FULL_SECONDS.stop)), own=chunks.own)
        reach("job.opened")
        self._jobs.send(job, chunks or ())

    def _load(self, job: str) -> StoredJob:
        found = self._store.load(job) if is_job_id(job) else None
        if found is None:
            raise JobExpired(job) if is_job_id(job) and self._store.was_there(job) else JobUnknown(job)
        return found

    def _waited(self, job: str, after: int, seconds: float) -> StoredJob:
        found = self._load(job)
        if seconds <= 0 or found.ended_at or found.done > after:
            return found
        deadline = time.monotonic() + min(seconds, LONGEST_WAIT_SECONDS)
        with metrics.opened("poll").track_inprogress(), self._hub.parked(job, 0, after) as parked:
            while True:
                found = self._load(job)
                left = deadline - time.monotonic()
                if found.ended_at or found.done > after or left <= 0 or self._hub.closed:
                    return found
                parked.wait(left)

    def _shown(self, job: str, found: StoredJob) -> Shown:
        wanted = decode_wanted(found.wanted)
        game = self._steps.game(wanted.game)
        content: dict[str, object] = {
            "game": wanted.game,
            "id": job,
            "status": found.status,
            "seats": [{"kind": "bot", "bot": bot} for bot in wanted.bots],
            "options": match_codec(game).decode_options(wanted.options),
            "seed": wanted.seed,
            "rotate": wanted.rotate,
            "matches": wanted.matches,
            "done": found.done,
            "created_at": rfc3339(found.created_at),
            "expires_at": rfc3339(found.expires_at),
            "results": results_of(
                found.counts, wanted.bots, game.vocabulary.endings, partial=found.done < wanted.matches
            ),
        }
        if found.started_at and found.done:
            # Up to the last news, so that what is shown changes with the job and not with the clock.
            rate = found.done * 1000 / max(1, found.moved_at - found.started_at)
            content["rate"] = round(rate, 1)
            if not found.ended_at:
                content["seconds_left"] = round((wanted.matches - found.done) / rate, 1)
        for name, time_ms in (("started_at", found.started_at), ("ended_at", found.ended_at)):
            if time_ms:
                content[name] = rfc3339(time_ms)
        if found.cause is not None:
            content["cause"] = found.cause
        return Shown(_etag(found), content)

    def _parts(self, job: str, after: int) -> Iterator[Sequence[Row]]:
        found = self._load(job)
        played, seed = self._store.played(job), decode_wanted(found.wanted).seed
        chunks = range(max(0, bisect_right(played.firsts, after + 1) - 1), len(played.firsts) - 1)
        there: list[int] = []
        for chunk in chunks:
            if chunk in played.counted:
                there.append(chunk)
            elif not found.ended_at:
                break
        return self._read(job, seed, played.firsts, there)

    def _read(self, job: str, seed: int, firsts: Sequence[int], chunks: Sequence[int]) -> Iterator[Sequence[Row]]:
        for at in range(0, len(chunks), CHUNKS_AT_ONCE):
            some = chunks[at : at + CHUNKS_AT_ONCE]
            for chunk, stored in zip(some, self._store.rows(job, some), strict=True):
                if stored is None:
                    # It has expired meanwhile. What was promised is not all there: no end like any other.
                    raise StoreUnavailable
                # Under gevent the other requests of this process take their turns here.
                time.sleep(0)
                yield unpacked(stored, firsts[chunk], seed)


def _etag(found: StoredJob) -> str:
    return f"{found.status}.{found.done}"
