"""Playing again: the same game, options and seats. Plain values in and out, no HTTP."""

import secrets
from dataclasses import dataclass
from itertools import count

import msgspec

from service.errors import MatchExpired, MatchNotOver, MatchUnknown, StoreBusy, TokenMissing
from service.games.kernel.events import Told
from service.match_events import RematchOpened
from service.seating import open_waiting
from service.setup import Seat, Setup
from service.shown import Host
from service.steps import ATTEMPTS, Loaded, Steps, now_ms


@dataclass(frozen=True, slots=True)
class Rematch:
    """The match that follows another; `host_token` for who was host of that."""

    match: str
    host_token: str | None = None


class Rematches:
    """The use case."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._tokens = steps.tokens

    def open(self, match: str, token: str | None) -> Rematch:
        """Open the match that follows `match`: the same one whoever asks, and however often.

        One that was abandoned, or has expired, is followed by another. Bots sit again; every player's seat is kept for
        the token of this match. Raises TokenMissing, TokenUnknown, TokenOfAnotherMatch, MatchNotOver, MatchUnknown,
        MatchExpired, Draining, FaultKept, StoreBusy.
        """
        if token is None:
            raise TokenMissing("a seat's or the host's token")
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match)
            bearer = self._steps.bearer(loaded, token)
            if loaded.setup.status != "over":
                raise MatchNotOver(loaded.setup.status)
            gone, following = self._following(loaded)
            if loaded.setup.rematch != following.id:
                changed = msgspec.structs.replace(loaded.setup, rematch=following.id, rematches_gone=gone)
                if self._steps.write(loaded, setup=changed, told=[Told(RematchOpened(following.id))]) is None:
                    continue
            if not isinstance(bearer, Host):
                return Rematch(following.id)
            return Rematch(following.id, self._tokens.host_token(following.id, following.setup.host_nonce))
        raise StoreBusy

    def _following(self, loaded: Loaded) -> tuple[int, Loaded]:
        """Return the rematch, and how many before it came to nothing; it is opened where there is none to play."""
        for gone in count(loaded.setup.rematches_gone):
            # No client's key has a slash, so nobody else opens a match under this id.
            match = self._tokens.match_id(f"rematch/{loaded.id}/{gone}")
            try:
                following = self._steps.load(match)
            except MatchExpired:
                continue
            except MatchUnknown:
                open_waiting(self._steps, match, self._setup(loaded))
                # Of several that were opened at once the first one stands.
                following = self._steps.load(match)
            if following.setup.status != "abandoned":
                return gone, following
        raise AssertionError("Numbers don't end.")

    def _setup(self, loaded: Loaded) -> Setup:
        old = loaded.setup
        game = self._steps.game(old.game)
        return Setup(
            game=game.key,
            rules_version=game.rules_version,
            options=old.options,
            seats=tuple(
                Seat("bot", seat.name, seat.bot) if seat.bot else Seat("reserved", seat.name) for seat in old.seats
            ),
            listed=old.listed,
            spectators=old.spectators,
            status="waiting",
            seed=secrets.token_hex(32),
            created_at=now_ms(),
            host_nonce=self._tokens.nonce(),
            request=f"rematch/{loaded.id}",
            rematch_of=loaded.id,
        )
