"""What reproduces faults of the rules, kept for thirty days."""

import time
from collections.abc import Sequence
from typing import cast

import redis

from service.store.lines import named_errors

FAULTS = "faults"
"""Sorted set of the kept faults, by the time (ms) they were met last."""

FAULT_SECONDS = 30 * 24 * 3600
READ_AT_ONCE = 20


class FaultStore:
    """Every call may raise StoreUnavailable; what writes, StoreFull too."""

    def __init__(self, client: redis.Redis) -> None:
        self._redis = client

    def keep(self, fault: str, report: bytes) -> None:
        """Keep what reproduces a fault; kept again, it is as new."""
        now = time.time_ns() // 1_000_000
        with named_errors(), self._redis.pipeline(transaction=True) as together:
            together.set(_key(fault), report, ex=FAULT_SECONDS)
            together.zadd(FAULTS, {fault: now})
            together.zremrangebyscore(FAULTS, 0, now - FAULT_SECONDS * 1000)
            together.execute()

    def kept(self) -> list[str]:
        """Return the faults that are kept, the newest first."""
        with named_errors():
            found = cast("list[bytes]", self._redis.zrevrange(FAULTS, 0, -1))
        return [fault.decode() for fault in found]

    def reports(self, faults: Sequence[str]) -> list[bytes | None]:
        """Return what is kept of each, None where it is gone."""
        found: list[bytes | None] = []
        with named_errors():
            for first in range(0, len(faults), READ_AT_ONCE):
                keys = [_key(fault) for fault in faults[first : first + READ_AT_ONCE]]
                found += cast("list[bytes | None]", self._redis.mget(keys))
        return found

    def forget(self, fault: str) -> bool:
        """Remove a fault; return False where it was not kept."""
        with named_errors(), self._redis.pipeline(transaction=True) as together:
            together.delete(_key(fault))
            together.zrem(FAULTS, fault)
            return any(cast("list[int]", together.execute()))


def _key(fault: str) -> str:
    return f"fault:{fault}"
