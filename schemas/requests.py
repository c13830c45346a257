"""What clients send: closed, so that a misspelt field is refused rather than passed over."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, validate
from marshmallow import fields as kinds

from schemas.contract import Contract
from schemas.derived import StrictBoolean, StrictString, constant, union
from service.games.kernel.game import Game

IDEMPOTENCY_KEY = r"^[A-Za-z0-9_-]{22,64}$"


class Closed(Schema):
    """Refuses what it doesn't know."""

    class Meta:
        unknown = RAISE


class WantedOpen(Closed):
    """A seat left open for whoever has the match's id."""

    kind = constant("open")


def open_match(contract: Contract, titles: Mapping[str, Game[Any]], bots: Sequence[str]) -> type[Schema]:
    """Return the schema of opening a match: one shape a title, because its options are its own."""
    bot = {"__doc__": "A seat for a bot.", "kind": constant("bot"), "bot": bot_key(bots, required=True)}
    seat = union(
        "WantedSeat",
        {"open": WantedOpen, "bot": type("WantedBot", (Closed,), bot)},
        about="A seat, and who shall sit there.",
    )
    members = {}
    for game in titles.values():
        least, most = game.seats.start, game.seats.stop - 1
        body = {
            "__doc__": f"Opens a match of {game.title}.",
            "game": constant(game.key),
            "options": kinds.Nested(contract.options(game)),
            "seats": kinds.List(kinds.Nested(seat), required=True, validate=validate.Length(least, most)),
            "listed": StrictBoolean(load_default=False),
            "spectators": StrictBoolean(load_default=True),
        }
        members[game.key] = type(f"Open{type(game).__name__}Schema", (Closed,), body)
    return union("OpenMatch", members, by="game", about="What a match is opened with.")


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
        metadata={"description": "1 to 24 characters in NFC, none that controls or reverses text."},
    )
    seat = kinds.Integer(strict=True, validate=validate.Range(0, 9))


def submit_action(contract: Contract) -> type[Schema]:
    """Return the schema of an action."""
    body = {
        "__doc__": "Answers an open decision.",
        "decision": StrictString(required=True, validate=validate.Length(1, 64), metadata={"description": "Its id."}),
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
    """Waits for news where asked."""

    after = kinds.Integer(
        validate=validate.Range(0, 2**53),
        metadata={"description": "With `wait`: answer as soon as the version is past this number."},
    )
    wait = kinds.Integer(
        load_default=0, validate=validate.Range(0, 25), metadata={"description": "Seconds to wait for it, at most."}
    )


class NoQuery(Closed):
    """Takes no parameters."""
