"""The rows of a simulation: as they are stored, and as text of one line each."""

import zlib
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from service.codec import CODEC
from service.tallies import Row, seed_of_match
from service.wire import to_wire

CSV_HEADER = b"match,seed,winners,ending,turns,decisions\r\n"
"""RFC 4180. Several winners stand in one field, with spaces between."""


class _Packed(msgspec.Struct, array_like=True, frozen=True):
    """A row without what its number says."""

    winners: tuple[int, ...]
    ending: str
    turns: int
    decisions: int


def packed(rows: Iterable[Row]) -> bytes:
    """Return the rows of consecutive matches as they are stored."""
    return zlib.compress(
        CODEC.encode([_Packed(row.winners, row.ending, row.turns, row.decisions) for row in rows]), level=1
    )


def unpacked(stored: bytes, first: int, seed: int) -> list[Row]:
    """Return the rows of the matches from number `first` on of the simulation with this `seed`."""
    return [
        Row(match, seed_of_match(seed, match).hex(), row.winners, row.ending, row.turns, row.decisions)
        for match, row in enumerate(CODEC.decode(zlib.decompress(stored), list[_Packed]), first)
    ]


def csv_lines(parts: Iterable[Sequence[Row]]) -> Iterator[bytes]:
    """Yield the table as CSV: its header, then the rows of each part."""
    yield CSV_HEADER
    for rows in parts:
        yield "".join(
            f"{row.match},{row.seed},{' '.join(map(str, row.winners))},{row.ending},{row.turns},{row.decisions}\r\n"
            for row in rows
        ).encode()


def json_lines(parts: Iterable[Sequence[Row]]) -> Iterator[bytes]:
    """Yield the rows of each part as newline-delimited JSON."""
    for rows in parts:
        yield b"".join(to_wire(row) + b"\n" for row in rows)
