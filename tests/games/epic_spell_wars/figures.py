"""The printed facts of every card, written down a second time: what the rules hold must equal this."""

from typing import NamedTuple


class ComponentFigures(NamedTuple):
    """A Source, Quality or Delivery as printed; the initiative is a Delivery's."""

    type: str
    name: str
    glyph: str
    initiative: int | None = None


COMPONENTS = {
    "beardo_blasty": ComponentFigures("source", "Beard'o Blasty's", "arcane"),
    "bleemax_brainiac": ComponentFigures("source", "Bleemax Brainiac's", "arcane"),
    "professor_presto": ComponentFigures("source", "Professor Presto's", "arcane"),
    "sir_lootzor": ComponentFigures("source", "Sir Lootzor's", "arcane"),
    "ben_voodoo": ComponentFigures("source", "Ben Voodoo's", "dark"),
    "midnight_merlin": ComponentFigures("source", "Midnight Merlin's", "dark"),
    "old_scratch": ComponentFigures("source", "Old Scratch's", "dark"),
    "death_fairy": ComponentFigures("source", "The Death Fairy's", "dark"),
    "magma_gog": ComponentFigures("source", "Magma Gog's", "elemental"),
    "scorchia": ComponentFigures("source", "Scorchia's", "elemental"),
    "thai_foon": ComponentFigures("source", "Thai Foon's", "elemental"),
    "wyrmtor": ComponentFigures("source", "Wyrmtor's", "elemental"),
    "pam_and_hecuba": ComponentFigures("source", "Pam and Hecuba's", "illusion"),
    "pew_and_pew": ComponentFigures("source", "Pew and Pew's", "illusion"),
    "sphinxion": ComponentFigures("source", "Sphinxion's", "illusion"),
    "walker_time_ranger": ComponentFigures("source", "Walker Time Ranger's", "illusion"),
    "dr_rooty_bark": ComponentFigures("source", "Dr. Rooty Bark's", "primal"),
    "king_oberon": ComponentFigures("source", "King Oberon's", "primal"),
    "muzzlesnap": ComponentFigures("source", "Muzzlesnap's", "primal"),
    "rose_bottom": ComponentFigures("source", "Rose Bottom's", "primal"),
    "impatient": ComponentFigures("quality", "Impatient", "arcane"),
    "mysterious": ComponentFigures("quality", "Mysterious", "arcane"),
    "polished": ComponentFigures("quality", "Polished", "arcane"),
    "two_faced": ComponentFigures("quality", "Two-Faced", "arcane"),
    "devilicious": ComponentFigures("quality", "Devilicious", "dark"),
    "festering": ComponentFigures("quality", "Festering", "dark"),
    "maggoty": ComponentFigures("quality", "Maggoty", "dark"),
    "ritualistic": ComponentFigures("quality", "Ritualistic", "dark"),
    "delicious": ComponentFigures("quality", "Delicious", "elemental"),
    "dicey": ComponentFigures("quality", "Dicey", "elemental"),
    "explodifying": ComponentFigures("quality", "Explodifying", "elemental"),
    "inferno_tastic": ComponentFigures("quality", "Inferno-Tastic", "elemental"),
    "ballsy": ComponentFigures("quality", "Ballsy", "illusion"),
    "cat_a_strophic": ComponentFigures("quality", "Cat-A-Strophic", "illusion"),
    "disco_mirrored": ComponentFigures("quality", "Disco-Mirrored", "illusion"),
    "mind_altering": ComponentFigures("quality", "Mind-Altering", "illusion"),
    "boulder_iffic": ComponentFigures("quality", "Boulder-iffic", "primal"),
    "mighty_gro": ComponentFigures("quality", "Mighty-Gro", "primal"),
    "prickly": ComponentFigures("quality", "Prickly", "primal"),
    "thundering": ComponentFigures("quality", "Thundering", "primal"),
    "cone_of_acid": ComponentFigures("delivery", "Cone of Acid", "arcane", 4),
    "dragon_hoard": ComponentFigures("delivery", "Dragon Hoard", "arcane", 6),
    "power_vortex": ComponentFigures("delivery", "Power Vortex", "arcane", 16),
    "testikill": ComponentFigures("delivery", "Testikill", "arcane", 7),
    "death_wish": ComponentFigures("delivery", "Death Wish", "dark", 8),
    "exorcism": ComponentFigures("delivery", "Exorcism", "dark", 11),
    "mercy_killing": ComponentFigures("delivery", "Mercy-Killing", "dark", 5),
    "pact_with_the_devil": ComponentFigures("delivery", "Pact with the Devil", "dark", 18),
    "chicken": ComponentFigures("delivery", "Chicken", "elemental", 3),
    "lightning_bolt": ComponentFigures("delivery", "Lightning Bolt", "elemental", 9),
    "meatier_swarm": ComponentFigures("delivery", "Meatier Swarm", "elemental", 20),
    "nuke_u_lur_meltdown": ComponentFigures("delivery", "Nuke-U-Lur Meltdown", "elemental", 10),
    "bedazzlement": ComponentFigures("delivery", "Bedazzlement", "illusion", 19),
    "brain_suck": ComponentFigures("delivery", "Brain Suck", "illusion", 15),
    "phantasmagoons": ComponentFigures("delivery", "Phantasmagoons", "illusion", 17),
    "vorpal_trap": ComponentFigures("delivery", "Vorpal Trap", "illusion", 13),
    "fist_o_nature": ComponentFigures("delivery", "Fist O'Nature", "primal", 14),
    "fountain_of_youth": ComponentFigures("delivery", "Fountain of Youth", "primal", 12),
    "gore_nado": ComponentFigures("delivery", "Gore-Nado", "primal", 2),
    "snakedance": ComponentFigures("delivery", "Snakedance", "primal", 1),
}

