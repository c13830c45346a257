"""What happens to a match as such, whatever its title; everybody who may see the match hears of it."""

from dataclasses import dataclass
from typing import ClassVar

from service.games.kernel.events import Event
from service.games.kernel.outcome import Outcome


@dataclass(frozen=True, slots=True)
class MatchOpened(Event):
    """The match was opened, with this many seats."""

    kind: ClassVar[str] = "match_opened"

    seats: int


@dataclass(frozen=True, slots=True)
class SeatReserved(Event):
    """A seat of a rematch is kept for who had it in the match before, by this name."""

    kind: ClassVar[str] = "seat_reserved"

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatFilled(Event):
    """A player, or a bot (`bot` is its key), took a seat."""

    kind: ClassVar[str] = "seat_taken"

    seat: int
    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """Who had the seat, by this name, left or was sent away; a bot (`bot` is its key) plays on, or the seat is open."""

    kind: ClassVar[str] = "seat_left"

    seat: int
    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class TokenReissued(Event):
    """The host, not the seat's own player, gave the seat a new token, and so has had it in hand.

    Whoever has it sees and does all that the seat may; the token before is dead. In a rematch: such a token of the
    match before took the seat.
    """

    kind: ClassVar[str] = "token_reissued"

    seat: int


@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """The last seat was taken, and play began."""

    kind: ClassVar[str] = "match_started"


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match ended."""

    kind: ClassVar[str] = "match_over"

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class MatchFaulted(Event):
    """A bot met a fault of the rules with each of its choices; the match stands still until it is repaired."""

    kind: ClassVar[str] = "match_faulted"

    fault: str


@dataclass(frozen=True, slots=True)
class MatchAbandoned(Event):
    """The host ended the match before it was over."""

    kind: ClassVar[str] = "match_abandoned"


@dataclass(frozen=True, slots=True)
class RematchOpened(Event):
    """The match that follows this one was opened; `match` is its id."""

    kind: ClassVar[str] = "rematch_opened"

    match: str


MATCH_EVENTS: tuple[type[Event], ...] = (
    *(
        MatchOpened,
        SeatReserved,
        SeatFilled,
        SeatLeft,
        TokenReissued,
        MatchStarted,
        MatchOver,
        MatchFaulted,
        MatchAbandoned,
        RematchOpened,
    ),
)
