"""How a match ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winning seats, ascending (several share the win, none is a loss for all), and the ending's name.

    A win of one player alone may have `points`, to be compared with those of others on a `board` of the title.
    """

    winners: tuple[int, ...]
    ending: str
    points: int | None = None
    board: str | None = None
