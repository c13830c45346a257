"""Step 1 of a turn: Monsters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.squishem import events
from service.games.squishem.monsters import MONSTER
from service.games.squishem.state import MonsterInPlay

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.squishem.cards import Monster
    from service.games.squishem.state import State


class Reveal:
    """A card of the Monster deck as it is flipped, and the verbs that its effect uses."""

    def __init__(self, table: Table[State], card: Monster) -> None:
        self.table = table
        self.card = card
        self.hp = card.hp or 0

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.table.state.players)

    def add_hp(self, amount: int) -> None:
        """Let the Monster enter with more HP."""
        self.hp += amount

    def force_coffee_break(self, hero: str) -> None:
        """Make the player of a hero play Coffee Break this turn."""
        state = self.table.state
        for seat, player in enumerate(state.players):
            if player.hero == hero and seat not in state.forced:
                state.forced.append(seat)
                self.table.tell(events.CoffeeBreakForced, seat, self.card.id)

    def set_aside_for(self, count: int) -> None:
        """Set the card aside, worth no kill, and flip `count` Monsters instead, or what is left."""
        self.table.state.set_aside.append(self.card.id)
        self.table.tell(events.CardSetAside, self.card.id)
        for _ in range(count):
            flip(self.table)


def reveal_monsters(table: Table[State]) -> None:
    """If no Monster is alive, flip the top card of the Monster deck."""
    if not table.state.monsters:
        flip(table)


def flip(table: Table[State]) -> None:
    """Flip a card: the Monster enters with its printed HP, changed by its own effect. An empty deck gives nothing."""
    state = table.state
    if not state.deck:
        return
    card = MONSTER[state.deck.pop()]
    reveal = Reveal(table, card)
    if card.enters is not None:
        card.enters(reveal)
    if card.hp is not None:
        state.monsters.append(MonsterInPlay(card.id, reveal.hp, reveal.hp))
        table.tell(events.MonsterRevealed, card.id, reveal.hp)
