"""What can be done with a record: verify it, or play it on. Nothing is stored, and nobody's state is taken on trust."""

import hashlib
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from service import metrics
from service.codec import CODEC
from service.errors import FaultKept, OptionUnfit, RecordDiverged, RecordOfOtherRules
from service.games.kernel.engine import Action, Answer, Pending, Play, Record, Step, repeat
from service.games.kernel.errors import ReplayDiverged, RulesFault, WrongOption, WrongRulesVersion
from service.games.kernel.outcome import Outcome
from service.pacing import paced
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


class Replays:
    """The use cases; each plays the whole record again."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def verify(self, record: Record, commitment: str | None = None) -> Verified:
        """Play `record` again and hold it against its hashes, and its seed against `commitment` where one is given.

        Raises GameUnknown, OptionUnfit, RecordOfOtherRules, FaultKept.
        """
        if commitment is not None and commitment != commitment_of(record.seed):
            return Verified(False, detail=f"The seed's commitment is {commitment_of(record.seed)}, not {commitment}.")
        game = self._steps.game(record.game)
        with self._named(record, within=""):
            try:
                events, outcome = 0, None
                for play, step in paced(repeat(game, CODEC, record, whole=True)):
                    events += len(step.told)
                    outcome = play.outcome()
            except ReplayDiverged as error:
                return Verified(False, at=error.at, detail=str(error))
            return Verified(True, events=events, outcome=outcome)

    def next(self, record: Record, action: Action | None = None) -> dict[str, object]:
        """Return the next record and what everybody sees of it, with the events of its last step, in wire form.

        A record without answers is the opening of a match; without an `action` it is shown as it is. Raises
        GameUnknown, OptionUnfit, RecordOfOtherRules, RecordDiverged, DecisionClosed, IllegalChoice, RulingPending,
        FaultKept.
        """
        game = self._steps.game(record.game)
        heard = Heard(0, (0,) * (record.seats + 1), (0,) * (record.seats + 1))
        ended: tuple[str, ...] = ()
        with self._named(record, action):
            try:
                for at, (play, step) in enumerate(paced(repeat(game, CODEC, record))):
                    now = now_ms()
                    heard, entries = hear(heard, step.told, now)
                    ended += _phases(step)
                    if at < len(record.answers):
                        continue
                    if len(record.phases) > len(ended):
                        raise RecordDiverged(f"{len(record.phases)} phases are on record, {len(ended)} were played.")
                    answers = record.answers
                    if action is not None:
                        step = play.act(action)
                        heard, entries = hear(heard, step.told, now)
                        ended += _phases(step)
                        answers += tuple(line for line in step.logged if isinstance(line, Answer))
                    return _shown(replace(record, answers=answers, phases=ended), play, heard, entries)
            except ReplayDiverged as error:
                raise RecordDiverged(str(error)) from error
        raise AssertionError("A record has at least its opening.")

    @contextmanager
    def _named(self, record: Record, action: Action | None = None, within: str = "/record") -> Iterator[None]:
        try:
            yield
        except WrongRulesVersion as error:
            raise RecordOfOtherRules(error.wanted, error.here) from error
        except WrongOption as error:
            raise OptionUnfit(error.misfit, within) from error
        except RulesFault as error:
            raise self._fault_kept(error, record, action) from error

    def _fault_kept(self, error: RulesFault, record: Record, action: Action | None) -> FaultKept:
        """Keep a fault under an id made of all that reproduces it, so that sent again it is kept once."""
        metrics.FAULTS.labels(record.game).inc()
        fault = "f_" + hashlib.sha256(to_wire((record, action))).hexdigest()[:16]
        trace = "".join(traceback.format_exception(error))
        decision, choice = (None, None) if action is None else (action.decision, action.choice)
        report = Faulted(fault, "", str(now_ms()), record, decision, choice, trace)
        self._steps.store.faults.keep(fault, to_wire(to_plain(report)))
        return FaultKept(fault)


def _shown(record: Record, play: Play[Any], heard: Heard, entries: list[Entry]) -> dict[str, object]:
    outcome, pending = play.outcome(), play.pending()
    bearers: tuple[Bearer, ...] = (*map(Player, range(record.seats)), Spectator())
    shown: dict[str, object] = {
        "game": record.game,
        "status": "running" if outcome is None else "over",
        "record": record,
        "waiting_for": play.waiting_for(),
        "audiences": [_audience(bearer, play, pending, heard, entries) for bearer in bearers],
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
