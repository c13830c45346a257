"""`make bench`: one table of what an action costs against the bare floor, side by side in one run.

A figure is a median over requests that take turns, so that what else the machine does falls on both alike. Nothing here
passes or fails.
"""

import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import orjson
import redis
from flask import Flask

from service.app import create_app
from service.embedded import prepare
from service.games.catalogue import TITLES
from service.leash import Leash
from service.settings import settings_from
from tests.bench.floor import floor_app

MATCHES = int(os.environ.get("ALEHOUSE_BENCH_MATCHES", "30"))


@dataclass
class Timed:
    """Seconds, on the wall and of this process's own computing, of requests of one kind."""

    wall: list[float] = field(default_factory=list)
    computing: list[float] = field(default_factory=list)

    def add(self, wall: float, computing: float) -> None:
        self.wall.append(wall)
        self.computing.append(computing)


def call(app: Flask, method: str, path: str, body: bytes = b"", token: str = "", timed: Timed | None = None) -> bytes:
    """Send one request straight into the application, without a client's or a server's cost."""
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "bench",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "bench",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http",
        "wsgi.version": (1, 0),
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if token:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    answered: list[str] = []

    def begin(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], Any]:
        answered.append(status)
        return lambda _: None

    wall, computing = time.perf_counter(), time.thread_time()
    answer = b"".join(app.wsgi_app(environ, begin))
    if timed is not None:
        timed.add(time.perf_counter() - wall, time.thread_time() - computing)
    if not answered[0].startswith("20"):
        raise RuntimeError(f"{method} {path} answered {answered[0]}: {answer[:300]!r}")
    return answer


def actions(app: Flask, game: str, timed: Timed) -> Iterator[tuple[str, bytes, int]]:
    """Play one match with two players; yields the match, the action and the size of the answer after each action."""
    seats = TITLES[game].seats.start
    opened = orjson.loads(
        call(app, "POST", "/v1/matches", orjson.dumps({"game": game, "seats": [{"kind": "open"}] * seats}))
    )
    path = f"/v1/matches/{opened['id']}"
    tokens = [orjson.loads(call(app, "POST", f"{path}/seats", b'{"name":"Ambie"}'))["token"] for _ in range(seats)]
    turn = 0
    while True:
        token = tokens[turn % seats]
        turn += 1
        seen = orjson.loads(call(app, "GET", path, token=token))
        if seen["status"] != "running":
            return
        if seen["decisions"]:
            decision = seen["decisions"][0]
            items = decision["choices"]["items"]
            action = orjson.dumps({"decision": decision["id"], "choice": items[turn % len(items)]})
            answer = call(app, "POST", f"{path}/actions", action, token, timed)
            yield opened["id"], action, len(answer)


def main() -> None:
    """Print the table and write build/bench.json."""
    with TemporaryDirectory() as folder, Leash() as leash:
        server = prepare(Path(folder))
        leash.start(server.command)
        while not server.ready():
            time.sleep(0.01)
        results = {game: compare(game, server.url) for game in TITLES}
    print(f"{'':<34}{'action':>10}{'floor':>10}{'ratio':>8}")
    for game, rows in results.items():
        for name, (action, floor) in rows.items():
            print(f"{game + ', ' + name:<34}{action:>7.0f} us{floor:>7.0f} us{action / floor:>8.2f}")
    out = Path("build")
    out.mkdir(exist_ok=True)
    (out / "bench.json").write_bytes(orjson.dumps(results, option=orjson.OPT_INDENT_2))


def compare(game: str, url: str) -> dict[str, tuple[float, float]]:
    """Return median microseconds of an action and of the floor, on the wall and of computing alone."""
    app = create_app(settings_from({"ALEHOUSE_SECRET": "bench" * 8, "REDIS_URL": url}))
    floor = floor_app(url)
    store = redis.Redis.from_url(url)
    on_app, on_floor, warming = Timed(), Timed(), Timed()
    for number in range(MATCHES + 1):
        # The first match warms both up; then they take turns, match by match.
        played = list(actions(app, game, on_app if number else warming))
        match = played[0][0]
        kept: Any = store.hmget(f"match:{{{match}}}", ["setup", "place", "heard"])
        told: Any = store.lrange(f"match:{{{match}}}:told", -2, -1)
        blob: dict[Any, Any] = {"version": 1, "blob": b"".join(filter(None, kept)), "told": b"".join(told)}
        store.hset(f"floor:{{{match}}}", mapping=blob)
        for _, action, size in played:
            padded = orjson.dumps({**orjson.loads(action), "answer": size - 26})
            # As a player looks before each action, and so leaves the code that both share warm.
            call(floor, "GET", f"/floor/{match}")
            call(floor, "POST", f"/floor/{match}", padded, timed=on_floor if number else warming)
    return {
        "wall": (median(on_app.wall) * 1e6, median(on_floor.wall) * 1e6),
        "computing": (median(on_app.computing) * 1e6, median(on_floor.computing) * 1e6),
    }


if __name__ == "__main__":
    main()
