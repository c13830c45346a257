"""What visits, tiles and ruins of the solo town promise to a bot, in victory points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.bots.spell_smashers.promise import COIN
from service.games.spell_smashers.monsters import MONSTER
from service.games.spell_smashers.solo.scoring import BUILDING_VP
from service.games.spell_smashers.solo.town_decisions import (
    StackTiles,
    VisitCarpenter,
    VisitWizard,
    price_of,
)
from service.games.spell_smashers.town_decisions import ARMORY_PRICE, VisitAlchemist, VisitArmory
from service.games.spell_smashers.town_decisions import price_of as potions_price

if TYPE_CHECKING:
    from service.games.kernel.decisions import Choice
    from service.games.spell_smashers.solo.events import SoloBuilding
    from service.games.spell_smashers.solo.view import SoloView, ZoneView
    from service.games.spell_smashers.solo.zones import GiveUpBuilding
    from service.games.spell_smashers.view import SpellSmashersView

A_RUIN_MORE = 2.0
"""What each ruin adds to the worth of repairing one: four are the end."""

FULL_ZONE = 3.0
BESIDE_THE_BOSS = 9.0
GEAR = 8.0
SIGHT = 0.6
TONIC, ELIXIR, ANTIDOTE = 0.8, 0.2, 0.4
WOUNDS_TO_HEAL = 3

USEFUL: tuple[SoloBuilding, ...] = ("wizards_shop", "alchemist", "armory", "carpenters_guild")
"""The least useful building first."""


def visit(view: SpellSmashersView, choice: Choice) -> float:
    """Return what a visit promises, its price taken off."""
    solo = view.solo
    assert solo is not None
    me = view.players[0]
    match choice:
        case VisitCarpenter():
            ruins = sum(zone.destroyed for zone in solo.zones)
            repaired = BUILDING_VP + A_RUIN_MORE * ruins if choice.repair is not None else 0
            sent = sending(solo, choice.monster) if choice.monster is not None else 0
            return repaired + sent - COIN * price_of(choice)
        case VisitArmory():
            owned = len(me.stash) + (me.weapon is not None) + (me.armor is not None)
            return GEAR / (1 + owned) + GEAR / 4 - COIN * ARMORY_PRICE
        case VisitAlchemist():
            worth = {"tonic": TONIC, "elixir": ELIXIR, "antidote": ANTIDOTE if me.wounds >= WOUNDS_TO_HEAL else 0}
            return sum(worth[potion] for potion in choice.potions) - COIN * potions_price(choice.potions)
        case VisitWizard():
            return SIGHT if not solo.foreseen else 0
    return 0


def sending(solo: SoloView, monster: str) -> float:
    """Return what it is worth that a monster leaves."""
    zone = next(zone for zone in solo.zones if monster in names(zone))
    here = names(zone)
    if solo.boss in here:
        return BESIDE_THE_BOSS
    return FULL_ZONE if len(here) == 2 else 0


def stacking(view: SpellSmashersView, choice: StackTiles) -> float:
    """Return how well an order of tiles spreads them: those that come first, to zones with the most room."""
    solo = view.solo
    assert solo is not None
    standing = [len(names(zone)) for zone in solo.zones]
    worth = 0.0
    for at, tile in enumerate(choice.tiles):
        zone = MONSTER[tile].zone - 1
        crowd = standing[zone] + 4 * (solo.boss in names(solo.zones[zone]))
        worth -= crowd**2 / (1 + at)
        standing[zone] = min(2, standing[zone] + 1)
    return worth


def ruin(view: SpellSmashersView, choice: GiveUpBuilding) -> float:
    """Return how little it hurts that a building falls: one that can't be visited first."""
    solo = view.solo
    assert solo is not None
    zone = next(zone for zone in solo.zones if zone.building == choice.building)
    return (10 if zone.inside is not None else 0) - USEFUL.index(choice.building)


def names(zone: ZoneView) -> list[str]:
    """Return who stands in a zone."""
    return [one.monster for one in (zone.inside, zone.outside) if one is not None]
