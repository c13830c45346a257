"""The twenty Deliveries, each with a Power Roll; their initiatives are 1 to 20."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from service.games.epic_spell_wars.cards import ARCANE, DARK, ELEMENTAL, ILLUSION, PRIMAL, delivery

if TYPE_CHECKING:
    from service.games.epic_spell_wars.cards import SpellComponent
    from service.games.epic_spell_wars.casting import Cast
    from service.games.epic_spell_wars.power_rolls import PowerRoll


@delivery("Cone of Acid", ARCANE, initiative=4, target="left_foe_and_right_foe")
async def cone_of_acid(cast: Cast, roll: PowerRoll) -> None:
    """The foes on your left and right. 1-4: 1 damage. 5-9: 2 damage. 10+: 4 damage, and you gain a Treasure."""
    await cast.damage(roll.targets, roll.band(1, 2, 4))
    if roll.high:
        cast.gain_treasure(cast.me)


@delivery("Dragon Hoard", ARCANE, initiative=6, target="each_foe_without_treasures")
async def dragon_hoard(cast: Cast, roll: PowerRoll) -> None:
    """Each foe who has no Treasure. 1-4: 1 damage. 5-9: 2 damage. 10+: 3 damage, and you gain a Treasure."""
    await cast.damage(roll.targets, roll.band(1, 2, 3))
    if roll.high:
        cast.gain_treasure(cast.me)


@delivery("Power Vortex", ARCANE, initiative=16, target="each_foe")
async def power_vortex(cast: Cast, roll: PowerRoll) -> None:
    """Each foe. 1-4: Nothing, and you discard a card of your hand. 5-9: 2 damage, and you discard two cards. 10+: 2
    damage, you discard two cards and gain a Treasure.
    """
    await cast.damage(roll.targets, roll.band(0, 2, 2))
    await cast.discard_from_hand(roll.band(1, 2, 2))
    if roll.high:
        cast.gain_treasure(cast.me)


@delivery("Testikill", ARCANE, initiative=7, target="weakest_foe")
async def testikill(cast: Cast, roll: PowerRoll) -> None:
    """The weakest foe. 1-4: 1 damage. 5-9: 3 damage. 10+: 5 damage, and you gain a Treasure."""
    await cast.damage(roll.targets, roll.band(1, 3, 5))
    if roll.high:
        cast.gain_treasure(cast.me)


@delivery("Death Wish", DARK, initiative=8, target="right_foe")
async def death_wish(cast: Cast, roll: PowerRoll) -> None:
    """The foe on your right. 1-4: 2 damage, and 1 to you. 5-9: 3 damage, and 1 to you. 10+: 5 damage, and 1 to you."""
    await cast.damage(roll.targets, roll.band(2, 3, 5))
    await cast.damage(cast.me, 1)


@delivery("Exorcism", DARK, initiative=11, target="each_foe")
async def exorcism(cast: Cast, roll: PowerRoll) -> None:
    """Each foe. 1-4: 1 damage to you instead. 5-9: 2 damage, or 4 if he has a Last Wizard Standing token. 10+: 4
    damage, or 8 if he has a token.
    """
    if roll.low:
        await cast.damage(cast.me, 1)
    else:
        plain = roll.band(0, 2, 4)
        await cast.damage_each({foe: 2 * plain if cast.tokens(foe) else plain for foe in roll.targets})


@delivery("Mercy-Killing", DARK, initiative=5, target="weakest_foe")
async def mercy_killing(cast: Cast, roll: PowerRoll) -> None:
    """The weakest foe. 1-4: 2 damage. 5-9: 3 damage. 10+: 4 damage."""
    await cast.damage(roll.targets, roll.band(2, 3, 4))


@delivery("Pact with the Devil", DARK, initiative=18, target="strongest_foe")
async def pact_with_the_devil(cast: Cast, roll: PowerRoll) -> None:
    """The strongest foe. 1-4: 1 damage. 5-9: 2 damage. 10+: 2 damage, and a Delivery that waits in his spell joins
    yours and acts there.
    """
    await cast.damage(roll.targets, roll.band(1, 2, 2))
    if roll.high:
        for foe in roll.targets:
            await cast.take_from_spell(foe, "delivery")


@delivery("Chicken", ELEMENTAL, initiative=3, target="strongest_foe")
async def chicken(cast: Cast, roll: PowerRoll) -> None:
    """The strongest foe. 1-4: 1 damage. 5-9: 1 damage. 10+: 7 damage."""
    await cast.damage(roll.targets, roll.band(1, 1, 7))


@delivery("Lightning Bolt", ELEMENTAL, initiative=9, target="first_two_foes_to_left")
async def lightning_bolt(cast: Cast, roll: PowerRoll) -> None:
    """The first two foes to your left. 1-4: 1 damage. 5-9: 2 damage. 10+: 4 damage."""
    await cast.damage(roll.targets, roll.band(1, 2, 4))


@delivery("Meatier Swarm", ELEMENTAL, initiative=20, target="each_stronger_foe")
async def meatier_swarm(cast: Cast, roll: PowerRoll) -> None:
    """Each foe stronger than you. 1-4: 1 damage. 5-9: 3 damage. 10+: 4 damage."""
    await cast.damage(roll.targets, roll.band(1, 3, 4))


@delivery("Nuke-U-Lur Meltdown", ELEMENTAL, initiative=10, target="strongest_foe")
async def nuke_u_lur_meltdown(cast: Cast, roll: PowerRoll) -> None:
    """The strongest foe. 1-4: 1 damage. 5-9: 3 damage, and 1 to each wizard next to him, even you. 10+: 5 damage, and 1
    to each wizard next to him, even you.
    """
    await cast.damage(roll.targets, roll.band(1, 3, 5))
    if not roll.low:
        await cast.damage_each(Counter(wizard for foe in roll.targets for wizard in cast.adjacent(foe)))


@delivery("Bedazzlement", ILLUSION, initiative=19, target="chosen_foe")
async def bedazzlement(cast: Cast, roll: PowerRoll) -> None:
    """A foe of your choice. 1-4: 1 damage. 5-9: 1 damage, and a random card of your hand may join your spell. 10+: 1
    damage, and a card of your hand, of your choice, may join your spell.
    """
    await cast.damage(roll.targets, 1)
    if roll.middle and await cast.may_use(cast.by, cast.caster):
        cast.add_to_spell(cast.random_from_hand())
    elif roll.high:
        cast.add_to_spell(await cast.may_choose_from_hand())


@delivery("Brain Suck", ILLUSION, initiative=15, target="chosen_foe")
async def brain_suck(cast: Cast, roll: PowerRoll) -> None:
    """A foe of your choice. 1-4: 1 damage. 5-9: 3 damage. 10+: 4 damage, and you may steal one of his Treasures."""
    await cast.damage(roll.targets, roll.band(1, 3, 4))
    if roll.high:
        for foe in roll.targets:
            await cast.steal_treasure([foe], optional=True)


@delivery("Phantasmagoons", ILLUSION, initiative=17, target="right_foe")
async def phantasmagoons(cast: Cast, roll: PowerRoll) -> None:
    """The foe on your right. 1-4: 1 damage. 5-9: 3 damage. 10+: 4 damage."""
    await cast.damage(roll.targets, roll.band(1, 3, 4))


@delivery("Vorpal Trap", ILLUSION, initiative=13, target="left_foe")
async def vorpal_trap(cast: Cast, roll: PowerRoll) -> None:
    """The foe on your left. 1-4: 2 damage. 5-9: 3 damage. 10+: 3 damage, and he chooses: destroy one of his Treasures,
    or take 3 damage more.
    """
    await cast.damage(roll.targets, roll.band(2, 3, 3))
    hurt = []
    for foe in roll.targets if roll.high else ():
        treasure = await cast.offer_to_lose_treasure(foe)
        if treasure is None:
            hurt.append(foe)
        else:
            cast.discard_treasure(foe, treasure)
    await cast.damage(hurt, 3)


@delivery("Fist O'Nature", PRIMAL, initiative=14, target="left_foe")
async def fist_o_nature(cast: Cast, roll: PowerRoll) -> None:
    """The foe on your left. 1-4: 1 damage. 5-9: 2 damage. 10+: 4 damage."""
    await cast.damage(roll.targets, roll.band(1, 2, 4))


@delivery("Fountain of Youth", PRIMAL, initiative=12, target="self")
async def fountain_of_youth(cast: Cast, roll: PowerRoll) -> None:
    """You. 1-4: Nothing. 5-9: You heal 2. 10+: You heal 4."""
    cast.heal(roll.targets, roll.band(0, 2, 4))


@delivery("Gore-Nado", PRIMAL, initiative=2, target="strongest_foe")
async def gore_nado(cast: Cast, roll: PowerRoll) -> None:
    """The strongest foe. 1-4: 2 damage. 5-9: 3 damage. 10+: 6 damage."""
    await cast.damage(roll.targets, roll.band(2, 3, 6))


@delivery("Snakedance", PRIMAL, initiative=1, target="left_foe_and_right_foe")
async def snakedance(cast: Cast, roll: PowerRoll) -> None:
    """The foes on your left and right. 1-4: 1 damage. 5-9: 2 damage. 10+: 2 damage for every Primal card in your
    spell.
    """
    await cast.damage(roll.targets, roll.band(1, 2, 2 * cast.count_glyph(PRIMAL)))


DELIVERIES: tuple[SpellComponent, ...] = (
    cone_of_acid, dragon_hoard, power_vortex, testikill,
    death_wish, exorcism, mercy_killing, pact_with_the_devil,
    chicken, lightning_bolt, meatier_swarm, nuke_u_lur_meltdown,
    bedazzlement, brain_suck, phantasmagoons, vorpal_trap,
    fist_o_nature, fountain_of_youth, gore_nado, snakedance,
)  # fmt: skip
