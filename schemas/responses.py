"""What the service answers, beyond what the rules' own dataclasses say; open to new fields."""

from collections.abc import Sequence
from typing import Any

from marshmallow import EXCLUDE, Schema, validate
from marshmallow import fields as kinds

from schemas.contract import TIME, Contract
from schemas.derived import StrictBoolean, constant, union
from service.errors import MOST_NAMED


class Open(Schema):
    """Newer servers may add fields."""

    class Meta:
        unknown = EXCLUDE


class SeatTokenSchema(Open):
    """A seat that was taken. The token is the only proof of it; it goes into `Authorization: Bearer`."""

    seat = kinds.Integer(strict=True, required=True)
    token = kinds.String(required=True)


class RematchSchema(Open):
    """The match that follows another. Who had a seat takes it there with the old token, and gets a new one."""

    match = kinds.String(required=True)
    host_token = kinds.String(
        metadata={"description": "The host's token in the new match; only to who was host of this one."}
    )


def listed(contract: Contract) -> type[Schema]:
    """Return the schema of a page of listed matches."""
    body = {
        "__doc__": "Listed matches, newest first.",
        "items": _list_of(contract.summary),
        "next": kinds.String(
            metadata={
                "format": "uri-reference",
                "description": "Path and query of the next page, to be asked for as it is; absent at the end. "
                "A page may be short, even empty, and still have a next.",
            }
        ),
    }
    return type("MatchesSchema", (Open,), body)


class SeatRangeSchema(Open):
    """How many may play."""

    least = kinds.Integer(strict=True, required=True)
    most = kinds.Integer(strict=True, required=True)


class ComponentSchema(Open):
    """One line of what lies in the box."""

    name = kinds.String(required=True)
    count = kinds.Integer(strict=True, required=True)


OF_SEATS = {"description": "How many seats a match must have for it; left out, it is for all."}


class TextOptionSchema(Open):
    """An option with a few named values."""

    kind = constant("text_option")
    name = kinds.String(required=True)
    values = kinds.List(kinds.String(), required=True)
    default = kinds.String(required=True)
    seats = kinds.Nested(SeatRangeSchema, metadata=OF_SEATS)


class NumberOptionSchema(Open):
    """An option that is a whole number; without a default it may be left out."""

    kind = constant("number_option")
    name = kinds.String(required=True)
    least = kinds.Integer(strict=True)
    most = kinds.Integer(strict=True)
    default = kinds.Integer(strict=True)
    seats = kinds.Nested(SeatRangeSchema, metadata=OF_SEATS)


class SwitchOptionSchema(Open):
    """An option that is on or off."""

    kind = constant("switch_option")
    name = kinds.String(required=True)
    default = StrictBoolean(required=True)
    seats = kinds.Nested(SeatRangeSchema, metadata=OF_SEATS)


OPTION = union(
    "Option",
    {"text_option": TextOptionSchema, "number_option": NumberOptionSchema, "switch_option": SwitchOptionSchema},
    about="Something that a match can be opened with.",
)


class GameSchema(Open):
    """A title and how it can be played."""

    game = kinds.String(required=True)
    title = kinds.String(required=True)
    rules_version = kinds.Integer(strict=True, required=True)
    seats = kinds.Nested(SeatRangeSchema, required=True)
    options = kinds.List(kinds.Nested(OPTION), required=True)
    bots = kinds.List(kinds.String(), required=True)
    endings = kinds.List(kinds.String(), required=True)
    components = kinds.List(kinds.Nested(ComponentSchema), required=True)


class BestWinSchema(Open):
    """A win on a board, under the name that its player gave."""

    name = kinds.String(required=True)
    points = kinds.Integer(strict=True, required=True)
    match = kinds.String(required=True)
    at = kinds.String(required=True)


class BoardSchema(Open):
    """A board and its wins, the best first."""

    board = kinds.String(required=True)
    wins = kinds.List(kinds.Nested(BestWinSchema), required=True)


class ScoresSchema(Open):
    """Every board of a game."""

    items = kinds.List(kinds.Nested(BoardSchema), required=True)


class GamesSchema(Open):
    """Every title."""

    items = kinds.List(kinds.Nested(GameSchema), required=True)


