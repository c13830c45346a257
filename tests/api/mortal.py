"""Players who play on whatever dies, the deaths that a test asks for, and what must hold after all of them."""

import hashlib
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from service.bots import BOTS
from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.chance import SeededChance
from service.games.kernel.engine import open_play, replay
from service.games.kernel.match import Action, Answer, Record
from service.leash import Leash
from tests.api.house import House, until
from tests.api.talk import Json, Table, Talk, key
from tests.api.test_matches import read_record


@dataclass
class Deaths:
    """Deaths at named points that are still to happen; each file in `folder` has a byte for each."""

    folder: Path
    traps: list[str] = field(default_factory=list)

    def at(self, point: str, time: int, deaths: int = 1, *, group: bool = False) -> "Deaths":
        """Ask for so many deaths, each at the `time`-th visit of a process, perhaps with all of its group."""
        file = self.folder / f"{len(self.traps)}-{point}"
        file.write_bytes(b"x" * deaths)
        self.traps.append(f"{point}={time}{'!' if group else ''}@{file}")
        return self

    @property
    def environ(self) -> dict[str, str]:
        """What a process must see."""
        return {"ALEHOUSE_FAILPOINTS": ";".join(self.traps)}

    def left(self) -> dict[str, int]:
        """Return the points whose deaths have not all happened yet."""
        return {file.name: size for file in sorted(self.folder.iterdir()) if (size := file.stat().st_size)}


@pytest.fixture(name="house", scope="module")
def house_of_mortals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose Redis writes to the disk before it answers; those who play chunks come with the tests."""
    with Leash() as leash:
        house = House(leash, tmp_path_factory.mktemp("mortal"), always=True)
        house.start_redis()
        house.start_api()
        house.start_worker()
        until(house.ready, "the API answers")
        yield house
        house.close()


@pytest.fixture(name="store")
def store_of_mortals(house: House) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(house.url, socket_timeout=5) as store:
        yield store


@pytest.fixture(name="talk")
def talk_with_mortals(house: House) -> Talk:
    until(house.ready, "the API answers")
    return house.talk()


@pytest.fixture(name="deaths")
def deaths_to_come(tmp_path: Path) -> Deaths:
    return Deaths(tmp_path)


def lasting(send: Callable[[], httpx.Response], status: int = 200, seconds: float = 60) -> Json:
    """Send a request until it is answered: what a client does that never gives up."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            response = send()
        except httpx.TransportError:
            pass
        else:
            if response.status_code == status:
                body: Json = response.json()
                return body
            assert response.status_code == 503, response.text
            assert response.json()["code"] == "redis_unavailable"
            assert response.headers["Retry-After"] == "1"
        assert time.monotonic() < deadline, "no answer"
        time.sleep(0.05)


def open_lasting(talk: Talk, *bots: str | None, **options: object) -> Table:
    """Open a match and take its open seats (None), each request sent until it is answered, under one key."""

    def sent(path: str, body: Json) -> Json:
        headers = {"Idempotency-Key": key()}
        return lasting(lambda: talk.ask("POST", path, body, headers=headers), 201)

    seats: list[Json] = [{"kind": "open"} if bot is None else {"kind": "bot", "bot": bot} for bot in bots]
    opened = sent("/v1/matches", {"game": "squishem", "seats": seats, "options": options})
    table = Table(talk, f"/v1/matches/{opened['id']}", opened["host_token"], [])
    for bot in bots:
        if bot is None:
            table.tokens.append(sent(f"{table.path}/seats", {"name": f"Player {len(table.tokens)}"})["token"])
    return table


