"""What an action costs beside the bare floor.

The floor is the same Flask on the same Redis, which reads JSON, reads a blob as large as the match, commits it by
compare-and-set and answers with as many bytes: the least that any game over HTTP costs. Of a game of words, whose words
wait for a worker, only actions amid the longest phase are measured.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson
import redis

from service import logs
from service.app import create_app
from service.games.catalogue import TITLES
from service.games.kernel.decisions import Ruling
from service.settings import settings_from
from tests.bench.callers import Caller, Inside, Outside, Timed
from tests.bench.figures import Goal, Row, row
from tests.bench.floor import floor_app
from tests.bench.longest import Longest, longest
from tests.bench.premises import Premises, address_of
from tests.choosing import picked

MATCHES = 6
"""Matches in a round."""

AMID = 40
"""Actions amid the longest phase in a round."""

FLOOR = "the bare floor"


@dataclass(slots=True)
class Way:
    """One way to ask, and how long actions took by it, and the same amid the longest phase."""

    name: str
    app: Caller
    floor: Caller
    goal: Goal | None = None
    actions: tuple[Timed, Timed] = field(default_factory=lambda: (Timed(), Timed()))
    amid: tuple[Timed, Timed] = field(default_factory=lambda: (Timed(), Timed()))


def measured(premises: Premises, rounds: int) -> Iterator[Row]:
    """Yield the rows of every title; all ways to ask take turns in each round."""
    connected = redis.Redis.from_url(premises.url, socket_timeout=5)
    with connected as store, open(premises.folder / "lines", "w", encoding="utf-8") as lines:
        logs.configure("bench", "info", lines)
        inside = Inside(create_app(settings_from(premises.environ()))), Inside(floor_app(premises.url))
        served = Outside(address_of(premises.api()))
        quiet = Outside(address_of(premises.api(ALEHOUSE_LOG_LEVEL="warning")))
        floor = Outside(premises.floor())
        for game in TITLES:
            ways = (
                Way("action over HTTP", served, floor, Goal(1.6)),
                Way("action over HTTP, without lines", quiet, floor),
                Way("action in process", *inside),
            )
            scene = longest(TITLES[game])
            for number in range(rounds + 1):
                for way in ways:
                    # The first round warms up.
                    if not _of_words(game):
                        _play(game, store, way, MATCHES if number else 1, way.actions if number else (Timed(), Timed()))
                    _act_amid(scene, store, way, AMID if number else 1, (way.amid if number else (Timed(), Timed())))
            yield from _rows(game, ways, len(scene.match.answers))
        for line in (served, quiet, floor):
            line.close()


def _of_words(game: str) -> bool:
    return Ruling in TITLES[game].vocabulary.choices


def _rows(game: str, ways: tuple[Way, ...], answers: int) -> Iterator[Row]:
    for way in () if _of_words(game) else ways:
        on_app, on_floor = way.actions
        yield row(f"{game}: {way.name}", "ms", _ms(on_app.wall), FLOOR, _ms(on_floor.wall), way.goal)
        if on_app.computing:
            figure = f"{game}: {way.name}, computing"
            yield row(figure, "ms", _ms(on_app.computing), FLOOR, _ms(on_floor.computing))
    on_app, on_floor = ways[0].amid
    figure = f"{game}: {ways[0].name}, {answers} answers into a phase"
    goal = ways[0].goal if _of_words(game) else None
    yield row(figure, "ms", _ms(on_app.wall), FLOOR, _ms(on_floor.wall), goal)
    if _of_words(game):
        return
    with_lines, without = ways[0].actions[0], ways[1].actions[0]
    yield row(f"{game}: lines of log", "ms", _ms(with_lines.wall), "without", _ms(without.wall))


def _ms(seconds: list[float]) -> list[float]:
    return [one * 1000 for one in seconds]


def _play(game: str, store: redis.Redis, way: Way, matches: int, timed: tuple[Timed, Timed]) -> None:
    """Play matches on the app, and send as much to the floor, match by match."""
    on_app, on_floor = timed
    for _ in range(matches):
        played = list(_actions(way.app, game, on_app))
        match = played[0][0]
        _lay(store, match)
        for _, action, size in played:
            _ask_floor(way.floor, match, action, size, on_floor)


def _act_amid(scene: Longest, store: redis.Redis, way: Way, actions: int, timed: tuple[Timed, Timed]) -> None:
    """Take the same action of the same scene again and again, and send as much to the floor."""
    on_app, on_floor = timed
    game = scene.match.game
    match, tokens = opened(way.app, game, scene.match.seats)
    action = scene.action()
    for _ in range(actions):
        scene.put(store, match)
        way.app("GET", f"/v1/matches/{match}", token=tokens[scene.seat])
        size = len(way.app("POST", f"/v1/matches/{match}/actions", action, tokens[scene.seat], on_app))
        _lay(store, match)
        _ask_floor(way.floor, match, action, size, on_floor)


def _lay(store: redis.Redis, match: str) -> None:
    """Give the floor as much as the match holds."""
    kept: Any = store.hmget(f"match:{{{match}}}", ["setup", "place", "heard"])
    told: Any = store.lrange(f"match:{{{match}}}:told", -2, -1)
    blob: dict[Any, Any] = {"version": 1, "blob": b"".join(filter(None, kept)), "told": b"".join(told)}
    store.hset(f"floor:{{{match}}}", mapping=blob)


def _ask_floor(floor: Caller, match: str, action: bytes, size: int, timed: Timed) -> None:
    padded = orjson.dumps({**orjson.loads(action), "answer": size - 26})
    # As a player looks before each action, and so leaves the code that both share warm.
    floor("GET", f"/floor/{match}")
    floor("POST", f"/floor/{match}", padded, timed=timed)


def opened(app: Caller, game: str, seats: int, **options: Any) -> tuple[str, list[str]]:
    """Open a match of people and take its seats; returns its id and their tokens."""
    asked = {"game": game, "seats": [{"kind": "open"}] * seats, "options": options}
    match = orjson.loads(app("POST", "/v1/matches", orjson.dumps(asked)))["id"]
    path = f"/v1/matches/{match}/seats"
    return match, [orjson.loads(app("POST", path, b'{"name":"Ambie"}'))["token"] for _ in range(seats)]


def _actions(app: Caller, game: str, timed: Timed) -> Iterator[tuple[str, bytes, int]]:
    """Play one match with the fewest players; yields the match, each action and the size of its answer."""
    seats = TITLES[game].seats.start
    match, tokens = opened(app, game, seats)
    path = f"/v1/matches/{match}"
    turn = 0
    while True:
        token = tokens[turn % seats]
        turn += 1
        seen = orjson.loads(app("GET", path, token=token))
        if seen["status"] != "running":
            return
        if seen["decisions"]:
            decision = seen["decisions"][0]
            action = orjson.dumps({"decision": decision["id"], "choice": picked(decision["choices"], turn)})
            yield match, action, len(app("POST", f"{path}/actions", action, token, timed))
