"""Which Treasures act at which moment, in which order, and how they do."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_args

from service.games.epic_spell_wars.cards import TreasureMoment
from service.games.epic_spell_wars.treasures import TREASURES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.games.epic_spell_wars.cards import Treasure
    from service.games.epic_spell_wars.casting import Cast
    from service.games.epic_spell_wars.state import State

    Acting = tuple[str, Callable[..., Any], int]
    """A Treasure, what it does at a moment, and its owner."""

ACTING: MappingProxyType[str, tuple[tuple[str, Treasure], ...]] = MappingProxyType(
    {
        moment: tuple([(card.id, card) for card in TREASURES if getattr(card, moment) is not None])
        for moment in get_args(TreasureMoment)
    }
)
"""By moment the Treasures that act then, in the order in which they do."""


def held(state: State, seat: int, moment: TreasureMoment) -> Sequence[Acting]:
    """Return the Treasures of a wizard that act at a moment."""
    treasures = state.wizards[seat].treasures
    if not treasures:
        return ()
    return [(id, act, seat) for id, card in ACTING[moment] if id in treasures and (act := getattr(card, moment))]


def held_by_foes(cast: Cast, moment: TreasureMoment) -> Sequence[Acting]:
    """Return the Treasures of living foes that act at a moment, from the caster's left on."""
    wizards = cast.state.wizards
    for id, _ in ACTING[moment]:
        for wizard in wizards:
            if id in wizard.treasures:
                return [acting for foe in cast.foes() for acting in held(cast.state, foe, moment)]
    return ()


async def let_act(cast: Cast, treasures: Sequence[Acting], *on: object) -> None:
    """Let Treasures act on a spell, or a roll, one after the other; once the cast is over none does."""
    for card, act, owner in treasures:
        if not cast.over:
            cast.by = card
            await act(*on, owner)
