"""Allowances on Redis, which the rate limits spend."""

import time
from dataclasses import dataclass
from typing import cast

import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from service.store.lines import script

LOTS = 600
"""So many lots make an allowance."""

LOT_SECONDS = 60.0
MOST_LOTS = 10_000


@dataclass(frozen=True, slots=True)
class Spent:
    """Whether an allowance was enough, what is left, and for how long: until it is full, or until there is enough."""

    enough: bool
    left: int
    milliseconds: int


@dataclass(slots=True)
class _Lot:
    """Units that this process has taken for a spender, and may spend until a time of the monotonic clock."""

    units: int
    until: float
    left: int
    milliseconds: int


class Allowances:
    """Allowances of `burst` units that refill at so many a minute, shared by all processes.

    A process takes units in lots, a 600th of the allowance each, and gives up after a minute what it did not spend:
    most requests need no round trip, and a lot a minute and process is lost that way. An allowance below 1,200 is
    counted unit by unit. Without a store everything is allowed: whatever needs the store says so itself.
    """

    def __init__(self, url: str, burst: int) -> None:
        self.burst = burst
        self._unit = 60_000_000 // burst
        self._lot = max(1, burst // LOTS)
        self._lots: dict[str, _Lot] = {}
        self._redis = redis.Redis.from_url(
            url, socket_timeout=0.25, socket_connect_timeout=0.25, retry=Retry(ExponentialBackoff(), 0)
        )
        self._spend = self._redis.register_script(script("spend"))
        self._away_until = 0.0

    def spend(self, spender: str, cost: int) -> Spent:
        """Take `cost` units (all of them, where they are fewer) from the allowance of `spender`, if it is enough."""
        cost = min(cost, self.burst)
        now = time.monotonic()
        lot = self._lots.get(spender)
        if lot is None or lot.units < cost or now >= lot.until:
            if now < self._away_until:
                return Spent(True, self.burst, 0)
            try:
                taken, left, milliseconds = cast(
                    "list[int]",
                    self._spend(keys=[f"allowance:{spender}"], args=[cost, self.burst, self._unit, self._lot]),
                )
            except redis.exceptions.RedisError:
                self._away_until = now + 1
                return Spent(True, self.burst, 0)
            if not taken:
                return Spent(False, left, milliseconds)
            if len(self._lots) >= MOST_LOTS:
                self._lots = {name: one for name, one in self._lots.items() if now < one.until}
            lot = self._lots[spender] = _Lot(taken, now + LOT_SECONDS, left, milliseconds)
        lot.units -= cost
        return Spent(True, lot.left + lot.units, lot.milliseconds)

    def give_back(self, spender: str, cost: int) -> None:
        """Undo a spending of `cost` units; they are there again for this process, as long as its lot lasts."""
        lot = self._lots.get(spender)
        if lot is not None:
            lot.units += min(cost, self.burst)
