"""Printed facts of the cards, and the moments at which a card's effect acts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from service.games.kernel.cards import NO_EFFECT, snake_case, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.squishem.battle import Battle, InPlay
    from service.games.squishem.revealing import Reveal

Element = Literal["wind", "water", "fire", "earth"]
Type = Literal["melee", "range", "magic"]
Source = Literal["rulebook", "house"]
AttackMoment = Literal["stands", "cancels", "modifies", "lasts"]
MonsterMoment = Literal["enters", "cancels", "paralyses", "modifies", "converts", "recovers"]

WIND: Element = "wind"
WATER: Element = "water"
FIRE: Element = "fire"
EARTH: Element = "earth"
MELEE: Type = "melee"
RANGE: Type = "range"
MAGIC: Type = "magic"


@dataclass(frozen=True, slots=True)
class Attack:
    """An Attack as printed, with its effect at one of four moments.

    stands: when the Attacks are shown. cancels: step 3, after the Monster. modifies: step 4, after the Monster.
    lasts: at the end of its battle, for the next turn.
    """

    id: str
    hero: str
    title: str
    element: Element
    type: Type
    priority: int
    damage: int
    text: str
    flavor: str
    source: Source
    stands: Callable[[Battle, InPlay], None] | None = None
    cancels: Callable[[Battle, InPlay], None] | None = None
    modifies: Callable[[Battle, InPlay], None] | None = None
    lasts: Callable[[Battle, InPlay], None] | None = None


@dataclass(frozen=True, slots=True)
class Monster:
    """A Monster as printed, with its effects at up to two of six moments; `hp` is None for the card that is no Monster.

    enters: when it is revealed. cancels and paralyses: step 3. modifies, converts, recovers: before, while and after
    damage is dealt.
    """

    id: str
    title: str
    hp: int | None
    hero: str | None
    text: str
    flavor: str
    source: Source
    enters: Callable[[Reveal], None] | None = None
    cancels: Callable[[Battle], None] | None = None
    paralyses: Callable[[Battle], None] | None = None
    modifies: Callable[[Battle], None] | None = None
    converts: Callable[[int], int] | None = None
    recovers: Callable[[Battle], None] | None = None


@dataclass(frozen=True, slots=True)
class Hero:
    """A Hero: the portrait, the Coffee Break and five Attacks."""

    id: str
    name: str
    colour: str
    source: Source
    flavor: str
    coffee_break_flavor: str
    attacks: tuple[Attack, ...]

    @property
    def coffee_break(self) -> str:
        """The id of this hero's Coffee Break card."""
        return f"coffee_break_{self.id}"

    @property
    def hand(self) -> tuple[str, ...]:
        """The ids of the cards that form the hand: five Attacks and the Coffee Break."""
        return (*(attack.id for attack in self.attacks), self.coffee_break)


def attack(
    hero: str,
    title: str,
    element: Element,
    type: Type,
    *,
    priority: int,
    damage: int,
    at: AttackMoment,
    flavor: str,
    source: Source = "house",
) -> Callable[[Callable[[Battle, InPlay], None]], Attack]:
    """Make an Attack of the effect below: its docstring is the card's text."""

    def card(effect: Callable[[Battle, InPlay], None]) -> Attack:
        id = f"{hero}_{snake_case(title)}"
        plain = Attack(id, hero, title, element, type, priority, damage, text_of(effect), flavor, source)
        moments: dict[str, Any] = {at: effect}
        return replace(plain, **moments)

    return card


def plain_attack(
    hero: str, title: str, element: Element, type: Type, *, priority: int, damage: int, flavor: str
) -> Attack:
    """Make an Attack without an effect."""
    id = f"{hero}_{snake_case(title)}"
    return Attack(id, hero, title, element, type, priority, damage, NO_EFFECT, flavor, "house")


def monster(
    title: str,
    hp: int | None,
    *,
    at: MonsterMoment,
    flavor: str,
    id: str = "",
    hero: str | None = None,
    source: Source = "house",
    then: tuple[MonsterMoment, Callable[[Battle], None]] | None = None,
) -> Callable[[Callable[..., object]], Monster]:
    """Make a Monster of the effect below: its docstring is the card's text. `then` is a second moment and effect."""

    def card(effect: Callable[..., object]) -> Monster:
        plain = Monster(id or snake_case(title), title, hp, hero, text_of(effect), flavor, source)
        moments: dict[str, Any] = dict([(at, effect)] + ([then] if then else []))
        return replace(plain, **moments)

    return card


def plain_monster(title: str, hp: int, *, flavor: str, id: str = "") -> Monster:
    """Make a Monster without an effect."""
    return Monster(id or snake_case(title), title, hp, None, NO_EFFECT, flavor, "house")
