"""The end of a solo match that is won: the town's victory points."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.spell_smashers.scoring import TROPHY_VP, coin_points, gear_points
from service.games.spell_smashers.solo import events
from service.games.spell_smashers.solo.bosses import BOSSES
from service.games.spell_smashers.solo.zones import intact, solo_of
from service.games.spell_smashers.state import SoloPoints

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.state import Difficulty, State

BUILDING_VP = 5
DIFFICULTY_VP: MappingProxyType[Difficulty, int] = MappingProxyType({"standard": 0, "advanced": 6, "extreme": 12})

BOARDS: tuple[str, ...] = tuple(f"{boss.id}/{difficulty}" for boss in BOSSES for difficulty in DIFFICULTY_VP)
"""Wins are compared with those over the same boss at the same difficulty."""


def save_town(table: Table[State]) -> None:
    """The boss has fallen: the match is won and scored."""
    state = table.state
    points = points_of(state)
    solo_of(state).points = points
    state.ending = "town_saved"
    state.winners = [0]
    table.tell(
        events.TownSaved,
        0,
        points.trophies,
        points.buildings,
        points.gear,
        points.coins,
        points.difficulty,
        points.total,
    )


def scored(state: State) -> tuple[int | None, str | None]:
    """Return the points of a win and the board that they belong on; neither for a loss."""
    solo = solo_of(state)
    if solo.points is None:
        return None, None
    return solo.points.total, f"{solo.boss}/{solo.difficulty}"


def points_of(state: State) -> SoloPoints:
    """Return what a town saved now is worth: trophies whichever way they lie, buildings, gear, coins, difficulty."""
    player, solo = state.players[0], solo_of(state)
    trophies = TROPHY_VP * (len(player.trophies) + len(solo.spent))
    buildings = BUILDING_VP * len(intact(solo))
    gear, coins = gear_points(player), coin_points(player)
    bonus = DIFFICULTY_VP[solo.difficulty]
    return SoloPoints(trophies, buildings, gear, coins, bonus, trophies + buildings + gear + coins + bonus)
