"""What can be done with a record: verify it, or play it on. Nothing is stored, and nobody's state is taken on trust."""

import hashlib
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from service import metrics
from service.codec import CODEC
from service.errors import FaultKept, OptionUnfit, RecordDiverged, RecordOfOtherRules
from service.games.kernel.decisions import Choice, Decision
from service.games.kernel.engine import Play, repeat
from service.games.kernel.errors import ReplayDiverged, RulesFault, WrongOption, WrongRulesVersion
from service.games.kernel.match import Action, Answer, Pending, Record, Step
from service.games.kernel.outcome import Outcome
from service.pacing import paced
from service.rulings import IN_RECORD, referrals, refusal_of, ruled_of
from service.shown import Bearer, Player, Spectator, audience_of, commitment_of, decisions_of, events_of, hear
from service.steps import Faulted, Steps, now_ms
from service.store import Entry, Heard
from service.wire import to_plain, to_wire


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether a record plays again as it says: how many events it has and how it ends, or at which answer it fails."""

    verified: bool
    events: int | None = None
    outcome: Outcome | None = None
    at: int | None = None
    detail: str | None = None


@dataclass(slots=True)
class _Course:
    """How far a record has been played: the record as it is by then, and what the audiences have heard.

    `entries` are the events of the last recorded step and of all that was played on after it; `trying` is the action
    that is being taken.
    """

    record: Record
    heard: Heard
    ended: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)
    trying: Action | None = None

    def repeated(self, step: Step) -> None:
        """Take in the next step of the record."""
        self.heard, self.entries = hear(self.heard, step.told, now_ms())
        self.ended += _phases(step)

    def arrived(self) -> None:
        """Fill in the hashes that the record lacks; raises RecordDiverged where it has more than were played."""
        if len(self.record.phases) > len(self.ended):
            raise RecordDiverged(f"{len(self.record.phases)} phases are on record, {len(self.ended)} were played.")
        self.record = replace(self.record, phases=self.ended)

    def act(self, play: Play[Any], action: Action) -> None:
        """Play on by one action; raises what `Play.act` raises."""
        self.trying = action
        step = play.act(action)
        self.heard, entries = hear(self.heard, step.told, now_ms())
        self.entries += entries
        self.ended += _phases(step)
        answers = tuple(line for line in step.logged if isinstance(line, Answer))
        self.record = replace(self.record, answers=self.record.answers + answers, phases=self.ended)
        self.trying = None


class Replays:
    """The use cases; each plays the whole record again. `rule` answers for the referee, to an asker (an address)."""

    def __init__(self, steps: Steps, rule: Callable[[Decision[Any], str], Choice]) -> None:
        self._steps = steps
        self._rule = rule

    def verify(self, record: Record, commitment: str | None = None) -> Verified:
        """Play `record` again and hold it against its hashes, and its seed against `commitment` where one is given.

        Raises GameUnknown, OptionUnfit, RecordOfOtherRules, FaultKept.
        """
        if commitment is not None and commitment != commitment_of(record.seed):
            return Verified(False, detail=f"The seed's commitment is {commitment_of(record.seed)}, not {commitment}.")
        game = self._steps.game(record.game)
        with self._named(_course(record), within=""):
            try:
                events, outcome = 0, None
                for play, step in paced(repeat(game, CODEC, record, whole=True)):
                    events += len(step.told)
                    outcome = play.outcome()
            except ReplayDiverged as error:
                return Verified(False, at=error.at, detail=str(error))
            return Verified(True, events=events, outcome=outcome)

    def next(self, record: Record, action: Action | None = None, asker: str = "") -> dict[str, object]:
        """Return the next record and what everybody sees of it, with the events of its last step, in wire form.

        A record without answers is the opening of a match; without an `action` it is shown as it is. What the referee
        is asked by then is asked of `rule`, before and after the action, and becomes part of the record.

        Raises GameUnknown, OptionUnfit, RecordOfOtherRules, RecordDiverged, DecisionClosed, IllegalChoice,
        WordNotInLexicon, WordsThereAre, FaultKept, and what `rule` raises.
        """
        game = self._steps.game(record.game)
        course = _course(record)
        with self._named(course):
            try:
                for at, (play, step) in enumerate(paced(repeat(game, CODEC, record))):
                    course.repeated(step)
                    if at < len(record.answers):
                        continue
                    course.arrived()
                    self._play_on(course, play, action, asker)
                    return _shown(course, play)
            except ReplayDiverged as error:
                raise RecordDiverged(str(error)) from error
        raise AssertionError("A record has at least its opening.")

    def _play_on(self, course: _Course, play: Play[Any], action: Action | None, asker: str) -> None:
        self._have_ruled(course, play, None, asker)
        if action is not None:
            course.entries = []
            course.act(play, action)
            self._have_ruled(course, play, action.decision, asker)

    def _have_ruled(self, course: _Course, play: Play[Any], answered: str | None, asker: str) -> None:
        """Have the referee answer all that he is asked; raises where that is against the choice for `answered`."""
        while open_to_referee := referrals(play.pending()):
            referral = open_to_referee[0]
            choice = self._rule(referral.pending.decision, asker)
            ruled = ruled_of(referral, choice)
            refusal = None if ruled is None or referral.held != answered else refusal_of(ruled, IN_RECORD)
            if refusal is not None:
                raise refusal
            course.act(play, Action(referral.pending.id, choice))

    @contextmanager
    def _named(self, course: _Course, within: str = "/record") -> Iterator[None]:
        try:
            yield
        except WrongRulesVersion as error:
            raise RecordOfOtherRules(error.wanted, error.here) from error
        except WrongOption as error:
            raise OptionUnfit(error.misfit, within) from error
        except RulesFault as error:
            raise self._fault_kept(error, course.record, course.trying) from error

    def _fault_kept(self, error: RulesFault, record: Record, action: Action | None) -> FaultKept:
        """Keep a fault under an id made of all that reproduces it, so that sent again it is kept once."""
        metrics.FAULTS.labels(record.game).inc()
        fault = "f_" + hashlib.sha256(to_wire((record, action))).hexdigest()[:16]
        trace = "".join(traceback.format_exception(error))
        decision, choice = (None, None) if action is None else (action.decision, action.choice)
        report = Faulted(fault, "", str(now_ms()), record, decision, choice, trace)
        self._steps.store.faults.keep(fault, to_wire(to_plain(report)))
        return FaultKept(fault)


def _course(record: Record) -> _Course:
    nobody_yet = (0,) * (record.seats + 1)
    return _Course(record, Heard(0, nobody_yet, nobody_yet))


def _shown(course: _Course, play: Play[Any]) -> dict[str, object]:
    record, outcome, pending = course.record, play.outcome(), play.pending()
    bearers: tuple[Bearer, ...] = (*map(Player, range(record.seats)), Spectator())
    shown: dict[str, object] = {
        "game": record.game,
        "status": "running" if outcome is None else "over",
        "record": record,
        "waiting_for": play.waiting_for(),
        "audiences": [_audience(bearer, play, pending, course.heard, course.entries) for bearer in bearers],
    }
    return shown if outcome is None else shown | {"outcome": outcome}


def _audience(
    bearer: Bearer,
    play: Play[Any],
    pending: tuple[Pending, ...],
    heard: Heard,
    entries: list[Entry],
) -> dict[str, object]:
    audience = audience_of(bearer, len(heard.numbers) - 1)
    seat = bearer.seat if isinstance(bearer, Player) else None
    return {
        "bearer": bearer,
        "version": heard.numbers[audience],
        "view": play.view(seat),
        "decisions": decisions_of(pending, seat),
        "events": events_of(entries, audience),
    }


def _phases(step: Step) -> tuple[str, ...]:
    return tuple(line.state_hash for line in step.logged if not isinstance(line, Answer))
