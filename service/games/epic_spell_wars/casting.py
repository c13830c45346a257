"""A spell as it is cast, and the verbs that its cards use."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.epic_spell_wars import decisions, events, treasure_events
from service.games.epic_spell_wars.caster import Caster
from service.games.epic_spell_wars.components import COMPONENT
from service.games.epic_spell_wars.decks import discard_cards, draw_card
from service.games.epic_spell_wars.duel import CLOCKWISE
from service.games.epic_spell_wars.power_rolls import roll_for
from service.games.epic_spell_wars.state import SpellCard
from service.games.epic_spell_wars.treasures import TREASURE, TREASURES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from service.games.epic_spell_wars.cards import ComponentType, Glyph, SpellComponent
    from service.games.epic_spell_wars.state import State
    from service.games.kernel.table import Table


GLYPH: MappingProxyType[str, Glyph] = MappingProxyType(
    {card: design.glyph for card, design in COMPONENT.items()}
    | {treasure.id: treasure.glyph for treasure in TREASURES if treasure.glyph is not None}
)
"""The glyph that a card counts for in a spell; Wild Magic has none, nor have most Treasures."""
CARDS_OF: MappingProxyType[Glyph, frozenset[str]] = MappingProxyType(
    {glyph: frozenset([card for card, of in GLYPH.items() if of == glyph]) for glyph in GLYPH.values()}
)
"""The cards, Treasures among them, that count for each glyph."""


class Cast(Caster):
    """A spell, and what its cards do.

    `acting`: the card of the spell whose turn it is to act; a copied text is done by it.
    `wild_magic_played`: how many Wild Magic this spell was placed with, a Proton Gem among them. `at_each_foe`: every
    Delivery that is not aimed at the caster is aimed at each foe.
    """

    __slots__ = ("acting", "at_each_foe", "wild_magic_played")

    def __init__(self, table: Table[State], caster: int) -> None:
        super().__init__(table, caster)
        self.me = (caster,)
        self.others = CLOCKWISE[len(self.state.wizards)][caster]
        self.wizard = self.state.wizards[caster]
        self.acting: SpellComponent | None = None
        self.wild_magic_played = 0
        self.at_each_foe = False

    @property
    def spell(self) -> list[SpellCard]:
        """The cards in the spell, in the order in which they came."""
        return self.wizard.spell

    def design_of(self, card: str) -> str | None:
        """Return the design of a component; Wild Magic is none."""
        return COMPONENT[card].id if card in COMPONENT else None

    def type_of(self, card: str) -> ComponentType | None:
        """Return the type of a component; Wild Magic has none."""
        return COMPONENT[card].type if card in COMPONENT else None

    def glyph_of(self, card: str) -> Glyph | None:
        """Return the glyph of a component; Wild Magic has none."""
        return COMPONENT[card].glyph if card in COMPONENT else None

    def designs(self) -> list[str]:
        """Return the designs of the components in the spell, in the order in which they came."""
        return [COMPONENT[row.card].id for row in self.spell if row.card in COMPONENT]

    def glyphs(self) -> list[Glyph]:
        """Return the glyphs of the spell, and of the caster's Treasures, each as often as there are cards of it."""
        cards = [row.card for row in self.wizard.spell] + self.wizard.treasures
        return [GLYPH[card] for card in cards if card in GLYPH]

    def distinct_glyphs(self) -> int:
        """Return how many different glyphs the spell has."""
        return len(set(self.glyphs()))

    def cards_of(self, glyph: Glyph) -> list[str]:
        """Return every card that counts for a glyph in this spell, the caster's Treasures among them."""
        counting = CARDS_OF[glyph]
        cards = [row.card for row in self.wizard.spell if row.card in counting]
        if self.wizard.treasures:
            cards += [treasure for treasure in self.wizard.treasures if treasure in counting]
        return cards

    def count_glyph(self, glyph: Glyph) -> int:
        """Return how many cards of a glyph the spell has."""
        return len(self.cards_of(glyph))

    def reveal_main(self, count: int) -> list[str]:
        """Turn up cards of the Main Deck, as many as there are; they lie aside until they join a spell or go."""
        state = self.state
        cards: list[str] = []
        while len(cards) < count and not self.over:
            card = draw_card(self.table, "main")
            if card is None:
                break
            cards.append(card)
        state.revealed += cards
        if cards:
            self.table.tell(events.MainDeckRevealed, self.caster, self.by, tuple(cards))
        return cards

    def discard_revealed(self) -> None:
        """Discard what is still turned up."""
        state = self.state
        cards, state.revealed = state.revealed, []
        discard_cards(self.table, self.caster, cards, "revealed", self.by)

    def add_to_spell(self, cards: Iterable[str]) -> None:
        """Let components that are turned up, or in the caster's hand, join the spell; they act in it too."""
        state = self.state
        for card in cards:
            if not self.over:
                place = state.revealed if card in state.revealed else state.wizards[self.caster].hand
                place.remove(card)
                slot = COMPONENT[card].type
                self.wizard.spell.append(SpellCard(card, slot, shown=True))
                self.table.tell(events.SpellCardAdded, self.caster, card, slot, self.by)

    def random_from_hand(self) -> list[str]:
        """Draw a component of the caster's hand, each equally likely; Wild Magic is passed over."""
        components = self._components_in_hand()
        return [self.table.chance.pick(components)] if components and not self.over else []

    async def may_choose_from_hand(self) -> list[str]:
        """Let the caster name a component of his hand or none; he is asked whatever a hand holds that is not empty."""
        if self.over or not self.wizard.hand:
            return []
        choice = await self.table.ask(self.caster, decisions.added_by(self.by))
        return [choice.card] if isinstance(choice, decisions.NameSpellCard) else []

    async def discard_from_hand(self, count: int) -> None:
        """Let the caster discard cards of his hand, of his choice; if he has no more, all of them."""
        for left in range(count, 0, -1):
            hand = self.wizard.hand
            if self.over or not hand:
                return
            cards = list(hand)
            if len(cards) > left:
                choice = await self.table.ask(self.caster, decisions.discarded_for(self.by))
                cards = [choice.card]
            hand = self.wizard.hand
            for card in cards:
                hand.remove(card)
            discard_cards(self.table, self.caster, cards, "hand", self.by)

    async def may_discard_one_of(self, designs: Collection[str], owner: int) -> str | None:
        """Let a foe discard a card of his hand that is of one of these designs, or none; return the card."""
        if self.over or not self.state.wizards[owner].hand:
            return None
        choice = await self.table.ask(owner, decisions.twin_for(self.by, designs))
        if not isinstance(choice, decisions.NameSpellCard):
            return None
        self.state.wizards[owner].hand.remove(choice.card)
        discard_cards(self.table, owner, [choice.card], "hand", self.by)
        return choice.card

    async def copy_text(self, *types: ComponentType) -> None:
        """Do what a card of the spell says, of one of these types and the caster's choice, as this card."""
        cards = [row.card for row in self.spell if row.slot in types and row.card in COMPONENT]
        if self.over or not cards:
            return
        choice = await self.table.ask_openly(self.caster, decisions.copy_of(self.by, cards))
        self.table.tell(events.TextCopied, self.caster, self.by, choice.card)
        await self.carry_out(COMPONENT[choice.card])

    async def carry_out(self, text: SpellComponent) -> None:
        """Do what a component says, as the card that is acting."""
        if text.target is not None:
            await roll_for(self, text)
        elif text.effect is not None:
            await text.effect(self)

    def aim_deliveries_at_each_foe(self) -> None:
        """Aim every Delivery of this spell that is not aimed at the caster at each foe, from now on."""
        self.at_each_foe = True

    def add_dice_this_round(self, count: int) -> None:
        """Let the caster roll more dice in each of his Power Rolls until the round ends."""
        if not self.over:
            self._add_dice(self.caster, count)

    async def discard_from_spell(self, seats: Iterable[int], slot: ComponentType) -> None:
        """Let wizards discard what is placed in a slot of their spell; a Proton Gem goes back to its owner."""
        for seat in seats:
            wizard = self.state.wizards[seat]
            for row in [row for row in wizard.spell if row.slot == slot and not self.over]:
                wizard.spell.remove(row)
                if row.card in TREASURE:
                    self.table.tell(treasure_events.GemReturned, seat, row.card)
                else:
                    discard_cards(self.table, seat, [row.card], "spell", self.by)

    async def take_from_spell(self, seat: int, slot: ComponentType) -> None:
        """Move a component out of a waiting spell into this one, where it acts; Wild Magic is none."""
        wizard = self.state.wizards[seat]
        for row in [row for row in wizard.spell if row.slot == slot and row.card in COMPONENT and not self.over]:
            wizard.spell.remove(row)
            self.wizard.spell.append(SpellCard(row.card, slot, shown=True))
            self.table.tell(events.SpellCardTaken, self.caster, seat, row.card, self.by)

    async def steal_treasure(self, seats: Iterable[int], *, optional: bool = False) -> None:
        """Let the caster take a Treasure that one of these wizards has, or none where it is optional."""
        found = await self._treasure_of(seats, optional=optional)
        if found is not None:
            self.take_treasure(*found)

    async def destroy_treasure(self, seats: Iterable[int]) -> None:
        """Let the caster discard a Treasure that one of these wizards has."""
        found = await self._treasure_of(seats, optional=False)
        if found is not None:
            self.discard_treasure(*found)

    async def offer_to_lose_treasure(self, seat: int) -> str | None:
        """Let a wizard name a Treasure of his own that he loses, or none; who has none is not asked."""
        held = self.loose_treasures(seat)
        if self.over or not held or not self.lives(seat):
            return None
        choice = await self.table.ask(seat, decisions.treasure_lost_to(self.by, held))
        return choice.treasure if isinstance(choice, decisions.NameTreasure) else None

    def take_treasure(self, owner: int, treasure: str) -> None:
        """Move a Treasure from its owner to the caster."""
        if not self.over:
            self.state.wizards[owner].treasures.remove(treasure)
            self.table.tell(treasure_events.TreasureTaken, self.caster, owner, treasure, self.by)
            self.give(self.caster, treasure)

    def _components_in_hand(self) -> list[str]:
        return [card for card in self.wizard.hand if card in COMPONENT]

    async def _treasure_of(self, seats: Iterable[int], *, optional: bool) -> tuple[int, str] | None:
        owners = {treasure: seat for seat in seats if self.lives(seat) for treasure in self.loose_treasures(seat)}
        if self.over or not owners:
            return None
        choice = await self.table.ask_openly(self.caster, decisions.treasure_for(self.by, owners, optional=optional))
        return (owners[choice.treasure], choice.treasure) if isinstance(choice, decisions.NameTreasure) else None
