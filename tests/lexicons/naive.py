"""Words from tiles in the plainest way: every word is tried, position by position, with every tile."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from service.lexicons.solver import Change, Spelling, Tile


def scores(words: Iterable[str], tiles: Sequence[Tile], bonus: Sequence[int], change: bool) -> dict[str, int]:
    """Return every word that the tiles spell, and the best score that it can have."""
    letters = Counter(letter for tile in tiles for letter in tile.text)
    wild = sum(tile.blank for tile in tiles) + change
    found = {}
    for word in words:
        lacking = sum(max(0, count - letters[letter]) for letter, count in _counts(word))
        if lacking <= wild and (score := _best(word, tuple(tiles), change)) is not None:
            added = bonus[min(len(word), len(bonus) - 1)] if bonus else 0
            found[word] = score + added
    return found


@cache
def _counts(word: str) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(word).items())


def _best(word: str, tiles: tuple[Tile, ...], change: bool) -> int | None:
    """Return the most that tiles can score which together spell all of `word`."""
    if not word:
        return 0
    best = None
    for at, tile in enumerate(tiles):
        if tile in tiles[:at]:
            continue
        size = 1 if tile.blank else len(tile.text)
        if len(word) < size:
            continue
        wrong = not tile.blank and not word.startswith(tile.text)
        if wrong and not (change and sum(a != b for a, b in zip(word, tile.text, strict=False)) == 1):
            continue
        rest = _best(word[size:], tiles[:at] + tiles[at + 1 :], change and not wrong)
        if rest is not None and (best is None or rest + tile.value > best):
            best = rest + tile.value
    return best


def first(found: dict[str, int]) -> tuple[str, int] | None:
    """Return the best word as the solver breaks ties: the longer one, then the earlier in the alphabet."""
    return min(found.items(), key=lambda one: (-one[1], -len(one[0]), one[0]), default=None)


def shows(spelling: Spelling, tiles: Sequence[Tile], bonus: Sequence[int], change: bool) -> bool:
    """Tell whether the tiles that a spelling names do spell its word, for its score, with the change that it says."""
    text = ""
    for at, letter in enumerate(spelling.tiles):
        tile = tiles[letter]
        if spelling.change is not None and spelling.change.tile == letter:
            text += spelling.change.text
        else:
            text += spelling.word[len(text)] if tile.blank else tile.text
        assert letter not in spelling.tiles[:at]
    added = bonus[min(len(text), len(bonus) - 1)] if bonus else 0
    return (
        text == spelling.word
        and sum(tiles[at].value for at in spelling.tiles) + added == spelling.score
        and (spelling.change is None or (change and _one_letter(spelling.change, tiles)))
    )


def _one_letter(change: Change, tiles: Sequence[Tile]) -> bool:
    was = tiles[change.tile]
    return not was.blank and sum(a != b for a, b in zip(was.text, change.text, strict=True)) == 1
