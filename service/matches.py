"""What can be done with a match: look, act, record. Plain values in and out, no HTTP."""

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from service.errors import (
    DecisionNotOpen,
    MatchNotOver,
    MatchNotRunning,
    SeatOnly,
    StoreBusy,
    TokenMissing,
)
from service.failpoints import reach
from service.games.kernel.decisions import Choice
from service.games.kernel.engine import Play
from service.games.kernel.errors import DecisionClosed, IllegalChoice, RulesFault, RulingPending
from service.games.kernel.events import Told
from service.games.kernel.match import Action, Answer, Pending, Record, Step
from service.hub import Hub
from service.match_events import MatchOver
from service.rulings import IN_MATCH, Referral, refusal_of, ruled_of, with_referee
from service.scores import scored
from service.shown import Player, Shown, etag_of, events_of, show
from service.steps import ATTEMPTS, Loaded, Steps, now_ms
from service.store import Entry, Ruled
from service.watching import Watching
from service.wire import to_wire

RULING_SECONDS = 1.0
"""How long a word waits for the referee before whoever wrote it is told that it is with him."""


class Matches:
    """The use cases; `patience` is how many seconds a word waits for its ruling."""

    def __init__(self, steps: Steps, watching: Watching | None = None, patience: float = RULING_SECONDS) -> None:
        self._steps = steps
        self._patience = patience
        self._store = steps.store
        self._watching = watching or Watching(steps, Hub(steps.store))

    def look(
        self,
        match: str,
        token: str | None,
        after: int | None = None,
        wait: float = 0,
        has: Callable[[str], bool] = lambda _: False,
    ) -> Shown | str:
        """Return what the bearer of `token` sees, or the etag alone where the client `has` it.

        With `after`, waits up to `wait` seconds (25 at most) for an event past that number. Raises MatchUnknown,
        MatchExpired, TokenUnknown, TokenOfAnotherMatch, SpectatorsNotAllowed, FaultKept.
        """
        loaded, bearer = self._watching.waited(match, self._steps.said(match, token), after, wait)
        etag = etag_of(bearer, loaded.heard)
        if has(etag):
            return etag
        return self._steps.shown(loaded, bearer)

    def act(self, match: str, token: str | None, decision: str, choice: Choice) -> Shown:
        """Answer an open decision, once however often it is sent; returns the view and the events that it caused.

        What the referee has to rule on waits for that for about a second; then the view may still show it as with him.
        Raises SeatOnly, DecisionNotOpen, IllegalChoice, RulingPending, WordNotInLexicon, WordsThereAre,
        MatchNotRunning, FaultKept, WrongRulesVersion, StoreBusy and what `look` raises.
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
                reach("action.taken")
                return self._awaited(match, token, decision, choice, shown)
        raise StoreBusy

    def _awaited(self, match: str, token: str, decision: str, choice: Choice, shown: Shown) -> Shown:
        """Wait for the referee where the decision is with him; raises WordNotInLexicon, WordsThereAre."""
        deadline = time.monotonic() + self._patience
        while with_referee(shown, decision) and (left := deadline - time.monotonic()) > 0:
            version = shown.content["version"]
            assert isinstance(version, int)
            loaded, bearer = self._watching.waited(match, self._steps.said(match, token), version, left)
            later = self._repeated(loaded, bearer, decision, choice) if isinstance(bearer, Player) else None
            if later is None or later.etag == shown.etag:
                # Nothing new within the time, or this process is about to close.
                break
            shown = later
        return shown

    def record(self, match: str, token: str | None) -> Record:
        """Return all that is needed to play the match again; raises MatchNotOver and what `look` raises."""
        loaded = self._steps.load(match)
        self._steps.bearer(loaded, token)
        if not loaded.setup.ended or not loaded.place:
            raise MatchNotOver(loaded.setup.status)
        return self._steps.record(loaded)

    def acted(
        self, loaded: Loaded, bearer: Player, decision: str, choice: Choice, *, send: bool = True
    ) -> Shown | None:
        """Take one action of a seat; None when another step came first, and the match must be loaded again.

        With `send`, the workers are sent for where a bot or the referee is asked next.
        """
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
                if isinstance(error, RulingPending) and error.seat == bearer.seat:
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
            pending = play.pending(self._steps.concerned(setup, bearer))
            answered = decision, bearer.seat, _digest(choice)
            written = self._write(loaded, play, step, pending, answered=answered, send=send)
            if written is None:
                return None
            now, entries = written
            content = show(now.id, now.setup, now.heard, play.match.options, bearer, play, pending)
            content["events"] = events_of(entries, bearer.seat)
            return Shown(etag_of(bearer, now.heard), content)

    def ruled(self, loaded: Loaded, play: Play[Any], referral: Referral, choice: Choice) -> None:
        """Take a ruling of the referee; where another step came first, nothing is done, and it is asked anew."""
        decision = referral.pending.id
        try:
            step = play.act(Action(decision, choice))
        except RulesFault as error:
            raise self._steps.fault_kept(loaded, error, decision, choice) from error
        ruled = ruled_of(referral, choice)
        kept = None if referral.held is None or ruled is None else (referral.held, ruled)
        self._write(loaded, play, step, play.pending(), ruled=kept, send=False)

    def _write(
        self,
        loaded: Loaded,
        play: Play[Any],
        step: Step,
        pending: Sequence[Pending],
        *,
        answered: tuple[str, int, str] | None = None,
        ruled: tuple[str, Ruled] | None = None,
        send: bool,
    ) -> tuple[Loaded, list[Entry]] | None:
        """Write what an action made of a match, and what follows of it for the match as a whole."""
        setup, told, outcome = loaded.setup, list(step.told), play.outcome()
        changed = score = None
        if outcome is not None:
            told.append(Told(MatchOver(outcome)))
            changed = msgspec.structs.replace(setup, status="over", outcome=outcome)
            score = scored(loaded.id, setup, play.match.options, outcome, now_ms())
        elif setup.status == "faulted":
            changed = msgspec.structs.replace(setup, status="running")
        codec = self._steps.codec(setup)
        return self._steps.write(
            loaded,
            setup=changed,
            place=codec.encode_place(step.match),
            lines=[codec.encode_line(line) for line in step.logged],
            told=told,
            answered=answered,
            ruled=ruled,
            scored=score,
            due=self._steps.for_workers(setup, pending),
            send=send,
        )

    def _repeated(self, loaded: Loaded, bearer: Player, decision: str, choice: Choice) -> Shown | None:
        """Return the view with the events of an action that was taken before; None where it wasn't.

        Raises WordNotInLexicon, WordsThereAre where the referee ruled against it.
        """
        answered = self._store.answered(loaded.id, decision)
        if answered is None or answered.seat != bearer.seat or answered.choice != _digest(choice):
            return None
        ruled = self._store.ruled(loaded.id, decision)
        refusal = None if ruled is None else refusal_of(ruled, IN_MATCH)
        if refusal is not None:
            raise refusal
        shown = self._steps.shown(loaded, bearer)
        caused = self._store.entries(loaded.id, answered.first, answered.last)
        if ruled is not None:
            caused += self._store.entries(loaded.id, ruled.first, ruled.last)
        shown.content["events"] = events_of(caused, bearer.seat)
        return shown


def _digest(choice: Choice) -> str:
    return hashlib.sha256(to_wire(choice)).hexdigest()[:32]
