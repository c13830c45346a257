"""Leaving a match, sending somebody away, giving it up. Plain values in and out, no HTTP."""

import msgspec

from service.errors import HostOnly, MatchNotRunning, MatchNotWaiting, NoSuchSeat, StoreBusy, TokenMissing
from service.games.kernel.events import Told
from service.match_events import MatchAbandoned, SeatLeft
from service.seating import bot_seat, spend, with_seat
from service.setup import Seat, Setup
from service.shown import Host, Player, Shown, Spectator
from service.steps import ATTEMPTS, Loaded, Steps

STAND_IN = "random"
"""The bot that plays on for who leaves."""


class Leaving:
    """The use cases of those who go."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def leave(self, match: str, seat: int, token: str | None, key: str | None = None) -> Shown:
        """Give a seat up with its own token, or empty it with the host's while the match waits.

        The seat's token dies at once. A seat of a running match goes to a bot. What is shown is what the bearer sees
        now: a spectator, or the host. Sent again with the same `key`, the host's request is carried out once. Raises
        TokenMissing, TokenUnknown, TokenOfAnotherMatch, HostOnly, NoSuchSeat, MatchNotWaiting, MatchNotRunning,
        MatchUnknown, MatchExpired.
        """
        if token is None:
            raise TokenMissing("the seat's or the host's token")
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match)
            bearer = self._steps.bearer(loaded, token)
            if seat >= len(loaded.setup.seats):
                raise NoSuchSeat(seat, len(loaded.setup.seats))
            if isinstance(bearer, Host):
                shown = self._sent_away(loaded, seat, key)
            elif bearer == Player(seat):
                shown = self._left(loaded, seat)
            else:
                raise HostOnly
            if shown is not None:
                return shown
        raise StoreBusy

    def abandon(self, match: str, token: str | None) -> Shown:
        """End a match that is not over yet; done again, it changes nothing. It is the host's to do.

        Raises TokenMissing, TokenUnknown, TokenOfAnotherMatch, HostOnly, MatchNotRunning, MatchUnknown, MatchExpired.
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

    def _left(self, loaded: Loaded, seat: int) -> Shown | None:
        setup = loaded.setup
        if setup.ended:
            raise MatchNotRunning(setup.status)
        if setup.status == "waiting":
            return self._emptied(loaded, setup, seat, Spectator())
        stand_in = bot_seat(self._steps, STAND_IN, setup.game, "/bot")
        changed = with_seat(setup, seat, stand_in)
        left = Told(SeatLeft(seat, setup.seats[seat].name or "", stand_in.bot))
        # Due whether or not it is asked: the worker finds out, and rules of another version keep nobody here.
        written = self._steps.write(loaded, setup=changed, told=[left], due=setup.status == "running")
        return None if written is None else self._steps.shown(written[0], Spectator())

    def _sent_away(self, loaded: Loaded, seat: int, key: str | None) -> Shown | None:
        setup = loaded.setup
        request = None if key is None else self._steps.tokens.nonce(f"away/{loaded.id}/{seat}", key)
        if request in setup.spent:
            return self._steps.shown(loaded, Host())
        if setup.status != "waiting":
            raise MatchNotWaiting(setup.status)
        if setup.seats[seat].kind == "open":
            return self._steps.shown(loaded, Host())
        return self._emptied(loaded, spend(setup, request), seat, Host())

    def _emptied(self, loaded: Loaded, setup: Setup, seat: int, bearer: Host | Spectator) -> Shown | None:
        left = Told(SeatLeft(seat, setup.seats[seat].name or ""))
        written = self._steps.write(loaded, setup=with_seat(setup, seat, Seat("open")), told=[left])
        return None if written is None else self._steps.shown(written[0], bearer)
