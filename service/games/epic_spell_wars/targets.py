"""At whom a Power Roll is aimed, before any die is rolled."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.epic_spell_wars.cards import SpellComponent, Target
    from service.games.epic_spell_wars.casting import Cast
    from service.games.epic_spell_wars.state import Seats


FIXED: MappingProxyType[Target, Callable[[Cast], Seats]] = MappingProxyType(
    {
        "self": lambda cast: cast.me,
        "left_foe": lambda cast: cast.left_foe(),
        "right_foe": lambda cast: cast.right_foe(),
        "left_foe_and_right_foe": lambda cast: cast.left_and_right_foe(),
        "first_two_foes_to_left": lambda cast: cast.foes()[:2],
        "each_foe": lambda cast: cast.foes(),
        "each_stronger_foe": lambda cast: tuple([foe for foe in cast.foes() if cast.hp(foe) > cast.hp(cast.caster)]),
        "each_foe_without_treasures": lambda cast: tuple([foe for foe in cast.foes() if not cast.treasures(foe)]),
    }
)
"""The targets that leave nothing to decide."""


async def aim(cast: Cast, text: SpellComponent) -> Seats:
    """Return the targets of a card's text, clockwise from the caster's left; the caster decides where he may."""
    assert text.target is not None
    if cast.at_each_foe and text.type == "delivery" and text.target != "self":
        return cast.foes()
    if text.target in FIXED:
        return FIXED[text.target](cast)
    match text.target:
        case "strongest_foe":
            return await cast.strongest(cast.foes())
        case "weakest_foe":
            return await cast.weakest(cast.foes())
    return await cast.choose_foe()
