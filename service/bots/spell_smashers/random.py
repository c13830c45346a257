"""Random in Spell Smashers: a word that the referee knows, whichever; all else is chosen like anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.bots.spell_smashers.spelling import any_word
from service.games.spell_smashers.spelling import CannotSpell, ChooseWord, SpellWord, WordForm

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.spell_smashers.view import SpellSmashersView


def choose(look: Callable[[], SpellSmashersView], decision: Decision[Any], chance: Chance) -> Choice:
    """Return any legal choice; any word of the lexicon, with any gear, or the claim where the tiles spell none."""
    form = decision.choices
    if not isinstance(decision, ChooseWord) or not isinstance(form, WordForm):
        sampled: Choice = decision.choices.sample(chance)
        return sampled
    weapon, armor = chance.pick((None, *form.weapons)), chance.pick((None, *form.armor))
    word = any_word(look().lexicon, form.tiles, chance)
    if word is None:
        return CannotSpell(weapon, armor)
    return SpellWord(tuple(tile.tile for tile in word.tiles), weapon, armor)
