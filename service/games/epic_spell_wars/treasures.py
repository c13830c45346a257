"""The twenty-five Treasures, in the order in which those of one moment act."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.epic_spell_wars.cards import ARCANE, DARK, ELEMENTAL, ILLUSION, PRIMAL, Treasure, treasure

if TYPE_CHECKING:
    from service.games.epic_spell_wars.casting import Cast
    from service.games.epic_spell_wars.duel import Duel
    from service.games.epic_spell_wars.power_rolls import PowerRoll


@treasure("Amulet of Maneg", at="roll_final")
def amulet_of_maneg(roll: PowerRoll, owner: int) -> None:
    """In your Power Rolls, you heal 1 for every die that shows a 6."""
    roll.cast.heal((owner,), roll.dice.count(6))


@treasure("Big Book of Awesomeness", at="adds_to_total")
def big_book_of_awesomeness(roll: PowerRoll, owner: int) -> int:
    """Your Power Rolls get +2."""
    return 2


@treasure("Cheater's Handbook", at="rerolls")
async def cheaters_handbook(roll: PowerRoll, owner: int) -> None:
    """You may roll one die of each of your Power Rolls again."""
    roll.reroll(await roll.may_pick_die(owner))


@treasure("Crown of the Meek", at="foes_card_resolves")
async def crown_of_the_meek(cast: Cast, card: str, owner: int) -> None:
    """Before a Dark card that a foe casts does anything, he takes 1 damage."""
    if cast.glyph_of(card) == DARK:
        await cast.damage(cast.me, 1)


@treasure("Desperation Stones", at="adds_dice")
def desperation_stones(roll: PowerRoll, owner: int) -> int:
    """While you have 9 HP or less, you roll one more die in your Power Rolls."""
    return int(roll.cast.hp(owner) <= 9)


@treasure("Fool's Gold", at="foes_roll_final")
def fools_gold(roll: PowerRoll, owner: int) -> None:
    """When a foe's Power Roll ends at 4 or less, you heal 2."""
    if roll.low:
        roll.cast.heal((owner,), 2)


@treasure("Kingor the Sharp Seer's Crown", at="adds_to_total")
def kingor_crown(roll: PowerRoll, owner: int) -> int:
    """Your Power Rolls get +1 for every different glyph in your spell."""
    return roll.cast.distinct_glyphs()


@treasure("Lady Luck's Brassiere", at="rerolls")
async def lady_lucks_brassiere(roll: PowerRoll, owner: int) -> None:
    """You may discard this to roll all dice of one of your Power Rolls again; then you gain a Treasure."""
    if await roll.cast.may_use("lady_lucks_brassiere", owner):
        roll.cast.discard_treasure(owner, "lady_lucks_brassiere")
        roll.reroll(range(len(roll.dice)))
        roll.cast.gain_treasure((owner,))


@treasure("Lady Luck's Garters", at="spell_revealed")
async def lady_lucks_garters(cast: Cast, owner: int) -> None:
    """When you show a spell of two cards or fewer, a random card of your hand joins it."""
    if len(cast.spell) <= 2:
        cast.add_to_spell(cast.random_from_hand())


lady_lucks_panties = Treasure(
    "lady_lucks_panties",
    "Lady Luck's Panties",
    "When you roll exactly one die for a card, it gets +2.",
    single_die=2,
)


@treasure('The "Let\'s End This!" Shit', at="adds_to_total")
def lets_end_this(roll: PowerRoll, owner: int) -> int:
    """Your Power Rolls get +2 for every dead wizard."""
    return 2 * roll.cast.dead()


@treasure("Methy-Ion's Backpack of Speed", at="turn_order_set", initiative=10)
async def methy_ion_backpack(duel: Duel, owner: int) -> None:
    """Your spells have 10 initiative more. When turn order is set, you may discard this to act last this round."""
    if await duel.may_use("methy_ion_backpack", owner):
        duel.discard_treasure(owner, "methy_ion_backpack")
        duel.act_last(owner)


