"""The random bot: any legal choice, each equally likely."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from service.bots.spell_smashers import random as spell_smashers
from service.games.spell_smashers.spelling import ChooseWord

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.kernel.game import View

WORDS: MappingProxyType[type[Decision[Any]], Callable[..., Choice]] = MappingProxyType(
    {ChooseWord: spell_smashers.choose}
)
"""Questions for a word, of which hardly any choice is legal in the end: the referee refuses what no lexicon has."""


class Random:
    """Chooses without looking, but for the lexicon that a word must be in."""

    key: str = "random"

    def plays(self, title: str) -> bool:
        return True

    def choose(self, look: Callable[[], View], decision: Decision[Any], chance: Chance) -> Choice:
        if (spell := WORDS.get(type(decision))) is not None:
            return spell(look, decision, chance)
        choice: Choice = decision.choices.sample(chance)
        return choice
