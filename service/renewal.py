"""A new token for a seat: its own wish, or the host's for who lost it. Plain values in and out, no HTTP."""

import msgspec

from service.errors import (
    HostOnly,
    IdempotencyKeyReused,
    SeatUnknown,
    SeatWithoutPlayer,
    StoreBusy,
    TokenMissing,
    TokenUnknown,
)
from service.games.kernel.events import Told
from service.match_events import TokenReissued
from service.seating import Taken, held, with_seat
from service.shown import Host, Player
from service.steps import ATTEMPTS, Steps
from service.store import Done


class Renewal:
    """The use case."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._tokens = steps.tokens

    def renew(self, match: str, seat: int, token: str | None, key: str | None = None) -> Taken:
        """Give the seat a new token; the one before dies at once, and all that was derived from it.

        That the host did it is told to everybody. A lost answer can be asked for again with the same `key`, by the
        token that died of it too, as long as the new token lives. Raises TokenMissing, TokenUnknown,
        TokenOfAnotherMatch, HostOnly, SeatUnknown, SeatWithoutPlayer, IdempotencyKeyReused, MatchUnknown, MatchExpired,
        StoreBusy.
        """
        if token is None:
            raise TokenMissing("the seat's or the host's token")
        said = self._tokens.read(token)
        # The host's request is never the player's own, whoever knows the key: what the host asks for is told.
        marks = [] if key is None else [self._tokens.mark(f"renewed/{match}/{seat}/{said.role}", key)]
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match, *marks)
            done = next(iter(loaded.done.values()), None)
            made = None if done is None else held(self._steps, loaded, marks[0])
            try:
                bearer = self._steps.bearer(loaded, token)
            except TokenUnknown:
                if made is not None and done is not None and said.nonce == done.died:
                    return made
                raise
            if seat >= len(loaded.setup.seats):
                raise SeatUnknown(seat, len(loaded.setup.seats))
            if not isinstance(bearer, Host) and bearer != Player(seat):
                raise HostOnly
            if made is not None:
                return made
            before = loaded.setup.seats[seat]
            if before.nonce is None:
                raise SeatWithoutPlayer(seat)
            if done is not None:
                raise IdempotencyKeyReused
            by_host, nonce = isinstance(bearer, Host), self._tokens.nonce()
            renewed = msgspec.structs.replace(before, nonce=nonce, reissued=before.reissued or by_host)
            written = self._steps.write(
                loaded,
                setup=with_seat(loaded.setup, seat, renewed),
                # Nobody is told of the player's own: nothing that anybody sees has changed.
                told=[Told(TokenReissued(seat))] if by_host else [],
                done=[(mark, Done(seat, nonce, before.nonce)) for mark in marks],
            )
            if written is not None:
                return Taken(seat, self._tokens.seat_token(match, seat, nonce))
        raise StoreBusy
