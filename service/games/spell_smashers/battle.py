"""One player's battle, and the verbs that cards use in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers import events
from service.games.spell_smashers.draws import discard_from_hand
from service.games.spell_smashers.gear import ACTIVE
from service.games.spell_smashers.modifiers import MODIFIER
from service.games.spell_smashers.monsters import MONSTER
from service.games.spell_smashers.tiles import TILE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.games.kernel.table import Table
    from service.games.spell_smashers.cards import DamageType, Gear, Tile, TileSort
    from service.games.spell_smashers.state import Crest, Player, State, Word


class WordInBattle:
    """A player's word as it strikes; it lasts as long as the phase, and is all that gear and traits see of a battle.

    `word` is as the tonic left it; `tiles` and `types` go with each other. `damage` is the whole total, whatever it
    was dealt to. `defeats` tells of the monster at hand whether it falls, and `attack_of_defeated` is the strength of
    all that fell, before armor. `first` and `last` are places in the order of initiative.
    """

    __slots__ = (
        "attack_of_defeated",
        "damage",
        "defeats",
        "first",
        "kept",
        "last",
        "player",
        "seat",
        "table",
        "tiles",
        "types",
        "word",
        "wounds_suffered",
    )

    def __init__(self, table: Table[State], seat: int, word: Word) -> None:
        order = table.state.order
        self.table = table
        self.seat = seat
        self.player: Player = table.state.players[seat]
        self.word = word.letters
        self.tiles: list[Tile] = [TILE[tile] for tile in word.tiles]
        self.types: list[DamageType] = []
        self.first = order[0] == seat
        self.last = order[-1] == seat
        self.damage = 0
        self.defeats = False
        self.attack_of_defeated = 0
        self.wounds_suffered = 0
        self.kept: list[str] = []

    def active(self) -> tuple[Gear, ...]:
        """Return the gear that acts now: the weapon, or else the Starting Stick, and the armor."""
        return ACTIVE[self.player.weapon, self.player.armor]

    def count(self, sort: TileSort) -> int:
        """Return how many tiles of the word are letters, wounds or trophies."""
        return [tile.sort for tile in self.tiles].count(sort)

    def coins(self, amount: int, source: str) -> None:
        """Give the player coins of the supply."""
        self.player.coins += amount
        self.table.tell(events.CoinsGained, self.seat, amount, source)

    def ale(self, amount: int, source: str) -> None:
        """Give the player ale."""
        self.player.ale += amount
        self.table.tell(events.AleGained, self.seat, amount, source)

    def lose_gear(self, card: str) -> None:
        """Put an active gear card under the gear deck."""
        player = self.player
        if player.weapon == card:
            player.weapon = ""
        else:
            player.armor = ""
        self.table.state.gear.insert(0, card)
        self.table.tell(events.GearDisarmed, self.seat, card)

    def discard_wounds(self, cards: Iterable[str]) -> None:
        """Discard wound cards of the hand."""
        if gone := list(cards):
            discard_from_hand(self.table, self.seat, gone)

    def take_back(self, card: str) -> None:
        """Keep a letter card of the word when the word is discarded."""
        self.kept.append(card)


class Battle(WordInBattle):
    """A player's battle with the monster of a crest.

    `factors` (0, 1 or 2 by the monster's trait) go with the tiles. `attack_strength` is the monster's, before armor.
    `unhurt`: it had never lost a coin. `overkill`: the damage minus the coins that it had, below 0 where it lives.
    """

    __slots__ = ("attack_strength", "crest", "factors", "modifier", "monster", "overkill", "place", "unhurt")

    def __init__(self, table: Table[State], seat: int, place: int, word: Word) -> None:
        super().__init__(table, seat, word)
        crest = table.state.crests[place]
        self.place = place
        self.crest: Crest = crest
        self.monster = MONSTER[crest.monster]
        self.modifier = MODIFIER[crest.modifier] if crest.modifier else None
        self.factors: list[int] = []
        self.unhurt = not crest.hurt
        self.overkill = -crest.coins
        self.attack_strength = self.monster.attack
