"""Questions about words: which are legal, and what tiles spell. The workers answer; no process that asks has a lexicon.

Plain values in and out, no HTTP.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import orjson

from service.asking import (
    Find,
    Spelt,
    WordCheck,
    WordSearch,
    decode_asked,
    decode_checked,
    decode_searched,
    encode_asked,
)
from service.errors import LexiconUnknown, QuestionUnknown, TilesTooMany
from service.lexicons import Lexicon
from service.lexicons.solver import MOST_TILES
from service.questions import Questions, Replied, replied
from service.store import StoredQuestion

WORDS_AT_ONCE = 10_000
LONGEST_WORD = 32
MOST_FORKS = 2
"""Blanks and a change together: with more of them a search may last longer than others should wait for it."""

MOST_LISTED = 2000


class AskedTile(NamedTuple):
    """A tile: its letters, and what they score."""

    letters: str
    value: int


@dataclass(frozen=True, slots=True)
class Search:
    """What tiles are asked for; `bonus[N]` is added for a word of N letters, its last entry for longer ones too."""

    find: Find
    tiles: tuple[AskedTile, ...]
    blanks: int = 0
    change: bool = False
    bonus: tuple[int, ...] = ()
    limit: int = MOST_LISTED


class Words:
    """The use cases. `lexicons` are those that there are, by their names; of their words nothing is read."""

    def __init__(self, questions: Questions, lexicons: Mapping[str, Lexicon]) -> None:
        self._questions = questions
        self._lexicons = lexicons

    def check(self, lexicon: str, words: Sequence[str], asker: str = "") -> Replied:
        """Ask which words are legal, and wait about a second for the answer; asked again, it is the same question.

        `asker` (an address) may have a quarter of what may be without an answer. Raises LexiconUnknown, WordsQueueFull.
        """
        return self._asked(WordCheck(lexicon, self._sha256(lexicon), " ".join(words)), asker)

    def search(self, lexicon: str, search: Search, asker: str = "") -> Replied:
        """Ask what tiles spell; as `check`. Raises TilesTooMany too."""
        forks = search.blanks + search.change
        if forks > MOST_FORKS:
            raise TilesTooMany.forks(search.blanks, MOST_FORKS)
        if len(search.tiles) + search.blanks > MOST_TILES:
            raise TilesTooMany.tiles(len(search.tiles) + search.blanks, MOST_TILES)
        asked = WordSearch(
            lexicon,
            self._sha256(lexicon),
            search.find,
            search.tiles,
            search.blanks,
            search.change,
            search.bonus if search.find != "exists" else (),
            search.limit if search.find == "every" else 0,
        )
        return self._asked(asked, asker)

    def look_check(self, question: str, wait: float = 0) -> Replied:
        """Return how a check stands, after up to `wait` seconds (25 at most) for its answer. Raises QuestionUnknown."""
        return self._looked(question, WordCheck, wait)

    def look_search(self, question: str, wait: float = 0) -> Replied:
        """Return how a search stands; as `look_check`."""
        return self._looked(question, WordSearch, wait)

    def _sha256(self, lexicon: str) -> str:
        found = self._lexicons.get(lexicon)
        if found is None:
            raise LexiconUnknown(lexicon, tuple(self._lexicons))
        return found.sha256

    def _asked(self, asked: WordCheck | WordSearch, asker: str) -> Replied:
        question, found = self._questions.ask(encode_asked(asked), asker)
        return _shown(question, asked, found)

    def _looked(self, question: str, kind: type[WordCheck] | type[WordSearch], wait: float) -> Replied:
        found = self._questions.waited(question, wait)
        asked = decode_asked(found.asked)
        if not isinstance(asked, kind):
            raise QuestionUnknown(question)
        return _shown(question, asked, found)


def _shown(question: str, asked: WordCheck | WordSearch, found: StoredQuestion) -> Replied:
    about: dict[str, object] = {"lexicon": asked.lexicon, "sha256": asked.sha256}
    if isinstance(asked, WordSearch):
        about["find"] = asked.find
    if found.answer is not None:
        about |= _results(asked, found.answer) if isinstance(asked, WordCheck) else _spelt(asked, found.answer)
    return replied(question, found, about)


def _results(asked: WordCheck, answer: bytes) -> dict[str, object]:
    verdicts = zip(asked.words.split(), decode_checked(answer).legal, strict=True)
    # Letters need no escaping, and ten thousand dicts would hold the other requests up.
    lines = [f'{{"word":"{word}","legal":{"true" if legal == "1" else "false"}}}' for word, legal in verdicts]
    return {"results": orjson.Fragment(f"[{','.join(lines)}]")}


def _spelt(asked: WordSearch, answer: bytes) -> dict[str, object]:
    found = decode_searched(answer)
    content: dict[str, object] = {"exists": found.exists}
    if found.best is not None:
        content["best"] = _word_of(found.best)
    if asked.find == "every":
        content["count"] = found.count
        content["words"] = [{"word": word, "score": score} for word, score in found.words]
    return content


def _word_of(best: Spelt) -> dict[str, object]:
    change = {} if best.change is None else {"change": {"tile": best.change[0], "letters": best.change[1]}}
    return {"word": best.word, "score": best.score, "tiles": best.tiles, **change}
