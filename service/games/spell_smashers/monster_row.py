"""The monster row: monsters enter, each with a modifier beneath it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers import events
from service.games.spell_smashers.draws import draw_from
from service.games.spell_smashers.modifiers import MODIFIER
from service.games.spell_smashers.monsters import MONSTER

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.state import State


class RowEntrance:
    """A monster that has just entered, and the verbs that its modifier uses."""

    __slots__ = ("place", "table")

    def __init__(self, table: Table[State], place: int) -> None:
        self.table = table
        self.place = place

    def ale(self, amount: int) -> None:
        """Put ale on the crest."""
        pour_ale(self.table, self.place, amount)

    def hide_gear(self) -> None:
        """Lay the top gear card on the crest, face down, if there is one."""
        state = self.table.state
        if state.gear:
            crest = state.crests[self.place]
            crest.gear = state.gear.pop()
            self.table.tell(events.GearHidden, self.place, crest.monster)

    def strengthen_others(self, coins: int) -> None:
        """Put coins on every other monster in play; it may go above the health that it entered with."""
        crests = self.table.state.crests
        by = crests[self.place].modifier
        for place, crest in enumerate(crests):
            if crest.monster and place != self.place:
                crest.coins += coins
                self.table.tell(events.HealthAdded, place, crest.monster, by, coins, crest.coins)


def enter(table: Table[State], place: int, modifier: str) -> None:
    """Let the top monster of the stack enter at a crest, with a modifier or (empty) none."""
    state = table.state
    crest = state.crests[place]
    crest.monster, crest.modifier = state.monsters.pop(), modifier
    card = MODIFIER[modifier] if modifier else None
    crest.coins = MONSTER[crest.monster].health + (card.health if card else 0)
    crest.hurt = False
    table.tell(events.MonsterEntered, place, crest.monster, crest.coins, modifier or None)
    if card and card.trait.enters is not None:
        card.trait.enters(RowEntrance(table, place), card)


def refill_row(table: Table[State]) -> None:
    """Fill the empty crests from left to right, while there are monsters; a modifier first, then its monster."""
    state = table.state
    for place, crest in enumerate(state.crests):
        if not crest.monster and state.monsters:
            modifier = draw_from(table, state.modifiers, "modifier", 1)
            enter(table, place, modifier[0] if modifier else "")


def pour_ale(table: Table[State], place: int, amount: int) -> None:
    """Put ale on the crest of a monster."""
    crest = table.state.crests[place]
    crest.ale += amount
    table.tell(events.AlePoured, place, crest.monster, crest.ale)
