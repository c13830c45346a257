"""The one store of truth, on Redis; nothing outside this package speaks to Redis."""

from service.store.allowances import Allowances, Spent
from service.store.figures import StoreFigures
from service.store.jobs import Begun, Cutting, Finished, JobStore, NoRoom, Played, Room, StoredJob, Unended
from service.store.lines import MOST_CONNECTIONS
from service.store.matches import (
    Answered,
    Commit,
    Done,
    Entry,
    Heard,
    MatchStore,
    Ruled,
    Shelved,
    Stored,
)
from service.store.questions import (
    NoRoomToAsk,
    QuestionRoom,
    QuestionStore,
    StoredQuestion,
    Unanswered,
)
from service.store.scores import BEST, Scored, Win

__all__ = [
    "BEST",
    "MOST_CONNECTIONS",
    "Allowances",
    "Answered",
    "Begun",
    "Commit",
    "Cutting",
    "Done",
    "Entry",
    "Finished",
    "Heard",
    "JobStore",
    "MatchStore",
    "NoRoom",
    "NoRoomToAsk",
    "Played",
    "QuestionRoom",
    "QuestionStore",
    "Room",
    "Ruled",
    "Scored",
    "Shelved",
    "Spent",
    "StoreFigures",
    "Stored",
    "StoredJob",
    "StoredQuestion",
    "Unanswered",
    "Unended",
    "Win",
]
