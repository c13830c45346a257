"""The printed figures of every card, taken from the card list and never from the registry that is held against them."""

from typing import NamedTuple


class LetterFigures(NamedTuple):
    """All copies of one letter: the deck they are of, the damage of each, and the type of each by its number."""

    deck: str
    damage: int
    types: tuple[str, ...]


class WoundFigures(NamedTuple):
    """One wound card; its letters stay together."""

    letters: str
    damage: int
    type: str


class MonsterFigures(NamedTuple):
    """One monster tile; `damage` and `type` are those of the trophy, `zone` is printed on the back."""

    title: str
    letter: str
    damage: int
    type: str
    health: int
    attack: int
    zone: int


class BossFigures(NamedTuple):
    """One boss of the solo game; `zone` is where it arrives."""

    title: str
    trait: str
    health: int
    attack: int
    zone: int
    text: str


class ModifierFigures(NamedTuple):
    """One modifier; `param` is the damage type or the number of coins that its trait names."""

    title: str
    starting: bool
    health: int
    trait: str
    param: str | int | None
    text: str


class GearFigures(NamedTuple):
    """One weapon or armor."""

    title: str
    slot: str
    multiplayer_only: bool
    text: str


class QuestFigures(NamedTuple):
    """One quest and its victory points."""

    title: str
    vp: int
    text: str


LETTERS = {
    "b": LetterFigures("consonant", 2, ("earth", "water")),
    "c": LetterFigures("consonant", 1, ("fire", "earth", "water")),
    "d": LetterFigures("consonant", 1, ("fire", "earth", "water", "water")),
    "f": LetterFigures("consonant", 2, ("fire", "earth")),
    "g": LetterFigures("consonant", 1, ("fire", "earth", "water")),
    "h": LetterFigures("consonant", 1, ("fire", "earth", "water")),
    "j": LetterFigures("consonant", 4, ("fire",)),
    "k": LetterFigures("consonant", 3, ("earth",)),
    "l": LetterFigures("consonant", 1, ("fire", "earth", "water", "wild")),
    "m": LetterFigures("consonant", 2, ("fire", "earth", "water")),
    "n": LetterFigures("consonant", 1, ("fire", "fire", "earth", "water", "wild")),
    "p": LetterFigures("consonant", 3, ("fire", "earth", "water")),
    "q": LetterFigures("consonant", 4, ("water",)),
    "r": LetterFigures("consonant", 1, ("fire", "earth", "earth", "water", "wild")),
    "s": LetterFigures("consonant", 1, ("fire", "earth", "water", "water", "wild")),
    "t": LetterFigures("consonant", 1, ("fire", "fire", "earth", "water", "wild")),
    "v": LetterFigures("consonant", 3, ("water",)),
    "w": LetterFigures("consonant", 2, ("earth", "water")),
    "x": LetterFigures("consonant", 4, ("earth",)),
    "y": LetterFigures("consonant", 3, ("fire", "water")),
    "z": LetterFigures("consonant", 4, ("fire",)),
    "a": LetterFigures("vowel", 1, ("fire", "fire", "earth", "water", "water", "wild")),
    "e": LetterFigures("vowel", 1, ("fire", "fire", "earth", "earth", "earth", "water", "water", "wild")),
    "i": LetterFigures("vowel", 1, ("fire", "earth", "water", "water", "wild")),
    "o": LetterFigures("vowel", 1, ("fire", "fire", "earth", "earth", "water")),
    "u": LetterFigures("vowel", 1, ("fire", "earth", "water")),
}

