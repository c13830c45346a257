"""What the solo game adds to the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kernel.values import value
from service.games.spell_smashers.cards import DamageType
from service.games.spell_smashers.monsters import MONSTER
from service.games.spell_smashers.solo.events import SoloBuilding
from service.games.spell_smashers.solo.zones import BUILDINGS, solo_of
from service.games.spell_smashers.state import ROUNDS, Difficulty, SoloPoints

if TYPE_CHECKING:
    from service.games.spell_smashers.state import Crest, State


@value
class ZoneMonsterView:
    """A monster in play, or the boss; `coins` are the health left. `guards_gear`: it carries a hidden gear card."""

    monster: str
    coins: int
    guards_gear: bool
    modifier: str | None = None


@value
class ZoneView:
    """A zone with its building, the monster on it and the one outside town; `wound` marks a destroyed building."""

    zone: int
    building: SoloBuilding
    destroyed: bool
    wound: str | None = None
    inside: ZoneMonsterView | None = None
    outside: ZoneMonsterView | None = None


@value
class SoloView:
    """The town that is defended alone. `round_marker` stops at 7, where the round goes on.

    `next_zone` is on the back of the top tile; `foreseen` are the tiles that the bearer has looked at, the top one
    first. `arriving` is drawn and not placed yet. `points` are there once the town is saved.
    """

    difficulty: Difficulty
    boss: str
    boss_in_play: bool
    round_marker: int
    zones: tuple[ZoneView, ...]
    spent_trophies: tuple[str, ...]
    foreseen: tuple[str, ...]
    next_zone: int | None = None
    arriving: ZoneMonsterView | None = None
    resists: DamageType | None = None
    points: SoloPoints | None = None


def solo_view(state: State, audience: int | None) -> SoloView:
    """Build what a seat, or the spectators (None), may see of the solo town."""
    solo = solo_of(state)
    known = solo.foreseen if audience is not None else 0
    return SoloView(
        difficulty=solo.difficulty,
        boss=solo.boss,
        boss_in_play=solo.boss_in_play(),
        round_marker=min(state.round, ROUNDS),
        zones=tuple(
            ZoneView(
                number,
                BUILDINGS[number - 1],
                zone.destroyed,
                zone.wound or None,
                monster_view(zone.inside),
                monster_view(zone.outside),
            )
            for number, zone in enumerate(solo.zones, start=1)
        ),
        spent_trophies=tuple(solo.spent),
        foreseen=tuple(reversed(state.monsters[-known:])) if known else (),
        next_zone=MONSTER[state.monsters[-1]].zone if state.monsters else None,
        arriving=monster_view(solo.arriving),
        resists=solo.resists or None,
        points=solo.points,
    )


def monster_view(crest: Crest) -> ZoneMonsterView | None:
    """Show all of a monster but the gear card that lies face down."""
    if not crest.monster:
        return None
    return ZoneMonsterView(crest.monster, crest.coins, bool(crest.gear), crest.modifier or None)
