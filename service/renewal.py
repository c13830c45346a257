"""A new token for a seat: its own wish, or the host's for who lost it. Plain values in and out, no HTTP."""

import msgspec

from service.errors import (
    HostOnly,
    IdempotencyKeyReused,
    NoSuchSeat,
    SeatWithoutPlayer,
    StoreBusy,
    TokenMissing,
    TokenUnknown,
)
from service.seating import Taken, with_seat
from service.shown import Host, Player
from service.steps import ATTEMPTS, Loaded, Steps


class Renewal:
    """The use case."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._tokens = steps.tokens

    def renew(self, match: str, seat: int, token: str | None, key: str | None = None) -> Taken:
        """Give the seat a new token; the one before dies at once, and all that was derived from it.

        A lost answer can be asked for again with the same `key`, by the token that died of it too. Raises TokenMissing,
        TokenUnknown, TokenOfAnotherMatch, HostOnly, NoSuchSeat, SeatWithoutPlayer, IdempotencyKeyReused, MatchUnknown,
        MatchExpired.
        """
        if token is None:
            raise TokenMissing("the seat's or the host's token")
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match)
            nonce = self._tokens.nonce(f"renewed/{match}/{seat}", key)
            made = Taken(seat, self._tokens.seat_token(match, seat, nonce)) if seat < len(loaded.setup.seats) else None
            try:
                bearer = self._steps.bearer(loaded, token)
            except TokenUnknown:
                if made is not None and self._died_of_it(loaded, seat, token, nonce):
                    return made
                raise
            if made is None:
                raise NoSuchSeat(seat, len(loaded.setup.seats))
            if not isinstance(bearer, Host) and bearer != Player(seat):
                raise HostOnly
            held = loaded.setup.seats[seat]
            if held.nonce is None:
                raise SeatWithoutPlayer(seat)
            if held.nonce == nonce:
                return made
            if nonce in loaded.setup.spent:
                raise IdempotencyKeyReused
            renewed = msgspec.structs.replace(held, nonce=nonce, before=held.nonce)
            # Nobody is told: nothing that anybody sees has changed.
            if self._steps.write(loaded, setup=with_seat(loaded.setup, seat, renewed), told=[]) is not None:
                return made
        raise StoreBusy

    def _died_of_it(self, loaded: Loaded, seat: int, token: str, nonce: str) -> bool:
        """Tell whether `token` was the seat's own until the request that made `nonce` was carried out."""
        said, held = self._tokens.read(token), loaded.setup.seats[seat]
        return held.nonce == nonce and said.role == "seat" and said.seat == seat and said.nonce == held.before