class LexiconSchema(Open):
    """A list of words that are legal."""

    name = kinds.String(
        required=True, metadata={"description": "What requests and options call it; 1 to 32 of a-z, 0-9, _ and -."}
    )
    size = kinds.Integer(strict=True, required=True, metadata={"description": "How many words it has."})
    licence = kinds.String(
        required=True,
        metadata={
            "description": "An SPDX expression; the texts that a `LicenseRef` names come with the service's package. "
            "`NOASSERTION`: the operator says nothing of it."
        },
    )
    source = kinds.String(
        required=True, metadata={"description": "Where the words come from, for a person, with the notices due."}
    )
    sha256 = kinds.String(
        required=True,
        metadata={
            "description": "SHA-256 (hex) of its text: every word in order, each followed by a line feed.",
            "pattern": "^[0-9a-f]{64}$",
        },
    )
    default = StrictBoolean(required=True, metadata={"description": "It holds where no lexicon is named."})


class LexiconsSchema(Open):
    """Every lexicon."""

    items = kinds.List(kinds.Nested(LexiconSchema), required=True)


def cards(contract: Contract) -> type[Schema]:
    """Return the schema of a title's cards."""
    body = {"__doc__": "Every card of a title, in a fixed order.", "items": _list_of(contract.card)}
    return type("CardsSchema", (Open,), body)


def verified(contract: Contract) -> type[Schema]:
    """Return the schema of what playing a record again showed."""
    body = {
        "__doc__": "Whether a record plays again as it says.",
        "verified": StrictBoolean(required=True),
        "events": kinds.Integer(strict=True, metadata={"description": "How many events of play there were."}),
        "outcome": kinds.Nested(contract.outcome, metadata={"description": "Absent while the match is not over."}),
        "at": kinds.Integer(strict=True, metadata={"description": "The answer at which it fails, counted from 0."}),
        "detail": kinds.String(metadata={"description": "Why it fails."}),
    }
    return type("VerifiedSchema", (Open,), body)


class HealthSchema(Open):
    """Whether this process, or all that it needs, is well."""

    status = kinds.String(required=True, validate=validate.OneOf(["ok"]))


class ProblemKindSchema(Open):
    """A kind of problem: what its `code` means, and what to do."""

    code = kinds.String(required=True)
    status = kinds.Integer(strict=True, required=True, metadata={"description": "The HTTP status that it comes with."})
    title = kinds.String(required=True)
    meaning = kinds.String(required=True)
    remedy = kinds.String(required=True)


class FaultyPlaceSchema(Open):
    """What is wrong with one place of a request."""

    pointer = kinds.String(
        required=True, metadata={"description": "JSON pointer into the body, or a parameter's name."}
    )
    message = kinds.String(required=True)


def events(contract: Contract) -> type[Schema]:
    """Return the schema of a page of events."""
    body = {
        "__doc__": "Events in order, without gaps.",
        "items": _list_of(contract.event),
        "next": kinds.String(
            metadata={
                "format": "uri-reference",
                "description": "Path and query of the next page, to be asked for as it is; absent at the end.",
            }
        ),
    }
    return type("EventsSchema", (Open,), body)


class StreamTicketSchema(Open):
    """Lets a browser's EventSource in: to look and no more, as this bearer, while token and ticket live."""

    url = kinds.String(
        required=True, metadata={"format": "uri-reference", "description": "The stream, with the ticket in it."}
    )
    expires_at = kinds.String(required=True, metadata=TIME)


def problem(contract: Contract, codes: Sequence[str]) -> type[Schema]:
    """Return the schema of a refusal, as RFC 9457 shapes it."""
    body = {
        "__doc__": "Why a request was refused, and what would be accepted.",
        "type": kinds.String(
            required=True,
            metadata={
                "format": "uri-reference",
                "description": "Path on this server that explains the kind of problem: `/problems/` and the code.",
            },
        ),
        "title": kinds.String(required=True),
        "status": kinds.Integer(strict=True, required=True, metadata={"description": "The HTTP status."}),
        "code": kinds.String(required=True, validate=validate.OneOf(codes)),
        "detail": kinds.String(required=True),
        "errors": kinds.List(
            kinds.Nested(FaultyPlaceSchema),
            validate=validate.Length(max=MOST_NAMED),
            metadata={
                "description": "Which parts of the request are wrong, the first ones where they are many; with 422 "
                "invalid_request, illegal_choice."
            },
        ),
        "rule": kinds.String(
            metadata={"description": "Id of the rule that forbids it, in the project's list; with `illegal_choice`."}
        ),
        "legal": kinds.Nested(contract.choices),
        "match": kinds.Nested(contract.match),
        "fault": kinds.String(
            metadata={"description": "Id under which the operator finds what reproduces it; with `rules_fault`."}
        ),
    }
    return type("ProblemSchema", (Open,), body)


def _list_of(schema: type[Schema]) -> kinds.List[Any]:
    return kinds.List(kinds.Nested(schema), required=True)
