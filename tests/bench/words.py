"""What a hand costs the solver, beside packages of the registry that find words from letters.

Hands are of four kinds: seven letters; with one to five trophies, single letters too; with one to four chunks; with
both, 14 tiles at most. Chunks are 24 that are common in English, so more of them are met than of the wounds of Spell
Smashers. A hand's figure is the least of several repeats, and a row's the median of its hands. Peers know neither
chunks nor values and list words without scoring them: only their rows of letters are comparable, with `every`, not
`best`. They are given our words, and looked for in the Python of ALEHOUSE_BENCH_PEERS, a virtual environment with
`kjxqz` and `gaddag`.
"""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import orjson

from service.lexicons import DEFAULT, lexicons
from service.lexicons.solver import LONGEST_WORD, Solver, Tile
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

Row = dict[str, float]


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


def solving(solver: Solver, hands: dict[str, list[list[Tile]]]) -> dict[str, Row]:
    """Return a row of medians for each kind of hand."""
    asked: dict[str, tuple[Callable[[Sequence[Tile]], object], int, int]] = {
        "best": (lambda tiles: solver.best(tiles, STICK), HANDS, REPEATS),
        "every": (lambda tiles: solver.every(tiles, STICK), HANDS, 5),
        "exists": (solver.exists, HANDS, 5),
        "a change": (lambda tiles: solver.best(tiles, STICK, change=True), HANDS // 10, 2),
        "a blank": (lambda tiles: solver.best([*tiles[:-1], Tile("", 0, blank=True)], STICK), HANDS // 10, 2),
    }
    rows: dict[str, Row] = {}
    for kind, drawn in hands.items():
        row = rows[kind] = {}
        for name, (ask, count, repeats) in asked.items():
            row[name] = median(least(ask, drawn[:count], repeats))
    return rows


def beside(solver: Solver, known: list[str], hands: dict[str, list[list[Tile]]]) -> dict[str, Row]:
    """Return a row for each peer that is installed and each kind of hand that it can be asked for."""
    python = os.environ.get("ALEHOUSE_BENCH_PEERS")
    if not python:
        return {}
    rows: dict[str, Row] = {}
    for kind in ("7 letters", "with trophies"):
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
            rows[f"words: {kind}, {peer}"] = {
                "every": median(ours),
                "peer": median(told["microseconds"]),
                "ratio": median(told["microseconds"]) / median(ours),
            }
    return rows


def words() -> dict[str, Row]:
    """Return all rows: hands by kind, then what membership and a cold start cost, then peers."""
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
        rows = {f"words: {kind}": row for kind, row in solving(solver, hands).items()}
        rows["words: index"] = {"seconds to make": made, "milliseconds of a cold start": cold(lexicon.sha256, folder)}
        # The solver leaves longer words out, and so must the peers.
        rows |= beside(solver, sorted(word for word in lexicon.words if len(word) <= LONGEST_WORD), hands)
    rows["words: membership"] = {"lookups a second": lookups(lexicon.words)}
    gc.unfreeze()
    return rows


def cold(sha256: str, folder: str) -> float:
    """Return the least time in which a new process opens the index and solves a hand, in milliseconds."""
    code = (
        "import sys; from pathlib import Path; from service.lexicons.solver import Solver, Tile\n"
        "chunks = sys.argv[3].split(',')\n"
        "assert Solver(list, sys.argv[1], chunks, Path(sys.argv[2])).best([Tile(x, 1) for x in 'lantern'])"
    )
    best = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code, sha256, folder, ",".join(ASSUMED)], check=True)
        best = min(best, time.perf_counter() - begun)
    return best * 1e3


def lookups(known: frozenset[str]) -> float:
    """Return how many words a second are found to be in the lexicon or not, half of them each."""
    asked = sorted(known)[::4]
    asked += [f"{word[:-1]}q" for word in asked]
    best = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        for word in asked:
            word in known  # noqa: B015
        best = min(best, time.perf_counter() - begun)
    return len(asked) / best


def show(rows: dict[str, Row]) -> None:
    """Print the rows as a table."""
    names = ("best", "every", "exists", "a change", "a blank")
    print(f"{'microseconds a hand':<38}" + "".join(f"{name:>9}" for name in names) + f"{'goal':>7}")
    for kind, goal in GOALS.items():
        row = rows[f"words: {kind}"]
        print(f"{kind:<38}" + "".join(f"{row[name]:>9.1f}" for name in names) + f"{goal:>7}")
    for name, row in rows.items():
        if "peer" in row:
            print(f"{name:<38}   every {row['every']:.0f}, peer {row['peer']:.0f}, ratio {row['ratio']:.1f}")
    index, membership = rows["words: index"], rows["words: membership"]
    print(f"index: {index['seconds to make']:.1f} s to make, cold start {index['milliseconds of a cold start']:.0f} ms")
    print(f"membership: {membership['lookups a second'] / 1e6:.1f} million lookups a second")


if __name__ == "__main__":
    show(words())
