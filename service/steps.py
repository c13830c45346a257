"""Brings a stored match to life and writes what a step made of it; the use cases are built of this."""

import hashlib
import time
import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from service import metrics
from service.alive import Alive
from service.bots import HouseBot, bots_of
from service.codec import CODEC, MatchCodec, match_codec
from service.errors import (
    BotUnknown,
    FaultKept,
    GameUnknown,
    MatchExpired,
    MatchUnknown,
    SpectatorsNotAllowed,
    StoreFull,
    StoreUnavailable,
    TokenOfAnotherMatch,
    TokenUnknown,
)
from service.failpoints import reach
from service.games.kernel.decisions import REFEREE, Choice
from service.games.kernel.engine import Play
from service.games.kernel.errors import GameError, ReplayDiverged, RulesFault, WrongRulesVersion
from service.games.kernel.events import Told
from service.games.kernel.game import Game, Options
from service.games.kernel.match import Answer, Pending, Record
from service.queue import Queue
from service.seats import Token, Tokens, is_match_id, spectator_of
from service.setup import Setup, decode_setup, encode_setup
from service.shelves import place_of, played_as, shelf_of
from service.shown import (
    KEPT_SECONDS,
    WAITING_SECONDS,
    Bearer,
    Host,
    Player,
    Shown,
    Spectator,
    etag_of,
    hear,
    show,
)
from service.store import Answered, Commit, Done, Entry, Heard, MatchStore, Ruled, Scored, Shelved
from service.wire import to_plain, to_wire

ATTEMPTS = 20
"""How often a step is tried anew after somebody else's step came first."""

DUE_AFTER_SECONDS = 3
"""How long a match may wait for a bot or the referee before the sweeper sends for it again."""

REPAIR_SECONDS = 5
"""How long a match may stand still before a look sends for the workers: the last resort, should none sweep."""

RETRY_FAULT_SECONDS = 60
"""How often a look has the bots of a faulted match try again: the rules may be repaired meanwhile."""

SEEN_AT_ONCE = 128
"""How many looks each process remembers."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A match as it lies in the store, at the store's own `version`; `done` as in `Stored`."""

    id: str
    version: int
    setup: Setup
    place: bytes
    heard: Heard
    done: Mapping[str, Done] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Faulted:
    """What reproduces a fault of the rules: the record before it, and the action that met it (none: the opening)."""

    fault: str
    match: str
    at: str
    record: Record
    decision: str | None
    choice: Choice | None
    trace: str


