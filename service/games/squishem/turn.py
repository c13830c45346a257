"""A turn from its Monsters to its end, and how the match ends."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.squishem import cancellation, damage, events
from service.games.squishem.attacking import aim_at_the_only, announce_targets, choose_attacks, show_cards
from service.games.squishem.battle import Battle
from service.games.squishem.heroes import HAND
from service.games.squishem.revealing import reveal_monsters

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.squishem.state import Ending, State

KILLS_TO_WIN: MappingProxyType[str, int] = MappingProxyType({"three_kills": 3, "five_kills": 5})


async def play_turn(table: Table[State]) -> None:
    """Monsters come up, Attacks are played, and battle follows battle; then the turn ends."""
    reveal_monsters(table)
    if not table.state.monsters:
        end_match(table, "deck_finished")
        return
    table.state.turn += 1
    table.tell(turn_started, table.state)
    await choose_attacks(table)
    several = len(table.state.monsters) > 1
    if several:
        await announce_targets(table)
    else:
        aim_at_the_only(table.state)
    show_cards(table)
    for monster in list(table.state.monsters):
        battle = Battle(table, monster, bound=several)
        await fight(table, battle)
        if monster.hp == 0 and has_won(table.state):
            return
        damage.effects_last(battle)
    end_of_turn(table)
    if table.state.turn >= table.state.turn_cap:
        end_match(table, "turn_cap")


async def fight(table: Table[State], battle: Battle) -> None:
    """One battle: cancellations in their fixed order, then damage."""
    table.tell(battle_started, battle)
    cancellation.cards_stand(battle)
    if cancellation.cancel_same_priority(battle):
        await cancellation.order_same_priority(table, battle)
    cancellation.monster_cancels(battle)
    cancellation.monster_paralyses(battle)
    cancellation.attacks_cancel(battle)
    damage.monster_modifies(battle)
    damage.attacks_modify(battle)
    damage.deal_damage(battle)
    damage.monster_recovers(battle)


def has_won(state: State) -> bool:
    """The first player to reach the goal wins at once."""
    goal = KILLS_TO_WIN.get(state.length)
    for seat, player in enumerate(state.players):
        if len(player.kills) == goal:
            state.ending, state.winners = state.length, [seat]  # type: ignore[assignment]
    return bool(state.winners)


def end_match(table: Table[State], ending: Ending) -> None:
    """The match ends without a player at the goal: most kills win, ties share."""
    state = table.state
    most = max(len(player.kills) for player in state.players)
    state.ending = ending
    state.winners = [seat for seat, player in enumerate(state.players) if len(player.kills) == most]


def end_of_turn(table: Table[State]) -> None:
    """What lasted this turn is over, what begins next turn takes its place, and all cards go back in hand."""
    state = table.state
    state.paralysed, state.paralysed_next, state.forced = state.paralysed_next, [], []
    state.lasting, state.beginning = state.beginning, []
    for player in state.players:
        player.hand = list(HAND[player.hero])
        player.laid = player.target = None
    for row in state.lasting:
        if row.effect == "repeat":
            state.players[row.seat].hand.remove(row.card)
    state.shown = False
    table.tell(events.TurnEnded, state.turn)


def must_rest(state: State) -> tuple[int, ...]:
    """Return the seats that must play Coffee Break this turn."""
    return tuple(sorted({*state.paralysed, *state.forced}))


def turn_started(state: State) -> events.TurnStarted:
    """Return what is told at the start of a turn."""
    return events.TurnStarted(state.turn, must_rest(state))


def battle_started(battle: Battle) -> events.BattleStarted:
    """Return what is told at the start of a battle."""
    return events.BattleStarted(battle.monster.id, tuple(attack.card.id for attack in battle.attacks))
