"""The four questions of the game, built from the state, and the choices they offer."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.squishem.heroes import ATTACK, HAND, HEROES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from service.games.squishem.state import State


@value
class LayAttack(Choice):
    """Lay this Attack face down."""

    kind: ClassVar[str] = "attack"

    card: str


@value
class LayCoffeeBreak(Choice):
    """Lay the Coffee Break face down."""

    kind: ClassVar[str] = "coffee_break"


@value
class TakeHero(Choice):
    """Play this hero."""

    kind: ClassVar[str] = "hero"

    hero: str


@value
class AimAt(Choice):
    """Aim at this Monster."""

    kind: ClassVar[str] = "monster"

    monster: str


@value
class GoFirst(Choice):
    """Of Attacks with the same priority, this one goes first."""

    kind: ClassVar[str] = "goes_first"

    card: str


@value
class ChooseHero(Decision[TakeHero]):
    """Which hero to play, of those left."""

    kind: ClassVar[str] = "choose_hero"
    prompt: ClassVar[str] = "Choose your hero."
    offers: ClassVar[tuple[type[Choice], ...]] = (TakeHero,)


@value
class ChooseAttack(Decision[LayAttack | LayCoffeeBreak]):
    """Which card to lay face down."""

    kind: ClassVar[str] = "choose_attack"
    prompt: ClassVar[str] = "Choose the card to lay face down."
    offers: ClassVar[tuple[type[Choice], ...]] = (LayAttack, LayCoffeeBreak)


@value
class ChooseTarget(Decision[AimAt]):
    """Which Monster to aim at."""

    kind: ClassVar[str] = "choose_target"
    prompt: ClassVar[str] = "Name the Monster you aim at."
    offers: ClassVar[tuple[type[Choice], ...]] = (AimAt,)


@value
class OrderEqualPriority(Decision[GoFirst]):
    """Which of several Attacks with the same priority goes first."""

    kind: ClassVar[str] = "order_equal_priority"
    prompt: ClassVar[str] = "Decide which of these Attacks goes first."
    offers: ClassVar[tuple[type[Choice], ...]] = (GoFirst,)


COFFEE_BREAK = LayCoffeeBreak()
COFFEE_BREAK_ONLY: Listed[LayAttack | LayCoffeeBreak] = Listed((COFFEE_BREAK,))
LAY: MappingProxyType[str, LayAttack | LayCoffeeBreak] = MappingProxyType(
    {id: LayAttack(id) for id in ATTACK} | {hero.coffee_break: COFFEE_BREAK for hero in HEROES}
)

HERO_LEFT = Refusal("SQ-008", "Every player plays another hero, of those that are left.")
FROM_HAND = Refusal("SQ-020", "Lay one of the Attacks in your hand, or your Coffee Break.")
PARALYSED = Refusal("SQ-051", "A paralysed player must play Coffee Break.")
FORCED = Refusal("SQ-020", "The effect of a Monster in play makes this player lay Coffee Break this turn.")
# The most usual question by far, so it is made once for every hero and seat.
WHOLE_HAND = MappingProxyType(
    {
        hero.id: tuple(
            ChooseAttack(seat, Listed(tuple(LAY[card] for card in hero.hand)), FROM_HAND) for seat in range(len(HEROES))
        )
        for hero in HEROES
    }
)
IN_PLAY = Refusal("SQ-054", "Aim at one of the Monsters in play.")
OF_THE_TIE = Refusal("SQ-039", "Name one of the Attacks whose priority is the same.")


def choose_hero(state: State, seat: int) -> ChooseHero:
    """Offer the heroes that nobody has taken yet, in printed order."""
    taken = {player.hero for player in state.players}
    return ChooseHero(seat, Listed(tuple(TakeHero(hero.id) for hero in HEROES if hero.id not in taken)), HERO_LEFT)


def choose_attack(state: State, seat: int) -> ChooseAttack:
    """Offer the hand, or the Coffee Break alone to a player who must rest."""
    if seat in state.paralysed:
        return ChooseAttack(seat, COFFEE_BREAK_ONLY, PARALYSED)
    if seat in state.forced:
        return ChooseAttack(seat, COFFEE_BREAK_ONLY, FORCED)
    player = state.players[seat]
    if len(player.hand) == len(HAND[player.hero]):
        return WHOLE_HAND[player.hero][seat]
    return ChooseAttack(seat, listed(player.hand), FROM_HAND)


def listed(cards: Iterable[str]) -> Listed[LayAttack | LayCoffeeBreak]:
    """List the choices to lay one of `cards`."""
    return Listed(tuple(LAY[card] for card in cards))


def choose_target(state: State, seat: int) -> ChooseTarget:
    """Offer the living Monsters, in the order in which they were flipped."""
    return ChooseTarget(seat, Listed(tuple(AimAt(monster.id) for monster in state.monsters)), IN_PLAY)


def order_equal_priority(cards: tuple[str, ...]) -> Callable[[State, int], OrderEqualPriority]:
    """Offer the Attacks of one priority that are all still in play."""
    choices = Listed(tuple(GoFirst(card) for card in cards))
    return lambda _, seat: OrderEqualPriority(seat, choices, OF_THE_TIE)
