"""Squish'Em!: Fantasy as the kernel sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.cards import effects_of
from service.games.kernel.game import Vocabulary
from service.games.kernel.outcome import Outcome
from service.games.squishem import decisions
from service.games.squishem.events import EVENTS
from service.games.squishem.faces import FACES, components, faces
from service.games.squishem.heroes import attacks
from service.games.squishem.monsters import MONSTERS
from service.games.squishem.setup import choose_heroes, set_up
from service.games.squishem.state import SquishemOptions, State
from service.games.squishem.turn import play_turn
from service.games.squishem.view import SquishemView, view_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.kernel.game import CardFace, Component, Options
    from service.games.kernel.table import Table


class Squishem:
    """Two to four heroes and a deck of Monsters. No interrupts; every question but the first asks in a turn."""

    key: ClassVar[str] = "squishem"
    title: ClassVar[str] = "Squish'Em!: Fantasy"
    seats: ClassVar[range] = range(2, 5)
    rules_version: ClassVar[int] = 1
    state = State
    vocabulary: ClassVar[Vocabulary] = Vocabulary(
        options=SquishemOptions,
        view=SquishemView,
        choices=(
            decisions.LayAttack,
            decisions.LayCoffeeBreak,
            decisions.TakeHero,
            decisions.AimAt,
            decisions.GoFirst,
        ),
        decisions=(
            decisions.ChooseHero,
            decisions.ChooseAttack,
            decisions.ChooseTarget,
            decisions.OrderEqualPriority,
        ),
        events=EVENTS,
        faces=FACES,
        endings=("three_kills", "five_kills", "deck_finished", "turn_cap"),
    )

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        assert isinstance(options, SquishemOptions)
        return set_up(options, seats, chance)

    async def play_phase(self, table: Table[State]) -> None:
        if table.state.phase == "choose_heroes":
            await choose_heroes(table)
        else:
            await play_turn(table)

    def interrupts(self, state: State, seat: int) -> tuple[Decision[Choice], ...]:
        return ()

    def interrupt(self, table: Table[State], seat: int, choice: Choice) -> None:
        raise NotImplementedError("Squish'Em! has no interrupts.")

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(tuple(state.winners), state.ending) if state.ending else None

    def length(self, state: State) -> int:
        return state.turn

    def view(self, state: State, seat: int | None) -> SquishemView:
        return view_for(state, seat)

    def cards(self) -> tuple[CardFace, ...]:
        return faces()

    def components(self) -> tuple[Component, ...]:
        return components()

    def effects(self) -> Iterable[tuple[object, str]]:
        return effects_of((*attacks(), *MONSTERS))
