"""Printed facts of the cards, and the moments at which a card's effect acts.

A card's function is named like its design; its docstring is the card's text. Seats come and go in tuples, empty where
there is no such wizard, so that an effect needs no case for a missing target.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from service.games.kernel.cards import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from service.games.epic_spell_wars.casting import Cast
    from service.games.epic_spell_wars.duel import Duel
    from service.games.epic_spell_wars.power_rolls import PowerRoll

Glyph = Literal["arcane", "dark", "elemental", "illusion", "primal"]
ComponentType = Literal["source", "quality", "delivery"]
Target = Literal[
    "self",
    "left_foe",
    "right_foe",
    "left_foe_and_right_foe",
    "first_two_foes_to_left",
    "each_foe",
    "each_stronger_foe",
    "each_foe_without_treasures",
    "strongest_foe",
    "weakest_foe",
    "chosen_foe",
]
TreasureMoment = Literal[
    "gained",
    "turn_order_set",
    "turn_starts",
    "spell_revealed",
    "foes_spell_revealed",
    "foes_card_resolves",
    "adds_dice",
    "rerolls",
    "adds_to_total",
    "foes_roll_final",
    "roll_final",
]
DeadWizardMoment = Literal["drawn", "bonus", "hand_drawn"]

ARCANE: Glyph = "arcane"
DARK: Glyph = "dark"
ELEMENTAL: Glyph = "elemental"
ILLUSION: Glyph = "illusion"
PRIMAL: Glyph = "primal"

COMPONENT_TYPES: tuple[ComponentType, ...] = ("source", "quality", "delivery")
"""In the order in which a spell is read and resolved."""
COPIES = 2
"""How many cards there are of every Source, Quality and Delivery."""


@dataclass(frozen=True, slots=True)
class Bands:
    """What a Power Roll does by its result, in words: 1 to 4, 5 to 9, 10 and more."""

    low: str
    middle: str
    high: str


@dataclass(frozen=True, slots=True)
class SpellComponent:
    """A Source, Quality or Delivery as printed: a design, of which there are two cards.

    `initiative` is a Delivery's, else None. A card with a `target` makes a Power Roll at it and then acts by `rolled`;
    any other acts by `effect`. `first`: shown when turn order is set, its spell goes before those without such a card.
    """

    id: str
    name: str
    type: ComponentType
    glyph: Glyph
    text: str
    initiative: int | None = None
    target: Target | None = None
    bands: Bands | None = None
    first: bool = False
    effect: Callable[[Cast], Coroutine[Any, Any, None]] | None = None
    rolled: Callable[[Cast, PowerRoll], Coroutine[Any, Any, None]] | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of this design's cards."""
        return copies(self.id, COPIES)


@dataclass(frozen=True, slots=True)
class Treasure:
    """A Treasure as printed, with standing facts and its effects at named moments; the last argument is its owner.

    Facts: `glyph` counts as a card of that glyph in each of its owner's spells. `hand_size`, `initiative`: added to its
    owner's. `single_die`: added when its owner rolls exactly one die for a card. `wild_magic`: may be placed as one.

    Moments, in the order of a round: gained; turn_order_set (spells are locked, before the first turn); turn_starts
    (its owner's); spell_revealed (its owner's, Wild Magic replaced); foes_spell_revealed; foes_card_resolves (before a
    card that a foe casts acts). Those of a Power Roll of its owner: adds_dice (how many); rerolls; adds_to_total (how
    much); after every reroll foes_roll_final (of a foe's roll), then roll_final.
    """

    id: str
    name: str
    text: str
    glyph: Glyph | None = None
    hand_size: int = 0
    initiative: int = 0
    single_die: int = 0
    wild_magic: bool = False
    gained: Callable[[Duel, int], None] | None = None
    turn_order_set: Callable[[Duel, int], Coroutine[Any, Any, None]] | None = None
    turn_starts: Callable[[Cast, int], Coroutine[Any, Any, None]] | None = None
    spell_revealed: Callable[[Cast, int], Coroutine[Any, Any, None]] | None = None
    foes_spell_revealed: Callable[[Cast, int], Coroutine[Any, Any, None]] | None = None
    foes_card_resolves: Callable[[Cast, str, int], Coroutine[Any, Any, None]] | None = None
    adds_dice: Callable[[PowerRoll, int], int] | None = None
    rerolls: Callable[[PowerRoll, int], Coroutine[Any, Any, None]] | None = None
    adds_to_total: Callable[[PowerRoll, int], int] | None = None
    foes_roll_final: Callable[[PowerRoll, int], None] | None = None
    roll_final: Callable[[PowerRoll, int], None] | None = None


