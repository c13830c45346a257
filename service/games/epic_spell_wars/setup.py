"""Set up: heroes, and three decks, each shuffled once for the whole match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars import events
from service.games.epic_spell_wars.components import MAIN_DECK
from service.games.epic_spell_wars.dead_wizards import DEAD_WIZARD
from service.games.epic_spell_wars.decisions import wizard_to_be
from service.games.epic_spell_wars.decks import shuffle_deck
from service.games.epic_spell_wars.heroes import HEROES
from service.games.epic_spell_wars.rounds import begin_duel
from service.games.epic_spell_wars.state import EpicSpellWarsOptions, State, Wizard
from service.games.epic_spell_wars.treasures import TREASURE

if TYPE_CHECKING:
    from service.games.kernel.chance import Chance
    from service.games.kernel.table import Table


def set_up(options: EpicSpellWarsOptions, seats: int, chance: Chance) -> State:
    """Seat the wizards; heroes are drawn here, or chosen in the first phase."""
    wizards = [Wizard() for _ in range(seats)]
    if options.heroes == "random":
        heroes = [hero.id for hero in HEROES]
        chance.shuffle(heroes)
        for wizard, hero in zip(wizards, heroes, strict=False):
            wizard.hero = hero
    return State(options.tokens, options.round_cap, options.duel_cap, wizards)


async def choose_wizards(table: Table[State]) -> None:
    """Seat 0 first, each player takes a hero of those left; then each deck is shuffled, and the first duel begins."""
    for seat in range(len(table.state.wizards)):
        if not table.state.wizards[seat].hero:
            choice = await table.ask_openly(seat, wizard_to_be)
            table.state.wizards[seat].hero = choice.hero
        table.tell(events.WizardChosen, seat, table.state.wizards[seat].hero)
    state = table.state
    state.main_deck = list(MAIN_DECK)
    state.treasure_deck = list(TREASURE)
    state.dead_wizard_deck = list(DEAD_WIZARD)
    shuffle_deck(table, "main", state.main_deck)
    shuffle_deck(table, "treasure", state.treasure_deck)
    shuffle_deck(table, "dead_wizard", state.dead_wizard_deck)
    begin_duel(table)
