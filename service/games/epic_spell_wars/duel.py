"""The verbs that need no spell: what happens to wizards in a duel, whoever brings it about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars import decisions, events, treasure_events
from service.games.epic_spell_wars.deaths import bury, play_if_immediate
from service.games.epic_spell_wars.decks import draw_card, draw_dead_wizard_card, draw_to_hand
from service.games.epic_spell_wars.heroes import MOST_HP
from service.games.epic_spell_wars.treasures import TREASURE
from service.games.epic_spell_wars.wild_magic import WILD_MAGIC

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from service.games.epic_spell_wars.state import Seats, State
    from service.games.kernel.table import Table

CLOCKWISE: tuple[tuple[Seats, ...], ...] = tuple(
    tuple((*range(seat + 1, seats), *range(seat)) for seat in range(seats)) for seats in range(7)
)
"""By how many sit at the table and by seat: the others, clockwise from that seat's left."""


class Duel:
    """A duel as a card acts on it. `by` is the id of the card that acts, `caster` whose turn it is, None outside one.

    No verb does anything to the dead, nor once the duel is over; what would have been asked is then answered with
    nothing.
    """

    __slots__ = ("by", "caster", "state", "table")

    caster: int | None

    def __init__(self, table: Table[State], caster: int | None = None, by: str = "") -> None:
        self.table = table
        self.state = table.state
        self.caster = caster
        self.by = by

    @property
    def over(self) -> bool:
        """Tell whether nothing more happens."""
        return self.state.duel_over

    def by_card(self, card: str) -> Duel:
        """Return the same duel for another card that acts in between."""
        return Duel(self.table, self.caster, card)

    def lives(self, seat: int) -> bool:
        """Tell whether a wizard is alive."""
        return self.state.wizards[seat].hp > 0

    def dead(self) -> int:
        """Return how many wizards are dead."""
        return sum(wizard.hp <= 0 for wizard in self.state.wizards)

    def living(self, seats: Seats) -> Seats:
        """Return those of `seats` who are alive."""
        wizards = self.state.wizards
        return tuple([seat for seat in seats if wizards[seat].hp > 0])

    def foes_of(self, seat: int) -> Seats:
        """Return the living wizards but `seat`, clockwise from his left."""
        return self.living(CLOCKWISE[len(self.state.wizards)][seat])

    def in_order(self, seats: Collection[int]) -> list[int]:
        """Return seats clockwise from the caster's left, the caster last; outside a turn ascending."""
        caster = self.caster
        if caster is None:
            return sorted(seats)
        return [seat for seat in (*CLOCKWISE[len(self.state.wizards)][caster], caster) if seat in seats]

    async def damage(self, seats: Iterable[int], amount: int) -> None:
        """Let wizards lose HP, all at the same time; who has none left dies, and the duel may end."""
        if slain := self.take_hp(dict.fromkeys(seats, amount)):
            await bury(self, slain)

    async def damage_each(self, amounts: Mapping[int, int]) -> None:
        """Let wizards lose HP by seat, all at the same time; who has none left dies, and the duel may end."""
        if slain := self.take_hp(amounts):
            await bury(self, slain)

    def take_hp(self, amounts: Mapping[int, int]) -> Collection[int]:
        """Let living wizards lose HP by seat, and return who has none left."""
        if self.over:
            return ()
        wizards = self.state.wizards
        losses = {}
        slain = []
        for seat, amount in amounts.items():
            wizard = wizards[seat]
            if wizard.hp > 0 and amount > 0:
                losses[seat] = amount
                wizard.hp -= amount
                if wizard.hp <= 0:
                    wizard.hp = 0
                    slain.append(seat)
        if losses:
            self.table.tell(wizards_damaged, self, losses)
        return self.in_order(slain) if slain else slain

    def heal(self, seats: Iterable[int], amount: int) -> None:
        """Let living wizards gain HP, 25 at most."""
        state = self.state
        for seat in seats:
            wizard = state.wizards[seat]
            gained = min(amount, MOST_HP - wizard.hp)
            if gained > 0 and wizard.hp > 0 and not state.duel_over:
                wizard.hp += gained
                self.table.tell(events.WizardHealed, seat, self.by, gained, wizard.hp)

    def draw_main(self, seat: int, count: int) -> None:
        """Let a living wizard draw cards of the Main Deck."""
        if self.lives(seat) and not self.state.duel_over:
            draw_to_hand(self.table, seat, count)

    def gain_treasure(self, seats: Iterable[int]) -> None:
        """Let each living wizard gain the top card of the Treasure deck, in the order of `seats`."""
        for seat in seats:
            if self.lives(seat) and not self.state.duel_over:
                treasure = draw_card(self.table, "treasure")
                if treasure is not None:
                    self.table.tell(treasure_events.TreasureGained, seat, treasure, self.by)
                    self.give(seat, treasure)

    def give(self, seat: int, treasure: str) -> None:
        """Lay a Treasure before a wizard; it may act as it is gained."""
        self.state.wizards[seat].treasures.append(treasure)
        gained = TREASURE[treasure].gained
        if gained is not None:
            gained(self, seat)

    def discard_treasure(self, seat: int, treasure: str) -> None:
        """Discard a wizard's Treasure."""
        state = self.state
        if treasure in state.wizards[seat].treasures:
            state.wizards[seat].treasures.remove(treasure)
            state.treasure_discard.append(treasure)
            self.table.tell(treasure_events.TreasureDiscarded, seat, treasure, self.by or treasure)

    def loose_treasures(self, seat: int) -> list[str]:
        """Return the Treasures that may be taken from a wizard: all but one that is placed in his spell."""
        wizard = self.state.wizards[seat]
        if not wizard.treasures:
            return []
        placed = [row.card for row in wizard.spell]
        return [treasure for treasure in wizard.treasures if treasure not in placed]

    def act_last(self, seat: int) -> None:
        """Let a wizard act after all others this round."""
        self.state.wizards[seat].waits = True
        self.table.tell(events.WizardWaits, seat, self.by)

    def add_dice_in_first_round(self, seat: int, count: int) -> None:
        """Let a wizard roll more dice in each of his Power Rolls of the round that comes."""
        self._add_dice(seat, count)

    def set_aside_wild_magic(self, seat: int) -> None:
        """Take the topmost Wild Magic of the Main Deck, else of its discard pile, for a wizard's next first hand."""
        state = self.state
        for pile in (state.main_deck, state.main_discard):
            for at in range(len(pile) - 1, -1, -1):
                if pile[at] in WILD_MAGIC:
                    card = pile.pop(at)
                    state.wizards[seat].set_aside.append(card)
                    self.table.tell(events.WildMagicSetAside, seat, card, self.by)
                    return

    async def choose_foe_of(self, seat: int) -> Seats:
        """Let a wizard, who may be dead, name a living foe; without one nobody is asked."""
        if self.over:
            return ()
        return await self.name_one(seat, self.foes_of(seat))

    async def may_use(self, card: str, seat: int) -> bool:
        """Ask a wizard whether he does what a card allows."""
        if self.over:
            return False
        choice = await self.table.ask(seat, decisions.use_of(card))
        return isinstance(choice, decisions.UseIt)

    async def draw_dead_wizard(self, seats: Iterable[int]) -> None:
        """Let wizards, living or dead, draw a Dead Wizard card each; one that acts at once does."""
        for seat in seats:
            if not self.over:
                card = draw_dead_wizard_card(self.table, seat)
                if card is not None:
                    await play_if_immediate(self, seat, card)

    async def name_one(self, seat: int, among: Seats) -> Seats:
        """Let a wizard name one of `among`; nobody is asked where there is none or one."""
        if not among:
            return ()
        choice = await self.table.ask_openly(seat, decisions.foe_of(self.by, among))
        self.table.tell(events.WizardNamed, seat, choice.seat, self.by)
        return (choice.seat,)

    def _add_dice(self, seat: int, count: int) -> None:
        self.state.wizards[seat].bonus_dice += [self.by] * count
        self.table.tell(events.BonusDiceGained, seat, self.by, count)


def wizards_damaged(duel: Duel, losses: Mapping[int, int]) -> events.WizardsDamaged:
    """Return what is told of the damage of one instruction."""
    wizards = duel.state.wizards
    told = [events.HpLoss(seat, losses[seat], wizards[seat].hp) for seat in duel.in_order(losses)]
    return events.WizardsDamaged(duel.by, tuple(told))
