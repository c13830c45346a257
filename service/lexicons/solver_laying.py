"""How the tiles that a search used lie in the word that it found."""

from collections.abc import Sequence
from typing import NamedTuple

from service.lexicons.solver_hands import Tile

_COVERED = "."


class Change(NamedTuple):
    """One letter of a tile became another: the tile's index in the hand, and its letters in the word."""

    tile: int
    text: str


def laid(word: str, tiles: Sequence[Tile], total: int, change: bool) -> tuple[tuple[int, ...], Change | None]:
    """Return the tiles that a sum uses in the order in which they spell the word, and the change, if it takes one.

    They do spell it, with one letter of one tile changed only if `change`.
    """
    used = _used(tiles, total)
    plain = _plain(word, tiles, used)
    if plain is not None:
        return plain, None
    for changes in (False, True)[: 1 + change]:
        found = _placed(word, 0, tiles, used, changes)
        if found is not None:
            break
    else:
        raise AssertionError(f"{word!r} is not spelt by {[tiles[at] for at in used]}")
    at = 0
    for place in found:
        text, _, blank = tiles[place]
        size = 1 if blank else len(text)
        if not blank and word[at : at + size] != text:
            return found, Change(place, word[at : at + size])
        at += size
    return found, None


def lies(word: str, chunk: int, tiles: Sequence[Tile], total: int) -> bool:
    """Tell whether the tiles that a sum uses spell the word with one letter of a chunk changed."""
    text = tiles[chunk].text
    size = len(text)
    used = _used(tiles, total)
    others = [at for at in used if at != chunk and len(tiles[at].text) > 1]
    singles = [tiles[at].text for at in used if len(tiles[at].text) == 1]
    blanks = len(used) - len(singles) - len(others) - 1
    for at in range(len(word) - size + 1):
        if sum(map(str.__ne__, word[at : at + size], text)) > 1:
            continue
        standing = _standing(word[:at] + _COVERED * size + word[at + size :], tiles, others)
        if standing is None:
            continue
        left = standing[0].replace(_COVERED, "")
        for letter in singles:
            left = left.replace(letter, "", 1)
        # Every single tile took a letter away, if it could; what is left is for blanks.
        if len(left) == blanks:
            return True
    return False


def _used(tiles: Sequence[Tile], total: int) -> tuple[int, ...]:
    return tuple([at for at in range(len(tiles)) if total >> at & 1])


def _plain(word: str, tiles: Sequence[Tile], used: Sequence[int]) -> tuple[int, ...] | None:
    """The same without blanks and changes, as most words are laid; None when it takes any.

    Wherever the chunks stand, the same letters are left over for the single tiles.
    """
    singles: dict[str, list[int]] = {}
    chunks: list[int] = []
    for at in reversed(used):
        text = tiles[at].text
        if len(text) == 1:
            singles.setdefault(text, []).append(at)
        else:
            chunks.insert(0, at)
    try:
        if not chunks:
            return tuple([singles[letter].pop() for letter in word])
        standing = _standing(word, tiles, chunks)
        if standing is None:
            return None
        left, places = standing
        return tuple(
            [
                places[at] if at in places else singles[letter].pop()
                for at, letter in enumerate(left)
                if letter != _COVERED or at in places
            ]
        )
    except LookupError:
        return None


def _standing(word: str, tiles: Sequence[Tile], chunks: Sequence[int]) -> tuple[str, dict[int, int]] | None:
    """Return the word with all chunks covered, and which tile stands at which letter; None where they can't."""
    if not chunks:
        return word, {}
    chunk, *others = chunks
    text = tiles[chunk].text
    at = word.find(text) if text else -1
    while at >= 0:
        covered = word[:at] + _COVERED * len(text) + word[at + len(text) :]
        if (found := _standing(covered, tiles, others)) is not None:
            found[1][at] = chunk
            return found
        at = word.find(text, at + 1)
    return None


def _placed(word: str, at: int, tiles: Sequence[Tile], left: tuple[int, ...], change: bool) -> tuple[int, ...] | None:
    if not left:
        return () if at == len(word) else None
    tried = set()
    # Blanks last: what a letter of the hand can be, no blank needs to be.
    for place in sorted(left, key=lambda place: (tiles[place].blank, place)):
        text, _, blank = tiles[place]
        if text in tried:
            continue
        tried.add(text)
        there = word[at : at + (1 if blank else len(text))]
        wrong = 0 if blank else sum(map(str.__ne__, there, text))
        if len(there) < len(text) or wrong > change:
            continue
        rest = tuple(other for other in left if other != place)
        found = _placed(word, at + len(there), tiles, rest, change and not wrong)
        if found is not None:
            return place, *found
    return None
