"""The best wins of each title, by board, on Redis. The commit that ends a match puts its score there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import msgspec
import redis

from service.store.lines import named_errors

BEST = 20
"""How many wins a board keeps."""

_YOUNGER = 2**42
"""One point is worth more than being first by any number of ms."""


class Win(msgspec.Struct, frozen=True, array_like=True):
    """A win as a board keeps it: its match, the winner's name and points, and when it ended (ms since 1970)."""

    match: str
    name: str
    points: int
    at: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A win and the board that it belongs on."""

    game: str
    board: str
    win: Win


def board_key(game: str, board: str) -> str:
    """Return the key of a board: a sorted set of wins, the best last and of equal ones the oldest."""
    return f"scores:{game}/{board}"


def rank_of(win: Win) -> int:
    """Return what a board sorts its wins by."""
    return win.points * _YOUNGER - win.at


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Win)


def encode_win(win: Win) -> bytes:
    return _encoder.encode(win)


class ScoreStore:
    """Every call may raise StoreUnavailable."""

    def __init__(self, client: redis.Redis) -> None:
        self._redis = client

    def best(self, game: str, boards: Sequence[str]) -> list[list[Win]]:
        """Return the wins of each board, the best first."""
        with named_errors(), self._redis.pipeline(transaction=False) as together:
            for board in boards:
                together.zrange(board_key(game, board), 0, BEST - 1, desc=True)
            return [[_decoder.decode(win) for win in wins] for wins in cast("list[list[bytes]]", together.execute())]
