"""What the visits of the town promise to a bot, in victory points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.bots.spell_smashers.promise import COIN, TROPHY, WOUND
from service.games.spell_smashers.state import ROUNDS
from service.games.spell_smashers.town_decisions import (
    ARMORY_PRICE,
    TAVERN_PRICE,
    VisitAlchemist,
    VisitArmory,
    VisitGuild,
    VisitShaman,
    VisitTavern,
    price_of,
)

if TYPE_CHECKING:
    from service.games.kernel.decisions import Choice
    from service.games.spell_smashers.state import Potion
    from service.games.spell_smashers.view import SmasherView, SpellSmashersView

LAST_TOWN = ROUNDS - 1
WOUND_AFTER_THE_TOWN = 0.9
"""What a wound costs after the last visit: it can be played once more, at most."""

QUEST_A_ROUND = 0.25
GEAR_A_ROUND = 0.3
HALF_A_PAIR = 0.5
"""Two gear cards are a point."""

ELIXIR = 0.4
TONIC = 0.8


def promise(view: SpellSmashersView, seat: int, choice: Choice) -> float:
    """Return what a visit promises, its price taken off."""
    me, left = view.players[seat], ROUNDS - view.round
    match choice:
        case VisitShaman():
            return me.wounds * _wound(view) - (TROPHY if choice.trophy is not None else 0)
        case VisitTavern():
            return me.wounds - COIN * TAVERN_PRICE
        case VisitGuild():
            return QUEST_A_ROUND * left / (1 + me.incomplete_quests)
        case VisitArmory():
            return HALF_A_PAIR + GEAR_A_ROUND * left / (1 + _weapons(me)) - COIN * ARMORY_PRICE
        case VisitAlchemist():
            return sum(_potion(view, me, potion) for potion in choice.potions) - COIN * price_of(choice.potions)
    return 0


def _wound(view: SpellSmashersView) -> float:
    return WOUND if view.round < LAST_TOWN else WOUND_AFTER_THE_TOWN


def _potion(view: SpellSmashersView, me: SmasherView, potion: Potion) -> float:
    if potion == "antidote":
        return _wound(view) if me.wounds else 0
    return ELIXIR if potion == "elixir" else TONIC


def _weapons(me: SmasherView) -> int:
    return len(me.stash) + (me.weapon is not None) + (me.armor is not None)
