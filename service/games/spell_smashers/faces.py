"""The cards as content, for clients to draw, and what lies in the box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.game import CardFace, Component
from service.games.spell_smashers.cards import DamageType, LetterDeck, PrintedType, Slot
from service.games.spell_smashers.gear import GEARS
from service.games.spell_smashers.letters import CONSONANTS, VOWEL_CARDS
from service.games.spell_smashers.modifiers import MODIFIERS
from service.games.spell_smashers.monsters import MONSTERS
from service.games.spell_smashers.quests import QUESTS
from service.games.spell_smashers.solo.bosses import BOSSES
from service.games.spell_smashers.wounds import WOUNDS

if TYPE_CHECKING:
    from service.games.spell_smashers.cards import Modifier, Monster, Tile


@dataclass(frozen=True, slots=True)
class LetterFace(CardFace):
    """A letter card; each copy of a letter is a card of its own."""

    kind: ClassVar[str] = "letter_card"

    card: str
    letters: str
    damage: int
    type: PrintedType
    deck: LetterDeck


@dataclass(frozen=True, slots=True)
class WoundFace(CardFace):
    """A wound card: letters that stay together and in this order."""

    kind: ClassVar[str] = "wound_card"

    card: str
    letters: str
    damage: int
    type: PrintedType


@dataclass(frozen=True, slots=True)
class MonsterTileFace(CardFace):
    """A monster tile. As a trophy it is a letter like any other, with this damage and type."""

    kind: ClassVar[str] = "monster_tile"

    card: str
    name: str
    letters: str
    damage: int
    type: PrintedType
    health: int
    attack: int
    zone: int


@dataclass(frozen=True, slots=True)
class ModifierFace(CardFace):
    """A modifier card: what it adds to a monster's health, and its trait."""

    kind: ClassVar[str] = "modifier_card"

    card: str
    name: str
    health: int
    trait: str
    text: str
    starting: bool
    type: DamageType | None = None


@dataclass(frozen=True, slots=True)
class GearFace(CardFace):
    """A weapon or an armor."""

    kind: ClassVar[str] = "gear_card"

    card: str
    name: str
    slot: Slot
    text: str
    multiplayer_only: bool


@dataclass(frozen=True, slots=True)
class QuestFace(CardFace):
    """A quest and the victory points it is worth."""

    kind: ClassVar[str] = "quest_card"

    card: str
    name: str
    vp: int
    text: str


@dataclass(frozen=True, slots=True)
class BossFace(CardFace):
    """A boss of the solo game: its health and attack, the zone where it arrives, and its trait."""

    kind: ClassVar[str] = "boss_card"

    card: str
    name: str
    health: int
    attack: int
    zone: int
    trait: str
    text: str


FACES: tuple[type[CardFace], ...] = (
    LetterFace,
    WoundFace,
    MonsterTileFace,
    ModifierFace,
    GearFace,
    QuestFace,
    BossFace,
)

DECKS: tuple[tuple[LetterDeck, tuple[Tile, ...]], ...] = (("consonant", CONSONANTS), ("vowel", VOWEL_CARDS))
BOX: tuple[Component, ...] = (
    Component("town_board", 1),
    Component("player_board", 5),
    Component("player_aid", 5),
    Component("consonant", len(CONSONANTS)),
    Component("vowel", len(VOWEL_CARDS)),
    Component("wound", len(WOUNDS)),
    Component("starting_modifier", sum(card.starting for card in MODIFIERS)),
    Component("regular_modifier", sum(not card.starting for card in MODIFIERS)),
    Component("boss", len(BOSSES)),
    Component("gear", len(GEARS)),
    Component("quest", len(QUESTS)),
    Component("monster_tile", len(MONSTERS)),
    Component("round_marker", 1),
    Component("ale", 30),
    Component("coin", 55),
    Component("elixir", 5),
    Component("antidote", 5),
    Component("tonic", 5),
    Component("tiebreaker_marker", 1),
    Component("ready_token", 5),
    Component("monster_crest", 5),
)


def faces() -> tuple[CardFace, ...]:
    """Return all 227 cards and tiles: letters, wounds, monsters, modifiers, gear, quests, bosses."""
    drawn: list[CardFace] = []
    for deck, cards in DECKS:
        drawn += [LetterFace(card.id, card.letters, card.damage, card.type, deck) for card in cards]
    drawn += [WoundFace(card.id, card.letters, card.damage, card.type) for card in WOUNDS]
    drawn += map(monster_face, MONSTERS)
    drawn += map(modifier_face, MODIFIERS)
    drawn += [GearFace(card.id, card.title, card.slot, card.text, card.multiplayer_only) for card in GEARS]
    drawn += [QuestFace(card.id, card.title, card.vp, card.text) for card in QUESTS]
    drawn += [
        BossFace(card.id, card.title, card.health, card.attack, card.zone, card.trait, card.text) for card in BOSSES
    ]
    return tuple(drawn)


def monster_face(tile: Monster) -> MonsterTileFace:
    """Return a monster tile as content."""
    trophy = tile.trophy
    return MonsterTileFace(
        tile.id, tile.title, trophy.letters, trophy.damage, trophy.type, tile.health, tile.attack, tile.zone
    )


def modifier_face(card: Modifier) -> ModifierFace:
    """Return a modifier card as content."""
    return ModifierFace(card.id, card.title, card.health, card.trait.id, card.text, card.starting, card.type)


def components() -> tuple[Component, ...]:
    """Return the box. Coins and ale only count, so their tokens never run out."""
    return BOX