WOUNDS = {
    "wound_aw": WoundFigures("AW", 2, "earth"),
    "wound_gg": WoundFigures("GG", 2, "earth"),
    "wound_ex": WoundFigures("EX", 3, "fire"),
    "wound_ff": WoundFigures("FF", 3, "water"),
    "wound_ft": WoundFigures("FT", 2, "fire"),
    "wound_gh": WoundFigures("GH", 2, "earth"),
    "wound_ght": WoundFigures("GHT", 3, "fire"),
    "wound_gn": WoundFigures("GN", 2, "water"),
    "wound_imp": WoundFigures("IMP", 3, "fire"),
    "wound_mb": WoundFigures("MB", 2, "earth"),
    "wound_nch": WoundFigures("NCH", 3, "water"),
    "wound_nk": WoundFigures("NK", 2, "earth"),
    "wound_oa": WoundFigures("OA", 1, "water"),
    "wound_ock": WoundFigures("OCK", 3, "earth"),
    "wound_oun": WoundFigures("OUN", 2, "fire"),
    "wound_ph": WoundFigures("PH", 3, "water"),
    "wound_pt": WoundFigures("PT", 2, "fire"),
    "wound_qui": WoundFigures("QUI", 4, "water"),
    "wound_sk": WoundFigures("SK", 2, "fire"),
    "wound_sw": WoundFigures("SW", 2, "water"),
    "wound_tch": WoundFigures("TCH", 3, "earth"),
    "wound_ui": WoundFigures("UI", 1, "fire"),
    "wound_wh": WoundFigures("WH", 2, "water"),
    "wound_xi": WoundFigures("XI", 3, "earth"),
}

MONSTERS = {
    "automaton": MonsterFigures("Automaton", "A", 1, "earth", 10, 0, 1),
    "banshee": MonsterFigures("Banshee", "B", 2, "water", 9, 1, 4),
    "centaur": MonsterFigures("Centaur", "C", 1, "earth", 7, 1, 1),
    "dragon": MonsterFigures("Dragon", "D", 1, "fire", 12, 2, 3),
    "ettin": MonsterFigures("Ettin", "E", 1, "wild", 12, 1, 4),
    "fury": MonsterFigures("Fury", "F", 2, "fire", 9, 1, 2),
    "golem": MonsterFigures("Golem", "G", 1, "earth", 11, 0, 1),
    "hydra": MonsterFigures("Hydra", "H", 1, "water", 10, 3, 4),
    "imp": MonsterFigures("Imp", "I", 1, "fire", 8, 0, 3),
    "jinn": MonsterFigures("Jinn", "J", 4, "fire", 10, 1, 2),
    "kobold": MonsterFigures("Kobold", "K", 3, "earth", 9, 0, 1),
    "lich": MonsterFigures("Lich", "L", 1, "fire", 10, 1, 2),
    "minotaur": MonsterFigures("Minotaur", "M", 2, "earth", 11, 1, 2),
    "naga": MonsterFigures("Naga", "N", 1, "water", 10, 0, 4),
    "ogre": MonsterFigures("Ogre", "O", 1, "earth", 10, 1, 1),
    "phoenix": MonsterFigures("Phoenix", "P", 3, "fire", 11, 1, 3),
    "questing_beast": MonsterFigures("Questing Beast", "Q", 4, "water", 8, 0, 1),
    "revenant": MonsterFigures("Revenant", "R", 1, "water", 10, 1, 2),
    "sphinx": MonsterFigures("Sphinx", "S", 1, "wild", 13, 1, 3),
    "troll": MonsterFigures("Troll", "T", 1, "water", 12, 1, 1),
    "unicorn": MonsterFigures("Unicorn", "U", 1, "water", 9, 0, 4),
    "vampire": MonsterFigures("Vampire", "V", 3, "fire", 9, 2, 2),
    "wyvern": MonsterFigures("Wyvern", "W", 2, "fire", 10, 1, 3),
    "xylophage": MonsterFigures("Xylophage", "X", 4, "earth", 8, 1, 4),
    "yeti": MonsterFigures("Yeti", "Y", 3, "water", 11, 4, 3),
    "zombie": MonsterFigures("Zombie", "Z", 4, "earth", 10, 0, 3),
}

