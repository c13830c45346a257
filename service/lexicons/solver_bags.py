"""Searches by bags: tiles that the index knows, each used whole or not at all.

Going down the trie takes tiles in the order of their symbols, the most valuable of equal ones first. A stage is what a
hand still offers: the symbols that may be taken next, what each gains and the stage after it, and a bound on what all
that is left could add. The one that a search begins with is the whole hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.lexicons.solver_hands import LETTERS_AT, NOTHING, SCORE_AT, Found, Tile
from service.lexicons.solver_tries import Trie

Stage = tuple[int, Mapping[int, tuple[int, Any]], int]
"""Symbols that may be taken, as a mask; by each one's bit its gain and the next stage; the bound."""

_ONE_LETTER = 1 << LETTERS_AT


def stages(tiles: Sequence[Tile], symbols: Mapping[str, int], most: int) -> Stage:
    """Return the first stage of a hand; `most` is the best bonus. Raises KeyError for a blank and an unknown text."""
    # From the last to be taken to the first: an equal tile of more value replaces the one before it in the steps.
    order = sorted(
        [(symbols["" if blank else text], value, -at, len(text)) for at, (text, value, blank) in enumerate(tiles)]
    )
    steps: dict[int, tuple[int, Any]] = {}
    allowed, bound = 0, most
    stage: Stage = (0, steps, bound)
    for symbol, value, at, letters in order:
        gain = (value << SCORE_AT) + (letters << LETTERS_AT) + (1 << -at)
        bit = 1 << symbol
        steps = steps.copy()
        steps[bit] = gain, stage
        allowed |= bit
        if value >= 0:
            bound += gain
        stage = allowed, steps, bound
    return stage


def best(bags: Trie, stage: Stage, bonus: Sequence[int]) -> Found | None:
    """Return the greatest sum, its bonus added, and its class: of equal ones that of the first word of all."""
    masks, bases, ends = bags
    allowed, steps, bound = stage
    floor, top, of = NOTHING, NOTHING, -1
    mask = masks[0]
    open_ = [(mask, mask & allowed, bases[0], steps, 0, bound)]
    pop, push = open_.pop, open_.append
    while open_:
        mask, here, base, steps, reached, bound = pop()
        if reached + bound < floor:
            continue
        while here:
            bit = here & -here
            here ^= bit
            gain, (allowed, after, bound) = steps[bit]
            total = reached + gain
            if total + bound < floor:
                continue
            node = base + (mask & bit - 1).bit_count()
            below = masks[node]
            if below & 1:
                whole = total + bonus[total >> LETTERS_AT & 63]
                if whole >= floor:
                    end = ends[node]
                    if whole >= floor + _ONE_LETTER or end < of:
                        top, of = whole, end
                        floor = whole >> LETTERS_AT << LETTERS_AT
            allowed &= below
            if allowed:
                push((below, allowed, bases[node], after, total, bound))
    return None if of < 0 else (top, of)


def every(bags: Trie, stage: Stage) -> Iterator[Found]:
    """Yield every class that the hand spells, once, and the greatest sum of it, without a bonus."""
    masks, bases, ends = bags
    allowed, steps, _ = stage
    mask = masks[0]
    open_ = [(mask, mask & allowed, bases[0], steps, 0)]
    while open_:
        mask, here, base, steps, reached = open_.pop()
        while here:
            bit = here & -here
            here ^= bit
            gain, (allowed, after, _) = steps[bit]
            node = base + (mask & bit - 1).bit_count()
            below = masks[node]
            if below & 1:
                yield reached + gain, ends[node]
            allowed &= below
            if allowed:
                open_.append((below, allowed, bases[node], after, reached + gain))