class Steps:
    """`titles` and `bots` are all that there are, by their keys."""

    def __init__(
        self,
        store: MatchStore,
        queue: Queue,
        tokens: Tokens,
        titles: Mapping[str, Game[Any]],
        bots: Mapping[str, HouseBot],
    ) -> None:
        self.store = store
        self.queue = queue
        self.tokens = tokens
        self.titles = titles
        self.bots = bots
        self._seen = lru_cache(maxsize=SEEN_AT_ONCE)(self._look)
        self._alive = Alive()

    def game(self, key: str) -> Game[Any]:
        """Return a title; raises GameUnknown."""
        game = self.titles.get(key)
        if game is None:
            raise GameUnknown(key, tuple(self.titles))
        return game

    def bot(self, key: str, game: str, pointer: str) -> HouseBot:
        """Return a bot that plays a title; raises BotUnknown, which points at `pointer`."""
        known = bots_of(game, self.bots)
        if key not in known:
            raise BotUnknown(key, tuple(known), pointer)
        return known[key]

    def codec(self, setup: Setup) -> MatchCodec:
        return match_codec(self.game(setup.game))

    def options(self, setup: Setup) -> Options:
        return self.codec(setup).decode_options(setup.options)

    def load(self, match: str, *marks: str) -> Loaded:
        """Return a match, with what the requests of these `marks` did; raises MatchUnknown, MatchExpired."""
        stored = self.store.load(match, marks) if is_match_id(match) else None
        if stored is None:
            raise MatchExpired(match) if is_match_id(match) and self.store.was_there(match) else MatchUnknown(match)
        return Loaded(match, stored.version, decode_setup(stored.setup), stored.place, stored.heard, stored.done)

    def bearer(self, loaded: Loaded, token: str | None) -> Bearer:
        """Return whose `token` it is; raises TokenUnknown, TokenOfAnotherMatch, SpectatorsNotAllowed."""
        return bearer_of(loaded.id, loaded.setup, self.said(loaded.id, token))

    def said(self, match: str, token: str | None) -> Token:
        """Return what `token` says, whether or not it is still valid; raises TokenUnknown unless it is ours."""
        return spectator_of(match) if token is None else self.tokens.read(token)

    def holds(self, said: Token) -> bool:
        """Tell whether what a token says is still so; raises StoreUnavailable."""
        try:
            bearer_of(said.match, self.load(said.match).setup, said)
        except (MatchUnknown, MatchExpired, TokenUnknown):
            return False
        return True

    def play(self, loaded: Loaded) -> Play[Any]:
        """Bring a started match to life, or take it from a look that did; use it in a `with` block.

        Raises WrongRulesVersion, FaultKept.
        """
        setup = loaded.setup
        alive = self._alive.take(setup, loaded.place)
        if alive is not None:
            return alive
        game = self.game(setup.game)
        codec = match_codec(game)
        match = codec.decode_place(
            loaded.place,
            rules_version=setup.rules_version,
            options=codec.decode_options(setup.options),
            seats=len(setup.seats),
            seed=setup.seed,
        )
        try:
            return Play(game, CODEC, match)
        except (RulesFault, ReplayDiverged) as error:
            raise self.fault_kept(loaded, error) from error

    def shown(self, loaded: Loaded, bearer: Bearer) -> Shown:
        """Return what `bearer` sees; of a match with rules of another version all but the view and the decisions.

        Those who watch a match together are woken together: the first one's look is the others' too.
        """
        content, for_workers = self._seen(loaded, bearer)
        if for_workers:
            self._repair(loaded)
        return Shown(etag_of(bearer, loaded.heard), dict(content))

    def _look(self, loaded: Loaded, bearer: Bearer) -> tuple[Mapping[str, object], bool]:
        """Return what `bearer` sees, and whether the match waits for a bot or the referee."""
        setup, options = loaded.setup, self.options(loaded.setup)
        try:
            play = self.play(loaded) if loaded.place else None
        except WrongRulesVersion:
            play = None
        if play is None:
            return show(loaded.id, setup, loaded.heard, options, bearer, None), False
        with ExitStack() as unless_kept:
            unless_kept.enter_context(play)
            try:
                pending = play.pending(self.concerned(setup, bearer))
                content = show(loaded.id, setup, loaded.heard, options, bearer, play, pending)
            except RulesFault as error:
                raise self.fault_kept(loaded, error) from error
            self._alive.keep(setup, loaded.place, play)
            unless_kept.pop_all()
        return content, self.for_workers(setup, pending)

    def concerned(self, setup: Setup, bearer: Bearer) -> set[int]:
        """Return whose decisions matter to what `bearer` does or sees: the bearer's, and those that workers answer."""
        bots = {at for at, seat in enumerate(setup.seats) if seat.bot is not None}
        return {REFEREE, *bots, *((bearer.seat,) if isinstance(bearer, Player) else ())}

    def for_workers(self, setup: Setup, pending: Sequence[Pending]) -> bool:
        """Tell whether a decision waits for a bot or for the referee, for whom the workers answer."""
        return any(one.decision.seat == REFEREE for one in pending) or bool(self.asked_bots(setup, pending))

    def asked_bots(self, setup: Setup, pending: Iterable[Pending]) -> list[tuple[Pending, str]]:
        """Return the decisions that wait for a bot, with the bot's key."""
        bots = {at: seat.bot for at, seat in enumerate(setup.seats) if seat.bot is not None}
        return [
            (one, bots[one.decision.seat])
            for one in (pending if bots else ())
            if one.decision.seat in bots and not one.decision.optional and not one.with_referee
        ]

    def write(
        self,
        loaded: Loaded,
        *,
        told: Sequence[Told],
        setup: Setup | None = None,
        place: bytes | None = None,
        lines: Sequence[bytes] = (),
        answered: tuple[str, int, str] | None = None,
        ruled: tuple[str, Ruled] | None = None,
        done: Sequence[tuple[str, Done]] = (),
        scored: Scored | None = None,
        due: bool = False,
        send: bool = True,
    ) -> tuple[Loaded, list[Entry]] | None:
        """Commit one step, and `send` for the workers where they are `due`; None when another step came first.

        `answered` is a decision, the seat that answered it and the digest of its choice; `ruled` a decision, and how
        the referee ruled on it; `scored` the win that the match ends with; `done` what requests did that may be sent
        again, by their marks.
        """
        now = now_ms()
        heard, entries = hear(loaded.heard, told, now)
        current = loaded.setup if setup is None else setup
        index = None
        if answered is not None:
            decision, seat, choice = answered
            index = decision, Answered(seat, choice, loaded.heard.told, heard.told)
        commit = Commit(
            match=loaded.id,
            after=loaded.version,
            heard=heard,
            keep_seconds=_keep_seconds(current, now),
            setup=None if setup is None else encode_setup(setup),
            place=place,
            lines=lines,
            entries=entries,
            answered=index,
            ruled=None if ruled is None else (ruled[0], _placed(ruled[1], loaded.heard.told, heard.told)),
            done=done,
            due_at=now + DUE_AFTER_SECONDS * 1000 if due else None,
            enters=played_as(current, loaded.id) if setup is not None else None,
            leaves=played_as(loaded.setup, loaded.id) if current.ended else None,
            scored=scored,
        )
        shelved = self._shelve(loaded, current)
        if not self.store.commit(commit):
            metrics.CONFLICTS.labels(current.game).inc()
            return None
        reach("match.committed")
        metrics.commits(current.game).inc()
        with suppress(StoreUnavailable):
            # What stays behind is found by whoever comes by; the step itself is done.
            self.store.unshelve(shelved)
        if due and send:
            self.queue.move_bots(loaded.id)
        return Loaded(loaded.id, loaded.version + 1, current, place or loaded.place, heard), entries

    def _shelve(self, loaded: Loaded, current: Setup) -> list[Shelved]:
        """Put a listed match where it belongs after this step; returns where it lies no more once that is done.

        Before the commit: a match that is shelved too early is passed over, one that never is can't be found.
        """
        if not current.listed:
            return []
        place, to = place_of(current, loaded.id), shelf_of(current)
        here = shelf_of(loaded.setup) if loaded.version else None
        if here == to:
            return []
        self.store.shelve(Shelved(to, place))
        return [] if here is None else [Shelved(here, place)]

    def record(self, loaded: Loaded) -> Record:
        """Return all that is needed to play the match again, as far as it went."""
        codec = self.codec(loaded.setup)
        lines = [codec.decode_line(line) for line in self.store.lines(loaded.id)]
        return Record(
            game=loaded.setup.game,
            rules_version=loaded.setup.rules_version,
            options=self.options(loaded.setup),
            seats=len(loaded.setup.seats),
            seed=loaded.setup.seed,
            answers=tuple(line for line in lines if isinstance(line, Answer)),
            phases=tuple(line.state_hash for line in lines if not isinstance(line, Answer)),
        )

    def fault_kept(
        self, loaded: Loaded, error: GameError, decision: str | None = None, choice: Choice | None = None
    ) -> FaultKept:
        """Keep what reproduces a fault; the same fault of the same match at the same place is kept once."""
        metrics.FAULTS.labels(loaded.setup.game).inc()
        place = f"{loaded.id}/{loaded.version}/{decision}/{choice!r}"
        fault = "f_" + hashlib.sha256(place.encode()).hexdigest()[:16]
        trace = "".join(traceback.format_exception(error))
        report = Faulted(fault, loaded.id, str(now_ms()), self.record(loaded), decision, choice, trace)
        self.store.faults.keep(fault, to_wire(to_plain(report)))
        return FaultKept(fault)

    def _repair(self, loaded: Loaded) -> None:
        """Send for the workers again where they are overdue: the first message may have been lost."""
        patience = RETRY_FAULT_SECONDS if loaded.setup.status == "faulted" else REPAIR_SECONDS
        if loaded.setup.ended or now_ms() - max(loaded.heard.times) <= patience * 1000:
            return
        # A full store keeps the bots from moving, and nobody from looking.
        with suppress(StoreFull):
            if self.store.claim(f"bots:{loaded.id}", patience):
                self.queue.move_bots(loaded.id)


def bearer_of(match: str, setup: Setup, said: Token) -> Bearer:
    """Return who it is that says so; raises TokenUnknown, TokenOfAnotherMatch, SpectatorsNotAllowed."""
    if said.match != match:
        raise TokenOfAnotherMatch
    if said.role == "spectator":
        # Whoever has the id is invited, and sees who waits before taking a seat.
        if not setup.spectators and setup.status != "waiting":
            raise SpectatorsNotAllowed
        return Spectator()
    if said.role == "host":
        if said.nonce != setup.host_nonce:
            raise TokenUnknown
        return Host()
    if said.seat >= len(setup.seats) or setup.seats[said.seat].nonce != said.nonce:
        raise TokenUnknown
    return Player(said.seat)


def _placed(ruled: Ruled, first: int, last: int) -> Ruled:
    return msgspec.structs.replace(ruled, first=first, last=last)


def _keep_seconds(setup: Setup, now: int) -> int:
    if setup.status != "waiting":
        return KEPT_SECONDS
    return max(1, WAITING_SECONDS - (now - setup.created_at) // 1000)


def now_ms() -> int:
    """Return the time in ms since 1970."""
    return time.time_ns() // 1_000_000
