"""Damage of one instruction, the deaths it brings, and the end of a duel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars import events
from service.games.epic_spell_wars.dead_wizards import DEAD_WIZARD
from service.games.epic_spell_wars.decks import discard_cards, draw_dead_wizard_card
from service.games.epic_spell_wars.treasures import TREASURE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.games.epic_spell_wars.duel import Duel
    from service.games.epic_spell_wars.state import State
    from service.games.kernel.table import Table


async def bury(duel: Duel, slain: Iterable[int]) -> None:
    """The dead draw a card each; then the duel may be over; then what they drew acts, one after the other."""
    table = duel.table
    drawn = []
    for seat in slain:
        lay_out(table, seat)
        table.tell(events.WizardSlain, seat, duel.by)
        if (card := draw_dead_wizard_card(table, seat)) is not None:
            drawn.append((seat, card))
    end_if_one_stands(table, duel.caster)
    for seat, card in drawn:
        await play_if_immediate(duel, seat, card)


def lay_out(table: Table[State], seat: int) -> None:
    """Discard the hand, the spell and the Treasures of a wizard."""
    wizard = table.state.wizards[seat]
    hand, wizard.hand = wizard.hand, []
    discard_cards(table, seat, hand, "hand")
    discard_spell(table, seat)
    treasures, wizard.treasures = wizard.treasures, []
    table.state.treasure_discard += treasures


def discard_spell(table: Table[State], seat: int) -> None:
    """Discard what lies in a wizard's spell; a placed Treasure stays with its owner."""
    wizard = table.state.wizards[seat]
    if wizard.spell:
        rows, wizard.spell = wizard.spell, []
        discard_cards(table, seat, [row.card for row in rows if row.card not in TREASURE], "spell")


async def play_if_immediate(duel: Duel, seat: int, card: str) -> None:
    """A Dead Wizard card that acts when it is drawn does so, unless the duel is over; then it is discarded."""
    state = duel.table.state
    act = DEAD_WIZARD[card].drawn
    if act is None or state.duel_over:
        return
    state.wizards[seat].dead_wizards.remove(card)
    state.dead_wizard_discard.append(card)
    duel.table.tell(events.DeadWizardCardPlayed, seat, card)
    await act(duel.by_card(card), seat)


def end_if_one_stands(table: Table[State], caster: int | None) -> None:
    """The last one standing takes the token; if nobody stands, the caster does."""
    state = table.state
    if not state.duel_over:
        living = [seat for seat, wizard in enumerate(state.wizards) if wizard.hp > 0]
        if len(living) <= 1:
            end_duel(table, "last_one_standing", living[0] if living else caster)


def end_duel(table: Table[State], ending: events.DuelEnding, winner: int | None) -> None:
    """Nothing more happens in this duel; `winner` takes a token."""
    state = table.state
    state.duel_over = True
    state.duel_winner = winner
    tokens = None
    if winner is not None:
        state.wizards[winner].tokens += 1
        tokens = state.wizards[winner].tokens
    table.tell(events.DuelEnded, state.duel, ending, winner, tokens)
