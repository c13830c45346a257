"""Where Treasures go, told so that a client can show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from service.games.kernel.events import Event


@dataclass(frozen=True, slots=True)
class GemReturned(Event):
    """A placed Proton Gem lies before its owner again."""

    kind: ClassVar[str] = "gem_returned"

    seat: int
    treasure: str


@dataclass(frozen=True, slots=True)
class TreasureGained(Event):
    """A wizard gained the top card of the Treasure deck."""

    kind: ClassVar[str] = "treasure_gained"

    seat: int
    treasure: str
    by: str


@dataclass(frozen=True, slots=True)
class TreasureTaken(Event):
    """A Treasure went from one wizard to another: stolen, or given."""

    kind: ClassVar[str] = "treasure_taken"

    seat: int
    of: int
    treasure: str
    by: str


@dataclass(frozen=True, slots=True)
class TreasureDiscarded(Event):
    """A wizard's Treasure went to the discard pile."""

    kind: ClassVar[str] = "treasure_discarded"

    seat: int
    treasure: str
    by: str


TREASURE_EVENTS: tuple[type[Event], ...] = (GemReturned, TreasureGained, TreasureTaken, TreasureDiscarded)
