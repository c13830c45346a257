"""The full truth of a match of Squish'Em!: Fantasy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from service.games.kernel.game import Options

Length = Literal["three_kills", "five_kills", "whole_deck"]
HeroChoice = Literal["random", "choose"]
Phase = Literal["choose_heroes", "turn"]
LastingEffect = Literal["repeat", "protect", "bonus"]
Ending = Literal["", "three_kills", "five_kills", "deck_finished", "turn_cap"]


@dataclass(frozen=True, slots=True)
class SquishemOptions(Options):
    """`turn_cap` ends a match that would not end; absent, it is 60, 100 or 200 turns by length."""

    length: Length = "three_kills"
    heroes: HeroChoice = "random"
    turn_cap: int | None = field(default=None, metadata={"min": 1, "max": 1000})


@dataclass(slots=True)
class Player:
    """One player: `laid` is the card before him this turn, `target` the Monster he aims at, `kills` what he has won."""

    hero: str = ""
    hand: list[str] = field(default_factory=list)
    laid: str | None = None
    target: str | None = None
    kills: list[str] = field(default_factory=list)


@dataclass(slots=True)
class MonsterInPlay:
    """A living Monster; healing never goes above `starting_hp`."""

    id: str
    hp: int
    starting_hp: int


@dataclass(slots=True)
class Lasting:
    """An effect that goes on in the next turn, bound to a Monster where its owner could have aimed at another."""

    effect: LastingEffect
    seat: int
    card: str
    monster: str | None
    amount: int = 0


@dataclass(slots=True)
class State:
    """`paralysed` and `forced` name the seats that must play Coffee Break this turn, `paralysed_next` next turn.

    `lasting` acts this turn, `beginning` from the next. `shown` tells whether the laid cards lie face up.
    """

    length: Length
    turn_cap: int
    players: list[Player]
    phase: Phase
    deck: list[str] = field(default_factory=list)
    set_aside: list[str] = field(default_factory=list)
    monsters: list[MonsterInPlay] = field(default_factory=list)
    turn: int = 0
    shown: bool = False
    paralysed: list[int] = field(default_factory=list)
    forced: list[int] = field(default_factory=list)
    paralysed_next: list[int] = field(default_factory=list)
    lasting: list[Lasting] = field(default_factory=list)
    beginning: list[Lasting] = field(default_factory=list)
    ending: Ending = ""
    winners: list[int] = field(default_factory=list)
