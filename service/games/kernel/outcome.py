"""How a match ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winning seats, ascending (several share the win, none is a loss for all), and the ending's name."""

    winners: tuple[int, ...]
    ending: str
