"""Building a spell: each wizard places one to three components face down, and all see how many once all have."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from service.games.epic_spell_wars import events
from service.games.epic_spell_wars.cards import COMPONENT_TYPES, PLACE, ComponentType
from service.games.epic_spell_wars.components import COMPONENT, FIRST
from service.games.epic_spell_wars.duel import Duel
from service.games.epic_spell_wars.moments import held
from service.games.epic_spell_wars.state import SpellCard
from service.games.epic_spell_wars.treasures import TREASURE, TREASURES
from service.games.epic_spell_wars.wild_magic import WILD_MAGIC
from service.games.kernel.decisions import LISTED_AT_MOST, Choice, Decision, Refusal, named
from service.games.kernel.values import value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.games.epic_spell_wars.state import State
    from service.games.kernel.chance import Chance
    from service.games.kernel.table import Table

ONE_OF_A_TYPE = Refusal("ES-037", "A spell has at most one Source, one Quality and one Delivery; this is one more.")
SLOT_NAMED = Refusal("ES-100", "Wild Magic takes the place of a Source, a Quality or a Delivery; name its `slot`.")
OWN_SLOT = Refusal("ES-039", "A component lies in the slot of its own type, named or not.")
IN_HAND = Refusal("ES-043", "Place cards of your own hand, each once, or a Proton Gem of yours.")
SOME_CARD = Refusal("ES-036", "Place one card at least, and three at most.")


@value
class PlacedCard:
    """A card of a spell. Wild Magic has the `slot` that it takes; a component's may be left out."""

    card: str
    slot: ComponentType | None = None


