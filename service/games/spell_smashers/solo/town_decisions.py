"""The questions of the solo town, and the choices they offer."""

from __future__ import annotations

from itertools import permutations, product
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Literal

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers.solo.bosses import BOSS
from service.games.spell_smashers.solo.events import SoloBuilding
from service.games.spell_smashers.solo.zones import BUILDINGS, intact, is_open, solo_of
from service.games.spell_smashers.town_decisions import (
    ARMORY,
    ARMORY_PRICE,
    VisitAlchemist,
    VisitArmory,
    alchemist_visits,
    price,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.games.spell_smashers.state import Player, Solo, State

REPAIR_PRICE = 10
DISCARD_PRICE = 6
FORESEEN = 4


@value
class VisitCarpenter(Choice):
    """Have this building repaired for $10 at the CARPENTER'S GUILD, this monster sent away for $6, or both."""

    kind: ClassVar[str] = "visit_carpenter"

    repair: SoloBuilding | None = None
    monster: str | None = None


@value
class VisitWizard(Choice):
    """Look at the next four monster tiles in the WIZARD'S SHOP."""

    kind: ClassVar[str] = "visit_wizard"


@value
class StayAway(Choice):
    """Visit no building this round."""

    kind: ClassVar[str] = "stay_away"


@value
class StackTiles(Choice):
    """Put these tiles back on the stack, the first on top."""

    kind: ClassVar[str] = "stack_tiles"

    tiles: tuple[str, ...]


SoloVisit = VisitArmory | VisitAlchemist | VisitCarpenter | VisitWizard | StayAway


@value
class ClosedBuilding:
    """A building that can't be visited, and why; `monster` stands on it."""

    building: SoloBuilding
    reason: Literal["destroyed", "occupied"]
    monster: str | None = None


@value
class ChooseVisit(Decision[SoloVisit]):
    """Which building of the solo town to visit, if any; `closed` are those that can't be."""

    kind: ClassVar[str] = "choose_visit"
    prompt: ClassVar[str] = "Choose the building that you visit, or stay away."
    offers: ClassVar[tuple[type[Choice], ...]] = (VisitArmory, VisitAlchemist, VisitCarpenter, VisitWizard, StayAway)

    closed: tuple[ClosedBuilding, ...]

    def refusal(self, choice: object) -> Refusal | None:
        """Return None for a legal visit, else why it is refused; of a closed building, which ones are open."""
        if self.choices.contains(choice):
            return None
        wanted = VISITED.get(type(choice))
        for one in self.closed:
            if one.building == wanted:
                names = [NAMES[name] for name in BUILDINGS if name not in [other.building for other in self.closed]]
                # Who is asked has a visit to make, so one is open.
                open_ones = f"open: {', '.join(names)}"
                if one.reason == "destroyed":
                    return Refusal("SO-032", f"The {NAMES[wanted]} is destroyed; {open_ones}.", "/choice/kind")
                detail = f"The {NAMES[wanted]} is occupied by {one.monster}; {open_ones}."
                return Refusal("SO-033", detail, "/choice/kind")
        if isinstance(choice, VisitCarpenter) and choice.monster in BOSS:
            return BOSS_STAYS
        return Refusal(self.because.rule, self.because.detail, self.choices.pointer(choice))


@value
class ChooseStacking(Decision[StackTiles]):
    """In which order the tiles looked at go back on the stack."""

    kind: ClassVar[str] = "choose_stacking"
    prompt: ClassVar[str] = "Put the tiles back on the stack in any order, the first on top."
    offers: ClassVar[tuple[type[Choice], ...]] = (StackTiles,)


NAMES: MappingProxyType[SoloBuilding, str] = MappingProxyType(
    {
        "alchemist": "ALCHEMIST",
        "armory": "ARMORY",
        "carpenters_guild": "CARPENTER'S GUILD",
        "wizards_shop": "WIZARD'S SHOP",
    }
)
VISITED: MappingProxyType[type, SoloBuilding] = MappingProxyType(
    {
        VisitAlchemist: "alchemist",
        VisitArmory: "armory",
        VisitCarpenter: "carpenters_guild",
        VisitWizard: "wizards_shop",
    }
)
STAY_AWAY, WIZARD = StayAway(), VisitWizard()
BOSS_STAYS = Refusal("SO-041", "Have a monster other than the boss sent away; a boss stays.", "/choice/monster")
OPEN_AND_PAID = Refusal(
    "SO-031",
    "Visit one open building whose price you can pay, or stay away; the CARPENTER'S GUILD repairs a destroyed building "
    "for $10, sends a monster other than the boss away for $6, or does both.",
)


def choose_visit(state: State, seat: int) -> ChooseVisit:
    """Offer every visit of an open building that can be paid, and to stay away."""
    solo = solo_of(state)
    visits = (*_visits(state, state.players[seat]), STAY_AWAY)
    closed = tuple(
        [
            ClosedBuilding(name, "destroyed" if zone.destroyed else "occupied", zone.inside.monster or None)
            for name, zone in zip(BUILDINGS, solo.zones, strict=True)
            if not is_open(zone)
        ]
    )
    return ChooseVisit(seat, Listed(visits), OPEN_AND_PAID, closed)


def _visits(state: State, player: Player) -> Iterator[SoloVisit]:
    solo = solo_of(state)
    # One building a zone, as BUILDINGS lists them.
    alchemist, armory, carpenter, wizard = [is_open(zone) for zone in solo.zones]
    if alchemist:
        yield from alchemist_visits(state, player)
    if armory and state.gear and price(player, ARMORY_PRICE) <= player.coins:
        yield ARMORY
    if carpenter:
        yield from _carpenter_visits(solo, player)
    if wizard and state.monsters:
        yield WIZARD


def _carpenter_visits(solo: Solo, player: Player) -> Iterator[VisitCarpenter]:
    standing = intact(solo)
    ruins = (None, *(name for name in BUILDINGS if name not in standing))
    monsters = (None, *(crest.monster for crest in solo.monsters() if crest.monster != solo.boss))
    for repair, monster in product(ruins, monsters):
        visit = VisitCarpenter(repair, monster)
        if (repair or monster) and price(player, price_of(visit)) <= player.coins:
            yield visit


def price_of(visit: VisitCarpenter) -> int:
    """Return what the CARPENTER'S GUILD asks for, as listed."""
    return REPAIR_PRICE * (visit.repair is not None) + DISCARD_PRICE * (visit.monster is not None)


def foreseen(state: State) -> tuple[str, ...]:
    """Return the tiles that the WIZARD'S SHOP shows, the top one first."""
    return tuple(reversed(state.monsters[-FORESEEN:]))


def choose_stacking(state: State, seat: int) -> ChooseStacking:
    """Offer every order of the tiles looked at."""
    seen = foreseen(state)
    because = Refusal("SO-042", f"Put back {', '.join(seen)}, each once, in any order; the first is drawn next.")
    return ChooseStacking(seat, Listed(tuple(map(StackTiles, permutations(seen)))), because)
