"""Step 2 of a turn: Attacks are laid, targets named, cards shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.squishem import events
from service.games.squishem.decisions import LayAttack, choose_attack, choose_target
from service.games.squishem.heroes import ATTACK

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.squishem.state import State


async def choose_attacks(table: Table[State]) -> None:
    """All players lay a card of their hand face down, at the same time."""
    await table.ask_all(range(len(table.state.players)), lay_card)


async def lay_card(table: Table[State], seat: int) -> None:
    """One player lays one card."""
    choice = await table.ask(seat, choose_attack)
    player = table.state.players[seat]
    player.laid = choice.card if isinstance(choice, LayAttack) else player.hand[-1]
    player.hand.remove(player.laid)


def aim_at_the_only(state: State) -> None:
    """With a single Monster in play everybody aims at it, and nobody is asked."""
    for player in state.players:
        player.target = state.monsters[0].id


async def announce_targets(table: Table[State]) -> None:
    """With two or more Monsters in play everybody names a target, from the player with the most kills, clockwise."""
    order = target_order(table)
    table.tell(events.TargetOrder, order)
    for seat in order:
        choice = await table.ask(seat, choose_target)
        table.state.players[seat].target = choice.monster
        table.tell(events.TargetNamed, seat, choice.monster)


def target_order(table: Table[State]) -> tuple[int, ...]:
    """Most kills first, drawn among those who share the most; then clockwise."""
    players = table.state.players
    most = max(len(player.kills) for player in players)
    start = table.chance.pick([seat for seat, player in enumerate(players) if len(player.kills) == most])
    return tuple((start + step) % len(players) for step in range(len(players)))


def show_cards(table: Table[State]) -> None:
    """All cards are turned face up at once, and the priorities read out."""
    state = table.state
    state.shown = True
    table.tell(cards_shown, state)


def cards_shown(state: State) -> events.CardsShown:
    """Return the laid cards, by seat."""
    return events.CardsShown(tuple(shown_card(seat, player.laid) for seat, player in enumerate(state.players)))


def shown_card(seat: int, card: str | None) -> events.ShownCard:
    """Return a laid card as it is shown."""
    attack = ATTACK.get(card or "")
    return events.ShownCard(seat, card or "", attack.priority if attack else None)
