"""Epic Spell Wars as the kernel sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.epic_spell_wars import decisions
from service.games.epic_spell_wars.bouts import DUELS
from service.games.epic_spell_wars.components import COMPONENTS
from service.games.epic_spell_wars.dead_wizards import DEAD_WIZARDS
from service.games.epic_spell_wars.events import EVENTS
from service.games.epic_spell_wars.faces import FACES, components, faces
from service.games.epic_spell_wars.placing import PlacedSpell, PlaceSpell, place_spells
from service.games.epic_spell_wars.rounds import play_turn, start_round
from service.games.epic_spell_wars.setup import choose_wizards, set_up
from service.games.epic_spell_wars.state import EpicSpellWarsOptions, State
from service.games.epic_spell_wars.treasures import TREASURES
from service.games.epic_spell_wars.view import EpicSpellWarsView, view_for
from service.games.kernel.cards import effects_of
from service.games.kernel.game import Vocabulary
from service.games.kernel.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.kernel.game import CardFace, Component, Options
    from service.games.kernel.table import Table


class EpicSpellWars:
    """Two to six wizards, and duels until one of them has enough tokens. No interrupts."""

    key: ClassVar[str] = "epic_spell_wars"
    title: ClassVar[str] = "Epic Spell Wars of the Battle Wizards: Duel at Mt. Skullzfyre"
    seats: ClassVar[range] = range(2, 7)
    rules_version: ClassVar[int] = 1
    state = State
    vocabulary: ClassVar[Vocabulary] = Vocabulary(
        options=EpicSpellWarsOptions,
        view=EpicSpellWarsView,
        choices=(
            decisions.BecomeWizard,
            PlacedSpell,
            decisions.NameWizard,
            decisions.NameTreasure,
            decisions.NameSpellCard,
            decisions.NameEffect,
            decisions.NameDie,
            decisions.UseIt,
            decisions.LetBe,
        ),
        decisions=(
            decisions.ChooseWizard,
            PlaceSpell,
            decisions.ChooseFoe,
            decisions.ChooseEffect,
            decisions.ResolveNext,
            decisions.CopyCard,
            decisions.AddFromHand,
            decisions.DiscardFromHand,
            decisions.DiscardTwin,
            decisions.UseCard,
            decisions.ChooseTreasure,
            decisions.LoseTreasure,
            decisions.ChooseDie,
        ),
        events=EVENTS,
        faces=FACES,
        endings=("last_wizard_standing", "round_cap", "duel_cap"),
        bouts=DUELS,
    )

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        assert isinstance(options, EpicSpellWarsOptions)
        return set_up(options, seats, chance)

    async def play_phase(self, table: Table[State]) -> None:
        match table.state.phase:
            case "choose_wizards":
                await choose_wizards(table)
            case "round_start":
                await start_round(table)
            case "placing":
                await place_spells(table)
                table.state.phase = "turn"
            case "turn":
                await play_turn(table)

    def interrupts(self, state: State, seat: int) -> tuple[Decision[Choice], ...]:
        return ()

    def interrupt(self, table: Table[State], seat: int, choice: Choice) -> None:
        raise NotImplementedError("Epic Spell Wars has no interrupts.")

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(tuple(state.winners), state.ending) if state.ending else None

    def length(self, state: State) -> int:
        return state.rounds

    def view(self, state: State, seat: int | None) -> EpicSpellWarsView:
        return view_for(state, seat)

    def cards(self) -> tuple[CardFace, ...]:
        return faces()

    def components(self) -> tuple[Component, ...]:
        return components()

    def effects(self) -> Iterable[tuple[object, str]]:
        return effects_of((*COMPONENTS, *TREASURES, *DEAD_WIZARDS))
