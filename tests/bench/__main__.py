"""`make bench`: one table of what an action costs beside the bare floor, taking turns in one run.

The floor is the same Flask on the same Redis, which reads JSON, reads a blob as large as the match, commits it by
compare-and-set and answers with as many bytes: the least that any game over HTTP costs. A figure is the median (and the
tenth percentile, where other work on the machine shows least) of single requests. Nothing here passes or fails.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

import orjson
import redis

from service.app import create_app
from service.embedded import prepare
from service.games.catalogue import TITLES
from service.leash import Leash
from service.settings import settings_from
from tests.bench.callers import Caller, Inside, Outside, Timed
from tests.bench.decisions import decisions, show
from tests.bench.floor import floor_app
from tests.bench.words import show as show_words
from tests.bench.words import words

MATCHES = int(os.environ.get("ALEHOUSE_BENCH_MATCHES", "30"))
ROOT = Path(__file__).resolve().parent.parent.parent
SECRET = "bench" * 8
FLOOR = "tests.bench.floor:served()"


def main() -> None:
    """Print the table and write build/bench.json."""
    rows: dict[str, dict[str, float]] = {}
    with TemporaryDirectory() as folder, Leash() as leash:
        server = prepare(Path(folder))
        leash.start(server.command, output=subprocess.DEVNULL)
        while not server.ready():
            time.sleep(0.01)
        environ = {"ALEHOUSE_SECRET": SECRET, "REDIS_URL": server.url}
        inside = Inside(create_app(settings_from(environ))), Inside(floor_app(server.url))
        with ExitStack() as stack:
            addresses = [serve(stack, leash, app, environ) for app in ("service.app:create_app()", FLOOR)]
            for game in TITLES:
                timed = compare(game, server.url, *inside)
                rows[f"{game}: in process, computing"] = row(*(one.computing for one in timed))
                rows[f"{game}: in process"] = row(*(one.wall for one in timed))
                outside = [Outside(address) for address in addresses]
                rows[f"{game}: over gunicorn"] = row(*(one.wall for one in compare(game, server.url, *outside)))
                for one in outside:
                    one.close()
    print(f"{'microseconds a request':<38}{'action':>8}{'floor':>8}{'ratio':>7}   {'p10':>6}{'floor':>8}{'ratio':>7}")
    for name, figures in rows.items():
        print(
            f"{name:<38}{figures['action']:>8.0f}{figures['floor']:>8.0f}{figures['ratio']:>7.2f}"
            f"   {figures['action_p10']:>6.0f}{figures['floor_p10']:>8.0f}{figures['ratio_p10']:>7.2f}"
        )
    simulated = decisions()
    show(simulated)
    solved = words()
    show_words(solved)
    out = ROOT / "build"
    out.mkdir(exist_ok=True)
    (out / "bench.json").write_bytes(orjson.dumps(rows | simulated | solved, option=orjson.OPT_INDENT_2))


def row(action: list[float], floor: list[float]) -> dict[str, float]:
    """Return median and tenth percentile of both in microseconds, and their ratios."""
    (a10, *_), (f10, *_) = (tens := [quantiles(one, n=10) for one in (action, floor)])
    a50, f50 = (one[4] for one in tens)
    figures = {"action": a50 * 1e6, "floor": f50 * 1e6, "ratio": a50 / f50}
    return figures | {"action_p10": a10 * 1e6, "floor_p10": f10 * 1e6, "ratio_p10": a10 / f10}


def serve(stack: ExitStack, leash: Leash, app: str, environ: dict[str, str]) -> tuple[str, int]:
    """Start gunicorn as the stack does, with one worker, and return its address once it answers."""
    listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    descriptor = listener.fileno()
    command = (sys.executable, "-P", "-m", "gunicorn", "--config", "python:service.serving", "--workers", "1")
    leash.start(
        [*command, "--bind", f"fd://{descriptor}", app],
        keep=(descriptor,),
        env={**os.environ, **environ, "PYTHONPATH": str(ROOT)},
    )
    address: tuple[str, int] = listener.getsockname()
    warming = Outside(address)
    warming("GET", "/healthz")
    warming.close()
    return address


def compare(game: str, url: str, app: Caller, floor: Caller) -> tuple[Timed, Timed]:
    """Play matches on `app`, and send as much to `floor`, match by match; the first warms both up."""
    store = redis.Redis.from_url(url)
    on_app, on_floor, warming = Timed(), Timed(), Timed()
    for number in range(MATCHES + 1):
        played = list(actions(app, game, on_app if number else warming))
        match = played[0][0]
        kept: Any = store.hmget(f"match:{{{match}}}", ["setup", "place", "heard"])
        told: Any = store.lrange(f"match:{{{match}}}:told", -2, -1)
        blob: dict[Any, Any] = {"version": 1, "blob": b"".join(filter(None, kept)), "told": b"".join(told)}
        store.hset(f"floor:{{{match}}}", mapping=blob)
        for _, action, size in played:
            padded = orjson.dumps({**orjson.loads(action), "answer": size - 26})
            # As a player looks before each action, and so leaves the code that both share warm.
            floor("GET", f"/floor/{match}")
            floor("POST", f"/floor/{match}", padded, timed=on_floor if number else warming)
    store.close()
    return on_app, on_floor


def actions(app: Caller, game: str, timed: Timed) -> Iterator[tuple[str, bytes, int]]:
    """Play one match with the fewest players; yields the match, each action and the size of its answer."""
    seats = TITLES[game].seats.start
    opened = orjson.loads(app("POST", "/v1/matches", orjson.dumps({"game": game, "seats": [{"kind": "open"}] * seats})))
    path = f"/v1/matches/{opened['id']}"
    tokens = [orjson.loads(app("POST", f"{path}/seats", b'{"name":"Ambie"}'))["token"] for _ in range(seats)]
    turn = 0
    while True:
        token = tokens[turn % seats]
        turn += 1
        seen = orjson.loads(app("GET", path, token=token))
        if seen["status"] != "running":
            return
        if seen["decisions"]:
            decision = seen["decisions"][0]
            items = decision["choices"]["items"]
            action = orjson.dumps({"decision": decision["id"], "choice": items[turn % len(items)]})
            yield opened["id"], action, len(app("POST", f"{path}/actions", action, token, timed))


if __name__ == "__main__":
    main()
