"""A match as a value.

What is kept is never a coroutine but a checkpoint, the state at the start of the phase, and the answers given since.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from service.games.kernel.decisions import Choice, Decision

if TYPE_CHECKING:
    from service.games.kernel.events import Told
    from service.games.kernel.game import Options

T = TypeVar("T")


class Codec(Protocol):
    """Turns values into bytes and back; the same value always gives the same bytes."""

    def encode(self, value: object) -> bytes:
        """Return the value as bytes."""

    def decode(self, data: bytes, kind: type[T]) -> T:
        """Return a new value of `kind` from its bytes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An accepted action; `seat`, `question` and `ordinal` say which decision of its phase it answered.

    `fingerprint` is that of `phase.Question`.
    """

    seat: int
    owner: int
    question: str
    ordinal: int
    fingerprint: str
    choice: Choice
    interrupt: bool = False


@dataclass(frozen=True, slots=True)
class PhaseEnd:
    """A phase came to its end in a state with this SHA-256 (64 hex digits)."""

    phase: int
    state_hash: str


@dataclass(frozen=True, slots=True)
class Match:
    """One played session: setup, seed (hex), and the place where play stands.

    `interrupted` counts the interrupts of each seat before this phase.
    """

    game: str
    rules_version: int
    options: Options
    seats: int
    seed: str
    phase: int
    drawn: int
    state: bytes
    answers: tuple[Answer, ...] = ()
    interrupted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to play a match again: setup, seed (hex), every answer, a state hash for every ended phase."""

    game: str
    rules_version: int
    options: Options
    seats: int
    seed: str
    answers: tuple[Answer, ...]
    phases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What one accepted action (or the opening) made of a match: next value, events, lines for the record."""

    match: Match
    told: tuple[Told, ...]
    logged: tuple[Answer | PhaseEnd, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """An open decision under its opaque id. `with_referee`: answered, and waiting for a ruling."""

    id: str
    decision: Decision[Any]
    with_referee: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """A choice that somebody submits for a decision."""

    decision: str
    choice: Choice
