"""Bulk play: bots drive the same coroutines live; nothing is re-executed or stored, and told only to who listens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from service.games.kernel.chance import Chance, SeededChance
from service.games.kernel.decisions import REFEREE
from service.games.kernel.errors import IllegalChoice, RulesFault, WrongOption, WrongSeats
from service.games.kernel.table import Ask, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.games.kernel.decisions import Choice, Decision
    from service.games.kernel.events import Told
    from service.games.kernel.game import Game, Options, View
    from service.games.kernel.outcome import Outcome

S = TypeVar("S")


class Bot(Protocol):
    """A policy from view and decision to a choice. It sees nothing else; `look` makes the view when it is called."""

    key: str

    def choose(self, look: Callable[[], View], decision: Decision[Any], chance: Chance) -> Choice:
        """Return one of the decision's legal choices."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """How a simulated match ended, after how many turns, decisions and phases."""

    outcome: Outcome
    turns: int
    decisions: int
    phases: int


def no_referee(_: Decision[Any]) -> Choice:
    """Stand where a title asks for no rulings."""
    raise NotImplementedError("This title puts nothing to the referee.")


class _Driver:
    """Answers whatever the rules ask, and counts it."""

    __slots__ = ("decisions", "players", "rule", "table")

    def __init__(
        self,
        game: Game[Any],
        table: Table[Any],
        bots: Sequence[Bot],
        seed: bytes,
        rule: Callable[[Decision[Any]], Choice],
    ) -> None:
        self.table = table
        self.players = [
            (bot.choose, _look(game, table, seat), SeededChance(seed + bytes((seat,)))) for seat, bot in enumerate(bots)
        ]
        self.rule = rule
        self.decisions = 0

    def drive(self, flow: Any) -> Any:
        value: Any = None
        send = flow.send
        try:
            while True:
                try:
                    request = send(value)
                except StopIteration as ended:
                    return ended.value
                if type(request) is Ask:
                    value = self.answer(request, request.openly)
                else:
                    value = {seat: self.drive_sealed(seat, request.flow(self.table, seat)) for seat in request.seats}
        except BaseException:
            flow.close()
            raise

    def drive_sealed(self, seat: int, flow: Any) -> Any:
        table = self.table
        value: Any = None
        try:
            while True:
                table.sealed = seat
                try:
                    request = flow.send(value)
                except StopIteration as ended:
                    table.sealed = None
                    return ended.value
                table.sealed = None
                if type(request) is not Ask or request.seat not in (seat, REFEREE):
                    raise RulesFault(f"The sealed flow of seat {seat} may ask its owner or the referee.")
                value = self.answer(request, False)
        except BaseException:
            table.sealed = None
            flow.close()
            raise

    def answer(self, request: Ask, openly: bool) -> Choice:
        seat = request.seat
        decision: Any = request.build(self.table.state, seat)
        if openly and (listed := decision.choices.listed()) is not None and len(listed) == 1:
            return listed[0]  # type: ignore[no-any-return]
        self.decisions += 1
        if seat == REFEREE:
            return self.rule(decision)
        choose, look, chance = self.players[seat]
        choice = choose(look, decision, chance)
        if not decision.choices.contains(choice):
            raise IllegalChoice(decision, decision.refusal(choice))
        return choice


def simulate(
    game: Game[S],
    options: Options,
    bots: Sequence[Bot],
    seed: bytes,
    rule: Callable[[Decision[Any]], Choice] = no_referee,
    told: list[Told] | None = None,
) -> Simulated:
    """Play one match to its end, one bot a seat. The same arguments always give the same match.

    What the rules tell is added to `told`; for None no event is made, which saves up to two fifths of the time. Raises
    `WrongSeats`, `WrongOption`, and `IllegalChoice` where a bot chose what its decision does not allow.
    """
    if len(bots) not in game.seats:
        raise WrongSeats(len(bots), game.seats)
    if (misfit := options.misfit(len(bots))) is not None:
        raise WrongOption(misfit)
    chance = SeededChance(seed)
    table = Table(game.setup(options, len(bots), chance), chance, told)
    driver = _Driver(game, table, bots, seed, rule)
    outcome, phases = driver.drive(_play_match(game, table))
    return Simulated(outcome, game.length(table.state), driver.decisions, phases)


def _look(game: Game[S], table: Table[S], seat: int) -> Callable[[], View]:
    return lambda: game.view(table.state, seat)


async def _play_match(game: Game[S], table: Table[S]) -> tuple[Outcome, int]:
    """Play phase after phase; returns how the match ended, and after how many."""
    phases = 0
    while (outcome := game.outcome(table.state)) is None:
        await game.play_phase(table)
        phases += 1
    return outcome, phases
