"""What clients send: closed, so that a misspelt field is refused rather than passed over."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, get_args

from marshmallow import EXCLUDE, Schema, ValidationError, validate, validates_schema
from marshmallow import fields as kinds

from schemas.contract import Contract
from schemas.derived import Closed, StrictBoolean, StrictString, TupleOf, constant, union
from service.games.kernel.game import Game
from service.setup import Status

_WHOLE = re.compile("0|-?[1-9][0-9]{0,15}", re.ASCII)

IDEMPOTENCY_KEY = r"^[A-Za-z0-9_-]{22,64}$"


class WantedOpen(Closed):
    """A seat left open for whoever has the match's id."""

    kind = constant("open")


def open_match(contract: Contract, titles: Mapping[str, Game[Any]], bots: Sequence[str]) -> type[Schema]:
    """Return the schema of opening a match: one shape a title, because its options are its own."""
    seat = union(
        "WantedSeat", {"open": WantedOpen, "bot": bot_seat(tuple(bots))}, about="A seat, and who shall sit there."
    )
    members = {}
    for game in titles.values():
        least, most = game.seats.start, game.seats.stop - 1
        body = {
            "__doc__": f"Opens a match of {game.title}.",
            "game": constant(game.key),
            "options": kinds.Nested(
                contract.options(game),
                metadata={"description": "What is left out has its default, as the game lists it."},
            ),
            "seats": TupleOf(
                kinds.Nested(seat),
                required=True,
                validate=validate.Length(least, most),
                metadata={"description": "Who shall sit where, seat 0 first."},
            ),
            "listed": StrictBoolean(load_default=False),
            "spectators": StrictBoolean(load_default=True),
        }
        members[game.key] = type(f"Open{type(game).__name__}Schema", (Closed,), body)
    return union("OpenMatch", members, by="game", about="What a match is opened with.")


@cache
def bot_seat(bots: tuple[str, ...]) -> type[Schema]:
    """Return the schema of a seat for a bot."""
    body = {"__doc__": "A seat for a bot.", "kind": constant("bot"), "bot": bot_key(bots, required=True)}
    return type("WantedBot", (Closed,), body)


def bot_key(bots: Sequence[str], **more: Any) -> kinds.String:
    """Return the field that names a bot."""
    return kinds.String(validate=validate.OneOf(bots), **more)


def start_match(bots: Sequence[str]) -> type[Schema]:
    """Return the schema of starting a match."""
    body = {"__doc__": "Fills the open seats with a bot.", "bot": bot_key(bots, load_default="random")}
    return type("StartMatchSchema", (Closed,), body)


class TakeSeatSchema(Closed):
    """Takes a seat, the first open one unless `seat` says which."""

    name = StrictString(
        required=True,
        validate=validate.Length(1, 200),
        metadata={
            "description": "1 to 24 characters, counted in NFC and without blanks around them, none that controls or "
            "reverses text, the first one that shows. As sent, up to 200, for there are longer ways to write the same."
        },
    )
    seat = kinds.Integer(strict=True, validate=validate.Range(0, 9))


def play_record(contract: Contract) -> type[Schema]:
    """Return the schema of playing a record on."""
    body = {
        "__doc__": "Plays a record again, and on. One without answers and phases opens a match.",
        "record": kinds.Nested(contract.record, required=True),
        "action": kinds.Nested(submit_action(contract)),
    }
    return type("PlayRecordSchema", (Closed,), body)


@cache
def submit_action(contract: Contract) -> type[Schema]:
    """Return the schema of an action."""
    body = {
        "__doc__": "Answers an open decision.",
        "decision": StrictString(
            required=True,
            validate=validate.Length(1, 64),
            metadata={"description": "Id of one of the seat's open `decisions`."},
        ),
        "choice": kinds.Nested(contract.choice, required=True),
        "choices": contract.choice(),
    }
    return type("SubmitActionSchema", (_Action,), body)


class _Action(Closed):
    """What is well-formed goes straight to the shape of its choice; anything else the way that names the fault."""

    choices: Schema

    def load(self, data: Any, **more: Any) -> Any:
        """Load one value; raises ValidationError."""
        if type(data) is dict and len(data) == 2:
            decision, choice = data.get("decision"), data.get("choice")
            if type(decision) is str and 1 <= len(decision) <= 64 and "\0" not in decision and type(choice) is dict:
                with suppress(ValidationError):
                    return {"decision": decision, "choice": self.choices.load(choice)}
        return super().load(data, **more)


