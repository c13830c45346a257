"""Battles that a bot fights in its head: the cards' own effects, on a word that could be spelled."""

from __future__ import annotations

from functools import cache
from operator import mul
from typing import TYPE_CHECKING, Any

from service.games.kernel.chance import Chance
from service.games.kernel.table import Table
from service.games.kernel.values import value
from service.games.spell_smashers.battle import Battle
from service.games.spell_smashers.cards import DAMAGE_TYPES, WILD
from service.games.spell_smashers.gear import ACTIVE, GEAR, STARTING_STICK
from service.games.spell_smashers.modifiers import MODIFIER
from service.games.spell_smashers.monsters import MONSTER, MONSTERS
from service.games.spell_smashers.tiles import TILE
from service.games.spell_smashers.view import CrestView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.games.spell_smashers.cards import DamageType, Modifier, Tile
    from service.games.spell_smashers.view import SpellSmashersView

SHORT_WORD = 4
"""Of words that no longer are, a player expects to battle last."""


@value
class Opponent:
    """What cards ask of a player: trophies and completed quests."""

    trophies: tuple[str, ...] = ()
    completed: tuple[str, ...] = ()


@value
class Around:
    """The players of an imagined battle, by seat."""

    players: tuple[Opponent, ...]


def around(view: SpellSmashersView) -> Around:
    """Return the players as a view shows them."""
    return Around(tuple([Opponent(player.trophies, player.completed_quests) for player in view.players]))


class ImaginedBattle(Battle):
    """A battle without a state: what would change the match is counted instead."""

    __slots__ = ("gained",)

    def __init__(
        self,
        crest: CrestView,
        letters: str,
        tiles: Sequence[Tile],
        types: list[DamageType],
        seat: int = 0,
        others: Around | None = None,
    ) -> None:
        self.table: Table[Any] = Table(others or ALONE, NO_CHANCE, None)
        self.seat = seat
        self.player: Any = self.table.state.players[seat]
        self.place = 0
        self.crest: Any = crest
        self.monster = MONSTER[crest.monster or ""]
        self.modifier = MODIFIER[crest.modifier] if crest.modifier else None
        self.word = letters
        self.tiles = list(tiles)
        self.types = types
        self.factors = factors_of(self.modifier, types)
        # Who battles when isn't known before the reveal.
        self.first = False
        self.last = len(letters) <= SHORT_WORD
        self.unhurt = crest.coins >= full_health(self.monster.id, crest.modifier)
        self.damage = 0
        self.overkill = -crest.coins
        self.defeats = False
        self.attack_strength = self.monster.attack
        self.attack_of_defeated = 0
        self.wounds_suffered = 0
        self.kept = []
        self.gained = 0

    def coins(self, amount: int, source: str) -> None:
        """Count coins of the supply."""
        self.gained += amount

    def fight(self, weapon: str | None, armor: str | None) -> None:
        """Deal the damage, take the rewards and count the wounds, as far as no question decides."""
        active = ACTIVE[weapon or "", armor or ""]
        damage = sum(map(mul, [tile.damage for tile in self.tiles], self.factors))
        for card in active:
            if card.damage is not None:
                damage += card.damage(self)
        self.damage = max(0, damage)
        self.overkill = self.damage - self.crest.coins
        self.defeats = self.overkill >= 0
        self.gained = min(self.damage, self.crest.coins)
        for card in active:
            if card.rewards is not None:
                card.rewards(self)
        if self.modifier is not None and self.modifier.trait.strengthens is not None:
            self.attack_strength += self.modifier.trait.strengthens(self, self.modifier)
        wounds = self.attack_strength
        if self.defeats:
            self.attack_of_defeated = wounds
        for card in active:
            if card.count_wounds is not None:
                wounds = card.count_wounds(self, wounds)
        self.wounds_suffered = wounds


ALONE = Around((Opponent(),))
NO_CHANCE = Chance()
PLAIN_CREST = CrestView(10, 0, guards_gear=False, monster=MONSTERS[0].id)


@cache
def full_health(monster: str, modifier: str | None) -> int:
    """Return the coins with which a monster enters."""
    return MONSTER[monster].health + (MODIFIER[modifier].health if modifier else 0)


def factors_of(modifier: Modifier | None, types: Sequence[DamageType]) -> list[int]:
    """Return what the damage of each type is multiplied with."""
    if modifier is None or modifier.trait.scales is None:
        return [1] * len(types)
    scale = scales_of(modifier.id)
    return [scale[type] for type in types]


@cache
def scales_of(modifier: str | None) -> dict[str, int]:
    """Return the factor of each type against a modifier; a wild card takes the best."""
    card = MODIFIER[modifier] if modifier else None
    scales = card.trait.scales if card else None
    found: dict[str, int] = {type: scales(card, type) if scales and card else 1 for type in DAMAGE_TYPES}
    return found | {WILD: max(found.values())}


@cache
def wild_type(modifier: str | None, weapon: str | None) -> DamageType:
    """Return the type that a wild card had best deal: the most damage, a weapon's bonus included."""
    scale = scales_of(modifier)
    bite = MODIFIER[modifier].type if modifier and MODIFIER[modifier].trait.strengthens else None
    return max(DAMAGE_TYPES, key=lambda type: (scale[type] + tile_bonus(weapon, type, "letter"), type != bite))


@cache
def tile_bonus(weapon: str | None, type: str, sort: str) -> int:
    """Return what a weapon adds for one more tile of this type and sort: it is tried on a word with one and without."""
    tile = next(tile for tile in TILE.values() if tile.sort == sort)
    return _bonus(weapon, "BA", (tile,), [type]) - _bonus(weapon, "BA", (), [])


@cache
def length_bonus(weapon: str | None) -> tuple[int, ...]:
    """Return what a weapon adds to a plain word, by its number of letters: 0 to 16."""
    return tuple(_bonus(weapon, ("BA" * letters)[:letters], (), []) for letters in range(17))


def _bonus(weapon: str | None, letters: str, tiles: Sequence[Tile], types: list[Any]) -> int:
    battle = ImaginedBattle(PLAIN_CREST, letters, tiles, types)
    card = GEAR[weapon] if weapon else STARTING_STICK
    return card.damage(battle) if card.damage is not None else 0
