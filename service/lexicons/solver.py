"""Finds words from tiles: the best one under an additive score, every one with its score, or whether there is any.

A word's score is the sum of its tiles' values and a bonus by its number of letters. A word that can be laid in several
ways counts with its best. Of words with the same score the longer one is better, then the one earlier in the
alphabet, so that the same question has the same answer everywhere.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from service.lexicons import solver_bags, solver_forks, solver_paths
from service.lexicons.solver_hands import (
    LETTERS_AT,
    LONGEST_TILE,
    MOST_TILES,
    NOTHING,
    SCORE_AT,
    Tile,
    TilesInvalid,
    bonuses,
    gains,
)
from service.lexicons.solver_index import LONGEST_WORD, index_of, is_kept
from service.lexicons.solver_laying import Change, laid, lies
from service.lexicons.solver_tries import MOST_CHUNKS, SYMBOLS, chunk_symbols

__all__ = [
    "LONGEST_TILE",
    "LONGEST_WORD",
    "MOST_TILES",
    "Change",
    "Solver",
    "Spelling",
    "Tile",
    "TilesInvalid",
    "is_kept",
]

# fmt: off
WOUNDS = (
    "aw", "ex", "ff", "ft", "gg", "gh", "ght", "gn", "imp", "mb", "nch", "nk",
    "oa", "ock", "oun", "ph", "pt", "qui", "sk", "sw", "tch", "ui", "wh", "xi",
)
# fmt: on
"""The chunks of Spell Smashers: the letters of its wounds."""


class ChunksInvalid(ValueError):
    """No index can be made for these chunks; the message says why and what may be."""


class Spelling(NamedTuple):
    """A word, its score, the tiles that spell it (indices of the hand, in the word's order), and the change, if any."""

    word: str
    score: int
    tiles: tuple[int, ...]
    change: Change | None = None


class Solver:
    """Solves hands with the words of one lexicon.

    Chunks that the solver was opened with cost little more than letters; tiles with other texts, and a change of a
    letter, are searched letter by letter, as exactly and some tens of times slower. Safe to share between threads,
    and after forks.
    """

    def __init__(
        self, words: Callable[[], Iterable[str]], sha256: str, chunks: Iterable[str] = (), folder: Path | None = None
    ) -> None:
        """Open the index in `folder`, made anew where there is none that is sound: that takes some seconds.

        `words` is called only then; they are of the letters a to z, and those over LONGEST_WORD letters are left out.
        `sha256` names them. Raises ChunksInvalid.
        """
        known = tuple(sorted(set(chunks)))
        for chunk in known:
            if not (1 < len(chunk) <= LONGEST_TILE and all(letter in SYMBOLS for letter in chunk)):
                raise ChunksInvalid(f"{chunk!r} is no chunk: one has 2 to {LONGEST_TILE} letters from a to z.")
        if len(known) > MOST_CHUNKS:
            raise ChunksInvalid(f"{len(known)} chunks are too many: an index has at most {MOST_CHUNKS}.")
        self.index = index_of(words, sha256, known, folder)
        self._symbols = SYMBOLS | chunk_symbols(known)

    @property
    def file(self) -> Path | None:
        """The index's file; None where it lies in this process's memory alone."""
        return self.index.file

    def best(self, tiles: Sequence[Tile], bonus: tuple[int, ...] = (), *, change: bool = False) -> Spelling | None:
        """Return the best word, or None when the tiles spell none.

        bonus: entry N is added for a word of N letters, the last one for longer words too. change: one letter inside
        one tile (no blank) may be another letter. Raises TilesInvalid.
        """
        table, most = bonuses(bonus)
        stage = None if change else self._stage(tiles, most)
        if stage is not None:
            found = solver_bags.best(self.index.bags, stage, table)
            return None if found is None else self._spelling(found[0], self._words_of(found[1])[0], tiles, change)
        floor = [NOTHING]
        top, of = NOTHING, -1
        for total, word, chunk in self._found(tiles, change, most, floor):
            whole = total + table[total >> LETTERS_AT & 63]
            better = whole >= floor[0] and (whole >= floor[0] + (1 << LETTERS_AT) or word < of)
            if better and self._lies(word, chunk, tiles, total):
                top, of = whole, word
                floor[0] = whole >> LETTERS_AT << LETTERS_AT
        return None if of < 0 else self._spelling(top, of, tiles, change)

    def every(self, tiles: Sequence[Tile], bonus: tuple[int, ...] = (), *, change: bool = False) -> dict[str, int]:
        """Return every word that the tiles spell and its score, in no order that matters; see `best`."""
        table, most = bonuses(bonus)
        scores: dict[int, int] = {}
        for total, word, chunk in self._found(tiles, change, most, [NOTHING]):
            score = total + table[total >> LETTERS_AT & 63] >> SCORE_AT
            if (word not in scores or scores[word] < score) and self._lies(word, chunk, tiles, total):
                scores[word] = score
        begins, text = self.index.begins, self.index.text
        return {text[begins[word] : begins[word + 1] - 1]: score for word, score in scores.items()}

    def exists(self, tiles: Sequence[Tile], *, change: bool = False) -> bool:
        """Return whether the tiles spell any word; see `best`."""
        found = self._found(tiles, change, 0, [NOTHING])
        return any(self._lies(word, chunk, tiles, total) for total, word, chunk in found)

    def _stage(self, tiles: Sequence[Tile], most: int) -> solver_bags.Stage | None:
        """Return what the quickest searches begin with; None for what they can't do, and for what isn't valid."""
        if len(tiles) > MOST_TILES:
            return None
        try:
            return solver_bags.stages(tiles, self._symbols, most)
        except KeyError:
            return None

    def _found(
        self, tiles: Sequence[Tile], change: bool, most: int, floor: Sequence[int]
    ) -> Iterator[tuple[int, int, int | None]]:
        """Yield sums that are not below floor[0], and the word of each: its best sum, and others perhaps.

        With them comes the chunk of which a letter would be changed, if one: whether it `_lies` in the word is still
        to see.
        """
        bags = self.index.bags
        stage = self._stage(tiles, most)
        if stage is not None:
            for total, of in solver_bags.every(bags, stage):
                for word in self._words_of(of):
                    yield total, word, None
            if not change:
                return
        adding = gains(tiles)
        if not all(tile.blank or tile.text in self._symbols for tile in tiles):
            for total, word in solver_paths.spelt(self.index.paths, tiles, adding, change, most, floor):
                yield total, word, None
            return
        if stage is None:
            for total, of in solver_forks.spelt(bags, tiles, adding, self._symbols, most, floor):
                for word in self._words_of(of):
                    yield total, word, None
        if change:
            for total, of, chunk in solver_forks.spelt_by_change(bags, tiles, adding, self._symbols, most, floor):
                for word in self._words_of(of):
                    yield total, word, chunk

    def _lies(self, word: int, chunk: int | None, tiles: Sequence[Tile], total: int) -> bool:
        return chunk is None or lies(self._text(word), chunk, tiles, total)

    def _words_of(self, of: int) -> "memoryview[int]":
        """Return the words of a class, in the order of the alphabet."""
        starts = self.index.starts
        return self.index.words[starts[of] : starts[of + 1]]

    def _text(self, word: int) -> str:
        begins = self.index.begins
        return self.index.text[begins[word] : begins[word + 1] - 1]

    def _spelling(self, whole: int, word: int, tiles: Sequence[Tile], change: bool) -> Spelling:
        text = self._text(word)
        return Spelling(text, whole >> SCORE_AT, *laid(text, tiles, whole, change))