class WholeNumber(kinds.Integer):
    """A number in a query or a header: digits of ASCII alone, where int() would take " +1_0" and other alphabets."""

    def _validated(self, value: Any) -> int:
        if not isinstance(value, str) or not _WHOLE.fullmatch(value):
            raise ValidationError("Must be a whole number in the digits 0 to 9, without sign, blanks or leading zeros.")
        return int(value)


class _Lenient(Schema):
    """Headers that others invented pass by."""

    class Meta:
        unknown = EXCLUDE


class IdempotencyHeader(_Lenient):
    """Says that a request sent again is the same."""

    key = kinds.String(
        data_key="Idempotency-Key",
        validate=validate.Regexp(IDEMPOTENCY_KEY, error="Must be 22 to 64 characters of A-Z, a-z, 0-9, _ and -."),
        metadata={"description": "The same request with the same key is done once, and answered alike."},
    )


class IfNoneMatchHeader(_Lenient):
    """Says what the client has."""

    etag = kinds.String(
        data_key="If-None-Match", metadata={"description": "ETag of the answer that the client has; 304 if still true."}
    )


class LookQuery(Closed):
    """Waits for news where asked, or looks back."""

    version = WholeNumber(
        validate=validate.Range(1, 2**53),
        metadata={
            "description": "An earlier version, as the bearer saw it then: seats, view, status and all; "
            "`expires_at` alone is of now. `decisions` are those that were open then, in state `past`. A version in "
            "the midst of a step of play shows what was before the step, under its number. It stands alone."
        },
    )

    after = WholeNumber(
        validate=validate.Range(0, 2**53),
        metadata={"description": "With `wait`: answer as soon as the version is past this number."},
    )
    wait = WholeNumber(
        load_default=0, validate=validate.Range(0, 25), metadata={"description": "Seconds to wait for it, at most."}
    )

    @validates_schema
    def _one_of_two(self, data: dict[str, int], **_: object) -> None:
        if "version" in data and ("after" in data or data["wait"]):
            raise ValidationError("It can't stand beside 'after' or 'wait'.", "version")


class EventsQuery(Closed):
    """Which events, and how long to wait for one."""

    after = WholeNumber(
        load_default=0,
        validate=validate.Range(0, 2**53),
        metadata={"description": "Events past this number: 0 for all, or the last `n` that the client has."},
    )
    wait = WholeNumber(
        load_default=0,
        validate=validate.Range(0, 25),
        metadata={"description": "Seconds to wait for an event, at most, where there is none yet."},
    )
    limit = WholeNumber(
        load_default=100, validate=validate.Range(1, 500), metadata={"description": "Events to answer with, at most."}
    )


class StreamQuery(Closed):
    """Where a stream begins, and whose it is."""

    after = WholeNumber(
        load_default=0,
        validate=validate.Range(0, 2**53),
        metadata={"description": "Events past this number; a header Last-Event-ID goes before it."},
    )
    ticket = StrictString(
        validate=validate.Length(1, 200),
        metadata={"description": "In place of the header Authorization, which a browser's EventSource can't send."},
    )


class LastEventHeader(_Lenient):
    """Resumes a stream."""

    after = WholeNumber(
        data_key="Last-Event-ID",
        validate=validate.Range(0, 2**53),
        metadata={"description": "The `id` of the last event that the client has; EventSource sends it by itself."},
    )


class CommitmentQuery(Closed):
    """Holds a record's seed against what was promised."""

    commitment = kinds.String(
        validate=[validate.Regexp("^sha256:[0-9a-f]{64}$"), validate.Length(equal=71)],
        metadata={"description": "What was published of the seed when the match opened."},
    )


def listing(games: Sequence[str]) -> type[Schema]:
    """Return the schema of which listed matches to show."""
    body = {
        "__doc__": "Which matches, and from where on.",
        "game": kinds.String(
            validate=validate.OneOf(games), metadata={"description": "Matches of this game alone; left out, of any."}
        ),
        "status": kinds.String(
            validate=validate.OneOf(get_args(Status)),
            metadata={"description": "Matches that stand so alone; left out, all."},
        ),
        "open_seats": WholeNumber(
            load_default=0,
            validate=validate.Range(0, 10),
            metadata={"description": "How many seats must be open at least, for anybody to take."},
        ),
        "cursor": StrictString(
            validate=validate.Length(1, 100),
            metadata={
                "description": "Where the list goes on, as it stands in a `next`. Ask for `next` as a whole: it has "
                "the filters too."
            },
        ),
        "limit": WholeNumber(
            load_default=20, validate=validate.Range(1, 100), metadata={"description": "Matches to show, at most."}
        ),
    }
    return type("ListingQuery", (Closed,), body)


class NoQuery(Closed):
    """Takes no parameters."""
