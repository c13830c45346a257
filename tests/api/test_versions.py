"""Versions count without gaps, for each audience by itself: random matches, looked at by everybody all the way."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tests.api.talk import Json, Table, Talk, open_table
from tests.conftest import LONG

BOTS = (None, None, None, "random")


@dataclass
class Listener:
    """One audience: reads events on from where it is, in pages of any size, and remembers what it saw."""

    table: Table
    token: str | None
    heard: list[Json] = field(default_factory=list)
    looks: dict[int, Json] = field(default_factory=dict)

    def look(self) -> Json:
        """Look; one version must always look the same."""
        seen = self.table.look(self.token)
        assert seen["version"] >= len(self.heard)
        # How long it is kept is counted from the last event, so that too is the same.
        assert self.looks.setdefault(seen["version"], seen) == seen
        return seen

    def read(self, limit: int) -> list[Json]:
        """Read one page on; its numbers must go on from the last one."""
        path = f"{self.table.path}/events"
        page = self.table.talk.get(path, self.token, params={"after": len(self.heard), "limit": limit})
        items: list[Json] = page["items"]
        assert len(items) <= limit
        assert [event["n"] for event in items] == list(range(len(self.heard) + 1, len(self.heard) + 1 + len(items)))
        assert (len(items) == limit) or "next" not in page
        self.heard += items
        return items

    def act(self, draw: random.Random) -> None:
        """Answer an open decision; what the answer says it caused must be what is heard next."""
        before = self.look()
        if before["status"] != "running" or not before["decisions"] or self.token is None:
            return
        decision = draw.choice(before["decisions"])
        after = self.table.act(self.token, decision, draw.choice(decision["choices"]["items"]))
        numbers = [event["n"] for event in after["events"]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert before["version"] < numbers[0] <= numbers[-1] <= after["version"]
        while len(self.heard) < numbers[-1]:
            self.read(draw.randint(1, 9))
        assert self.heard[numbers[0] - 1 : numbers[-1]] == after["events"]


def everything(listener: Listener) -> list[Json]:
    """Return all that an audience may hear, read anew from the beginning."""
    fresh = Listener(listener.table, listener.token)
    while fresh.read(100):
        pass
    return fresh.heard


@pytest.mark.parametrize("at", range(40 if LONG else 5))
def test_versions_count_without_gaps_for_each_audience(talk: Talk, seed: int, at: int) -> None:
    draw = random.Random(seed + at)
    seats: Sequence[str | None] = [None, *draw.choices(BOTS, k=draw.randint(1, 3))]
    table = open_table(
        talk, *seats, options={"turn_cap": draw.randint(1, 6), "heroes": draw.choice(["random", "choose"])}
    )
    players = [Listener(table, token) for token in table.tokens]
    listeners = [*players, Listener(table, table.host), Listener(table, None)]
    while listeners[-1].look()["status"] == "running":
        draw.choice(listeners).look()
        draw.choice(listeners).read(draw.randint(1, 20))
        draw.choice(players).act(draw)
    for listener in listeners:
        whole = everything(listener)
        assert [event["n"] for event in whole] == list(range(1, listener.look()["version"] + 1))
        # What was heard once stays as it was; times don't run backwards.
        assert whole[: len(listener.heard)] == listener.heard
        assert [event["at"] for event in whole] == sorted(event["at"] for event in whole)
        assert whole[0]["kind"] == "match_opened"
        assert whole[-1]["kind"] == "match_over"
        assert [event["kind"] for event in whole].count("match_started") == 1
    host, spectator = listeners[-2:]
    assert everything(host) == everything(spectator)


def test_what_one_hears_alone_counts_for_him_alone(talk: Talk) -> None:
    """A token is renewed, a match is followed, a seat is left: each version stands, or its event is told."""
    table = open_table(talk, None, None)
    listeners = [Listener(table, token) for token in (*table.tokens, table.host, None)]
    before = [listener.look()["version"] for listener in listeners]
    new = talk.post(f"{table.path}/seats/0/token", token=table.tokens[0], status=201)["token"]
    talk.post(f"{table.path}/stream-tickets", token=new)
    listeners[0].token = new
    for listener, version in zip(listeners, before, strict=True):
        assert len(everything(listener)) == listener.look()["version"]
        assert listener.look()["version"] >= version
    talk.ask("DELETE", f"{table.path}/seats/1", token=table.tokens[1])
    for listener in (listeners[0], listeners[2], listeners[3]):
        whole = everything(listener)
        assert [event["n"] for event in whole] == list(range(1, len(whole) + 1))
        assert len(whole) <= listener.look()["version"]
        assert "seat_left" in [event["kind"] for event in whole]
