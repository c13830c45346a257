"""What happens in a match of Epic Spell Wars, told so that a client can show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from service.games.epic_spell_wars.cards import ComponentType
from service.games.epic_spell_wars.dice_events import DICE_EVENTS
from service.games.epic_spell_wars.treasure_events import TREASURE_EVENTS
from service.games.kernel.events import Event

Deck = Literal["main", "treasure", "dead_wizard"]
Place = Literal["hand", "spell", "revealed"]
DuelEnding = Literal["last_one_standing", "round_cap"]


@dataclass(frozen=True, slots=True)
class WizardChosen(Event):
    """A player plays this hero."""

    kind: ClassVar[str] = "wizard_chosen"

    seat: int
    hero: str


@dataclass(frozen=True, slots=True)
class SpellDeckShuffled(Event):
    """A deck was shuffled: all of it at first, its discard pile when it had run out."""

    kind: ClassVar[str] = "spell_deck_shuffled"

    deck: Deck
    count: int


@dataclass(frozen=True, slots=True)
class DuelBegan(Event):
    """A duel began: everybody is alive, with 20 HP."""

    kind: ClassVar[str] = "duel_began"

    duel: int


@dataclass(frozen=True, slots=True)
class DuelRoundBegan(Event):
    """A round of a duel began."""

    kind: ClassVar[str] = "duel_round_began"

    duel: int
    round: int


@dataclass(frozen=True, slots=True)
class SpellCardsDrawn(Event):
    """A wizard drew cards of the Main Deck; only he sees which."""

    kind: ClassVar[str] = "spell_cards_drawn"

    seat: int
    count: int
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DeadWizardCardDrawn(Event):
    """A wizard drew a Dead Wizard card; only he sees which."""

    kind: ClassVar[str] = "dead_wizard_card_drawn"

    seat: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class DeadWizardCardPlayed(Event):
    """A Dead Wizard card was shown and does now what it says."""

    kind: ClassVar[str] = "dead_wizard_card_played"

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DeadWizardCardDiscarded(Event):
    """A Dead Wizard card that promised nothing for this duel was shown and discarded."""

    kind: ClassVar[str] = "dead_wizard_card_discarded"

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class WildMagicSetAside(Event):
    """A Wild Magic was taken out of the Main Deck, or its discard pile; it joins the next starting hand of a wizard."""

    kind: ClassVar[str] = "wild_magic_set_aside"

    seat: int
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class WildMagicTaken(Event):
    """What was set aside joined a wizard's hand."""

    kind: ClassVar[str] = "wild_magic_taken"

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DeclaredSpell:
    """How many cards a wizard's spell has."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class SpellsDeclared(Event):
    """All spells are placed, and everybody says how many cards his has."""

    kind: ClassVar[str] = "spells_declared"

    spells: tuple[DeclaredSpell, ...]


@dataclass(frozen=True, slots=True)
class SpellCardShown(Event):
    """A card in a spell that waits lies face up."""

    kind: ClassVar[str] = "spell_card_shown"

    seat: int
    card: str
    slot: ComponentType


@dataclass(frozen=True, slots=True)
class WizardWaits(Event):
    """A wizard acts after all others this round."""

    kind: ClassVar[str] = "wizard_waits"

    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class InitiativeAnnounced(Event):
    """A wizard says the initiative of his spell, as others have as many cards in theirs."""

    kind: ClassVar[str] = "initiative_announced"

    seat: int
    initiative: int


@dataclass(frozen=True, slots=True)
class CastingBegan(Event):
    """It is a wizard's turn to cast his spell."""

    kind: ClassVar[str] = "casting_began"

    seat: int


@dataclass(frozen=True, slots=True)
class SlottedCard:
    """A card and the place in the spell that it takes."""

    card: str
    slot: ComponentType


@dataclass(frozen=True, slots=True)
class SpellShown(Event):
    """A spell was turned face up, as it was placed."""

    kind: ClassVar[str] = "spell_shown"

    seat: int
    spell: tuple[SlottedCard, ...]


