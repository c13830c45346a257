"""Jobs on Redis: matches between bots, cut into chunks, each counted once however often it is played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from service.errors import Draining
from service.store.lines import client_of, named_errors, script
from service.store.matches import MOVES, TOMBSTONE_SECONDS
from service.store.unfinished import DRAINING
from service.wanted import JobStatus

UNFINISHED = "jobs:unfinished"
"""Sorted set of the jobs that have not ended ("id/asker"), by how many of their matches are left."""

PACE_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job as it lies in the store, with its counters of the same instant. Times are in ms."""

    wanted: bytes
    status: JobStatus
    done: int
    created_at: int
    moved_at: int
    expires_at: int
    counts: Mapping[str, int]
    started_at: int | None = None
    ended_at: int | None = None
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class Cutting:
    """How chunks are made: matches to one, how many of a job are out at once, ms until one is sent for again."""

    size: int
    window: int
    patience: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A chunk that one run holds: its matches, and how many runs it has had with this one."""

    matches: range
    tries: int


@dataclass(frozen=True, slots=True)
class Finished:
    """What a counted chunk leads to: the end of the job, or chunks to send for."""

    done: bool
    chunks: Sequence[int]


@dataclass(frozen=True, slots=True)
class Unended:
    """A job in the index of those that have not ended, and who asked for it."""

    job: str
    asker: str


@dataclass(frozen=True, slots=True)
class Room:
    """How much may be unfinished at once, of all jobs together; of one asker's a quarter, or any one job."""

    matches: int
    jobs: int


@dataclass(frozen=True, slots=True)
class NoRoom:
    """By how many matches a job is too much (0: there are too many jobs); `own`: for who asks, not for the house."""

    matches: int
    own: bool


@dataclass(frozen=True, slots=True)
class Played:
    """Where a job's chunks begin (the last entry: where the next one would), and which of them are counted."""

    firsts: Sequence[int]
    counted: frozenset[int]


