"""Counts that add up, intervals as Wilson's paper has them, and rows that depend on their own number alone."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.bots import BOTS
from service.games.catalogue import TITLES
from service.tallies import BotTally, EndingTally, Lengths, Row, counts_of, play_matches, results_of, wilson

GAME = TITLES["squishem"]


def rows(first, last, *, seed=7, rotate=False, seats=3):
    bots = [BOTS["random"]] * seats
    return list(play_matches(GAME, GAME.vocabulary.options(), bots, seed, range(first, last), rotate=rotate))


def row(match, winners, ending="three_kills", turns=9, decisions=20):
    return Row(match, "", winners, ending, turns, decisions)


def test_a_row_depends_on_its_number_alone():
    whole = rows(0, 12)
    assert rows(0, 5) + rows(5, 12) == whole
    assert [one.match for one in whole] == list(range(12))
    assert len({one.seed for one in whole}) == 12
    assert rows(0, 12, seed=8) != whole


def test_bots_that_move_up_a_seat_play_the_same_matches_under_other_names():
    still, moved = rows(0, 9), rows(0, 9, rotate=True)
    for one, other in zip(still, moved, strict=True):
        assert {(seat - one.match) % 3 for seat in one.winners} == set(other.winners)
        assert (one.seed, one.ending, one.turns, one.decisions) == (
            other.seed,
            other.ending,
            other.turns,
            other.decisions,
        )


@pytest.mark.parametrize("size", [1, 4, 7, 40])
def test_counts_of_chunks_add_up_to_those_of_the_whole(size):
    added: Counter[str] = Counter()
    for first in range(0, 40, size):
        added.update(counts_of(rows(first, min(first + size, 40))))
    assert added == counts_of(rows(0, 40))


def test_results_name_every_bot_and_every_ending():
    counts = counts_of([row(0, (0,), turns=5), row(1, (0, 1), turns=9), row(2, (), "turn_cap", turns=60, decisions=3)])
    results = results_of(counts, ("greedy", "random"), ("three_kills", "turn_cap", "deck_finished"), partial=True)
    assert results.partial
    assert (results.matches, results.decisions) == (3, 43)
    assert results.bots == (
        BotTally(0, "greedy", 2, 1, 2 / 3, wilson(2, 3)),
        BotTally(1, "random", 1, 1, 1 / 3, wilson(1, 3)),
    )
    assert results.endings == (
        EndingTally("three_kills", 2),
        EndingTally("turn_cap", 1),
        EndingTally("deck_finished", 0),
    )
    assert results.turns == Lengths(74 / 3, 5, 9, 60)


def test_nothing_played_yet_says_so():
    results = results_of({}, ("random", "random"), ("three_kills",), partial=True)
    assert results.matches == 0
    assert results.turns is None
    assert results.bots[1] == BotTally(1, "random", 0, 0, 0.0, (0.0, 1.0))


def test_percentiles_are_nearest_ranks():
    results = results_of(counts_of([row(at, (0,), turns=at + 1) for at in range(100)]), ("a",), (), partial=False)
    assert results.turns == Lengths(50.5, 5, 50, 95)


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    # Newcombe 1998, table I, method 3 (score), to four places.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_the_published_one(wins, matches, low, high):
    assert wilson(wins, matches) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda matches: st.tuples(st.integers(0, matches), st.just(matches))))
def test_wilsons_interval_holds_the_share_and_solves_its_equation(drawn):
    wins, matches = drawn
    low, high = wilson(wins, matches)
    share = wins / matches
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    for end in {low, high} - {0.0, 1.0}:
        assert math.isclose(
            (share - end) ** 2, 1.959963984540054**2 * end * (1 - end) / matches, rel_tol=1e-6, abs_tol=1e-12
        )
