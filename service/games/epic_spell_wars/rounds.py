"""Rounds and duels: how each begins, and when a duel and the match end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars import events
from service.games.epic_spell_wars.dead_wizards import DEAD_WIZARD
from service.games.epic_spell_wars.deaths import end_duel, lay_out
from service.games.epic_spell_wars.decks import draw_to_hand
from service.games.epic_spell_wars.duel import Duel
from service.games.epic_spell_wars.heroes import STARTING_HP
from service.games.epic_spell_wars.state import HAND_SIZE
from service.games.epic_spell_wars.treasures import TREASURE
from service.games.epic_spell_wars.turn import take_turn
from service.games.epic_spell_wars.turn_order import next_caster, still_to_act

if TYPE_CHECKING:
    from service.games.epic_spell_wars.state import Ending, State, Wizard
    from service.games.kernel.table import Table


def begin_duel(table: Table[State]) -> None:
    """Everybody is alive again with 20 HP; Dead Wizard cards give what they promised, and are discarded."""
    state = table.state
    state.duel += 1
    state.round = 0
    state.duel_over = False
    state.duel_winner = None
    for wizard in state.wizards:
        wizard.hp = STARTING_HP
    table.tell(events.DuelBegan, state.duel)
    for seat, wizard in enumerate(state.wizards):
        for card in list(wizard.dead_wizards):
            cash_in(table, seat, card)
    state.phase = "round_start"


def cash_in(table: Table[State], seat: int, card: str) -> None:
    """A Dead Wizard card gives its bonus and is discarded; one that waits for the first hand stays until then."""
    state = table.state
    design = DEAD_WIZARD[card]
    if design.hand_drawn is not None:
        return
    if design.bonus is not None:
        table.tell(events.DeadWizardCardPlayed, seat, card)
        design.bonus(Duel(table, by=card), seat)
    else:
        table.tell(events.DeadWizardCardDiscarded, seat, card)
    state.wizards[seat].dead_wizards.remove(card)
    state.dead_wizard_discard.append(card)


async def start_round(table: Table[State]) -> None:
    """The living fill their hands up in seat order; then each who was dead before draws a Dead Wizard card."""
    state = table.state
    state.round += 1
    state.rounds += 1
    table.tell(events.DuelRoundBegan, state.duel, state.round)
    dead = [seat for seat, wizard in enumerate(state.wizards) if wizard.hp <= 0]
    for seat, wizard in enumerate(state.wizards):
        if wizard.hp > 0:
            draw_to_hand(table, seat, hand_size(wizard) - len(wizard.hand))
    if state.round == 1:
        complete_first_hands(table)
    if dead:
        await Duel(table).draw_dead_wizard(dead)
    state.phase = "placing"
    if state.duel_over:
        settle_duel(table)


def hand_size(wizard: Wizard) -> int:
    """Return up to how many cards a wizard draws."""
    held = wizard.treasures
    return HAND_SIZE + sum([TREASURE[treasure].hand_size for treasure in held]) if held else HAND_SIZE


def complete_first_hands(table: Table[State]) -> None:
    """What was promised to the first hands of a duel joins them."""
    state = table.state
    for seat, wizard in enumerate(state.wizards):
        for card in list(wizard.dead_wizards):
            table.tell(events.DeadWizardCardPlayed, seat, card)
            act = DEAD_WIZARD[card].hand_drawn
            if act is not None:
                act(Duel(table, by=card), seat)
            wizard.dead_wizards.remove(card)
            state.dead_wizard_discard.append(card)
        aside, wizard.set_aside = wizard.set_aside, []
        wizard.hand += aside
        for card in aside:
            table.tell(events.WildMagicTaken, seat, card)


async def play_turn(table: Table[State]) -> None:
    """The next wizard casts; when all have, the round ends."""
    seat = next_caster(table)
    if seat is not None:
        await take_turn(table, seat)
    state = table.state
    if not state.duel_over and not still_to_act(state):
        end_round(table)
    if state.duel_over:
        settle_duel(table)


def end_round(table: Table[State]) -> None:
    """What holds for a round is over; after so many rounds whoever has the most HP takes the token, if it is one."""
    state = table.state
    clear_round(state)
    if state.round >= state.round_cap:
        most = max(wizard.hp for wizard in state.wizards)
        strongest = [seat for seat, wizard in enumerate(state.wizards) if wizard.hp == most]
        end_duel(table, "round_cap", strongest[0] if len(strongest) == 1 else None)


def clear_round(state: State) -> None:
    """Nobody has acted in the round that comes."""
    for wizard in state.wizards:
        wizard.acted = wizard.waits = False
        wizard.initiative = None
        wizard.bonus_dice = []
    state.declared = False
    state.phase = "round_start"


def settle_duel(table: Table[State]) -> None:
    """The duel is over: all hands, spells and Treasures are discarded, and the next begins, or the match ends."""
    state = table.state
    clear_round(state)
    for seat in range(len(state.wizards)):
        lay_out(table, seat)
    ending = match_ending(state)
    if ending:
        most = max(wizard.tokens for wizard in state.wizards)
        state.ending = ending
        state.winners = [seat for seat, wizard in enumerate(state.wizards) if wizard.tokens == most]
    else:
        begin_duel(table)


def match_ending(state: State) -> Ending:
    """Return how the match ends with the duel that is over, if it does; most tokens win, ties share."""
    winner = state.duel_winner
    if winner is not None and state.wizards[winner].tokens >= state.tokens_to_win:
        capped = state.round >= state.round_cap and sum(wizard.hp > 0 for wizard in state.wizards) > 1
        return "round_cap" if capped else "last_wizard_standing"
    return "duel_cap" if state.duel >= state.duel_cap else ""
