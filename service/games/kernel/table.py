"""The table: what rules see. They change its state, tell events, draw chance, and stop to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from service.games.kernel.errors import RulesFault
from service.games.kernel.events import Event, Told

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable

    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Decision

S = TypeVar("S")
C = TypeVar("C")
T = TypeVar("T")
P = ParamSpec("P")


class Ask:
    """Stops the rules until one seat has answered; `openly`: a single legal answer is not asked for."""

    __slots__ = ("build", "openly", "seat")

    def __init__(self, seat: int, build: Callable[[Any, int], Decision[Any]], openly: bool = False) -> None:
        self.seat = seat
        self.build = build
        self.openly = openly

    def __await__(self) -> Generator[Ask, Any, Any]:
        return (yield self)


class Sealed:
    """Stops the rules until every seat's own flow of questions has come to its end."""

    __slots__ = ("flow", "seats")

    def __init__(self, seats: tuple[int, ...], flow: Callable[[Any, int], Coroutine[Any, Any, Any]]) -> None:
        self.seats = seats
        self.flow = flow

    def __await__(self) -> Generator[Sealed, Any, Any]:
        return (yield self)


class Table(Generic[S]):
    """The state with its chance and its listeners.

    `told` collects the events, or is None where nobody listens (bulk simulation, re-execution): then no event is made.
    `sealed` is the seat whose sealed flow runs now: it may whisper to its owner, but neither tell the table nor draw
    chance, so that the order in which seats answer can't be seen in what follows.
    """

    __slots__ = ("_chance", "sealed", "state", "told")

    def __init__(self, state: S, chance: Chance, told: list[Told] | None) -> None:
        self.state = state
        self.told = told
        self.sealed: int | None = None
        self._chance = chance

    @property
    def chance(self) -> Chance:
        """The pseudo-seat that answers for dice and decks; raises `RulesFault` inside a sealed flow."""
        if self.sealed is not None:
            raise RulesFault(f"The sealed flow of seat {self.sealed} drew chance; draw it once all seats are in.")
        return self._chance

    def tell(self, event: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
        """Tell everybody; raises `RulesFault` inside a sealed flow."""
        if self.sealed is not None:
            raise RulesFault(f"The sealed flow of seat {self.sealed} told all; it may whisper to its owner.")
        if self.told is not None:
            self.told.append(Told(event(*args, **kwargs)))

    def whisper(self, seat: int, event: Event, rest: Event | None = None) -> None:
        """Tell one seat, and the rest something else or nothing; in a sealed flow its owner alone."""
        if self.sealed is not None and (seat != self.sealed or rest is not None):
            raise RulesFault(f"The sealed flow of seat {self.sealed} may whisper to its owner alone, not {seat}.")
        if self.told is not None:
            self.told.append(Told(event, seat, rest))

    def ask(self, seat: int, build: Callable[[S, int], Decision[C]]) -> Awaitable[C]:
        """Ask `seat` (or the referee); `build` makes the decision from the state, again after each interrupt."""
        return Ask(seat, build)

    def ask_openly(self, seat: int, build: Callable[[S, int], Decision[C]]) -> Awaitable[C]:
        """Ask `seat`, unless there is a single legal answer; only for choices that everybody can work out."""
        return Ask(seat, build, True)

    def ask_all(
        self, seats: Iterable[int], flow: Callable[[Table[S], int], Coroutine[Any, Any, T]]
    ) -> Awaitable[dict[int, T]]:
        """Let each seat go through its own `flow` of questions, sealed until all are done; answers in seat order."""
        return Sealed(tuple(sorted(dict.fromkeys(seats))), flow)
