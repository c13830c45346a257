"""The match state from which a request has to go over the most answers: sought in recorded matches of all seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import msgspec
import orjson
import redis

from service.bots import BOTS
from service.codec import CODEC, match_codec
from service.games.catalogue import TITLES
from service.games.kernel.decisions import REFEREE
from service.games.kernel.engine import Play, repeat
from service.games.kernel.game import Game
from service.games.kernel.match import Answer, Match, Record
from service.setup import decode_setup, encode_setup
from service.simulated_records import record_of_match
from service.wire import to_plain
from tests.games.titles import UNDER_TEST

RECORDS = 3
"""Matches that are looked through for each set of options."""


@dataclass(frozen=True, slots=True)
class Longest:
    """A match amid its phase, and the answer that was given there."""

    match: Match
    answer: Answer

    @property
    def seat(self) -> int:
        return self.answer.seat

    def action(self) -> bytes:
        """Return the body that gives the answer."""
        with Play(TITLES[self.match.game], CODEC, self.match) as play:
            decision = next(
                one.id
                for one in play.pending()
                if (one.decision.seat, one.decision.kind) == (self.answer.seat, self.answer.question)
            )
        return orjson.dumps({"decision": decision, "choice": to_plain(self.answer.choice)})

    def put(self, store: redis.Redis, match: str) -> None:
        """Let the stored match, of as many seats, stand here."""
        key, codec = f"match:{{{match}}}", match_codec(TITLES[self.match.game])
        stored: Any = store.hget(key, "setup")
        options = codec.encode_options(self.match.options)
        setup = msgspec.structs.replace(
            decode_setup(stored), seed=self.match.seed, options=options, status="running", outcome=None
        )
        there = {"setup": encode_setup(setup), "place": codec.encode_place(self.match)}
        store.hset(key, mapping=there)  # type: ignore[arg-type]


def longest(game: Game[Any]) -> Longest:
    """Return the first of those that go over the most answers."""
    return max((_of(game, record) for record in _records(game)), key=lambda one: len(one.match.answers))


def _records(game: Game[Any]) -> Iterator[Record]:
    for options, number in product(UNDER_TEST[game.key].options, range(RECORDS)):
        yield record_of_match(game, options, [BOTS["random"]] * game.seats[-1], 0, number, rotate=False)


def _of(game: Game[Any], record: Record) -> Longest:
    """Return where the record's longest phase has the most answers behind it, and one more to come.

    What a seat writes to the referee waits for him, so it is not among them.
    """
    places = [play.match for play, _ in repeat(game, CODEC, record)]
    following = [*(answer.seat for answer in record.answers[1:]), None]
    # The opening comes first, so that each place goes with the answer that follows it.
    return max(
        (
            Longest(match, answer)
            for match, answer, after in zip(places, record.answers, following, strict=False)
            if REFEREE not in (answer.seat, after)
        ),
        key=lambda one: len(one.match.answers),
    )
