"""What happens in a match of Epic Spell Wars, told so that a client can show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from service.games.epic_spell_wars.cards import ComponentType, Glyph
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
class GemReturned(Event):
    """A placed Proton Gem lies before its owner again."""

    kind: ClassVar[str] = "gem_returned"

    seat: int
    treasure: str


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
class TreasureGained(Event):
    """A wizard gained the top card of the Treasure deck."""

    kind: ClassVar[str] = "treasure_gained"

    seat: int
    treasure: str
    by: str


@dataclass(frozen=True, slots=True)
class TreasureTaken(Event):
    """A Treasure went from one wizard to another: stolen, or given."""

    kind: ClassVar[str] = "treasure_taken"

    seat: int
    of: int
    treasure: str
    by: str


@dataclass(frozen=True, slots=True)
class TreasureDiscarded(Event):
    """A wizard's Treasure went to the discard pile."""

    kind: ClassVar[str] = "treasure_discarded"

    seat: int
    treasure: str
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
    WizardWaits, InitiativeAnnounced, RolledOff, CastingBegan, SpellShown, SpellNamed, MainDeckRevealed, SpellCardAdded,
    SpellCardTaken, GemReturned, SpellCardsDiscarded, ComponentResolves, TextCopied, WizardNamed, EffectNamed,
    RandomFoeRolled, CardDiceRolled, PowerRollBegan, PowerDiceRolled, PowerDiceRerolled, PowerRollFinal,
    WizardsDamaged, WizardHealed, WizardSlain, TreasureGained, TreasureTaken, TreasureDiscarded, BonusDiceGained,
    DuelEnded,
)  # fmt: skip
