"""Questions about words: which are legal, and what tiles spell. The workers answer; no process that asks has a lexicon.

Plain values in and out, no HTTP.
"""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import orjson

from service import metrics
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
from service.errors import LexiconUnknown, QuestionUnknown, TilesTooMany, WordsQueueFull
from service.failpoints import reach
from service.hub import Hub
from service.lexicons import Lexicon
from service.lexicons.solver import MOST_TILES
from service.queue import Queue
from service.seats import Tokens, is_question_id
from service.shown import rfc3339
from service.store import NoRoomToAsk, QuestionRoom, QuestionStore, StoredQuestion
from service.watching import LONGEST_WAIT_SECONDS

ANSWER_SECONDS = 1.0
"""How long whoever asks waits for the answer, before there is an address for it instead."""

KEPT_SECONDS = 600
SENT_SECONDS = 3
"""How long a question may lie in the queue before it is sent for again; each time it may lie twice as long."""

ROOM = QuestionRoom(questions=1000, kilobytes=50_000)

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


@dataclass(frozen=True, slots=True)
class Replied:
    """A question as it is shown, and whether somebody still has to answer it."""

    id: str
    content: dict[str, object]
    waits: bool


class Words:
    """The use cases. `lexicons` are those that there are, by their names; of their words nothing is read."""

    def __init__(
        self, store: QuestionStore, queue: Queue, tokens: Tokens, hub: Hub, lexicons: Mapping[str, Lexicon]
    ) -> None:
        self._store = store
        self._queue = queue
        self._tokens = tokens
        self._hub = hub
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
        data = encode_asked(asked)
        question = self._tokens.question_id(data)
        # It is kept for a while, so the address itself is not written.
        asked_by = hashlib.sha256(asker.encode()).hexdigest()[:16]
        opened = self._store.open(question, data, asked_by, ROOM, KEPT_SECONDS * 1000, SENT_SECONDS * 1000)
        if isinstance(opened, NoRoomToAsk):
            raise WordsQueueFull(own=opened.own)
        if opened:
            reach("question.opened")
            self._queue.answer_question(question)
        return _shown(question, asked, self._waited(question, ANSWER_SECONDS))

    def _looked(self, question: str, kind: type[WordCheck] | type[WordSearch], wait: float) -> Replied:
        if not is_question_id(question):
            raise QuestionUnknown(question)
        found = self._waited(question, wait)
        asked = decode_asked(found.asked)
        if not isinstance(asked, kind):
            raise QuestionUnknown(question)
        return _shown(question, asked, found)

    def _waited(self, question: str, seconds: float) -> StoredQuestion:
        deadline = time.monotonic() + min(seconds, LONGEST_WAIT_SECONDS)
        found = self._load(question)
        if found.status != "queued" or seconds <= 0:
            return found
        with metrics.opened("poll").track_inprogress(), self._hub.parked(question, 0, 0) as parked:
            while True:
                found = self._load(question)
                left = deadline - time.monotonic()
                if found.status != "queued" or left <= 0 or self._hub.closed:
                    return found
                parked.wait(left)

    def _load(self, question: str) -> StoredQuestion:
        found = self._store.load(question)
        if found is None:
            raise QuestionUnknown(question)
        return found


def _shown(question: str, asked: WordCheck | WordSearch, found: StoredQuestion) -> Replied:
    content: dict[str, object] = {
        "id": question,
        "status": found.status,
        "lexicon": asked.lexicon,
        "sha256": asked.sha256,
        **({"find": asked.find} if isinstance(asked, WordSearch) else {}),
        "created_at": rfc3339(found.created_at),
        "expires_at": rfc3339(found.expires_at),
    }
    if found.cause is not None:
        content["cause"] = found.cause
    if found.answer is not None:
        content |= _results(asked, found.answer) if isinstance(asked, WordCheck) else _spelt(asked, found.answer)
    return Replied(question, content, found.status == "queued")


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
