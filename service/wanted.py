"""What a simulation is to play, as it is stored."""

import hashlib
from typing import Literal

import msgspec

from service.codec import CODEC

JobStatus = Literal["queued", "running", "done", "failed", "cancelled"]

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every JSON reader keeps as it is."""


class Wanted(msgspec.Struct, frozen=True, array_like=True):
    """What a job is to play: one bot a seat; `request` is the digest of the request that asked for it."""

    game: str
    rules_version: int
    options: bytes
    bots: tuple[str, ...]
    matches: int
    seed: int
    rotate: bool
    request: str


def pace_name(wanted: Wanted) -> str:
    """Return the name under which the pace of matches like these is remembered."""
    sort = (wanted.game, wanted.rules_version, wanted.options, wanted.bots)
    return hashlib.sha256(CODEC.encode(sort)).hexdigest()[:32]


def rules_name(wanted: Wanted) -> str:
    """Return the name of the rules and the bots that a worker must have to play it."""
    return f"{wanted.game}/{wanted.rules_version}/{','.join(sorted(set(wanted.bots)))}"


def decode_wanted(data: bytes) -> Wanted:
    """Return what was stored; raises StoredUnreadable."""
    return CODEC.decode(data, Wanted)


def encode_wanted(wanted: Wanted) -> bytes:
    return CODEC.encode(wanted)
