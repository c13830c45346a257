"""One execution of a phase: drives the rules' coroutines by hand, from question to question."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from service.games.kernel.decisions import REFEREE, Choice, Decision
from service.games.kernel.errors import RulesFault
from service.games.kernel.events import Answered, Asked, AskedAgain, Referred, Settled
from service.games.kernel.table import Ask, Table
from service.games.kernel.waits import Wait, chain

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from service.games.kernel.game import Game

S = TypeVar("S")


class Question:
    """An open question. `owner` is the seat whose sealed flow asks it, where `seat` may be the referee.

    `ordinal` counts the questions put to `seat` in this phase (for the referee: on behalf of `owner`), and nothing
    else, so that it can't tell what others were asked. `held` is the owner's own decision while the referee is asked.
    """

    __slots__ = ("build", "decision", "held", "ordinal", "owner", "sealed", "seat")

    def __init__(
        self, seat: int, owner: int, ordinal: int, build: Callable[[Any, int], Decision[Any]], *, sealed: bool
    ) -> None:
        self.seat = seat
        self.owner = owner
        self.ordinal = ordinal
        self.build = build
        self.sealed = sealed
        self.held: Question | None = None
        self.decision: Decision[Any]


def fingerprint(phase: int, ordinal: int, decision: Decision[Any]) -> str:
    """Return 16 hex digits that change when the phase, ordinal, seat, kind, choices or word of a decision do."""
    text = f"{phase}/{ordinal}/{decision.kind}/{decision!r}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class PhaseRun(Generic[S]):
    """A phase under way: its open `questions`, whether it is `done`, and the interrupts of each seat so far."""

    def __init__(self, game: Game[S], table: Table[S], number: int, interrupted: tuple[int, ...]) -> None:
        self.number = number
        self.questions: list[Question] = []
        self.done = False
        self.interrupted = list(interrupted)
        self._game = game
        self._table = table
        self._asked: dict[tuple[int, int], int] = {}
        self._main = game.play_phase(table)
        self._flows: dict[int, Coroutine[Any, Any, Any]] = {}
        self._results: dict[int, Any] = {}

    def begin(self) -> None:
        """Play up to the first question, or to the end."""
        self._advance(None)

    def answer(self, question: Question, choice: Choice) -> None:
        """Send a checked answer in, and play on to the next question or the end."""
        self.questions.remove(question)
        if not question.sealed:
            if question.seat != REFEREE:
                self._table.tell(Answered, question.seat)
            self._advance(choice)
            return
        self._advance_flow(question.owner, choice, question)
        if len(self._results) == len(self._flows):
            self._advance(self._gather())

    def interrupt(self, seat: int, choice: Choice) -> None:
        """Carry out a checked interrupt, then build every open decision anew."""
        self.interrupted[seat] += 1
        self._game.interrupt(self._table, seat, choice)
        for question in self.questions:
            question.decision = question.build(self._table.state, question.seat)

    def waits(self, question: Question) -> tuple[Wait, ...]:
        """Return where the rules wait for the answer, the function that asks last."""
        outer = chain(self._main)
        return outer + chain(self._flows[question.owner]) if question.sealed else outer

    def close(self) -> None:
        """Close every coroutine that this run opened."""
        for flow in self._flows.values():
            flow.close()
        self._main.close()

    def _advance(self, value: object) -> None:
        while True:
            try:
                request = self._main.send(value)
            except StopIteration:
                self.done = True
                return
            if isinstance(request, Ask):
                single = request.openly and self._single(request)
                if single:
                    value = single
                    continue
                question = self._open(request, request.seat, sealed=False)
                if request.seat != REFEREE:
                    self._table.tell(Asked, (request.seat,), question.decision.kind)
                return
            self._results = {}
            self._flows = {seat: request.flow(self._table, seat) for seat in request.seats}
            for seat in request.seats:
                self._advance_flow(seat, None, None)
            if self.questions:
                asked = tuple(question.owner for question in self.questions)
                self._table.tell(Asked, asked, self.questions[0].decision.kind)
                return
            value = self._gather()

    def _advance_flow(self, owner: int, value: object, answered: Question | None) -> None:
        table = self._table
        table.sealed = owner
        try:
            request = self._flows[owner].send(value)
        except StopIteration as ended:
            table.sealed = None
            self._results[owner] = ended.value
            if answered is not None:
                table.tell(Answered, owner)
            return
        finally:
            table.sealed = None
        if not isinstance(request, Ask) or request.seat not in (owner, REFEREE):
            raise RulesFault(f"The sealed flow of seat {owner} may ask its owner or the referee.")
        question = self._open(request, owner, sealed=True)
        if answered is None:
            return
        if request.seat == REFEREE:
            question.held = answered
            table.whisper(owner, Referred(owner))
        else:
            table.whisper(owner, AskedAgain(owner, question.decision.kind))

    def _single(self, request: Ask) -> Choice | None:
        decision = request.build(self._table.state, request.seat)
        listed = decision.choices.listed()
        if listed is None or len(listed) != 1:
            return None
        self._table.tell(Settled, request.seat, decision.kind)
        only: Choice = listed[0]
        return only

    def _open(self, request: Ask, owner: int, *, sealed: bool) -> Question:
        key = (request.seat, owner)
        ordinal = self._asked.get(key, 0)
        self._asked[key] = ordinal + 1
        question = Question(request.seat, owner, ordinal, request.build, sealed=sealed)
        question.decision = request.build(self._table.state, request.seat)
        self.questions.append(question)
        return question

    def _gather(self) -> dict[int, Any]:
        gathered = {seat: self._results[seat] for seat in self._flows}
        self._flows = {}
        return gathered
