"""What a test scripts: dice and draws in the order in which they fall, and choices by short names."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from service.games.kernel.chance import Chance
from service.games.kernel.decisions import Choice
from service.games.kernel.phase import Question
from tests.games.epic_spell_wars.soundness import design_of

T = TypeVar("T")

Named = str | Choice | int | bool | Sequence[str]


class Unscripted(AssertionError):
    """The rules asked or rolled what the test did not foresee, or did not ask or roll what it did."""


class ScriptedChance(Chance):
    """Dice from one list, and everything else that is drawn from another; a shuffle leaves cards as they lie."""

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.picks: list[Any] = []
        self.shuffled: list[int] = []

    def roll(self, sides: int) -> int:
        assert sides == 6, f"a die of {sides} sides is not in the box"
        if not self.dice:
            raise Unscripted("The rules rolled a die that the test did not foresee.")
        return self.dice.pop(0)

    def pick(self, options: Sequence[T]) -> T:
        if len(options) == 1:
            return options[0]
        if not self.picks:
            raise Unscripted(f"The rules drew one of {list(options)}, which the test did not foresee.")
        wanted = self.picks.pop(0)
        found = [option for option in options if option == wanted or of_design(option, wanted)]
        if not found:
            raise Unscripted(f"The rules drew one of {list(options)}; the test foresaw {wanted!r}.")
        return found[0]

    def below(self, n: int) -> int:
        raise Unscripted(f"The rules drew one of {n} in a way that this table can't script.")

    def shuffle(self, cards: list[T]) -> None:
        self.shuffled.append(len(cards))


def of_design(card: object, design: object) -> bool:
    return isinstance(card, str) and isinstance(design, str) and design_of(card) == design


@dataclass(frozen=True)
class Asked:
    """A question that was put: to whom, its kind, and what it offered (None: a form instead of a list)."""

    seat: int
    kind: str
    offered: tuple[Any, ...] | None


def value_of(choice: Choice) -> Any:
    """What a choice says: its one value, several as a tuple, or its kind where it has none."""
    values = tuple(getattr(choice, part.name) for part in fields(choice))
    if len(values) == 1:
        return values[0]
    return values or choice.kind


def seen(question: Question) -> Asked:
    listed = question.decision.choices.listed()
    offered = None if listed is None else tuple(value_of(choice) for choice in listed)
    return Asked(question.seat, question.decision.kind, offered)


def like(value: object, wanted: object) -> bool:
    """Whether a choice's value is what a test named in short: a card by its design, several cards in any order."""
    if isinstance(value, tuple) and isinstance(wanted, tuple):
        left = list(wanted)
        for part in value:
            match = next((name for name in left if part == name or of_design(part, name)), None)
            if match is None:
                return False
            left.remove(match)
        return not left
    return of_design(value, wanted)
