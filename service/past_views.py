"""What a bearer saw at an earlier version: the log played again, and told to this one audience."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import orjson

from service.codec import CODEC
from service.errors import VersionUnknown
from service.games.kernel.engine import Play, repeat
from service.games.kernel.errors import RulesFault, WrongRulesVersion
from service.games.kernel.game import Game
from service.games.kernel.match import Match, Record, Step
from service.games.kernel.outcome import Outcome
from service.match_events import MATCH_EVENTS
from service.pacing import paced
from service.setup import Seat, Status, bot_name
from service.shown import Bearer, Player, Shown, audience_of, decisions_of, etag_of, show
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
    """How far a version reaches: the version itself, the place of play, how the match stood and who sat where."""

    version: int = 0
    place: Match | None = None
    status: Status = "waiting"
    seats: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    rematch: str | None = None

    def hear(self, kind: str, event: Mapping[str, Any]) -> None:
        """Go on by one event of the match as such; what play tells changes nothing here."""
        self.status = _STATUS.get(kind, self.status)
        match kind:
            case "match_opened":
                self.seats = (Seat("open"),) * event["seats"]
            case "seat_reserved":
                self._sit(event["seat"], Seat("reserved", event["name"]))
            case "seat_taken":
                bot = event.get("bot")
                self._sit(event["seat"], Seat("bot" if bot else "player", event["name"], bot))
            case "seat_left":
                bot = event.get("bot")
                self._sit(event["seat"], Seat("bot", bot_name(bot), bot) if bot else Seat("open"))
            case "match_over":
                self.outcome = msgspec.convert(event["outcome"], Outcome)
            case "rematch_opened":
                self.rematch = event["match"]

    def _sit(self, at: int, seat: Seat) -> None:
        self.seats = (*self.seats[:at], seat, *self.seats[at + 1 :])


class PastViews:
    """The use case."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def look(
        self,
        match: str,
        token: str | None,
        version: int,
        has: Callable[[str], bool] = lambda _: False,
        charge: Callable[[int], None] = lambda _: None,
    ) -> Shown | str:
        """Return what the bearer of `token` saw at `version`, or the etag alone where the client `has` it.

        Decisions that were open then are in state `past`. `charge` is told how many events the bearer has heard of.
        One step of play may tell several events: a version inside one shows what was before it, under its number. What
        tells of time (`expires_at`) is as it is now. Raises VersionUnknown and what `Matches.look` raises.
        """
        loaded = self._steps.load(match)
        bearer = self._steps.bearer(loaded, token)
        audience = audience_of(bearer, len(loaded.setup.seats))
        last = loaded.heard.numbers[audience]
        if not 1 <= version <= last:
            raise VersionUnknown(version, last)
        etag = f"{etag_of(bearer, loaded.heard)}@{version}"
        if has(etag):
            return etag
        charge(last)
        record = self._steps.record(loaded)
        entries = self._steps.store.entries(loaded.id, 0, loaded.heard.told)
        try:
            content = self._seen(loaded, record, bearer, entries, version)
        except RulesFault as error:
            raise self._steps.fault_kept(loaded, error) from error
        return Shown(etag, content)

    def _seen(
        self, loaded: Loaded, record: Record, bearer: Bearer, entries: Sequence[Entry], version: int
    ) -> dict[str, object]:
        game = self._steps.game(loaded.setup.game)
        audience = audience_of(bearer, record.seats)
        try:
            then = _walked(entries, audience, version, _steps_of(game, record))
        except WrongRulesVersion:
            then = _walked(entries, audience, version, iter(()))
        setup = msgspec.structs.replace(
            loaded.setup, status=then.status, seats=then.seats, outcome=then.outcome, rematch=then.rematch
        )
        numbers = list(loaded.heard.numbers)
        numbers[audience] = then.version
        heard = msgspec.structs.replace(loaded.heard, numbers=tuple(numbers))
        if then.place is None:
            return show(loaded.id, setup, heard, record.options, bearer, None)
        with Play(game, CODEC, then.place) as play:
            content = show(loaded.id, setup, heard, record.options, bearer, play)
            seat = bearer.seat if isinstance(bearer, Player) else None
            pending = () if setup.ended else play.pending()
            return content | {"decisions": decisions_of(pending, seat, past=True)}


def _steps_of(game: Game[Any], record: Record) -> Iterator[Step]:
    return (step for _, step in paced(repeat(game, CODEC, record)))


def _walked(entries: Sequence[Entry], audience: int, version: int, steps: Iterator[Step]) -> _Then:
    """Walk through the common list of events, as far as `audience` had heard of it at `version`."""
    then = _Then()
    events = [orjson.loads(entry.event) for entry in entries]
    kinds = [str(event["kind"]) for event in events]
    at = 0
    while at < len(entries):
        until, step = at + 1, None
        if kinds[at] not in _OF_THE_HOUSE or kinds[at] == "match_started":
            # What the step told stands together, behind the news of the start and before that of the end.
            step = next(steps, None)
            if step is not None:
                until = at + (kinds[at] == "match_started") + len(step.told)
            if until < len(entries) and kinds[until] == "match_over":
                until += 1
        if until > len(entries) or entries[until - 1].numbers[audience] > version:
            break
        then.version = entries[until - 1].numbers[audience]
        if step is not None:
            then.place, then.status = step.match, "running"
        for place in range(at, until):
            then.hear(kinds[place], events[place])
        at = until
    return then
