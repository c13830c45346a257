"""Decisions: an open question to a seat, the choices that it allows, and why others are refused."""

from __future__ import annotations

from dataclasses import field, fields
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from service.games.kernel.values import value

if TYPE_CHECKING:
    from service.games.kernel.chance import Chance

REFEREE = -1
LISTED_AT_MOST = 200
LONGEST_NAME = 40

C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)


@value
class Choice:
    """What a seat answers to a decision; `kind` names its shape in the whole contract."""

    kind: ClassVar[str]


@value
class Refusal:
    """Why a choice is not legal: the rule (ledger id), a sentence, and where in the request the fault lies."""

    rule: str
    detail: str
    pointer: str = "/choice"


def named(sent: str) -> str:
    """Return what a client sent as a refusal names it; never a page of it."""
    return repr(sent if len(sent) <= LONGEST_NAME else f"{sent[:LONGEST_NAME]}...")


class Form(Protocol[C_co]):
    """The legal choices of a decision, as a list or as a typed form where a list would be too long."""

    kind: ClassVar[str]

    def contains(self, choice: object) -> bool:
        """Tell whether `choice` is legal."""

    def listed(self) -> tuple[C_co, ...] | None:
        """Return every legal choice in a fixed order, or None where there are over 200."""

    def sample(self, chance: Chance) -> C_co:
        """Return a random legal choice."""

    def pointer(self, choice: object) -> str:
        """Return the JSON pointer, below the request, of what makes `choice` illegal."""


@value
class Listed(Generic[C]):
    """Choices one by one, in a fixed order; each can be sent back as it is."""

    kind: ClassVar[str] = "list"

    items: tuple[C, ...]

    def contains(self, choice: object) -> bool:
        # Most choices are items themselves; comparing fields takes far longer.
        for item in self.items:
            if item is choice:
                return True
        return choice in self.items

    def listed(self) -> tuple[C, ...]:
        return self.items

    def sample(self, chance: Chance) -> C:
        return chance.pick(self.items)

    def pointer(self, choice: object) -> str:
        rivals = [item for item in self.items if type(item) is type(choice)]
        if not rivals:
            return "/choice/kind"
        for part in fields(choice):  # type: ignore[arg-type]
            rivals = [item for item in rivals if getattr(item, part.name) == getattr(choice, part.name)]
            if not rivals:
                return f"/choice/{part.name}"
        return "/choice"


@value
class Decision(Generic[C]):
    """An open question to one seat.

    A kind of decision is a subclass: it names the kinds of choice it offers and the form that lists them. Decisions are
    built by a function of the state and a seat, and built anew when an interrupt has changed the state.
    """

    kind: ClassVar[str]
    prompt: ClassVar[str]
    offers: ClassVar[tuple[type[Choice], ...]]
    form: ClassVar[type] = Listed
    optional: ClassVar[bool] = False

    seat: int
    choices: Form[C]
    because: Refusal = field(repr=False)

    def refusal(self, choice: object) -> Refusal | None:
        """Return None for a legal choice, else why it is refused."""
        if self.choices.contains(choice):
            return None
        return Refusal(self.because.rule, self.because.detail, self.choices.pointer(choice))


@value
class Ruling(Choice):
    """The referee's verdict on a word; `sha256` is that of the lexicon that it went by."""

    kind: ClassVar[str] = "ruling"

    legal: bool
    sha256: str = ""


@value
class Verdicts(Listed[Ruling]):
    """Legal or not, whichever lexicon says so."""

    def contains(self, choice: object) -> bool:
        return isinstance(choice, Ruling)


@value
class RuleOnWord(Decision[Ruling]):
    """Asks the referee whether a word is in the lexicon; `about` is the seat that wrote it."""

    kind: ClassVar[str] = "rule_on_word"
    prompt: ClassVar[str] = "Rule on the word."
    offers: ClassVar[tuple[type[Choice], ...]] = (Ruling,)
    form: ClassVar[type] = Verdicts

    about: int
    word: str
    lexicon: str


@value
class WordCount(Choice):
    """The referee's count of the words that some tiles spell; `sha256` is that of the lexicon that it went by."""

    kind: ClassVar[str] = "word_count"

    words: int
    sha256: str = ""


@value
class Counting:
    """Any number from 0 up."""

    kind: ClassVar[str] = "count"

    def contains(self, choice: object) -> bool:
        return isinstance(choice, WordCount) and choice.words >= 0

    def listed(self) -> None:
        return None

    def sample(self, chance: Chance) -> WordCount:
        return WordCount(chance.below(3))

    def pointer(self, choice: object) -> str:
        return "/choice/words" if isinstance(choice, WordCount) else "/choice/kind"


@value
class CountWords(Decision[WordCount]):
    """Asks the referee how many words of the lexicon the tiles spell; `about` is the seat that claims there is none.

    A tile is one letter or several that stay together; each may be used once, and not all need be.
    """

    kind: ClassVar[str] = "count_words"
    prompt: ClassVar[str] = "Count the words that these tiles spell."
    offers: ClassVar[tuple[type[Choice], ...]] = (WordCount,)
    form: ClassVar[type] = Counting

    about: int
    tiles: tuple[str, ...]
    lexicon: str


VERDICTS = Verdicts((Ruling(legal=True), Ruling(legal=False)))
COUNTING = Counting()
OF_A_RULING = Refusal("referee", "A ruling says legal or not.")
OF_A_COUNT = Refusal("referee", "A count is 0 or more.")


def rule_on_word(about: int, word: str, lexicon: str) -> RuleOnWord:
    """Put `word`, written by seat `about`, to the referee."""
    return RuleOnWord(REFEREE, VERDICTS, OF_A_RULING, about, word, lexicon)


def count_words(about: int, tiles: tuple[str, ...], lexicon: str) -> CountWords:
    """Ask the referee whether seat `about` is right that its `tiles` spell no word."""
    return CountWords(REFEREE, COUNTING, OF_A_COUNT, about, tiles, lexicon)