class JobStore:
    """Every call may raise StoreUnavailable; what writes, StoreFull too."""

    def __init__(self, url: str) -> None:
        # Sent again, every step finds what it did before.
        self._redis = client_of(url)
        self._step = self._redis.register_script(script("jobs"))

    def close(self) -> None:
        """Close every connection that is not in use."""
        self._redis.close()

    def unfinished(self) -> list[Unended]:
        """Return the jobs that have not ended, and some that have expired since."""
        with named_errors():
            found = cast("list[bytes]", self._redis.zrange(UNFINISHED, 0, -1))
        split = [member.decode().partition("/") for member in found]
        return [Unended(job, asker) for job, _, asker in split]

    def dismiss(self, one: Unended) -> None:
        """Take what has expired out of the unfinished."""
        with named_errors():
            self._redis.zrem(UNFINISHED, f"{one.job}/{one.asker}")

    def open(
        self, job: str, wanted: bytes, matches: int, asker: str, room: Room, keep_seconds: int, cutting: Cutting
    ) -> Sequence[int] | NoRoom | None:
        """Write a new job, if there is room; returns the chunks to send for, None where there is such a job already.

        Raises Draining.
        """
        fields = ["id", job, "channel", MOVES, "wanted", wanted]
        limits = (matches, asker, room.matches, room.jobs, keep_seconds, TOMBSTONE_SECONDS)
        said, *found = self._ask(job, "open", *limits, *_cutting(cutting), *fields)
        if said == b"draining":
            raise Draining
        if said in (b"house", b"asker"):
            return NoRoom(found[0], own=said == b"asker")
        return found if said == b"opened" else None

    def load(self, job: str) -> StoredJob | None:
        """Return the job, or None where there is none (any more)."""
        with named_errors(), self._redis.pipeline(transaction=True) as together:
            together.hgetall(_key(job))
            together.hgetall(_key(job, "sums"))
            fields, sums = cast("list[dict[bytes, bytes]]", together.execute())
        if b"status" not in fields:
            return None

        def number(name: bytes) -> int | None:
            return int(fields[name]) if name in fields else None

        cause = fields.get(b"cause")
        return StoredJob(
            wanted=fields[b"wanted"],
            status=cast("JobStatus", fields[b"status"].decode()),
            done=int(fields[b"done"]),
            created_at=int(fields[b"created_at"]),
            moved_at=int(fields[b"moved_at"]),
            expires_at=int(fields[b"expires_at"]),
            counts={name.decode(): int(count) for name, count in sums.items()},
            started_at=number(b"started_at"),
            ended_at=number(b"ended_at"),
            cause=None if cause is None else cause.decode(),
        )

    def was_there(self, job: str) -> bool:
        """Tell whether there was such a job before it expired."""
        with named_errors():
            return bool(self._redis.exists(_key(job, "was")))

    def wanted(self, job: str) -> bytes | None:
        """Return what a job is to play, or None where there is no such job (any more)."""
        with named_errors():
            return cast("bytes | None", self._redis.hget(_key(job), "wanted"))

    def begin(self, job: str, chunk: int, token: str, lease: int) -> Begun | None:
        """Let the run `token` hold a chunk for `lease` ms; None where it is played, held, or no longer wanted."""
        found = self._ask(job, "begin", chunk, token, lease)
        return None if found is None else Begun(range(found[0], found[1]), found[2])

    def hold(self, job: str, chunk: int, token: str, lease: int, at: int | None) -> bool:
        """Hold it longer; `at` is the match that is played next, where that matters. False: this run is to stop."""
        return self._ask(job, "hold", chunk, token, lease, "" if at is None else at) is not None

    def finish(
        self, job: str, chunk: int, token: str, matches: range, rows: bytes, counts: Mapping[str, int], cutting: Cutting
    ) -> Finished | None:
        """Count a chunk; None, having counted nothing, where it was counted, is not wanted, or has other matches."""
        named = [part for count in counts.items() for part in count]
        found = self._ask(job, "finish", chunk, token, matches.start, matches.stop, rows, *_cutting(cutting), *named)
        return None if found is None else Finished(bool(found[0]), found[1:])

    def strike(self, job: str, chunk: int, token: str, at: int, cause: str, patience: int) -> bool:
        """Note that a run failed in match `at`; returns whether the chunk is to be sent for again."""
        return bool(self._ask(job, "strike", chunk, token, at, cause, patience))

    def cancel(self, job: str) -> bool:
        """End a job that has not ended; return False where there is none."""
        return self._ask(job, "cancel") is not None

    def give_up(self, job: str, standstill: int, cause: str) -> bool:
        """Fail a job that has not moved for `standstill` ms; returns whether it has ended, now or before."""
        return self._ask(job, "give_up", standstill, cause) is not None

    def seen_playing(self, rules: str, seconds: int) -> None:
        """Note that there is a worker with these rules; the note lasts some seconds."""
        with named_errors():
            self._redis.set(f"rules:{rules}", "", ex=seconds)

    def who_plays(self, rules: str) -> bool:
        """Tell whether there was a worker with these rules lately."""
        with named_errors():
            return bool(self._redis.exists(f"rules:{rules}"))

    def again(self, job: str, cutting: Cutting) -> Sequence[int] | None:
        """Return the chunks to send for (again); None where the job has ended or is gone."""
        return self._ask(job, "again", *_cutting(cutting))  # type: ignore[no-any-return]

    def played(self, job: str) -> Played:
        """Return how far a job has come, of one instant."""
        with named_errors(), self._redis.pipeline(transaction=True) as together:
            together.lrange(_key(job, "firsts"), 0, -1)
            together.hget(_key(job), "cut")
            together.hkeys(_key(job, "rows"))
            firsts, cut, counted = together.execute()
        return Played([*map(int, firsts), int(cut or 0)], frozenset(map(int, counted)))

    def rows(self, job: str, chunks: Sequence[int]) -> list[bytes | None]:
        """Return the packed rows of chunks, None for what is gone."""
        if not chunks:
            return []
        with named_errors():
            return cast("list[bytes | None]", self._redis.hmget(_key(job, "rows"), [str(chunk) for chunk in chunks]))

    def pace(self, name: str) -> int | None:
        """Return how many microseconds a match of this sort took lately, or None."""
        with named_errors():
            found = cast("bytes | None", self._redis.get(f"pace:{name}"))
        return None if found is None else int(found)

    def remember_pace(self, name: str, microseconds: int) -> None:
        """Remember how long matches of this sort take."""
        with named_errors():
            self._redis.set(f"pace:{name}", microseconds, ex=PACE_SECONDS)

    def _ask(self, job: str, step: str, *arguments: Any) -> Any:
        parts = ("", "firsts", "rows", "sums", "out", "notes", "was")
        with named_errors():
            keys = [*(_key(job, part) for part in parts), UNFINISHED, DRAINING]
            return self._step(keys=keys, args=[step, *arguments])


def _cutting(cutting: Cutting) -> Iterable[int]:
    return cutting.size, cutting.window, cutting.patience


def _key(job: str, part: str = "") -> str:
    return f"job:{{{job}}}" + (f":{part}" if part else "")
