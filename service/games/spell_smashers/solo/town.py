"""The solo town: one open building a round, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers.monsters import MONSTER
from service.games.spell_smashers.solo import events
from service.games.spell_smashers.solo.town_decisions import (
    StackTiles,
    VisitCarpenter,
    VisitWizard,
    choose_stacking,
    choose_visit,
    foreseen,
    price_of,
)
from service.games.spell_smashers.solo.zones import send_away, solo_of, zone_of
from service.games.spell_smashers.town import enter, visit_alchemist, visit_armory
from service.games.spell_smashers.town_decisions import VisitAlchemist, VisitArmory

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.state import State


async def visit_town(table: Table[State]) -> None:
    """The player visits an open building or stays away."""
    choice = await table.ask_openly(0, choose_visit)
    if isinstance(choice, VisitAlchemist):
        visit_alchemist(table, 0, choice.potions)
    elif isinstance(choice, VisitArmory):
        await visit_armory(table, 0)
    elif isinstance(choice, VisitCarpenter):
        visit_carpenter(table, choice)
    elif isinstance(choice, VisitWizard):
        await visit_wizard(table)
    else:
        table.tell(events.VisitDeclined, 0)
    table.state.phase = "refill"


def visit_carpenter(table: Table[State], choice: VisitCarpenter) -> None:
    """A building stands again, a monster leaves, or both; whoever stands on the building stays there."""
    state = table.state
    enter(table, 0, "carpenters_guild", price_of(choice))
    if choice.repair is not None:
        zone = zone_of(solo_of(state), choice.repair)
        if zone.wound:
            state.wounds.discards.append(zone.wound)
        zone.destroyed, zone.wound = False, ""
        table.tell(events.BuildingRepaired, 0, choice.repair)
    if choice.monster is not None:
        send_away(table, choice.monster, "carpenter")


async def visit_wizard(table: Table[State]) -> None:
    """Look at the next tiles, and put them back in any order."""
    enter(table, 0, "wizards_shop", 0)
    seen = foreseen(table.state)
    table.whisper(0, events.TilesSeen(0, len(seen), seen), rest=events.TilesSeen(0, len(seen)))
    choice = StackTiles(seen) if len(seen) == 1 else await table.ask(0, choose_stacking)
    state = table.state
    state.monsters[-len(seen) :] = reversed(choice.tiles)
    solo_of(state).foreseen = len(seen)
    zone = MONSTER[state.monsters[-1]].zone
    table.whisper(0, events.TilesReturned(0, zone, choice.tiles), rest=events.TilesReturned(0, zone))
