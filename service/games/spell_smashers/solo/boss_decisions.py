"""What a boss's trait asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers.cards import DamageType
from service.games.spell_smashers.potions import KEEP_ANTIDOTE, KeepAntidote, UseAntidote, trades

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.spell_smashers.state import State


@value
class ShedTo(Choice):
    """Let the boss resist this damage type from now on."""

    kind: ClassVar[str] = "shed_to"

    type: DamageType


@value
class ChooseShed(Decision[ShedTo]):
    """Which of the damage types that dealt a boss the most it resists from now on."""

    kind: ClassVar[str] = "choose_shed"
    prompt: ClassVar[str] = "Several damage types dealt the most: choose the one that the boss resists from now on."
    offers: ClassVar[tuple[type[Choice], ...]] = (ShedTo,)


@value
class FeastAntidote(Decision[UseAntidote | KeepAntidote]):
    """An antidote may be used before the boss feeds on the wounds in hand."""

    kind: ClassVar[str] = "feast_antidote"
    prompt: ClassVar[str] = "Before the boss feeds on the wounds in your hand: you may use your antidote."
    offers: ClassVar[tuple[type[Choice], ...]] = (UseAntidote, KeepAntidote)


OF_THE_TIED = Refusal("SO-060", "Choose one of the damage types that took the most coins from the boss.")
BEFORE_THE_FEAST = Refusal("SO-035", "Trade a letter or wound of your hand for a deck not empty, or keep the antidote.")


def choose_shed(tied: tuple[DamageType, ...]) -> Callable[[State, int], ChooseShed]:
    """Offer the types that are tied for the most."""
    items = Listed(tuple(map(ShedTo, tied)))
    return lambda _, seat: ChooseShed(seat, items, OF_THE_TIED)


def feast_antidote(state: State, seat: int) -> FeastAntidote:
    """Offer what an antidote could do, and to leave it; this alone where it was used while the match waited."""
    return FeastAntidote(seat, Listed((*trades(state, seat), KEEP_ANTIDOTE)), BEFORE_THE_FEAST)