TREASURES = {
    "amulet_of_maneg": "Amulet of Maneg",
    "big_book_of_awesomeness": "Big Book of Awesomeness",
    "cheaters_handbook": "Cheater's Handbook",
    "crown_of_the_meek": "Crown of the Meek",
    "desperation_stones": "Desperation Stones",
    "fools_gold": "Fool's Gold",
    "kingor_crown": "Kingor the Sharp Seer's Crown",
    "lady_lucks_brassiere": "Lady Luck's Brassiere",
    "lady_lucks_garters": "Lady Luck's Garters",
    "lady_lucks_panties": "Lady Luck's Panties",
    "lets_end_this": 'The "Let\'s End This!" Shit',
    "methy_ion_backpack": "Methy-Ion's Backpack of Speed",
    "plink_cannon": "Plink Cannon",
    "proton_gem": "Proton Gem",
    "skullzor_ring": "Skullzor Ring of Power",
    "slow_rollers_throne": "Slow Roller's Throne",
    "demon_shoes": "The Demon Shoes!",
    "double_downer": "The Double Downer",
    "jokers_wild_codpiece": "The Joker's Wild Codpiece",
    "moccasins_of_mana": "The Moccasins of Mana",
    "phister_cannon": "The Phister Cannon",
    "pumps_of_power": "The Pumps of Power",
    "thinking_cap": "The Thinking Cap",
    "tricksters_boots": "The Trickster's Boots",
    "wood_lords_clogs": "The Wood Lord's Clogs",
}

DEAD_WIZARDS = {
    "afterlife_artifact": ("Afterlife Artifact", 5),
    "giant_space_kingdom": ("The Giant Space Kingdom in the Sky", 4),
    "the_big_house": ("The Big House", 3),
    "pixie_paradise": ("Pixie Paradise", 3),
    "slag_shangri_la": ("Slag Shangri-La", 3),
    "wild_furicorn_meadow": ("Wild Furicorn Meadow", 3),
    "backlash_from_beyond": ("Backlash from Beyond", 2),
    "nectar_of_nirvana": ("Nectar of Nirvana", 2),
}

HEROES = {
    "princess_holiday": "Princess Holiday & her Furicorn",
    "zanzabart": "Zanzabart the Slag Genie",
    "pisster": "Pisster the Pissed Wizard",
    "fey_ticklebottom": "Fey Ticklebottom the Enchanter",
    "krazztar": "Krazztar the Blood-O-Mancer",
    "hogs_the_house": "Hogs the House",
    "lady_lazervere": "Lady Lazervere of the Space Kingdom",
    "jung_jung": "Jung Jung the Spirit Master",
}

GLYPHS = ("arcane", "dark", "elemental", "illusion", "primal")

COMPONENT_CARDS = tuple(f"{design}_{n}" for design in COMPONENTS for n in (1, 2))
WILD_MAGIC = tuple(f"wild_magic_{n}" for n in range(1, 9))
MAIN_CARDS = (*COMPONENT_CARDS, *WILD_MAGIC)
DEAD_WIZARD_CARDS = tuple(f"{design}_{n}" for design, (_, count) in DEAD_WIZARDS.items() for n in range(1, count + 1))
