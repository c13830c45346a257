"""The cards as content, for clients to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from service.games.epic_spell_wars.cards import Bands, Glyph, Target
from service.games.epic_spell_wars.components import COMPONENTS, MAIN_DECK
from service.games.epic_spell_wars.dead_wizards import DEAD_WIZARD
from service.games.epic_spell_wars.heroes import HEROES
from service.games.epic_spell_wars.treasures import TREASURES
from service.games.epic_spell_wars.wild_magic import WILD_MAGIC, WILD_MAGIC_NAME, WILD_MAGIC_TEXT
from service.games.kernel.game import CardFace, Component

if TYPE_CHECKING:
    from service.games.epic_spell_wars.cards import SpellComponent

PIECES: tuple[Component, ...] = (
    Component("last_wizard_standing_token", 7),
    Component("skull_counter", 6),
    Component("die", 4),
    Component("mt_skullzfyre", 1),
)


@dataclass(frozen=True, slots=True)
class WizardFace(CardFace):
    """A Hero; it lies in front of the player and has no effect."""

    kind: ClassVar[str] = "wizard_card"

    card: str
    name: str


@dataclass(frozen=True, slots=True)
class SourceFace(CardFace):
    """A Source, the beginning of a spell's name."""

    kind: ClassVar[str] = "source_card"

    card: str
    design: str
    name: str
    glyph: Glyph
    text: str


@dataclass(frozen=True, slots=True)
class QualityFace(CardFace):
    """A Quality, the middle of a spell's name; `target` and `bands` where it makes a Power Roll."""

    kind: ClassVar[str] = "quality_card"

    card: str
    design: str
    name: str
    glyph: Glyph
    text: str
    target: Target | None = None
    bands: Bands | None = None


@dataclass(frozen=True, slots=True)
class DeliveryFace(CardFace):
    """A Delivery, the end of a spell's name, with its initiative and its Power Roll."""

    kind: ClassVar[str] = "delivery_card"

    card: str
    design: str
    name: str
    glyph: Glyph
    initiative: int
    text: str
    target: Target
    bands: Bands


@dataclass(frozen=True, slots=True)
class WildMagicFace(CardFace):
    """A Wild Magic, which stands for a card of any type."""

    kind: ClassVar[str] = "wild_magic_card"

    card: str
    design: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class TreasureFace(CardFace):
    """A Treasure; with a `glyph` it counts as a card of that glyph in its owner's spells."""

    kind: ClassVar[str] = "treasure_card"

    card: str
    name: str
    text: str
    glyph: Glyph | None = None


@dataclass(frozen=True, slots=True)
class DeadWizardFace(CardFace):
    """A Dead Wizard card."""

    kind: ClassVar[str] = "dead_wizard_card"

    card: str
    design: str
    name: str
    text: str


FACES: tuple[type[CardFace], ...] = (
    WizardFace,
    SourceFace,
    QualityFace,
    DeliveryFace,
    WildMagicFace,
    TreasureFace,
    DeadWizardFace,
)


def faces() -> tuple[CardFace, ...]:
    """Return all 186 cards: Heroes, the Main Deck, Treasures, Dead Wizard cards."""
    return (
        *(WizardFace(hero.id, hero.name) for hero in HEROES),
        *(component_face(card, design) for design in COMPONENTS for card in design.cards),
        *(WildMagicFace(card, "wild_magic", WILD_MAGIC_NAME, WILD_MAGIC_TEXT) for card in WILD_MAGIC),
        *(TreasureFace(card.id, card.name, card.text, card.glyph) for card in TREASURES),
        *(DeadWizardFace(card, design.id, design.name, design.text) for card, design in DEAD_WIZARD.items()),
    )


def component_face(card: str, design: SpellComponent) -> SourceFace | QualityFace | DeliveryFace:
    """Return a Source, Quality or Delivery as content."""
    facts = (card, design.id, design.name, design.glyph)
    if design.type == "source":
        return SourceFace(*facts, design.text)
    if design.type == "quality":
        return QualityFace(*facts, design.text, design.target, design.bands)
    assert design.initiative is not None
    assert design.target is not None
    assert design.bands is not None
    return DeliveryFace(*facts, design.initiative, design.text, design.target, design.bands)


def components() -> tuple[Component, ...]:
    """Return the box: cards by type, and pieces (HP and tokens are numbers here)."""
    types = [design.type for design in COMPONENTS for _ in design.cards]
    return (
        Component("source", types.count("source")),
        Component("quality", types.count("quality")),
        Component("delivery", types.count("delivery")),
        Component("wild_magic", len(MAIN_DECK) - len(types)),
        Component("treasure", len(TREASURES)),
        Component("dead_wizard", len(DEAD_WIZARD)),
        Component("hero", len(HEROES)),
        *PIECES,
    )
