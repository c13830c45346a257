"""The 29 quests. Each reads its owner's battle, after the wounds."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.spell_smashers.cards import DAMAGE_TYPES, VOWELS, Quest, quest
from service.games.spell_smashers.word_shape import alternates, has_double_letter, is_alphabetical, vowels

if TYPE_CHECKING:
    from service.games.spell_smashers.battle import Battle


@quest("Wordy", vp=1)
def wordy(battle: Battle) -> bool:
    """Your word has 6 or more letters."""
    return len(battle.word) >= 6


@quest("Heavy Hand", vp=1)
def heavy_hand(battle: Battle) -> bool:
    """Deal 10 or more damage."""
    return battle.damage >= 10


@quest("Scars to Spare", vp=1)
def scars_to_spare(battle: Battle) -> bool:
    """Defeat a monster with 1 or more wound cards in your word."""
    return battle.defeats and battle.count("wound") >= 1


@quest("Open Mouth", vp=1)
def open_mouth(battle: Battle) -> bool:
    """Your word has 3 or more vowels."""
    return vowels(battle.word) >= 3


@quest("Four of a Kind", vp=1)
def four_of_a_kind(battle: Battle) -> bool:
    """Your word has 4 or more cards of one damage type."""
    return max(map(battle.types.count, DAMAGE_TYPES)) >= 4


@quest("Rare Letter", vp=1)
def rare_letter(battle: Battle) -> bool:
    """Your word has a card with 4 or more printed damage."""
    return max(tile.damage for tile in battle.tiles) >= 4


@quest("Soft Landing", vp=1)
def soft_landing(battle: Battle) -> bool:
    """Your word has 5 or more letters and ends with a vowel."""
    return len(battle.word) >= 5 and battle.word[-1] in VOWELS


@quest("Open Door", vp=1)
def open_door(battle: Battle) -> bool:
    """Your word has 5 or more letters and starts with a vowel."""
    return len(battle.word) >= 5 and battle.word[0] in VOWELS


@quest("Name-Calling", vp=1)
def name_calling(battle: Battle) -> bool:
    """Your word has the letter of the monster."""
    return battle.monster.letter in battle.word


@quest("Trophy Hall", vp=1)
def trophy_hall(battle: Battle) -> bool:
    """Your word has 2 or more monster trophies."""
    return battle.count("trophy") >= 2


@quest("Seeing Double", vp=1)
def seeing_double(battle: Battle) -> bool:
    """Your word has a double letter."""
    return has_double_letter(battle.word)


@quest("Spotless", vp=1)
def spotless(battle: Battle) -> bool:
    """Suffer no wounds."""
    return battle.wounds_suffered == 0


@quest("Rough Company", vp=2)
def rough_company(battle: Battle) -> bool:
    """Defeat a monster with 2 or more attack."""
    return battle.defeats and battle.attack_strength >= 2


@quest("Short Work", vp=2)
def short_work(battle: Battle) -> bool:
    """Defeat a monster with a word of 4 or fewer letters."""
    return battle.defeats and len(battle.word) <= 4


@quest("To the Coin", vp=2)
def to_the_coin(battle: Battle) -> bool:
    """Defeat a monster with exactly as much damage as it has health."""
    return battle.defeats and battle.overkill == 0


@quest("Too Much", vp=2)
def too_much(battle: Battle) -> bool:
    """Defeat a monster with 4 or more damage to spare."""
    return battle.defeats and battle.overkill >= 4


@quest("Vowel Famine", vp=2)
def vowel_famine(battle: Battle) -> bool:
    """Your word has 5 or more letters and 1 or fewer vowels."""
    return len(battle.word) >= 5 and vowels(battle.word) <= 1


@quest("Crowded Word", vp=2)
def crowded_word(battle: Battle) -> bool:
    """Your word has 6 or more cards."""
    return len(battle.tiles) >= 6


@quest("Seesaw", vp=2)
def seesaw(battle: Battle) -> bool:
    """Your word has 5 or more letters, and vowels and consonants alternate."""
    return len(battle.word) >= 5 and alternates(battle.word)


@quest("Black and Blue", vp=2)
def black_and_blue(battle: Battle) -> bool:
    """Suffer 3 or more wounds."""
    return battle.wounds_suffered >= 3


@quest("Bookends", vp=2)
def bookends(battle: Battle) -> bool:
    """Your word has 4 or more letters and starts and ends with the same letter."""
    return len(battle.word) >= 4 and battle.word[0] == battle.word[-1]


@quest("In Good Order", vp=3)
def in_good_order(battle: Battle) -> bool:
    """Your word has 4 or more letters, all in alphabetical order."""
    return len(battle.word) >= 4 and is_alphabetical(battle.word)


@quest("One Blow", vp=3)
def one_blow(battle: Battle) -> bool:
    """Defeat a monster that had lost no health."""
    return battle.defeats and battle.unhurt


@quest("Word Hoard", vp=3)
def word_hoard(battle: Battle) -> bool:
    """Your word has 7 or more letters."""
    return len(battle.word) >= 7


@quest("Thunderclap", vp=3)
def thunderclap(battle: Battle) -> bool:
    """Deal 13 or more damage."""
    return battle.damage >= 13


@quest("Sore Spot", vp=3)
def sore_spot(battle: Battle) -> bool:
    """Your word has 2 or more cards that deal double damage."""
    return battle.factors.count(2) >= 2


@quest("Epic Tale", vp=4)
def epic_tale(battle: Battle) -> bool:
    """Your word has 8 or more letters."""
    return len(battle.word) >= 8


@quest("Cataclysm", vp=4)
def cataclysm(battle: Battle) -> bool:
    """Deal 16 or more damage."""
    return battle.damage >= 16


@quest("Pure Element", vp=4)
def pure_element(battle: Battle) -> bool:
    """Your word has 5 or more cards, all of one damage type."""
    return len(battle.tiles) >= 5 and len(set(battle.types)) <= 1


QUESTS: tuple[Quest, ...] = (
    wordy, heavy_hand, scars_to_spare, open_mouth, four_of_a_kind, rare_letter, soft_landing, open_door,
    name_calling, trophy_hall, seeing_double, spotless, rough_company, short_work, to_the_coin, too_much,
    vowel_famine, crowded_word, seesaw, black_and_blue, bookends, in_good_order, one_blow, word_hoard, thunderclap,
    sore_spot, epic_tale, cataclysm, pure_element,
)  # fmt: skip
QUEST: MappingProxyType[str, Quest] = MappingProxyType({card.id: card for card in QUESTS})
