"""Draws from the three decks; one that has run out is made of its discard pile when a card is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars import events

if TYPE_CHECKING:
    from service.games.epic_spell_wars.state import State
    from service.games.kernel.table import Table


def draw_card(table: Table[State], deck: events.Deck) -> str | None:
    """Take the top card of a deck; None where deck and discard pile are both empty."""
    state = table.state
    if deck == "main":
        cards, discard = state.main_deck, state.main_discard
    elif deck == "treasure":
        cards, discard = state.treasure_deck, state.treasure_discard
    else:
        cards, discard = state.dead_wizard_deck, state.dead_wizard_discard
    if not cards:
        if not discard:
            return None
        cards += discard
        discard.clear()
        shuffle_deck(table, deck, cards)
    return cards.pop()


def shuffle_deck(table: Table[State], deck: events.Deck, cards: list[str]) -> None:
    """Shuffle the cards of a deck, and tell how many there are."""
    table.chance.shuffle(cards)
    table.tell(events.SpellDeckShuffled, deck, len(cards))


def draw_to_hand(table: Table[State], seat: int, count: int) -> None:
    """Draw cards of the Main Deck, as many as there are; only their owner sees them."""
    drawn: list[str] = []
    deck = table.state.main_deck
    if 0 < count < len(deck):  # Hands are filled in every round: not card by card where the deck has enough.
        drawn = deck[: -count - 1 : -1]
        del deck[-count:]
    while len(drawn) < count and (card := draw_card(table, "main")) is not None:
        drawn.append(card)
    if drawn:
        table.state.wizards[seat].hand += drawn
        if table.told is not None:
            told = events.SpellCardsDrawn(seat, len(drawn), tuple(drawn))
            table.whisper(seat, told, events.SpellCardsDrawn(seat, len(drawn)))


def draw_dead_wizard_card(table: Table[State], seat: int) -> str | None:
    """Draw a Dead Wizard card, which its owner alone sees; None where there is none."""
    card = draw_card(table, "dead_wizard")
    if card is not None:
        table.state.wizards[seat].dead_wizards.append(card)
        if table.told is not None:
            told = events.DeadWizardCardDrawn(seat, card)
            table.whisper(seat, told, events.DeadWizardCardDrawn(seat))
    return card


def discard_cards(table: Table[State], seat: int, cards: list[str], place: events.Place, by: str | None = None) -> None:
    """Put cards of the Main Deck on its discard pile; they are no more where they were by then."""
    if cards:
        table.state.main_discard += cards
        table.tell(events.SpellCardsDiscarded, seat, tuple(cards), place, by)
