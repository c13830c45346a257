"""The twenty Sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars.cards import ARCANE, DARK, ELEMENTAL, ILLUSION, PRIMAL, source

if TYPE_CHECKING:
    from service.games.epic_spell_wars.cards import SpellComponent
    from service.games.epic_spell_wars.casting import Cast


@source("Beard'o Blasty's", ARCANE)
async def beardo_blasty(cast: Cast) -> None:
    """This card does what a Delivery in your spell says."""
    await cast.copy_text("delivery")


@source("Bleemax Brainiac's", ARCANE)
async def bleemax_brainiac(cast: Cast) -> None:
    """Turn up two cards of the Main Deck. Those whose glyph your spell already has join it, the rest is discarded."""
    glyphs = cast.glyphs()
    revealed = cast.reveal_main(2)
    cast.add_to_spell([card for card in revealed if cast.glyph_of(card) in glyphs])
    cast.discard_revealed()


@source("Professor Presto's", ARCANE)
async def professor_presto(cast: Cast) -> None:
    """3 damage to a random foe. If you cast this spell with Wild Magic, you gain a Treasure."""
    await cast.damage(cast.random_foe(), 3)
    if cast.wild_magic_played:
        cast.gain_treasure(cast.me)


@source("Sir Lootzor's", ARCANE)
async def sir_lootzor(cast: Cast) -> None:
    """You gain a Treasure. Each foe rolls a die, and on a 6 gains one too."""
    cast.gain_treasure(cast.me)
    rolls = cast.each_rolls(cast.foes())
    cast.gain_treasure([foe for foe, roll in rolls.items() if roll >= 6])


@source("Ben Voodoo's", DARK)
async def ben_voodoo(cast: Cast) -> None:
    """Each foe rolls a die and takes that much damage. Then destroy a Treasure of yours, if you have one."""
    await cast.damage_each(cast.each_rolls(cast.foes()))
    await cast.destroy_treasure(cast.me)


@source("Midnight Merlin's", DARK)
async def midnight_merlin(cast: Cast) -> None:
    """Damage to the strongest foe: 1 for every living wizard, you among them. Then draw a Dead Wizard card."""
    await cast.damage(await cast.strongest(cast.foes()), len(cast.wizards()))
    await cast.draw_dead_wizard(cast.me)


@source("Old Scratch's", DARK)
async def old_scratch(cast: Cast) -> None:
    """Roll a die. 1 to 3: you take that much damage. 4 or more: you heal that much."""
    roll = cast.each_rolls(cast.me)[cast.caster]
    if roll <= 3:
        await cast.damage(cast.me, roll)
    else:
        cast.heal(cast.me, roll)


@source("The Death Fairy's", DARK)
async def death_fairy(cast: Cast) -> None:
    """2 damage to a foe of your choice. If that kills, do it again."""
    slain = True
    while slain and not cast.over:
        target = await cast.choose_foe()
        await cast.damage(target, 2)
        slain = not any(cast.lives(foe) for foe in target)


@source("Magma Gog's", ELEMENTAL)
async def magma_gog(cast: Cast) -> None:
    """Choose: 3 damage to the foe on your left, or 1 damage to each foe."""
    if await cast.choose_one("left_foe", "each_foe") == "left_foe":
        await cast.damage(cast.left_foe(), 3)
    else:
        await cast.damage(cast.foes(), 1)


@source("Scorchia's", ELEMENTAL)
async def scorchia(cast: Cast) -> None:
    """3 damage to the strongest foe."""
    await cast.damage(await cast.strongest(cast.foes()), 3)


@source("Thai Foon's", ELEMENTAL)
async def thai_foon(cast: Cast) -> None:
    """3 damage to each foe whose turn this round is over."""
    await cast.damage([foe for foe in cast.foes() if cast.has_acted(foe)], 3)


@source("Wyrmtor's", ELEMENTAL)
async def wyrmtor(cast: Cast) -> None:
    """1 damage to each foe for every different glyph in your spell."""
    await cast.damage(cast.foes(), cast.distinct_glyphs())


@source("Pam and Hecuba's", ILLUSION)
async def pam_and_hecuba(cast: Cast) -> None:
    """From here on, every Delivery in this spell that is not aimed at you is aimed at each foe."""
    cast.aim_deliveries_at_each_foe()


@source("Pew and Pew's", ILLUSION)
async def pew_and_pew(cast: Cast) -> None:
    """Turn up four cards of the Main Deck. Sources join your spell, the rest is discarded."""
    revealed = cast.reveal_main(4)
    cast.add_to_spell([card for card in revealed if cast.type_of(card) == "source"])
    cast.discard_revealed()


@source("Sphinxion's", ILLUSION)
async def sphinxion(cast: Cast) -> None:
    """Steal a Treasure of a foe, of your choice."""
    await cast.steal_treasure(cast.foes())


@source("Walker Time Ranger's", ILLUSION)
async def walker_time_ranger(cast: Cast) -> None:
    """Every wizard rolls a die; you add 1 for every different glyph in your spell. The lowest take 3 damage, all who
    share the lowest.
    """
    rolls = cast.each_rolls(cast.wizards(), caster_adds=cast.distinct_glyphs())
    await cast.damage([wizard for wizard, roll in rolls.items() if roll == min(rolls.values())], 3)


@source("Dr. Rooty Bark's", PRIMAL)
async def dr_rooty_bark(cast: Cast) -> None:
    """You heal 3. Each foe rolls a die, and on a 6 heals 3 too."""
    cast.heal(cast.me, 3)
    rolls = cast.each_rolls(cast.foes())
    cast.heal([foe for foe, roll in rolls.items() if roll >= 6], 3)


@source("King Oberon's", PRIMAL)
async def king_oberon(cast: Cast) -> None:
    """You heal 2."""
    cast.heal(cast.me, 2)


@source("Muzzlesnap's", PRIMAL)
async def muzzlesnap(cast: Cast) -> None:
    """Until the round ends, you roll one more die in each of your Power Rolls."""
    cast.add_dice_this_round(1)


@source("Rose Bottom's", PRIMAL)
async def rose_bottom(cast: Cast) -> None:
    """You heal 1 for every different glyph in your spell."""
    cast.heal(cast.me, cast.distinct_glyphs())


SOURCES: tuple[SpellComponent, ...] = (
    beardo_blasty, bleemax_brainiac, professor_presto, sir_lootzor,
    ben_voodoo, midnight_merlin, old_scratch, death_fairy,
    magma_gog, scorchia, thai_foon, wyrmtor,
    pam_and_hecuba, pew_and_pew, sphinxion, walker_time_ranger,
    dr_rooty_bark, king_oberon, muzzlesnap, rose_bottom,
)  # fmt: skip
