"""What happens in a match of Squish'Em!: Fantasy, told so that a client can show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from service.games.kernel.events import Event
from service.games.squishem.state import LastingEffect


@dataclass(frozen=True, slots=True)
class HeroTaken(Event):
    """A player plays this hero."""

    kind: ClassVar[str] = "hero_taken"

    seat: int
    hero: str


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """The Monster deck was shuffled."""

    kind: ClassVar[str] = "monster_deck_shuffled"

    cards: int


@dataclass(frozen=True, slots=True)
class CardSetAside(Event):
    """A card was flipped that is no Monster."""

    kind: ClassVar[str] = "card_set_aside"

    card: str


@dataclass(frozen=True, slots=True)
class MonsterRevealed(Event):
    """A Monster entered with so many HP, its own effect on them included."""

    kind: ClassVar[str] = "monster_revealed"

    monster: str
    hp: int


@dataclass(frozen=True, slots=True)
class CoffeeBreakForced(Event):
    """A Monster makes a player play Coffee Break this turn."""

    kind: ClassVar[str] = "coffee_break_forced"

    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A turn began; the players in `coffee_only` must play Coffee Break."""

    kind: ClassVar[str] = "turn_started"

    turn: int
    coffee_only: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TargetOrder(Event):
    """The players name their targets in this order."""

    kind: ClassVar[str] = "target_order"

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TargetNamed(Event):
    """A player aims at a Monster."""

    kind: ClassVar[str] = "target_named"

    seat: int
    monster: str


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card turned face up; a Coffee Break has no priority."""

    seat: int
    card: str
    priority: int | None = None


@dataclass(frozen=True, slots=True)
class CardsShown(Event):
    """All laid cards were turned face up."""

    kind: ClassVar[str] = "cards_shown"

    cards: tuple[ShownCard, ...]


@dataclass(frozen=True, slots=True)
class BattleStarted(Event):
    """The Attacks on one Monster are resolved now, in this order; a card of the last turn may strike again."""

    kind: ClassVar[str] = "battle_started"

    monster: str
    attacks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeciderDrawn(Event):
    """Of several players with equally few kills, this one decides the tie."""

    kind: ClassVar[str] = "decider_drawn"

    seat: int


@dataclass(frozen=True, slots=True)
class OrderDecided(Event):
    """Attacks of one priority act in this order."""

    kind: ClassVar[str] = "order_decided"

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttackCancelled(Event):
    """An Attack was cancelled; `by` is the card that did it, or `same_priority`."""

    kind: ClassVar[str] = "attack_cancelled"

    seat: int
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class AttackStood(Event):
    """An Attack would have been cancelled, but can't be."""

    kind: ClassVar[str] = "attack_stood"

    seat: int
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class EffectCancelled(Event):
    """An Attack lost its effect for this turn."""

    kind: ClassVar[str] = "effect_cancelled"

    seat: int
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class PlayerParalysed(Event):
    """A player must play Coffee Break next turn."""

    kind: ClassVar[str] = "player_paralysed"

    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class DamageChanged(Event):
    """An Attack would now deal `damage`."""

    kind: ClassVar[str] = "damage_changed"

    seat: int
    card: str
    by: str
    damage: int


@dataclass(frozen=True, slots=True)
class DamageDealt(Event):
    """An Attack dealt its damage; `hp` is what the Monster has left, 0 when it died."""

    kind: ClassVar[str] = "damage_dealt"

    seat: int
    card: str
    monster: str
    damage: int
    hp: int


@dataclass(frozen=True, slots=True)
class MonsterKilled(Event):
    """A Monster died and was awarded to a player, who has `kills` now."""

    kind: ClassVar[str] = "monster_killed"

    seat: int
    monster: str
    kills: int


@dataclass(frozen=True, slots=True)
class MonsterRecovered(Event):
    """A Monster got HP back."""

    kind: ClassVar[str] = "monster_recovered"

    monster: str
    amount: int
    hp: int


@dataclass(frozen=True, slots=True)
class LastingBegan(Event):
    """An effect goes on next turn; with a Monster named, only against that one."""

    kind: ClassVar[str] = "lasting_began"

    seat: int
    card: str
    effect: LastingEffect
    monster: str | None = None


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A turn is over; cards are back in hand."""

    kind: ClassVar[str] = "turn_ended"

    turn: int


EVENTS: tuple[type[Event], ...] = (
    HeroTaken, DeckShuffled, CardSetAside, MonsterRevealed, CoffeeBreakForced, TurnStarted, TargetOrder, TargetNamed,
    CardsShown, BattleStarted, DeciderDrawn, OrderDecided, AttackCancelled, AttackStood, EffectCancelled,
    PlayerParalysed, DamageChanged, DamageDealt, MonsterKilled, MonsterRecovered, LastingBegan, TurnEnded,
)  # fmt: skip
