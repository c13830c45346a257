"""The four zones: which building stands where, how monsters advance, and how buildings fall."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers.draws import draw_from
from service.games.spell_smashers.solo import events
from service.games.spell_smashers.solo.events import LeaveReason, SoloBuilding
from service.games.spell_smashers.state import Crest

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.solo.events import Loss
    from service.games.spell_smashers.state import Solo, State, Zone

BUILDINGS: tuple[SoloBuilding, ...] = ("alchemist", "armory", "carpenters_guild", "wizards_shop")
"""That of zone 1 first."""


@value
class GiveUpBuilding(Choice):
    """Let this building be destroyed instead."""

    kind: ClassVar[str] = "give_up_building"

    building: SoloBuilding


@value
class ChooseRuin(Decision[GiveUpBuilding]):
    """Which building falls, since the attacked one is destroyed already."""

    kind: ClassVar[str] = "choose_ruin"
    prompt: ClassVar[str] = "The attacked building is destroyed already: choose another one that falls instead."
    offers: ClassVar[tuple[type[Choice], ...]] = (GiveUpBuilding,)


def solo_of(state: State) -> Solo:
    """Return what the solo game adds to the state."""
    assert state.solo is not None
    return state.solo


def intact(solo: Solo) -> tuple[SoloBuilding, ...]:
    """Return the buildings that stand, that of zone 1 first."""
    return tuple([name for name, zone in zip(BUILDINGS, solo.zones, strict=True) if not zone.destroyed])


def zone_of(solo: Solo, building: SoloBuilding) -> Zone:
    """Return the zone in which a building stands."""
    return solo.zones[BUILDINGS.index(building)]


def is_open(zone: Zone) -> bool:
    """Tell whether the building of a zone can be visited."""
    return not zone.destroyed and not zone.inside.monster


def choose_ruin(state: State, seat: int) -> ChooseRuin:
    """Offer the buildings that stand."""
    standing = intact(solo_of(state))
    because = Refusal("SO-057", f"Choose a building that is not destroyed: {', '.join(standing)}.")
    return ChooseRuin(seat, Listed(tuple(map(GiveUpBuilding, standing))), because)


async def place_arriving(table: Table[State], number: int) -> None:
    """Put the monster that has arrived outside town in a zone; those before it advance, and a third one attacks.

    The match may end by it.
    """
    solo = solo_of(table.state)
    zone = solo.zones[number - 1]
    if zone.inside.monster and zone.outside.monster:
        await attack(table, number)
        if table.state.ending:
            return
        solo = solo_of(table.state)
        zone = solo.zones[number - 1]
    if zone.outside.monster:
        zone.inside, zone.outside = zone.outside, Crest()
        table.tell(events.MonsterAdvanced, number, zone.inside.monster)
    zone.outside, solo.arriving = solo.arriving, Crest()
    table.tell(events.MonsterPlaced, number, zone.outside.monster)


async def attack(table: Table[State], number: int) -> None:
    """The monster inside town destroys the building of its zone, or else another of the player's choice, and leaves."""
    state, solo = table.state, solo_of(table.state)
    attacker = solo.zones[number - 1].inside.monster
    if attacker == solo.boss:
        lose(table, "town_leveled")
        return
    building = BUILDINGS[number - 1]
    if solo.zones[number - 1].destroyed:
        building = (await table.ask_openly(0, choose_ruin)).building
        state, solo = table.state, solo_of(table.state)
    ruin = zone_of(solo, building)
    ruin.destroyed = True
    ruin.wound = "".join(draw_from(table, state.wounds, "wound", 1))
    table.tell(events.BuildingDestroyed, building, attacker, ruin.wound or None)
    send_away(table, attacker, "attack")
    if not intact(solo):
        lose(table, "town_overrun")


def send_away(table: Table[State], monster: str, reason: LeaveReason) -> None:
    """Take a monster out of the game: its coins go back, its modifier to the discards, its gear under the deck."""
    state = table.state
    crest = solo_of(state).standing(monster)
    state.removed.append(monster)
    if crest.modifier:
        state.modifiers.discards.append(crest.modifier)
    if crest.gear:
        state.gear.insert(0, crest.gear)
    clear(crest)
    table.tell(events.MonsterLeft, monster, reason)


def clear(crest: Crest) -> None:
    """Leave nothing where a monster stood."""
    crest.monster, crest.modifier, crest.coins, crest.gear, crest.hurt = "", "", 0, "", False


def lose(table: Table[State], ending: Loss) -> None:
    """The town is lost, and nothing is scored."""
    table.state.ending = ending
    table.tell(events.TownLost, ending)
