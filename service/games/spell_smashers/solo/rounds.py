"""A solo match phase by phase: the words as ever, then zones, town, refill and the next wave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers.potions import offer_antidote
from service.games.spell_smashers.round_end import refill_hand
from service.games.spell_smashers.solo.boss_decisions import feast_antidote
from service.games.spell_smashers.solo.bosses import BOSS
from service.games.spell_smashers.solo.setup import deal_solo
from service.games.spell_smashers.solo.town import visit_town
from service.games.spell_smashers.solo.waves import add_monsters
from service.games.spell_smashers.solo.zone_battle import fight_zone
from service.games.spell_smashers.solo.zones import lose, solo_of
from service.games.spell_smashers.words import prepare_words, prepare_words_again, redraw

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.state import State


async def play_solo_phase(table: Table[State]) -> None:
    """Play the phase that the state names, and name the next."""
    phase = table.state.phase
    if phase == "setup":
        await deal_solo(table)
    elif phase == "words":
        await prepare_words(table)
    elif phase == "redraw":
        await redraw(table)
    elif phase == "words_again":
        await prepare_words_again(table)
    elif phase == "battle":
        await fight_zone(table)
    elif phase == "visit":
        await visit_town(table)
    elif phase == "refill":
        await close_round(table)
    else:
        await add_monsters(table)
        table.state.phase = "words"


async def close_round(table: Table[State]) -> None:
    """The boss acts, the hand is refilled, and the round marker moves; after the last round the town is lost."""
    await act_as_boss(table)
    await refill_hand(table, 0)
    state = table.state
    if state.round == solo_of(state).round_cap:
        lose(table, "round_cap")
        return
    state.round += 1
    state.phase, state.order = "wave", []


async def act_as_boss(table: Table[State]) -> None:
    """What the boss in play does at the end of a round; a holder of an antidote may use it before."""
    solo = solo_of(table.state)
    acts = BOSS[solo.boss].round_end
    if acts is None or not solo.boss_in_play():
        return
    await offer_antidote(table, 0, feast_antidote)
    acts(table)
