"""How a match is followed: waits, pages of events, streams, and tickets for those who can send no header."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import orjson

from service import metrics
from service.errors import MatchUnknown, SpectatorsNotAllowed, StoreUnavailable, TicketUnknown, TokenUnknown
from service.hub import Feed, Hub, Parked, Read
from service.seats import Token
from service.shown import Bearer, audience_of, event_of, events_of, rfc3339
from service.steps import Loaded, Steps, bearer_of, now_ms

LONGEST_WAIT_SECONDS = 25.0
TICKET_SECONDS = 3600
HEARTBEAT_SECONDS = 15.0
READ_AT_ONCE = 200
"""Events of a match that are read, and sent, in one go."""

FIRST = b"retry: 2000\n\n"
HEARTBEAT = b": still here\n\n"


@dataclass(frozen=True, slots=True)
class Page:
    """Events in wire form, and whether there are `more` for the same audience."""

    items: Sequence[orjson.Fragment]
    last: int
    more: bool


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket for the stream of one match."""

    ticket: str
    expires_at: str


class Watching:
    """The use cases of those who follow a match."""

    def __init__(self, steps: Steps, hub: Hub) -> None:
        self._steps = steps
        self._store = steps.store
        self._hub = hub

    def waited(self, match: str, said: Token, after: int | None, seconds: float) -> tuple[Loaded, Bearer]:
        """Return the match, once the bearer's audience is past event number `after` or the time (25 s at most) is over.

        Raises MatchUnknown, MatchExpired, TokenUnknown, TokenOfAnotherMatch, SpectatorsNotAllowed: also while waiting.
        """
        loaded = self._steps.load(match)
        bearer = bearer_of(match, loaded.setup, said)
        audience = audience_of(bearer, len(loaded.setup.seats))
        if after is None or seconds <= 0 or loaded.heard.numbers[audience] > after:
            return loaded, bearer
        deadline = time.monotonic() + min(seconds, LONGEST_WAIT_SECONDS)
        with metrics.opened("poll").track_inprogress(), self._hub.parked(match, audience, after) as parked:
            while True:
                loaded = self._steps.load(match)
                bearer = bearer_of(match, loaded.setup, said)
                left = deadline - time.monotonic()
                if loaded.heard.numbers[audience] > after or left <= 0 or self._hub.closed:
                    return loaded, bearer
                parked.wait(left)

    def events(self, match: str, token: str | None, after: int, wait: float, at_most: int) -> Page:
        """Return up to `at_most` events past number `after` that the bearer may know of; waits for one like `waited`.

        Where `after` is past all that there is, there are none. Raises what `waited` raises.
        """
        loaded, bearer = self.waited(match, self._steps.said(match, token), after, wait)
        audience = audience_of(bearer, len(loaded.setup.seats))
        number, told = loaded.heard.numbers[audience], loaded.heard.told
        place = self._place(loaded.id, audience, after, number, told) if after < number else told
        items: list[orjson.Fragment] = []
        while len(items) < at_most and place < told:
            entries = self._store.entries(match, place, min(place + READ_AT_ONCE, told))
            if not entries:
                break
            items += events_of(entries, audience)
            place += len(entries)
        items = items[:at_most]
        return Page(items, after + len(items), after + len(items) < number)

    def ticket(self, match: str, token: str | None) -> Ticket:
        """Return a ticket for the bearer's own stream; raises what `waited` raises."""
        said = self._steps.said(match, token)
        bearer_of(match, self._steps.load(match).setup, said)
        expires = now_ms() + TICKET_SECONDS * 1000
        return Ticket(self._steps.tokens.ticket(said, expires), rfc3339(expires))

    def stream(self, match: str, token: str | None, ticket: str | None, after: int) -> Iterator[bytes] | None:
        """Return the bearer's events past number `after` as server-sent events; None where there is nothing to come.

        It ends with the match, and where the bearer may no longer watch. Raises TicketUnknown and what `waited` raises.
        """
        tokens = self._steps.tokens
        said = self._steps.said(match, token) if ticket is None else tokens.read_ticket(ticket, now_ms())
        loaded = self._steps.load(match)
        try:
            bearer = bearer_of(match, loaded.setup, said)
        except TokenUnknown as error:
            if ticket is None:
                raise
            raise TicketUnknown from error
        audience = audience_of(bearer, len(loaded.setup.seats))
        if loaded.setup.ended and loaded.heard.numbers[audience] == after:
            return None
        return self._frames(match, said, audience, after)

    def _frames(self, match: str, said: Token, audience: int, after: int) -> Iterator[bytes]:
        yield FIRST
        with (
            metrics.opened("stream").track_inprogress(),
            self._hub.parked(match, audience, after) as parked,
            self._hub.feed(match) as feed,
        ):
            reading = _Reading(feed, said, parked, match)
            while not self._hub.closed:
                try:
                    part = self._part(reading)
                except StoreUnavailable:
                    # The hub wakes everybody when the store is back.
                    part = b""
                except (MatchUnknown, TokenUnknown, SpectatorsNotAllowed):
                    return
                if part:
                    yield part
                elif reading.ended:
                    return
                elif not reading.behind and not parked.wait(random.uniform(0.8, 1) * HEARTBEAT_SECONDS):
                    # Not all at once, though a thousand began at once.
                    yield HEARTBEAT

    def _part(self, reading: "_Reading") -> bytes:
        """Return the next events as they are sent, b"" where there are none now."""
        parked, audience = reading.parked, reading.parked.audience
        read = reading.feed.read(reading.place, READ_AT_ONCE)
        # Setup and events are of one instant: nobody gets an event of after his token's death.
        bearer_of(reading.match, read.setup, reading.said)
        number, told = read.heard.numbers[audience], read.heard.told
        if read.life != reading.life:
            began, reading.life = reading.life is None, read.life
            if not began or parked.after > number:
                reading.place, parked.after = told, number
                return f'event: reset\nid: {number}\ndata: {{"version":{number}}}\n\n'.encode()
            reading.place = self._place(reading.match, audience, parked.after, number, told)
            read = reading.feed.read(reading.place, READ_AT_ONCE)
            bearer_of(reading.match, read.setup, reading.said)
        return reading.take(read)

    def _place(self, match: str, audience: int, after: int, number: int, told: int) -> int:
        """Return where the common list of events goes on for an audience that has heard `after` of `number`."""
        return self._store.place_after(match, audience, after, after, told - (number - after))


class _Reading:
    """How far one stream is in the common list of events."""

    __slots__ = ("behind", "ended", "feed", "life", "match", "parked", "place", "said")

    def __init__(self, feed: Feed, said: Token, parked: Parked, match: str) -> None:
        self.feed = feed
        self.said = said
        self.parked = parked
        self.match = match
        self.place = 0
        self.life: int | None = None
        self.behind = False
        self.ended = False

    def take(self, read: Read) -> bytes:
        """Go past what was read, and return it as it is sent."""
        self.place += len(read.entries)
        self.behind = bool(read.entries) and self.place < read.heard.told
        self.ended = read.setup.ended and not self.behind
        audience, frames = self.parked.audience, []
        for entry in read.entries:
            event = event_of(entry, audience)
            if event is not None:
                self.parked.after = entry.numbers[audience]
                frames.append(b"id: %d\ndata: %b\n\n" % (self.parked.after, event))
        return b"".join(frames)
