"""The questions of the game, built from the state, and the choices they offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from service.games.epic_spell_wars.components import COMPONENT
from service.games.epic_spell_wars.heroes import HEROES
from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from service.games.epic_spell_wars.state import State

C = TypeVar("C")


@value
class BecomeWizard(Choice):
    """Play this hero."""

    kind: ClassVar[str] = "become_wizard"

    hero: str


@value
class NameWizard(Choice):
    """Name the wizard in this seat."""

    kind: ClassVar[str] = "name_wizard"

    seat: int


@value
class NameTreasure(Choice):
    """Name this Treasure."""

    kind: ClassVar[str] = "name_treasure"

    treasure: str


@value
class NameSpellCard(Choice):
    """Name this card."""

    kind: ClassVar[str] = "name_spell_card"

    card: str


@value
class NameEffect(Choice):
    """Name what the card is to do."""

    kind: ClassVar[str] = "name_effect"

    option: str


@value
class NameDie(Choice):
    """Name a die of the roll by its place, from 0."""

    kind: ClassVar[str] = "name_die"

    die: int


@value
class UseIt(Choice):
    """Do what the card allows."""

    kind: ClassVar[str] = "use_it"


@value
class LetBe(Choice):
    """Do nothing of what the card allows, or suffer what it threatens."""

    kind: ClassVar[str] = "let_be"


@value
class ChooseWizard(Decision[BecomeWizard]):
    """Which hero to play, of those left."""

    kind: ClassVar[str] = "choose_wizard"
    prompt: ClassVar[str] = "Choose the wizard that you want to be."
    offers: ClassVar[tuple[type[Choice], ...]] = (BecomeWizard,)


@value
class OfCard(Decision[C]):
    """A question that a card asks: `card`, by its id."""

    card: str


@value
class ChooseFoe(OfCard[NameWizard]):
    """Whom a card is to hit; `card` is the one that asks. Of several who are equally strong, one is named too."""

    kind: ClassVar[str] = "choose_foe"
    prompt: ClassVar[str] = "Name the wizard whom the card is to hit."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameWizard,)


@value
class ChooseEffect(OfCard[NameEffect]):
    """Which of its effects a card is to have."""

    kind: ClassVar[str] = "choose_effect"
    prompt: ClassVar[str] = "Choose what the card is to do."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameEffect,)


@value
class ResolveNext(Decision[NameSpellCard]):
    """Which of several cards of one type in the spell acts next."""

    kind: ClassVar[str] = "resolve_next"
    prompt: ClassVar[str] = "Choose the card that acts next."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameSpellCard,)


@value
class CopyCard(OfCard[NameSpellCard]):
    """Which card of the spell to do as well."""

    kind: ClassVar[str] = "copy_card"
    prompt: ClassVar[str] = "Choose the card to copy."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameSpellCard,)


@value
class AddFromHand(OfCard[NameSpellCard | LetBe]):
    """Which card of the hand joins the spell, if any."""

    kind: ClassVar[str] = "add_from_hand"
    prompt: ClassVar[str] = "Add a card of your hand to your spell, or none."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameSpellCard, LetBe)


@value
class DiscardFromHand(OfCard[NameSpellCard]):
    """Which card of the hand to discard."""

    kind: ClassVar[str] = "discard_from_hand"
    prompt: ClassVar[str] = "Discard a card of your hand."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameSpellCard,)


@value
class DiscardTwin(OfCard[NameSpellCard | LetBe]):
    """Whether to discard a card of the hand whose twin a foe has in his spell; asked whatever the hand holds."""

    kind: ClassVar[str] = "discard_twin"
    prompt: ClassVar[str] = "Discard the twin of a card in your foe's spell, or none."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameSpellCard, LetBe)


@value
class UseCard(OfCard[UseIt | LetBe]):
    """Whether to do what a card allows."""

    kind: ClassVar[str] = "use_card"
    prompt: ClassVar[str] = "Say whether you use the card."
    offers: ClassVar[tuple[type[Choice], ...]] = (UseIt, LetBe)


@value
class ChooseTreasure(OfCard[NameTreasure | LetBe]):
    """Which Treasure to steal or to destroy. Nothing may be named where the card only allows it."""

    kind: ClassVar[str] = "choose_treasure"
    prompt: ClassVar[str] = "Choose a Treasure."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameTreasure, LetBe)


@value
class LoseTreasure(OfCard[NameTreasure | LetBe]):
    """Which of the own Treasures to lose, or to suffer what the card threatens instead."""

    kind: ClassVar[str] = "lose_treasure"
    prompt: ClassVar[str] = "Lose a Treasure, or take the damage."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameTreasure, LetBe)


@value
class ChooseDie(OfCard[NameDie | LetBe]):
    """Which die of the Power Roll to roll again, if any; `rolled` is how they lie."""

    kind: ClassVar[str] = "choose_die"
    prompt: ClassVar[str] = "Roll one die again, or none."
    offers: ClassVar[tuple[type[Choice], ...]] = (NameDie, LetBe)

    rolled: tuple[int, ...]


SEATS: tuple[NameWizard, ...] = tuple(NameWizard(seat) for seat in range(6))
USE_IT = UseIt()
LET_BE = LetBe()
USE_OR_LET_BE: Listed[UseIt | LetBe] = Listed((USE_IT, LET_BE))

HERO_LEFT = Refusal("ES-019", "Every player plays another hero, of those that are left.")
LIVING = Refusal("ES-116", "Name one of the living wizards whom the card may hit.")
ITS_EFFECTS = Refusal("ES-065", "Name one of the effects that the card has.")
UNRESOLVED = Refusal("ES-097", "Name one of the cards whose turn it is to act.")
COPIED = Refusal("ES-094", "Name one of the cards in your spell that the card may copy.")
FROM_HAND = Refusal("ES-043", "Name a card of your hand that the card asks for.")
TREASURES = Refusal("ES-109", "Name one of the Treasures that the card may move or destroy.")
OWN_TREASURES = Refusal("ES-109", "Name one of your own Treasures.")
USES = Refusal("ES-077", "Use the card, or let it be.")
DICE = Refusal("ES-111", "Name one of the dice of this roll.")


def wizard_to_be(state: State, seat: int) -> ChooseWizard:
    """Offer the heroes that nobody has taken yet, in printed order."""
    taken = {wizard.hero for wizard in state.wizards}
    return ChooseWizard(
        seat, Listed(tuple(BecomeWizard(hero.id) for hero in HEROES if hero.id not in taken)), HERO_LEFT
    )


def foe_of(card: str, among: Iterable[int]) -> Callable[[State, int], ChooseFoe]:
    """Offer the wizards `among`."""
    choices = Listed(tuple(SEATS[seat] for seat in among))
    return lambda _, seat: ChooseFoe(seat, choices, LIVING, card)


def effect_of(card: str, options: tuple[str, ...]) -> Callable[[State, int], ChooseEffect]:
    """Offer the effects that a card names."""
    choices = Listed(tuple(NameEffect(option) for option in options))
    return lambda _, seat: ChooseEffect(seat, choices, ITS_EFFECTS, card)


def next_of(cards: Iterable[str]) -> Callable[[State, int], ResolveNext]:
    """Offer the unresolved cards of one type."""
    choices = Listed(tuple(NameSpellCard(card) for card in cards))
    return lambda _, seat: ResolveNext(seat, choices, UNRESOLVED)


def copy_of(card: str, cards: Iterable[str]) -> Callable[[State, int], CopyCard]:
    """Offer the cards that `card` may copy."""
    choices = Listed(tuple(NameSpellCard(copied) for copied in cards))
    return lambda _, seat: CopyCard(seat, choices, COPIED, card)


def added_by(card: str) -> Callable[[State, int], AddFromHand]:
    """Offer the components of the hand, or none of them."""

    def of_hand(state: State, seat: int) -> AddFromHand:
        held = [NameSpellCard(card) for card in state.wizards[seat].hand if card in COMPONENT]
        return AddFromHand(seat, _or_let_be(held), FROM_HAND, card)

    return of_hand


def discarded_for(card: str) -> Callable[[State, int], DiscardFromHand]:
    """Offer the hand."""

    def of_hand(state: State, seat: int) -> DiscardFromHand:
        held = tuple([NameSpellCard(card) for card in state.wizards[seat].hand])
        return DiscardFromHand(seat, Listed(held), FROM_HAND, card)

    return of_hand


def twin_for(card: str, designs: Collection[str]) -> Callable[[State, int], DiscardTwin]:
    """Offer the cards of the hand that are of one of these designs, or none of them."""

    def of_hand(state: State, seat: int) -> DiscardTwin:
        hand = state.wizards[seat].hand
        held = [NameSpellCard(card) for card in hand if card in COMPONENT and COMPONENT[card].id in designs]
        return DiscardTwin(seat, _or_let_be(held), FROM_HAND, card)

    return of_hand


def use_of(card: str) -> Callable[[State, int], UseCard]:
    """Offer to use the card, or not."""
    return lambda _, seat: UseCard(seat, USE_OR_LET_BE, USES, card)


def treasure_for(card: str, treasures: Iterable[str], *, optional: bool) -> Callable[[State, int], ChooseTreasure]:
    """Offer Treasures, and to leave them where the card only allows it."""
    named = tuple(NameTreasure(treasure) for treasure in treasures)
    choices: Listed[NameTreasure | LetBe] = _or_let_be(named) if optional else Listed(named)
    return lambda _, seat: ChooseTreasure(seat, choices, TREASURES, card)


def treasure_lost_to(card: str, treasures: Iterable[str]) -> Callable[[State, int], LoseTreasure]:
    """Offer the own Treasures, or what the card threatens."""
    choices = _or_let_be(NameTreasure(treasure) for treasure in treasures)
    return lambda _, seat: LoseTreasure(seat, choices, OWN_TREASURES, card)


def die_for(card: str, dice: Sequence[int]) -> Callable[[State, int], ChooseDie]:
    """Offer the dice of a roll, or none of them."""
    rolled = tuple(dice)
    choices = _or_let_be(NameDie(place) for place in range(len(rolled)))
    return lambda _, seat: ChooseDie(seat, choices, DICE, card, rolled)


def _or_let_be(choices: Iterable[C]) -> Listed[C | LetBe]:
    return Listed((*choices, LET_BE))
