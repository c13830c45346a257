"""Hints: what bots know of a word that is asked for, told to the player who is asked."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from service.bots.spell_smashers import hints as spell_smashers
from service.games.spell_smashers.spelling import ChooseWord

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.bots.spell_smashers.hints import WordHints
    from service.games.kernel.decisions import Decision


@dataclass(frozen=True, slots=True)
class Hinting:
    """Which decision of a title has hints, and what gives them: from the view and the choices to what is told."""

    decision: type[Decision[Any]]
    give: Callable[[Any, int, Any], WordHints]


HINTING: MappingProxyType[str, Hinting] = MappingProxyType(
    {"spell_smashers": Hinting(ChooseWord, spell_smashers.word_hints)}
)
"""By title; whether a match allows them its option `hints` says."""
