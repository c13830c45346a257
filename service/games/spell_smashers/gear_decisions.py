"""The questions that a card's effect asks in its owner's battle."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers.draws import wounds_held

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.spell_smashers.battle import WordInBattle
    from service.games.spell_smashers.state import State

CUIRASS_HEALS = 2


@value
class GiveUpGear(Choice):
    """Discard this active gear card."""

    kind: ClassVar[str] = "give_up_gear"

    gear: str


@value
class HealWounds(Choice):
    """Discard these wound cards from hand; none is allowed."""

    kind: ClassVar[str] = "heal_wounds"

    wounds: tuple[str, ...]


@value
class KeepLetter(Choice):
    """Return this letter card of the word to hand."""

    kind: ClassVar[str] = "keep_letter"

    tile: str


@value
class KeepNoLetter(Choice):
    """Discard the whole word."""

    kind: ClassVar[str] = "keep_no_letter"


@value
class ChooseDisarmed(Decision[GiveUpGear]):
    """Which active gear card a disarming monster takes."""

    kind: ClassVar[str] = "choose_disarmed"
    prompt: ClassVar[str] = "Choose the active gear card to discard."
    offers: ClassVar[tuple[type[Choice], ...]] = (GiveUpGear,)


@value
class ChooseHealed(Decision[HealWounds]):
    """Which wound cards the Cleansing Cuirass takes away."""

    kind: ClassVar[str] = "choose_healed"
    prompt: ClassVar[str] = "Choose up to 2 wound cards of your hand to discard."
    offers: ClassVar[tuple[type[Choice], ...]] = (HealWounds,)


@value
class ChooseKept(Decision[KeepLetter | KeepNoLetter]):
    """Which letter card of the word the Retrieving Robe returns."""

    kind: ClassVar[str] = "choose_kept"
    prompt: ClassVar[str] = "You may return a letter card of your word to your hand."
    offers: ClassVar[tuple[type[Choice], ...]] = (KeepLetter, KeepNoLetter)


KEEP_NO_LETTER = KeepNoLetter()
ONE_ACTIVE = Refusal("SS-208", "Give up one of your active gear cards.")
UP_TO_TWO = Refusal("SS-065", "Discard up to 2 wound cards that you hold, each once.")
OF_THE_WORD = Refusal("SS-127", "Return one letter card of your word, or none.")


def choose_disarmed(state: State, seat: int) -> ChooseDisarmed:
    """Offer the active weapon and the active armor, those that there are."""
    player = state.players[seat]
    active = tuple(GiveUpGear(card) for card in (player.weapon, player.armor) if card)
    return ChooseDisarmed(seat, Listed(active), ONE_ACTIVE)


def choose_healed(state: State, seat: int) -> ChooseHealed:
    """Offer every choice of up to two wounds of the hand, in the order in which they are held."""
    held = wounds_beside_word(state, seat)
    some = (wounds for count in range(CUIRASS_HEALS + 1) for wounds in combinations(held, count))
    return ChooseHealed(seat, Listed(tuple(map(HealWounds, some))), UP_TO_TWO)


def wounds_beside_word(state: State, seat: int) -> list[str]:
    """Return the wounds of the hand that are no part of the word."""
    word = state.players[seat].word
    return [card for card in wounds_held(state, seat) if word is None or card not in word.tiles]


def choose_kept(battle: WordInBattle) -> Callable[[State, int], ChooseKept]:
    """Offer the letter cards of the word, in its order, and none."""
    letters = tuple(KeepLetter(tile.id) for tile in battle.tiles if tile.sort == "letter")
    return lambda _, seat: ChooseKept(seat, Listed((*letters, KEEP_NO_LETTER)), OF_THE_WORD)


GEAR_CHOICES: tuple[type[Choice], ...] = (GiveUpGear, HealWounds, KeepLetter, KeepNoLetter)
GEAR_DECISIONS: tuple[type[Decision], ...] = (ChooseDisarmed, ChooseHealed, ChooseKept)  # type: ignore[type-arg]
