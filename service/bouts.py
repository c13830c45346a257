"""What the bouts of many matches come to: how long they were, and how often whoever had a card won."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from service.games.kernel.bouts import Bouts
from service.games.kernel.events import Told
from service.tallies import Counts, Lengths, lengths_of, wilson


@dataclass(frozen=True, slots=True)
class CardTally:
    """In how many bouts some seat had a card, counted by seat, and won; `interval` is Wilson's at 95 %."""

    card: str
    sort: str
    plays: int
    wins: int
    win_rate: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class BoutResults:
    """What the bouts counted so far come to, `won` of them by somebody; every card in the order of the box.

    `even_share` is what a card comes to that changes nothing, if all seats had it alike.
    """

    bout: str
    bouts: int
    won: int
    even_share: float
    cards: tuple[CardTally, ...]
    rounds: Lengths | None = None


def bout_counts(bouts: Bouts, told: Sequence[Told], seats: int) -> Counts:
    """Return the counts of a match's bouts, for the events that it told; those of several matches add up.

    Their names: `bouts`, `bouts/won`, `rounds/N`, `played/CARD`, `won_with/CARD`; as many as there are, whatever is
    played: two a card, and one a length.
    """
    counts: Counter[str] = Counter()
    for bout in bouts.told((one.event for one in told), seats):
        counts["bouts"] += 1
        counts["bouts/won"] += bout.winner is not None
        counts[f"rounds/{bout.rounds}"] += 1
        for seat, cards in enumerate(bout.cards):
            counts.update(f"played/{card}" for card in cards)
            if seat == bout.winner:
                counts.update(f"won_with/{card}" for card in cards)
    return counts


def bout_results(counts: Counts, bouts: Bouts, seats: int) -> BoutResults:
    """Return what `counts` come to."""
    played = counts.get("bouts", 0)
    return BoutResults(
        bouts.name,
        played,
        counts.get("bouts/won", 0),
        1 / seats,
        tuple(_tally(counts, card, sort) for sort, cards in bouts.cards.items() for card in cards),
        lengths_of(counts, "rounds/") if played else None,
    )


def _tally(counts: Counts, card: str, sort: str) -> CardTally:
    plays, wins = counts.get(f"played/{card}", 0), counts.get(f"won_with/{card}", 0)
    return CardTally(card, sort, plays, wins, wins / plays if plays else 0.0, wilson(wins, plays))
