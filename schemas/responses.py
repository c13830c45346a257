"""What the service answers, beyond what the rules' own dataclasses say; open to new fields."""

from collections.abc import Sequence
from typing import Any

from marshmallow import EXCLUDE, Schema, validate
from marshmallow import fields as kinds

from schemas.contract import Contract
from schemas.derived import StrictBoolean, constant, union


class Open(Schema):
    """Newer servers may add fields."""

    class Meta:
        unknown = EXCLUDE


class SeatTokenSchema(Open):
    """A seat that was taken. The token is the only proof of it; it goes into `Authorization: Bearer`."""

    seat = kinds.Integer(strict=True, required=True)
    token = kinds.String(required=True)


class SeatRangeSchema(Open):
    """How many may play."""

    least = kinds.Integer(strict=True, required=True)
    most = kinds.Integer(strict=True, required=True)


class ComponentSchema(Open):
    """One line of what lies in the box."""

    name = kinds.String(required=True)
    count = kinds.Integer(strict=True, required=True)


class TextOptionSchema(Open):
    """An option with a few named values."""

    kind = constant("text_option")
    name = kinds.String(required=True)
    values = kinds.List(kinds.String(), required=True)
    default = kinds.String(required=True)


class NumberOptionSchema(Open):
    """An option that is a whole number; without a default it may be left out."""

    kind = constant("number_option")
    name = kinds.String(required=True)
    least = kinds.Integer(strict=True)
    most = kinds.Integer(strict=True)
    default = kinds.Integer(strict=True)


class SwitchOptionSchema(Open):
    """An option that is on or off."""

    kind = constant("switch_option")
    name = kinds.String(required=True)
    default = StrictBoolean(required=True)


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


class GamesSchema(Open):
    """Every title."""

    items = kinds.List(kinds.Nested(GameSchema), required=True)


def cards(contract: Contract) -> type[Schema]:
    """Return the schema of a title's cards."""
    body = {"__doc__": "Every card of a title, in a fixed order.", "items": _list_of(contract.card)}
    return type("CardsSchema", (Open,), body)


class HealthSchema(Open):
    """Whether this process, or all that it needs, is well."""

    status = kinds.String(required=True, validate=validate.OneOf(["ok"]))


class FaultyPlaceSchema(Open):
    """What is wrong with one place of a request."""

    pointer = kinds.String(
        required=True, metadata={"description": "JSON pointer into the body, or a parameter's name."}
    )
    message = kinds.String(required=True)


def problem(contract: Contract, codes: Sequence[str]) -> type[Schema]:
    """Return the schema of a refusal, as RFC 9457 shapes it."""
    body = {
        "__doc__": "Why a request was refused, and what would be accepted.",
        "type": kinds.String(required=True, metadata={"format": "uri-reference"}),
        "title": kinds.String(required=True),
        "status": kinds.Integer(strict=True, required=True),
        "code": kinds.String(required=True, validate=validate.OneOf(codes)),
        "detail": kinds.String(required=True),
        "errors": kinds.List(kinds.Nested(FaultyPlaceSchema)),
        "rule": kinds.String(metadata={"description": "The rule of the rulebook's ledger that forbids it."}),
        "legal": kinds.Nested(contract.choices),
        "match": kinds.Nested(contract.match),
        "fault": kinds.String(metadata={"description": "Under which the server keeps what reproduces it."}),
    }
    return type("ProblemSchema", (Open,), body)


def _list_of(schema: type[Schema]) -> kinds.List[Any]:
    return kinds.List(kinds.Nested(schema), required=True)
