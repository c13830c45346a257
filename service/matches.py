"""What can be done with a match: open, join, start, look, act, record. Plain values in and out, no HTTP."""

import hashlib
import secrets
import time
from collections.abc import Container
from dataclasses import dataclass

import msgspec

from service.codec import CODEC, match_codec
from service.errors import (
    DecisionNotOpen,
    HostOnly,
    IdempotencyKeyReused,
    MatchNotOver,
    MatchNotRunning,
    SeatOnly,
    SeatsInvalid,
    SeatTaken,
    SeatUnknown,
    StoreBusy,
    TokenMissing,
)
from service.games.kernel.decisions import Choice
from service.games.kernel.engine import Action, Answer, Record, open_play
from service.games.kernel.errors import DecisionClosed, IllegalChoice, RulesFault, RulingPending
from service.games.kernel.events import Told
from service.games.kernel.game import Options
from service.hub import Hub
from service.match_events import MatchOpened, MatchOver, MatchStarted, SeatFilled
from service.setup import Seat, Setup, player_name
from service.shown import Bearer, Host, Player, Shown, audience_of, etag_of, events_of, show
from service.steps import ATTEMPTS, Loaded, Steps, now_ms
from service.store import Heard
from service.wire import to_wire

LONGEST_WAIT_SECONDS = 25.0


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


