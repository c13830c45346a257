"""The printed figures of every card, taken from the card list and never from the registry that is held against them."""

from typing import NamedTuple


class AttackFigures(NamedTuple):
    """One attack as printed."""

    title: str
    element: str
    type: str
    priority: int
    damage: int
    text: str


class MonsterFigures(NamedTuple):
    """One monster as printed; `hp` is None on the card that is no monster, `hero` on all that belong to none."""

    title: str
    hp: int | None
    hero: str | None
    text: str


HERO_COLOURS = {"elf": "green", "summoner": "purple", "barbarian": "red", "cleric": "gold"}

ATTACKS = {
    "elf_arrow_to_the_ego": AttackFigures(
        "Arrow to the Ego",
        "wind",
        "range",
        3,
        1,
        "Cancel the other Attack with the highest printed damage (if tied, all of them).",
    ),
    "elf_out_of_my_sight": AttackFigures(
        "Out of My Sight",
        "wind",
        "magic",
        5,
        2,
        "Next turn, nothing cancels your Attacks, even if they lose their effects.",
    ),
    "elf_disdain_dirk": AttackFigures(
        "Disdain Dirk", "water", "melee", 2, 3, "Next turn, this Attack strikes again beside the one you then choose."
    ),
    "elf_flaming_review": AttackFigures("Flaming Review", "fire", "range", 4, 4, "All other Attacks deal -2 damage."),
    "elf_artisanal_pinecone": AttackFigures(
        "Artisanal Pinecone", "earth", "range", 7, 5, "This Attack deals +2 damage if no other Range Attack is in play."
    ),
    "summoner_infernal_small_print": AttackFigures(
        "Infernal Small Print", "fire", "magic", 1, 2, "Cancel the effects of all other Attacks."
    ),
    "summoner_goose_portal": AttackFigures("Goose Portal", "wind", "range", 6, 4, "Cancel all other Melee Attacks."),
    "summoner_demonic_sea_cuke": AttackFigures(
        "Demonic Sea Cuke", "water", "magic", 7, 4, "Nothing cancels this Attack while it still has its effect."
    ),
    "summoner_overtime_imps": AttackFigures(
        "Overtime Imps", "fire", "magic", 3, 3, "This Attack deals +2 damage for each other Attack in play."
    ),
    "summoner_wrong_number_golem": AttackFigures(
        "Wrong-Number Golem", "earth", "melee", 9, 7, "This Attack deals -3 damage if another Earth Attack is in play."
    ),
    "barbarian_yodel_of_dread": AttackFigures(
        "Yodel of Dread", "wind", "range", 5, 3, "Cancel all other Magic Attacks."
    ),
    "barbarian_unsolicited_headbutt": AttackFigures("Unsolicited Headbutt", "earth", "melee", 3, 5, "No effect."),
    "barbarian_warm_up_swings": AttackFigures(
        "Warm-Up Swings", "fire", "melee", 6, 2, "Next turn, your Attack deals +4 damage."
    ),
    "barbarian_annual_bathwater": AttackFigures(
        "Annual Bathwater", "water", "range", 9, 5, "Cancel all other Fire Attacks."
    ),
    "barbarian_big_swing_small_plan": AttackFigures("Big Swing, Small Plan", "earth", "melee", 10, 9, "No effect."),
    "cleric_bless_you": AttackFigures(
        "Bless You", "wind", "magic", 3, 1, "All other Attacks deal half damage (round down)."
    ),
    "cleric_holy_water_balloon": AttackFigures(
        "Holy Water Balloon", "water", "range", 4, 4, "Cancel the effects of all other Attacks with priority 5 or more."
    ),
    "cleric_collection_plate": AttackFigures(
        "Collection Plate",
        "earth",
        "melee",
        6,
        6,
        "This Attack deals +3 damage if another player has more kills than you.",
    ),
    "cleric_slow_burning_sermon": AttackFigures(
        "Slow-Burning Sermon", "fire", "magic", 9, 5, "Cancel all other Attacks with priority 4 or less."
    ),
    "cleric_font_of_hard_knocks": AttackFigures(
        "Font of Hard Knocks", "water", "melee", 8, 4, "Cancel all other Earth Attacks."
    ),
}

