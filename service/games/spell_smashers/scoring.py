"""The end: victory points, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers import town_events
from service.games.spell_smashers.quests import QUEST
from service.games.spell_smashers.spelling import owned_gear
from service.games.spell_smashers.state import VictoryPoints
from service.games.spell_smashers.wounds import WOUND

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.state import Player, State

TROPHY_VP = 3
GEAR_A_POINT = 2
COINS_A_POINT = 5


def final_scores(table: Table[State]) -> None:
    """Score every player and name the winners. Of those with the most points the most wounds win, else they share."""
    state = table.state
    state.scores = [score(player) for player in state.players]
    for seat, row in enumerate(state.scores):
        table.tell(
            town_events.PointsCounted,
            seat,
            row.trophies,
            row.gear,
            row.quests,
            row.ale,
            row.coins,
            row.wounds,
            row.total,
        )
    ranks = [(row.total, -row.wounds) for row in state.scores]
    best = max(ranks)
    state.winners = [seat for seat, rank in enumerate(ranks) if rank == best]


def score(player: Player) -> VictoryPoints:
    """Return what a player scores by category, and their sum."""
    trophies = TROPHY_VP * len(player.trophies)
    gear = gear_points(player)
    quests = sum(QUEST[quest].vp for quest in player.completed)
    coins = coin_points(player)
    wounds = -sum(card in WOUND for card in player.hand)
    total = trophies + gear + quests + player.ale + coins + wounds
    return VictoryPoints(trophies, gear, quests, player.ale, coins, wounds, total)


def gear_points(player: Player) -> int:
    """Return what the gear of a player scores, active or not."""
    return len(owned_gear(player)) // GEAR_A_POINT


def coin_points(player: Player) -> int:
    """Return what the coins of a player score."""
    return player.coins // COINS_A_POINT
