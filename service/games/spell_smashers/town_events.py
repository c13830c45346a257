"""What happens in town and at the end, told so that a client can show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from service.games.kernel.events import Event
from service.games.spell_smashers.cards import Potion

Building = Literal["shaman", "tavern", "guild", "armory", "alchemist", "carpenters_guild", "wizards_shop"]


@dataclass(frozen=True, slots=True)
class QuestsSeen(Event):
    """A player looks at the top quests; nobody else learns which."""

    kind: ClassVar[str] = "quests_seen"

    seat: int
    quests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestKept(Event):
    """A player has a new quest, `incomplete` in all now; only he learns which."""

    kind: ClassVar[str] = "quest_kept"

    seat: int
    incomplete: int
    quest: str | None = None


@dataclass(frozen=True, slots=True)
class QuestReturned(Event):
    """A quest went under the deck; only the player who put it there learns which."""

    kind: ClassVar[str] = "quest_returned"

    seat: int
    incomplete: int
    quest: str | None = None


@dataclass(frozen=True, slots=True)
class BuildingVisited(Event):
    """A player visits a building and has paid its price."""

    kind: ClassVar[str] = "building_visited"

    seat: int
    building: Building
    price: int


@dataclass(frozen=True, slots=True)
class TrophyGivenUp(Event):
    """A trophy is out of the game, the SHAMAN's price."""

    kind: ClassVar[str] = "trophy_given_up"

    seat: int
    trophy: str


@dataclass(frozen=True, slots=True)
class GearSeen(Event):
    """A player looks at the top gear cards; nobody else learns which."""

    kind: ClassVar[str] = "gear_seen"

    seat: int
    gear: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GearBought(Event):
    """A player took a gear card; what else he looked at went under the deck."""

    kind: ClassVar[str] = "gear_bought"

    seat: int
    gear: str


@dataclass(frozen=True, slots=True)
class PotionsBought(Event):
    """A player took potions from the stock."""

    kind: ClassVar[str] = "potions_bought"

    seat: int
    potions: tuple[Potion, ...]


@dataclass(frozen=True, slots=True)
class PointsCounted(Event):
    """The victory points of a player, by category and in all; `wounds` takes points away."""

    kind: ClassVar[str] = "points_counted"

    seat: int
    trophies: int
    gear: int
    quests: int
    ale: int
    coins: int
    wounds: int
    total: int


TOWN_EVENTS: tuple[type[Event], ...] = (
    QuestsSeen, QuestKept, QuestReturned, BuildingVisited, TrophyGivenUp, GearSeen, GearBought, PotionsBought,
    PointsCounted,
)  # fmt: skip
