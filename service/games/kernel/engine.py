"""The engine: a match as a value is brought to life for one request, and put down again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from service.games.kernel.chance import SeededChance
from service.games.kernel.decisions import REFEREE
from service.games.kernel.errors import (
    DecisionClosed,
    GameError,
    IllegalChoice,
    ReplayDiverged,
    RulesFault,
    RulingPending,
    WrongOption,
    WrongRulesVersion,
    WrongSeats,
)
from service.games.kernel.match import Answer, Match, Pending, PhaseEnd, Step
from service.games.kernel.phase import PhaseRun, Question, fingerprint
from service.games.kernel.table import Table

if TYPE_CHECKING:
    from collections.abc import Container, Generator, Iterator

    from service.games.kernel.decisions import Decision
    from service.games.kernel.events import Told
    from service.games.kernel.game import Game, Options, View
    from service.games.kernel.match import Action, Codec, Record
    from service.games.kernel.outcome import Outcome
    from service.games.kernel.waits import Wait

S = TypeVar("S")


class Play(Generic[S]):
    """A match brought to life: re-executes the answers of its phase, then shows and takes decisions.

    Use it in a `with` block; leaving it closes every coroutine. Raises `WrongRulesVersion` and `ReplayDiverged` on the
    way in. After an error inside `act` the value in `match` is the one before, and the play can't be used further.
    `told` collects what happens on the way to the first question of a new match.
    """

    def __init__(self, game: Game[S], codec: Codec, match: Match, told: list[Told] | None = None) -> None:
        if match.rules_version != game.rules_version:
            raise WrongRulesVersion(match.rules_version, game.rules_version)
        self.match = match
        self._game = game
        self._codec = codec
        self._seed = bytes.fromhex(match.seed)
        self._chance = SeededChance(self._seed, match.drawn)
        self._table: Table[S] = Table(codec.decode(match.state, game.state), self._chance, told)
        self._run: PhaseRun[S] | None = None
        try:
            with _rules():
                self._begin(match.phase, match.interrupted or (0,) * match.seats)
                for at, answer in enumerate(match.answers):
                    self._answer(self._fitting(at, answer), answer)
        except GameError:
            self.close()
            raise

    def __enter__(self) -> Play[S]:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every coroutine that this play opened."""
        if self._run is not None:
            self._run.close()

    def outcome(self) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        with _rules():
            return self._game.outcome(self._table.state) if self._run is None else None

    def view(self, seat: int | None) -> View:
        """Return what `seat` may see now, or the spectators (None)."""
        with _rules():
            return self._game.view(self._table.state, seat)

    def pending(self, seats: Container[int] | None = None) -> tuple[Pending, ...]:
        """Return every open decision, or those of some `seats` alone; interrupts behind questions."""
        return tuple(pending for pending, _ in self._open(seats))

    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats without whose answers the match can't go on, ascending."""
        return tuple(sorted({question.owner for question in self._questions() if question.owner != REFEREE}))

    def waits(self, decision: str) -> tuple[Wait, ...]:
        """Return where the rules wait for an open decision, the function that asks last; for an interrupt nowhere."""
        for pending, question in self._open():
            if pending.id == decision and question is not None and self._run is not None:
                return self._run.waits(question)
        return ()

    def act(self, action: Action) -> Step:
        """Take one action; raises `DecisionClosed`, `RulingPending`, `IllegalChoice`, `RulesFault`."""
        pending, question = self._find(action.decision)
        with _rules():
            refusal = pending.decision.refusal(action.choice)
        if refusal is not None:
            raise IllegalChoice(pending.decision, refusal)
        run = self._run
        assert run is not None
        mark = _mark(run, pending.decision, question)
        return self._take(question, Answer(*mark, action.choice, interrupt=question is None))

    def repeat(self, at: int, answer: Answer) -> Step:
        """Take the stored answer number `at` again; raises `ReplayDiverged` where it does not fit."""
        return self._take(self._fitting(at, answer), answer)

    def _take(self, question: Question | None, answer: Answer) -> Step:
        told: list[Told] = []
        self._table.told = told
        with _rules():
            self._answer(question, answer)
            ends, match = self._settle((*self.match.answers, answer))
        self._table.told = None
        self.match = match
        return Step(match, tuple(told), (answer, *ends))

    def _settle(self, answers: tuple[Answer, ...]) -> tuple[list[PhaseEnd], Match]:
        """Start phase after phase until one waits for an answer or the match is over; `answers` are of the first."""
        ends: list[PhaseEnd] = []
        match = self.match
        phase, drawn, state, interrupted = match.phase, match.drawn, match.state, match.interrupted
        while self._run is not None and self._run.done:
            state = self._codec.encode(self._table.state)
            ends.append(PhaseEnd(phase, hashlib.sha256(state).hexdigest()))
            phase, drawn, answers = phase + 1, self._chance.drawn, ()
            interrupted = tuple(self._run.interrupted)
            self._begin(phase, interrupted)
        settled = replace(match, phase=phase, drawn=drawn, state=state, answers=answers, interrupted=interrupted)
        return ends, settled

    def settle(self, told: list[Told]) -> Step:
        """Go on to the first question of a new match; `told` holds what was told so far, and gets the rest."""
        with _rules():
            ends, self.match = self._settle(())
        self._table.told = None
        return Step(self.match, tuple(told), tuple(ends))

    def _begin(self, phase: int, interrupted: tuple[int, ...]) -> None:
        if self._run is not None:
            self._run.close()
        self._run = None
        if self._game.outcome(self._table.state) is None:
            self._run = PhaseRun(self._game, self._table, phase, interrupted)
            self._run.begin()

    def _answer(self, question: Question | None, answer: Answer) -> None:
        run = self._run
        assert run is not None
        if question is None:
            run.interrupt(answer.seat, answer.choice)
        else:
            run.answer(question, answer.choice)

    def _fitting(self, at: int, answer: Answer) -> Question | None:
        """Return the question that a stored answer belongs to (None: an interrupt), sure that it still fits."""
        decision, question = self._counterpart(at, answer)
        if _mark(self._run, decision, question) != _mark_of(answer):
            raise ReplayDiverged(at, f"{answer.question!r} of seat {answer.seat} offers other choices now")
        if not decision.choices.contains(answer.choice):
            raise ReplayDiverged(at, f"{answer.choice!r} is not legal for {answer.question!r}")
        return question

    def _counterpart(self, at: int, answer: Answer) -> tuple[Decision[Any], Question | None]:
        if answer.interrupt and answer.seat in range(self.match.seats):
            for decision in self._interrupts(answer.seat):
                if decision.kind == answer.question:
                    return decision, None
        elif not answer.interrupt:
            for question in self._questions():
                if (question.seat, question.owner, question.ordinal) == (answer.seat, answer.owner, answer.ordinal):
                    return question.decision, question
        raise ReplayDiverged(at, f"{answer.question!r} of seat {answer.seat} is not asked now")

    def _questions(self) -> list[Question]:
        return [] if self._run is None else self._run.questions

    def _interrupts(self, seat: int) -> tuple[Decision[Any], ...]:
        """An interrupt is open while the match waits, but not to a seat that the referee is asked about."""
        return () if not self._questions() or seat in self._ruled_on() else self._offered(seat)

    def _ruled_on(self) -> set[int]:
        """Return the seats that the referee is asked about."""
        return {question.owner for question in self._questions() if question.seat == REFEREE}

    def _offered(self, seat: int) -> tuple[Decision[Any], ...]:
        with _rules():
            decisions = self._game.interrupts(self._table.state, seat)
        kinds = [decision.kind for decision in decisions]
        if len(set(kinds)) != len(kinds):
            raise RulesFault(f"Seat {seat} has interrupts of kinds {', '.join(kinds)}; it may have one of a kind.")
        return decisions

    def _open(self, seats: Container[int] | None = None) -> Iterator[tuple[Pending, Question | None]]:
        for question in self._questions():
            held = question.held
            if held is not None and (seats is None or held.seat in seats):
                yield Pending(self._question_id(held), held.decision, with_referee=True), question
            if seats is None or question.seat in seats:
                yield Pending(self._question_id(question), question.decision), question
        for seat in range(self.match.seats):
            if seats is None or seat in seats:
                for decision in self._interrupts(seat):
                    yield Pending(self._interrupt_id(decision), decision), None

    def _find(self, decision_id: str) -> tuple[Pending, Question | None]:
        for pending, question in self._open():
            if pending.id == decision_id:
                if pending.with_referee:
                    raise RulingPending(decision_id, pending.decision.seat)
                return pending, question
        for seat in self._ruled_on().intersection(range(self.match.seats)):
            if any(self._interrupt_id(decision) == decision_id for decision in self._offered(seat)):
                raise RulingPending(decision_id, seat, interrupt=True)
        raise DecisionClosed(decision_id)

    def _question_id(self, question: Question) -> str:
        place = f"{self.match.phase}/{question.seat}/{question.owner}/{question.ordinal}"
        return self._id(f"decision/{place}/{question.decision.kind}")

    def _interrupt_id(self, decision: Decision[Any]) -> str:
        run = self._run
        assert run is not None
        return self._id(f"interrupt/{decision.seat}/{run.interrupted[decision.seat]}/{decision.kind}")

    def _id(self, text: str) -> str:
        """Keyed with the secret seed: an id tells nothing, and stays the same while its question does.

        So an interrupt's id names no phase: the same interrupt stays open while others finish theirs.
        """
        return "d_" + hashlib.blake2b(text.encode(), key=self._seed, digest_size=8).hexdigest()


