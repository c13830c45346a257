"""What a hand costs the solver, beside packages of the registry that find words from letters.

Hands are of four kinds: seven letters; with one to five trophies, single letters too; with one to four chunks; with
both, 14 tiles at most. Chunks are 24 that are common in English, so more of them are met than of the wounds of Spell
Smashers. A hand's figure is the least of several repeats, and a row is spread over its hands. Peers know neither
chunks nor values and list words without scoring them: only their rows of letters are comparable, with `every`, not
`best`. They are given our words, and looked for in the Python of ALEHOUSE_BENCH_PEERS, a virtual environment with
`kjxqz` and `gaddag`.
"""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import orjson

from service.lexicons import DEFAULT, lexicons
from service.lexicons.solver import LONGEST_WORD, Solver, Tile
from tests.bench.figures import Goal, Row, row
from tests.bench.premises import Premises
from tests.lexicons.hands import ASSUMED, hand

HANDS = int(os.environ.get("ALEHOUSE_BENCH_HANDS", "200"))
REPEATS = 9
STICK = (0, 0, 0, 0, 0, 1)
KINDS = {
    "7 letters": (False, False),
    "with trophies": (True, False),
    "with chunks": (False, True),
    "with both": (True, True),
}
GOALS = {"7 letters": 35, "with trophies": 80, "with chunks": 70, "with both": 140}
"""Microseconds for the best word."""


def least(ask: Callable[[Sequence[Tile]], object], hands: Sequence[Sequence[Tile]], repeats: int) -> list[float]:
    """Return for each hand the least of the times that asking for it takes, in microseconds.

    All hands have their turn before the next repeat, so that other work on the machine doesn't fall on one alone.
    """
    best = [float("inf")] * len(hands)
    for _ in range(repeats):
        for at, tiles in enumerate(hands):
            begun = time.perf_counter()
            ask(tiles)
            best[at] = min(best[at], time.perf_counter() - begun)
    return [seconds * 1e6 for seconds in best]


def measured(premises: Premises, rounds: int) -> Iterator[Row]:
    """Yield a row for each question and kind of hand, for an index and a cold start, for membership, and for peers."""
    random = Random(20261130)
    hands = {
        kind: [hand(random, trophies=trophies, wounds=wounds, texts=ASSUMED) for _ in range(HANDS)]
        for kind, (trophies, wounds) in KINDS.items()
    }
    lexicon = lexicons()[DEFAULT]
    with TemporaryDirectory() as folder:
        begun = time.process_time()
        Solver(lambda: lexicon.words, lexicon.sha256, ASSUMED, Path(folder))
        made = time.process_time() - begun
        solver = Solver(lambda: lexicon.words, lexicon.sha256, ASSUMED, Path(folder))
        gc.collect()
        gc.freeze()
        for kind, drawn in hands.items():
            yield from _solving(solver, kind, drawn)
        starts = [cold(lexicon.sha256, folder) for _ in range(rounds)]
        bare = [_started("-c", "pass") for _ in range(rounds)]
        yield row("words: a new process opens the index and solves", "ms", starts, "an empty process", bare)
        yield row("words: the index is made", "ms", [made * 1e3], "and opened, in a new process", starts)
        # The solver leaves longer words out, and so must the peers.
        yield from _beside(solver, sorted(word for word in lexicon.words if len(word) <= LONGEST_WORD), hands)
    there, missing = lookups(lexicon.words)
    yield row("words: a word that there is, looked up", "ns", there, "one that there isn't", missing)
    gc.unfreeze()


def _solving(solver: Solver, kind: str, hands: list[list[Tile]]) -> Iterator[Row]:
    every = least(lambda tiles: solver.every(tiles, STICK), hands, REPEATS)
    best = least(lambda tiles: solver.best(tiles, STICK), hands, REPEATS)
    goal = Goal(GOALS[kind], ratio=False)
    yield row(f"words: the best, {kind}", "µs", best, "every word of the hand", every, goal)
    yield row(f"words: is there any, {kind}", "µs", least(solver.exists, hands, REPEATS), "the best", best)
    few, of_few = hands[: HANDS // 10], best[: HANDS // 10]
    changed = least(lambda tiles: solver.best(tiles, STICK, change=True), few, 2)
    yield row(f"words: the best with a changed letter, {kind}", "µs", changed, "the best", of_few)
    blank = least(lambda tiles: solver.best([*tiles[:-1], Tile("", 0, blank=True)], STICK), few, 2)
    yield row(f"words: the best with a blank, {kind}", "µs", blank, "the best", of_few)


def _beside(solver: Solver, known: list[str], hands: dict[str, list[list[Tile]]]) -> Iterator[Row]:
    """Yield a row for each peer that is installed and each kind of hand that it can be asked for."""
    python = os.environ.get("ALEHOUSE_BENCH_PEERS")
    for kind in ("7 letters", "with trophies") if python else ():
        drawn = hands[kind][: HANDS // 10]
        racks = ["".join(tile.text for tile in tiles) for tiles in drawn]
        ran = subprocess.run(
            [f"{python}/bin/python", str(Path(__file__).with_name("word_peers.py"))],
            input=orjson.dumps({"words": known, "racks": racks, "repeats": 5}),
            stdout=subprocess.PIPE,
            check=True,
        )
        ours = least(solver.every, drawn, 5)
        counts = [len(solver.every(tiles)) for tiles in drawn]
        for peer, told in orjson.loads(ran.stdout).items():
            assert told["words"] == counts, f"{peer} finds other words than we do"
            yield row(f"words: every word, {kind}", "µs", ours, peer, told["microseconds"])


def cold(sha256: str, folder: str) -> float:
    """Return the time in which a new process opens the index and solves a hand, in milliseconds."""
    code = (
        "import sys; from pathlib import Path; from service.lexicons.solver import Solver, Tile\n"
        "chunks = sys.argv[3].split(',')\n"
        "assert Solver(list, sys.argv[1], chunks, Path(sys.argv[2])).best([Tile(x, 1) for x in 'lantern'])"
    )
    return _started("-c", code, sha256, folder, ",".join(ASSUMED))


def _started(*arguments: str) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True)
    return (time.perf_counter() - begun) * 1e3


def lookups(known: frozenset[str]) -> tuple[list[float], list[float]]:
    """Return nanoseconds a word, for words that are in the lexicon and for others that nearly are; five times each."""
    there = sorted(known)[::4]
    missing = [f"{word[:-1]}q" for word in there]
    return tuple([_looked_up(known, asked) for _ in range(5)] for asked in (there, missing))  # type: ignore[return-value]


def _looked_up(known: frozenset[str], asked: list[str]) -> float:
    begun = time.perf_counter()
    for word in asked:
        word in known  # noqa: B015
    return (time.perf_counter() - begun) / len(asked) * 1e9
