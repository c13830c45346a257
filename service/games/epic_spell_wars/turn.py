"""A wizard's turn: his spell is shown, Wild Magic replaced, and its cards act one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars import decisions, events, treasure_events
from service.games.epic_spell_wars.cards import COMPONENT_TYPES
from service.games.epic_spell_wars.casting import Cast
from service.games.epic_spell_wars.components import COMPONENT
from service.games.epic_spell_wars.deaths import discard_spell
from service.games.epic_spell_wars.decks import discard_cards, draw_card
from service.games.epic_spell_wars.moments import held, held_by_foes
from service.games.epic_spell_wars.names import spell_name
from service.games.epic_spell_wars.placing import reading_order
from service.games.epic_spell_wars.state import SpellCard
from service.games.epic_spell_wars.treasures import TREASURE

if TYPE_CHECKING:
    from service.games.epic_spell_wars.state import State
    from service.games.kernel.table import Table


async def take_turn(table: Table[State], seat: int) -> None:
    """Cast a wizard's spell; then its cards are discarded. Whoever dies meanwhile casts no further."""
    table.state.caster = seat
    table.tell(events.CastingBegan, seat)
    cast = Cast(table, seat)
    await start_turn(cast)
    if not cast.over:
        show_spell(cast)
        replace_wild_magic(cast)
        table.tell(spell_named, cast)
        await spell_is_revealed(cast)
    await resolve(cast)
    discard_spell(table, seat)
    table.state.wizards[seat].acted = True
    table.state.caster = None


async def start_turn(cast: Cast) -> None:
    """Treasures act that do so before the spell is shown."""
    for treasure in held(cast.table.state, cast.caster, "turn_starts"):
        if treasure.turn_starts is not None and not cast.over:
            cast.by = treasure.id
            await treasure.turn_starts(cast, cast.caster)


def show_spell(cast: Cast) -> None:
    """Turn the spell face up."""
    for row in cast.spell:
        row.shown = True
    cast.table.tell(spell_shown, cast)


def replace_wild_magic(cast: Cast) -> None:
    """Slot by slot, turn up cards until one of the missing type comes; the rest and the Wild Magic are discarded."""
    for row in [row for row in cast.spell if row.card not in COMPONENT]:
        cast.wild_magic_played += 1
        cast.by = row.card
        found = search(cast, row)
        cast.spell.remove(row)
        if found is not None:
            cast.table.state.revealed.remove(found)
            cast.spell.append(SpellCard(found, row.slot, shown=True))
            cast.spell.sort(key=reading_order)
            cast.table.tell(events.SpellCardAdded, cast.caster, found, row.slot, row.card)
        if row.card in TREASURE:
            cast.table.tell(treasure_events.GemReturned, cast.caster, row.card)
        else:
            cast.table.state.revealed.append(row.card)
        revealed, cast.table.state.revealed = cast.table.state.revealed, []
        discard_cards(cast.table, cast.caster, revealed, "revealed", row.card)


def search(cast: Cast, row: SpellCard) -> str | None:
    """Turn up cards of the Main Deck until one is of the type of a slot; None where there is no such card left."""
    state = cast.table.state
    revealed = []
    found = None
    while found is None and (card := draw_card(cast.table, "main")) is not None:
        revealed.append(card)
        if card in COMPONENT and COMPONENT[card].type == row.slot:
            found = card
    state.revealed += revealed
    cast.table.tell(events.MainDeckRevealed, cast.caster, row.card, tuple(revealed))
    return found


async def spell_is_revealed(cast: Cast) -> None:
    """Treasures act that look at a spell just shown: the caster's, then those of his foes from his left on."""
    for treasure in held(cast.table.state, cast.caster, "spell_revealed"):
        if treasure.spell_revealed is not None and not cast.over:
            cast.by = treasure.id
            await treasure.spell_revealed(cast, cast.caster)
    for foe, treasure in held_by_foes(cast, "foes_spell_revealed"):
        if treasure.foes_spell_revealed is not None:
            cast.by = treasure.id
            await treasure.foes_spell_revealed(cast, foe)


async def resolve(cast: Cast) -> None:
    """Source, Quality, Delivery: of what has not acted yet the lowest type, and of several the caster's choice."""
    while not cast.over:
        waiting = [row for row in cast.spell if not row.resolved]
        if not waiting:
            return
        cards = of_lowest_type(waiting)
        card = cards[0]
        if len(cards) > 1:
            choice = await cast.table.ask(cast.caster, decisions.next_of(cards))
            card = choice.card
        for row in cast.spell:
            row.resolved |= row.card == card
        await resolve_card(cast, card)


def of_lowest_type(waiting: list[SpellCard]) -> list[str]:
    """Return the cards that act next: Sources, else Qualities, else Deliveries."""
    for slot in COMPONENT_TYPES:
        cards = [row.card for row in waiting if row.slot == slot]
        if cards:
            return cards
    return []


async def resolve_card(cast: Cast, card: str) -> None:
    """One card acts, after what foes' Treasures do before it."""
    cast.table.tell(events.ComponentResolves, cast.caster, card)
    for foe, treasure in held_by_foes(cast, "foes_card_resolves"):
        if treasure.foes_card_resolves is not None:
            cast.by = treasure.id
            await treasure.foes_card_resolves(cast, card, foe)
    if not cast.over:
        cast.by = card
        cast.acting = COMPONENT[card]
        await cast.carry_out(cast.acting)


def spell_shown(cast: Cast) -> events.SpellShown:
    """Return what is told of a spell that is turned face up."""
    return events.SpellShown(cast.caster, tuple(events.SlottedCard(row.card, row.slot) for row in cast.spell))


def spell_named(cast: Cast) -> events.SpellNamed:
    """Return what is told of a spell's name."""
    return events.SpellNamed(cast.caster, spell_name(cast.table.state, cast.caster))
