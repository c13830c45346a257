"""Words that a bot finds in the tiles of a decision."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from service.bots.spell_smashers.imagined import length_bonus, scales_of, tile_bonus
from service.games.spell_smashers.spelling import USABLE, SpellWord, TonicOn
from service.lexicons.library import house_library
from service.lexicons.solver import MOST_TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from service.games.kernel.chance import Chance
    from service.games.spell_smashers.spelling import UsableTile, WordForm
    from service.games.spell_smashers.view import SpellSmashersView
    from service.lexicons.solver import Solver, Spelling

DAMAGE = 8
"""What a point of damage is worth in a search, so that smaller reasons fit between two."""

RID_OF_A_WOUND = 5
A_LETTER_MORE = 1
SOME = 12
"""Words after the best one that are looked at more closely."""


class Spelt(NamedTuple):
    """A word in capitals, the tiles that spell it in order, the weapon that it was looked for with, and the tonic."""

    letters: str
    tiles: tuple[UsableTile, ...]
    weapon: str | None = None
    tonic: TonicOn | None = None


def solver_of(lexicon: str) -> Solver:
    """Return this process's own solver; the words of a lexicon are loaded once."""
    return house_library().solver(lexicon)


def best_word(
    lexicon: str, tiles: Sequence[UsableTile], modifier: str | None, weapon: str | None, *, tonic: bool = False
) -> Spelt | None:
    """Return the word that deals the most damage to a monster with this modifier; None where there is no word.

    Of words that deal as much it is one with wounds, for they go, then the longer one. What a weapon adds is counted
    tile by tile, without its limit.
    """
    held = tiles if len(tiles) <= MOST_TILES else sorted(tiles, key=lambda tile: -tile.damage)[:MOST_TILES]
    values = [Tile(tile.letters.lower(), worth(tile, modifier, weapon)) for tile in held]
    solver = solver_of(lexicon)
    found = solver.best(values, by_length(weapon), change=tonic)
    if found is None and len(tiles) > MOST_TILES:
        return next(_of_some(solver, tiles), None)
    return None if found is None else laid(found, held, weapon)


def best_words(lexicon: str, form: WordForm, against: Iterable[tuple[str | None, str | None]]) -> list[Spelt]:
    """Return the best word for each modifier and weapon that has one; with a tonic only where there is none without."""
    pairs = tuple(against)
    for tonic in (False, True)[: 1 + form.tonic]:
        found = [best_word(lexicon, form.tiles, modifier, weapon, tonic=tonic) for modifier, weapon in pairs]
        words = [word for word in found if word is not None]
        if words:
            return words
    return []


def worth(tile: UsableTile, modifier: str | None, weapon: str | None) -> int:
    """Return what a tile is worth in a search."""
    damage = tile.damage * scales_of(modifier)[tile.type] + tile_bonus(weapon, tile.type, tile.sort)
    return DAMAGE * damage + (RID_OF_A_WOUND if tile.sort == "wound" else 0)


@cache
def by_length(weapon: str | None) -> tuple[int, ...]:
    """Return what a word's length is worth in a search."""
    return tuple(DAMAGE * bonus + A_LETTER_MORE * letters for letters, bonus in enumerate(length_bonus(weapon)))


def laid(found: Spelling, tiles: Sequence[UsableTile], weapon: str | None) -> Spelt:
    """Return a word that the solver found as it is answered with."""
    word = tuple(tiles[at] for at in found.tiles)
    tonic = None
    if found.change is not None:
        changed = tiles[found.change.tile]
        after = found.change.text.upper()
        place = next(at for at, letter in enumerate(after) if letter != changed.letters[at])
        tonic = TonicOn(changed.tile, place, after[place])
    return Spelt(found.word.upper(), word, weapon, tonic)


def revealed(view: SpellSmashersView, seat: int) -> Spelt:
    """Return the word that a seat has revealed."""
    word = view.players[seat].word
    assert word is not None
    return Spelt(word.letters, tuple(USABLE[tile] for tile in word.tiles), word.weapon)


def good_words(lexicon: str, tiles: Sequence[UsableTile], modifier: str | None, weapon: str | None) -> list[Spelt]:
    """Return the best word as `best_word` does, and some that come after it."""
    best = best_word(lexicon, tiles, modifier, weapon)
    if best is None:
        return []
    held = tuple(sorted(tiles, key=lambda tile: -worth(tile, modifier, weapon))[:MOST_TILES])
    asked = [Tile(tile.letters.lower(), worth(tile, modifier, weapon)) for tile in held]
    scores = solver_of(lexicon).every(asked, by_length(weapon))
    scores.pop(best.letters.lower(), None)
    others = sorted(scores, key=lambda word: (-scores[word], word))[:SOME]
    return [best, *(Spelt(word.upper(), _lie(word.upper(), held) or (), weapon) for word in others)]


def answer(word: Spelt, armor: str | None) -> SpellWord:
    """Return the choice that spells a word."""
    return SpellWord(tuple(tile.tile for tile in word.tiles), word.weapon, armor, word.tonic)


def any_word(lexicon: str, tiles: Sequence[UsableTile], chance: Chance) -> Spelt | None:
    """Return any word that the tiles spell, each as likely; of more tiles than can be searched, by any that can be."""
    held = list(tiles)
    if len(held) > MOST_TILES:
        chance.shuffle(held)
    solver = solver_of(lexicon)
    plain = [Tile(tile.letters.lower()) for tile in held[:MOST_TILES]]
    words = sorted(solver.every(plain))
    if not words:
        return next(_of_some(solver, held), None) if len(held) > MOST_TILES else None
    word = chance.pick(words).upper()
    return Spelt(word, _lie(word, tuple(held[:MOST_TILES])) or ())


def _lie(word: str, tiles: tuple[UsableTile, ...]) -> tuple[UsableTile, ...] | None:
    """Return tiles that spell the word, in its order; None where they don't."""
    if not word:
        return ()
    for at, tile in enumerate(tiles):
        if word.startswith(tile.letters):
            rest = _lie(word[len(tile.letters) :], (*tiles[:at], *tiles[at + 1 :]))
            if rest is not None:
                return (tile, *rest)
    return None


def _of_some(solver: Solver, tiles: Sequence[UsableTile]) -> Iterator[Spelt]:
    """Yield words of those tiles that can be searched together, wherever there are more."""
    for some in combinations(tiles, MOST_TILES):
        found = solver.best([Tile(tile.letters.lower(), tile.damage) for tile in some])
        if found is not None:
            yield laid(found, some, None)
