"""What a crowd costs those who play: actions with and without a thousand streams and a thousand parked looks; memory.

Run alone: `python -m tests.bench.crowds`.
"""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from service.embedded import prepare
from service.leash import Leash
from service.stack import api_command
from tests.bench.loader import Connection, request

ROOT = Path(__file__).resolve().parent.parent.parent
ACTIONS = int(os.environ.get("ALEHOUSE_BENCH_ACTIONS", "500"))
MATCHES = 50
STREAMS = LOOKS = 1000
IDLE_STREAMS = 5000
A_SECOND = 20
"""Actions a second: what two hundred people at their tables do, and far from what the machine can take."""


def main() -> None:
    """Print both tables."""
    for line in lines(measured()):
        print(line)


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """Return the tables of what was measured."""
    yield f"{'milliseconds an action, ' + str(A_SECOND) + ' a second':<58}{'median':>8}{'p99':>8}{'p99, ratio':>12}"
    alone = figures["actions"]["nobody watches"]["p99"]
    for name, one in figures["actions"].items():
        yield f"{name:<58}{one['median']:>8.1f}{one['p99']:>8.1f}{one['p99'] / alone:>12.2f}"
    yield f"{'megabytes of the API processes together (RSS)':<58}{'':>8}{figures['before']:>8.0f}"
    yield f"{f'with {IDLE_STREAMS} idle streams':<58}{'':>8}{figures['with']:>8.0f}"


def measured() -> dict[str, Any]:
    """Return milliseconds of actions under each crowd, and megabytes."""
    with TemporaryDirectory() as folder, Leash() as leash:
        server = prepare(Path(folder))
        leash.start(server.command, output=subprocess.DEVNULL)
        while not server.ready():
            time.sleep(0.01)
        environ = {**os.environ, "ALEHOUSE_SECRET": "bench" * 8, "REDIS_URL": server.url, "PYTHONPATH": str(ROOT)}
        environ |= {"ALEHOUSE_API_WORKERS": "2", "ALEHOUSE_RATE": "10000000"}
        with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
            descriptor = listener.fileno()
            api = leash.start(api_command(f"fd://{descriptor}"), keep=(descriptor,), env=environ)
            address: tuple[str, int] = listener.getsockname()
            played, watched = ([Match(address) for _ in range(MATCHES)] for _ in range(2))
            before = megabytes(api.pid)
            with crowd(address, watched, IDLE_STREAMS, 0):
                held = megabytes(api.pid)
            play(played, ACTIONS // 5)
            nobody: list[float] = []
            by_crowd: dict[str, list[float]] = {}
            for name, matches in (("at other matches", watched), ("at these matches", played)):
                nobody += play(played, ACTIONS // 2)
                with crowd(address, matches, STREAMS, LOOKS):
                    by_crowd[f"{STREAMS} streams and {LOOKS} looks {name}"] = play(played, ACTIONS)
    actions = {"nobody watches": nobody, **by_crowd}
    return {"actions": {name: figures(times) for name, times in actions.items()}, "before": before, "with": held}


def figures(times: list[float]) -> dict[str, float]:
    return {"median": median(times), "p99": quantiles(times, n=100)[98]}


class Match:
    """One match of two, on a connection of its own."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address
        self._line = Connection(address)
        body = {"game": "squishem", "seats": [{"kind": "open"}] * 2, "options": {"length": "whole_deck"}}
        self.path = f"/v1/matches/{self._ask('POST', '/v1/matches', body)['id']}"
        self._tokens = [self._ask("POST", f"{self.path}/seats", {"name": "Ambie"})["token"] for _ in range(2)]
        self._turn = 0

    def act(self) -> float:
        """Take one action and return how many milliseconds it took."""
        while True:
            self._turn += 1
            token = self._tokens[self._turn % 2]
            seen = self._ask("GET", self.path, token=token)
            if seen["decisions"]:
                break
        decision = seen["decisions"][0]
        items = decision["choices"]["items"]
        action = {"decision": decision["id"], "choice": items[self._turn % len(items)]}
        self._ask("POST", f"{self.path}/actions", action, token)
        return (time.perf_counter() - self._line.began) * 1000

    def _ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        headers = [("Authorization", f"Bearer {token}")] if token else []
        asked = request(method, path, b"" if body is None else json.dumps(body).encode(), headers)
        try:
            answer = self._answer(asked)
        except ConnectionError:
            # The server closes a line that was quiet for some seconds.
            self._line.line.close()
            self._line = Connection(self._address)
            answer = self._answer(asked)
        if self._line.status >= 300:
            raise RuntimeError(f"{method} {path} answered {self._line.status}: {answer[:300]!r}")
        return json.loads(answer)

    def _answer(self, asked: bytes) -> bytes:
        self._line.send(asked)
        while (answer := self._line.receive()) is None:
            pass
        return answer


def play(matches: list[Match], actions: int) -> list[float]:
    """Take so many actions, one after the other at an even pace, and return their milliseconds."""
    times = []
    due = time.perf_counter()
    for at in range(actions):
        time.sleep(max(0.0, due - time.perf_counter()))
        due = max(due, time.perf_counter() - 0.5) + 1 / A_SECOND
        times.append(matches[at % len(matches)].act())
    return times


@contextlib.contextmanager
def crowd(
    address: tuple[str, int], matches: list[Match], streams: int, looks: int
) -> Iterator[subprocess.Popen[bytes]]:
    """Let a crowd watch for as long as the block lasts."""
    host, port = address
    asked = {"host": host, "port": port, "paths": [match.path for match in matches], "streams": streams, "looks": looks}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.crowd"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        process.stdin.flush()
        if not process.stdout.readline():
            raise RuntimeError("The crowd went home before it stood.")
        yield process
        if process.poll() is not None:
            raise RuntimeError("The crowd went home too early.")
    finally:
        process.stdin.close()
        process.wait(30)
        process.stdout.close()


def megabytes(parent: int) -> float:
    """Return the resident memory of a process and of its children."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,rss="], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in listed.splitlines()]
    return sum(rss for pid, above, rss in rows if parent in (pid, above)) / 1024


if __name__ == "__main__":
    main()
