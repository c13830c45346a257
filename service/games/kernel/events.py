"""Events: something that happened, in the past tense, and who was told of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; `kind` names its shape in the whole contract."""

    kind: ClassVar[str]


# Not frozen, which would make each of the dozens that a step tells take three times as long.
@dataclass(slots=True, unsafe_hash=True)
class Told:
    """An event with its audience: everybody, or one seat while the rest hear `rest` or nothing."""

    event: Event
    seat: int | None = None
    rest: Event | None = None

    def heard_by(self, audience: int | None) -> Event | None:
        """Return what `audience` (a seat, or None for the spectators) hears of it."""
        return self.event if self.seat is None or self.seat == audience else self.rest


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A question was put to one or more seats; the match waits for them."""

    kind: ClassVar[str] = "asked"

    seats: tuple[int, ...]
    question: str


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A seat has answered; what, the rules tell when it may be known."""

    kind: ClassVar[str] = "answered"

    seat: int


@dataclass(frozen=True, slots=True)
class Referred(Event):
    """A seat's choice went to the referee; only its owner hears of it."""

    kind: ClassVar[str] = "referred"

    seat: int


@dataclass(frozen=True, slots=True)
class AskedAgain(Event):
    """A sealed question came back to its owner, who alone hears of it."""

    kind: ClassVar[str] = "asked_again"

    seat: int
    question: str


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A question had a single legal answer, so nobody was asked."""

    kind: ClassVar[str] = "settled"

    seat: int
    question: str
