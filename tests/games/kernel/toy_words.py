"""What Cellar, the toy title, lets out and takes in: its options, choices, decisions, events and view."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice, permutations
from typing import ClassVar

from service.games.kernel.chance import Chance
from service.games.kernel.decisions import LISTED_AT_MOST, Choice, Decision
from service.games.kernel.events import Event
from service.games.kernel.game import Options, View
from service.games.kernel.values import value


@dataclass(frozen=True, slots=True)
class CellarOptions(Options):
    rounds: int = 3


@value
class Pass(Choice):
    kind: ClassVar[str] = "pass"


@value
class Word(Choice):
    kind: ClassVar[str] = "word"

    letters: str


@value
class Claim(Choice):
    """Claim that the rack spells no word; the referee counts."""

    kind: ClassVar[str] = "claim"


@value
class Stake(Choice):
    kind: ClassVar[str] = "stake"

    coins: int


@value
class PlayCard(Choice):
    kind: ClassVar[str] = "play_card"

    card: str


@value
class GiveUp(Choice):
    kind: ClassVar[str] = "give_up"

    card: str


@value
class Target(Choice):
    kind: ClassVar[str] = "target"

    seat: int


@value
class Copy(Choice):
    kind: ClassVar[str] = "copy"

    name: str


@value
class Drink(Choice):
    kind: ClassVar[str] = "drink"

    tonic: str
    discard: str


def words_of(tiles: Iterable[str]) -> Iterable[str]:
    tiles = tuple(tiles)
    for length in range(1, len(tiles) + 1):
        yield from dict.fromkeys("".join(letters) for letters in permutations(tiles, length))


@dataclass(frozen=True, slots=True)
class Spelling:
    """Any word from these tiles, a pass or a claim: often over 200 choices."""

    kind: ClassVar[str] = "spelling"

    tiles: tuple[str, ...]

    def contains(self, choice: object) -> bool:
        if isinstance(choice, Word):
            return bool(choice.letters) and Counter(choice.letters) <= Counter(self.tiles)
        return isinstance(choice, (Pass, Claim))

    def listed(self) -> tuple[Word | Pass | Claim, ...] | None:
        words = tuple(Word(letters) for letters in islice(words_of(self.tiles), LISTED_AT_MOST - 1))
        return (Pass(), Claim(), *words) if len(words) < LISTED_AT_MOST - 1 else None

    def sample(self, chance: Chance) -> Word | Pass | Claim:
        tiles = list(self.tiles)
        chance.shuffle(tiles)
        length = chance.below(len(tiles) + 2)
        if length > len(tiles):
            return Claim()
        return Word("".join(tiles[:length])) if length else Pass()

    def pointer(self, choice: object) -> str:
        return "/choice/letters" if isinstance(choice, Word) else "/choice/kind"


@value
class ChooseWord(Decision[Word | Pass | Claim]):
    kind: ClassVar[str] = "choose_word"
    prompt: ClassVar[str] = "Write a word."
    offers: ClassVar[tuple[type[Choice], ...]] = (Word, Pass, Claim)
    form: ClassVar[type] = Spelling


@value
class ChooseStake(Decision[Stake]):
    kind: ClassVar[str] = "choose_stake"
    prompt: ClassVar[str] = "Stake coins on your word."
    offers: ClassVar[tuple[type[Choice], ...]] = (Stake,)


@value
class ChooseCard(Decision[PlayCard | Pass]):
    kind: ClassVar[str] = "choose_card"
    prompt: ClassVar[str] = "Play a card."
    offers: ClassVar[tuple[type[Choice], ...]] = (PlayCard, Pass)


@value
class ChooseTarget(Decision[Target]):
    kind: ClassVar[str] = "choose_target"
    prompt: ClassVar[str] = "Choose whom to hit."
    offers: ClassVar[tuple[type[Choice], ...]] = (Target,)


@value
class ChooseCopied(Decision[Copy | Pass]):
    kind: ClassVar[str] = "choose_copied"
    prompt: ClassVar[str] = "Choose the effect to copy."
    offers: ClassVar[tuple[type[Choice], ...]] = (Copy, Pass)


@value
class ChooseLoss(Decision[GiveUp | Stake | Pass]):
    kind: ClassVar[str] = "choose_loss"
    prompt: ClassVar[str] = "Give up a card, or pay a coin."
    offers: ClassVar[tuple[type[Choice], ...]] = (GiveUp, Stake, Pass)


@value
class DrinkTonic(Decision[Drink]):
    kind: ClassVar[str] = "drink_tonic"
    prompt: ClassVar[str] = "You may drink a tonic."
    offers: ClassVar[tuple[type[Choice], ...]] = (Drink,)
    optional: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Began(Event):
    kind: ClassVar[str] = "phase_began"

    phase: str
    turn: int


@dataclass(frozen=True, slots=True)
class Toasted(Event):
    kind: ClassVar[str] = "toasted"

    seat: int
    word: str
    stake: int


@dataclass(frozen=True, slots=True)
class PotWon(Event):
    kind: ClassVar[str] = "pot_won"

    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class Played(Event):
    kind: ClassVar[str] = "card_played"

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    kind: ClassVar[str] = "rolled"

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Hurt(Event):
    kind: ClassVar[str] = "hurt"

    seat: int
    damage: int
    hp: int


@dataclass(frozen=True, slots=True)
class Charmed(Event):
    kind: ClassVar[str] = "charmed"

    seat: int


@dataclass(frozen=True, slots=True)
class Died(Event):
    kind: ClassVar[str] = "died"

    seat: int


@dataclass(frozen=True, slots=True)
class Lost(Event):
    kind: ClassVar[str] = "lost"

    seat: int
    coins: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Drank(Event):
    kind: ClassVar[str] = "drank"

    seat: int
    tonic: str
    discard: str


@dataclass(frozen=True, slots=True)
class Drew(Event):
    kind: ClassVar[str] = "drew"

    seat: int
    cards: tuple[str, ...]
    tiles: str


@dataclass(frozen=True, slots=True)
class DrewUnseen(Event):
    kind: ClassVar[str] = "drew_unseen"

    seat: int
    cards: int
    tiles: int


@dataclass(frozen=True, slots=True)
class PlayerSeen:
    seat: int
    hp: int
    coins: int
    cards: int
    tiles: int
    charmed: int


@value
class CellarView(View):
    kind: ClassVar[str] = "cellar"

    phase: str
    round: int
    turn: int
    bank: int
    deck: int
    bag: int
    players: tuple[PlayerSeen, ...]
    discard: tuple[str, ...]
    played: tuple[str, ...]
    spent: tuple[str, ...]
    hand: tuple[str, ...] | None = None
    rack: tuple[str, ...] | None = None
