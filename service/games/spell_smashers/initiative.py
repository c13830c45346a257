"""Initiative: who battles first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers import events
from service.games.spell_smashers.gear import GEAR

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.state import State


class Standing:
    """A player's place in the making: the initiative, whether it wins ties, and the seat clockwise from the marker."""

    __slots__ = ("clockwise", "initiative", "seat", "wins_ties")

    def __init__(self, seat: int, initiative: int, clockwise: int) -> None:
        self.seat = seat
        self.initiative = initiative
        self.clockwise = clockwise
        self.wins_ties = False


def set_initiative(table: Table[State]) -> None:
    """Order all who have a word: longest first, ties clockwise from the holder of the marker."""
    state = table.state
    standings = []
    for place, seat in enumerate(state.clockwise()):
        player = state.players[seat]
        if player.word is not None and player.word.tiles:
            standing = Standing(seat, len(player.word.letters), place)
            for card in (player.weapon, player.armor):
                if card and (effect := GEAR[card].initiative) is not None:
                    effect(standing)
            standings.append(standing)
    standings.sort(key=lambda one: (-one.initiative, not one.wins_ties, one.clockwise))
    state.order = [one.seat for one in standings]
    if table.told is not None:
        table.tell(events.InitiativeSet, tuple(events.InitiativePlace(one.seat, one.initiative) for one in standings))
