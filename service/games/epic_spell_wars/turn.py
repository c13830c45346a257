"""A wizard's turn: his spell is shown, Wild Magic replaced, and its cards act one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars import decisions, events, treasure_events
from service.games.epic_spell_wars.cards import PLACE
from service.games.epic_spell_wars.casting import Cast
from service.games.epic_spell_wars.components import COMPONENT
from service.games.epic_spell_wars.deaths import discard_spell
from service.games.epic_spell_wars.decks import discard_cards, draw_card
from service.games.epic_spell_wars.moments import held, held_by_foes, let_act
from service.games.epic_spell_wars.names import spell_name
from service.games.epic_spell_wars.placing import reading_order
from service.games.epic_spell_wars.state import SpellCard
from service.games.epic_spell_wars.treasures import TREASURE

if TYPE_CHECKING:
    from service.games.epic_spell_wars.state import State
    from service.games.kernel.table import Table


async def take_turn(table: Table[State], seat: int) -> None:
    """Cast a wizard's spell; then its cards are discarded. Whoever dies meanwhile casts no further."""
    state = table.state
    state.caster = seat
    table.tell(events.CastingBegan, seat)
    cast = Cast(table, seat)
    if treasures := held(state, seat, "turn_starts"):
        await let_act(cast, treasures, cast)
    if not cast.over:
        show_spell(cast)
        if treasures := held(state, seat, "spell_revealed"):
            await let_act(cast, treasures, cast)
        if treasures := held_by_foes(cast, "foes_spell_revealed"):
            await let_act(cast, treasures, cast)
    await resolve(cast)
    discard_spell(table, seat)
    cast.wizard.acted = True
    state.caster = None


def show_spell(cast: Cast) -> None:
    """Turn the spell face up, put other cards in the place of Wild Magic, and read the spell's name."""
    wild_magic = []
    for row in cast.wizard.spell:
        row.shown = True
        if row.card not in COMPONENT:
            wild_magic.append(row)
    cast.table.tell(spell_shown, cast)
    for row in wild_magic:
        replace_wild_magic(cast, row)
    cast.table.tell(spell_named, cast)


def replace_wild_magic(cast: Cast, row: SpellCard) -> None:
    """Turn up cards until one of the missing type comes; the rest and the Wild Magic are discarded."""
    state, spell = cast.state, cast.wizard.spell
    cast.wild_magic_played += 1
    cast.by = row.card
    found = search(cast, row)
    spell.remove(row)
    if found is not None:
        state.revealed.remove(found)
        spell.append(SpellCard(found, row.slot, shown=True))
        spell.sort(key=reading_order)
        cast.table.tell(events.SpellCardAdded, cast.caster, found, row.slot, row.card)
    if row.card in TREASURE:
        cast.table.tell(treasure_events.GemReturned, cast.caster, row.card)
    else:
        state.revealed.append(row.card)
    revealed, state.revealed = state.revealed, []
    discard_cards(cast.table, cast.caster, revealed, "revealed", row.card)


def search(cast: Cast, row: SpellCard) -> str | None:
    """Turn up cards of the Main Deck until one is of the type of a slot; None where there is no such card left."""
    revealed = []
    found = None
    while found is None and (card := draw_card(cast.table, "main")) is not None:
        revealed.append(card)
        if card in COMPONENT and COMPONENT[card].type == row.slot:
            found = card
    cast.state.revealed += revealed
    cast.table.tell(events.MainDeckRevealed, cast.caster, row.card, tuple(revealed))
    return found


async def resolve(cast: Cast) -> None:
    """Source, Quality, Delivery: of what has not acted yet the lowest type, and of several the caster's choice.

    Before a card acts Treasures of foes do that look at it.
    """
    table, wizard = cast.table, cast.wizard
    while not cast.over and (rows := next_to_act(wizard.spell)):
        row = rows[0] if len(rows) == 1 else await choose_next(cast, rows)
        row.resolved = True
        table.tell(events.ComponentResolves, cast.caster, row.card)
        if treasures := held_by_foes(cast, "foes_card_resolves"):
            await let_act(cast, treasures, cast, row.card)
            if cast.over:
                return
        cast.by = row.card
        cast.acting = COMPONENT[row.card]
        await cast.carry_out(cast.acting)


def next_to_act(spell: list[SpellCard]) -> list[SpellCard]:
    """Return the cards that act next of those that have not: Sources, else Qualities, else Deliveries."""
    rows: list[SpellCard] = []
    for row in spell:
        if not row.resolved:
            if not rows or row.slot == rows[0].slot:
                rows.append(row)
            elif PLACE[row.slot] < PLACE[rows[0].slot]:
                rows = [row]
    return rows


async def choose_next(cast: Cast, rows: list[SpellCard]) -> SpellCard:
    """Let the caster name which of several cards of one type acts next."""
    choice = await cast.table.ask(cast.caster, decisions.next_of([row.card for row in rows]))
    return next(row for row in rows if row.card == choice.card)


def spell_shown(cast: Cast) -> events.SpellShown:
    """Return what is told of a spell that is turned face up."""
    return events.SpellShown(cast.caster, tuple(events.SlottedCard(row.card, row.slot) for row in cast.wizard.spell))


def spell_named(cast: Cast) -> events.SpellNamed:
    """Return what is told of a spell's name."""
    return events.SpellNamed(cast.caster, spell_name(cast.state, cast.caster))