class _rules:  # noqa: N801 - reads as a statement
    """Whatever the rules raise is a fault of theirs."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, raised: BaseException | None, trace: object) -> None:
        if isinstance(raised, Exception) and not isinstance(raised, GameError):
            raise RulesFault(f"The rules raised {raised!r}.") from raised


_Mark = tuple[int, int, str, int, str]
"""Which decision it is: seat, owner, kind, ordinal and fingerprint."""


def _mark(run: PhaseRun[Any] | None, decision: Decision[Any], question: Question | None) -> _Mark:
    assert run is not None
    ordinal = run.interrupted[decision.seat] if question is None else question.ordinal
    owner = decision.seat if question is None else question.owner
    return decision.seat, owner, decision.kind, ordinal, fingerprint(run.number, ordinal, decision)


def _mark_of(answer: Answer) -> _Mark:
    return answer.seat, answer.owner, answer.question, answer.ordinal, answer.fingerprint


def open_play(game: Game[S], codec: Codec, options: Options, seats: int, seed: str) -> tuple[Play[S], Step]:
    """Set a match up and play to its first question; `seed` is 64 hex digits.

    Raises `WrongSeats`, `WrongOption`, `RulesFault`.
    """
    if seats not in game.seats:
        raise WrongSeats(seats, game.seats)
    if (misfit := options.misfit(seats)) is not None:
        raise WrongOption(misfit)
    chance = SeededChance(bytes.fromhex(seed))
    with _rules():
        state = game.setup(options, seats, chance)
    match = Match(game.key, game.rules_version, options, seats, seed, 1, chance.drawn, codec.encode(state))
    told: list[Told] = []
    play = Play(game, codec, match, told)
    try:
        return play, play.settle(told)
    except GameError:
        play.close()
        raise


def new_match(game: Game[S], codec: Codec, options: Options, seats: int, seed: str) -> Step:
    """Open a match as a value, with the events up to its first question; see `open_play`."""
    play, step = open_play(game, codec, options, seats, seed)
    play.close()
    return step


def apply(game: Game[S], codec: Codec, match: Match, action: Action) -> Step:
    """Return what `action` makes of `match`, which itself never changes; raises what `Play.act` raises."""
    with Play(game, codec, match) as play:
        return play.act(action)


def repeat(
    game: Game[S], codec: Codec, record: Record, *, whole: bool = False
) -> Generator[tuple[Play[S], Step], None, None]:
    """Play a record again step by step, the opening first; the play stands where the step led, until the next one.

    Unless it is to be `whole`, a record may lack the hashes of its last phases. Raises `WrongRulesVersion`,
    `WrongSeats`, `ReplayDiverged`.
    """
    if record.rules_version != game.rules_version:
        raise WrongRulesVersion(record.rules_version, game.rules_version)
    play, step = open_play(game, codec, record.options, record.seats, record.seed)
    with play:
        ended = _phase_hashes(step)
        yield play, step
        for at, answer in enumerate(record.answers):
            step = play.repeat(at, answer)
            ended += _phase_hashes(step)
            known = min(len(ended), len(record.phases))
            if ended[:known] != record.phases[:known]:
                raise ReplayDiverged(at, f"phase {known} ended in another state")
            yield play, step
    if whole and ended != record.phases:
        detail = f"{len(record.phases)} phases are on record, {len(ended)} were played, and not all end alike"
        raise ReplayDiverged(len(record.answers), detail)


def replay(game: Game[S], codec: Codec, record: Record) -> tuple[Match, tuple[Told, ...]]:
    """Play a whole record again and return where it leads, with every event; raises what `repeat` raises."""
    told: list[Told] = []
    match: Match | None = None
    for play, step in repeat(game, codec, record, whole=True):
        told += step.told
        match = play.match
    assert match is not None
    return match, tuple(told)


def _phase_hashes(step: Step) -> tuple[str, ...]:
    return tuple(line.state_hash for line in step.logged if isinstance(line, PhaseEnd))
