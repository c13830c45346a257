"""Searches by bags where a letter may come from elsewhere than its own tile: from a blank, or by a change.

A changed single letter is any letter, and owed: any single tile that is still unused pays for it at the end, the most
valuable one, so the search needn't ask which. A changed chunk is looked for as its letters, all of which must be used,
with any letter in place of the changed one; whether they stand together in the word is seen when one is found.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.lexicons.solver_hands import CHANGED, SCORE_AT, Found, Tile, unused
from service.lexicons.solver_tries import LETTERS, SYMBOLS, Trie

Fork = tuple[int, Mapping[int, Sequence[tuple[int, Any]]], int, bool]
"""A stage where a symbol may be taken in several ways; and whether a word may end here."""


@dataclass(slots=True)
class Hand:
    """Known tiles as (symbol, gain), the highest symbol and then the most valuable first; gains of blanks, best first.

    needed: symbols of letters that must be used and gain nothing, the highest first. wild: whether one letter must be
    any, which gains nothing but the mark of a change. most: the best bonus.
    """

    tiles: Sequence[tuple[int, int]]
    blanks: Sequence[int]
    most: int
    needed: Sequence[int] = ()
    wild: bool = False
    made: dict[tuple[int, int, int, bool], Fork] = field(default_factory=dict)

    def fork(self, at: int = 0, spent: int = 0, had: int = 0, wild: bool = False) -> Fork:
        """Return what is left after `at` tiles, `spent` blanks and `had` needed letters, and the wild one if so."""
        state = at, spent, had, wild
        if state not in self.made:
            self.made[state] = self._fork(*state)
        return self.made[state]

    def _fork(self, at: int, spent: int, had: int, wild: bool) -> Fork:
        steps: dict[int, list[tuple[int, Any]]] = {}
        needed = self.needed[had] if had < len(self.needed) else 0
        bound = self.most + sum(gain for gain in self.blanks[spent:] if gain > 0)
        bound += sum(gain for _, gain in self.tiles[at:] if gain > 0)
        if self.wild and not wild:
            bound += CHANGED
        # Equal symbols are taken in this order: needed, of the hand, blank or wild. So each bag is met once or twice.
        for place in range(at, len(self.tiles)):
            symbol, gain = self.tiles[place]
            if symbol <= needed:
                break
            if 1 << symbol not in steps:
                steps[1 << symbol] = [(gain, self.fork(place + 1, spent, had, wild))]
        blank = self.blanks[spent] if spent < len(self.blanks) else None
        if blank is not None or (self.wild and not wild):
            place = at
            for symbol in range(len(LETTERS), needed, -1):
                while place < len(self.tiles) and self.tiles[place][0] >= symbol:
                    place += 1
                ways = steps.setdefault(1 << symbol, [])
                own = ways[0][0] if ways else None
                # A blank in place of a tile that is worth as much gains nothing, and leaves less to choose from.
                if blank is not None and (own is None or own >> SCORE_AT < blank >> SCORE_AT):
                    ways.append((blank, self.fork(place, spent + 1, had, wild)))
                if self.wild and not wild:
                    ways.append((CHANGED, self.fork(place, spent, had, True)))
        if needed:
            steps[1 << needed] = [(0, self.fork(at, spent, had + 1, wild))]
        return sum(steps), steps, bound, not needed and wild == self.wild


def reached(bags: Trie, fork: Fork, begun: int, floor: Sequence[int]) -> Iterator[Found]:
    """Yield sums from `begun` on that are not below floor[0], which may rise meanwhile, and the class of each."""
    masks, bases, ends = bags
    open_ = [(0, fork, begun)]
    while open_:
        node, (allowed, steps, bound, whole), total = open_.pop()
        if total + bound < floor[0]:
            continue
        mask = masks[node]
        if mask & 1 and whole:
            yield total, ends[node]
        here = mask & allowed
        if here:
            base = bases[node]
            while here:
                bit = here & -here
                here ^= bit
                below = base + (mask & bit - 1).bit_count()
                for gain, after in steps[bit]:
                    if total + gain + after[2] >= floor[0]:
                        open_.append((below, after, total + gain))


def spelt(
    bags: Trie, tiles: Sequence[Tile], gains: Sequence[int], symbols: Mapping[str, int], most: int, floor: Sequence[int]
) -> Iterator[Found]:
    """Yield what is spelt without a change, some classes repeatedly; see `reached`."""
    yield from reached(bags, _hand(tiles, gains, symbols, most).fork(), 0, floor)


def spelt_by_change(
    bags: Trie, tiles: Sequence[Tile], gains: Sequence[int], symbols: Mapping[str, int], most: int, floor: Sequence[int]
) -> Iterator[tuple[int, int, int | None]]:
    """Yield what may be spelt with one letter changed, and the tile that is changed where it is a chunk.

    A class of which a chunk is changed may have words in which its letters don't stand together.
    """
    payers = sorted((gains[at] for at, tile in enumerate(tiles) if len(tile.text) == 1), reverse=True)
    if payers:
        # Whoever pays may be a tile that was passed by, of which the bounds know nothing.
        hand = _hand(tiles, gains, symbols, most + max(payers[0], 0))
        hand.wild = True
        for total, of in reached(bags, hand.fork(), 0, floor):
            if payer := unused(payers, total):
                yield total + payer, of, None
    chunks = sorted((at for at, tile in enumerate(tiles) if len(tile.text) > 1), key=lambda at: -gains[at])
    for at in chunks:
        text = tiles[at].text
        if any(tiles[other].text == text for other in chunks[: chunks.index(at)]):
            continue
        rest = _hand(tiles, gains, symbols, most, without=at)
        for letter in range(len(text)):
            needed = sorted((SYMBOLS[other] for other in text[:letter] + text[letter + 1 :]), reverse=True)
            fork = Hand(rest.tiles, rest.blanks, most, needed, wild=True).fork()
            for total, of in reached(bags, fork, gains[at], floor):
                yield total, of, at


def _hand(
    tiles: Sequence[Tile], gains: Sequence[int], symbols: Mapping[str, int], most: int, without: int = -1
) -> Hand:
    known = sorted(
        [(symbols[tile.text], gains[at]) for at, tile in enumerate(tiles) if not tile.blank and at != without],
        key=lambda one: (one[0], one[1] >> SCORE_AT),
        reverse=True,
    )
    return Hand(known, sorted((gains[at] for at, tile in enumerate(tiles) if tile.blank), reverse=True), most)
