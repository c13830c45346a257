"""Tries on flat arrays, grown level by level, and the two kinds of keys that the solver looks words up by.

A symbol is a number from 1 to 63: 1 to 26 are the letters, above them come chunks, texts of several letters that stay
together. Bit S of a node's mask says that it has a child by symbol S, bit 0 that a key ends there. Children lie side by
side in the order of their symbols, so a child is found by counting the bits below its own; `base` is the number of the
first child, less one where bit 0 is counted too.

A word's path is its letters. Its bags are its symbols in every way that it can be laid from letters and chunks, each
sorted with the highest symbol first: a hand that holds those tiles spells the word, however they are ordered, and
chunks are whole by construction. Chunks and rare letters first, so that a hand soon has no way on; and common letters
lowest, so that most masks are small numbers.
"""

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple

LETTERS = "esiarntolcdugpmhbyfvkwzxjq"
"""Letters in the order of their symbols, the commonest first."""

SYMBOLS = {letter: symbol for symbol, letter in enumerate(LETTERS, start=1)}
MOST_CHUNKS = 63 - len(LETTERS)
_ONE = tuple(bytes([symbol]) for symbol in range(64))
_TO_SYMBOLS = bytes(SYMBOLS.get(chr(code), 0) for code in range(256))


class Trie(NamedTuple):
    """A mask, a base and an end for every node, the root first; an end is what the key that ends there stands for."""

    masks: "memoryview[int]"
    bases: "memoryview[int]"
    ends: "memoryview[int]"


def path(word: str) -> bytes:
    """Return the word's letters as symbols."""
    return word.encode("ascii").translate(_TO_SYMBOLS)


def chunk_symbols(chunks: Sequence[str]) -> dict[str, int]:
    """Give each chunk a symbol; `chunks` are distinct, sorted, and MOST_CHUNKS at most."""
    return {chunk: symbol for symbol, chunk in enumerate(chunks, start=len(LETTERS) + 1)}


def bags(word: str, chunks: Mapping[str, int]) -> list[bytes]:
    """Return the word's symbols in every way to lay it, in a fixed order; `chunks` gives the symbol of each."""
    sizes = {len(chunk) for chunk in chunks}
    hits: dict[int, list[tuple[int, bytes]]] = {}
    for size in sizes:
        for at in range(len(word) - size + 1):
            symbol = chunks.get(word[at : at + size])
            if symbol is not None:
                hits.setdefault(at, []).append((at + size, _ONE[symbol]))
    letters = path(word)
    if not hits:
        return [bytes(sorted(letters, reverse=True))]
    laid: list[list[bytes]] = [[b""]] * (len(word) + 1)
    for at in range(len(word) - 1, -1, -1):
        letter = _ONE[letters[at]]
        laid[at] = [letter + rest for rest in laid[at + 1]]
        for end, chunk in hits.get(at, ()):
            laid[at] += [chunk + rest for rest in laid[end]]
    return sorted({bytes(sorted(way, reverse=True)) for way in laid[0]})


def grown(ends: Mapping[bytes, int]) -> Trie:
    """Build the trie of the keys, each of which stands for a number below 2^32."""
    masks, bases, stands = array("Q"), array("I"), array("I")
    alive = sorted(ends)
    level = [b""]
    first, depth = 0, 0
    while level:
        depth += 1
        alive = [key for key in alive if len(key) >= depth]
        below = list(dict.fromkeys([key[:depth] for key in alive]))
        place = {prefix: at for at, prefix in enumerate(level)}
        mask, base, end = [0] * len(level), [0] * len(level), [0] * len(level)
        first += len(level)
        for number, child in enumerate(below, start=first):
            at = place[child[:-1]]
            if not mask[at]:
                base[at] = number
            mask[at] |= 1 << child[-1]
        for at, prefix in enumerate(level):
            if prefix in ends:
                end[at] = ends[prefix]
                base[at] -= bool(mask[at])
                mask[at] |= 1
        masks.extend(mask)
        bases.extend(base)
        stands.extend(end)
        level = below
    return Trie(memoryview(masks), memoryview(bases), memoryview(stands))
