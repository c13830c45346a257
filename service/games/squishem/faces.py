"""The cards as content, for clients to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.game import CardFace, Component
from service.games.squishem.cards import Element, Source, Type
from service.games.squishem.heroes import HERO, HEROES, attacks
from service.games.squishem.monsters import HERO_SPECIFIC, INDIVIDUAL, MONSTERS

if TYPE_CHECKING:
    from service.games.squishem.cards import Attack, Monster

COFFEE_BREAK_TEXT = "Do nothing this turn."
HP_CARDS: tuple[Component, ...] = (Component("hp_card_1_5", 10), Component("hp_card_10_20", 2))


@dataclass(frozen=True, slots=True)
class PortraitFace(CardFace):
    """A hero's portrait; it shows who plays the hero and is never played."""

    kind: ClassVar[str] = "portrait_card"

    card: str
    name: str
    hero: str
    colour: str
    flavor: str
    source: Source


@dataclass(frozen=True, slots=True)
class CoffeeBreakFace(CardFace):
    """A hero's Coffee Break."""

    kind: ClassVar[str] = "coffee_break_card"

    card: str
    name: str
    hero: str
    text: str
    flavor: str
    source: Source


@dataclass(frozen=True, slots=True)
class AttackFace(CardFace):
    """An Attack: its six printed fields, and whose it is."""

    kind: ClassVar[str] = "attack_card"

    card: str
    name: str
    hero: str
    element: Element
    type: Type
    priority: int
    damage: int
    text: str
    flavor: str
    source: Source


@dataclass(frozen=True, slots=True)
class MonsterFace(CardFace):
    """A Monster: title, HP, effect, and its hero's `colour` where it has one. The card without HP is no Monster."""

    kind: ClassVar[str] = "squishem_monster_card"

    card: str
    name: str
    text: str
    flavor: str
    source: Source
    hp: int | None = None
    hero: str | None = None
    colour: str | None = None


FACES: tuple[type[CardFace], ...] = (PortraitFace, CoffeeBreakFace, AttackFace, MonsterFace)


def faces() -> tuple[CardFace, ...]:
    """Return all 54 cards: hero by hero, then the Monsters."""
    drawn: list[CardFace] = []
    for hero in HEROES:
        drawn.append(PortraitFace(f"portrait_{hero.id}", hero.name, hero.id, hero.colour, hero.flavor, hero.source))
        drawn += [attack_face(attack) for attack in hero.attacks]
        flavor = hero.coffee_break_flavor
        drawn.append(CoffeeBreakFace(hero.coffee_break, "Coffee Break", hero.id, COFFEE_BREAK_TEXT, flavor, "rulebook"))
    return (*drawn, *(monster_face(monster) for monster in MONSTERS))


def attack_face(card: Attack) -> AttackFace:
    """Return an Attack as content."""
    facts = (card.hero, card.element, card.type, card.priority, card.damage)
    return AttackFace(card.id, card.title, *facts, card.text, card.flavor, card.source)


def monster_face(card: Monster) -> MonsterFace:
    """Return a Monster card as content."""
    colour = HERO[card.hero].colour if card.hero else None
    return MonsterFace(card.id, card.title, card.text, card.flavor, card.source, card.hp, card.hero, colour)


def components() -> tuple[Component, ...]:
    """Return the box: HP cards (they only count; HP is a number), Monster cards and Hero cards."""
    return (
        *HP_CARDS,
        Component("double_trouble", len(MONSTERS) - len(INDIVIDUAL) - len(HERO_SPECIFIC)),
        Component("individual_monster", len(INDIVIDUAL)),
        Component("hero_monster", len(HERO_SPECIFIC)),
        Component("portrait", len(HEROES)),
        Component("attack", len(attacks())),
        Component("coffee_break", len({hero.coffee_break for hero in HEROES})),
    )
