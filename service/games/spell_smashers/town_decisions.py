"""The questions of the town, and the choices they offer."""

from __future__ import annotations

from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers.cards import Potion
from service.games.spell_smashers.draws import wounds_held
from service.games.spell_smashers.gear import GEAR
from service.games.spell_smashers.monsters import MONSTER
from service.games.spell_smashers.quests import QUEST

if TYPE_CHECKING:
    from service.games.spell_smashers.state import Player, State

TAVERN_PRICE = 3
ARMORY_PRICE = 5
POTION_PRICE: MappingProxyType[Potion, int] = MappingProxyType({"elixir": 2, "antidote": 3, "tonic": 5})
WOUNDS_FOR_SHAMAN = 5
LOOKED_AT = 2


@value
class VisitShaman(Choice):
    """Go to the SHAMAN, and give up this trophy; absent where there is none."""

    kind: ClassVar[str] = "visit_shaman"

    trophy: str | None = None


@value
class VisitTavern(Choice):
    """Pay $3 at the TAVERN and gain as much ale as you hold wounds."""

    kind: ClassVar[str] = "visit_tavern"


@value
class VisitGuild(Choice):
    """Look at two quests at the GUILD."""

    kind: ClassVar[str] = "visit_guild"


@value
class VisitArmory(Choice):
    """Pay $5 at the ARMORY to look at two gear cards."""

    kind: ClassVar[str] = "visit_armory"


@value
class VisitAlchemist(Choice):
    """Buy these potions at the ALCHEMIST."""

    kind: ClassVar[str] = "visit_alchemist"

    potions: tuple[Potion, ...]


@value
class KeepQuest(Choice):
    """Keep this quest; the other goes under the deck."""

    kind: ClassVar[str] = "keep_quest"

    quest: str


@value
class ReturnQuest(Choice):
    """Put this incomplete quest under the deck."""

    kind: ClassVar[str] = "return_quest"

    quest: str


@value
class TakeGear(Choice):
    """Take this gear card; the other goes under the deck."""

    kind: ClassVar[str] = "take_gear"

    gear: str


Visit = VisitShaman | VisitTavern | VisitGuild | VisitArmory | VisitAlchemist


@value
class ChooseBuilding(Decision[Visit]):
    """Which building to visit, of those whose price can be paid."""

    kind: ClassVar[str] = "choose_building"
    prompt: ClassVar[str] = "Choose the building that you visit."
    offers: ClassVar[tuple[type[Choice], ...]] = (VisitShaman, VisitTavern, VisitGuild, VisitArmory, VisitAlchemist)


@value
class ChooseQuest(Decision[KeepQuest]):
    """Which of two quests to keep."""

    kind: ClassVar[str] = "choose_quest"
    prompt: ClassVar[str] = "Keep one of these quests."
    offers: ClassVar[tuple[type[Choice], ...]] = (KeepQuest,)


@value
class ChooseReturned(Decision[ReturnQuest]):
    """Which of three incomplete quests to give back."""

    kind: ClassVar[str] = "choose_returned"
    prompt: ClassVar[str] = "You hold three quests: put one under the deck."
    offers: ClassVar[tuple[type[Choice], ...]] = (ReturnQuest,)


@value
class ChooseGear(Decision[TakeGear]):
    """Which of two gear cards to take."""

    kind: ClassVar[str] = "choose_gear"
    prompt: ClassVar[str] = "Take one of these gear cards."
    offers: ClassVar[tuple[type[Choice], ...]] = (TakeGear,)


# A visit is asked for dozens of times in a match, so each is made once.
SHAMAN: MappingProxyType[str, VisitShaman] = MappingProxyType({id: VisitShaman(id) for id in MONSTER})
WITHOUT_TROPHY = (VisitShaman(),)
TAVERN, GUILD, ARMORY = VisitTavern(), VisitGuild(), VisitArmory()
KEEP: MappingProxyType[str, KeepQuest] = MappingProxyType({id: KeepQuest(id) for id in QUEST})
RETURN: MappingProxyType[str, ReturnQuest] = MappingProxyType({id: ReturnQuest(id) for id in QUEST})
TAKE: MappingProxyType[str, TakeGear] = MappingProxyType({id: TakeGear(id) for id in GEAR})
PURCHASES: tuple[VisitAlchemist, ...] = tuple(
    VisitAlchemist(potions)
    for count in range(1, len(POTION_PRICE) + 1)
    for potions in combinations(POTION_PRICE, count)
)


