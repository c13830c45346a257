"""The full truth of a match of Epic Spell Wars: Duel at Mt. Skullzfyre."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from service.games.epic_spell_wars.cards import ComponentType
from service.games.epic_spell_wars.heroes import STARTING_HP
from service.games.kernel.game import Options

HeroChoice = Literal["random", "choose"]
Phase = Literal["choose_wizards", "round_start", "placing", "turn"]
Ending = Literal["", "last_wizard_standing", "round_cap", "duel_cap"]

Seats = tuple[int, ...]
"""Wizards by seat, in the order in which something happens to them; empty where there is no such wizard."""

HAND_SIZE = 8


@dataclass(frozen=True, slots=True)
class EpicSpellWarsOptions(Options):
    """`tokens` win the match; the caps end a duel, and a match, that would not end."""

    tokens: int = field(default=2, metadata={"min": 1, "max": 3})
    heroes: HeroChoice = "random"
    round_cap: int = field(default=60, metadata={"min": 1, "max": 1000})
    duel_cap: int = field(default=20, metadata={"min": 1, "max": 100})


@dataclass(slots=True)
class SpellCard:
    """A card in a spell. `shown`: it lies face up. `resolved`: its effect has begun.

    A placed Proton Gem is such a row too, and stays among its owner's Treasures all the while.
    """

    card: str
    slot: ComponentType
    shown: bool = False
    resolved: bool = False


@dataclass(slots=True)
class Wizard:
    """One player; whoever has 0 HP is dead.

    `dead_wizards` are Dead Wizard cards not cashed in yet, `set_aside` Wild Magic that joins the next starting hand.
    `bonus_dice` names the cards that give one more die in each own Power Roll of this round, one entry a die.
    `initiative` is the number announced this round, None before. `waits`: acts after all others this round.
    """

    hero: str = ""
    hp: int = STARTING_HP
    tokens: int = 0
    hand: list[str] = field(default_factory=list)
    spell: list[SpellCard] = field(default_factory=list)
    treasures: list[str] = field(default_factory=list)
    dead_wizards: list[str] = field(default_factory=list)
    set_aside: list[str] = field(default_factory=list)
    bonus_dice: list[str] = field(default_factory=list)
    acted: bool = False
    initiative: int | None = None
    waits: bool = False


@dataclass(slots=True)
class State:
    """Of each deck the last card lies on top. `revealed`: cards turned up from the Main Deck and not yet put away.

    `declared`: all spells of this round are placed, and their sizes known. `duel_over`: nothing more happens in this
    duel; `duel_winner` took its token, None: nobody. `rounds` counts all rounds of the match.
    """

    tokens_to_win: int
    round_cap: int
    duel_cap: int
    wizards: list[Wizard]
    phase: Phase = "choose_wizards"
    duel: int = 0
    round: int = 0
    rounds: int = 0
    main_deck: list[str] = field(default_factory=list)
    main_discard: list[str] = field(default_factory=list)
    treasure_deck: list[str] = field(default_factory=list)
    treasure_discard: list[str] = field(default_factory=list)
    dead_wizard_deck: list[str] = field(default_factory=list)
    dead_wizard_discard: list[str] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    declared: bool = False
    caster: int | None = None
    duel_over: bool = False
    duel_winner: int | None = None
    ending: Ending = ""
    winners: list[int] = field(default_factory=list)
