"""What a search is asked with: tiles, and the one number that tells what has been made of them.

A sum holds, from the top: the score, the number of letters (6 bits), whether a letter is changed (1 bit), and a bit for
every tile that is used (14 bits). Adding a tile's gain adds all of them, and of two sums the greater has the better
score or, with the same score, more letters.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from service.lexicons.solver_tries import SYMBOLS

MOST_TILES = 14
LONGEST_TILE = 4
CHANGED = 1 << MOST_TILES
LETTERS_AT = MOST_TILES + 1
SCORE_AT = LETTERS_AT + 6
"""How far letters and score stand from the sum's end."""

NOTHING = -1 << 80
"""Less than any sum."""

_MOST_LETTERS = 1 << 6


Found = tuple[int, int]
"""A sum, and the number of what it spells: a class or a word."""


class TilesInvalid(ValueError):
    """No search can be made with these tiles; the message says why and what may be."""


class Tile(NamedTuple):
    """A tile: its letters (1 to 4 from a to z, none when blank), and what it scores, which may be 0 or negative.

    A blank is any one letter. The letters of a tile stay together and in their order.
    """

    text: str
    value: int = 0
    blank: bool = False


def gains(tiles: Sequence[Tile]) -> list[int]:
    """Return what each tile adds to a sum; raises TilesInvalid."""
    if len(tiles) > MOST_TILES:
        raise TilesInvalid(f"{len(tiles)} tiles are too many: a hand has at most {MOST_TILES}.")
    found = []
    for at, (text, value, blank) in enumerate(tiles):
        if blank:
            if text:
                raise TilesInvalid(f"Tile {at} is blank and has the letters {text!r}: a blank has none.")
            found.append((value << SCORE_AT) + (1 << LETTERS_AT) + (1 << at))
            continue
        if not (0 < len(text) <= LONGEST_TILE and all(letter in SYMBOLS for letter in text)):
            raise TilesInvalid(f"Tile {at} is {text!r}: a tile has 1 to {LONGEST_TILE} letters from a to z.")
        found.append((value << SCORE_AT) + (len(text) << LETTERS_AT) + (1 << at))
    return found


def unused(adding: Sequence[int], total: int) -> int:
    """Return the first of the gains whose tile the sum does not use, or 0."""
    for gain in adding:
        # The lowest bit that is set is the tile's own.
        if not gain & -gain & total:
            return gain
    return 0


@lru_cache(maxsize=64)
def bonuses(by_letters: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return what a sum gains for each number of letters, and the most of them.

    Entry N of `by_letters` is for words of N letters; longer words than it tells of have its last.
    """
    told = (by_letters or (0,))[:_MOST_LETTERS]
    table = tuple(bonus << SCORE_AT for bonus in told) + (told[-1] << SCORE_AT,) * (_MOST_LETTERS - len(told))
    return table, max(table)
