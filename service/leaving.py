"""Leaving a match, sending somebody away, giving it up. Plain values in and out, no HTTP."""

from collections.abc import Sequence

import msgspec

from service.errors import (
    HostOnly,
    MatchNotRunning,
    MatchNotWaiting,
    SeatUnknown,
    SpectatorsNotAllowed,
    StoreBusy,
    TokenMissing,
    TokenUnknown,
)
from service.games.kernel.events import Told
from service.match_events import MatchAbandoned, SeatLeft
from service.seating import bot_seat, with_seat
from service.setup import Seat
from service.shown import Bearer, Host, Player, Shown, Spectator
from service.steps import ATTEMPTS, Loaded, Steps
from service.store import Done

STAND_IN = "random"
"""The bot that plays on for who leaves."""

Marked = Sequence[tuple[str, Done]]


class Leaving:
    """The use cases of those who go."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def leave(self, match: str, seat: int, token: str | None, key: str | None = None) -> Shown | None:
        """Give a seat up with its own token, or empty it with the host's while the match waits.

        The seat's token dies at once. A seat of a running match goes to a bot. What is shown is what the bearer sees
        now: a spectator, or the host; None where spectators see nothing. Sent again with the same `key` and token, the
        request is carried out once, and a token that died of it gets the same answer. Raises TokenMissing,
        TokenUnknown, TokenOfAnotherMatch, HostOnly, SeatUnknown, MatchNotWaiting, MatchNotRunning, MatchUnknown,
        MatchExpired, StoreBusy.
        """
        if token is None:
            raise TokenMissing("the seat's or the host's token")
        tokens = self._steps.tokens
        purpose = f"left/{match}/{seat}/{tokens.read(token).nonce}"
        done = [] if key is None else [(tokens.mark(purpose, key), Done(seat))]
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match, *(mark for mark, _ in done))
            try:
                bearer = self._steps.bearer(loaded, token)
            except TokenUnknown:
                if loaded.done:
                    return self._seen(loaded, Spectator())
                raise
            if seat >= len(loaded.setup.seats):
                raise SeatUnknown(seat, len(loaded.setup.seats))
            if not isinstance(bearer, Host) and bearer != Player(seat):
                raise HostOnly
            if loaded.done:
                return self._seen(loaded, bearer)
            if isinstance(bearer, Host):
                written = self._sent_away(loaded, seat, done)
            else:
                written, bearer = self._left(loaded, seat, done), Spectator()
            if written is not None:
                return self._seen(written, bearer)
        raise StoreBusy

    def abandon(self, match: str, token: str | None) -> Shown:
        """End a match that is not over yet; done again, it changes nothing. It is the host's to do.

        Raises TokenMissing, TokenUnknown, TokenOfAnotherMatch, HostOnly, MatchNotRunning, MatchUnknown, MatchExpired,
        StoreBusy.
        """
        if token is None:
            raise TokenMissing("the host's token")
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match)
            setup = loaded.setup
            if not isinstance(self._steps.bearer(loaded, token), Host):
                raise HostOnly
            if setup.status == "over":
                raise MatchNotRunning(setup.status)
            if setup.status == "abandoned":
                return self._steps.shown(loaded, Host())
            changed = msgspec.structs.replace(setup, status="abandoned")
            written = self._steps.write(loaded, setup=changed, told=[Told(MatchAbandoned())])
            if written is not None:
                return self._steps.shown(written[0], Host())
        raise StoreBusy

    def _seen(self, loaded: Loaded, bearer: Bearer) -> Shown | None:
        """Return what is to be seen by who has left, or by the host."""
        try:
            # Who has left sees no more than anybody without a token.
            bearer = bearer if isinstance(bearer, Host) else self._steps.bearer(loaded, None)
        except SpectatorsNotAllowed:
            return None
        return self._steps.shown(loaded, bearer)

    def _left(self, loaded: Loaded, seat: int, done: Marked) -> Loaded | None:
        setup = loaded.setup
        if setup.ended:
            raise MatchNotRunning(setup.status)
        if setup.status == "waiting":
            return self._emptied(loaded, seat, done)
        stand_in = bot_seat(self._steps, STAND_IN, setup.game, "/bot")
        changed = with_seat(setup, seat, stand_in)
        left = Told(SeatLeft(seat, setup.seats[seat].name or "", stand_in.bot))
        # Due whether or not it is asked: the worker finds out, and rules of another version keep nobody here.
        written = self._steps.write(loaded, setup=changed, told=[left], done=done, due=setup.status == "running")
        return None if written is None else written[0]

    def _sent_away(self, loaded: Loaded, seat: int, done: Marked) -> Loaded | None:
        setup = loaded.setup
        if setup.status != "waiting":
            raise MatchNotWaiting(setup.status)
        if setup.seats[seat].kind != "open":
            return self._emptied(loaded, seat, done)
        if not done:
            return loaded
        # Nobody was there; sent again, it must spare who has come since.
        written = self._steps.write(loaded, told=[], done=done)
        return None if written is None else written[0]

    def _emptied(self, loaded: Loaded, seat: int, done: Marked) -> Loaded | None:
        setup = loaded.setup
        left = Told(SeatLeft(seat, setup.seats[seat].name or ""))
        written = self._steps.write(loaded, setup=with_seat(setup, seat, Seat("open")), told=[left], done=done)
        return None if written is None else written[0]
