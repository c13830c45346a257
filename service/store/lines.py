"""Connections to Redis, the scripts that are sent over them, and the house's names for what can go wrong."""

import time
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import hiredis
import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from service.errors import StoreFull, StoreUnavailable

COMMAND_SECONDS = 5.0
"""No command waits longer for its answer."""

MOST_CONNECTIONS = 32
"""Connections of one process for its commands."""

PAUSES: tuple[float | None, ...] = (0.0, 0.05, 0.2, None)
"""Seconds after each failed try, then none: enough for a connection that was found broken."""


class Lines:
    """A stack of idle connections, for the two commands that every action needs.

    The client's own pool looks at a connection before each use, and times, counts and locks: as much again as the
    command itself. Here a connection that broke while it lay idle shows itself when it is used, and a fresh one takes
    its place; whatever is asked may be asked twice. Those who are woken together take turns.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._pool = client.connection_pool
        self._idle: list[Any] = []
        # One for each turn that nobody has; a semaphore would do, and take several times as long.
        self._turns: SimpleQueue[None] = SimpleQueue()
        for _ in range(MOST_CONNECTIONS):
            self._turns.put(None)

    def ask(self, *command: Any) -> Any:
        """Send one command and return its answer; raises StoreUnavailable when no turn comes in time."""
        try:
            self._turns.get(timeout=COMMAND_SECONDS)
        except Empty:
            raise StoreUnavailable from None
        try:
            return self._asked(*command)
        finally:
            self._turns.put(None)

    def _asked(self, *command: Any) -> Any:
        packed = (hiredis.pack_command(command),)
        for pause in PAUSES:
            try:
                line = self._idle.pop()
            except IndexError:
                line = self._pool.connection_class(**self._pool.connection_kwargs)
            try:
                line.send_packed_command(packed)
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


class named_errors:  # noqa: N801 - reads as a statement
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


def client_of(url: str) -> redis.Redis:
    """Return a client for commands; what it sends may be sent twice."""
    # A retried script finds its own work; three tries ride out a restart of a proxy, not of a server.
    retry = Retry(ExponentialBackoff(cap=0.25, base=0.02), 2)
    # A thousand who are woken at once take turns, rather than open a thousand connections.
    pool = redis.BlockingConnectionPool.from_url(
        url,
        max_connections=MOST_CONNECTIONS,
        timeout=COMMAND_SECONDS,
        socket_timeout=COMMAND_SECONDS,
        socket_connect_timeout=2.0,
        retry=retry,
        health_check_interval=15,
    )
    return redis.Redis(connection_pool=pool)


def script(name: str) -> str:
    """Return the text of a Lua script that lies beside this file."""
    return (Path(__file__).parent / f"{name}.lua").read_text(encoding="utf-8")
