"""What one bearer sees of a match, in the form in which it crosses HTTP."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, ClassVar

import orjson

from service.games.kernel.decisions import Decision
from service.games.kernel.engine import Play
from service.games.kernel.events import Told
from service.games.kernel.game import Options
from service.games.kernel.match import Pending
from service.setup import Setup
from service.store import Entry, Heard
from service.wire import to_wire

WAITING_SECONDS = 24 * 3600
KEPT_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Host:
    """Who opened the match; sees what everybody sees."""

    kind: ClassVar[str] = "host"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat."""

    kind: ClassVar[str] = "player"

    seat: int


@dataclass(frozen=True, slots=True)
class Spectator:
    """Anybody without a token."""

    kind: ClassVar[str] = "spectator"


Bearer = Host | Player | Spectator
_OTHERS: Mapping[type, str] = {Host: "host", Spectator: "spectators"}


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat that nobody has taken yet."""

    kind: ClassVar[str] = "open_seat"

    seat: int


@dataclass(frozen=True, slots=True)
class ReservedSeat:
    """A seat of a rematch, kept for who had it in the match before."""

    kind: ClassVar[str] = "reserved_seat"

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A seat on which a bot sits; `bot` is its key."""

    kind: ClassVar[str] = "bot_seat"

    seat: int
    bot: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A seat on which a player sits."""

    kind: ClassVar[str] = "player_seat"

    seat: int
    name: str


SeatShown = OpenSeat | ReservedSeat | BotSeat | PlayerSeat


@dataclass(frozen=True, slots=True)
class ChanceShown:
    """The promise about every die and deal: SHA-256 of the seed's bytes; `seed` (hex) only when the match has ended."""

    commitment: str
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A match as `bearer` sees it: `content` for the wire, and the `etag` of its audience and version."""

    etag: str
    content: dict[str, object]


def audience_of(bearer: Bearer, seats: int) -> int:
    """Return the place of a bearer's audience in `Heard`: the seat, or `seats` for all the rest."""
    return bearer.seat if isinstance(bearer, Player) else seats


def etag_of(bearer: Bearer, heard: Heard) -> str:
    """Return audience and version, without quotes."""
    audience = f"s{bearer.seat}" if isinstance(bearer, Player) else _OTHERS[type(bearer)]
    return f"{audience}.{heard.numbers[audience_of(bearer, len(heard.numbers) - 1)]}"


def show(
    match: str,
    setup: Setup,
    heard: Heard,
    options: Options,
    bearer: Bearer,
    play: Play[Any] | None,
    pending: Iterable[Pending] = (),
) -> dict[str, object]:
    """Return what `bearer` sees; `pending` is what is open in `play`.

    `play` is absent while nobody plays, or where the rules are of another version.
    """
    audience = audience_of(bearer, len(setup.seats))
    content: dict[str, object] = {
        **_settled(match, setup),
        "options": options,
        "expires_at": _expiry(setup, heard.times[audience]),
        "bearer": bearer,
        "version": heard.numbers[audience],
    }
    if play is not None:
        seat = bearer.seat if isinstance(bearer, Player) else None
        content["view"] = play.view(seat)
        content["decisions"] = [] if setup.ended else decisions_of(pending, seat)
        content["waiting_for"] = () if setup.ended else play.waiting_for()
    return content


def commitment_of(seed: str) -> str:
    """Return what is published of a seed (hex) before the seed itself."""
    return "sha256:" + hashlib.sha256(bytes.fromhex(seed)).hexdigest()


@lru_cache(maxsize=1024)
def _settled(match: str, setup: Setup) -> Mapping[str, object]:
    """Return what stays as it is from action to action, its larger parts in wire form already."""
    content: dict[str, object] = {
        "game": setup.game,
        "id": match,
        "rules_version": setup.rules_version,
        "status": setup.status,
        "listed": setup.listed,
        "spectators": setup.spectators,
        "chance": orjson.Fragment(to_wire(_chance(setup))),
        "created_at": rfc3339(setup.created_at),
        "seats": orjson.Fragment(to_wire([seat_shown(setup, seat) for seat in range(len(setup.seats))])),
    }
    if setup.outcome is not None:
        content["outcome"] = setup.outcome
    if setup.rematch is not None:
        content["rematch"] = setup.rematch
    return content


