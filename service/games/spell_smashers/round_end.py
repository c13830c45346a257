"""Round End: hands are refilled, ale is added, defeated monsters are replaced, the round marker moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers.draws import draw_up_to
from service.games.spell_smashers.gear import GEAR
from service.games.spell_smashers.monster_row import pour_ale, refill_row
from service.games.spell_smashers.state import HAND_SIZE

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.state import State


async def refill(table: Table[State]) -> None:
    """The next player, clockwise from the holder of the marker, draws back up; after the last one the round ends."""
    state = table.state
    await refill_hand(table, state.next_clockwise())
    state.place += 1
    if state.place == len(state.players):
        end_round(table)


async def refill_hand(table: Table[State], seat: int) -> None:
    """A player draws back up to the size of his hand."""
    player = table.state.players[seat]
    size = HAND_SIZE
    for card in (player.weapon, player.armor):
        if card and (effect := GEAR[card].refill) is not None:
            size = effect(size)
    await draw_up_to(table, seat, size)


def end_round(table: Table[State]) -> None:
    """Survivors get 1 ale each, then new monsters fill the empty crests."""
    state = table.state
    for place, crest in enumerate(state.crests):
        if crest.monster:
            pour_ale(table, place, 1)
    refill_row(table)
    state.round += 1
    state.phase, state.place, state.order = "words", 0, []
