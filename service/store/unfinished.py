"""Which matches are being played, by title and version of its rules; and whether anything new may begin."""

from collections.abc import Iterator, Sequence
from typing import cast

import redis

from service.store.lines import named_errors

UNFINISHED = "matches:unfinished"
"""Sorted set of "game/rules_version/match", all of one score: kept by the commits, in the order of the alphabet."""

DRAINING = "draining"
"""Since when (ms) nothing new begins; absent while all may."""


class Unfinished:
    """Every call may raise StoreUnavailable; what writes, StoreFull too."""

    def __init__(self, client: redis.Redis) -> None:
        self._redis = client

    def counts(self) -> list[tuple[str, int, int]]:
        """Return each title and version that is being played, with the number of its matches."""
        with named_errors():
            return list(self._counts())

    def _counts(self) -> Iterator[tuple[str, int, int]]:
        after = "-"
        while found := cast("list[bytes]", self._redis.zrangebylex(UNFINISHED, after, "+", start=0, num=1)):
            group = found[0].decode().rpartition("/")[0]
            # "0" is what follows "/", so this is past the last match of the group.
            after = f"[{group}0"
            game, _, version = group.rpartition("/")
            yield game, int(version), int(self._redis.zlexcount(UNFINISHED, f"[{group}/", f"({group}0"))

    def some(self, at_most: int) -> list[str]:
        """Return some of them as they stand in the set, at random; all where there are no more than that."""
        with named_errors():
            return [one.decode() for one in cast("list[bytes]", self._redis.zrandmember(UNFINISHED, at_most))]

    def forget(self, gone: Sequence[str]) -> None:
        """Take out what is no longer being played."""
        if gone:
            with named_errors():
                self._redis.zrem(UNFINISHED, *gone)

    def drain(self, now: int) -> None:
        """Let nothing begin from `now` (ms) on; said again, it stays as it was."""
        with named_errors():
            self._redis.set(DRAINING, now, nx=True)

    def end_drain(self) -> bool:
        """Let all begin again; return False where it might already."""
        with named_errors():
            return bool(self._redis.delete(DRAINING))

    def draining(self) -> bool:
        """Tell whether nothing new may begin."""
        with named_errors():
            return bool(self._redis.exists(DRAINING))
