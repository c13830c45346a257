"""What Redis can tell an operator: how much waits, and how Redis itself is."""

import time
from collections.abc import Mapping
from typing import Any, cast

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.errors import StoreUnavailable
from service.store.jobs import UNFINISHED
from service.store.matches import DUE
from service.store.questions import UNANSWERED

READY_SECONDS = 0.1
"""Whatever takes longer than this to answer a ping isn't ready."""

_LISTS = (("fast", "fast"), ("fast", "fast\x06\x169"), ("bulk", "bulk"))
"""Queues and the lists that they lie in: what comes last, as questions do, has one of its own."""

_QUICK = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}


class StoreFigures:
    """Reads from connections of its own, which wait for nothing long."""

    def __init__(self, url: str, broker_url: str) -> None:
        self._pinged = _client(url, socket_timeout=READY_SECONDS, socket_connect_timeout=READY_SECONDS)
        self._store = _client(url, **_QUICK)
        self._broker = self._store if broker_url == url else _client(broker_url, **_QUICK)

    def ready(self) -> None:
        """Raise StoreUnavailable unless the store answers within a tenth of a second."""
        began = time.monotonic()
        try:
            self._pinged.ping()
        except redis.exceptions.RedisError as error:
            raise StoreUnavailable from error
        if time.monotonic() - began > READY_SECONDS:
            raise StoreUnavailable

    def read(self) -> Mapping[str, tuple[str, Mapping[str, float]]]:
        """Return each figure with its meaning, by the value of its label ("" where it has none).

        A store that doesn't answer is a figure too; then there are no others.
        """
        up = "alehouse_redis_up", "Whether Redis answers."
        try:
            return {up[0]: (up[1], {"": 1}), **self._waiting(), **self._server()}
        except redis.exceptions.RedisError:
            return {up[0]: (up[1], {"": 0})}

    def _waiting(self) -> dict[str, tuple[str, Mapping[str, float]]]:
        now = int(time.time() * 1000)
        with self._broker.pipeline(transaction=False) as together:
            for _, lying in _LISTS:
                together.llen(lying)
            together.hlen("unacked")
            *lengths, unacked = cast("list[int]", together.execute())
        messages: dict[str, float] = {}
        for (queue, _), length in zip(_LISTS, lengths, strict=True):
            messages[queue] = messages.get(queue, 0) + length
        overdue = self._store.zcount(DUE, 0, now)
        first = cast("list[tuple[bytes, float]]", self._store.zrange(DUE, 0, 0, withscores=True))
        late = max(0.0, (now - first[0][1]) / 1000) if first else 0.0
        jobs = cast("list[tuple[bytes, float]]", self._store.zrange(UNFINISHED, 0, -1, withscores=True))
        return {
            "alehouse_simulations_unfinished": ("Simulations that wait or run.", {"": len(jobs)}),
            "alehouse_simulations_unfinished_matches": (
                "Matches of theirs that are left to play.",
                {"": sum(left for _, left in jobs)},
            ),
            "alehouse_queue_messages": ("Messages that wait for a worker.", messages),
            "alehouse_messages_taken": ("Messages that workers have and didn't acknowledge yet.", {"": unacked}),
            "alehouse_questions_unanswered": (
                "Questions about words that have no answer yet.",
                {"": self._store.zcard(UNANSWERED)},
            ),
            "alehouse_matches_overdue": ("Matches that wait too long for a bot or the referee.", {"": overdue}),
            "alehouse_matches_overdue_seconds": ("How long the first of them is overdue.", {"": late}),
        }

    def _server(self) -> dict[str, tuple[str, Mapping[str, float]]]:
        memory: dict[str, Any] = self._store.info("memory")
        kept: dict[str, Any] = self._store.info("persistence")
        written = kept.get("aof_last_write_status") == "ok" and kept.get("aof_enabled") == 1
        return {
            "alehouse_redis_memory_bytes": ("Memory that Redis uses.", {"": memory["used_memory"]}),
            "alehouse_redis_memory_limit_bytes": ("Its limit; 0 for none.", {"": memory.get("maxmemory", 0)}),
            "alehouse_redis_log_written": ("Whether its append-only log is on and was written.", {"": float(written)}),
        }


def _client(url: str, **timeouts: float) -> redis.Redis:
    client: redis.Redis = redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0), **timeouts)
    return client
