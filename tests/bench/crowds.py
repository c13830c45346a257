"""What a crowd costs: actions with and without a thousand streams and a thousand looks that wait; memory.

Two processes of the API serve both. People act at an even pace, each match on a connection of its own.
"""

import contextlib
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles

import orjson

from tests.api.house import until
from tests.api.talk import ROOT
from tests.bench.actions import opened
from tests.bench.callers import Outside
from tests.bench.figures import Goal, Row, row
from tests.bench.premises import Address, Premises, address_of

ACTIONS = 80
"""Actions in a round, for each crowd."""

A_SECOND = 20
"""Actions a second: what two hundred people at their tables do, and far from what the machine can take."""

MATCHES = 50
STREAMS = LOOKS = 1000
IDLE_STREAMS = 5000
MEGABYTES = 300


def measured(premises: Premises, rounds: int) -> Iterator[Row]:
    """Yield the rows; in each round people act before nobody, before a crowd elsewhere, and before one of their own."""
    house = premises.api(ALEHOUSE_API_WORKERS="2")
    address = address_of(house)
    before = megabytes(house.api.pid)
    with tables(address) as watched, crowd(address, watched, IDLE_STREAMS, 0):
        held = megabytes(house.api.pid)
    alone: list[float] = []
    before_crowd: dict[str, list[float]] = {"other": [], "these": []}
    for number in range(rounds + 1):
        with tables(address) as played, tables(address) as watched:
            if not number:
                play(played, ACTIONS)
                continue
            alone += play(played, ACTIONS)
            for name, at in (("other", watched), ("these", played)):
                with crowd(address, at, STREAMS, LOOKS):
                    before_crowd[name] += play(played, ACTIONS)
    for name, times in before_crowd.items():
        figure = f"action, {STREAMS} streams and {LOOKS} looks at {name} matches"
        yield row(figure, "ms", times, "nobody watches", alone)
        late, late_alone = (quantiles(each, n=100)[98] for each in (times, alone))
        yield row(f"{figure}: 99th percentile", "ms", [late], "nobody watches", [late_alone], Goal(2))
    goal = Goal(MEGABYTES, ratio=False)
    yield row(f"memory of the API with {IDLE_STREAMS} idle streams", "MB", [held], "nobody watches", [before], goal)


class Match:
    """A match between two people who take turns at one connection."""

    def __init__(self, address: Address) -> None:
        self._line = Outside(address)
        self.id, self._tokens = opened(self._line, "squishem", 2, length="whole_deck")
        self._turn = 0

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"

    def act(self) -> float:
        """Take one action and return how many milliseconds it took."""
        while True:
            self._turn += 1
            token = self._tokens[self._turn % 2]
            seen = orjson.loads(self._line("GET", self.path, token=token))
            if seen["status"] != "running":
                raise RuntimeError("A match came to its end amid the measurement.")
            if seen["decisions"]:
                break
        decision = seen["decisions"][0]
        items = decision["choices"]["items"]
        action = orjson.dumps({"decision": decision["id"], "choice": items[self._turn % len(items)]})
        began = time.perf_counter()
        self._line("POST", f"{self.path}/actions", action, token)
        return (time.perf_counter() - began) * 1000

    def close(self) -> None:
        self._line.close()


@contextlib.contextmanager
def tables(address: Address) -> Iterator[list[Match]]:
    """Open matches; their connections end with the block."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(contextlib.closing(Match(address))) for _ in range(MATCHES)]


def play(matches: Sequence[Match], actions: int) -> list[float]:
    """Take so many actions, one after the other at an even pace, and return their milliseconds."""
    times = []
    due = time.perf_counter()
    for at in range(actions):
        time.sleep(max(0.0, due - time.perf_counter()))
        due = max(due, time.perf_counter() - 0.5) + 1 / A_SECOND
        times.append(matches[at % len(matches)].act())
    return times


@contextlib.contextmanager
def crowd(address: Address, matches: Sequence[Match], streams: int, looks: int) -> Iterator[None]:
    """Let a crowd watch for as long as the block lasts."""
    host, port = address
    asked = {"host": host, "port": port, "paths": [match.path for match in matches], "streams": streams, "looks": looks}
    # In a session of its own, so that a Ctrl-C is ours alone; the crowd goes when its input ends.
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.crowd"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(orjson.dumps(asked) + b"\n")
        process.stdin.flush()
        if not process.stdout.readline():
            raise RuntimeError("The crowd went home before it stood.")
        with contextlib.closing(Outside(address)) as line:
            # Some are between two looks at any time.
            until(lambda: _looks(line) >= looks * 0.95, "the looks wait")
        yield
        if process.poll() is not None:
            raise RuntimeError("The crowd went home too early.")
    finally:
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        process.wait(30)
        process.stdout.close()


def _looks(line: Outside) -> float:
    """Return how many looks wait, in all processes of the API."""
    found = re.search(rb'^alehouse_open\{kind="poll"\} ([0-9.]+)$', line("GET", "/metrics"), re.MULTILINE)
    return float(found[1]) if found else 0.0


def megabytes(parent: int) -> float:
    """Return the memory of a process and of its children; what several of them share is counted once (PSS)."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    family = [pid for pid, above in map(str.split, listed.splitlines()) if str(parent) in (pid, above)]
    rolled = [Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii") for pid in family]
    return (
        sum(int(kilobytes) for one in rolled for kilobytes in re.findall(r"^Pss: +(\d+) kB$", one, re.MULTILINE)) / 1024
    )
