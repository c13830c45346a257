"""Monsters come: those of the set-up, the waves after each round, and the boss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers.draws import draw_from
from service.games.spell_smashers.modifiers import MODIFIER
from service.games.spell_smashers.monsters import MONSTER
from service.games.spell_smashers.solo import events
from service.games.spell_smashers.solo.bosses import BOSS
from service.games.spell_smashers.solo.zones import place_arriving, solo_of
from service.games.spell_smashers.state import Crest

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.cards import Modifier
    from service.games.spell_smashers.state import State

WAVE = 2
BOSS_ROUND = 7
MODIFIED_ROUNDS = (2, 4, 6)


class SoloEntrance:
    """A monster of the solo game that has just been drawn, and the verbs that its modifier uses."""

    __slots__ = ("crest", "table")

    def __init__(self, table: Table[State], crest: Crest) -> None:
        self.table = table
        self.crest = crest

    def ale(self, amount: int) -> None:
        """There is no ale in the solo game."""

    def hide_gear(self) -> None:
        """Let it carry the top gear card, face down, if there is one."""
        state = self.table.state
        if state.gear:
            self.crest.gear = state.gear.pop()
            self.table.tell(events.GearCarried, self.crest.monster)

    def strengthen_others(self, coins: int) -> None:
        """Put coins on every other monster in play."""
        for crest in solo_of(self.table.state).monsters():
            crest.coins += coins
            self.table.tell(events.MonsterStrengthened, crest.monster, self.crest.modifier, coins, crest.coins)


def draw_monster(table: Table[State], modifier: str = "") -> int:
    """Draw the top tile of the stack with all its coins, with or without a modifier; return its zone."""
    state = table.state
    solo = solo_of(state)
    tile = MONSTER[state.monsters.pop()]
    solo.foreseen = max(0, solo.foreseen - 1)
    card: Modifier | None = MODIFIER[modifier] if modifier else None
    health = tile.health + (card.health if card else 0)
    solo.arriving = Crest(tile.id, modifier, health)
    table.tell(events.MonsterDrawn, tile.id, tile.zone, health, modifier or None)
    if card is not None and card.trait.enters is not None:
        card.trait.enters(SoloEntrance(table, solo.arriving), card)
    return tile.zone


async def place_starting(table: Table[State], monsters: int) -> None:
    """Place so many monsters in as many zones; a tile for a zone that has one is out of the game."""
    state = table.state
    solo = solo_of(state)
    while len(solo.monsters()) < monsters and state.monsters:
        number = draw_monster(table)
        if solo.zones[number - 1].outside.monster:
            state.removed.append(solo.arriving.monster)
            table.tell(events.MonsterLeft, solo.arriving.monster, "setup")
            solo.arriving = Crest()
        else:
            await place_arriving(table, number)


async def add_monsters(table: Table[State]) -> None:
    """A wave comes, or in its place the boss; one by one, as long as the town stands and the stack has tiles."""
    state = table.state
    if state.round == BOSS_ROUND:
        await bring_boss(table)
    else:
        for number in range(wave_size(state)):
            if table.state.ending or not table.state.monsters:
                break
            modifier: list[str] = []
            if not number and solo_of(table.state).difficulty != "standard" and state.round in MODIFIED_ROUNDS:
                modifier = draw_from(table, table.state.modifiers, "modifier", 1)
            await place_arriving(table, draw_monster(table, "".join(modifier)))


def wave_size(state: State) -> int:
    """Return how many monsters a wave has now."""
    solo = solo_of(state)
    grows = BOSS[solo.boss].add_monsters
    return grows(WAVE) if grows is not None and solo.boss_in_play() else WAVE


async def bring_boss(table: Table[State]) -> None:
    """The boss is placed in its zone like any monster."""
    solo = solo_of(table.state)
    card = BOSS[solo.boss]
    solo.arriving = Crest(card.id, "", card.health)
    table.tell(events.MonsterDrawn, card.id, card.zone, card.health)
    await place_arriving(table, card.zone)