@dataclass(frozen=True, slots=True)
class SpellNamed(Event):
    """The name of the spell was read, once its Wild Magic was replaced."""

    kind: ClassVar[str] = "spell_named"

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class MainDeckRevealed(Event):
    """Cards were turned up from the Main Deck, one after the other."""

    kind: ClassVar[str] = "main_deck_revealed"

    seat: int
    by: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpellCardAdded(Event):
    """A card joined a spell that is being cast; `by` is the card that added it."""

    kind: ClassVar[str] = "spell_card_added"

    seat: int
    card: str
    slot: ComponentType
    by: str


@dataclass(frozen=True, slots=True)
class SpellCardTaken(Event):
    """A card left the spell of a wizard who waits, and joined the spell that is being cast."""

    kind: ClassVar[str] = "spell_card_taken"

    seat: int
    of: int
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class SpellCardsDiscarded(Event):
    """Cards went to the discard pile of the Main Deck; `place` is where they came from."""

    kind: ClassVar[str] = "spell_cards_discarded"

    seat: int
    cards: tuple[str, ...]
    place: Place
    by: str | None = None


@dataclass(frozen=True, slots=True)
class ComponentResolves(Event):
    """A card of the spell does now what it says."""

    kind: ClassVar[str] = "component_resolves"

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class TextCopied(Event):
    """A card does what another card of the spell says; its own glyph and type stay."""

    kind: ClassVar[str] = "text_copied"

    seat: int
    card: str
    copied: str


@dataclass(frozen=True, slots=True)
class WizardNamed(Event):
    """Somebody named a wizard for a card."""

    kind: ClassVar[str] = "wizard_named"

    seat: int
    target: int
    by: str


@dataclass(frozen=True, slots=True)
class EffectNamed(Event):
    """Somebody named what a card is to do."""

    kind: ClassVar[str] = "effect_named"

    seat: int
    option: str
    by: str


@dataclass(frozen=True, slots=True)
class HpLoss:
    """What a wizard lost, and the HP that he has left."""

    seat: int
    amount: int
    hp: int


@dataclass(frozen=True, slots=True)
class WizardsDamaged(Event):
    """Wizards lost HP, all at the same time."""

    kind: ClassVar[str] = "wizards_damaged"

    by: str
    losses: tuple[HpLoss, ...]


@dataclass(frozen=True, slots=True)
class WizardHealed(Event):
    """A wizard gained HP."""

    kind: ClassVar[str] = "wizard_healed"

    seat: int
    by: str
    amount: int
    hp: int


@dataclass(frozen=True, slots=True)
class WizardSlain(Event):
    """A wizard died: his hand, spell and Treasures are discarded."""

    kind: ClassVar[str] = "wizard_slain"

    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class BonusDiceGained(Event):
    """A wizard rolls so many more dice in each of his Power Rolls this round."""

    kind: ClassVar[str] = "bonus_dice_gained"

    seat: int
    by: str
    count: int


@dataclass(frozen=True, slots=True)
class DuelEnded(Event):
    """A duel is over; who took its token, and how many he has now. Absent where nobody took it."""

    kind: ClassVar[str] = "duel_ended"

    duel: int
    ending: DuelEnding
    seat: int | None = None
    tokens: int | None = None


EVENTS: tuple[type[Event], ...] = (
    WizardChosen, SpellDeckShuffled, DuelBegan, DuelRoundBegan, SpellCardsDrawn, DeadWizardCardDrawn,
    DeadWizardCardPlayed, DeadWizardCardDiscarded, WildMagicSetAside, WildMagicTaken, SpellsDeclared, SpellCardShown,
    WizardWaits, InitiativeAnnounced, CastingBegan, SpellShown, SpellNamed, MainDeckRevealed, SpellCardAdded,
    SpellCardTaken, SpellCardsDiscarded, ComponentResolves, TextCopied, WizardNamed, EffectNamed, WizardsDamaged,
    WizardHealed, WizardSlain, BonusDiceGained, DuelEnded, *DICE_EVENTS, *TREASURE_EVENTS,
)  # fmt: skip
