"""What the workers do for questions about words: answer one, and find those that were lost."""

import logging

from service.asking import (
    Checked,
    Question,
    Searched,
    Spelt,
    WordCheck,
    WordSearch,
    decode_asked,
    encode_answer,
)
from service.codec import StoredUnreadable
from service.failpoints import reach
from service.hints import hinted
from service.lexicons.lexicon import LexiconUnlisted
from service.lexicons.library import Library
from service.lexicons.solver import Tile
from service.questions import SENT_SECONDS
from service.steps import Steps, now_ms
from service.store import QuestionStore

SWEPT_AT_ONCE = 500

_log = logging.getLogger(__name__)


class WordAnswers:
    """Answers questions; done twice or at the same time, it changes nothing more."""

    def __init__(self, steps: Steps, store: QuestionStore, library: Library) -> None:
        self._steps = steps
        self._store = store
        self._library = library

    def answer(self, question: str) -> None:
        """Answer a question, unless it has its answer; what needs other lexicons is left to a worker that has them."""
        data = self._store.begin(question)
        if data is None:
            return
        reach("question.begun")
        try:
            asked = decode_asked(data)
        except StoredUnreadable:
            _log.exception("%s can't be read", question)
            self._store.fail(question, "What is asked can't be read any more; ask again.")
            return
        try:
            answer = self._answered(asked)
        except LexiconUnlisted as error:
            _log.warning("%s left to a worker that has its lexicon: %s", question, error)
            return
        if answer is None:
            _log.warning("%s left to a worker that has its rules", question)
            return
        self._store.answer(question, answer)
        reach("question.answered")

    def sweep_once(self, seconds: int) -> int:
        """Sweep, unless somebody has within these seconds."""
        return self.sweep() if self._steps.store.claim("sweep:questions", seconds) else 0

    def sweep(self) -> int:
        """Send again for questions that have waited too long; returns how many that were."""
        sent = 0
        for one in self._store.overdue(now_ms(), SWEPT_AT_ONCE):
            if self._store.again(one, SENT_SECONDS * 1000):
                self._steps.queue.answer_question(one.question)
                sent += 1
        return sent

    def _answered(self, asked: Question) -> bytes | None:
        """Return the answer; None where this worker has other rules than are asked about. Raises LexiconUnlisted."""
        if isinstance(asked, WordCheck):
            return encode_answer(self._checked(asked))
        if isinstance(asked, WordSearch):
            return encode_answer(self._searched(asked))
        game = self._steps.titles.get(asked.game)
        return hinted(game, asked) if game is not None and game.rules_version == asked.rules_version else None

    def _checked(self, asked: WordCheck) -> Checked:
        words = self._library.lexicon(asked.lexicon, asked.sha256).words
        return Checked("".join(["1" if word in words else "0" for word in asked.words.split()]))

    def _searched(self, asked: WordSearch) -> Searched:
        solver = self._library.solver(asked.lexicon, asked.sha256)
        tiles = [Tile(letters, value) for letters, value in asked.tiles] + [Tile("", blank=True)] * asked.blanks
        if asked.find == "exists":
            return Searched(solver.exists(tiles, change=asked.change))
        if asked.find == "best":
            found = solver.best(tiles, asked.bonus, change=asked.change)
            if found is None:
                return Searched(exists=False)
            changed = None if found.change is None else (found.change.tile, found.change.text)
            return Searched(exists=True, best=Spelt(found.word, found.score, found.tiles, changed))
        every = solver.every(tiles, asked.bonus, change=asked.change)
        first = sorted(every.items(), key=lambda one: (-one[1], -len(one[0]), one[0]))[: asked.limit]
        return Searched(bool(every), count=len(every), words=tuple(first))
