"""Matches on Redis. A commit is one Lua script: compare, write, append, notify, expire; commands of Redis 6.2 only."""

import hashlib
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from service.codec import CODEC
from service.errors import StoreFull, StoreUnavailable

COMMAND_SECONDS = 5.0
"""No command waits longer for its answer."""

PAUSES: tuple[float | None, ...] = (0.0, 0.05, 0.2, None)
"""Seconds after each failed try, then none: enough for a connection that was found broken."""

MOVES = "matches:moved"
"""Channel on which every commit says how far each audience of a match is."""

DUE = "matches:due"
"""Sorted set of the matches that wait for a bot, by the time (ms) from which the sweeper sends for it again."""

FAULT_SECONDS = 30 * 24 * 3600
TOMBSTONE_SECONDS = 60 * 24 * 3600
"""How much longer than a match its tombstone is kept, so that a look answers "expired" rather than "unknown"."""

T = TypeVar("T")


class Heard(msgspec.Struct, frozen=True, array_like=True):
    """How much each audience has heard: number of its last event and its time (ms); seats first, then the rest.

    `told` is the length of the common list of events, which numbers them for nobody.
    """

    told: int
    numbers: tuple[int, ...]
    times: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it lies in the store: the store's own version, then what the use cases wrote."""

    version: int
    setup: bytes
    place: bytes
    heard: Heard


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One told event in wire form, for `seat` (None: for all) and for the rest; `numbers` as in `Heard`, after it."""

    at: int
    seat: int | None
    event: bytes
    rest: bytes | None
    numbers: tuple[int, ...]


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """Which choice a seat gave to a decision, and which entries of the common list it caused (first, one past last)."""

    seat: int
    choice: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Commit:
    """All that one step writes, or nothing of it. `after` is the version it changes, 0 for a new match."""

    match: str
    after: int
    heard: Heard
    keep_seconds: int
    setup: bytes | None = None
    place: bytes | None = None
    lines: Sequence[bytes] = ()
    entries: Sequence[Entry] = ()
    answered: tuple[str, Answered] | None = None
    due_at: int | None = None


class MatchStore:
    """Every call may raise StoreUnavailable; what writes, StoreFull too."""

    def __init__(self, url: str) -> None:
        # A retried script finds its own commit; three tries ride out a restart of a proxy, not of a server.
        retry = Retry(ExponentialBackoff(cap=0.25, base=0.02), 2)
        # Parked looks wake together: they wait for one of a few connections, where a plain pool would refuse them.
        self._redis = redis.Redis.from_pool(
            redis.BlockingConnectionPool.from_url(
                url,
                max_connections=32,
                timeout=COMMAND_SECONDS,
                socket_timeout=COMMAND_SECONDS,
                socket_connect_timeout=2.0,
                retry=retry,
                health_check_interval=15,
            )
        )
        self._url = url
        self._lines = _Lines(self._redis)
        self._commit = _script("commit")
        self._commit_sha = hashlib.sha1(self._commit.encode(), usedforsecurity=False).hexdigest()
        self._settle = self._redis.register_script(_script("settle_due"))

    def close(self) -> None:
        """Close every connection that is not in use."""
        self._lines.close()
        self._redis.close()

    def ready(self) -> None:
        """Raise StoreUnavailable unless the server answers."""
        with _named_errors():
            self._redis.ping()

    def load(self, match: str) -> Stored | None:
        """Return the match, or None where there is none (any more)."""
        with _named_errors():
            version, setup, place, heard = self._lines.ask("HMGET", _key(match), "version", "setup", "place", "heard")
        if version is None or setup is None or heard is None:
            return None
        return Stored(int(version), setup, place or b"", _decode(heard, Heard))

    def was_there(self, match: str) -> bool:
        """Tell whether there was such a match before it expired."""
        with _named_errors():
            return bool(self._redis.exists(_key(match, "was")))

    def commit(self, commit: Commit) -> bool:
        """Write the step and tell whoever waits; return False, having written nothing, when the version moved on."""
        key = _key(commit.match)
        pairs: list[bytes | str] = ["heard", _encode(commit.heard)]
        if commit.setup is not None:
            pairs += ["setup", commit.setup]
        if commit.place is not None:
            pairs += ["place", commit.place]
        if commit.answered is not None:
            decision, answered = commit.answered
            pairs += [f"answered:{decision}", _encode(answered)]
        numbers = ",".join(map(str, commit.heard.numbers))
        arguments = [
            *(commit.after or "", secrets.token_bytes(8), commit.keep_seconds, commit.keep_seconds + TOMBSTONE_SECONDS),
            *(MOVES, f"{commit.match} {numbers}", len(pairs), len(commit.lines)),
            *(*pairs, *commit.lines, *map(_encode, commit.entries)),
        ]
        keys = [key, f"{key}:log", f"{key}:told", f"{key}:was"]
        with _named_errors():
            if commit.due_at is not None:
                # Before the commit: a match that is due too early costs a look, one that never is stands still.
                self._redis.zadd(DUE, {commit.match: commit.due_at})
            try:
                return bool(self._lines.ask("EVALSHA", self._commit_sha, 4, *keys, *arguments))
            except redis.exceptions.NoScriptError:
                return bool(self._lines.ask("EVAL", self._commit, 4, *keys, *arguments))

    def answered(self, match: str, decision: str) -> Answered | None:
        """Return how a decision was answered, or None while it never was."""
        with _named_errors():
            data = cast("bytes | None", self._redis.hget(_key(match), f"answered:{decision}"))
        return None if data is None else _decode(data, Answered)

    def entries(self, match: str, first: int, last: int) -> list[Entry]:
        """Return the entries `first` to `last` - 1 of the common list of events."""
        if first >= last:
            return []
        with _named_errors():
            found = cast("list[bytes]", self._redis.lrange(_key(match, "told"), first, last - 1))
        return [_decode(data, Entry) for data in found]

    def lines(self, match: str) -> list[bytes]:
        """Return the whole log of a match, oldest line first."""
        with _named_errors():
            return cast("list[bytes]", self._redis.lrange(_key(match, "log"), 0, -1))

    def due_before(self, time: int, at_most: int) -> list[str]:
        """Return matches that have waited for a bot since before `time` (ms)."""
        with _named_errors():
            found = cast("list[bytes]", self._redis.zrangebyscore(DUE, 0, time, start=0, num=at_most))
        return [match.decode() for match in found]

    def due_at(self, match: str) -> int | None:
        """Return the time (ms) from which a match is due, or None."""
        with _named_errors():
            score = self._redis.zscore(DUE, match)
        return None if score is None else int(score)

    def settle_due(self, match: str, seen: int, due_at: int | None) -> None:
        """Move the match's due time, or remove it (None), unless it is no longer the one `seen`."""
        with _named_errors():
            self._settle(keys=[DUE], args=[match, seen, "" if due_at is None else due_at])

    def claim(self, name: str, seconds: int) -> bool:
        """Take the lock `name` for some seconds; return False where somebody has it."""
        with _named_errors():
            return bool(self._redis.set(f"lock:{name}", 1, nx=True, ex=seconds))

    def keep_fault(self, fault: str, report: bytes) -> None:
        """Keep what reproduces a fault of the rules, for thirty days."""
        with _named_errors():
            self._redis.set(f"fault:{fault}", report, ex=FAULT_SECONDS)

    def fault(self, fault: str) -> bytes | None:
        """Return a kept fault."""
        with _named_errors():
            return cast("bytes | None", self._redis.get(f"fault:{fault}"))

    def moves(self) -> Iterator[tuple[str, tuple[int, ...]] | None]:
        """Listen to commits: yields a match with its audiences' numbers, and None when news may have been missed.

        It yields None once it listens, and about every second of silence nothing happens; raises StoreUnavailable
        when the connection breaks.
        """
        listener = redis.Redis.from_url(
            self._url, socket_timeout=COMMAND_SECONDS, socket_connect_timeout=2.0, retry=Retry(ExponentialBackoff(), 0)
        )
        with _named_errors(), listener, listener.pubsub() as channel:  # type: ignore[no-untyped-call]
            channel.subscribe(MOVES)
            silent = 0
            while True:
                message = channel.get_message(timeout=2.0)
                if message is None:
                    # A connection that died without a word shows itself at the next ping.
                    silent += 1
                    if silent > 2:
                        raise StoreUnavailable
                    channel.ping()
                    continue
                silent = 0
                if message["type"] == "subscribe":
                    yield None
                elif message["type"] == "message":
                    match, _, numbers = message["data"].decode().partition(" ")
                    yield match, tuple(map(int, numbers.split(",")))


