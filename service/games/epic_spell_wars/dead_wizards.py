"""The eight designs of Dead Wizard cards, twenty-five cards."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.epic_spell_wars.cards import DeadWizard, dead_wizard
from service.games.kernel.cards import NO_EFFECT

if TYPE_CHECKING:
    from service.games.epic_spell_wars.duel import Duel


@dead_wizard("Afterlife Artifact", 5, at="bonus")
def afterlife_artifact(duel: Duel, seat: int) -> None:
    """You begin the next duel with a Treasure."""
    duel.gain_treasure((seat,))


@dead_wizard("The Giant Space Kingdom in the Sky", 4, at="bonus")
def giant_space_kingdom(duel: Duel, seat: int) -> None:
    """You begin the next duel with 2 HP more."""
    duel.heal((seat,), 2)


@dead_wizard("The Big House", 3, at="bonus")
def the_big_house(duel: Duel, seat: int) -> None:
    """You begin the next duel with 3 HP more."""
    duel.heal((seat,), 3)


@dead_wizard("Pixie Paradise", 3, at="hand_drawn")
def pixie_paradise(duel: Duel, seat: int) -> None:
    """When the first hands of the next duel are drawn, draw two cards more."""
    duel.draw_main(seat, 2)


@dead_wizard("Slag Shangri-La", 3, at="bonus")
def slag_shangri_la(duel: Duel, seat: int) -> None:
    """In the first round of the next duel, you roll one more die in each of your Power Rolls."""
    duel.add_dice_in_first_round(seat, 1)


@dead_wizard("Wild Furicorn Meadow", 3, at="bonus")
def wild_furicorn_meadow(duel: Duel, seat: int) -> None:
    """When this duel ends, find a Wild Magic and set it aside. It joins your first hand of the next duel."""
    duel.set_aside_wild_magic(seat)


@dead_wizard("Backlash from Beyond", 2, at="drawn")
async def backlash_from_beyond(duel: Duel, seat: int) -> None:
    """At once, 2 damage to a foe of your choice."""
    await duel.damage(await duel.choose_foe_of(seat), 2)


nectar_of_nirvana = DeadWizard("nectar_of_nirvana", "Nectar of Nirvana", 2, NO_EFFECT)

DEAD_WIZARDS: tuple[DeadWizard, ...] = (
    afterlife_artifact,
    giant_space_kingdom,
    the_big_house,
    pixie_paradise,
    slag_shangri_la,
    wild_furicorn_meadow,
    backlash_from_beyond,
    nectar_of_nirvana,
)

DEAD_WIZARD = MappingProxyType({card: design for design in DEAD_WIZARDS for card in design.cards})
"""The design of each card, by the card's id."""

if len(DEAD_WIZARD) != 25:
    raise ValueError(f"There are 25 Dead Wizard cards; here are {len(DEAD_WIZARD)}.")
