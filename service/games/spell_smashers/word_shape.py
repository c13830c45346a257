"""What cards ask of the letters of a word, which is in capitals and as a tonic has left it."""

from __future__ import annotations

from itertools import pairwise

from service.games.spell_smashers.cards import VOWELS


def vowels(word: str) -> int:
    """Return how many letters are vowels, repeats counted; Y is none."""
    return sum(letter in VOWELS for letter in word)


def has_double_letter(word: str) -> bool:
    """Tell whether two equal letters stand side by side."""
    return any(left == right for left, right in pairwise(word))


def is_alphabetical(word: str) -> bool:
    """Tell whether no letter comes before its left neighbour in the alphabet."""
    return all(left <= right for left, right in pairwise(word))


def alternates(word: str) -> bool:
    """Tell whether of any two neighbours exactly one is a vowel."""
    return all((left in VOWELS) != (right in VOWELS) for left, right in pairwise(word))
