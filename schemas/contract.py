"""The contract of all titles together: what a match, a decision, a choice and an event look like on the wire."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

from marshmallow import EXCLUDE, Schema, validate
from marshmallow import fields as kinds

from schemas.derived import Derived, StrictBoolean, constant, union
from service.games.kernel.decisions import Choice, Decision, Listed
from service.games.kernel.engine import Answer
from service.games.kernel.events import Answered, Asked, AskedAgain, Event, Referred, Settled
from service.games.kernel.game import Game
from service.games.kernel.outcome import Outcome
from service.match_events import MATCH_EVENTS
from service.shown import BotSeat, ChanceShown, Host, OpenSeat, Player, PlayerSeat, Spectator

KERNEL_EVENTS: tuple[type[Event], ...] = (Asked, Answered, AskedAgain, Referred, Settled)

TIME = {"format": "date-time", "description": "RFC 3339, UTC."}


class Contract:
    """Schemas of the titles at hand, each made once."""

    def __init__(self, titles: Mapping[str, Game[Any]]) -> None:
        self._titles = titles
        self._derived = Derived()
        self._derived.replace(Choice, lambda **more: kinds.Nested(self.choice, **more))

    @cached_property
    def choice(self) -> type[Schema]:
        """Every choice of every title. It is closed both ways: what is offered is sent back as it is."""
        return self._derived.union(
            "Choice", self._all("choices"), closed=True, about="What a seat answers to a decision."
        )

    @cached_property
    def choices(self) -> type[Schema]:
        """The legal choices of a decision."""
        body = {
            "__doc__": "The legal choices one by one, in a fixed order; each can be sent back as it is.",
            "kind": constant(Listed.kind),
            "items": kinds.List(kinds.Nested(self.choice), required=True),
            "Meta": type("Meta", (), {"unknown": EXCLUDE}),
        }
        made = {Listed.kind: type("ChoiceListSchema", (Schema,), body)}
        for form in {decision.form: None for decision in self._all("decisions") if decision.form is not Listed}:
            made[form.kind] = self._derived.schema(form)
        return union("Choices", made, about="The legal choices.")

    @cached_property
    def decision(self) -> type[Schema]:
        """Every kind of question."""
        made = {kind.kind: self._decision(kind) for kind in self._all("decisions")}
        return union("Decision", made, about="An open question to a seat.")

    @cached_property
    def event(self) -> type[Schema]:
        """Everything that can happen."""
        made: dict[str, type[Schema]] = {}
        for kind in (*MATCH_EVENTS, *KERNEL_EVENTS, *self._all("events")):
            number = kinds.Integer(
                strict=True, required=True, metadata={"description": "Counts without gaps.", "minimum": 1}
            )
            extra: dict[str, kinds.Field[Any]] = {"n": number, "at": kinds.String(required=True, metadata=TIME)}
            made[kind.kind] = self._derived.schema(kind, f"{kind.__name__}Event", extra=extra)
        return union("Event", made, about="Something that happened, as this bearer may know it.")

    @cached_property
    def card(self) -> type[Schema]:
        """Every card as content."""
        return self._derived.union("Card", self._all("faces"), about="A card: what a client needs to draw it.")

    @cached_property
    def match(self) -> type[Schema]:
        """A match of any title as its bearer sees it."""
        made = {game.key: self._match(game) for game in self._titles.values()}
        return union("Match", made, by="game", about="A match, as the bearer of the token sees it.")

    @cached_property
    def record(self) -> type[Schema]:
        """The record of a match of any title."""
        made = {game.key: self._record(game) for game in self._titles.values()}
        return union("Record", made, by="game", about="All that is needed to play a match again.")

    def options(self, game: Game[Any]) -> type[Schema]:
        """What a match of `game` can be opened with; every field has a default."""
        kind = game.vocabulary.options
        return self._derived.schema(kind, f"{kind.__name__}Request", closed=True)

    def _decision(self, kind: type[Decision[Any]]) -> type[Schema]:
        extra: dict[str, kinds.Field[Any]] = {
            "id": kinds.String(required=True, metadata={"description": "Opaque; the same while the question is open."}),
            "seat": kinds.Integer(strict=True, required=True),
            "prompt": kinds.String(required=True),
            "optional": StrictBoolean(required=True, metadata={"description": "The match doesn't wait for it."}),
            "state": kinds.String(required=True, validate=validate.OneOf(["open", "with_referee"])),
            "choices": kinds.Nested(self.choices, required=True),
        }
        return self._derived.schema(
            kind, f"{kind.__name__}Decision", extra=extra, without=("seat", "choices", "because")
        )

    def _match(self, game: Game[Any]) -> type[Schema]:
        derived = self._derived
        endings = derived.schema(Outcome, "Outcome")
        body: dict[str, Any] = {
            "__doc__": f"A match of {game.title} as the bearer of the token sees it.",
            "game": constant(game.key),
            "id": kinds.String(
                required=True, metadata={"description": "The invitation: whoever has it may take a seat."}
            ),
            "rules_version": kinds.Integer(strict=True, required=True),
            "status": kinds.String(required=True, validate=validate.OneOf(["waiting", "running", "over", "faulted"])),
            "options": kinds.Nested(derived.schema(game.vocabulary.options), required=True),
            "listed": StrictBoolean(required=True),
            "spectators": StrictBoolean(required=True),
            "chance": kinds.Nested(derived.schema(ChanceShown, "Chance"), required=True),
            "created_at": kinds.String(required=True, metadata=TIME),
            "expires_at": kinds.String(required=True, metadata=TIME),
            "seats": kinds.List(
                kinds.Nested(
                    derived.union("Seat", (OpenSeat, BotSeat, PlayerSeat), about="A seat and who sits there.")
                ),
                required=True,
            ),
            "bearer": kinds.Nested(
                derived.union("Bearer", (Host, Player, Spectator), about="Whose view this is."), required=True
            ),
            "version": kinds.Integer(
                strict=True,
                required=True,
                metadata={"description": "Number of the last event that the bearer may see."},
            ),
            "view": kinds.Nested(derived.schema(game.vocabulary.view)),
            "decisions": kinds.List(
                kinds.Nested(self.decision), metadata={"description": "The bearer's open questions."}
            ),
            "waiting_for": kinds.List(
                kinds.Integer(strict=True), metadata={"description": "Seats that have to answer."}
            ),
            "outcome": kinds.Nested(endings),
            "host_token": kinds.String(metadata={"description": "Only in the answer to opening the match."}),
            "events": kinds.List(kinds.Nested(self.event), metadata={"description": "What the action caused."}),
            "Meta": type("Meta", (), {"unknown": EXCLUDE}),
        }
        return type(f"{type(game).__name__}MatchSchema", (Schema,), body)

    def _record(self, game: Game[Any]) -> type[Schema]:
        body: dict[str, Any] = {
            "__doc__": f"All that is needed to play a match of {game.title} again.",
            "game": constant(game.key),
            "rules_version": kinds.Integer(strict=True, required=True),
            "options": kinds.Nested(self._derived.schema(game.vocabulary.options), required=True),
            "seats": kinds.Integer(strict=True, required=True),
            "seed": kinds.String(required=True, metadata={"description": "Hex; its bytes have the published SHA-256."}),
            "answers": kinds.List(kinds.Nested(self._derived.schema(Answer)), required=True),
            "phases": kinds.List(
                kinds.String(),
                required=True,
                metadata={"description": "SHA-256 of the state in which each phase ended."},
            ),
            "Meta": type("Meta", (), {"unknown": EXCLUDE}),
        }
        return type(f"{type(game).__name__}RecordSchema", (Schema,), body)

    def _all(self, part: Literal["choices", "decisions", "events", "faces"]) -> tuple[Any, ...]:
        found: dict[Any, None] = {}
        for game in self._titles.values():
            found |= dict.fromkeys(getattr(game.vocabulary, part))
        return tuple(found)