@dataclass(frozen=True, slots=True)
class DeadWizard:
    """A Dead Wizard card as printed: a design with so many copies. The last argument of an effect is who has drawn it.

    Moments: drawn (at once, the card is then discarded); bonus (when the next duel begins); hand_drawn (after the first
    hands of the next duel are drawn).
    """

    id: str
    name: str
    count: int
    text: str
    drawn: Callable[[Duel, int], Coroutine[Any, Any, None]] | None = None
    bonus: Callable[[Duel, int], None] | None = None
    hand_drawn: Callable[[Duel, int], None] | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of this design's cards."""
        return copies(self.id, self.count)


@dataclass(frozen=True, slots=True)
class Hero:
    """A Hero: a name and a portrait, without a power."""

    id: str
    name: str


def copies(design: str, count: int) -> tuple[str, ...]:
    """Return the ids of a design's cards: `<design>_1` and on."""
    return tuple(f"{design}_{n}" for n in range(1, count + 1))


def source(name: str, glyph: Glyph) -> Callable[[Callable[[Cast], Coroutine[Any, Any, None]]], SpellComponent]:
    """Make a Source of the effect below."""
    return lambda effect: SpellComponent(effect.__name__, name, "source", glyph, text_of(effect), effect=effect)


def quality(
    name: str, glyph: Glyph, *, first: bool = False
) -> Callable[[Callable[[Cast], Coroutine[Any, Any, None]]], SpellComponent]:
    """Make a Quality of the effect below."""
    return lambda effect: SpellComponent(
        effect.__name__, name, "quality", glyph, text_of(effect), first=first, effect=effect
    )


def rolled_quality(
    name: str, glyph: Glyph, *, target: Target
) -> Callable[[Callable[[Cast, PowerRoll], Coroutine[Any, Any, None]]], SpellComponent]:
    """Make a Quality with a Power Roll of the effect below."""
    return lambda rolled: _power_roll(SpellComponent(rolled.__name__, name, "quality", glyph, ""), target, rolled)


def delivery(
    name: str, glyph: Glyph, *, initiative: int, target: Target
) -> Callable[[Callable[[Cast, PowerRoll], Coroutine[Any, Any, None]]], SpellComponent]:
    """Make a Delivery of the effect below."""
    return lambda rolled: _power_roll(
        SpellComponent(rolled.__name__, name, "delivery", glyph, "", initiative), target, rolled
    )


def treasure(name: str, *, at: TreasureMoment, **facts: Any) -> Callable[[Callable[..., object]], Treasure]:
    """Make a Treasure of the effect below, with standing facts beside it."""

    def card(effect: Callable[..., object]) -> Treasure:
        moments: dict[str, Any] = {at: effect}
        return replace(Treasure(effect.__name__, name, text_of(effect)), **facts, **moments)

    return card


def dead_wizard(name: str, count: int, *, at: DeadWizardMoment) -> Callable[[Callable[..., object]], DeadWizard]:
    """Make a Dead Wizard card of the effect below."""

    def card(effect: Callable[..., object]) -> DeadWizard:
        moments: dict[str, Any] = {at: effect}
        return replace(DeadWizard(effect.__name__, name, count, text_of(effect)), **moments)

    return card


def _power_roll(
    plain: SpellComponent, target: Target, rolled: Callable[[Cast, PowerRoll], Coroutine[Any, Any, None]]
) -> SpellComponent:
    text = text_of(rolled)
    said = re.search(r"1-4: (.+?) 5-9: (.+?) 10\+: (.+)", text)
    if said is None:
        raise ValueError(f"{plain.id} says what its Power Roll does as '1-4: ... 5-9: ... 10+: ...', not {text!r}.")
    return replace(plain, text=text, target=target, bands=Bands(*said.groups()), rolled=rolled)