MODIFIERS = {
    "rash": ModifierFigures("Rash", True, 4, "Weakness", "fire", "Fire cards deal double damage to this monster."),
    "brittle": ModifierFigures(
        "Brittle", True, 3, "Weakness", "earth", "Earth cards deal double damage to this monster."
    ),
    "parched": ModifierFigures(
        "Parched", True, 3, "Weakness", "water", "Water cards deal double damage to this monster."
    ),
    "smoldering": ModifierFigures(
        "Smoldering", True, 1, "Resistance", "fire", "Fire cards deal 0 damage to this monster."
    ),
    "craggy": ModifierFigures("Craggy", True, 1, "Resistance", "earth", "Earth cards deal 0 damage to this monster."),
    "drenched": ModifierFigures(
        "Drenched", True, 1, "Resistance", "water", "Water cards deal 0 damage to this monster."
    ),
    "prickly": ModifierFigures("Prickly", True, 2, "Bite Back", "earth", "+1 attack if your word has a earth card."),
    "peevish": ModifierFigures("Peevish", True, 1, "Extra Vicious", None, "+1 attack."),
    "famed": ModifierFigures("Famed", True, 3, "Legendary", None, "Enters with 1 ale."),
    "flammable": ModifierFigures(
        "Flammable", False, 5, "Weakness", "fire", "Fire cards deal double damage to this monster."
    ),
    "fragile": ModifierFigures(
        "Fragile", False, 5, "Weakness", "earth", "Earth cards deal double damage to this monster."
    ),
    "rusty": ModifierFigures("Rusty", False, 6, "Weakness", "water", "Water cards deal double damage to this monster."),
    "fireproof": ModifierFigures(
        "Fireproof", False, 2, "Resistance", "fire", "Fire cards deal 0 damage to this monster."
    ),
    "unshakable": ModifierFigures(
        "Unshakable", False, 2, "Resistance", "earth", "Earth cards deal 0 damage to this monster."
    ),
    "waterlogged": ModifierFigures(
        "Waterlogged", False, 2, "Resistance", "water", "Water cards deal 0 damage to this monster."
    ),
    "scalding": ModifierFigures("Scalding", False, 3, "Bite Back", "fire", "+1 attack if your word has a fire card."),
    "volatile": ModifierFigures("Volatile", False, 2, "Bite Back", "fire", "+1 attack if your word has a fire card."),
    "thorny": ModifierFigures("Thorny", False, 3, "Bite Back", "earth", "+1 attack if your word has a earth card."),
    "venomous": ModifierFigures("Venomous", False, 3, "Bite Back", "water", "+1 attack if your word has a water card."),
    "stinging": ModifierFigures("Stinging", False, 2, "Bite Back", "water", "+1 attack if your word has a water card."),
    "savage": ModifierFigures("Savage", False, 2, "Extra Vicious", None, "+1 attack."),
    "rabid": ModifierFigures("Rabid", False, 1, "Extra Vicious", None, "+1 attack."),
    "bloodthirsty": ModifierFigures("Bloodthirsty", False, 0, "Extra Vicious", None, "+1 attack."),
    "fabled": ModifierFigures("Fabled", False, 4, "Legendary", None, "Enters with 1 ale."),
    "storied": ModifierFigures("Storied", False, 4, "Legendary", None, "Enters with 1 ale."),
    "renowned": ModifierFigures("Renowned", False, 5, "Legendary", None, "Enters with 1 ale."),
    "hoarding": ModifierFigures(
        "Hoarding",
        False,
        5,
        "Well Equipped",
        None,
        "Enters with 1 gear card, face down. The first player to deal damage takes it.",
    ),
    "plundering": ModifierFigures(
        "Plundering",
        False,
        4,
        "Well Equipped",
        None,
        "Enters with 1 gear card, face down. The first player to deal damage takes it.",
    ),
    "ironclad": ModifierFigures(
        "Ironclad",
        False,
        6,
        "Well Equipped",
        None,
        "Enters with 1 gear card, face down. The first player to deal damage takes it.",
    ),
    "grasping": ModifierFigures(
        "Grasping", False, 3, "Disarm", None, "When you choose this monster, you lose 1 active gear card."
    ),
    "thieving": ModifierFigures(
        "Thieving", False, 2, "Disarm", None, "When you choose this monster, you lose 1 active gear card."
    ),
    "inspiring": ModifierFigures(
        "Inspiring", False, 1, "Health Aura", 1, "On entering, every other monster in play gains 1 health."
    ),
    "rousing": ModifierFigures(
        "Rousing", False, 0, "Health Aura", 2, "On entering, every other monster in play gains 2 health."
    ),
    "matriarchal": ModifierFigures(
        "Matriarchal", False, 1, "Health Aura", 2, "On entering, every other monster in play gains 2 health."
    ),
    "vile": ModifierFigures("Vile", False, 3, "Last Gasp", None, "Suffer 2 more wounds if you defeat this monster."),
    "vengeful": ModifierFigures(
        "Vengeful", False, 2, "Last Gasp", None, "Suffer 2 more wounds if you defeat this monster."
    ),
}

