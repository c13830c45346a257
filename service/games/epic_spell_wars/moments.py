"""Which Treasures act at which moment, and in which order."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, get_args

from service.games.epic_spell_wars.cards import TreasureMoment
from service.games.epic_spell_wars.treasures import TREASURES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.games.epic_spell_wars.cards import Treasure
    from service.games.epic_spell_wars.casting import Cast
    from service.games.epic_spell_wars.state import State

ACTING: MappingProxyType[str, tuple[Treasure, ...]] = MappingProxyType(
    {
        moment: tuple(treasure for treasure in TREASURES if getattr(treasure, moment) is not None)
        for moment in get_args(TreasureMoment)
    }
)


def held(state: State, seat: int, moment: TreasureMoment) -> Iterable[Treasure]:
    """Return the Treasures of a wizard that act at a moment, in the order in which they do."""
    treasures = state.wizards[seat].treasures
    return [treasure for treasure in ACTING[moment] if treasure.id in treasures] if treasures else ()


def held_by_foes(cast: Cast, moment: TreasureMoment) -> Iterable[tuple[int, Treasure]]:
    """Return the Treasures of living foes that act at a moment, with their owners, from the caster's left on."""
    wizards = cast.table.state.wizards
    for treasure in ACTING[moment]:
        for wizard in wizards:
            if treasure.id in wizard.treasures:
                return [(foe, card) for foe in cast.foes() for card in held(cast.table.state, foe, moment)]
    return ()
