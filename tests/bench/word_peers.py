"""Asks a package of the registry for the words of hands: run by the Python of an environment that has it, not by ours.

Reads {"words", "racks", "repeats"} as JSON and prints, for each peer that can be imported, the microseconds of each
rack (the least of the repeats) and how many words it found in each.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

Search = Callable[[str], Sequence[str]]


def kjxqz(words: Iterable[str]) -> Search:
    """Return its own search, on our words instead of those that it brings."""
    peer: Any = import_module("kjxqz")
    peer._DAWG = peer.build_dawg(words)
    search: Search = peer.search
    return search


def gaddag(words: Iterable[str]) -> Search:
    """Return a search down its nodes, by the reversed words: it has none of its own for a rack."""
    index: Any = import_module("gaddag").GADDAG(words)

    def search(rack: str) -> Sequence[str]:
        found = []
        open_ = [(index.root, "", rack)]
        while open_:
            node, ending, left = open_.pop()
            ends = set(node.letter_set)
            edges = set(node.edges)
            for letter in set(left):
                if letter in ends:
                    found.append(letter + ending)
                if letter in edges:
                    open_.append((node[letter], letter + ending, left.replace(letter, "", 1)))
        return found

    return search


def main() -> None:
    """Time every peer that is there."""
    asked = json.load(sys.stdin)
    told = {}
    for peer in (kjxqz, gaddag):
        try:
            search = peer(asked["words"])
        except ImportError:
            continue
        times = [float("inf")] * len(asked["racks"])
        counts = [0] * len(times)
        for _ in range(asked["repeats"]):
            for at, rack in enumerate(asked["racks"]):
                begun = time.perf_counter()
                found = search(rack)
                times[at] = min(times[at], (time.perf_counter() - begun) * 1e6)
                counts[at] = len(set(found))
        told[peer.__name__] = {"microseconds": times, "words": counts}
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
