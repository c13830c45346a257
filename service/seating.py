"""Opening a match and taking its seats, until it starts. Plain values in and out, no HTTP."""

import hashlib
import secrets
from dataclasses import dataclass
from itertools import count

import msgspec

from service.codec import CODEC, match_codec
from service.errors import (
    HostOnly,
    IdempotencyKeyReused,
    MatchNotWaiting,
    SeatsInvalid,
    SeatTaken,
    SeatUnknown,
    StoreBusy,
    TokenMissing,
)
from service.games.kernel.engine import open_play
from service.games.kernel.errors import RulesFault
from service.games.kernel.events import Told
from service.games.kernel.game import Options
from service.match_events import MatchOpened, MatchOver, MatchStarted, SeatFilled, SeatReserved
from service.seats import Token
from service.setup import Seat, Setup, bot_name, player_name
from service.shown import Host, Player, Shown
from service.steps import ATTEMPTS, Loaded, Steps, now_ms
from service.store import Heard
from service.wire import to_wire


@dataclass(frozen=True, slots=True)
class Opening:
    """What a match is opened with; `bots` has the bot's key of each seat, or None for a seat that is open."""

    game: str
    options: Options
    bots: tuple[str | None, ...]
    listed: bool = False
    spectators: bool = True


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat that was taken, and its token."""

    seat: int
    token: str


@dataclass(frozen=True, slots=True)
class _Claim:
    """A seat that a token of the match before keeps for its bearer."""

    seat: int
    token: Token


class Seating:
    """The use cases of a match that waits for its players."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._tokens = steps.tokens

    def open(self, opening: Opening, key: str | None = None) -> Shown:
        """Open a match; the same opening with the same idempotency `key` opens one match, however often it is sent.

        Raises GameUnknown, SeatsInvalid, BotUnknown, IdempotencyKeyReused.
        """
        game = self._steps.game(opening.game)
        if len(opening.bots) not in game.seats:
            raise SeatsInvalid(len(opening.bots), game.seats)
        match = self._tokens.match_id(key)
        request = hashlib.sha256(to_wire(opening)).hexdigest()
        setup = Setup(
            game=game.key,
            rules_version=game.rules_version,
            options=match_codec(game).encode_options(opening.options),
            seats=tuple(
                Seat("open") if bot is None else bot_seat(self._steps, bot, f"/seats/{at}/bot")
                for at, bot in enumerate(opening.bots)
            ),
            listed=opening.listed,
            spectators=opening.spectators,
            status="waiting",
            seed=secrets.token_hex(32),
            created_at=now_ms(),
            host_nonce=self._tokens.nonce(f"host/{match}", key),
            request=request,
        )
        open_waiting(self._steps, match, setup)
        # Where the key was sent before, this finds what the first request opened.
        loaded = self._steps.load(match)
        if loaded.setup.request != request:
            raise IdempotencyKeyReused
        shown = self._steps.shown(loaded, Host())
        shown.content["host_token"] = self._tokens.host_token(match, loaded.setup.host_nonce)
        return shown

    def join(
        self, match: str, name: str, seat: int | None = None, key: str | None = None, token: str | None = None
    ) -> Taken:
        """Take a seat, the first open one unless `seat` names it; the last one taken starts the match.

        In a rematch a seat's `token` of the match before takes the same seat, and the same token of that match always
        answers alike. Raises NameInvalid, SeatUnknown, SeatTaken, MatchNotWaiting, MatchUnknown, MatchExpired,
        IdempotencyKeyReused, TokenUnknown, TokenOfAnotherMatch.
        """
        name = player_name(name)
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match)
            seats = loaded.setup.seats
            if seat is not None and not 0 <= seat < len(seats):
                raise SeatUnknown(seat, len(seats))
            claim = self._claim(loaded, token)
            nonce = self._tokens.nonce(f"seat/{match}", key) if claim is None else self._claim_nonce(loaded, claim)
            for at, taken in enumerate(seats):
                if taken.nonce == nonce:
                    if claim is None and (taken.name != name or seat not in (None, at)):
                        raise IdempotencyKeyReused
                    return Taken(at, self._tokens.seat_token(match, at, nonce))
            if nonce in loaded.setup.spent:
                raise IdempotencyKeyReused
            if loaded.setup.status == "abandoned":
                raise MatchNotWaiting(loaded.setup.status)
            chosen = _open_seat(seats, seat) if claim is None else _kept_seat(seats, seat, claim.seat)
            setup = with_seat(loaded.setup, chosen, Seat("player", name, nonce=nonce))
            if seated(self._steps, loaded, setup, [Told(SeatFilled(chosen, name))]):
                return Taken(chosen, self._tokens.seat_token(match, chosen, nonce))
        raise StoreBusy

    def start(self, match: str, token: str | None, bot: str) -> Shown:
        """Put `bot` on every seat without a player, which starts the match. Done again, it changes nothing.

        It is the host's to do. Raises HostOnly, TokenMissing, TokenUnknown, TokenOfAnotherMatch, BotUnknown,
        MatchNotWaiting, MatchUnknown, MatchExpired.
        """
        if token is None:
            raise TokenMissing("the host's token")
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match)
            if not isinstance(self._steps.bearer(loaded, token), Host):
                raise HostOnly
            setup = loaded.setup
            if setup.status == "abandoned":
                raise MatchNotWaiting(setup.status)
            seat = bot_seat(self._steps, bot, "/bot")
            told = []
            for at, taken in enumerate(setup.seats):
                if taken.kind in EMPTY:
                    setup = with_seat(setup, at, seat)
                    told.append(Told(SeatFilled(at, seat.name or bot, bot)))
            if not told or seated(self._steps, loaded, setup, told):
                return self._steps.shown(self._steps.load(match), Host())
        raise StoreBusy

    def _claim(self, loaded: Loaded, token: str | None) -> _Claim | None:
        """Return the seat that `token` keeps from the match before this one; None where it keeps none."""
        if token is None:
            return None
        said, earlier = self._tokens.read(token), loaded.setup.rematch_of
        if earlier is None or said.match != earlier:
            self._steps.bearer(loaded, token)
            return None
        bearer = self._steps.bearer(self._steps.load(earlier), token)
        return _Claim(bearer.seat, said) if isinstance(bearer, Player) else None

    def _claim_nonce(self, loaded: Loaded, claim: _Claim) -> str:
        """Made of the token that claims, so that a lost answer can be asked for; never one that has died since."""
        purpose, spent = f"seat/{loaded.id}", loaded.setup.spent
        nonces = (self._tokens.nonce(purpose, f"claim/{claim.token.nonce}/{again}") for again in count())
        return next(nonce for nonce in nonces if nonce not in spent)