@value
class PlacedSpell(Choice):
    """Place these cards face down: at most one in each slot, in any order."""

    kind: ClassVar[str] = "placed_spell"

    cards: tuple[PlacedCard, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Placeable:
    """A card that may be placed, and the slots that it may take."""

    # There is one for each card, in PLACEABLE: which one it is is all there is to compare.

    card: str
    slots: tuple[ComponentType, ...]


PLACEABLE: MappingProxyType[str, Placeable] = MappingProxyType(
    {card: Placeable(card, (design.type,)) for card, design in COMPONENT.items()}
    | {card: Placeable(card, COMPONENT_TYPES) for card in WILD_MAGIC}
    | {treasure.id: Placeable(treasure.id, COMPONENT_TYPES) for treasure in TREASURES if treasure.wild_magic}
)
# Choices are made once: a spell is asked for in every round of every duel.
PLACED: MappingProxyType[tuple[str, ComponentType], PlacedCard] = MappingProxyType(
    {
        (card.card, slot): PlacedCard(card.card, None if card.card in COMPONENT else slot)
        for card in PLACEABLE.values()
        for slot in card.slots
    }
)


@value
class SpellForm:
    """A `placed_spell`: one to three of these cards, no two of them in one slot."""

    kind: ClassVar[str] = "spell_form"

    components: tuple[Placeable, ...]

    def contains(self, choice: object) -> bool:
        return self.fault(choice) is None

    def listed(self) -> tuple[PlacedSpell, ...] | None:
        """Return every legal spell, or None where there are over 200."""
        found: list[PlacedSpell] = []
        for spell in self._spells():
            if len(found) == LISTED_AT_MOST:
                return None
            found.append(spell)
        return tuple(found)

    def sample(self, chance: Chance) -> PlacedSpell:
        """Return a random legal spell: each slot stays empty or takes one of the cards that fit."""
        fitting: dict[ComponentType, list[Placeable | None]] = {"source": [], "quality": [], "delivery": []}
        for component in self.components:
            for slot in component.slots:
                fitting[slot].append(component)
        cards: list[PlacedCard] = []
        for slot, options in fitting.items():
            options.append(None)
            chosen = options[chance.below(len(options))]
            if chosen is not None:
                cards.append(PLACED[chosen.card, slot])
                for other in chosen.slots:
                    fitting[other].remove(chosen)
        if not cards:
            only = chance.pick(self.components)
            cards.append(PLACED[only.card, chance.pick(only.slots)])
        return PlacedSpell(tuple(cards))

    def pointer(self, choice: object) -> str:
        fault = self.fault(choice)
        return fault.pointer if fault else "/choice"

    def fault(self, choice: object) -> Refusal | None:
        """Return why a spell is not legal, and which of its cards makes it so; None for a legal one."""
        if not isinstance(choice, PlacedSpell):
            return Refusal(SOME_CARD.rule, SOME_CARD.detail, "/choice/kind")
        if not 0 < len(choice.cards) <= len(COMPONENT_TYPES):
            return Refusal(SOME_CARD.rule, SOME_CARD.detail, "/choice/cards")
        left = [*self.components]
        taken: list[ComponentType] = []
        for at, card in enumerate(choice.cards):
            offered = PLACEABLE.get(card.card)
            if offered is None or offered not in left:
                return Refusal(
                    IN_HAND.rule, f"{IN_HAND.detail} This is {named(card.card)}.", f"/choice/cards/{at}/card"
                )
            left.remove(offered)
            slots = offered.slots
            if card.slot is None and len(slots) > 1:
                return Refusal(SLOT_NAMED.rule, SLOT_NAMED.detail, f"/choice/cards/{at}/slot")
            slot = card.slot or slots[0]
            if slot not in slots:
                return Refusal(OWN_SLOT.rule, OWN_SLOT.detail, f"/choice/cards/{at}/slot")
            if slot in taken:
                return Refusal(ONE_OF_A_TYPE.rule, f"{ONE_OF_A_TYPE.detail} It is a {slot}.", f"/choice/cards/{at}")
            taken.append(slot)
        return None

    def _spells(self) -> Iterator[PlacedSpell]:
        fitting = [[None, *(card for card in self.components if slot in card.slots)] for slot in COMPONENT_TYPES]
        for row in product(*fitting):
            cards = [(card, slot) for card, slot in zip(row, COMPONENT_TYPES, strict=True) if card is not None]
            if cards and len({card.card for card, _ in cards}) == len(cards):
                yield PlacedSpell(tuple([PLACED[card.card, slot] for card, slot in cards]))


@value
class PlaceSpell(Decision[PlacedSpell]):
    """Which cards to place face down as a spell."""

    kind: ClassVar[str] = "place_spell"
    prompt: ClassVar[str] = "Place your spell: one to three cards, at most one in each slot."
    offers: ClassVar[tuple[type[Choice], ...]] = (PlacedSpell,)
    form: ClassVar[type] = SpellForm

    choices: SpellForm
    because: Refusal = field(repr=False, default=ONE_OF_A_TYPE)

    def refusal(self, choice: object) -> Refusal | None:
        """Return None for a legal spell, else what is wrong with it and where."""
        return self.choices.fault(choice)


def place_spell(state: State, seat: int) -> PlaceSpell:
    """Offer the hand, and Treasures that may be placed as Wild Magic."""
    wizard = state.wizards[seat]
    cards = [PLACEABLE[card] for card in wizard.hand]
    if wizard.treasures:
        cards += [PLACEABLE[card] for card in wizard.treasures if TREASURE[card].wild_magic]
    return PlaceSpell(seat, SpellForm(tuple(cards)))


async def place_spells(table: Table[State]) -> None:
    """All living wizards place their spells at the same time; then everybody says how many cards his has."""
    living = [seat for seat, wizard in enumerate(table.state.wizards) if wizard.hp > 0]
    await table.ask_all(living, lay_spell)
    table.state.declared = True
    turn_up(table)
    table.tell(spells_declared, table.state)
    await set_turn_order(table)


async def lay_spell(table: Table[State], seat: int) -> None:
    """One wizard places his spell; who has nothing to place has a spell of no cards."""
    wizard = table.state.wizards[seat]
    if not wizard.hand and not any(TREASURE[treasure].wild_magic for treasure in wizard.treasures):
        return
    choice = await table.ask(seat, place_spell)
    wizard = table.state.wizards[seat]
    for card in choice.cards:
        wizard.spell.append(SpellCard(card.card, card.slot or COMPONENT[card.card].type))
        if card.card not in TREASURE:
            wizard.hand.remove(card.card)
    if len(wizard.spell) > 1:
        wizard.spell.sort(key=reading_order)


def reading_order(row: SpellCard) -> int:
    """Return the place in which a card of a spell is read: Source, Quality, Delivery."""
    return PLACE[row.slot]


def spells_declared(state: State) -> events.SpellsDeclared:
    """Return what is told of the sizes of all spells."""
    living = [(seat, wizard) for seat, wizard in enumerate(state.wizards) if wizard.hp > 0]
    return events.SpellsDeclared(tuple(events.DeclaredSpell(seat, len(wizard.spell)) for seat, wizard in living))


def turn_up(table: Table[State]) -> None:
    """Cards that lie face up before their spell is cast are shown: those that go first, and Treasures."""
    for seat, wizard in enumerate(table.state.wizards):
        for row in wizard.spell:
            if row.card in FIRST or row.card in TREASURE:
                row.shown = True
                table.tell(events.SpellCardShown, seat, row.card, row.slot)


async def set_turn_order(table: Table[State]) -> None:
    """Spells are locked: Treasures that bear on the order of turns act before the first one."""
    for seat in range(len(table.state.wizards)):
        for treasure, act, owner in held(table.state, seat, "turn_order_set"):
            await act(Duel(table, by=treasure), owner)
