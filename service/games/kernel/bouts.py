"""Bouts: the parts of a match that somebody wins, and the cards in them; what tallies for a title's designer count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from service.games.kernel.events import Event


@dataclass(frozen=True, slots=True)
class Bout:
    """One that is over: its rounds, the seat that won it (None: nobody), and the designs that count for each seat."""

    rounds: int
    winner: int | None
    cards: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bouts:
    """How a title's matches fall into bouts.

    `name` is what one is called; `counted` says in sentences for whom a card counts, and what it is to win. `cards` are
    all designs that may count, by their sort. `told` makes the bouts of the events of a match, as all of them were told
    to whom they concern, with so many seats; what has not ended by then is none.
    """

    name: str
    counted: str
    cards: Mapping[str, tuple[str, ...]]
    told: Callable[[Iterable[Event], int], Iterator[Bout]]
