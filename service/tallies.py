"""What many matches between bots come to: a row each, and whole-number counts that add up in any order."""

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.games.kernel.decisions import Choice, Decision
from service.games.kernel.events import Told
from service.games.kernel.game import Game, Options
from service.games.kernel.simulation import Bot, simulate
from service.lexicons import referee

Z_95 = 1.959963984540054
"""The normal quantile of a 95 % interval."""

Counts = Mapping[str, int]
"""How often what came up: `matches`, `decisions`, `won/SEAT`, `shared/SEAT`, `ending/NAME`, `turns/N`."""


@dataclass(frozen=True, slots=True)
class Row:
    """One match: its number, the winners by their places in the request, ending, length in turns, decisions asked."""

    match: int
    seed: str
    winners: tuple[int, ...]
    ending: str
    turns: int
    decisions: int


@dataclass(frozen=True, slots=True)
class BotTally:
    """How one bot did; `shared` are those of its wins that others had too; `interval` is Wilson's at 95 %."""

    seat: int
    bot: str
    wins: int
    shared: int
    win_rate: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long matches, or parts of them, were: mean and percentiles."""

    mean: float
    p5: int
    p50: int
    p95: int


@dataclass(frozen=True, slots=True)
class EndingTally:
    """How often matches ended so."""

    ending: str
    matches: int


@dataclass(frozen=True, slots=True)
class Results:
    """What the matches counted so far come to; `partial` while there are more to play."""

    partial: bool
    matches: int
    decisions: int
    bots: tuple[BotTally, ...]
    endings: tuple[EndingTally, ...]
    turns: Lengths | None = None


def seed_of_match(seed: int, match: int) -> bytes:
    """Return the 32 bytes from which match number `match` of a simulation draws all its chance."""
    return hashlib.sha256(f"alehouse/simulation/{seed}/{match}".encode()).digest()


def play_matches(
    game: Game[Any],
    options: Options,
    bots: Sequence[Bot],
    seed: int,
    matches: range,
    *,
    rotate: bool,
    rule: Callable[[Decision[Any]], Choice] = referee.rule,
    hear: Callable[[Sequence[Told]], object] | None = None,
) -> Iterator[Row]:
    """Play some of a simulation's matches; a row depends on its number alone, never on the others.

    With `rotate` the bots move up one seat from match to match; `rule` answers for the referee. `hear` is called with
    all that was told in a match, before its row; without it nothing is told. Raises what `simulate` raises.
    """
    seats = len(bots)
    for match in matches:
        key = seed_of_match(seed, match)
        shift = match % seats if rotate else 0
        told: list[Told] = []
        seated = [bots[(seat - shift) % seats] for seat in range(seats)]
        ended = simulate(game, options, seated, key, rule, None if hear is None else told)
        if hear is not None:
            hear(told)
        winners = tuple(sorted((seat - shift) % seats for seat in ended.outcome.winners))
        yield Row(match, key.hex(), winners, ended.outcome.ending, ended.turns, ended.decisions)


def counts_of(rows: Sequence[Row]) -> Counts:
    """Return the counts of these rows; those of several chunks add up to those of all."""
    counts: Counter[str] = Counter(matches=len(rows), decisions=sum(row.decisions for row in rows))
    for row in rows:
        counts[f"ending/{row.ending}"] += 1
        counts[f"turns/{row.turns}"] += 1
        for seat in row.winners:
            counts[f"won/{seat}"] += 1
            if len(row.winners) > 1:
                counts[f"shared/{seat}"] += 1
    return counts


def results_of(counts: Counts, bots: Sequence[str], endings: Sequence[str], *, partial: bool) -> Results:
    """Return what `counts` come to, for the `bots` in the order of the request and the title's `endings`."""
    matches = counts.get("matches", 0)
    return Results(
        partial,
        matches,
        counts.get("decisions", 0),
        tuple(
            BotTally(
                seat,
                bot,
                wins := counts.get(f"won/{seat}", 0),
                counts.get(f"shared/{seat}", 0),
                wins / matches if matches else 0.0,
                wilson(wins, matches),
            )
            for seat, bot in enumerate(bots)
        ),
        tuple(EndingTally(ending, counts.get(f"ending/{ending}", 0)) for ending in endings),
        lengths_of(counts, "turns/") if matches else None,
    )


def wilson(wins: int, matches: int) -> tuple[float, float]:
    """Return Wilson's score interval at 95 % (Wilson 1927); of nothing at all, from 0 to 1."""
    if not matches:
        return 0.0, 1.0
    share, square = wins / matches, Z_95 * Z_95
    middle = share + square / (2 * matches)
    reach = Z_95 * math.sqrt(share * (1 - share) / matches + square / (4 * matches * matches))
    whole = 1 + square / matches
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def lengths_of(counts: Counts, prefix: str) -> Lengths:
    """Return what the counts come to whose names are `prefix` and a length; there is at least one."""
    lengths = sorted(
        (int(name.removeprefix(prefix)), count) for name, count in counts.items() if name.startswith(prefix)
    )
    number = sum(count for _, count in lengths)

    def percentile(percent: int) -> int:
        """Return the least length that so many did not outlast (nearest rank)."""
        below = 0
        for length, count in lengths:
            below += count
            if below * 100 >= percent * number:
                return length
        raise AssertionError(f"Nothing is counted as {prefix!r}.")

    total = sum(length * count for length, count in lengths)
    return Lengths(total / number, percentile(5), percentile(50), percentile(95))
