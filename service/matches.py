"""What can be done with a match: look, act, record. Plain values in and out, no HTTP."""

import hashlib
from collections.abc import Callable

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
from service.games.kernel.engine import Action, Answer, Record
from service.games.kernel.errors import DecisionClosed, IllegalChoice, RulesFault, RulingPending
from service.games.kernel.events import Told
from service.hub import Hub
from service.match_events import MatchOver
from service.shown import Player, Shown, etag_of, events_of, show
from service.steps import ATTEMPTS, Loaded, Steps
from service.watching import Watching
from service.wire import to_wire


class Matches:
    """The use cases."""

    def __init__(self, steps: Steps, watching: Watching | None = None) -> None:
        self._steps = steps
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
                reach("action.taken")
                return shown
        raise StoreBusy

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

        With `send`, the bots that are asked next are sent for.
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
                send=send,
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


def _digest(choice: Choice) -> str:
    return hashlib.sha256(to_wire(choice)).hexdigest()[:32]
