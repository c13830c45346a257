"""What quests and gear are worth to a bot: they are tried out in battles with random hands, once per process."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from service.bots.spell_smashers.imagined import ImaginedBattle, full_health
from service.bots.spell_smashers.promise import COIN, WOUND, best_types
from service.bots.spell_smashers.spelling import best_word
from service.games.kernel.chance import SeededChance
from service.games.spell_smashers.gear import GEAR
from service.games.spell_smashers.letters import CONSONANTS, VOWEL_CARDS
from service.games.spell_smashers.modifiers import MODIFIERS
from service.games.spell_smashers.monsters import MONSTERS
from service.games.spell_smashers.quests import QUEST
from service.games.spell_smashers.setup import OPENING_CONSONANTS, OPENING_VOWELS, shuffled
from service.games.spell_smashers.spelling import USABLE
from service.games.spell_smashers.tiles import TILE
from service.games.spell_smashers.view import CrestView
from service.games.spell_smashers.wounds import WOUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.bots.spell_smashers.spelling import Spelt
    from service.games.spell_smashers.spelling import WordForm

TRIALS = 60
MOST_WOUNDS = 3
DAMAGE = 0.4
"""What a point of damage is worth, in victory points: a coin, and a good part of a trophy."""

HELPS_ELSEWHERE = 0.3
"""What gear is worth that acts where a battle alone doesn't show it."""


class Trial(NamedTuple):
    """A word that a random hand spells, and a random monster."""

    word: Spelt
    crest: CrestView


@cache
def trials(lexicon: str) -> tuple[Trial, ...]:
    """Return the battles in which cards are tried, the same ones each time."""
    chance = SeededChance(b"trials")
    found = []
    for number in range(TRIALS):
        hand = (
            shuffled(CONSONANTS, chance)[:OPENING_CONSONANTS]
            + shuffled(VOWEL_CARDS, chance)[:OPENING_VOWELS]
            + shuffled(WOUNDS, chance)[: number % (MOST_WOUNDS + 1)]
        )
        monster, modifier = chance.pick(MONSTERS), chance.pick(MODIFIERS)
        coins = 1 + chance.below(full_health(monster.id, modifier.id))
        crest = CrestView(coins, 0, guards_gear=False, monster=monster.id, modifier=modifier.id)
        word = best_word(lexicon, [USABLE[tile] for tile in hand], modifier.id, None)
        if word is not None:
            found.append(Trial(word, crest))
    return tuple(found)


@cache
def ease(lexicon: str, quest: str) -> float:
    """Return what a quest promises in a battle: its points, times how often a trial fulfils it."""
    card = QUEST[quest]
    tried = trials(lexicon)
    return card.vp * sum(card.done(fought(trial, None, None)) for trial in tried) / max(1, len(tried))


@cache
def use_of(lexicon: str, gear: str) -> float:
    """Return what a gear card adds to a battle, in victory points, over the trials."""
    card = GEAR[gear]
    weapon, armor = (gear, None) if card.slot == "weapon" else (None, gear)
    tried = trials(lexicon)
    gain = sum(_worth(fought(trial, weapon, armor)) - _worth(fought(trial, None, None)) for trial in tried)
    elsewhere = all(moment is None for moment in (card.damage, card.count_wounds, card.rewards))
    return gain / max(1, len(tried)) + (HELPS_ELSEWHERE if elsewhere else 0)


def best_weapons(lexicon: str, form: WordForm, most: int) -> list[str | None]:
    """Return the most useful weapons of so many at most, the best first; None alone for who has none."""
    return [*_best_first(lexicon, form.weapons)[:most]] or [None]


def best_armor(lexicon: str, form: WordForm) -> str | None:
    """Return the most useful armor; None for who has none."""
    return next(iter(_best_first(lexicon, form.armor)), None)


def _best_first(lexicon: str, owned: Iterable[str]) -> list[str]:
    return sorted(owned, key=lambda card: (-use_of(lexicon, card), card))


def fought(trial: Trial, weapon: str | None, armor: str | None) -> ImaginedBattle:
    """Fight one of the trials with this gear."""
    tiles = [TILE[tile.tile] for tile in trial.word.tiles]
    types = best_types(trial.crest, trial.word, weapon)
    battle = ImaginedBattle(trial.crest, trial.word.letters, tiles, types)
    battle.fight(weapon, armor)
    return battle


def _worth(battle: ImaginedBattle) -> float:
    paid = battle.gained - min(battle.damage, battle.crest.coins)
    worth: float = DAMAGE * battle.damage + COIN * paid - WOUND * battle.wounds_suffered
    return worth