class _Lines:
    """A stack of idle connections, for the two commands that every action needs.

    The client's own pool looks at a connection before each use, and times, counts and locks: as much again as the
    command itself. Here a connection that broke while it lay idle shows itself when it is used, and a fresh one takes
    its place; whatever is asked may be asked twice.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._pool = client.connection_pool
        self._idle: list[Any] = []

    def ask(self, *command: Any) -> Any:
        """Send one command and return its answer."""
        for pause in PAUSES:
            try:
                line = self._idle.pop()
            except IndexError:
                line = self._pool.connection_class(**self._pool.connection_kwargs)
            try:
                line.send_command(*command)
                answer = line.read_response()
            except (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError):
                line.disconnect()
                # What broke this one has broken the others.
                self.close()
                if pause is None:
                    raise
                time.sleep(pause)
            except redis.exceptions.ResponseError:
                self._idle.append(line)
                raise
            except BaseException:
                # Its answer may still be on the way, and would be taken for that of the next command.
                line.disconnect()
                raise
            else:
                self._idle.append(line)
                return answer
        raise AssertionError("The last pause is None.")

    def close(self) -> None:
        """Close what lies idle."""
        idle, self._idle = self._idle, []
        for line in idle:
            line.disconnect()


def _key(match: str, part: str = "") -> str:
    return f"match:{{{match}}}" + (f":{part}" if part else "")


def _script(name: str) -> str:
    return (Path(__file__).parent / f"{name}.lua").read_text(encoding="utf-8")


_encode = msgspec.msgpack.Encoder().encode


def _decode(data: bytes, kind: type[T]) -> T:
    return CODEC.decode(data, kind)


class _named_errors:  # noqa: N801 - reads as a statement
    """Gives what Redis raises the house's own names."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, raised: BaseException | None, trace: object) -> None:
        if not isinstance(raised, redis.exceptions.RedisError):
            return
        said = str(raised)
        if isinstance(raised, redis.exceptions.OutOfMemoryError) or "OOM" in said:
            raise StoreFull from raised
        if isinstance(raised, _GONE) or said.startswith(_AWAY):
            raise StoreUnavailable from raised


_GONE = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.ClusterDownError,
    redis.exceptions.MasterDownError,
    redis.exceptions.TryAgainError,
)
_AWAY = ("LOADING", "MASTERDOWN", "READONLY", "MISCONF", "BUSY", "CLUSTERDOWN", "TRYAGAIN")
"""What Redis says when it will answer again by itself, or once an operator has seen to it."""
