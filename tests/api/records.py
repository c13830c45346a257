"""Whole matches for the tests of records: played over HTTP, with all that every audience saw on the way."""

import random
from dataclasses import dataclass

from tests.api.talk import Json, Talk, open_table, play_on

OF_THE_HOUSE = {"match_opened", "seat_taken", "match_started", "match_over"}


@dataclass(frozen=True)
class Served:
    """A match that is over. `looks` has, for every audience (seats, then spectators), each answer by its version."""

    path: str
    record: Json
    tokens: tuple[str | None, ...]
    looks: tuple[dict[int, Json], ...]


def played(talk: Talk, seed: int, players: int = 2, **options: object) -> Served:
    """Play a match of players alone to its end, choosing at random."""
    table = open_table(talk, *[None] * players, options=options)
    tokens = (*table.tokens, None)
    looks: tuple[dict[int, Json], ...] = tuple({} for _ in tokens)

    def look() -> None:
        for token, seen in zip(tokens, looks, strict=True):
            now = table.look(token)
            assert seen.setdefault(now["version"], now) == now, "one version, two views"

    look()
    for _ in play_on(table, random.Random(seed).choice):
        look()
    return Served(table.path, talk.get(f"{table.path}/record"), tokens, looks)


def heard(talk: Talk, served: Served, audience: int) -> list[Json]:
    """Return every event that an audience heard, page by page."""
    events: list[Json] = []
    while True:
        page = talk.get(f"{served.path}/events", served.tokens[audience], params={"after": len(events), "limit": 100})
        events += page["items"]
        if "next" not in page or not page["items"]:
            return events
