"""Every coin of a solo match comes from somewhere and goes somewhere, as the events tell it."""

from collections import Counter

import pytest

from service.games.spell_smashers.state import SpellSmashersOptions
from tests.games.kernel.driving import chance_of, opened
from tests.games.spell_smashers.spending import spend
from tests.games.spell_smashers.table import GAME

DIFFICULTIES = ("standard", "advanced", "extreme")
BOSSES = ("insatiable_vulture", "unyielding_colossus", "mercurial_basilisk", "tyrannical_warlord")


@pytest.mark.parametrize("boss", BOSSES)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_purse_and_monsters_hold_what_was_told(difficulty: str, boss: str, seed: int) -> None:
    playing = opened(GAME, 1, seed, SpellSmashersOptions(difficulty=difficulty, boss=boss))  # type: ignore[arg-type]
    chance = chance_of(seed)
    purse, health = 0, Counter[str]()
    heard = paid = 0
    while True:
        for told in playing.told[heard:]:
            event = told.event
            if event.kind == "monster_drawn":
                health[event.monster] = event.health  # type: ignore[attr-defined]
            elif event.kind in ("monster_strengthened", "boss_feasted"):
                monster = event.monster if event.kind == "monster_strengthened" else event.boss  # type: ignore[attr-defined]
                health[monster] += event.coins  # type: ignore[attr-defined]
            elif event.kind == "damage_split":
                for share in event.shares:  # type: ignore[attr-defined]
                    health[share.monster] -= share.coins
            elif event.kind == "monster_left":
                del health[event.monster]  # type: ignore[attr-defined]
            elif event.kind == "coins_gained":
                purse += event.coins  # type: ignore[attr-defined]
            elif event.kind == "building_visited":
                purse -= event.price  # type: ignore[attr-defined]
                paid += 1
        heard = len(playing.told)
        state = playing.play._table.state
        standing = [*state.solo.monsters(), *([state.solo.arriving] if state.solo.arriving.monster else [])]
        assert {crest.monster: crest.coins for crest in standing} == {
            name: coins for name, coins in health.items() if coins
        }
        assert state.players[0].coins == purse
        if playing.play.outcome() is not None:
            break
        playing.act(spend(playing, chance))
    assert paid
