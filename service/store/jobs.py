"""Jobs on Redis: matches between bots, cut into chunks, each counted once however often it is played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from service.store.lines import client_of, named_errors, script
from service.store.matches import MOVES, TOMBSTONE_SECONDS
from service.wanted import JobStatus

UNFINISHED = "jobs:unfinished"
"""Sorted set of the jobs that have not ended ("id/matches"), by the time (ms) they were let in."""

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
class Admitted:
    """A job in the index of those that are unfinished."""

    job: str
    matches: int
    at: int


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
        self._admit = self._redis.register_script(script("admit_job"))

    def close(self) -> None:
        """Close every connection that is not in use."""
        self._redis.close()

    def admit(self, job: str, matches: int, now: int, most_matches: int, most_jobs: int) -> bool:
        """Let a job in among the unfinished, before it is opened; return False where there is no room."""
        with named_errors():
            return bool(
                self._admit(keys=[UNFINISHED], args=[_member(job, matches), matches, now, most_matches, most_jobs])
            )

    def dismiss(self, job: str, matches: int) -> None:
        """Take a job out of the unfinished."""
        with named_errors():
            self._redis.zrem(UNFINISHED, _member(job, matches))

    def unfinished(self) -> list[Admitted]:
        """Return the jobs that have not ended, and some that have since."""
        with named_errors():
            found = cast("list[tuple[bytes, float]]", self._redis.zrange(UNFINISHED, 0, -1, withscores=True))
        split = [(member.decode().rpartition("/"), at) for member, at in found]
        return [Admitted(job, int(matches), int(at)) for (job, _, matches), at in split]

    def open(self, job: str, wanted: bytes, matches: int, keep_seconds: int, cutting: Cutting) -> Sequence[int] | None:
        """Write a new job; returns the chunks to send for, None where there is such a job already."""
        fields = ["id", job, "channel", MOVES, "wanted", wanted, "matches", matches]
        return self._ask(job, "open", keep_seconds, TOMBSTONE_SECONDS, *_cutting(cutting), *fields)  # type: ignore[no-any-return]

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
        self, job: str, chunk: int, token: str, matches: int, rows: bytes, counts: Mapping[str, int], cutting: Cutting
    ) -> Finished | None:
        """Count a chunk; None, having counted nothing, where it was counted before or is no longer wanted."""
        named = [part for count in counts.items() for part in count]
        found = self._ask(job, "finish", chunk, token, matches, rows, *_cutting(cutting), *named)
        return None if found is None else Finished(bool(found[0]), found[1:])

    def strike(self, job: str, chunk: int, token: str, at: int, cause: str, patience: int) -> bool:
        """Note that a run failed in match `at`; returns whether the chunk is to be sent for again."""
        return bool(self._ask(job, "strike", chunk, token, at, cause, patience))

    def cancel(self, job: str) -> bool:
        """End a job that has not ended; return False where there is none."""
        return self._ask(job, "cancel") is not None

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
            return self._step(keys=[_key(job, part) for part in parts], args=[step, *arguments])


def _cutting(cutting: Cutting) -> Iterable[int]:
    return cutting.size, cutting.window, cutting.patience


def _member(job: str, matches: int) -> str:
    return f"{job}/{matches}"


def _key(job: str, part: str = "") -> str:
    return f"job:{{{job}}}" + (f":{part}" if part else "")
