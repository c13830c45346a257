"""Every die that is rolled, and what each card makes of it, told so that a client can show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from service.games.epic_spell_wars.cards import Glyph
from service.games.kernel.events import Event


@dataclass(frozen=True, slots=True)
class SeatDie:
    """One wizard's die."""

    seat: int
    die: int


@dataclass(frozen=True, slots=True)
class RolledOff(Event):
    """Wizards whose spells come at the same time each rolled a die; those who share the highest roll again."""

    kind: ClassVar[str] = "rolled_off"

    rolls: tuple[SeatDie, ...]


@dataclass(frozen=True, slots=True)
class DieValues:
    """The values of the die by which a wizard is the random foe."""

    seat: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RandomFoeRolled(Event):
    """A die was rolled for a random foe, again while nobody had its value; a single foe needs no die."""

    kind: ClassVar[str] = "random_foe_rolled"

    seat: int
    by: str
    shares: tuple[DieValues, ...]
    dice: tuple[int, ...]
    target: int


@dataclass(frozen=True, slots=True)
class CardBonus:
    """What a card adds: dice to a roll, or an amount to its result."""

    by: str
    amount: int


@dataclass(frozen=True, slots=True)
class CardDiceRolled(Event):
    """A wizard rolled dice for a card, no Power Roll. `total` is what counts of a single die, with what was added."""

    kind: ClassVar[str] = "card_dice_rolled"

    seat: int
    by: str
    dice: tuple[int, ...]
    bonuses: tuple[CardBonus, ...]
    total: int | None = None


@dataclass(frozen=True, slots=True)
class PowerRollBegan(Event):
    """A Power Roll: its targets stand. `dice` says which cards give how many; a copied text is that of `text_of`."""

    kind: ClassVar[str] = "power_roll_began"

    seat: int
    card: str
    text_of: str
    glyph: Glyph
    targets: tuple[int, ...]
    dice: tuple[CardBonus, ...]


@dataclass(frozen=True, slots=True)
class PowerDiceRolled(Event):
    """The dice of a Power Roll as they first fell."""

    kind: ClassVar[str] = "power_dice_rolled"

    seat: int
    card: str
    rolled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PowerDiceRerolled(Event):
    """Dice of a Power Roll were rolled again: all dice as they lie now, and the places (from 0) that changed."""

    kind: ClassVar[str] = "power_dice_rerolled"

    seat: int
    by: str
    places: tuple[int, ...]
    rolled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PowerRollFinal(Event):
    """What a Power Roll came to: its dice, what cards added, and the band of the card that is carried out."""

    kind: ClassVar[str] = "power_roll_final"

    seat: int
    card: str
    rolled: tuple[int, ...]
    bonuses: tuple[CardBonus, ...]
    total: int
    band: Literal["1-4", "5-9", "10+"]


DICE_EVENTS: tuple[type[Event], ...] = (
    RolledOff, RandomFoeRolled, CardDiceRolled, PowerRollBegan,
    PowerDiceRolled, PowerDiceRerolled, PowerRollFinal,
)  # fmt: skip
