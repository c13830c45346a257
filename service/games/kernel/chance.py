"""Chance, the pseudo-seat that shuffles, draws, rolls and picks; rules know no other randomness."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

WORDS_PER_BLOCK = 8
WORD_SPAN = 1 << 64
LAST_WORD_FIRST = tuple(range(0, 64 * WORDS_PER_BLOCK, 64))
"""By how many bits a block is shifted so that a word of it comes to the end."""


class Chance:
    """Answers every question of chance; `below` is the only one that a kind of chance must define."""

    __slots__ = ()

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each equally likely."""
        raise NotImplementedError

    def roll(self, sides: int) -> int:
        """Return the face of one die, 1 to `sides`."""
        return 1 + self.below(sides)

    def pick(self, options: Sequence[T]) -> T:
        """Return one of `options`, each equally likely; a single one needs no draw."""
        return options[0] if len(options) == 1 else options[self.below(len(options))]

    def shuffle(self, cards: list[T]) -> None:
        """Put `cards` into random order, in place (Fisher and Yates, from the last card down)."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


class SeededChance(Chance):
    """Chance from a counter over a seed: word k is the k % 8th 64-bit big-endian word of SHA-512(seed, k // 8).

    The block number is 8 bytes, big-endian, behind the seed. A word is taken modulo n; words in the last, incomplete
    span of n are passed over, so every value is equally likely. `drawn` is the number of words used: seed and `drawn`
    together are the whole state.
    """

    __slots__ = ("_words", "drawn", "seed")

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn
        self._words: list[int] = []

    def below(self, n: int) -> int:
        if not 0 < n <= WORD_SPAN:
            raise ValueError(f"Chance picks below 1 to 2**64, not below {n}.")
        words = self._words or self._next_words()
        word = words.pop()
        self.drawn += 1
        value = word % n
        return value if word - value <= WORD_SPAN - n else self.below(n)

    def _next_words(self) -> list[int]:
        """Return what is left of the block that `drawn` stands in, the next word last."""
        block, used = divmod(self.drawn, WORDS_PER_BLOCK)
        value = int.from_bytes(hashlib.sha512(self.seed + block.to_bytes(8, "big")).digest(), "big")
        self._words = [value >> shift & WORD_SPAN - 1 for shift in LAST_WORD_FIRST[: WORDS_PER_BLOCK - used]]
        return self._words
