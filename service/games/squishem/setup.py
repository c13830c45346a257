"""Game set-up: heroes, hands, and the Monster deck."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.squishem import events
from service.games.squishem.decisions import choose_hero
from service.games.squishem.heroes import HAND, HEROES
from service.games.squishem.monsters import MONSTERS
from service.games.squishem.state import Player, SquishemOptions, State

if TYPE_CHECKING:
    from service.games.kernel.chance import Chance
    from service.games.kernel.table import Table

TURN_CAP: MappingProxyType[str, int] = MappingProxyType({"three_kills": 60, "five_kills": 100, "whole_deck": 200})


def set_up(options: SquishemOptions, seats: int, chance: Chance) -> State:
    """Seat the players; heroes are drawn here, or chosen in the first phase."""
    cap = TURN_CAP[options.length] if options.turn_cap is None else options.turn_cap
    state = State(options.length, cap, [Player() for _ in range(seats)], "choose_heroes")
    if options.heroes == "random":
        heroes = [hero.id for hero in HEROES]
        chance.shuffle(heroes)
        for player, hero in zip(state.players, heroes, strict=False):
            player.hero = hero
    return state


async def choose_heroes(table: Table[State]) -> None:
    """Seat 0 first, each player takes a hero of those left; then hands are taken and the deck is shuffled."""
    for seat, player in enumerate(table.state.players):
        if not player.hero:
            choice = await table.ask_openly(seat, choose_hero)
            table.state.players[seat].hero = choice.hero
        table.tell(events.HeroTaken, seat, table.state.players[seat].hero)
        table.state.players[seat].hand = list(HAND[table.state.players[seat].hero])
    table.state.deck = monster_deck(table.state)
    table.chance.shuffle(table.state.deck)
    table.tell(events.DeckShuffled, len(table.state.deck))
    table.state.phase = "turn"


def monster_deck(state: State) -> list[str]:
    """All Monster cards, but of the hero-specific ones only those of the heroes in play; the last card lies on top."""
    heroes = {player.hero for player in state.players}
    return [card.id for card in MONSTERS if card.hero is None or card.hero in heroes]