@treasure("Plink Cannon", at="turn_starts")
async def plink_cannon(cast: Cast, owner: int) -> None:
    """When your turn starts, the foe on your left takes 1 damage."""
    await cast.damage(cast.left_foe(), 1)


proton_gem = Treasure(
    "proton_gem",
    "Proton Gem",
    "You may place it face up in your spell as a Wild Magic. It comes back to you instead of being discarded.",
    wild_magic=True,
)


@treasure("Skullzor Ring of Power", at="adds_dice")
def skullzor_ring(roll: PowerRoll, owner: int) -> int:
    """You roll two more dice in Power Rolls for a Quality."""
    return 2 * (roll.card.type == "quality")


@treasure("Slow Roller's Throne", at="adds_dice")
def slow_rollers_throne(roll: PowerRoll, owner: int) -> int:
    """If you are the last wizard to act this round, you roll one more die in your Power Rolls."""
    return int(all(roll.cast.has_acted(foe) for foe in roll.cast.foes()))


demon_shoes = Treasure("demon_shoes", "The Demon Shoes!", "Each spell of yours counts one Dark card more.", glyph=DARK)


@treasure("The Double Downer", at="foes_spell_revealed")
async def double_downer(cast: Cast, owner: int) -> None:
    """For a card in a foe's spell of which you hold the other copy, you may discard that copy: the foe takes 2 damage,
    you heal 2.
    """
    left = cast.designs()
    while left and (card := await cast.may_discard_one_of(left, owner)):
        left = [design for design in left if design != cast.design_of(card)]
        await cast.damage(cast.me, 2)
        cast.heal((owner,), 2)


@treasure("The Joker's Wild Codpiece", at="spell_revealed")
async def jokers_wild_codpiece(cast: Cast, owner: int) -> None:
    """When you cast a spell with Wild Magic, you heal 2 and gain a Treasure."""
    if cast.wild_magic_played:
        cast.heal(cast.me, 2)
        cast.gain_treasure(cast.me)


moccasins_of_mana = Treasure(
    "moccasins_of_mana",
    "The Moccasins of Mana",
    "Each spell of yours counts one Arcane card more.",
    glyph=ARCANE,
)


@treasure("The Phister Cannon", at="adds_dice")
def phister_cannon(roll: PowerRoll, owner: int) -> int:
    """You roll one more die in Power Rolls for a Delivery."""
    return int(roll.card.type == "delivery")


pumps_of_power = Treasure(
    "pumps_of_power",
    "The Pumps of Power",
    "Each spell of yours counts one Elemental card more.",
    glyph=ELEMENTAL,
)


@treasure("The Thinking Cap", at="gained", hand_size=1)
def thinking_cap(duel: Duel, owner: int) -> None:
    """When you gain this, draw a card. You fill your hand up to one card more."""
    duel.draw_main(owner, 1)


tricksters_boots = Treasure(
    "tricksters_boots",
    "The Trickster's Boots",
    "Each spell of yours counts one Illusion card more.",
    glyph=ILLUSION,
)

wood_lords_clogs = Treasure(
    "wood_lords_clogs",
    "The Wood Lord's Clogs",
    "Each spell of yours counts one Primal card more.",
    glyph=PRIMAL,
)

TREASURES: tuple[Treasure, ...] = (
    amulet_of_maneg, big_book_of_awesomeness, cheaters_handbook, crown_of_the_meek, desperation_stones,
    fools_gold, kingor_crown, lady_lucks_brassiere, jokers_wild_codpiece, lady_lucks_garters,
    lady_lucks_panties, lets_end_this, methy_ion_backpack, plink_cannon, proton_gem,
    skullzor_ring, slow_rollers_throne, demon_shoes, double_downer, moccasins_of_mana,
    phister_cannon, pumps_of_power, thinking_cap, tricksters_boots, wood_lords_clogs,
)  # fmt: skip

TREASURE = MappingProxyType({card.id: card for card in TREASURES})
"""Every Treasure by its id; each is one card."""

if len(TREASURE) != 25:
    raise ValueError(f"There are 25 Treasures; here are {len(TREASURE)}.")
