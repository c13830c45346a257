"""Greedy in Spell Smashers: the word, the monster, the gear and the visit that promise most now.

It looks for the word that deals most to each sort of monster, and fights every battle in its head by the cards' own
effects. What is worth how much is said in victory points.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from service.bots.picking import most_promising
from service.bots.spell_smashers import solo, spelling, town
from service.bots.spell_smashers.cards import best_armor, best_weapons, ease, use_of
from service.bots.spell_smashers.imagined import scales_of
from service.bots.spell_smashers.promise import Prospect, best_types, monsters_of
from service.games.spell_smashers.cards import DAMAGE_TYPES
from service.games.spell_smashers.damage_types import ChooseTypes, DealAs, SetTypes, TypesForm
from service.games.spell_smashers.draws import ChooseDraws, DrawLetters
from service.games.spell_smashers.fighting import ChooseMonster, FightMonster
from service.games.spell_smashers.gear_decisions import GiveUpGear, HealWounds, KeepLetter
from service.games.spell_smashers.potions import UseAntidote
from service.games.spell_smashers.spelling import CannotSpell, ChooseWord, SpellWord, WordForm
from service.games.spell_smashers.tiles import TILE
from service.games.spell_smashers.town_decisions import ChooseBuilding, KeepQuest, ReturnQuest, TakeGear
from service.games.spell_smashers.words import DropWound
from service.games.spell_smashers.wounds import WOUND

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.bots.spell_smashers.spelling import Spelt
    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.spell_smashers.cards import DamageType
    from service.games.spell_smashers.view import CrestView, SpellSmashersView

VOWELS_WANTED = 3
"""Of a hand of seven."""

WEAPONS_TRIED = 3
ELIXIR = 0.6
"""What an elixir must add before it is used."""

FIRST_WITH = 9
"""Letters with which one is nearly always the first to battle."""


def choose(view: SpellSmashersView, decision: Decision[Any], chance: Chance) -> Choice:
    """Return the answer that promises most; chance picks among equals."""
    if view.solo is not None and (answer := solo.choose(view, decision, chance)) is not None:
        return answer
    if isinstance(decision, ChooseWord):
        assert isinstance(decision.choices, WordForm)
        return word_for(view, decision.seat, decision.choices, chance)
    if isinstance(decision, ChooseTypes):
        return set_types(view, decision)
    if isinstance(decision, ChooseDraws):
        return draw(view, decision)
    choices: tuple[Choice, ...] = decision.choices.listed() or ()
    if isinstance(decision, ChooseMonster):
        return most_promising(choices, of_monsters(view, decision.seat), chance)
    if isinstance(decision, ChooseBuilding):
        return most_promising(choices, partial(town.promise, view, decision.seat), chance)
    return most_promising(choices, partial(promise, view), chance)


def promise(view: SpellSmashersView, choice: Choice) -> float:
    """Return what the answer to one of the smaller questions promises."""
    match choice:
        case KeepQuest():
            return ease(view.lexicon, choice.quest)
        case ReturnQuest():
            return -ease(view.lexicon, choice.quest)
        case TakeGear():
            return use_of(view.lexicon, choice.gear)
        case GiveUpGear():
            return -use_of(view.lexicon, choice.gear)
        case HealWounds():
            return len(choice.wounds)
        case DropWound():
            return len(TILE[choice.wound].letters)
        case KeepLetter():
            return TILE[choice.tile].damage
        case UseAntidote():
            return 1 if choice.card in WOUND else -1
    return 0


def word_for(view: SpellSmashersView, seat: int, form: WordForm, chance: Chance) -> SpellWord | CannotSpell:
    """Return the word and the gear that promise most, or the claim that there is none."""
    prospect = Prospect(view, seat)
    weapons, armor = best_weapons(view.lexicon, form, WEAPONS_TRIED), best_armor(view.lexicon, form)
    crests = monsters_of(view)
    words = words_for(view.lexicon, form, crests, weapons)
    if not words:
        return CannotSpell(weapons[0], armor)
    word = most_promising(words, lambda word: promised(prospect, crests, word, armor), chance)
    return spelling.answer(word, armor)


def words_for(lexicon: str, form: WordForm, crests: list[CrestView], weapons: list[str | None]) -> list[Spelt]:
    """Return the best word for each sort of monster and each weapon, each word once."""
    sorts = {tuple(scales_of(crest.modifier).items()): crest.modifier for crest in crests} or {(): None}
    found = spelling.best_words(lexicon, form, product(sorts.values(), weapons))
    return list(dict.fromkeys(found))


def promised(prospect: Prospect, crests: list[CrestView], word: Spelt, armor: str | None) -> float:
    """Return what a word promises: the best monster for the first in initiative, else, likely, the second best."""
    each = sorted([prospect.of(crest, word, word.weapon, armor) for crest in crests], reverse=True)
    if len(each) < 2:
        return each[0] if each else 0
    first = min(1.0, len(word.letters) / FIRST_WITH)
    return first * each[0] + (1 - first) * each[1]


def of_monsters(view: SpellSmashersView, seat: int) -> Callable[[Choice], float]:
    """Return what tells how much each monster promises to the word that was revealed."""
    prospect, word = Prospect(view, seat), spelling.revealed(view, seat)
    me = view.players[seat]
    by_monster = {crest.monster: crest for crest in monsters_of(view)}

    def of_monster(choice: Choice) -> float:
        assert isinstance(choice, FightMonster)
        return prospect.of(by_monster[choice.monster], word, me.weapon, me.armor)

    return of_monster


def set_types(view: SpellSmashersView, decision: ChooseTypes) -> SetTypes:
    """Return the types that promise most; an elixir where it promises more than the coins it cost."""
    form, me = decision.choices, view.players[decision.seat]
    assert isinstance(form, TypesForm)
    crest = next(crest for crest in view.crests if crest.monster in decision.monsters)
    word = spelling.revealed(view, decision.seat)
    prospect = Prospect(view, decision.seat)
    plain = best_types(crest, word, me.weapon)

    def promises(types: list[DamageType]) -> float:
        return prospect.worth(prospect.battle(crest, word, me.weapon, me.armor, types), me.weapon, me.armor)

    wild = tuple(
        DealAs(tile.tile, type) for tile, type in zip(word.tiles, plain, strict=True) if tile.tile in form.wild
    )
    best, change = promises(plain), None
    if form.cloak or form.elixir:
        least = 0 if form.cloak else ELIXIR
        for at, tile in enumerate(word.tiles):
            for type in DAMAGE_TYPES:
                changed = promises([*plain[:at], type, *plain[at + 1 :]]) - least
                if changed > best:
                    best, change = changed, DealAs(tile.tile, type)
    return SetTypes(wild, None if form.cloak else change, change if form.cloak else None)


def draw(view: SpellSmashersView, decision: ChooseDraws) -> DrawLetters:
    """Return as many draws as there can be at once, with as many vowels as a hand wants."""
    vowels = view.players[decision.seat].vowels
    choices = decision.choices.listed() or ()
    return max(choices, key=lambda one: (one.consonants + one.vowels, -abs(vowels + one.vowels - VOWELS_WANTED)))
