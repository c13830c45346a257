"""A table for tests: name what matters, script the dice, read what became of every seat.

    turn = cast("magma_gog", "devilicious", hp=(20, 5, 20), answers=["each_foe", 2], dice=[6])
    assert turn.hp == (20, 4, 15)

The caster is seat 0, three sit at the table unless `hp` names more or fewer, and 0 HP are a dead wizard. Cards go by
their design, which stands for the first of its cards that is free. All that the rules ask and roll must be scripted,
and all that is scripted must be asked and rolled. Every card stays in the box, and every seat's view can be drawn.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from service.games.epic_spell_wars.cards import COMPONENT_TYPES, ComponentType
from service.games.epic_spell_wars.components import COMPONENT
from service.games.epic_spell_wars.game import EpicSpellWars
from service.games.epic_spell_wars.placing import PlacedCard, PlacedSpell
from service.games.epic_spell_wars.state import EpicSpellWarsOptions, Phase, State, Wizard
from service.games.kernel.chance import Chance, SeededChance
from service.games.kernel.decisions import Choice, Refusal
from service.games.kernel.events import Event, Told
from service.games.kernel.outcome import Outcome
from service.games.kernel.phase import PhaseRun, Question
from service.games.kernel.table import Table as KernelTable
from tests.games.epic_spell_wars.figures import HEROES
from tests.games.epic_spell_wars.layout import Box, laid
from tests.games.epic_spell_wars.scripts import (
    Asked,
    Named,
    ScriptedChance,
    Unscripted,
    like,
    of_design,
    seen,
    value_of,
)
from tests.games.epic_spell_wars.soundness import PROTON_GEM, sound

GAME = EpicSpellWars()
THREE = (20, 20, 20)


class Table:
    """A duel at the start of a phase; of everything that a test does not name there is what gets least in the way.

    hp: one number a seat. spells, hands, treasures, dead_wizards: cards by seat. In a spell a wild card has its slot
    with it: `("wild_magic", "quality")`. main, treasure_deck, dead_wizard_deck: what is drawn next, the next one first;
    other cards lie under it. only: no card lies under what `main` names, all else is in the discard pile. discard:
    lies in the main discard pile. acted: who has had a turn this round, by default all who live and have no spell.
    """

    def __init__(
        self,
        hp: Sequence[int] = THREE,
        *,
        spells: Mapping[int, Sequence[str | tuple[str, ComponentType]]] | None = None,
        hands: Mapping[int, Sequence[str]] | None = None,
        treasures: Mapping[int, Sequence[str]] | None = None,
        dead_wizards: Mapping[int, Sequence[str]] | None = None,
        set_aside: Mapping[int, Sequence[str]] | None = None,
        bonus_dice: Mapping[int, Sequence[str]] | None = None,
        tokens: Sequence[int] = (),
        main: Sequence[str] = (),
        only: bool = False,
        discard: Sequence[str] = (),
        treasure_deck: Sequence[str] = (),
        dead_wizard_deck: Sequence[str] = (),
        acted: Iterable[int] | None = None,
        phase: Phase = "turn",
        tokens_to_win: int = 2,
        round_cap: int = 60,
        duel_cap: int = 20,
        duel: int = 1,
        round: int = 1,
    ) -> None:
        box = Box()
        wizards = [Wizard(hero, points) for hero, points in zip(HEROES, hp, strict=False)]
        for seat, wizard in enumerate(wizards):
            wizard.spell = [laid(box, card) for card in (spells or {}).get(seat, ())]
            wizard.spell.sort(key=lambda row: COMPONENT_TYPES.index(row.slot))
            wizard.hand = box.take_all((hands or {}).get(seat, ()))
            wizard.treasures = box.take_all((treasures or {}).get(seat, ()))
            wizard.treasures += [row.card for row in wizard.spell if row.card == PROTON_GEM]
            wizard.dead_wizards = box.take_all((dead_wizards or {}).get(seat, ()))
            wizard.set_aside = box.take_all((set_aside or {}).get(seat, ()))
            wizard.bonus_dice = list((bonus_dice or {}).get(seat, ()))
            wizard.tokens = tokens[seat] if seat < len(tokens) else 0
            done = wizard.hp > 0 and not wizard.spell if acted is None else seat in acted
            wizard.acted = phase == "turn" and done
        state = State(tokens_to_win, round_cap, duel_cap, wizards, phase, duel, round, round)
        state.main_discard = box.take_all(discard)
        top = box.take_all(main)[::-1]
        state.main_deck = top if only else box.main[::-1] + top
        state.main_discard += box.main if only else []
        state.treasure_deck = [*box.take_all(treasure_deck), *box.treasures][::-1]
        state.dead_wizard_deck = [*box.take_all(dead_wizard_deck), *box.dead][::-1]
        state.declared = phase == "turn"
        self.chance = ScriptedChance()
        self._sit(state, self.chance)

    def _sit(self, state: State, chance: Chance) -> None:
        self.state = state
        self.told: list[Told] = []
        self.asked: list[Asked] = []
        self.table: KernelTable[State] = KernelTable(state, chance, self.told)
        self.run: PhaseRun[State] | None = None
        self.phases = 0
        sound(state)

    @classmethod
    def opened(cls, seats: int = 3, *, seed: bytes = b"seed", **options: Any) -> "Table":
        """A new match as the rules set it up, with seeded chance, before its first phase."""
        table = cls.__new__(cls)
        chance = SeededChance(seed)
        table.chance = ScriptedChance()
        table._sit(GAME.setup(EpicSpellWarsOptions(**options), seats, chance), chance)
        return table

    # Playing

    def play(
        self, *, dice: Iterable[int] = (), answers: Iterable[Named] = (), picks: Iterable[Any] = (), phases: int = 1
    ) -> "Table":
        """Play whole phases by the script, and fail where the rules leave it.

        dice: faces, in the order rolled. answers: what each question is answered with, whoever is asked. picks: what
        else chance draws.
        """
        self.script(dice, picks)
        script = list(answers)
        for _ in range(phases):
            self.start()
            while (question := self.question()) is not None:
                if not script:
                    raise Unscripted(
                        f"Seat {question.seat} was asked {seen(question)}, which the test did not foresee."
                    )
                self.answer(question, script.pop(0))
            self.finish()
        self.all_used(script)
        return self

    def script(self, dice: Iterable[int] = (), picks: Iterable[Any] = ()) -> None:
        """Add to what chance will give."""
        self.chance.dice += dice
        self.chance.picks += picks

    def start(self) -> None:
        """Play up to the first question of a phase; does nothing in the middle of one."""
        if self.run is None:
            self.phases += 1
            self.run = PhaseRun(GAME, self.table, self.phases, (0,) * self.seats)
            self.run.begin()

    def question(self) -> Question | None:
        """The question that is open first."""
        assert self.run is not None
        return self.run.questions[0] if self.run.questions else None

    def question_to(self, seat: int) -> Question:
        """The question that is open to a seat."""
        assert self.run is not None
        for question in self.run.questions:
            if question.seat == seat:
                return question
        raise Unscripted(f"Seat {seat} is asked nothing; open to {[question.seat for question in self.run.questions]}.")

    def answer(self, question: Question, named: Named) -> None:
        """Give an answer that the question allows; a table whose views can't be drawn fails here."""
        self.look()
        self.asked.append(seen(question))
        choice = self.choice(question, named)
        refusal = question.decision.refusal(choice)
        assert refusal is None, f"{choice} is refused: {refusal}"
        assert self.run is not None
        self.run.answer(question, choice)

    def answer_of(self, seat: int, named: Named) -> None:
        self.answer(self.question_to(seat), named)

    def place(self, spells: Mapping[int, Sequence[str | tuple[str, ComponentType]]]) -> "Table":
        """Place these spells in this order of arrival; with the last one the round goes on to its next question."""
        self.start()
        for seat, cards in spells.items():
            self.answer_of(seat, self.spell_of(seat, *cards))
        return self

    def spell_of(self, seat: int, *cards: str | tuple[str, ComponentType]) -> PlacedSpell:
        """The choice to place cards that this seat has, by their designs; what it hasn't stays as it is named."""
        wizard = self.state.wizards[seat]
        left = [*wizard.hand, *wizard.treasures]
        placed = []
        for card in cards:
            name, slot = (card, None) if isinstance(card, str) else card
            found = next((id_ for id_ in left if id_ == name or of_design(id_, name)), name)
            if found in left:
                left.remove(found)
            placed.append(PlacedCard(found, slot))
        return PlacedSpell(tuple(placed))

    def choice(self, question: Question, named: Named) -> Choice:
        """The choice that a name stands for; a card may go by its design."""
        if isinstance(named, Choice):
            return named
        listed = question.decision.choices.listed() or ()
        wanted = tuple(named) if isinstance(named, list) else named
        for matches in (
            lambda value: value == wanted and type(value) is type(wanted),
            lambda value: like(value, wanted),
        ):
            for choice in listed:
                if matches(value_of(choice)):
                    return choice  # type: ignore[no-any-return]
        raise Unscripted(f"Seat {question.seat} was asked {seen(question)}; the test foresaw {named!r}.")

    def refused(self, question: Question, choice: Choice) -> Refusal:
        """Why a choice is refused; fails if it is not."""
        refusal: Refusal | None = question.decision.refusal(choice)
        assert refusal is not None, f"{choice} is allowed"
        return refusal

    def finish(self) -> None:
        """Leave a phase that has come to its end."""
        assert self.run is not None
        assert self.run.done, f"open: {[seen(question) for question in self.run.questions]}"
        self.run = None
        self.look()

    def look(self) -> None:
        """Every audience's view can be drawn, and no card is lost."""
        sound(self.state)
        for audience in self.audiences:
            GAME.view(self.state, audience)

    def all_used(self, script: Sequence[Named] = ()) -> None:
        if self.chance.dice or self.chance.picks or script:
            raise Unscripted(
                f"The rules never rolled {self.chance.dice}, drew {self.chance.picks} or asked for {list(script)}."
            )

    # Reading

    @property
    def seats(self) -> int:
        return len(self.state.wizards)

    @property
    def audiences(self) -> tuple[int | None, ...]:
        return (*range(self.seats), None)

    @property
    def hp(self) -> tuple[int, ...]:
        return tuple(wizard.hp for wizard in self.state.wizards)

    @property
    def tokens(self) -> tuple[int, ...]:
        return tuple(wizard.tokens for wizard in self.state.wizards)

    @property
    def treasures(self) -> tuple[set[str], ...]:
        return tuple({*wizard.treasures} for wizard in self.state.wizards)

    @property
    def hands(self) -> tuple[set[str], ...]:
        return tuple({*wizard.hand} for wizard in self.state.wizards)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return tuple(len(wizard.hand) for wizard in self.state.wizards)

    @property
    def spells(self) -> tuple[list[str], ...]:
        return tuple([row.card for row in wizard.spell] for wizard in self.state.wizards)

    @property
    def dead_wizards(self) -> tuple[int, ...]:
        """How many dead wizard cards each seat holds."""
        return tuple(len(wizard.dead_wizards) for wizard in self.state.wizards)

    @property
    def discard(self) -> list[str]:
        """The main discard pile, the last one discarded last."""
        return list(self.state.main_discard)

    @property
    def outcome(self) -> Outcome | None:
        return GAME.outcome(self.state)

    @property
    def events(self) -> list[Any]:
        """Everything that was told, to whomever."""
        return [told.event for told in self.told]

    def of(self, kind: type[Any]) -> list[Any]:
        """The events of a kind, in order."""
        return [event for event in self.events if type(event) is kind]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the events, in order."""
        return [event.kind for event in self.events]

    def heard_by(self, audience: int | None) -> list[Event]:
        return [heard for told in self.told if (heard := told.heard_by(audience)) is not None]

    def seen_by(self, audience: int | None) -> Any:
        return GAME.view(self.state, audience)


def cast(
    *spell: str | tuple[str, ComponentType],
    hp: Sequence[int] = THREE,
    dice: Iterable[int] = (),
    answers: Iterable[Named] = (),
    picks: Iterable[Any] = (),
    waiting: Mapping[int, Sequence[str | tuple[str, ComponentType]]] | None = None,
    **facts: Any,
) -> Table:
    """Seat 0 casts this spell in a turn of its own; `waiting`: spells of others that have more cards, or act later."""
    table = Table(hp, spells={0: spell, **(waiting or {})}, **facts)
    return table.play(dice=dice, answers=answers, picks=picks)


@contextmanager
def altered(design: str, **facts: object) -> Iterator[None]:
    """A made-up card: a component with another effect or other printed facts, while the block runs."""
    card = COMPONENT[f"{design}_1"]
    before = {fact: getattr(card, fact) for fact in facts}
    try:
        for fact, value in facts.items():
            object.__setattr__(card, fact, value)
        yield
    finally:
        for fact, value in before.items():
            object.__setattr__(card, fact, value)
