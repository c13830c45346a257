"""What happens in a solo match alone, told so that a client can show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from service.games.kernel.events import Event
from service.games.spell_smashers.cards import DamageType
from service.games.spell_smashers.events import GearBonus

SoloBuilding = Literal["alchemist", "armory", "carpenters_guild", "wizards_shop"]
LeaveReason = Literal["setup", "attack", "carpenter"]
Loss = Literal["town_overrun", "town_leveled", "round_cap"]


@dataclass(frozen=True, slots=True)
class MonsterDrawn(Event):
    """A monster came from the stack, or the boss from beside the board, with so many coins as health."""

    kind: ClassVar[str] = "monster_drawn"

    monster: str
    zone: int
    health: int
    modifier: str | None = None


@dataclass(frozen=True, slots=True)
class MonsterPlaced(Event):
    """A monster stands outside town in its zone."""

    kind: ClassVar[str] = "monster_placed"

    zone: int
    monster: str


@dataclass(frozen=True, slots=True)
class MonsterAdvanced(Event):
    """A monster went inside town, onto the building of its zone."""

    kind: ClassVar[str] = "monster_advanced"

    zone: int
    monster: str


@dataclass(frozen=True, slots=True)
class BuildingDestroyed(Event):
    """A monster destroyed a building, which this wound card marks; none where no wound card was left."""

    kind: ClassVar[str] = "building_destroyed"

    building: SoloBuilding
    monster: str
    wound: str | None = None


@dataclass(frozen=True, slots=True)
class BuildingRepaired(Event):
    """A building stands again; its wound card went to the discard pile."""

    kind: ClassVar[str] = "building_repaired"

    seat: int
    building: SoloBuilding


@dataclass(frozen=True, slots=True)
class MonsterLeft(Event):
    """A monster is out of the game without being a trophy, its coins with it."""

    kind: ClassVar[str] = "monster_left"

    monster: str
    reason: LeaveReason


@dataclass(frozen=True, slots=True)
class GearCarried(Event):
    """A monster came with the top card of the gear deck, face down."""

    kind: ClassVar[str] = "gear_carried"

    monster: str


@dataclass(frozen=True, slots=True)
class MonsterStrengthened(Event):
    """Another monster's modifier added coins to a monster, which has so many now."""

    kind: ClassVar[str] = "monster_strengthened"

    monster: str
    by: str
    coins: int
    health: int


@dataclass(frozen=True, slots=True)
class ZoneChosen(Event):
    """A player battles the monsters of a zone, the one inside town first."""

    kind: ClassVar[str] = "zone_chosen"

    seat: int
    zone: int
    monsters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TilePoints:
    """What one tile of the word deals, before any monster takes or resists it."""

    tile: str
    type: DamageType
    points: int


@dataclass(frozen=True, slots=True)
class ZonePointsCounted(Event):
    """What a word deals in a zone: points of its tiles by type, those of gear without one, and their sum."""

    kind: ClassVar[str] = "zone_points_counted"

    seat: int
    tiles: tuple[TilePoints, ...]
    bonuses: tuple[GearBonus, ...]
    points: int


@dataclass(frozen=True, slots=True)
class PointsTaken:
    """Points assigned to a monster, by type where types count, the coins that they took, and the health left."""

    monster: str
    fire: int
    earth: int
    water: int
    untyped: int
    coins: int
    health: int


@dataclass(frozen=True, slots=True)
class DamageSplit(Event):
    """The points of a word were split among the monsters of a zone; so many were left over when all had fallen."""

    kind: ClassVar[str] = "damage_split"

    seat: int
    shares: tuple[PointsTaken, ...]
    left_over: int


@dataclass(frozen=True, slots=True)
class MonsterSlain(Event):
    """A monster of a zone lost its last coin: its tile is a trophy, unless it is the boss."""

    kind: ClassVar[str] = "monster_slain"

    seat: int
    zone: int
    monster: str


@dataclass(frozen=True, slots=True)
class MonsterAttack:
    """A monster that was dealt damage, and its attack strength before armor."""

    monster: str
    attack: int


@dataclass(frozen=True, slots=True)
class ZoneStruckBack(Event):
    """All monsters that were dealt damage struck: the player drew wound cards, and alone is told which."""

    kind: ClassVar[str] = "zone_struck_back"

    seat: int
    attacks: tuple[MonsterAttack, ...]
    wounds: int
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class TrophiesSpent(Event):
    """Trophies of the word were turned face down: they make no more words, and still count at the end."""

    kind: ClassVar[str] = "trophies_spent"

    seat: int
    trophies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SkinShed(Event):
    """A boss resists this damage type now, and no other."""

    kind: ClassVar[str] = "skin_shed"

    boss: str
    type: DamageType


@dataclass(frozen=True, slots=True)
class BossFeasted(Event):
    """A boss regained coins, and has so many now."""

    kind: ClassVar[str] = "boss_feasted"

    boss: str
    coins: int
    health: int


@dataclass(frozen=True, slots=True)
class VisitDeclined(Event):
    """A player stays away from the town this round."""

    kind: ClassVar[str] = "visit_declined"

    seat: int


@dataclass(frozen=True, slots=True)
class TilesSeen(Event):
    """A player looks at the next monster tiles, the top one first; nobody else learns which."""

    kind: ClassVar[str] = "tiles_seen"

    seat: int
    count: int
    tiles: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class TilesReturned(Event):
    """The tiles are back on the stack, the first on top; only who put them there learns in which order."""

    kind: ClassVar[str] = "tiles_returned"

    seat: int
    zone: int
    tiles: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class TownLost(Event):
    """All buildings are destroyed, the boss has leveled the town, or the last round is over."""

    kind: ClassVar[str] = "town_lost"

    reason: Loss


@dataclass(frozen=True, slots=True)
class TownSaved(Event):
    """The boss is defeated: the victory points by category and in all."""

    kind: ClassVar[str] = "town_saved"

    seat: int
    trophies: int
    buildings: int
    gear: int
    coins: int
    difficulty: int
    total: int


SOLO_EVENTS: tuple[type[Event], ...] = (
    MonsterDrawn, MonsterPlaced, MonsterAdvanced, BuildingDestroyed, BuildingRepaired, MonsterLeft, GearCarried,
    MonsterStrengthened, ZoneChosen, ZonePointsCounted, DamageSplit, MonsterSlain, ZoneStruckBack, TrophiesSpent,
    SkinShed, BossFeasted, VisitDeclined, TilesSeen, TilesReturned, TownLost, TownSaved,
)  # fmt: skip