GEAR = {
    "avaricious_axe": GearFigures("Avaricious Axe", "weapon", False, "Gain $5 when you defeat a monster."),
    "searing_sabre": GearFigures(
        "Searing Sabre", "weapon", False, "+1 damage for each fire card in your word, up to +3."
    ),
    "boulder_bludgeon": GearFigures(
        "Boulder Bludgeon", "weapon", False, "+1 damage for each earth card in your word, up to +3."
    ),
    "tidal_trident": GearFigures(
        "Tidal Trident", "weapon", False, "+1 damage for each water card in your word, up to +3."
    ),
    "lengthy_lance": GearFigures(
        "Lengthy Lance", "weapon", False, "+1 damage for each letter in your word beyond the 3rd, up to +4."
    ),
    "double_daggers": GearFigures("Double Daggers", "weapon", False, "+4 damage if your word has a double letter."),
    "scarred_scythe": GearFigures(
        "Scarred Scythe", "weapon", False, "+3 damage for each wound card in your word, up to +6."
    ),
    "hunters_harpoon": GearFigures(
        "Hunter's Harpoon", "weapon", False, "+2 damage for each monster trophy in your word, up to +4."
    ),
    "brief_blade": GearFigures("Brief Blade", "weapon", False, "+2 damage if your word has 4 or fewer letters."),
    "patient_pike": GearFigures("Patient Pike", "weapon", True, "+4 damage if you are last in initiative order."),
    "contract_crossbow": GearFigures(
        "Contract Crossbow", "weapon", True, "+1 damage for each quest you have completed, up to +4."
    ),
    "jealous_javelin": GearFigures(
        "Jealous Javelin", "weapon", True, "+3 damage if an opponent has more monster trophies than you."
    ),
    "padded_plate": GearFigures("Padded Plate", "armor", False, "Suffer 1 fewer wound."),
    "heroic_helm": GearFigures("Heroic Helm", "armor", False, "Suffer no wounds from a monster you defeat."),
    "bottomless_belt": GearFigures("Bottomless Belt", "armor", False, "Refill your hand to 8 cards."),
    "chameleon_cloak": GearFigures(
        "Chameleon Cloak", "armor", False, "In battle, change the damage type of 1 card in your word."
    ),
    "cleansing_cuirass": GearFigures(
        "Cleansing Cuirass",
        "armor",
        False,
        "After battle, if your word has 1 or more wound cards, discard up to 2 wound cards from your hand.",
    ),
    "retrieving_robe": GearFigures(
        "Retrieving Robe", "armor", False, "When you discard your word, return 1 of its letter cards to your hand."
    ),
    "bargain_bracers": GearFigures("Bargain Bracers", "armor", False, "Your town visit costs $2 less."),
    "mercenary_mantle": GearFigures(
        "Mercenary Mantle", "armor", False, "After battle, gain $2 if you suffered no wounds."
    ),
    "speedy_sandals": GearFigures("Speedy Sandals", "armor", True, "+2 initiative."),
    "preemptive_pauldrons": GearFigures(
        "Preemptive Pauldrons", "armor", True, "You win initiative ties. Gain $2 if you are first in initiative order."
    ),
    "tavern_tabard": GearFigures(
        "Tavern Tabard", "armor", True, "After battle, gain 1 ale if you suffered 2 or more wounds."
    ),
    "jobbers_jerkin": GearFigures("Jobber's Jerkin", "armor", True, "Gain $3 when you complete a quest."),
}

