"""A random player who spells long words, buys all the gear that he can and wears it, so that every card comes up."""

from service.games.kernel.chance import Chance
from service.games.kernel.decisions import Choice, Decision, Ruling
from service.games.kernel.match import Action
from service.games.spell_smashers.spelling import SpellWord, WordForm
from service.games.spell_smashers.town_decisions import VisitArmory
from tests.games.kernel.driving import Playing, asked, offered

DRAWS = 40


def spend(playing: Playing, chance: Chance) -> Action:
    """Return a random action that serves the purse; one in eight is an interrupt where one is open."""
    optional = offered(playing.play)
    item = chance.pick(optional) if optional and not chance.below(8) else chance.pick(asked(playing.play))
    return Action(item.id, choice_of(item.decision, chance))


def choice_of(decision: Decision[Choice], chance: Chance) -> Choice:
    """Return a random choice: of several words the longest, in full armor; every word is legal."""
    form = decision.choices
    if isinstance(form, WordForm):
        drawn = [form.sample(chance) for _ in range(DRAWS)]
        words = [word for word in drawn if isinstance(word, SpellWord) and worn(word) == worn_at_most(form)]
        return max(words, key=lambda word: len(word.tiles), default=drawn[0])
    if decision.kind == "rule_on_word":
        return Ruling(legal=True)
    if form.contains(VisitArmory()):
        return VisitArmory()
    return form.sample(chance)


def worn(word: SpellWord) -> int:
    return (word.weapon is not None) + (word.armor is not None)


def worn_at_most(form: WordForm) -> int:
    return bool(form.weapons) + bool(form.armor)
