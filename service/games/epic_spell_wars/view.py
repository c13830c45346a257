"""What one audience may see, built up from what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.epic_spell_wars.cards import ComponentType
from service.games.epic_spell_wars.names import spell_name
from service.games.epic_spell_wars.state import Phase
from service.games.epic_spell_wars.treasures import TREASURE
from service.games.kernel.game import View
from service.games.kernel.values import value

if TYPE_CHECKING:
    from service.games.epic_spell_wars.state import State


@value
class SpellCardView:
    """A card in a spell that this audience may see. `shown`: everybody does. `resolved`: it has acted, or acts now."""

    card: str
    slot: ComponentType
    shown: bool
    resolved: bool


@value
class WizardView:
    """One wizard as this audience sees him; with 0 HP he is dead.

    Until all spells are placed `hand_size` counts the cards of his spell too, `spell_size` is absent, and `spell` shows
    its owner alone what he has placed. `spell_name` is there while the spell is cast.
    """

    seat: int
    hp: int
    tokens: int
    hand_size: int
    treasures: tuple[str, ...]
    dead_wizard_cards: int
    wild_magic_aside: int
    bonus_dice: tuple[str, ...]
    acted: bool
    acts_last: bool
    spell: tuple[SpellCardView, ...]
    hero: str | None = None
    spell_size: int | None = None
    spell_name: str | None = None
    initiative: int | None = None


@value
class EpicSpellWarsView(View):
    """The table: three decks with their discard piles, the last card on top; `hand` is the bearer's own."""

    kind: ClassVar[str] = "epic_spell_wars"

    phase: Phase
    duel: int
    round: int
    tokens_to_win: int
    round_cap: int
    duel_cap: int
    wizards: tuple[WizardView, ...]
    revealed: tuple[str, ...]
    main_deck_size: int
    main_discard: tuple[str, ...]
    treasure_deck_size: int
    treasure_discard: tuple[str, ...]
    dead_wizard_deck_size: int
    dead_wizard_discard: tuple[str, ...]
    caster: int | None = None
    hand: tuple[str, ...] | None = None
    dead_wizard_hand: tuple[str, ...] | None = None


def view_for(state: State, audience: int | None) -> EpicSpellWarsView:
    """Build the view of a seat, or of the spectators (None)."""
    own = None if audience is None else state.wizards[audience]
    return EpicSpellWarsView(
        phase=state.phase,
        duel=state.duel,
        round=state.round,
        tokens_to_win=state.tokens_to_win,
        round_cap=state.round_cap,
        duel_cap=state.duel_cap,
        wizards=tuple([wizard_view(state, seat, audience) for seat in range(len(state.wizards))]),
        revealed=tuple(state.revealed),
        main_deck_size=len(state.main_deck),
        main_discard=tuple(state.main_discard),
        treasure_deck_size=len(state.treasure_deck),
        treasure_discard=tuple(state.treasure_discard),
        dead_wizard_deck_size=len(state.dead_wizard_deck),
        dead_wizard_discard=tuple(state.dead_wizard_discard),
        caster=state.caster,
        hand=None if own is None else tuple(own.hand),
        dead_wizard_hand=None if own is None else tuple(own.dead_wizards),
    )


def wizard_view(state: State, seat: int, audience: int | None) -> WizardView:
    """A placed card is seen by its owner, and by all once it lies face up; how many there are, once all are placed."""
    wizard = state.wizards[seat]
    own = audience == seat
    from_hand = sum([row.card not in TREASURE for row in wizard.spell])
    lies_open = state.caster == seat and all(row.shown for row in wizard.spell)
    rows = [
        SpellCardView(row.card, row.slot, row.shown, row.resolved)
        for row in wizard.spell
        if own or (row.shown and state.declared)
    ]
    return WizardView(
        seat=seat,
        hp=wizard.hp,
        tokens=wizard.tokens,
        hand_size=len(wizard.hand) + (0 if state.declared else from_hand),
        treasures=tuple(wizard.treasures),
        dead_wizard_cards=len(wizard.dead_wizards),
        wild_magic_aside=len(wizard.set_aside),
        bonus_dice=tuple(wizard.bonus_dice),
        acted=wizard.acted,
        acts_last=wizard.waits,
        spell=tuple(rows),
        hero=wizard.hero or None,
        spell_size=len(wizard.spell) if state.declared else None,
        spell_name=spell_name(state, seat) if lies_open else None,
        initiative=wizard.initiative,
    )
