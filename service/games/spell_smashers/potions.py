"""The antidote, which its owner may use whenever the match waits."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers import events
from service.games.spell_smashers.cards import LetterDeck
from service.games.spell_smashers.draws import BOTH_DECKS, discard_from_hand, draw_letters, letter_decks
from service.games.spell_smashers.letters import LETTER
from service.games.spell_smashers.wounds import WOUND

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.kernel.table import Table
    from service.games.spell_smashers.state import State


@value
class UseAntidote(Choice):
    """Discard this card of the hand, and draw a letter card of this deck for it."""

    kind: ClassVar[str] = "use_antidote"

    card: str
    deck: LetterDeck


@value
class KeepAntidote(Choice):
    """Leave the antidote unused."""

    kind: ClassVar[str] = "keep_antidote"


@value
class TakeAntidote(Decision[UseAntidote]):
    """An antidote may be used now; the match doesn't wait for it."""

    kind: ClassVar[str] = "take_antidote"
    prompt: ClassVar[str] = "You may use your antidote: discard a card of your hand for a new letter."
    offers: ClassVar[tuple[type[Choice], ...]] = (UseAntidote,)
    optional: ClassVar[bool] = True


@value
class LastAntidote(Decision[UseAntidote | KeepAntidote]):
    """An antidote may be used for the last time."""

    kind: ClassVar[str] = "last_antidote"
    prompt: ClassVar[str] = "Before the scores: you may use your antidote."
    offers: ClassVar[tuple[type[Choice], ...]] = (UseAntidote, KeepAntidote)


TRADE: MappingProxyType[tuple[str, LetterDeck], UseAntidote] = MappingProxyType(
    {(card, deck): UseAntidote(card, deck) for card in (*LETTER, *WOUND) for deck in BOTH_DECKS}
)
KEEP_ANTIDOTE = KeepAntidote()
FREE_CARD = Refusal("SS-157", "Trade a letter or wound of your hand that is in no prepared word, for a deck not empty.")


def trades(state: State, seat: int) -> tuple[UseAntidote, ...]:
    """Return what an antidote of `seat` could do now; nothing where none is held."""
    player = state.players[seat]
    if "antidote" not in player.potions:
        return ()
    laid = player.word.tiles if player.word else ()
    decks = letter_decks(state)
    return tuple(
        [
            TRADE[card, deck]
            for card in player.hand
            if card not in laid
            for deck in BOTH_DECKS
            if deck in decks or (card in LETTER and LETTER[card].deck == deck)
        ]
    )


def interrupts(state: State, seat: int) -> tuple[TakeAntidote, ...]:
    """Return the one thing that a seat may do outside its own questions."""
    possible = trades(state, seat)
    return (TakeAntidote(seat, Listed(possible), FREE_CARD),) if possible else ()


def drink(table: Table[State], seat: int, choice: Choice) -> None:
    """The card goes to its pile before the draw, and the antidote back to stock."""
    assert isinstance(choice, UseAntidote)
    state, player = table.state, table.state.players[seat]
    player.potions.remove("antidote")
    state.stock["antidote"] += 1
    table.tell(events.PotionUsed, seat, "antidote")
    discard_from_hand(table, seat, [choice.card])
    draw_letters(table, seat, int(choice.deck == "consonant"), int(choice.deck == "vowel"))


def last_antidote(state: State, seat: int) -> LastAntidote:
    """Offer what an antidote could do, and to leave it; this alone where it was used while the match waited."""
    return LastAntidote(seat, Listed((*trades(state, seat), KEEP_ANTIDOTE)), FREE_CARD)


async def last_antidotes(table: Table[State]) -> None:
    """Every holder of an antidote with a card in hand is asked once more, clockwise from the holder of the marker."""
    for seat in table.state.clockwise():
        await offer_antidote(table, seat, last_antidote)


async def offer_antidote(
    table: Table[State], seat: int, build: Callable[[State, int], Decision[UseAntidote | KeepAntidote]]
) -> None:
    """Ask a player whether he uses an antidote, if he holds one that could do something."""
    if trades(table.state, seat):
        choice = await table.ask(seat, build)
        if isinstance(choice, UseAntidote):
            drink(table, seat, choice)


POTION_CHOICES: tuple[type[Choice], ...] = (UseAntidote, KeepAntidote)
POTION_DECISIONS: tuple[type[Decision], ...] = (TakeAntidote, LastAntidote)  # type: ignore[type-arg]
