"""Counts the duels of recorded matches anew, from the JSON of their events alone: nothing of the tallies is used."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.engine import replay
from service.games.kernel.match import Record
from service.wire import to_plain

Json = dict[str, Any]


@dataclass(frozen=True)
class Duel:
    """One duel: its rounds, who took the token, pairs of seat and design, and the pairs of cards that did something."""

    rounds: int
    winner: int | None
    had: frozenset[tuple[int, str]]
    acted: frozenset[tuple[int, str]]


def duels_of(record: Record) -> list[Duel]:
    """Play a record again and return its duels."""
    _, told = replay(TITLES[record.game], CODEC, record)
    events = [to_plain(one.event) for one in told]
    begins = [at for at, event in enumerate(events) if event["kind"] == "duel_began"]
    return [duel_of(events[a:b]) for a, b in zip(begins, [*begins[1:], len(events)], strict=True)]


def duel_of(events: list[Json]) -> Duel:
    def of(kind: str) -> list[Json]:
        return [event for event in events if event["kind"] == kind]

    (ended,) = of("duel_ended")
    placed = {(shown["seat"], design_of(row["card"])) for shown in of("spell_shown") for row in shown["spell"]}
    joined = {(one["seat"], design_of(one["card"])) for one in (*of("spell_card_added"), *of("spell_card_taken"))}
    owned = {(one["seat"], one["treasure"]) for one in (*of("treasure_gained"), *of("treasure_taken"))}
    return Duel(
        len(of("duel_round_began")),
        ended.get("seat"),
        frozenset(placed | joined | owned),
        frozenset((one["seat"], design_of(one["card"])) for one in of("component_resolves")),
    )


def design_of(card: str) -> str:
    return re.sub(r"_\d$", "", card)


def plays_and_wins(duels: Iterable[Duel]) -> tuple[Counter[str], Counter[str]]:
    """Return by design for how many wizards it counts, a duel at a time, and how many of them took the token."""
    plays: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for duel in duels:
        for seat, design in duel.had:
            plays[design] += 1
            wins[design] += seat == duel.winner
    return plays, +wins