def price_of(potions: tuple[Potion, ...]) -> int:
    """Return the listed price of potions together."""
    return sum(map(POTION_PRICE.__getitem__, potions))


# By the kinds that can be had: every purchase of them, and its listed price.
ALCHEMIST: MappingProxyType[tuple[Potion, ...], tuple[tuple[VisitAlchemist, int], ...]] = MappingProxyType(
    {
        kinds: tuple((visit, price_of(visit.potions)) for visit in PURCHASES if {*visit.potions} <= {*kinds})
        for kinds in ((), *(visit.potions for visit in PURCHASES))
    }
)

CAN_PAY = Refusal("SS-137", "Visit one building whose price you can pay; potions as listed, each kind once.")
FORCED = Refusal("SS-139", "With 5 or more wounds in hand you must visit the SHAMAN.")
OF_TWO = Refusal("SS-135", "Keep one of the quests that you look at.")
OF_THREE = Refusal("SS-136", "Put one of your incomplete quests under the deck.")
OF_THE_ARMORY = Refusal("SS-150", "Take one of the gear cards that you look at.")


def choose_building(state: State, seat: int) -> ChooseBuilding:
    """Offer every visit that can be paid, or the SHAMAN alone to a player with five wounds."""
    player = state.players[seat]
    shaman = tuple([SHAMAN[trophy] for trophy in player.trophies]) if player.trophies else WITHOUT_TROPHY
    if len(wounds_held(state, seat)) >= WOUNDS_FOR_SHAMAN:
        return ChooseBuilding(seat, Listed(shaman), FORCED)
    visits: list[Visit] = [*shaman, GUILD]
    if price(player, TAVERN_PRICE) <= player.coins:
        visits.append(TAVERN)
    if state.gear and price(player, ARMORY_PRICE) <= player.coins:
        visits.append(ARMORY)
    visits += alchemist_visits(state, player)
    return ChooseBuilding(seat, Listed(tuple(visits)), CAN_PAY)


def alchemist_visits(state: State, player: Player) -> list[VisitAlchemist]:
    """Return every purchase of potions that a player can pay, each kind once and none that is held."""
    kinds = tuple([potion for potion in POTION_PRICE if state.stock[potion] and potion not in player.potions])
    return [visit for visit, listed in ALCHEMIST[kinds] if price(player, listed) <= player.coins]


def price(player: Player, listed: int) -> int:
    """Return what a visit costs this player, his active armor considered."""
    if player.armor and (effect := GEAR[player.armor].price) is not None:
        return effect(listed)
    return listed


def choose_quest(state: State, seat: int) -> ChooseQuest:
    """Offer the top two quests."""
    return ChooseQuest(seat, Listed(tuple([KEEP[quest] for quest in looked_at(state.quests)])), OF_TWO)


def choose_returned(state: State, seat: int) -> ChooseReturned:
    """Offer the incomplete quests."""
    return ChooseReturned(seat, Listed(tuple([RETURN[quest] for quest in state.players[seat].quests])), OF_THREE)


def choose_gear(state: State, seat: int) -> ChooseGear:
    """Offer the top two gear cards."""
    return ChooseGear(seat, Listed(tuple([TAKE[card] for card in looked_at(state.gear)])), OF_THE_ARMORY)


def looked_at(deck: list[str]) -> tuple[str, ...]:
    """Return the top two cards of a deck, the top first."""
    return tuple(deck[: -LOOKED_AT - 1 : -1])


TOWN_CHOICES: tuple[type[Choice], ...] = (
    VisitShaman, VisitTavern, VisitGuild, VisitArmory, VisitAlchemist, KeepQuest, ReturnQuest, TakeGear,
)  # fmt: skip
TOWN_DECISIONS: tuple[type[Decision], ...] = (  # type: ignore[type-arg]
    ChooseBuilding, ChooseQuest, ChooseReturned, ChooseGear,
)  # fmt: skip
