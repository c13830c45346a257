"""The referee: answers what rules ask about words, by the lexicon that they name."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from service.games.kernel.decisions import Choice, CountWords, Decision, RuleOnWord, Ruling, WordCount
from service.lexicons.library import Library, house_library
from service.lexicons.solver import MOST_TILES, Tile


class Referee:
    """Rules by the lexicons of a library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def rule(self, decision: Decision[Any]) -> Choice:
        """Return the answer to a question that is put to the referee; raises LexiconUnlisted.

        It depends on the decision and the lexicon's words alone, and says by its SHA-256 which lexicon that was.
        """
        if isinstance(decision, RuleOnWord):
            lexicon = self._library.lexicon(decision.lexicon)
            return Ruling(decision.word in lexicon.words, lexicon.sha256)
        if isinstance(decision, CountWords):
            return WordCount(self._count(decision), self._library.lexicon(decision.lexicon).sha256)
        raise TypeError(f"The referee can't answer {decision.kind!r}.")

    def _count(self, decision: CountWords) -> int:
        if len(decision.tiles) <= MOST_TILES:
            solver = self._library.solver(decision.lexicon)
            return len(solver.every([Tile(text) for text in decision.tiles]))
        # More than the solver takes, which hardly comes up: word by word.
        words = self._library.lexicon(decision.lexicon).words
        held = Counter("".join(decision.tiles))
        likely = (word for word in words if held.keys() >= set(word) and Counter(word) <= held)
        return sum(_spells(word, decision.tiles) for word in likely)


def rule(decision: Decision[Any]) -> Choice:
    """Rule by the lexicons of this process; see `Referee.rule`."""
    return Referee(house_library()).rule(decision)


def _spells(word: str, tiles: Sequence[str]) -> bool:
    if not word:
        return True
    for text in set(tiles):
        if word.startswith(text):
            left = list(tiles)
            left.remove(text)
            if _spells(word[len(text) :], left):
                return True
    return False
