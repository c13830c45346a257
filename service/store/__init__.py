"""The one store of truth, on Redis; nothing outside this package speaks to Redis."""

from service.store.allowances import Allowances, Spent
from service.store.lines import MOST_CONNECTIONS
from service.store.matches import (
    Answered,
    Commit,
    Done,
    Entry,
    Heard,
    MatchStore,
    Shelved,
    Stored,
)

__all__ = [
    "MOST_CONNECTIONS",
    "Allowances",
    "Answered",
    "Commit",
    "Done",
    "Entry",
    "Heard",
    "MatchStore",
    "Shelved",
    "Spent",
    "Stored",
]
