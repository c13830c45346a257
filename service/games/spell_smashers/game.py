"""Spell Smashers as the kernel sees it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from service.games.kernel.cards import effects_of
from service.games.kernel.decisions import Ruling, WordCount
from service.games.kernel.game import Vocabulary
from service.games.kernel.outcome import Outcome
from service.games.spell_smashers import potions, town
from service.games.spell_smashers.damage_types import ChooseTypes, SetTypes
from service.games.spell_smashers.draws import ChooseDraws, DrawLetters
from service.games.spell_smashers.events import EVENTS
from service.games.spell_smashers.faces import FACES, components, faces
from service.games.spell_smashers.fighting import ChooseMonster, FightMonster, end_battles, fight
from service.games.spell_smashers.gear import GEARS, STARTING_STICK
from service.games.spell_smashers.gear_decisions import GEAR_CHOICES, GEAR_DECISIONS
from service.games.spell_smashers.modifiers import TRAITS
from service.games.spell_smashers.potions import POTION_CHOICES, POTION_DECISIONS
from service.games.spell_smashers.quests import QUESTS
from service.games.spell_smashers.round_end import refill
from service.games.spell_smashers.scoring import final_scores
from service.games.spell_smashers.setup import deal, set_up
from service.games.spell_smashers.solo.bosses import BOSSES
from service.games.spell_smashers.solo.events import SOLO_EVENTS
from service.games.spell_smashers.solo.rounds import play_solo_phase
from service.games.spell_smashers.solo.scoring import BOARDS, scored
from service.games.spell_smashers.solo.setup import set_up_solo
from service.games.spell_smashers.solo.vocabulary import SOLO_CHOICES, SOLO_DECISIONS
from service.games.spell_smashers.spelling import CannotSpell, ChooseWord, SpellWord
from service.games.spell_smashers.state import Phase, SpellSmashersOptions, State
from service.games.spell_smashers.town_decisions import TOWN_CHOICES, TOWN_DECISIONS
from service.games.spell_smashers.town_events import TOWN_EVENTS
from service.games.spell_smashers.view import SpellSmashersView, view_for
from service.games.spell_smashers.words import ChooseDropped, DropWound, prepare_words, prepare_words_again, redraw

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.kernel.game import CardFace, Component, Options
    from service.games.kernel.table import Table


class SpellSmashers:
    """Two to five players, or one who defends the town alone.

    A phase is one choosing of words, one redraw, battle, visit or refill of a seat, or a wave of monsters.
    """

    key: ClassVar[str] = "spell_smashers"
    title: ClassVar[str] = "Spell Smashers"
    seats: ClassVar[range] = range(1, 6)
    rules_version: ClassVar[int] = 1
    state = State
    vocabulary: ClassVar[Vocabulary] = Vocabulary(
        options=SpellSmashersOptions,
        view=SpellSmashersView,
        choices=(
            SpellWord,
            CannotSpell,
            DropWound,
            DrawLetters,
            FightMonster,
            SetTypes,
            *GEAR_CHOICES,
            *TOWN_CHOICES,
            *POTION_CHOICES,
            *SOLO_CHOICES,
            Ruling,
            WordCount,
        ),
        decisions=(
            ChooseWord,
            ChooseDropped,
            ChooseDraws,
            ChooseMonster,
            ChooseTypes,
            *GEAR_DECISIONS,
            *TOWN_DECISIONS,
            *POTION_DECISIONS,
            *SOLO_DECISIONS,
        ),
        events=(*EVENTS, *TOWN_EVENTS, *SOLO_EVENTS),
        faces=FACES,
        endings=("seven_rounds", "town_saved", "town_overrun", "town_leveled", "round_cap"),
        boards=BOARDS,
    )

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        assert isinstance(options, SpellSmashersOptions)
        if seats == 1:
            return set_up_solo(options, chance)
        return set_up(options, seats, chance)

    async def play_phase(self, table: Table[State]) -> None:
        state = table.state
        if state.solo is not None:
            await play_solo_phase(table)
        else:
            await PHASES[state.phase](table)

    def interrupts(self, state: State, seat: int) -> tuple[Decision[Any], ...]:
        return potions.interrupts(state, seat)

    def interrupt(self, table: Table[State], seat: int, choice: Choice) -> None:
        potions.drink(table, seat, choice)

    def outcome(self, state: State) -> Outcome | None:
        if not state.ending:
            return None
        points, board = scored(state) if state.solo is not None else (None, None)
        return Outcome(tuple(state.winners), state.ending, points, board)

    def length(self, state: State) -> int:
        return state.round

    def view(self, state: State, seat: int | None) -> SpellSmashersView:
        return view_for(state, seat)

    def cards(self) -> tuple[CardFace, ...]:
        return faces()

    def components(self) -> tuple[Component, ...]:
        return components()

    def effects(self) -> Iterable[tuple[object, str]]:
        return effects_of((STARTING_STICK, *GEARS, *TRAITS, *QUESTS, *BOSSES))


async def open_match(table: Table[State]) -> None:
    """Monsters enter, and hands and coins are dealt."""
    deal(table)


async def play_battle(table: Table[State]) -> None:
    """The next in initiative battles; with the last one the phase of the rulebook ends."""
    state = table.state
    if state.order:
        await fight(table, state.order[state.place])
        state.place += 1
    if state.place == len(state.order):
        end_battles(table)


async def draw_quests(table: Table[State]) -> None:
    """Quest draws for all come before the first visit."""
    await town.draw_quests(table)
    table.state.phase = "visit"


async def play_visit(table: Table[State]) -> None:
    """The next player, clockwise from the holder of the marker, visits a building."""
    state = table.state
    await town.visit(table, state.next_clockwise())
    state.place += 1
    if state.place == len(state.players):
        state.phase, state.place = "refill", 0


async def close_match(table: Table[State]) -> None:
    """After the last battles antidotes may be used once more, then the match is scored."""
    await potions.last_antidotes(table)
    final_scores(table)
    table.state.ending = "seven_rounds"


PHASES: MappingProxyType[Phase, Callable[[Table[State]], Coroutine[Any, Any, None]]] = MappingProxyType(
    {
        "setup": open_match,
        "words": prepare_words,
        "redraw": redraw,
        "words_again": prepare_words_again,
        "battle": play_battle,
        "town_quests": draw_quests,
        "visit": play_visit,
        "refill": refill,
        "last_antidotes": close_match,
    }
)
