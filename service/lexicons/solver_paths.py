"""Searches letter by letter: for chunks that the index doesn't know, and for a change of one letter inside a tile.

A changed letter of a chunk is walked as any child in its place. A changed single letter is any child too, and owed: any
single tile that is still unused pays for it at the end, the most valuable one, so the search needn't ask which.
"""

from collections.abc import Iterator, Sequence

from service.lexicons.solver_hands import SCORE_AT, Found, Tile, unused
from service.lexicons.solver_tries import SYMBOLS, Trie

_UNCHANGED, _DONE, _OWED = range(3)


def spelt(
    paths: Trie, tiles: Sequence[Tile], gains: Sequence[int], change: bool, most: int, floor: Sequence[int]
) -> Iterator[Found]:
    """Yield sums that are not below floor[0], which may rise meanwhile, and the word of each; some words repeatedly.

    The best sum of each word is among them, if it isn't below. `most` is the best bonus, `change` whether one letter
    of one tile may be another.
    """
    masks, bases, ends = paths
    singles: dict[int, list[int]] = {}
    chunks: dict[str, list[int]] = {}
    blanks: list[int] = []
    for gain, at in sorted(((gain, at) for at, gain in enumerate(gains)), reverse=True):
        text, _, blank = tiles[at]
        if blank:
            blanks.append(gain)
        elif len(text) == 1:
            singles.setdefault(1 << SYMBOLS[text], []).append(gain)
        else:
            chunks.setdefault(text, []).append(gain)
    have = sum(singles)
    payers = sorted((gain for same in singles.values() for gain in same), reverse=True)
    walks = [([1 << SYMBOLS[letter] for letter in text], same) for text, same in chunks.items()]
    open_ = [(0, 0, sum(gain for gain in gains if gain > 0) + most, _UNCHANGED if change else _DONE)]
    while open_:
        node, total, rest, changed = open_.pop()
        if total + rest < floor[0]:
            continue
        mask = masks[node]
        payer = 0
        if changed == _OWED:
            payer = unused(payers, total)
            if not payer:
                continue
        if mask & 1:
            yield total + payer, ends[node]
        children = mask & ~1
        if not children:
            continue
        base = bases[node]
        spare = unused(blanks, total)
        wild = unused(payers, total) if changed == _UNCHANGED else 0
        here = children if spare or wild else children & have
        while here:
            bit = here & -here
            here ^= bit
            below = base + (mask & bit - 1).bit_count()
            gain = unused(singles.get(bit, ()), total)
            if gain:
                open_.append((below, total + gain, rest - max(gain, 0), changed))
            if spare and (not gain or gain >> SCORE_AT < spare >> SCORE_AT):
                open_.append((below, total + spare, rest - max(spare, 0), changed))
            if wild:
                open_.append((below, total, rest, _OWED))
        for bits, same in walks:
            gain = unused(same, total)
            if gain:
                ends_at = _walked(paths, node, bits, changed == _UNCHANGED)
                open_ += [(at, total + gain, rest - max(gain, 0), _DONE if new else changed) for at, new in ends_at]


def _walked(paths: Trie, node: int, bits: Sequence[int], change: bool) -> list[tuple[int, bool]]:
    """Return where a chunk leads to from a node, as it is and with one letter changed, and whether one is."""
    masks, bases, _ = paths
    at = [(node, False)]
    for bit in bits:
        onward = []
        for here, new in at:
            mask = masks[here]
            base = bases[here]
            if mask & bit:
                onward.append((base + (mask & bit - 1).bit_count(), new))
            if change and not new:
                others = mask & ~bit & ~1
                while others:
                    other = others & -others
                    others ^= other
                    onward.append((base + (mask & other - 1).bit_count(), True))
        at = onward
    return at