QUESTS = {
    "wordy": QuestFigures("Wordy", 1, "Your word has 6 or more letters."),
    "heavy_hand": QuestFigures("Heavy Hand", 1, "Deal 10 or more damage."),
    "scars_to_spare": QuestFigures("Scars to Spare", 1, "Defeat a monster with 1 or more wound cards in your word."),
    "open_mouth": QuestFigures("Open Mouth", 1, "Your word has 3 or more vowels."),
    "four_of_a_kind": QuestFigures("Four of a Kind", 1, "Your word has 4 or more cards of one damage type."),
    "rare_letter": QuestFigures("Rare Letter", 1, "Your word has a card with 4 or more printed damage."),
    "soft_landing": QuestFigures("Soft Landing", 1, "Your word has 5 or more letters and ends with a vowel."),
    "open_door": QuestFigures("Open Door", 1, "Your word has 5 or more letters and starts with a vowel."),
    "name_calling": QuestFigures("Name-Calling", 1, "Your word has the letter of the monster."),
    "trophy_hall": QuestFigures("Trophy Hall", 1, "Your word has 2 or more monster trophies."),
    "seeing_double": QuestFigures("Seeing Double", 1, "Your word has a double letter."),
    "spotless": QuestFigures("Spotless", 1, "Suffer no wounds."),
    "rough_company": QuestFigures("Rough Company", 2, "Defeat a monster with 2 or more attack."),
    "short_work": QuestFigures("Short Work", 2, "Defeat a monster with a word of 4 or fewer letters."),
    "to_the_coin": QuestFigures("To the Coin", 2, "Defeat a monster with exactly as much damage as it has health."),
    "too_much": QuestFigures("Too Much", 2, "Defeat a monster with 4 or more damage to spare."),
    "vowel_famine": QuestFigures("Vowel Famine", 2, "Your word has 5 or more letters and 1 or fewer vowels."),
    "crowded_word": QuestFigures("Crowded Word", 2, "Your word has 6 or more cards."),
    "seesaw": QuestFigures("Seesaw", 2, "Your word has 5 or more letters, and vowels and consonants alternate."),
    "black_and_blue": QuestFigures("Black and Blue", 2, "Suffer 3 or more wounds."),
    "bookends": QuestFigures(
        "Bookends", 2, "Your word has 4 or more letters and starts and ends with the same letter."
    ),
    "in_good_order": QuestFigures("In Good Order", 3, "Your word has 4 or more letters, all in alphabetical order."),
    "one_blow": QuestFigures("One Blow", 3, "Defeat a monster that had lost no health."),
    "word_hoard": QuestFigures("Word Hoard", 3, "Your word has 7 or more letters."),
    "thunderclap": QuestFigures("Thunderclap", 3, "Deal 13 or more damage."),
    "sore_spot": QuestFigures("Sore Spot", 3, "Your word has 2 or more cards that deal double damage."),
    "epic_tale": QuestFigures("Epic Tale", 4, "Your word has 8 or more letters."),
    "cataclysm": QuestFigures("Cataclysm", 4, "Deal 16 or more damage."),
    "pure_element": QuestFigures("Pure Element", 4, "Your word has 5 or more cards, all of one damage type."),
}
BOSSES = {
    "insatiable_vulture": BossFigures(
        "Insatiable Vulture",
        "Feast",
        22,
        1,
        1,
        "Round end: regains 1 health for each wound card in your hand, up to its starting health.",
    ),
    "unyielding_colossus": BossFigures(
        "Unyielding Colossus", "Stone Hide", 16, 2, 3, "Ignores the first 2 damage dealt to it each battle."
    ),
    "mercurial_basilisk": BossFigures(
        "Mercurial Basilisk",
        "Shed Skin",
        25,
        1,
        2,
        "After each battle, gains Resistance to the type that dealt it the most damage, in place of the last one.",
    ),
    "tyrannical_warlord": BossFigures(
        "Tyrannical Warlord", "Horn of War", 20, 1, 4, "Each wave after its arrival has 1 more monster."
    ),
}