class Watched:
    """A player who plays on whatever dies, and notes every event that was told and every choice that was accepted.

    With `again` each action is sent once more after it was answered.
    """

    def __init__(self, table: Table, draw: random.Random, *, again: bool = False) -> None:
        self.table = table
        (self.token,) = table.tokens
        self.draw = draw
        self.again = again
        self.heard: dict[int, Json] = {}
        self.accepted: list[Json] = []

    def look(self, **params: Any) -> Json:
        return lasting(lambda: self.table.talk.ask("GET", self.table.path, token=self.token, params=params))

    def act(self, decision: Json) -> None:
        """Answer at random, and remember what came of it."""
        body = {"decision": decision["id"], "choice": self.draw.choice(decision["choices"]["items"])}
        self.send(body)
        if self.again:
            self.send(body)
        self.accepted.append(body["choice"])

    def send(self, body: Json) -> None:
        """Send an action until it is answered; told twice, its events are the same."""
        answer = lasting(lambda: self.table.talk.ask("POST", f"{self.table.path}/actions", body, self.token))
        for event in answer["events"]:
            assert self.heard.setdefault(event["n"], event) == event

    def step(self) -> bool:
        """Act once, or wait for the others; return False when the match is over."""
        seen = self.look()
        if seen["status"] != "running":
            return False
        if seen["decisions"]:
            self.act(seen["decisions"][0])
        else:
            self.look(after=seen["version"], wait=5)
        return True

    def finish(self) -> None:
        while self.step():
            pass

    def check(self) -> None:
        """All that was accepted is on record, once and in order; what was heard is what everybody can read."""
        record = check_over(self.table)
        assert [answer["choice"] for answer in record["answers"] if answer["seat"] == 0] == self.accepted
        told = {event["n"]: event for event in events(self.table, self.token)}
        assert self.heard.items() <= told.items()


def watched(talk: Talk, seed: int, *, again: bool = False) -> Watched:
    """Return a player against a bot."""
    return Watched(open_lasting(talk, None, "random", length="five_kills"), random.Random(seed), again=again)


def check_over(table: Table) -> Json:
    """Return the record of a match that is over, after all that must hold of any has been found to hold."""
    over = lasting(lambda: table.talk.ask("GET", table.path))
    assert over["status"] == "over"
    record = lasting(lambda: table.talk.ask("GET", f"{table.path}/record"))
    once = {(answer["owner"], answer["seat"], answer["ordinal"], answer["fingerprint"]) for answer in record["answers"]}
    assert len(once) == len(record["answers"]), "a decision was answered twice"
    game = TITLES[record["game"]]
    match, _ = replay(game, CODEC, read_record(record))
    outcome = game.outcome(CODEC.decode(match.state, game.state))
    assert outcome is not None
    assert list(outcome.winners) == over["outcome"]["winners"]
    verified = lasting(lambda: table.talk.ask("POST", "/v1/replays", record))
    assert (verified["verified"], verified["outcome"]) == (True, over["outcome"])
    for token in (*table.tokens, None):
        told = events(table, token)
        assert [event["n"] for event in told] == list(range(1, len(told) + 1)), "a gap, or one event twice"
        assert all(one["at"] <= other["at"] for one, other in pairwise(told))
        kinds = [event["kind"] for event in told]
        once_only = ("match_opened", "match_started", "match_over")
        assert [kinds.count(kind) for kind in once_only] == [1, 1, 1]
        assert lasting(partial(table.talk.ask, "GET", table.path, token=token))["version"] == len(told)
    return record


def events(table: Table, token: str | None) -> list[Json]:
    """Return every event that an audience can read."""
    return [event for page in _pages(table, token) for event in page]


def _pages(table: Table, token: str | None) -> Iterator[list[Json]]:
    after = 0
    while True:
        asked = partial(table.talk.ask, "GET", f"{table.path}/events", token=token)
        page = lasting(partial(asked, params={"after": after, "limit": 100}))
        yield page["items"]
        after += len(page["items"])
        if "next" not in page or not page["items"]:
            return


def undisturbed(sent: Json) -> Record:
    """Return the record of the match that bots play from the same seed when nothing disturbs them."""
    record, bot = read_record(sent), BOTS["random"]
    game = TITLES[record.game]
    play, step = open_play(game, CODEC, record.options, record.seats, record.seed)
    lines = list(step.logged)
    with play:
        while play.outcome() is None:
            asked = next(one for one in play.pending() if not one.decision.optional)
            chance = SeededChance(hashlib.sha256(f"bot/{record.seed}/{asked.id}".encode()).digest())
            choice = bot.choose(partial(play.view, asked.decision.seat), asked.decision, chance)
            lines += play.act(Action(asked.id, choice)).logged
    return Record(
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        seats=record.seats,
        seed=record.seed,
        answers=tuple(line for line in lines if isinstance(line, Answer)),
        phases=tuple(line.state_hash for line in lines if not isinstance(line, Answer)),
    )
