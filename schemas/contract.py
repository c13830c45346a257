"""The contract of all titles together: what a match, a decision, a choice and an event look like on the wire."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, get_args

from marshmallow import EXCLUDE, Schema, post_load, validate
from marshmallow import fields as kinds

from schemas.derived import Closed, Derived, StrictBoolean, TupleOf, constant, union
from service.games.kernel.decisions import Choice, Decision, Listed, Ruling, WordCount
from service.games.kernel.events import Answered, Asked, AskedAgain, Event, Referred, Settled
from service.games.kernel.game import Game
from service.games.kernel.match import Answer, Record
from service.games.kernel.outcome import Outcome
from service.match_events import MATCH_EVENTS
from service.setup import Status
from service.shown import BotSeat, ChanceShown, Host, OpenSeat, Player, PlayerSeat, ReservedSeat, Spectator

KERNEL_EVENTS: tuple[type[Event], ...] = (Asked, Answered, AskedAgain, Referred, Settled)

SHA_256 = [validate.Regexp("^[0-9a-f]{64}$"), validate.Length(equal=64)]
"""The length too, because an end of line may stand behind what a pattern of Python calls the end."""

MOST_ANSWERS = 4000
"""How long a record may be that is sent in; a whole match has a few hundred answers."""

TIME = {"format": "date-time", "description": "RFC 3339, UTC."}

STATUS = {
    "description": "`waiting` for players; `running`; `over`; `abandoned` by its host; `faulted`, where the rules fail."
}
OPENED = {"format": "date-time", "description": "When it was opened; RFC 3339, UTC."}
SEATS = {"description": "Who sits where, seat 0 first."}
OPTIONS = {"description": "What it was opened with."}
OUTCOME = {"description": "Who has won, and how; only when it is over."}


class Contract:
    """Schemas of the titles at hand, each made once."""

    def __init__(self, titles: Mapping[str, Game[Any]]) -> None:
        self._titles = titles
        self._derived = Derived()
        self._derived.replace(Choice, lambda **more: kinds.Nested(self.recorded_choice, **more))

    @cached_property
    def choice(self) -> type[Schema]:
        """Every choice of every title. It is closed both ways: what is offered is sent back as it is."""
        return self._derived.union(
            "Choice", self._all("choices"), closed=True, about="What a seat answers to a decision."
        )

    @cached_property
    def recorded_choice(self) -> type[Schema]:
        """Every choice of every title, and what the referee answers, which nobody can send as an action."""
        members = tuple(dict.fromkeys((*self._all("choices"), Ruling, WordCount)))
        about = "What a seat answered to a decision, or the referee."
        return self._derived.union("RecordedChoice", members, closed=True, about=about)

    @cached_property
    def choices(self) -> type[Schema]:
        """The legal choices of some decision, of which kind it doesn't say."""
        made = {Listed.kind: self._list("ChoiceList", self.choice)}
        for form in {decision.form: None for decision in self._all("decisions") if decision.form is not Listed}:
            made[form.kind] = self._derived.schema(form)
        return union("Choices", made, about="The legal choices.")

    def _choices_of(self, decision: type[Decision[Any]]) -> type[Schema]:
        """Return the schema of the legal choices of one kind of decision: no other kinds than it offers."""
        if decision.form is not Listed:
            return self._derived.schema(decision.form)
        name, offers = decision.__name__, decision.offers
        if len(offers) == 1:
            return self._list(f"{name}List", self._derived.schema(offers[0], closed=True))
        about = f"What `{decision.kind}` offers."
        return self._list(f"{name}List", self._derived.union(f"{name}Choice", offers, closed=True, about=about))

    def _list(self, name: str, of: type[Schema]) -> type[Schema]:
        body = {
            "__doc__": "The legal choices one by one, in a fixed order; each can be sent back as it is.",
            "kind": constant(Listed.kind),
            "items": kinds.List(kinds.Nested(of), required=True),
            "Meta": type("Meta", (), {"unknown": EXCLUDE}),
        }
        return type(f"{name}Schema", (Schema,), body)

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
        return union("Record", self._records, by="game", about="All that is needed to play a match again.")

    @cached_property
    def transition(self) -> type[Schema]:
        """Where a record of any title leads."""
        made = {game.key: self._transition(game) for game in self._titles.values()}
        return union("Transition", made, by="game", about="Where a record leads, for every audience.")

    @cached_property
    def outcome(self) -> type[Schema]:
        """How a match ended."""
        return self._derived.schema(Outcome, "Outcome")

    @cached_property
    def bearer(self) -> type[Schema]:
        """Whose view something is."""
        return self._derived.union("Bearer", (Host, Player, Spectator), about="Whose view this is.")

    @cached_property
    def _records(self) -> dict[str, type[Schema]]:
        return {game.key: self._record(game) for game in self._titles.values()}

    @cached_property
    def seat(self) -> type[Schema]:
        """A seat and who sits there."""
        kinds_of_seat = (OpenSeat, ReservedSeat, BotSeat, PlayerSeat)
        return self._derived.union("Seat", kinds_of_seat, about="A seat and who sits there.")

    @cached_property
    def summary(self) -> type[Schema]:
        """What the list says of a match of any title."""
        made = {game.key: self._summary(game) for game in self._titles.values()}
        return union("Summary", made, by="game", about="A match as the list shows it.")

    def options(self, game: Game[Any]) -> type[Schema]:
        """What a match of `game` can be opened with; every field has a default."""
        kind = game.vocabulary.options
        return self._derived.schema(kind, f"{kind.__name__}Request", closed=True)

    def shown_options(self, game: Game[Any]) -> type[Schema]:
        """What a match of `game` was opened with."""
        return self._derived.schema(game.vocabulary.options)

    def _decision(self, kind: type[Decision[Any]]) -> type[Schema]:
        extra: dict[str, kinds.Field[Any]] = {
            "id": kinds.String(required=True, metadata={"description": "Opaque; the same while the question is open."}),
            "seat": kinds.Integer(strict=True, required=True),
            "prompt": kinds.String(required=True),
            "optional": StrictBoolean(required=True, metadata={"description": "The match doesn't wait for it."}),
            "state": kinds.String(required=True, validate=validate.OneOf(["open", "with_referee", "past"])),
            "choices": kinds.Nested(self._choices_of(kind), required=True),
        }
        return self._derived.schema(
            kind, f"{kind.__name__}Decision", extra=extra, without=("seat", "choices", "because")
        )

    def _match(self, game: Game[Any]) -> type[Schema]:
        derived = self._derived
        body: dict[str, Any] = {
            "__doc__": f"A match of {game.title} as the bearer of the token sees it.",
            "game": constant(game.key),
            "id": kinds.String(
                required=True, metadata={"description": "The invitation: whoever has it may take a seat."}
            ),
            "rules_version": kinds.Integer(strict=True, required=True),
            "status": kinds.String(required=True, validate=validate.OneOf(get_args(Status)), metadata=STATUS),
            "options": kinds.Nested(self.shown_options(game), required=True, metadata=OPTIONS),
            "listed": StrictBoolean(required=True),
            "spectators": StrictBoolean(required=True),
            "chance": kinds.Nested(derived.schema(ChanceShown, "Chance"), required=True),
            "created_at": kinds.String(required=True, metadata=OPENED),
            "expires_at": kinds.String(
                required=True,
                metadata={
                    "format": "date-time",
                    "description": "Until when it is kept, where nothing more happens; RFC 3339, UTC.",
                },
            ),
            "seats": kinds.List(kinds.Nested(self.seat), required=True, metadata=SEATS),
            "bearer": kinds.Nested(self.bearer, required=True, metadata={"description": "Whose view this is."}),
            "version": kinds.Integer(
                strict=True,
                required=True,
                metadata={"description": "Number of the last event that the bearer may see."},
            ),
            "view": kinds.Nested(
                derived.schema(game.vocabulary.view),
                metadata={
                    "description": "The table as the bearer sees it; absent before the start, and while the server has "
                    "other rules than the match."
                },
            ),
            "decisions": kinds.List(
                kinds.Nested(self.decision),
                metadata={"description": "The bearer's open questions; absent where `view` is."},
            ),
            "waiting_for": kinds.List(
                kinds.Integer(strict=True),
                metadata={"description": "Seats that have to answer; absent where `view` is."},
            ),
            "outcome": kinds.Nested(self.outcome, metadata=OUTCOME),
            "rematch": kinds.String(metadata={"description": "Id of the match that follows this one."}),
            "host_token": kinds.String(metadata={"description": "Only in the answer to opening the match."}),
            "events": kinds.List(
                kinds.Nested(self.event), metadata={"description": "Only in the answer to an action: what it caused."}
            ),
            "Meta": type("Meta", (), {"unknown": EXCLUDE}),
        }
        return type(f"{type(game).__name__}MatchSchema", (Schema,), body)

    def _summary(self, game: Game[Any]) -> type[Schema]:
        body: dict[str, Any] = {
            "__doc__": f"A match of {game.title} as the list shows it.",
            "game": constant(game.key),
            "id": kinds.String(
                required=True, metadata={"description": "The invitation: whoever has it may take a seat."}
            ),
            "status": kinds.String(required=True, validate=validate.OneOf(get_args(Status)), metadata=STATUS),
            "options": kinds.Nested(self.shown_options(game), required=True, metadata=OPTIONS),
            "seats": kinds.List(kinds.Nested(self.seat), required=True, metadata=SEATS),
            "open_seats": kinds.Integer(
                strict=True, required=True, metadata={"description": "How many seats anybody may take."}
            ),
            "spectators": StrictBoolean(required=True),
            "created_at": kinds.String(required=True, metadata=OPENED),
            "Meta": type("Meta", (), {"unknown": EXCLUDE}),
        }
        return type(f"{type(game).__name__}SummarySchema", (Schema,), body)

    def _record(self, game: Game[Any]) -> type[Schema]:
        body: dict[str, Any] = {
            "__doc__": f"All that is needed to play a match of {game.title} again.",
            "game": constant(game.key),
            "rules_version": kinds.Integer(strict=True, required=True),
            "options": kinds.Nested(self.options(game), required=True, metadata=OPTIONS),
            "seats": kinds.Integer(
                strict=True,
                required=True,
                validate=validate.Range(game.seats.start, game.seats.stop - 1),
                metadata={"description": "How many play."},
            ),
            "seed": kinds.String(
                required=True,
                validate=SHA_256,
                metadata={"description": "32 bytes in hex; they have the published SHA-256."},
            ),
            "answers": TupleOf(
                kinds.Nested(self._derived.schema(Answer, closed=True)),
                required=True,
                validate=validate.Length(max=MOST_ANSWERS),
            ),
            "phases": TupleOf(
                kinds.String(validate=SHA_256),
                required=True,
                validate=validate.Length(max=MOST_ANSWERS),
                metadata={"description": "SHA-256 of the state in which each phase ended."},
            ),
            "made": post_load(lambda _, data, **__: Record(**data)),
        }
        return type(f"{type(game).__name__}RecordSchema", (Closed,), body)

    def _transition(self, game: Game[Any]) -> type[Schema]:
        derived, name = self._derived, type(game).__name__
        audience = {
            "__doc__": f"What one audience sees and hears of a match of {game.title}.",
            "bearer": kinds.Nested(self.bearer, required=True, metadata={"description": "Whose view this is."}),
            "version": kinds.Integer(
                strict=True, required=True, metadata={"description": "Number of its last event, counted from 1."}
            ),
            "view": kinds.Nested(
                derived.schema(game.vocabulary.view),
                required=True,
                metadata={"description": "The table as it sees it."},
            ),
            "decisions": kinds.List(kinds.Nested(self.decision), required=True),
            "events": kinds.List(
                kinds.Nested(self.event),
                required=True,
                metadata={"description": "What the last step told it, with the rulings that followed."},
            ),
            "Meta": type("Meta", (), {"unknown": EXCLUDE}),
        }
        body: dict[str, Any] = {
            "__doc__": f"Where a record of {game.title} leads.",
            "game": constant(game.key),
            "status": kinds.String(
                required=True,
                validate=validate.OneOf(["running", "over"]),
                metadata={"description": "`running`, or `over`."},
            ),
            "record": kinds.Nested(self._records[game.key], required=True),
            "waiting_for": kinds.List(kinds.Integer(strict=True), required=True),
            "outcome": kinds.Nested(self.outcome, metadata=OUTCOME),
            "audiences": kinds.List(
                kinds.Nested(type(f"{name}AudienceSchema", (Schema,), audience)),
                required=True,
                metadata={"description": "Every seat's, then the spectators'."},
            ),
            "Meta": type("Meta", (), {"unknown": EXCLUDE}),
        }
        return type(f"{name}TransitionSchema", (Schema,), body)

    def _all(self, part: Literal["choices", "decisions", "events", "faces"]) -> tuple[Any, ...]:
        found: dict[Any, None] = {}
        for game in self._titles.values():
            found |= dict.fromkeys(getattr(game.vocabulary, part))
        return tuple(found)