EMPTY = ("open", "reserved")
"""Kinds of seats on which nobody sits."""

SPENT_AT_MOST = 500


def open_waiting(steps: Steps, match: str, setup: Setup) -> None:
    """Write a new match, unless `match` is there already; it starts at once where bots alone play."""
    audiences = len(setup.seats) + 1
    nobody = Heard(0, (0,) * audiences, (setup.created_at,) * audiences)
    told: list[Told] = [Told(MatchOpened(len(setup.seats)))]
    for at, seat in enumerate(setup.seats):
        if seat.name:
            told.append(Told(SeatFilled(at, seat.name, seat.bot) if seat.bot else SeatReserved(at, seat.name)))
    seated(steps, Loaded(match, 0, setup, b"", nobody), setup, told)


def seated(steps: Steps, loaded: Loaded, setup: Setup, told: list[Told]) -> bool:
    """Write new seats, and start the match when none is empty; return False when another step came first."""
    if any(seat.kind in EMPTY for seat in setup.seats):
        return steps.write(loaded, setup=setup, told=told) is not None
    game = steps.game(setup.game)
    codec = match_codec(game)
    setup = msgspec.structs.replace(setup, status="running", rules_version=game.rules_version)
    try:
        play, step = open_play(game, CODEC, codec.decode_options(setup.options), len(setup.seats), setup.seed)
    except RulesFault as error:
        raise steps.fault_kept(loaded, error) from error
    with play:
        told = [*told, Told(MatchStarted()), *step.told]
        outcome = play.outcome()
        if outcome is not None:
            told.append(Told(MatchOver(outcome)))
            setup = msgspec.structs.replace(setup, status="over", outcome=outcome)
        written = steps.write(
            loaded,
            setup=setup,
            place=codec.encode_place(step.match),
            lines=[codec.encode_line(line) for line in step.logged],
            told=told,
            due=bool(steps.asked_bots(setup, play.pending())),
        )
    return written is not None


def bot_seat(steps: Steps, bot: str, pointer: str) -> Seat:
    """Return a seat on which a bot sits; raises BotUnknown."""
    return Seat("bot", bot_name(steps.bot(bot, pointer).key), bot)


def with_seat(setup: Setup, at: int, seat: Seat) -> Setup:
    """Return `setup` with another seat number `at`; the token of who sat there is spent."""
    setup = spend(setup, setup.seats[at].nonce)
    return msgspec.structs.replace(setup, seats=(*setup.seats[:at], seat, *setup.seats[at + 1 :]))


def spend(setup: Setup, nonce: str | None) -> Setup:
    """Return `setup` with one more nonce that must never count again; the oldest are forgotten."""
    if nonce is None:
        return setup
    return msgspec.structs.replace(setup, spent=(*setup.spent, nonce)[-SPENT_AT_MOST:])


def _open_seat(seats: tuple[Seat, ...], wanted: int | None) -> int:
    free = [at for at, seat in enumerate(seats) if seat.kind == "open"]
    if wanted is not None and wanted not in free:
        raise SeatTaken(f"Seat {wanted} is taken; open are {', '.join(map(str, free)) or 'none'}.")
    if not free:
        raise SeatTaken("Every seat is taken; none is open.")
    return free[0] if wanted is None else wanted


def _kept_seat(seats: tuple[Seat, ...], wanted: int | None, kept: int) -> int:
    if wanted not in (None, kept):
        raise SeatTaken(
            f"Your token keeps seat {kept} for you, not seat {wanted}; without it any open seat can be taken."
        )
    if seats[kept].kind not in EMPTY:
        raise SeatTaken(f"Seat {kept}, which your token kept for you, was taken since.")
    return kept
