"""At whom a Power Roll is aimed, before any die is rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.games.epic_spell_wars.cards import SpellComponent
    from service.games.epic_spell_wars.casting import Cast
    from service.games.epic_spell_wars.state import Seats


async def aim(cast: Cast, text: SpellComponent) -> Seats:
    """Return the targets of a card's text, clockwise from the caster's left; the caster decides where he may."""
    if cast.at_each_foe and text.type == "delivery" and text.target != "self":
        return cast.foes()
    match text.target:
        case "strongest_foe":
            return await cast.strongest(cast.foes())
        case "weakest_foe":
            return await cast.weakest(cast.foes())
        case "chosen_foe":
            return await cast.choose_foe()
    return fixed_targets(cast, text)


def fixed_targets(cast: Cast, text: SpellComponent) -> Seats:
    """Return the targets of a text that leaves nothing to decide."""
    foes = cast.foes()
    match text.target:
        case "self":
            return cast.me
        case "left_foe":
            return foes[:1]
        case "right_foe":
            return foes[-1:]
        case "left_foe_and_right_foe":
            return cast.left_and_right_foe()
        case "first_two_foes_to_left":
            return foes[:2]
        case "each_stronger_foe":
            mine = cast.hp(cast.caster)
            return tuple([foe for foe in foes if cast.hp(foe) > mine])
        case "each_foe_without_treasures":
            return tuple([foe for foe in foes if not cast.treasures(foe)])
    return foes
