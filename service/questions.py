"""Questions that workers answer: asked once, waited for, looked at again; whatever they are about."""

import hashlib
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from service import metrics
from service.errors import QuestionUnknown, WordsQueueFull
from service.failpoints import reach
from service.hub import Hub
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


@dataclass(frozen=True, slots=True)
class Replied:
    """A question as it is shown, and whether somebody still has to answer it."""

    id: str
    content: dict[str, object]
    waits: bool


def replied(question: str, found: StoredQuestion, about: Mapping[str, object]) -> Replied:
    """Return a question as it is shown, with what is said `about` it alone."""
    content: dict[str, object] = {
        "id": question,
        "status": found.status,
        **about,
        "created_at": rfc3339(found.created_at),
        "expires_at": rfc3339(found.expires_at),
    }
    if found.cause is not None:
        content["cause"] = found.cause
    return Replied(question, content, found.status == "queued")


class Questions:
    """Opens questions, and waits for what the workers answer."""

    def __init__(self, store: QuestionStore, queue: Queue, tokens: Tokens, hub: Hub) -> None:
        self._store = store
        self._queue = queue
        self._tokens = tokens
        self._hub = hub

    def ask(self, data: bytes, asker: str) -> tuple[str, StoredQuestion]:
        """Ask, and wait about a second for the answer; the same `data` of the same asker are one question with one id.

        Another asker's is another one, or he would learn what has been asked. `asker` (an address) may have a quarter
        of what may be without an answer. Raises WordsQueueFull.
        """
        # It is kept for a while, so the address itself is not written.
        asked_by = hashlib.sha256(asker.encode()).hexdigest()[:16]
        question = self._tokens.question_id(asked_by.encode() + data)
        with suppress(QuestionUnknown):
            return question, self._asked(question, data, asked_by)
        # Somebody asked it long ago, and just now it went without an answer: so this is the first to ask it.
        return question, self._asked(question, data, asked_by)

    def _asked(self, question: str, data: bytes, asked_by: str) -> StoredQuestion:
        opened = self._store.open(question, data, asked_by, ROOM, KEPT_SECONDS * 1000, SENT_SECONDS * 1000)
        if isinstance(opened, NoRoomToAsk):
            raise WordsQueueFull(own=opened.own)
        if opened:
            reach("question.opened")
            self._queue.answer_question(question)
        return self.waited(question, ANSWER_SECONDS)

    def waited(self, question: str, seconds: float) -> StoredQuestion:
        """Return how a question stands, after up to `seconds` (25 at most) for its answer. Raises QuestionUnknown."""
        if not is_question_id(question):
            raise QuestionUnknown(question)
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
