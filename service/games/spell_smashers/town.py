"""The town: quest draws for all, then one building for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers import events, town_events
from service.games.spell_smashers.draws import discard_from_hand, wounds_held
from service.games.spell_smashers.town_decisions import (
    ARMORY_PRICE,
    LOOKED_AT,
    TAVERN_PRICE,
    KeepQuest,
    TakeGear,
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
    table.whisper(seat, town_events.QuestsSeen(seat, seen))
    kept = KeepQuest(seen[0]) if len(seen) == 1 else await table.ask(seat, choose_quest)
    player.quests.append(kept.quest)
    put_others_under(state.quests, kept.quest)
    incomplete = len(player.quests)
    table.whisper(
        seat, town_events.QuestKept(seat, incomplete, kept.quest), rest=town_events.QuestKept(seat, incomplete)
    )
    if incomplete > MOST_QUESTS:
        returned = (await table.ask(seat, choose_returned)).quest
        player.quests.remove(returned)
        state.quests.insert(0, returned)
        incomplete -= 1
        table.whisper(
            seat,
            town_events.QuestReturned(seat, incomplete, returned),
            rest=town_events.QuestReturned(seat, incomplete),
        )


def put_others_under(deck: list[str], taken: str) -> None:
    """Take a card out of the two looked at, and put what is left of them under the deck."""
    seen = deck[-LOOKED_AT:]
    del deck[-LOOKED_AT:]
    seen.remove(taken)
    deck[:0] = seen


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
    table.whisper(seat, town_events.GearSeen(seat, seen))
    taken = (TakeGear(seen[0]) if len(seen) == 1 else await table.ask(seat, choose_gear)).gear
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
