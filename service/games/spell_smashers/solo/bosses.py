"""The four bosses, and the moments at which their traits act."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from service.games.kernel.cards import snake_case, text_of
from service.games.spell_smashers.draws import wounds_held
from service.games.spell_smashers.solo import events
from service.games.spell_smashers.solo.boss_decisions import choose_shed
from service.games.spell_smashers.solo.zones import solo_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from service.games.kernel.table import Table
    from service.games.spell_smashers.cards import DamageType
    from service.games.spell_smashers.state import State

BossMoment = Literal["ignores", "after_battle", "round_end", "add_monsters"]


@dataclass(frozen=True, slots=True)
class Boss:
    """A boss card, with its trait at one of four moments; `zone` is where it arrives.

    ignores: how many of the first points assigned to it in a battle take no coin. after_battle: it has lost coins, so
    many to points of each type. round_end: after the town visit, before the refill. add_monsters: turns the size of a
    wave into another.
    """

    id: str
    title: str
    trait: str
    text: str
    health: int
    attack: int
    zone: int
    ignores: Callable[[], int] | None = None
    after_battle: Callable[[Table[State], dict[DamageType, int]], Awaitable[None]] | None = None
    round_end: Callable[[Table[State]], None] | None = None
    add_monsters: Callable[[int], int] | None = None


def boss(
    title: str, trait: str, *, health: int, attack: int, zone: int, at: BossMoment
) -> Callable[[Callable[..., object]], Boss]:
    """Make a boss of the effect below: its docstring is the card's text."""

    def card(effect: Callable[..., object]) -> Boss:
        moments: dict[str, Any] = {at: effect}
        return replace(Boss(snake_case(title), title, trait, text_of(effect), health, attack, zone), **moments)

    return card


@boss("Insatiable Vulture", "Feast", health=22, attack=1, zone=1, at="round_end")
def insatiable_vulture(table: Table[State]) -> None:
    """Round end: regains 1 health for each wound card in your hand, up to its starting health."""
    solo = solo_of(table.state)
    crest = solo.standing(solo.boss)
    gained = min(len(wounds_held(table.state, 0)), BOSS[solo.boss].health - crest.coins)
    if gained > 0:
        crest.coins += gained
        table.tell(events.BossFeasted, solo.boss, gained, crest.coins)


@boss("Unyielding Colossus", "Stone Hide", health=16, attack=2, zone=3, at="ignores")
def unyielding_colossus() -> int:
    """Ignores the first 2 damage dealt to it each battle."""
    return 2


@boss("Mercurial Basilisk", "Shed Skin", health=25, attack=1, zone=2, at="after_battle")
async def mercurial_basilisk(table: Table[State], lost: dict[DamageType, int]) -> None:
    """After each battle, gains Resistance to the type that dealt it the most damage, in place of the last one."""
    most = max(lost.values(), default=0)
    if not most:
        return
    tied = tuple([type for type, coins in lost.items() if coins == most])
    resists = (await table.ask_openly(0, choose_shed(tied))).type
    solo = solo_of(table.state)
    solo.resists = resists
    table.tell(events.SkinShed, solo.boss, resists)


@boss("Tyrannical Warlord", "Horn of War", health=20, attack=1, zone=4, at="add_monsters")
def tyrannical_warlord(monsters: int) -> int:
    """Each wave after its arrival has 1 more monster."""
    return monsters + 1


BOSSES: tuple[Boss, ...] = (insatiable_vulture, unyielding_colossus, mercurial_basilisk, tyrannical_warlord)
BOSS: MappingProxyType[str, Boss] = MappingProxyType({boss.id: boss for boss in BOSSES})
