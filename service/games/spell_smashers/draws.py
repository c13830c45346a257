"""Drawing and discarding letters and wounds: the decks, their discard piles, and the refill of a hand."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers import events
from service.games.spell_smashers.letters import LETTER
from service.games.spell_smashers.wounds import WOUND

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.kernel.table import Table
    from service.games.spell_smashers.cards import LetterDeck
    from service.games.spell_smashers.state import Deck, State

LARGEST_HAND = 8
BOTH_DECKS: tuple[LetterDeck, ...] = ("consonant", "vowel")


@value
class DrawLetters(Choice):
    """Draw so many consonants and vowels now; what is missing still is asked for again."""

    kind: ClassVar[str] = "draw_letters"

    consonants: int
    vowels: int


@value
class ChooseDraws(Decision[DrawLetters]):
    """From which decks to draw; one card at a time, or several at once."""

    kind: ClassVar[str] = "choose_draws"
    prompt: ClassVar[str] = "Choose how many consonants and vowels to draw now."
    offers: ClassVar[tuple[type[Choice], ...]] = (DrawLetters,)


def _draws(missing: int, consonants: int, vowels: int) -> Listed[DrawLetters]:
    return Listed(
        tuple(
            DrawLetters(some, total - some)
            for total in range(1, missing + 1)
            for some in range(total, -1, -1)
            if some <= consonants and total - some <= vowels
        )
    )


# Asked dozens of times in a match, so every list is made once: by the cards missing, and what either deck can give.
DRAWS: MappingProxyType[tuple[int, int, int], Listed[DrawLetters]] = MappingProxyType(
    {
        (missing, consonants, vowels): _draws(missing, consonants, vowels)
        for missing in range(1, LARGEST_HAND + 1)
        for consonants in range(missing + 1)
        for vowels in range(missing + 1)
    }
)
BACK_UP = Refusal("SS-169", "Draw 1 card or more, no more than the hand is short of, from decks that can give them.")


def in_deck(deck: Deck) -> int:
    """Return how many cards a deck can give, its discard pile reshuffled."""
    return len(deck.cards) + len(deck.discards)


def letter_decks(state: State) -> tuple[LetterDeck, ...]:
    """Return the letter decks that can give a card."""
    if state.consonants.cards and state.vowels.cards:
        return BOTH_DECKS
    return tuple(
        [name for name, deck in zip(BOTH_DECKS, (state.consonants, state.vowels), strict=True) if in_deck(deck)]
    )


def draw_from(table: Table[State], deck: Deck, name: events.ShuffledDeck, count: int) -> list[str]:
    """Take up to `count` cards from the top; a deck that runs out is made anew of its discard pile."""
    drawn: list[str] = []
    while len(drawn) < count:
        if not deck.cards:
            if not deck.discards:
                break
            deck.cards, deck.discards = deck.discards, []
            table.chance.shuffle(deck.cards)
            table.tell(events.PileReshuffled, name, len(deck.cards))
        drawn.append(deck.cards.pop())
    return drawn


def draw_letters(table: Table[State], seat: int, consonants: int, vowels: int) -> list[str]:
    """Let a player draw letters into the hand, as many as there are."""
    state = table.state
    hard = draw_from(table, state.consonants, "consonant", consonants)
    soft = draw_from(table, state.vowels, "vowel", vowels)
    drawn = hard + soft
    state.players[seat].hand += drawn
    if table.told is not None:
        unseen = events.LettersDrawn(seat, len(hard), len(soft))
        table.whisper(seat, events.LettersDrawn(seat, len(hard), len(soft), tuple(drawn)), rest=unseen)
    return drawn


def discard_cards(state: State, cards: list[str]) -> None:
    """Lay letters and wounds on their three discard piles; they must have left the hand."""
    for card in cards:
        letter = LETTER.get(card)
        pile = state.wounds if letter is None else state.consonants if letter.deck == "consonant" else state.vowels
        pile.discards.append(card)


def discard_from_hand(table: Table[State], seat: int, cards: list[str]) -> None:
    """Discard cards of a player's hand, and tell which."""
    hand = table.state.players[seat].hand
    for card in cards:
        hand.remove(card)
    discard_cards(table.state, cards)
    table.tell(events.TilesDiscarded, seat, tuple(cards))


def wounds_held(state: State, seat: int) -> list[str]:
    """Return the wound cards of a player's hand."""
    return [card for card in state.players[seat].hand if card in WOUND]


def choose_draws(size: int) -> Callable[[State, int], ChooseDraws]:
    """Offer every part of the refill to `size` cards that the decks can give."""

    def build(state: State, seat: int) -> ChooseDraws:
        missing = size - len(state.players[seat].hand)
        consonants, vowels = min(missing, in_deck(state.consonants)), min(missing, in_deck(state.vowels))
        return ChooseDraws(seat, DRAWS[missing, consonants, vowels], BACK_UP)

    return build


async def draw_up_to(table: Table[State], seat: int, size: int) -> None:
    """Let a player draw until the hand has `size` cards; where one deck alone can give, nothing is asked."""
    build = choose_draws(size)
    while (missing := size - len(table.state.players[seat].hand)) > 0 and (decks := letter_decks(table.state)):
        if len(decks) == 1:
            draw_letters(table, seat, *((missing, 0) if decks == ("consonant",) else (0, missing)))
            continue
        choice = await table.ask(seat, build)
        draw_letters(table, seat, choice.consonants, choice.vowels)
