"""The 84 letter cards: 57 consonants and 27 vowels. Y is a consonant."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from service.games.spell_smashers.cards import Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.games.spell_smashers.cards import LetterDeck, PrintedType

# Letter, damage, and the type of each of its copies.
PRINTED_CONSONANTS: tuple[tuple[str, int, str], ...] = (
    ("B", 2, "earth water"),
    ("C", 1, "fire earth water"),
    ("D", 1, "fire earth water water"),
    ("F", 2, "fire earth"),
    ("G", 1, "fire earth water"),
    ("H", 1, "fire earth water"),
    ("J", 4, "fire"),
    ("K", 3, "earth"),
    ("L", 1, "fire earth water wild"),
    ("M", 2, "fire earth water"),
    ("N", 1, "fire fire earth water wild"),
    ("P", 3, "fire earth water"),
    ("Q", 4, "water"),
    ("R", 1, "fire earth earth water wild"),
    ("S", 1, "fire earth water water wild"),
    ("T", 1, "fire fire earth water wild"),
    ("V", 3, "water"),
    ("W", 2, "earth water"),
    ("X", 4, "earth"),
    ("Y", 3, "fire water"),
    ("Z", 4, "fire"),
)
PRINTED_VOWELS: tuple[tuple[str, int, str], ...] = (
    ("A", 1, "fire fire earth water water wild"),
    ("E", 1, "fire fire earth earth earth water water wild"),
    ("I", 1, "fire earth water water wild"),
    ("O", 1, "fire fire earth earth water"),
    ("U", 1, "fire earth water"),
)


def letter_cards(deck: LetterDeck, printed: Iterable[tuple[str, int, str]]) -> tuple[Tile, ...]:
    """Return a card for each copy of each letter: `e_1` is the first E."""
    return tuple(
        Tile(f"{letter.lower()}_{copy}", letter, damage, cast("PrintedType", type), "letter", deck)
        for letter, damage, types in printed
        for copy, type in enumerate(types.split(), start=1)
    )


CONSONANTS: tuple[Tile, ...] = letter_cards("consonant", PRINTED_CONSONANTS)
VOWEL_CARDS: tuple[Tile, ...] = letter_cards("vowel", PRINTED_VOWELS)
LETTER: MappingProxyType[str, Tile] = MappingProxyType({card.id: card for card in (*CONSONANTS, *VOWEL_CARDS)})
