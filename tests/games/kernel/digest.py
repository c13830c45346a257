"""Prints what a few random matches of a title told and were: `python -m tests.games.kernel.digest module:Title 20 7`.

The numbers: how many matches, and the seed of the first.
"""

import hashlib
import sys
from importlib import import_module

from tests.games.kernel.driving import played


def main(name: str, matches: int, first: int) -> None:
    module, _, attribute = name.partition(":")
    title = getattr(import_module(module), attribute)
    for seed in range(first, first + matches):
        game = title()
        playing = played(game, game.seats[seed % len(game.seats)], seed)
        playing.play.close()
        whole = repr((playing.told, playing.lines, playing.match))
        print(hashlib.sha256(whole.encode()).hexdigest())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
