"""What a bearer saw at an earlier version: the log played again, and told to this one audience."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec
import orjson

from service.codec import CODEC
from service.errors import VersionUnknown
from service.games.kernel.engine import Record, Step, repeat
from service.games.kernel.errors import RulesFault, WrongRulesVersion
from service.games.kernel.game import Game
from service.games.kernel.outcome import Outcome
from service.match_events import MATCH_EVENTS
from service.pacing import paced
from service.setup import Status
from service.shown import Bearer, Shown, audience_of, etag_of, show
from service.steps import Loaded, Steps
from service.store import Entry

_OF_THE_HOUSE = frozenset(event.kind for event in MATCH_EVENTS)
_STATUS: dict[str, Status] = {
    "match_started": "running",
    "match_over": "over",
    "match_abandoned": "abandoned",
    "match_faulted": "faulted",
}


@dataclass(slots=True)
class _Then:
    """How far a version reaches: the version itself, steps of play within it, and how the match stood."""

    version: int = 0
    steps: int = 0
    status: Status = "waiting"
    outcome: Outcome | None = None


class PastViews:
    """The use case."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def look(self, match: str, token: str | None, version: int) -> Shown:
        """Return what the bearer of `token` saw at `version`, without decisions; who sits where is as it is now.

        One step may tell several events: a version inside one shows what was before it, under its number. Raises
        VersionUnknown and what `Matches.look` raises.
        """
        loaded = self._steps.load(match)
        bearer = self._steps.bearer(loaded, token)
        audience = audience_of(bearer, len(loaded.setup.seats))
        last = loaded.heard.numbers[audience]
        if not 1 <= version <= last:
            raise VersionUnknown(version, last)
        entries = self._steps.store.entries(loaded.id, 0, loaded.heard.told)
        try:
            content = self._seen(loaded, bearer, entries, version)
        except RulesFault as error:
            raise self._steps.fault_kept(loaded, error) from error
        content.pop("decisions", None)
        return Shown(f"{etag_of(bearer, loaded.heard)}@{version}", content)

    def _seen(self, loaded: Loaded, bearer: Bearer, entries: Sequence[Entry], version: int) -> dict[str, object]:
        game, record = self._steps.game(loaded.setup.game), self._steps.record(loaded)
        audience = audience_of(bearer, record.seats)
        try:
            then = _walked(entries, audience, version, _steps_of(game, record))
        except WrongRulesVersion:
            then = _walked(entries, audience, version, iter(()))
        setup = msgspec.structs.replace(loaded.setup, status=then.status, outcome=then.outcome)
        numbers = list(loaded.heard.numbers)
        numbers[audience] = then.version
        heard = msgspec.structs.replace(loaded.heard, numbers=tuple(numbers))
        if then.steps == 0:
            return show(loaded.id, setup, heard, record.options, bearer, None)
        for play, _ in islice(paced(repeat(game, CODEC, record)), then.steps - 1, then.steps):
            return show(loaded.id, setup, heard, record.options, bearer, play)
        raise AssertionError(f"The log of {loaded.id} has fewer than {then.steps} steps.")


def _steps_of(game: Game[Any], record: Record) -> Iterator[Step]:
    return (step for _, step in paced(repeat(game, CODEC, record)))


def _walked(entries: Sequence[Entry], audience: int, version: int, steps: Iterator[Step]) -> _Then:
    """Walk through the common list of events, as far as `audience` had heard of it at `version`."""
    then = _Then()
    at = 0
    while at < len(entries):
        kind, until, step = _kind(entries[at]), at + 1, None
        if kind not in _OF_THE_HOUSE or kind == "match_started":
            # What the step told stands together, behind the news of the start and before that of the end.
            step = next(steps, None)
            if step is not None:
                until = at + (kind == "match_started") + len(step.told)
            if until < len(entries) and _kind(entries[until]) == "match_over":
                until += 1
        if until > len(entries) or entries[until - 1].numbers[audience] > version:
            break
        then.version = entries[until - 1].numbers[audience]
        then.steps += step is not None
        if step is not None:
            then.status = "running"
        for entry in entries[at:until]:
            kind = _kind(entry)
            then.status = _STATUS.get(kind, then.status)
            if kind == "match_over":
                then.outcome = msgspec.convert(orjson.loads(entry.event)["outcome"], Outcome)
        at = until
    return then


def _kind(entry: Entry) -> str:
    return str(orjson.loads(entry.event)["kind"])
