"""Who casts next: chosen anew before each turn among the living who have not acted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars import dice_events, events
from service.games.epic_spell_wars.components import COMPONENT, FIRST
from service.games.epic_spell_wars.treasures import TREASURE

if TYPE_CHECKING:
    from service.games.epic_spell_wars.state import State, Wizard
    from service.games.kernel.table import Table


def next_caster(table: Table[State]) -> int | None:
    """Return who casts next, None when all have acted. Whoever gave up his place comes last.

    Before all others come spells with a card that says so; then fewer cards, higher initiative, and the higher die.
    """
    waiting = still_to_act(table.state)
    if len(waiting) < 2:
        return waiting[0] if waiting else None
    wizards = table.state.wizards
    waiting = [seat for seat in waiting if not wizards[seat].waits] or waiting
    first = {seat for seat in waiting for row in wizards[seat].spell if row.shown and row.card in FIRST}
    waiting = sorted(first) or waiting
    sizes = {seat: len(wizards[seat].spell) for seat in waiting}
    fewest = min(sizes.values())
    waiting = [seat for seat in waiting if sizes[seat] == fewest]
    if len(waiting) > 1:
        waiting = highest_initiative(table, waiting)
    while len(waiting) > 1:
        waiting = roll_off(table, waiting)
    return waiting[0]


def still_to_act(state: State) -> list[int]:
    """Return the living wizards who have not had their turn this round."""
    return [seat for seat, wizard in enumerate(state.wizards) if not wizard.acted and wizard.hp > 0]


def initiative_of(wizard: Wizard) -> int:
    """Return the initiative of a spell: that of its Delivery, 0 without one, and what Treasures add."""
    initiative = 0
    for row in wizard.spell:
        if row.slot == "delivery" and row.card in COMPONENT:
            initiative += COMPONENT[row.card].initiative or 0
    for treasure in wizard.treasures:
        initiative += TREASURE[treasure].initiative
    return initiative


def highest_initiative(table: Table[State], seats: list[int]) -> list[int]:
    """Let wizards whose spells are of one size announce their initiative, and return who has the highest."""
    wizards = table.state.wizards
    initiatives = {seat: initiative_of(wizards[seat]) for seat in seats}
    for seat, initiative in initiatives.items():
        if wizards[seat].initiative != initiative:
            wizards[seat].initiative = initiative
            table.tell(events.InitiativeAnnounced, seat, initiative)
    highest = max(initiatives.values())
    return [seat for seat in seats if initiatives[seat] == highest]


def roll_off(table: Table[State], seats: list[int]) -> list[int]:
    """Let wizards who are tied roll a die each, and return who rolled the highest."""
    dice = {seat: table.chance.roll(6) for seat in seats}
    table.tell(rolled_off, dice)
    highest = max(dice.values())
    return [seat for seat in seats if dice[seat] == highest]


def rolled_off(dice: dict[int, int]) -> dice_events.RolledOff:
    """Return what is told of dice that break a tie."""
    return dice_events.RolledOff(tuple(dice_events.SeatDie(seat, die) for seat, die in dice.items()))