def _chance(setup: Setup) -> ChanceShown:
    return ChanceShown(commitment_of(setup.seed), setup.seed if setup.ended else None)


def _expiry(setup: Setup, heard_at: int) -> str:
    """Counted from what this audience has heard: the true time would tell of answers that it can't see."""
    if setup.status == "waiting":
        return rfc3339(setup.created_at + WAITING_SECONDS * 1000)
    return rfc3339(heard_at + KEPT_SECONDS * 1000)


def seat_shown(setup: Setup, seat: int) -> SeatShown:
    taken = setup.seats[seat]
    if taken.bot is not None and taken.name is not None:
        return BotSeat(seat, taken.bot, taken.name)
    if taken.kind == "reserved" and taken.name is not None:
        return ReservedSeat(seat, taken.name)
    return OpenSeat(seat) if taken.name is None else PlayerSeat(seat, taken.name)


def decisions_of(pending: Iterable[Pending], seat: int | None, *, past: bool = False) -> list[dict[str, object]]:
    """Return the open decisions of one seat in wire form; of a `past` view, those that were open then."""
    return [_decision(one, past=past) for one in pending if one.decision.seat == seat]


def _decision(pending: Pending, *, past: bool) -> dict[str, object]:
    decision = pending.decision
    return {
        "kind": decision.kind,
        "id": pending.id,
        "seat": decision.seat,
        "prompt": decision.prompt,
        "optional": decision.optional,
        "state": "past" if past else "with_referee" if pending.with_referee else "open",
        "choices": decision.choices,
        **{name: getattr(decision, name) for name in _own_fields[type(decision)]},
    }


class _OwnFields(dict[type, tuple[str, ...]]):
    """What a kind of decision has beyond what all have; worked out when the first one comes."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        common = {field.name for field in fields(Decision)}
        self[kind] = own = tuple(field.name for field in fields(kind) if field.name not in common)
        return own


_own_fields = _OwnFields()


def events_of(entries: Sequence[Entry], audience: int) -> list[orjson.Fragment]:
    """Return what an audience heard of these entries, in wire form."""
    heard = [event_of(entry, audience) for entry in entries]
    return [orjson.Fragment(event) for event in heard if event is not None]


def event_of(entry: Entry, audience: int) -> bytes | None:
    """Return what an audience heard of one entry in wire form, or None."""
    event = entry.event if entry.seat is None or entry.seat == audience else entry.rest
    if event is None:
        return None
    return f'{{"n":{entry.numbers[audience]},"at":"{rfc3339(entry.at)}",'.encode() + event[1:]


def hear(heard: Heard, told: Sequence[Told], at: int) -> tuple[Heard, list[Entry]]:
    """Count what each audience hears of `told` at the time `at` (ms), and put it into wire form."""
    numbers = heard.numbers
    rest = len(numbers) - 1
    entries = []
    for one in told:
        aside = None
        if one.seat is None:
            numbers = tuple([number + 1 for number in numbers])
        else:
            numbers = tuple(
                number + (one.heard_by(None if audience == rest else audience) is not None)
                for audience, number in enumerate(numbers)
            )
            aside = None if one.rest is None else to_wire(one.rest)
        entries.append(Entry(at, one.seat, to_wire(one.event), aside, numbers))
    times = (
        then if number == before else at
        for then, before, number in zip(heard.times, heard.numbers, numbers, strict=True)
    )
    return Heard(heard.told + len(entries), numbers, tuple(times)), entries


@lru_cache(maxsize=1024)
def rfc3339(time: int) -> str:
    """Return a time in ms since 1970 as RFC 3339 writes it, in UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
