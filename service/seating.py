"""Opening a match and taking its seats, until it starts. Plain values in and out, no HTTP."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from service.codec import CODEC, match_codec
from service.errors import (
    Draining,
    HostOnly,
    IdempotencyKeyReused,
    MatchNotWaiting,
    OptionUnfit,
    SeatInvalid,
    SeatsInvalid,
    SeatTaken,
    StoreBusy,
    TokenMissing,
)
from service.games.kernel.engine import open_play
from service.games.kernel.errors import RulesFault
from service.games.kernel.events import Told
from service.games.kernel.game import Options
from service.match_events import MatchOpened, MatchOver, MatchStarted, SeatFilled, SeatReserved, TokenReissued
from service.setup import Seat, Setup, bot_name, player_name
from service.shown import Host, Player, Shown
from service.steps import ATTEMPTS, Loaded, Steps, now_ms
from service.store import Done, Heard
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
    """A seat that a token of the match before keeps for its bearer, and the mark of asking for it.

    `reissued`: the token is one that the host gave.
    """

    seat: int
    mark: str
    reissued: bool


class Seating:
    """The use cases of a match that waits for its players."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._tokens = steps.tokens

    def open(self, opening: Opening, key: str | None = None) -> Shown:
        """Open a match; the same opening with the same idempotency `key` opens one match, however often it is sent.

        Raises GameUnknown, SeatsInvalid, OptionUnfit, BotUnknown, IdempotencyKeyReused, Draining, FaultKept.
        """
        game = self._steps.game(opening.game)
        if len(opening.bots) not in game.seats:
            raise SeatsInvalid(len(opening.bots), game.seats)
        if (misfit := opening.options.misfit(len(opening.bots))) is not None:
            raise OptionUnfit(misfit)
        match = self._tokens.match_id(key)
        request = hashlib.sha256(to_wire(opening)).hexdigest()
        setup = Setup(
            game=game.key,
            rules_version=game.rules_version,
            options=match_codec(game).encode_options(opening.options),
            seats=tuple(
                Seat("open") if bot is None else bot_seat(self._steps, bot, game.key, f"/seats/{at}/bot")
                for at, bot in enumerate(opening.bots)
            ),
            listed=opening.listed,
            spectators=opening.spectators,
            status="waiting",
            seed=secrets.token_hex(32),
            created_at=now_ms(),
            host_nonce=self._tokens.nonce(),
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

        In a rematch a seat's `token` of the match before takes the same seat, and asked again answers alike. So does
        the same `key`, as long as the token that it was given lives; after that it gets nothing more. Raises
        NameInvalid, SeatInvalid, SeatTaken, MatchNotWaiting, MatchUnknown, MatchExpired, IdempotencyKeyReused,
        TokenUnknown, TokenOfAnotherMatch, Draining, FaultKept, StoreBusy.
        """
        name = player_name(name)
        asked = None if key is None else self._tokens.mark(f"seat/{match}", key)
        claiming = None if token is None else self._tokens.mark(f"claim/{match}", self._tokens.read(token).nonce)
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match, *filter(None, (asked, claiming)))
            seats = loaded.setup.seats
            if seat is not None and not 0 <= seat < len(seats):
                raise SeatInvalid(seat, len(seats))
            claim = self._claim(loaded, token, claiming)
            taken = None if claim is None else held(self._steps, loaded, claim.mark)
            if taken is None and asked in loaded.done:
                taken = held(self._steps, loaded, asked)
                if taken is None or seats[taken.seat].name != name or seat not in (None, taken.seat):
                    raise IdempotencyKeyReused
            if taken is not None:
                return taken
            if loaded.setup.status == "abandoned":
                raise MatchNotWaiting(loaded.setup.status)
            chosen = _open_seat(seats, seat) if claim is None else _kept_seat(seats, seat, claim.seat)
            nonce, told = self._tokens.nonce(), [Told(SeatFilled(chosen, name))]
            reissued = claim is not None and claim.reissued
            if reissued:
                told.append(Told(TokenReissued(chosen)))
            setup = with_seat(loaded.setup, chosen, Seat("player", name, nonce=nonce, reissued=reissued))
            marks = [mark for mark in (asked, None if claim is None else claim.mark) if mark is not None]
            if seated(self._steps, loaded, setup, told, [(mark, Done(chosen, nonce)) for mark in marks]):
                return Taken(chosen, self._tokens.seat_token(match, chosen, nonce))
        raise StoreBusy

    def start(self, match: str, token: str | None, bot: str) -> Shown:
        """Put `bot` on every seat without a player, which starts the match. Done again, it changes nothing.

        It is the host's to do. Raises HostOnly, TokenMissing, TokenUnknown, TokenOfAnotherMatch, BotUnknown,
        MatchNotWaiting, MatchUnknown, MatchExpired, Draining, FaultKept, StoreBusy.
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
            seat = bot_seat(self._steps, bot, loaded.setup.game, "/bot")
            told = []
            for at, taken in enumerate(setup.seats):
                if taken.kind in EMPTY:
                    setup = with_seat(setup, at, seat)
                    told.append(Told(SeatFilled(at, seat.name or bot, bot)))
            if not told or seated(self._steps, loaded, setup, told):
                return self._steps.shown(self._steps.load(match), Host())
        raise StoreBusy

    def _claim(self, loaded: Loaded, token: str | None, mark: str | None) -> _Claim | None:
        """Return the seat that `token` keeps from the match before this one; None where it keeps none."""
        if token is None or mark is None:
            return None
        said, earlier = self._tokens.read(token), loaded.setup.rematch_of
        if earlier is None or said.match != earlier:
            self._steps.bearer(loaded, token)
            return None
        before = self._steps.load(earlier)
        bearer = self._steps.bearer(before, token)
        if not isinstance(bearer, Player):
            return None
        return _Claim(bearer.seat, mark, before.setup.seats[bearer.seat].reissued)


EMPTY = ("open", "reserved")
"""Kinds of seats on which nobody sits."""


def open_waiting(steps: Steps, match: str, setup: Setup) -> None:
    """Write a new match, unless `match` is there already; it starts at once where bots alone play."""
    audiences = len(setup.seats) + 1
    nobody = Heard(0, (0,) * audiences, (setup.created_at,) * audiences)
    told: list[Told] = [Told(MatchOpened(len(setup.seats)))]
    for at, seat in enumerate(setup.seats):
        if seat.name:
            told.append(Told(SeatFilled(at, seat.name, seat.bot) if seat.bot else SeatReserved(at, seat.name)))
    seated(steps, Loaded(match, 0, setup, b"", nobody), setup, told)


def seated(steps: Steps, loaded: Loaded, setup: Setup, told: list[Told], done: Sequence[tuple[str, Done]] = ()) -> bool:
    """Write new seats, and start the match when none is empty; return False when another step came first.

    Raises Draining where a match would be opened or started while nothing new may begin.
    """
    empty = any(seat.kind in EMPTY for seat in setup.seats)
    # The commit itself says the last word; what is known before needs no opening moves, and no place on a shelf.
    if (not loaded.version or not empty) and steps.store.unfinished.draining():
        if not loaded.version and steps.store.load(loaded.id) is not None:
            return False
        raise Draining
    if empty:
        return steps.write(loaded, setup=setup, told=told, done=done) is not None
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
            done=done,
            due=steps.for_workers(setup, play.pending()),
        )
    return written is not None


def bot_seat(steps: Steps, bot: str, game: str, pointer: str) -> Seat:
    """Return a seat on which a bot that plays the title sits; raises BotUnknown."""
    return Seat("bot", bot_name(steps.bot(bot, game, pointer).key), bot)


def with_seat(setup: Setup, at: int, seat: Seat) -> Setup:
    """Return `setup` with another seat number `at`."""
    return msgspec.structs.replace(setup, seats=(*setup.seats[:at], seat, *setup.seats[at + 1 :]))


def held(steps: Steps, loaded: Loaded, mark: str | None) -> Taken | None:
    """Return the seat and the token that the request of this `mark` gave, as long as that token lives."""
    done = loaded.done.get(mark or "")
    if done is None or done.nonce is None or loaded.setup.seats[done.seat].nonce != done.nonce:
        return None
    return Taken(done.seat, steps.tokens.seat_token(loaded.id, done.seat, done.nonce))


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
