"""Kept faults of the rules: which there are, and whether today's rules still fail so."""

import re
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Literal

import orjson

from service.codec import CODEC
from service.errors import FaultUnknown
from service.games.kernel.decisions import Choice
from service.games.kernel.engine import Play, repeat
from service.games.kernel.errors import DecisionClosed, IllegalChoice, ReplayDiverged, RulesFault
from service.games.kernel.game import Game
from service.games.kernel.match import Action, Record
from service.shown import rfc3339
from service.store.faults import FaultStore

_FRAME = re.compile(r'^  File "(?P<file>[^"]+)", line (?P<line>\d+), in (?P<function>\S+)$', re.MULTILINE)
_CAUSED = "\nThe above exception was the direct cause"
_RULES = re.compile(r"service/games/(?!kernel/).*")

Report = Mapping[str, Any]
"""What is kept of a fault: `steps.Faulted` in wire form."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A fault in a list. `match` is empty for a record that was sent in; `raised` says where, and what it was."""

    fault: str
    game: str
    rules_version: int
    at: str
    match: str
    answers: int
    raised: str


@dataclass(frozen=True, slots=True)
class Retried:
    """What today's rules made of it: they fail still, they hold, or they refuse the action."""

    now: Literal["fails", "holds", "refuses"]
    rules_version: int
    detail: str = ""
    error: Exception | None = None


class Faults:
    """The use cases of whoever mends the rules."""

    def __init__(self, store: FaultStore) -> None:
        self._store = store

    def kept(self) -> list[Kept]:
        """Return the faults that are kept, the newest first."""
        faults = self._store.kept()
        reports = zip(faults, self._store.reports(faults), strict=True)
        return [_kept(fault, orjson.loads(report)) for fault, report in reports if report is not None]

    def report(self, fault: str) -> Report:
        """Return all that is kept of one; raises FaultUnknown."""
        (report,) = self._store.reports([fault])
        if report is None:
            raise FaultUnknown(fault)
        found: Report = orjson.loads(report)
        return found

    def forget(self, fault: str) -> None:
        """Remove one; raises FaultUnknown."""
        if not self._store.forget(fault):
            raise FaultUnknown(fault)


def retry(game: Game[Any], record: Record, decision: str | None, choice: Choice | None) -> Retried:
    """Play the record again by `game`, whatever version it was of, then the action that met the fault.

    Where it met none, it is looked at from every side, which is where it failed then.
    """
    version = game.rules_version
    try:
        with closing(repeat(game, CODEC, replace(record, rules_version=version))) as steps:
            for at, (play, _) in enumerate(steps):
                if at == len(record.answers):
                    _meet(play, record.seats, decision, choice)
    except (RulesFault, ReplayDiverged) as error:
        return Retried("fails", version, str(error), error)
    except (DecisionClosed, IllegalChoice) as error:
        return Retried("refuses", version, str(error), error)
    return Retried("holds", version)


def _meet(play: Play[Any], seats: int, decision: str | None, choice: Choice | None) -> None:
    if decision is not None and choice is not None:
        play.act(Action(decision, choice))
    play.outcome()
    play.pending()
    for seat in (*range(seats), None):
        play.view(seat)


def _kept(fault: str, report: Report) -> Kept:
    record = report["record"]
    return Kept(
        fault,
        record["game"],
        record["rules_version"],
        rfc3339(int(report["at"])),
        report["match"],
        len(record["answers"]),
        raised_in(report["trace"]),
    )


def raised_in(trace: str) -> str:
    """Return the line of a title's rules in which it was raised (else the innermost line), and what it was."""
    first = trace.partition(_CAUSED)[0].rstrip()
    frames = [frame.groupdict() for frame in _FRAME.finditer(first)]
    of_rules = [frame for frame in frames if _RULES.search(frame["file"])]
    said = first.rpartition("\n")[2]
    if not frames:
        return said
    frame = (of_rules or frames)[-1]
    file = found[0] if (found := _RULES.search(frame["file"])) else frame["file"]
    return f"{file}:{frame['line']} in {frame['function']}: {said}"
