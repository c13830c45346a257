"""Chance, the pseudo-seat that shuffles, draws, rolls and picks; rules know no other randomness."""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

WORDS_PER_BLOCK = 8
WORD_SPAN = 1 << 64
WORDS_OF = struct.Struct(f">{WORDS_PER_BLOCK}Q").unpack


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
        below = self.below
        for last in range(len(cards) - 1, 0, -1):
            other = below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


class SeededChance(Chance):
    """Chance from a counter over a seed: word k is the k % 8th 64-bit big-endian word of SHA-512(seed, k // 8).

    The block number is 8 bytes, big-endian, behind the seed. A word is taken modulo n; words in the last, incomplete
    span of n are passed over, so every value is equally likely. `drawn` is the number of words used: seed and `drawn`
    together are the whole state.
    """

    __slots__ = ("_read", "_words", "seed")

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed = seed
        self._read = drawn
        self._words: list[int] = []

    @property
    def drawn(self) -> int:
        """The number of words used."""
        return self._read - len(self._words)

    def below(self, n: int) -> int:
        if n < 1:
            raise _out_of_span(n)
        word = (self._words or self._next_words()).pop()
        value = word % n
        return value if word - value <= WORD_SPAN - n else self._pass_over(n)

    def _pass_over(self, n: int) -> int:
        """Draw again after a word of the last, incomplete span."""
        if n > WORD_SPAN:
            raise _out_of_span(n)
        return self.below(n)

    def _next_words(self) -> list[int]:
        """Return what is left of the block that the next word stands in, the next word last."""
        block, used = divmod(self._read, WORDS_PER_BLOCK)
        words = WORDS_OF(hashlib.sha512(self.seed + block.to_bytes(8, "big")).digest())
        self._words = [*words[used:]]
        self._words.reverse()
        self._read = (block + 1) * WORDS_PER_BLOCK
        return self._words


def _out_of_span(n: int) -> ValueError:
    return ValueError(f"Chance picks below 1 to 2**64, not below {n}.")
