"""The list of matches that anybody may see: those whose hosts wanted it. Plain values in and out, no HTTP."""

import heapq
import re
from dataclasses import dataclass
from urllib.parse import urlencode

from service.errors import CursorInvalid
from service.games.kernel.game import Options
from service.setup import Setup, Status, decode_setup
from service.shelves import GROUPS, has_left, shelf_of
from service.shown import SeatShown, rfc3339, seat_shown
from service.steps import Steps, now_ms
from service.store import Shelved

READ_AT_ONCE = 100
READ_AT_MOST = 1000
"""Matches that are read for one page; filters may make a page shorter than its limit, but never slow."""

IN_FLIGHT_MS = 60_000
"""A match is shelved before it is written: one that isn't there may be about to come."""

_CURSOR = re.compile(r"[0-9]{13}\.m_[A-Za-z0-9_-]{22}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Summary:
    """What the list says of a match; `open_seats` are those that anybody may take."""

    id: str
    game: str
    status: Status
    options: Options
    seats: tuple[SeatShown, ...]
    open_seats: int
    spectators: bool
    created_at: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the list, and where it goes on; `next` is absent at the end."""

    items: tuple[Summary, ...]
    next: str | None = None


class Listing:
    """The use case."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._store = steps.store

    def page(
        self,
        game: str | None = None,
        status: Status | None = None,
        open_seats: int = 0,
        cursor: str | None = None,
        limit: int = 20,
    ) -> Page:
        """Return listed matches, newest first, from `cursor` on; what is opened meanwhile moves nothing.

        `open_seats` is how many must be open at least. Raises CursorInvalid.
        """
        before = None if cursor is None else _place(cursor)
        shelves = self._shelves(game, status, open_seats)
        asked = {"game": game, "status": status, "open_seats": open_seats or None, "limit": limit}
        items: list[Summary] = []
        for _ in range(READ_AT_MOST // READ_AT_ONCE if shelves else 0):
            found = self._newest(shelves, before)
            for at, (one, setup) in enumerate(found):
                before = one.place
                if setup is None or status not in (None, setup.status):
                    continue
                summary = self._summary(one.match, setup)
                if summary.open_seats >= open_seats:
                    items.append(summary)
                if len(items) == limit:
                    more = at + 1 < len(found) or len(found) == READ_AT_ONCE
                    return Page(tuple(items), _next(asked, before) if more else None)
            if len(found) < READ_AT_ONCE:
                return Page(tuple(items))
        return Page(tuple(items), None if before is None or not shelves else _next(asked, before))

    def sweep_once(self, seconds: int) -> int:
        """Sweep, unless somebody has within these seconds."""
        return self.sweep() if self._store.claim("tidy", seconds) else 0

    def sweep(self) -> int:
        """Look at some matches of each shelf, and take away those that have left it; returns how many."""
        shelves = self._shelves(None, None, 0)
        return sum(self._tidied(self._store.some_shelved(shelf, READ_AT_ONCE))[1] for shelf in shelves)

    def _shelves(self, game: str | None, status: Status | None, open_seats: int) -> list[str]:
        groups = dict.fromkeys(GROUPS.values() if status is None else (GROUPS[status],))
        if open_seats:
            groups = {group: None for group in groups if group == GROUPS["waiting"]}
        return [f"{one}/{group}" for one in ([game] if game else self._steps.titles) for group in groups]

    def _newest(self, shelves: list[str], before: str | None) -> list[tuple[Shelved, Setup | None]]:
        found = [one for shelf in self._store.shelved(shelves, before, READ_AT_ONCE) for one in shelf]
        return self._tidied(heapq.nlargest(READ_AT_ONCE, found, key=lambda one: one.place))[0]

    def _tidied(self, found: list[Shelved]) -> tuple[list[tuple[Shelved, Setup | None]], int]:
        """Return the setup of each match that lies there, None for others, and how many were taken away."""
        setups: list[tuple[Shelved, Setup | None]] = []
        gone = []
        for one, data in zip(found, self._store.setups([one.match for one in found]), strict=True):
            setup = None if data is None else decode_setup(data)
            if setup is None:
                left = one.opened_at < now_ms() - IN_FLIGHT_MS
            else:
                left = has_left(setup, one.match, one.shelf, one.place)
                setup = None if left or shelf_of(setup) != one.shelf else setup
            if left:
                gone.append(one)
            setups.append((one, setup))
        self._store.unshelve(gone)
        return setups, len(gone)

    def _summary(self, match: str, setup: Setup) -> Summary:
        waiting = setup.status == "waiting"
        return Summary(
            id=match,
            game=setup.game,
            status=setup.status,
            options=self._steps.options(setup),
            seats=tuple(seat_shown(setup, at) for at in range(len(setup.seats))),
            open_seats=sum(seat.kind == "open" for seat in setup.seats) if waiting else 0,
            spectators=setup.spectators,
            created_at=rfc3339(setup.created_at),
        )


def _next(asked: dict[str, str | int | None], before: str) -> str:
    query = {name: value for name, value in asked.items() if value is not None}
    return "/v1/matches?" + urlencode({**query, "cursor": before.replace("/", ".")})


def _place(cursor: str) -> str:
    if not _CURSOR.fullmatch(cursor):
        raise CursorInvalid(cursor)
    return cursor.replace(".", "/", 1)
