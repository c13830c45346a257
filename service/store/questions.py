"""Questions about words on Redis, each kept for some minutes with its answer; any run may answer it, and one does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from service.asking import QuestionStatus
from service.store.lines import client_of, named_errors, script
from service.store.matches import MOVES

UNANSWERED = "questions:unanswered"
"""Sorted set of the questions that have no answer yet, by the time (ms) from which they are sent for again."""

_TRIED = "Each worker that tried to answer it was ended, or has not that lexicon."


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """A question as it lies in the store, and its answer once it is `done`. Times are in ms."""

    asked: bytes
    status: QuestionStatus
    created_at: int
    expires_at: int
    answer: bytes | None = None
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionRoom:
    """How much may be without an answer at once, of all askers; of one asker a quarter, or any one question."""

    questions: int
    kilobytes: int


@dataclass(frozen=True, slots=True)
class NoRoomToAsk:
    """`own`: there is none left for who asks, rather than for the house."""

    own: bool


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question without an answer, and its name among those."""

    question: str
    member: str


class QuestionStore:
    """Every call may raise StoreUnavailable; what writes, StoreFull too."""

    def __init__(self, url: str) -> None:
        # Sent again, every step finds what it did before.
        self._redis = client_of(url)
        self._step = self._redis.register_script(script("questions"))

    def close(self) -> None:
        """Close every connection that is not in use."""
        self._redis.close()

    def open(
        self, question: str, asked: bytes, asker: str, room: QuestionRoom, keep: int, patience: int
    ) -> bool | NoRoomToAsk:
        """Write a question, kept for `keep` ms, where it isn't there; returns whether somebody must be sent for."""
        limits = (question, asker, len(asked) // 1024 + 1, keep, patience, room.questions, room.kilobytes)
        said = self._ask(question, "open", *limits, "channel", MOVES, "asked", asked)
        return NoRoomToAsk(own=said == b"asker") if said in (b"house", b"asker") else said == b"opened"

    def load(self, question: str) -> StoredQuestion | None:
        """Return a question; None where there is none (any more)."""
        fields = ["asked", "status", "created_at", "expires_at", "answer", "cause"]
        with named_errors():
            found = cast("list[bytes | None]", self._redis.hmget(_key(question), fields))
        asked, status, created_at, expires_at, answer, cause = found
        if asked is None or status is None or created_at is None or expires_at is None:
            return None
        return StoredQuestion(
            asked,
            cast("QuestionStatus", status.decode()),
            int(created_at),
            int(expires_at),
            answer,
            None if cause is None else cause.decode(),
        )

    def begin(self, question: str) -> bytes | None:
        """Return what is asked, and count the run; None where there is nothing to answer (any more)."""
        return cast("bytes | None", self._ask(question, "begin", _TRIED))

    def answer(self, question: str, answer: bytes) -> None:
        """Write the answer, unless there is one, and wake whoever waits."""
        self._ask(question, "answer", "done", answer)

    def fail(self, question: str, cause: str) -> None:
        """Say that there will be no answer, unless there is one, and wake whoever waits."""
        self._ask(question, "answer", "failed", cause)

    def overdue(self, now: int, at_most: int) -> Sequence[Unanswered]:
        """Return questions that nobody has answered since before `now` (ms), and some that have expired since."""
        with named_errors():
            found = cast("list[bytes]", self._redis.zrangebyscore(UNANSWERED, 0, now, start=0, num=at_most))
        return [Unanswered(member.decode().partition("/")[0], member.decode()) for member in found]

    def again(self, one: Unanswered, patience: int) -> bool:
        """Let it be overdue later, each time twice as much; False where there is nothing to answer any more."""
        return bool(self._ask(one.question, "again", one.member, patience))

    def _ask(self, question: str, step: str, *arguments: Any) -> Any:
        with named_errors():
            return self._step(keys=[_key(question), UNANSWERED], args=[step, *arguments])


def _key(question: str) -> str:
    return f"question:{{{question}}}"