MONSTERS = {
    "double_trouble": MonsterFigures(
        "Double Trouble", None, None, "Set this card aside. Two new Monsters enter instead."
    ),
    "philosopher_potato": MonsterFigures(
        "Philosopher Potato", 4, None, "When dealt: 1-3 damage becomes 1, 4-8 becomes 2, 9 or more becomes 3."
    ),
    "gelatinous_rhombus": MonsterFigures("Gelatinous Rhombus", 12, None, "No effect."),
    "slightly_damp_ogre": MonsterFigures("Slightly Damp Ogre", 16, None, "No effect."),
    "kobolds_in_one_coat": MonsterFigures("Three Kobolds in One Coat", 8, None, "No effect."),
    "queue_of_goblins": MonsterFigures(
        "Queue of Goblins", 4, None, "When revealed: this Monster gets +3 HP for each player."
    ),
    "umbrella_troll": MonsterFigures("Umbrella Troll", 10, None, "Cancel all Range Attacks."),
    "auditor_wraith": MonsterFigures("Auditor Wraith", 11, None, "Cancel all Magic Attacks."),
    "soggy_phoenix": MonsterFigures("Soggy Phoenix", 12, None, "Cancel all Fire Attacks."),
    "houseplant_horror": MonsterFigures(
        "Houseplant Horror",
        11,
        None,
        "Cancel all Water Attacks. After damage, this Monster recovers 2 HP for each Attack it cancelled this turn "
        "(never above its starting HP).",
    ),
    "bouncer_minotaur": MonsterFigures("Bouncer Minotaur", 9, None, "Cancel all Attacks with priority 7 or more."),
    "snail_of_inevitability": MonsterFigures(
        "Snail of Inevitability", 9, None, "Cancel all Attacks with priority 3 or less."
    ),
    "sensitive_cyclops": MonsterFigures(
        "Sensitive Cyclops", 9, None, "Cancel all Attacks with printed damage 5 or more."
    ),
    "thick_skinned_critic": MonsterFigures(
        "Thick-Skinned Critic", 12, None, "Cancel all Attacks with printed damage 3 or less."
    ),
    "glass_gargoyle": MonsterFigures("Glass Gargoyle", 18, None, "All Attacks deal +2 damage."),
    "inflatable_dragon": MonsterFigures(
        "Inflatable Dragon", 14, None, "Earth Attacks deal +3 damage. Wind Attacks deal -2 damage."
    ),
    "crab_in_chainmail": MonsterFigures("Crab in Chainmail", 8, None, "All Attacks deal -1 damage."),
    "marshmallow_basilisk": MonsterFigures(
        "Marshmallow Basilisk", 7, None, "All Attacks deal half damage (round down)."
    ),
    "paperwork_beholder": MonsterFigures(
        "Paperwork Beholder", 8, None, "Attacks that would deal more than 3 damage deal 3 damage."
    ),
    "gossiping_medusa": MonsterFigures(
        "Gossiping Medusa", 13, None, "Paralyse every player with a Magic Attack in play."
    ),
    "sticky_mimic": MonsterFigures("Sticky Mimic", 13, None, "Paralyse every player with a Melee Attack in play."),
    "wet_blanket_wight": MonsterFigures("Wet Blanket Wight", 13, None, "Cancel the effects of all Attacks."),
    "disappointed_grandmother": MonsterFigures(
        "Disappointed Elven Grandmother",
        11,
        "elf",
        "When revealed: the Elf must play Coffee Break this turn. After damage, this Monster recovers 1 HP "
        "(never above its starting HP).",
    ),
    "demon_with_a_receipt": MonsterFigures(
        "Demon with a Receipt",
        12,
        "summoner",
        "Cancel the effects of all Magic Attacks and of all Attacks of the Summoner.",
    ),
    "self_help_troll": MonsterFigures(
        "Self-Help Troll", 11, "barbarian", "Attacks of the Barbarian deal half damage (round down)."
    ),
    "heckling_gargoyle": MonsterFigures(
        "Heckling Gargoyle", 11, "cleric", "Attacks of the Cleric that would deal more than 2 damage deal 2 damage."
    ),
}