class Matches:
    """The use cases."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._store = steps.store
        self._tokens = steps.tokens
        self._hub = Hub(steps.store)

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
                Seat("open") if bot is None else self._bot_seat(bot, f"/seats/{at}/bot")
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
        audiences = len(setup.seats) + 1
        nobody = Heard(0, (0,) * audiences, (setup.created_at,) * audiences)
        told: list[Told] = [Told(MatchOpened(len(setup.seats)))]
        told += [Told(SeatFilled(at, seat.name, seat.bot)) for at, seat in enumerate(setup.seats) if seat.name]
        self._seated(Loaded(match, 0, setup, b"", nobody), setup, told)
        # Where the key was sent before, this finds what the first request opened.
        loaded = self._steps.load(match)
        if loaded.setup.request != request:
            raise IdempotencyKeyReused
        shown = self._steps.shown(loaded, Host())
        shown.content["host_token"] = self._tokens.host_token(match, loaded.setup.host_nonce)
        return shown

    def join(self, match: str, name: str, seat: int | None = None, key: str | None = None) -> Taken:
        """Take a seat, the first open one unless `seat` names it; the last one taken starts the match.

        Raises NameInvalid, SeatUnknown, SeatTaken, MatchUnknown, MatchExpired, IdempotencyKeyReused.
        """
        name = player_name(name)
        nonce = self._tokens.nonce(f"seat/{match}", key)
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match)
            seats = loaded.setup.seats
            if seat is not None and not 0 <= seat < len(seats):
                raise SeatUnknown(seat, len(seats))
            for at, taken in enumerate(seats):
                if taken.nonce == nonce:
                    if taken.name != name or seat not in (None, at):
                        raise IdempotencyKeyReused
                    return Taken(at, self._tokens.seat_token(match, at, nonce))
            chosen = _open_seat(seats, seat)
            setup = _with_seat(loaded.setup, chosen, Seat("player", name, nonce=nonce))
            if self._seated(loaded, setup, [Told(SeatFilled(chosen, name))]):
                return Taken(chosen, self._tokens.seat_token(match, chosen, nonce))
        raise StoreBusy

    def start(self, match: str, token: str | None, bot: str) -> Shown:
        """Put `bot` on every open seat, which starts the match. It is the host's to do; done again, it changes nothing.

        Raises HostOnly, TokenMissing, TokenUnknown, TokenOfAnotherMatch, BotUnknown, MatchUnknown, MatchExpired.
        """
        if token is None:
            raise TokenMissing("the host's token")
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match)
            if not isinstance(self._steps.bearer(loaded, token), Host):
                raise HostOnly
            setup = loaded.setup
            seat = self._bot_seat(bot, "/bot")
            told = []
            for at, taken in enumerate(setup.seats):
                if taken.kind == "open":
                    setup = _with_seat(setup, at, seat)
                    told.append(Told(SeatFilled(at, seat.name or bot, bot)))
            if not told or self._seated(loaded, setup, told):
                return self._steps.shown(self._steps.load(match), Host())
        raise StoreBusy

    def look(
        self,
        match: str,
        token: str | None,
        after: int | None = None,
        wait: float = 0,
        known: Container[str] = (),
    ) -> Shown | str:
        """Return what the bearer of `token` sees, or its etag alone where that is among the `known`.

        With `after`, waits up to `wait` seconds (25 at most) for an event past that number. Raises MatchUnknown,
        MatchExpired, TokenUnknown, TokenOfAnotherMatch, SpectatorsNotAllowed, FaultKept.
        """
        loaded = self._steps.load(match)
        bearer = self._steps.bearer(loaded, token)
        if after is not None and wait > 0:
            loaded = self._waited(loaded, bearer, after, min(wait, LONGEST_WAIT_SECONDS))
        etag = etag_of(bearer, loaded.heard)
        if etag in known:
            return etag
        return self._steps.shown(loaded, bearer)

    def act(self, match: str, token: str | None, decision: str, choice: Choice) -> Shown:
        """Answer an open decision, once however often it is sent; returns the view and the events that it caused.

        Raises SeatOnly, DecisionNotOpen, IllegalChoice, RulingPending, MatchNotRunning, FaultKept, WrongRulesVersion
        and what `look` raises.
        """
        if token is None:
            raise TokenMissing("a seat's token")
        for _ in range(ATTEMPTS):
            loaded = self._steps.load(match)
            bearer = self._steps.bearer(loaded, token)
            if not isinstance(bearer, Player):
                raise SeatOnly
            shown = self.acted(loaded, bearer, decision, choice)
            if shown is not None:
                return shown
        raise StoreBusy

    def record(self, match: str, token: str | None) -> Record:
        """Return all that is needed to play the match again; raises MatchNotOver and what `look` raises."""
        loaded = self._steps.load(match)
        self._steps.bearer(loaded, token)
        if loaded.setup.status != "over":
            raise MatchNotOver(loaded.setup.status)
        return self._steps.record(loaded)

    def acted(self, loaded: Loaded, bearer: Player, decision: str, choice: Choice) -> Shown | None:
        """Take one action of a seat; None when another step came first, and the match must be loaded again."""
        setup = loaded.setup
        if setup.status not in ("running", "faulted"):
            earlier = self._repeated(loaded, bearer, decision, choice)
            if earlier is None:
                raise MatchNotRunning(setup.status)
            return earlier
        with self._steps.play(loaded) as play:
            try:
                step = play.act(Action(decision, choice))
            except (DecisionClosed, RulingPending) as error:
                earlier = self._repeated(loaded, bearer, decision, choice)
                if earlier is not None:
                    return earlier
                own = any(one.id == decision and one.decision.seat == bearer.seat for one in play.pending())
                if isinstance(error, RulingPending) and own:
                    raise
                raise DecisionNotOpen(decision) from error
            except IllegalChoice as error:
                if error.decision.seat != bearer.seat:
                    raise DecisionNotOpen(decision) from error
                raise
            except RulesFault as error:
                raise self._steps.fault_kept(loaded, error, decision, choice) from error
            answer = step.logged[0]
            if not isinstance(answer, Answer) or answer.seat != bearer.seat:
                raise DecisionNotOpen(decision)
            told, outcome = list(step.told), play.outcome()
            changed = None
            if outcome is not None:
                told.append(Told(MatchOver(outcome)))
                changed = msgspec.structs.replace(setup, status="over", outcome=outcome)
            elif setup.status == "faulted":
                changed = msgspec.structs.replace(setup, status="running")
            codec, pending = self._steps.codec(setup), play.pending()
            written = self._steps.write(
                loaded,
                setup=changed,
                place=codec.encode_place(step.match),
                lines=[codec.encode_line(line) for line in step.logged],
                told=told,
                answered=(decision, bearer.seat, _digest(choice)),
                due=bool(self._steps.asked_bots(setup, pending)),
            )
            if written is None:
                return None
            now, entries = written
            content = show(now.id, now.setup, now.heard, play.match.options, bearer, play, pending)
            content["events"] = events_of(entries, bearer.seat)
            return Shown(etag_of(bearer, now.heard), content)

    def _repeated(self, loaded: Loaded, bearer: Player, decision: str, choice: Choice) -> Shown | None:
        """Return the view with the events of an action that was taken before; None where it wasn't."""
        answered = self._store.answered(loaded.id, decision)
        if answered is None or answered.seat != bearer.seat or answered.choice != _digest(choice):
            return None
        shown = self._steps.shown(loaded, bearer)
        caused = self._store.entries(loaded.id, answered.first, answered.last)
        shown.content["events"] = events_of(caused, bearer.seat)
        return shown

    def _waited(self, loaded: Loaded, bearer: Bearer, after: int, seconds: float) -> Loaded:
        """Return the match once the bearer's audience is past event number `after`, or when the time is over."""
        audience = audience_of(bearer, len(loaded.setup.seats))
        deadline = time.monotonic() + seconds
        if loaded.heard.numbers[audience] > after:
            return loaded
        with self._hub.parked(loaded.id, audience, after) as parked:
            while True:
                loaded = self._steps.load(loaded.id)
                left = deadline - time.monotonic()
                if loaded.heard.numbers[audience] > after or left <= 0:
                    return loaded
                parked.wait(left)

    def _seated(self, loaded: Loaded, setup: Setup, told: list[Told]) -> bool:
        """Write new seats, and start the match when none is open; return False when another step came first."""
        if any(seat.kind == "open" for seat in setup.seats):
            return self._steps.write(loaded, setup=setup, told=told) is not None
        game = self._steps.game(setup.game)
        codec = match_codec(game)
        setup = msgspec.structs.replace(setup, status="running", rules_version=game.rules_version)
        try:
            play, step = open_play(game, CODEC, codec.decode_options(setup.options), len(setup.seats), setup.seed)
        except RulesFault as error:
            raise self._steps.fault_kept(loaded, error) from error
        with play:
            told = [*told, Told(MatchStarted()), *step.told]
            outcome = play.outcome()
            if outcome is not None:
                told.append(Told(MatchOver(outcome)))
                setup = msgspec.structs.replace(setup, status="over", outcome=outcome)
            written = self._steps.write(
                loaded,
                setup=setup,
                place=codec.encode_place(step.match),
                lines=[codec.encode_line(line) for line in step.logged],
                told=told,
                due=bool(self._steps.asked_bots(setup, play.pending())),
            )
        return written is not None

    def _bot_seat(self, bot: str, pointer: str) -> Seat:
        return Seat("bot", self._steps.bot(bot, pointer).key.capitalize(), bot)


def _open_seat(seats: tuple[Seat, ...], wanted: int | None) -> int:
    free = [at for at, seat in enumerate(seats) if seat.kind == "open"]
    if wanted is not None and wanted not in free:
        raise SeatTaken(f"Seat {wanted} is taken; open are {', '.join(map(str, free)) or 'none'}.")
    if not free:
        raise SeatTaken("Every seat is taken; none is open.")
    return free[0] if wanted is None else wanted


def _with_seat(setup: Setup, at: int, seat: Seat) -> Setup:
    return msgspec.structs.replace(setup, seats=(*setup.seats[:at], seat, *setup.seats[at + 1 :]))


def _digest(choice: Choice) -> str:
    return hashlib.sha256(to_wire(choice)).hexdigest()[:32]
