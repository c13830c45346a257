"""Cellar, the toy title that puts words to the referee, for houses that play it; a worker that includes this does."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar

from service.games.kernel.decisions import Ruling, WordCount
from service.games.kernel.game import CardFace
from tests.games.kernel.toy import CARDS, Toy
from workers import seats


@dataclass(frozen=True, slots=True)
class Bottle(CardFace):
    """A card of Cellar's, without what it does."""

    kind: ClassVar[str] = "bottle"

    name: str
    count: int


class Cellar(Toy):
    """Its records name what the referee answered."""

    vocabulary = replace(Toy.vocabulary, choices=(*Toy.vocabulary.choices, Ruling, WordCount), faces=(Bottle,))

    def cards(self) -> tuple[Any, ...]:
        return tuple(Bottle(card.name, card.count) for card in CARDS)


CELLAR = MappingProxyType({"cellar": Cellar()})
vars(seats)["TITLES"] = CELLAR

WORDS = [first + second for first in "abcdefghij" for second in "abcdefghij" if first < second]
"""The lexicon of the same name, two letters in order: any rack spells some of them, and others that are none."""
