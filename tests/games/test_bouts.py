"""Tallies of bouts: counts that add up in any order, of whatever title."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest

from service.bouts import BoutResults, CardTally, bout_counts, bout_results
from service.games.kernel.bouts import Bout, Bouts
from service.games.kernel.events import Event, Told
from service.tallies import Lengths, wilson


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A hand was won."""

    kind: ClassVar[str] = "won"

    bout: Bout


def hands(told: Iterable[Event], seats: int) -> Iterator[Bout]:
    for event in told:
        assert isinstance(event, Won)
        assert len(event.bout.cards) == seats
        yield event.bout


HANDS = Bouts("hand", "Whoever had it.", {"suit": ("heart", "spade"), "trump": ("fool",)}, hands)
MATCHES = [
    [Bout(2, 0, (("heart", "spade"), ("spade",))), Bout(4, 1, (("heart",), ()))],
    [Bout(2, None, (("heart",), ("heart",)))],
    [],
    [Bout(7, 1, ((), ("spade",)))],
]


def counted(matches: Iterable[list[Bout]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for bouts in matches:
        # What one seat alone hears counts like what all hear.
        counts.update(bout_counts(HANDS, [Told(Won(bout), at % 2 or None) for at, bout in enumerate(bouts)], 2))
    return counts


def test_a_card_counts_for_each_seat_that_had_it_and_is_won_with_by_the_winner() -> None:
    assert counted(MATCHES) == {
        "bouts": 4,
        "bouts/won": 3,
        "rounds/2": 2,
        "rounds/4": 1,
        "rounds/7": 1,
        "played/heart": 4,
        "played/spade": 3,
        "won_with/heart": 1,
        "won_with/spade": 2,
    }


@pytest.mark.parametrize("size", [1, 2, 3])
def test_counts_of_chunks_add_up_to_those_of_the_whole(size: int) -> None:
    added: Counter[str] = Counter()
    for first in reversed(range(0, len(MATCHES), size)):
        added.update(counted(MATCHES[first : first + size]))
    assert added == counted(MATCHES)


def test_results_name_every_card_with_its_interval_and_the_even_share() -> None:
    # Counts of the matches themselves lie beside them.
    counts = counted(MATCHES) + Counter({"matches": 4, "turns/99": 4})
    assert bout_results(counts, HANDS, 2) == BoutResults(
        "hand",
        4,
        3,
        0.5,
        (
            CardTally("heart", "suit", 4, 1, 0.25, wilson(1, 4)),
            CardTally("spade", "suit", 3, 2, 2 / 3, wilson(2, 3)),
            CardTally("fool", "trump", 0, 0, 0.0, (0.0, 1.0)),
        ),
        Lengths(15 / 4, 2, 2, 7),
    )


def test_nothing_played_yet_says_so() -> None:
    results = bout_results({}, HANDS, 4)
    assert (results.bouts, results.won, results.rounds, results.even_share) == (0, 0, None, 0.25)
    assert [one.plays for one in results.cards] == [0, 0, 0]
