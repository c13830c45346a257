"""What a title gives to the kernel: its rules, and the vocabulary that it speaks."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from service.games.kernel.values import value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.games.kernel.bouts import Bouts
    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.kernel.events import Event
    from service.games.kernel.outcome import Outcome
    from service.games.kernel.table import Table

S = TypeVar("S")


@value
class View:
    """What one audience may see; `kind` is the title's key."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class OptionMisfit:
    """An option that has no meaning with so many seats, and in half a sentence why not and what would do."""

    option: str
    detail: str


@dataclass(frozen=True, slots=True)
class Options:
    """What a match of a title can be opened with; every field has a default.

    A field whose metadata has a range of `seats` has a meaning with those alone; its default is None, and what that
    means there, metadata may say as `absent`.
    """

    def misfit(self, seats: int) -> OptionMisfit | None:
        """Return the first option that is named and has no meaning with so many seats; None where all fit."""
        for option in fields(self):
            allowed = option.metadata.get("seats")
            if allowed is not None and seats not in allowed and getattr(self, option.name) != option.default:
                least, most = allowed.start, allowed.stop - 1
                whom = f"{least} to {most} seats" if least < most else "1 seat" if most == 1 else f"{most} seats"
                return OptionMisfit(option.name, f"it is for {whom}, not for {seats}; leave it out")
        return None


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card as content: what a client needs to draw it. `kind` is the title's own name for the kind of card."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Component:
    """One line of what lies in the box: a thing's name and how many there are."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Every shape that a title lets out or takes in; the contract is made of them.

    `boards` are the boards on which the points of its outcomes are compared; `bouts` tell, for tallies, what of its
    matches is won by itself.
    """

    options: type[Options]
    view: type[View]
    choices: tuple[type[Choice], ...]
    decisions: tuple[type[Decision], ...]  # type: ignore[type-arg]
    events: tuple[type[Event], ...]
    faces: tuple[type[CardFace], ...]
    endings: tuple[str, ...]
    boards: tuple[str, ...] = ()
    bouts: Bouts | None = None


class Game(Protocol[S]):
    """One title: a stateless object. Its rules may use the table alone, and raise nothing for bad input."""

    key: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    rules_version: ClassVar[int]
    vocabulary: ClassVar[Vocabulary]
    state: type[S]

    def setup(self, options: Options, seats: int, chance: Chance) -> S:
        """Return the state before the first phase."""

    async def play_phase(self, table: Table[S]) -> None:
        """Play the phase that the state names, and name the next."""

    def interrupts(self, state: S, seat: int) -> tuple[Decision[Any], ...]:
        """Return what `seat` may do now outside its own questions; never a question that asks on."""

    def interrupt(self, table: Table[S], seat: int, choice: Choice) -> None:
        """Carry out one interrupt, whole, without asking."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it goes on. Read between phases only."""

    def length(self, state: S) -> int:
        """Return how many turns (rounds, of a title that has those) were begun: how long a match was."""

    def view(self, state: S, seat: int | None) -> View:
        """Return what `seat` may see, or the spectators (None), built up from what is allowed."""

    def cards(self) -> tuple[CardFace, ...]:
        """Return every card of the title, in a fixed order."""

    def components(self) -> tuple[Component, ...]:
        """Return what lies in the box."""

    def effects(self) -> Iterable[tuple[object, str]]:
        """Return every registered effect: the card that has it, and the attribute that holds it."""
