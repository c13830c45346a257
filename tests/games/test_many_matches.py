"""Matches between bots, by the thousand under make long: each ends, is sound after every phase, and replays equal."""

from typing import Any

import pytest

from service.bots import BOTS
from service.codec import CODEC
from service.games.kernel.engine import repeat
from service.games.kernel.game import Game, Options
from service.games.kernel.match import Record
from service.games.kernel.outcome import Outcome
from service.games.spell_smashers.state import SpellSmashersOptions
from service.simulated_records import record_of_match
from tests.conftest import LONG
from tests.games.titles import UNDER_TEST, Title

MATCHES = {
    ("spell_smashers", "random"): 1000,
    ("spell_smashers", "greedy"): 1000,
    ("spell_smashers_solo", "greedy"): 3000,
    ("epic_spell_wars", "random"): 2000,
    ("epic_spell_wars", "greedy"): 1000,
}
"""How many make long plays, spread over seats and options; make test plays a tenth."""

SHARE = 1 if LONG else 10
DIFFICULTIES = ("standard", "advanced", "extreme")
OPENED: dict[str, tuple[Options, ...]] = {
    "spell_smashers": (SpellSmashersOptions(),),
    "spell_smashers_solo": tuple(SpellSmashersOptions(difficulty=one) for one in DIFFICULTIES),  # type: ignore[arg-type]
}
"""What matches are opened with, where that is not the options under test."""

pytestmark = pytest.mark.timeout(1800 if SHARE == 1 else 120)


def outcome_of(title: Title, game: Game[Any], record: Record) -> Outcome | None:
    """Play a record again, which raises where it goes another way, and look at the state after each phase."""
    outcome, phase = None, 0
    for play, _ in repeat(game, CODEC, record, whole=True):
        outcome = play.outcome()
        if play.match.phase != phase:
            phase = play.match.phase
            title.sound(CODEC.decode(play.match.state, game.state))
    return outcome


@pytest.mark.parametrize(("key", "bot"), MATCHES)
def test_every_match_ends_is_sound_and_replays_equal(key: str, bot: str, seed: int) -> None:
    title = UNDER_TEST[key]
    game, opened = title.make(), OPENED.get(key, title.options)
    endings = set()
    for number in range(MATCHES[key, bot] // SHARE):
        options, seats = opened[number % len(opened)], title.seats[number // len(opened) % len(title.seats)]
        record = record_of_match(game, options, [BOTS[bot]] * seats, seed, number, rotate=False)
        outcome = outcome_of(title, game, record)
        assert outcome is not None, f"match {number} of {seats} seats stands still"
        endings.add(outcome.ending)
    assert endings <= set(game.vocabulary.endings)
