"""Printed facts of the cards, and the moments at which a card's effect acts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

from service.games.kernel.cards import snake_case, text_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from service.games.spell_smashers.battle import Battle, WordInBattle
    from service.games.spell_smashers.initiative import Standing

DamageType = Literal["fire", "earth", "water"]
PrintedType = Literal["fire", "earth", "water", "wild"]
LetterDeck = Literal["consonant", "vowel"]
TileSort = Literal["letter", "wound", "trophy"]
Slot = Literal["weapon", "armor"]
Potion = Literal["elixir", "antidote", "tonic"]
GearMoment = Literal[
    "initiative", "choose_types", "damage", "rewards", "count_wounds", "after_wounds", "quest_done", "discard_word",
    "price", "refill",
]  # fmt: skip
TraitMoment = Literal["enters", "chosen", "scales", "strengthens"]

FIRE: DamageType = "fire"
EARTH: DamageType = "earth"
WATER: DamageType = "water"
WILD: PrintedType = "wild"
DAMAGE_TYPES: tuple[DamageType, ...] = (FIRE, EARTH, WATER)
VOWELS = "AEIOU"


@dataclass(frozen=True, slots=True)
class Tile:
    """What a word is made of: a letter card, a wound card or a monster trophy.

    `letters` are capitals that stay together and in this order. `deck` is the letter deck that a letter card belongs
    to, None for the rest.
    """

    id: str
    letters: str
    damage: int
    type: PrintedType
    sort: TileSort
    deck: LetterDeck | None = None


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster tile: the `trophy` it becomes, its health in coins and its attack; `zone` is printed on its back."""

    id: str
    title: str
    trophy: Tile
    health: int
    attack: int
    zone: int

    @property
    def letter(self) -> str:
        """The letter of the tile."""
        return self.trophy.letters


class Entrance(Protocol):
    """A monster that has just entered, and the verbs that its modifier uses."""

    def ale(self, amount: int) -> None:
        """Put ale with the monster."""

    def hide_gear(self) -> None:
        """Let it guard the top gear card, face down, if there is one."""

    def strengthen_others(self, coins: int) -> None:
        """Put coins on every other monster in play."""


@dataclass(frozen=True, slots=True)
class Trait:
    """What a modifier does to its monster, at one of four moments.

    enters: when the monster enters the row. chosen: when a player has chosen it. scales: what the damage of a card of
    a type is multiplied with. strengthens: what it adds to the attack, once it is known who falls.
    """

    id: str
    title: str
    text: str
    enters: Callable[[Entrance, Modifier], None] | None = None
    chosen: Callable[[WordInBattle], Awaitable[None]] | None = None
    scales: Callable[[Modifier, DamageType], int] | None = None
    strengthens: Callable[[WordInBattle, Modifier], int] | None = None


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier card: health it adds, its trait, and the damage type or the number of coins that the trait names."""

    id: str
    title: str
    starting: bool
    health: int
    trait: Trait
    type: DamageType | None = None
    coins: int = 0

    @property
    def text(self) -> str:
        """The trait's sentence, filled in."""
        said = self.trait.text.format(type=self.type, n=self.coins)
        return said[:1].upper() + said[1:]


@dataclass(frozen=True, slots=True)
class Gear:
    """A weapon or an armor, with its effects at up to two of ten moments; they act while the card is active.

    initiative: words are revealed. choose_types: how many cards may change their type, once the monster is chosen.
    damage: a bonus, added once to the total. rewards: right after the coins are taken. count_wounds: turns the number
    of wounds into another. after_wounds: wounds are in hand, quests not yet checked; may ask. quest_done: once for each
    quest completed. discard_word: before the word's cards go to their piles; may ask. price and refill: turn the sum of
    a visit, and the hand size, into another.
    """

    id: str
    title: str
    slot: Slot
    text: str
    multiplayer_only: bool = False
    initiative: Callable[[Standing], None] | None = None
    choose_types: Callable[[], int] | None = None
    damage: Callable[[WordInBattle], int] | None = None
    rewards: Callable[[WordInBattle], None] | None = None
    count_wounds: Callable[[WordInBattle, int], int] | None = None
    after_wounds: Callable[[WordInBattle], Awaitable[None]] | None = None
    quest_done: Callable[[WordInBattle], None] | None = None
    discard_word: Callable[[WordInBattle], Awaitable[None]] | None = None
    price: Callable[[int], int] | None = None
    refill: Callable[[int], int] | None = None


def never(_: Battle) -> bool:
    """Nothing completes a quest without a condition."""
    return False


@dataclass(frozen=True, slots=True)
class Quest:
    """A quest card: its condition is read in its owner's battle, after the wounds."""

    id: str
    title: str
    vp: int
    text: str
    done: Callable[[Battle], bool] = never


def trait(title: str, *, at: TraitMoment) -> Callable[[Callable[..., object]], Trait]:
    """Make a trait of the effect below: its docstring is the text, with {type} and {n} to be filled."""

    def card(effect: Callable[..., object]) -> Trait:
        moments: dict[str, Any] = {at: effect}
        return replace(Trait(snake_case(title), title, text_of(effect)), **moments)

    return card


def gear(
    title: str,
    slot: Slot,
    *,
    at: GearMoment,
    multiplayer_only: bool = False,
    then: tuple[GearMoment, Callable[..., object]] | None = None,
) -> Callable[[Callable[..., object]], Gear]:
    """Make a gear card of the effect below: its docstring is the card's text. `then` is a second moment and effect."""

    def card(effect: Callable[..., object]) -> Gear:
        plain = Gear(snake_case(title), title, slot, text_of(effect), multiplayer_only)
        moments: dict[str, Any] = dict([(at, effect)] + ([then] if then else []))
        return replace(plain, **moments)

    return card


def quest(title: str, *, vp: int) -> Callable[[Callable[[Battle], bool]], Quest]:
    """Make a quest of the condition below: its docstring is the card's text."""

    def card(condition: Callable[[Battle], bool]) -> Quest:
        return Quest(snake_case(title), title, vp, text_of(condition), condition)

    return card
