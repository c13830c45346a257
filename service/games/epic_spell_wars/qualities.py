"""The twenty Qualities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars.cards import ARCANE, DARK, ELEMENTAL, ILLUSION, PRIMAL, quality, rolled_quality

if TYPE_CHECKING:
    from service.games.epic_spell_wars.cards import SpellComponent
    from service.games.epic_spell_wars.casting import Cast
    from service.games.epic_spell_wars.power_rolls import PowerRoll


@quality("Impatient", ARCANE, first=True)
async def impatient(cast: Cast) -> None:
    """Show this card when turn order is set: your spell goes first this round. 1 damage to each foe."""
    await cast.damage(cast.foes(), 1)


@quality("Mysterious", ARCANE)
async def mysterious(cast: Cast) -> None:
    """The foe on your right takes 1 damage for every different glyph in your spell and every Treasure of yours."""
    await cast.damage(cast.right_foe(), cast.distinct_glyphs() + cast.treasures(cast.caster))


@rolled_quality("Polished", ARCANE, target="strongest_foe")
async def polished(cast: Cast, roll: PowerRoll) -> None:
    """The strongest foe. 1-4: 1 damage. 5-9: 2 damage, and you gain a Treasure. 10+: 5 damage, and you gain a
    Treasure.
    """
    await cast.damage(roll.targets, roll.band(1, 2, 5))
    if not roll.low:
        cast.gain_treasure(cast.me)


@quality("Two-Faced", ARCANE)
async def two_faced(cast: Cast) -> None:
    """Choose a wizard, yourself if you like: he gains a Treasure, then takes 2 damage for every Treasure he has."""
    for wizard in await cast.choose_wizard():
        cast.gain_treasure([wizard])
        await cast.damage([wizard], 2 * cast.treasures(wizard))


@rolled_quality("Devilicious", DARK, target="chosen_foe")
async def devilicious(cast: Cast, roll: PowerRoll) -> None:
    """A foe of your choice. 1-4: 2 damage. 5-9: 4 damage, and 1 to you. 10+: 5 damage, and 2 to you."""
    await cast.damage(roll.targets, roll.band(2, 4, 5))
    await cast.damage(cast.me, roll.band(0, 1, 2))


@quality("Festering", DARK)
async def festering(cast: Cast) -> None:
    """Of the foes whose turn is still to come, the strongest discards the Quality of his spell."""
    waiting = [foe for foe in cast.foes() if not cast.has_acted(foe)]
    await cast.discard_from_spell(await cast.strongest(waiting), "quality")


@quality("Maggoty", DARK)
async def maggoty(cast: Cast) -> None:
    """2 damage to the strongest foe for every Dark card in your spell."""
    await cast.damage(await cast.strongest(cast.foes()), 2 * cast.count_glyph(DARK))


@rolled_quality("Ritualistic", DARK, target="chosen_foe")
async def ritualistic(cast: Cast, roll: PowerRoll) -> None:
    """A foe of your choice. 1-4: 3 damage to you instead. 5-9: 3 damage. 10+: 5 damage."""
    await cast.damage(cast.me if roll.low else roll.targets, roll.band(3, 3, 5))


@quality("Delicious", ELEMENTAL)
async def delicious(cast: Cast) -> None:
    """1 damage to each foe with an odd number of HP for every different glyph in your spell."""
    await cast.damage([foe for foe in cast.foes() if cast.hp(foe) % 2], cast.distinct_glyphs())


@quality("Dicey", ELEMENTAL)
async def dicey(cast: Cast) -> None:
    """Roll two dice; each foe rolls one. A foe whose die shows the number of one of yours takes that much damage."""
    mine = cast.roll_dice(2)
    rolls = cast.each_rolls(cast.foes())
    await cast.damage_each({foe: roll for foe, roll in rolls.items() if roll in mine})


@rolled_quality("Explodifying", ELEMENTAL, target="chosen_foe")
async def explodifying(cast: Cast, roll: PowerRoll) -> None:
    """A foe of your choice. 1-4: 1 damage. 5-9: 3 damage, and 1 to you. 10+: 4 damage, and you destroy one of his
    Treasures.
    """
    await cast.damage(roll.targets, roll.band(1, 3, 4))
    if roll.middle:
        await cast.damage(cast.me, 1)
    elif roll.high:
        await cast.destroy_treasure(roll.targets)


@quality("Inferno-Tastic", ELEMENTAL)
async def inferno_tastic(cast: Cast) -> None:
    """1 damage to each foe for every Elemental card in your spell."""
    await cast.damage(cast.foes(), cast.count_glyph(ELEMENTAL))


@quality("Ballsy", ILLUSION)
async def ballsy(cast: Cast) -> None:
    """The foes on your left and right each choose: give you one of their Treasures, or take 3 damage."""
    hurt = []
    for foe in cast.left_and_right_foe():
        treasure = await cast.offer_to_lose_treasure(foe)
        if treasure is None:
            hurt.append(foe)
        else:
            cast.take_treasure(foe, treasure)
    await cast.damage(hurt, 3)


@quality("Cat-A-Strophic", ILLUSION)
async def cat_a_strophic(cast: Cast) -> None:
    """Every wizard rolls a die; you add 2. The highest gain a Treasure, all who share the highest. Every other wizard
    takes the damage of his roll.
    """
    rolls = cast.each_rolls(cast.wizards(), caster_adds=2)
    highest = max(rolls.values())
    cast.gain_treasure([wizard for wizard, roll in rolls.items() if roll == highest])
    await cast.damage_each({wizard: roll for wizard, roll in rolls.items() if roll != highest})


@quality("Disco-Mirrored", ILLUSION)
async def disco_mirrored(cast: Cast) -> None:
    """This card does what a Source or a Delivery in your spell says, of your choice."""
    await cast.copy_text("source", "delivery")


@quality("Mind-Altering", ILLUSION)
async def mind_altering(cast: Cast) -> None:
    """3 damage to a random foe; then he and you have a Treasure more each."""
    foe = cast.random_foe()
    await cast.damage(foe, 3)
    cast.gain_treasure([cast.caster, *foe])


@quality("Boulder-iffic", PRIMAL)
async def boulder_iffic(cast: Cast) -> None:
    """Going left from you: 1 damage to the first foe, 2 to the second, 3 to the third, and so on."""
    await cast.damage_each({foe: distance for distance, foe in enumerate(cast.foes(), 1)})


@quality("Mighty-Gro", PRIMAL)
async def mighty_gro(cast: Cast) -> None:
    """You heal 2. If no wizard is weaker then, a random card of your hand joins your spell."""
    cast.heal(cast.me, 2)
    if not any(cast.hp(foe) < cast.hp(cast.caster) for foe in cast.foes()):
        cast.add_to_spell(cast.random_from_hand())


@rolled_quality("Prickly", PRIMAL, target="right_foe")
async def prickly(cast: Cast, roll: PowerRoll) -> None:
    """The foe on your right. 1-4: 1 damage. 5-9: 1 damage, and you heal 1. 10+: 3 damage, and you heal 3."""
    await cast.damage(roll.targets, roll.band(1, 1, 3))
    cast.heal(cast.me, roll.band(0, 1, 3))


@quality("Thundering", PRIMAL)
async def thundering(cast: Cast) -> None:
    """For every different glyph in your spell: 2 damage to a random foe, picked anew each time."""
    for _ in range(cast.distinct_glyphs()):
        await cast.damage(cast.random_foe(), 2)


QUALITIES: tuple[SpellComponent, ...] = (
    impatient, mysterious, polished, two_faced,
    devilicious, festering, maggoty, ritualistic,
    delicious, dicey, explodifying, inferno_tastic,
    ballsy, cat_a_strophic, disco_mirrored, mind_altering,
    boulder_iffic, mighty_gro, prickly, thundering,
)  # fmt: skip
