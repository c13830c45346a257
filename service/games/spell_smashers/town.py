"""The town: quest draws for all, then one building for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers import events, town_events
from service.games.spell_smashers.draws import discard_from_hand, wounds_held
from service.games.spell_smashers.town_decisions import (
    ARMORY_PRICE,
    KEEP,
    LOOKED_AT,
    TAKE,
    TAVERN_PRICE,
    VisitAlchemist,
    VisitArmory,
    VisitShaman,
    VisitTavern,
    choose_building,
    choose_gear,
    choose_quest,
    choose_returned,
    looked_at,
    price,
    price_of,
)

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.cards import Potion
    from service.games.spell_smashers.state import State
    from service.games.spell_smashers.town_events import Building

MOST_QUESTS = 2


async def draw_quests(table: Table[State]) -> None:
    """Every player looks at two quests, clockwise from the holder of the marker."""
    for seat in table.state.clockwise():
        await draw_quest(table, seat)


async def draw_quest(table: Table[State], seat: int) -> None:
    """A player keeps one of the top two quests and never more than two; the rest goes under the deck."""
    state, player = table.state, table.state.players[seat]
    seen = looked_at(state.quests)
    if not seen:
        return
    if table.told is not None:
        table.whisper(seat, town_events.QuestsSeen(seat, seen))
    kept = (KEEP[seen[0]] if len(seen) == 1 else await table.ask(seat, choose_quest)).quest
    player.quests.append(kept)
    put_others_under(state.quests, kept)
    tell_of_quest(table, seat, town_events.QuestKept, kept)
    if len(player.quests) > MOST_QUESTS:
        returned = (await table.ask(seat, choose_returned)).quest
        player.quests.remove(returned)
        state.quests.insert(0, returned)
        tell_of_quest(table, seat, town_events.QuestReturned, returned)


def tell_of_quest(
    table: Table[State], seat: int, event: type[town_events.QuestKept | town_events.QuestReturned], quest: str
) -> None:
    """Tell a player which quest it was, and the rest how many he has now."""
    if table.told is not None:
        incomplete = len(table.state.players[seat].quests)
        table.whisper(seat, event(seat, incomplete, quest), rest=event(seat, incomplete))


def put_others_under(deck: list[str], taken: str) -> None:
    """Take a card out of the two looked at, and put what is left of them under the deck."""
    seen = deck[-LOOKED_AT:]
    seen.remove(taken)
    deck[:] = seen + deck[:-LOOKED_AT]


async def visit(table: Table[State], seat: int) -> None:
    """A player visits one building: the SHAMAN with five wounds, else any whose price he can pay.

    An antidote could still heal a wound, so its holder is asked even where one visit alone is left.
    """
    if "antidote" in table.state.players[seat].potions:
        choice = await table.ask(seat, choose_building)
    else:
        choice = await table.ask_openly(seat, choose_building)
    if isinstance(choice, VisitShaman):
        visit_shaman(table, seat, choice.trophy)
    elif isinstance(choice, VisitTavern):
        visit_tavern(table, seat)
    elif isinstance(choice, VisitArmory):
        await visit_armory(table, seat)
    elif isinstance(choice, VisitAlchemist):
        visit_alchemist(table, seat, choice.potions)
    else:
        enter(table, seat, "guild", 0)
        await draw_quest(table, seat)


def enter(table: Table[State], seat: int, building: Building, listed: int) -> None:
    """A player enters a building and pays its price, his active armor considered."""
    player = table.state.players[seat]
    due = price(player, listed)
    player.coins -= due
    table.tell(town_events.BuildingVisited, seat, building, due)


def visit_shaman(table: Table[State], seat: int, trophy: str | None) -> None:
    """All wounds of the hand go, then the trophy, if there is one."""
    state = table.state
    enter(table, seat, "shaman", 0)
    if wounds := wounds_held(state, seat):
        discard_from_hand(table, seat, wounds)
    if trophy is not None:
        state.players[seat].trophies.remove(trophy)
        state.removed.append(trophy)
        table.tell(town_events.TrophyGivenUp, seat, trophy)


def visit_tavern(table: Table[State], seat: int) -> None:
    """One ale for each wound in hand; the wounds stay."""
    player = table.state.players[seat]
    enter(table, seat, "tavern", TAVERN_PRICE)
    if ale := len(wounds_held(table.state, seat)):
        player.ale += ale
        table.tell(events.AleGained, seat, ale, "tavern")


async def visit_armory(table: Table[State], seat: int) -> None:
    """One of the top two gear cards goes to the stash, the other under the deck."""
    state = table.state
    enter(table, seat, "armory", ARMORY_PRICE)
    seen = looked_at(state.gear)
    if table.told is not None:
        table.whisper(seat, town_events.GearSeen(seat, seen))
    taken = (TAKE[seen[0]] if len(seen) == 1 else await table.ask(seat, choose_gear)).gear
    put_others_under(state.gear, taken)
    state.players[seat].stash.append(taken)
    table.tell(town_events.GearBought, seat, taken)


def visit_alchemist(table: Table[State], seat: int, potions: tuple[Potion, ...]) -> None:
    """Potions go from the stock to the player."""
    enter(table, seat, "alchemist", price_of(potions))
    for potion in potions:
        table.state.stock[potion] -= 1
    table.state.players[seat].potions += potions
    table.tell(town_events.PotionsBought, seat, potions)
