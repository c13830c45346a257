"""Greedy in Squish'Em!: Fantasy: the answer that promises most of this turn.

It fights each battle in its head, by the cards' own effects, against everything that the others may lay; each card that
may be in a hand is as likely as any other. It looks no further than the turn, but for what weakens the Monster, begins
for the next turn, or costs it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any

from service.bots.picking import most_promising
from service.bots.squishem.imagined import Brought, Fought, bonus_of, fight, minds_kills
from service.games.squishem.decisions import AimAt, GoFirst, LayAttack, TakeHero
from service.games.squishem.heroes import ATTACK, HAND, HERO

if TYPE_CHECKING:
    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.squishem.view import PlayerView, SquishemView

WEAKENED = 0.1
"""What it is worth, in kills, to take all its HP off a Monster that yet lives."""

LASTING = 0.1
"""What it is worth, in kills, that an effect goes on next turn."""

PARALYSED = 0.15
"""What a turn lost to Coffee Break costs, in kills."""


WAVERS = 12
"""One answer in so many is any: two that always saw the same would wait for each other until the cap of turns."""

# What is worked out for one match helps in every other; both together stay below 100 MB.
PROSPECTS_KEPT = 1 << 11
PROMISES_KEPT = 1 << 14


@dataclass(frozen=True, slots=True)
class Rival:
    """What another player may bring: one of `cards`, each as likely, or with the rest of the likelihood none."""

    cards: tuple[str, ...]
    each: float
    brought: Brought


def choose(view: SquishemView, decision: Decision[Any], chance: Chance) -> Choice:
    """Return the answer that promises most; chance picks among equals, and now and then among all."""
    choices: tuple[Choice, ...] = decision.choices.listed() or ()
    if chance.below(WAVERS) == 0:
        return chance.pick(choices)
    return most_promising(choices, partial(promise, view, decision), chance)


def promise(view: SquishemView, decision: Decision[Any], choice: Choice) -> float:
    """Return what an answer promises, in kills."""
    seat = decision.seat
    match choice:
        case TakeHero():
            return sum(attack.damage for attack in HERO[choice.hero].attacks)
        case LayAttack():
            return max(against(view, seat, monster.monster, choice.card) for monster in view.monsters)
        case AimAt():
            return against(view, seat, choice.monster, view.players[seat].laid)
        case GoFirst():
            return first(view, seat, choice.card)
    return max(against(view, seat, monster.monster, None) for monster in view.monsters)


def against(view: SquishemView, seat: int, monster: str, card: str | None) -> float:
    """Return what it promises to aim `card` (None: Coffee Break) at `monster`."""
    foe = next(one for one in view.monsters if one.monster == monster)
    mine = replace(brought(view, view.players[seat], monster), card=card if card in ATTACK else None)
    rivals = [rival(view, player, monster) for player in view.players if player.seat != seat]
    # Who sits where makes no difference: in one order, what is known of one match helps in the next.
    rivals.sort(key=lambda one: one.cards)
    return expected(monster, foe.hp, foe.starting_hp, mine, tuple(rivals))


def first(view: SquishemView, seat: int, card: str) -> float:
    """Return what it promises that `card` goes first, now that all cards are shown."""
    monster = view.players[seat].target or view.monsters[0].monster
    foe = next(one for one in view.monsters if one.monster == monster)
    players = sorted(view.players, key=lambda player: player.seat != seat)
    laid = tuple(
        replace(
            brought(view, player, monster),
            card=player.laid if player.target == monster and player.laid in ATTACK else None,
        )
        for player in players
    )
    return worth(fight(monster, laid, card), foe.hp, foe.starting_hp, len(players) - 1)


def brought(view: SquishemView, player: PlayerView, monster: str) -> Brought:
    """Return what a player's last turn brings into a battle, all but the card that he lays."""
    lasting = [row for row in view.lasting if row.seat == player.seat and row.monster in (None, monster)]
    return Brought(
        again=next((row.card for row in lasting if row.effect == "repeat"), None),
        protected=any(row.effect == "protect" for row in lasting),
        bonus=sum(bonus_of(row.card) for row in lasting if row.effect == "bonus"),
        behind=minds_kills(player.hero or "") and any(len(other.kills) > len(player.kills) for other in view.players),
    )


def rival(view: SquishemView, player: PlayerView, monster: str) -> Rival:
    """Return what another player may bring into a battle, as far as this one can know."""
    here = 1 / len(view.monsters) if player.target is None else float(player.target == monster)
    again = {row.card for row in view.lasting if row.seat == player.seat and row.effect == "repeat"}
    hand = [card for card in HAND[player.hero or ""] if card not in again]
    cards = () if player.must_rest or not here else tuple(card for card in hand if card in ATTACK)
    return Rival(cards, here / len(hand), brought(view, player, monster))


@lru_cache(maxsize=PROMISES_KEPT)
def expected(monster: str, hp: int, starting_hp: int, mine: Brought, rivals: tuple[Rival, ...]) -> float:
    """Return what a battle promises, over everything that the others may lay."""
    fights = prospects(monster, mine, rivals)
    return sum(likely * worth(fought, hp, starting_hp, len(rivals)) for fought, likely in fights.items())


@lru_cache(maxsize=PROSPECTS_KEPT)
def prospects(monster: str, mine: Brought, rivals: tuple[Rival, ...]) -> dict[Fought, float]:
    """Return what a battle may come to, and how likely that is."""
    found: defaultdict[Fought, float] = defaultdict(float)
    options = [
        [(replace(one.brought, card=card), one.each) for card in one.cards]
        + [(one.brought, 1 - one.each * len(one.cards))]
        for one in rivals
    ]
    for laid in product(*options):
        likely = 1.0
        for _, one in laid:
            likely *= one
        found[fight(monster, (mine, *(other for other, _ in laid)))] += likely
    return found


def worth(fought: Fought, hp: int, starting_hp: int, rivals: int) -> float:
    """Return what a fought battle is worth, in kills; what one of so many `rivals` kills, counts against it."""
    next_turn = LASTING * fought.lasting - PARALYSED * fought.paralysed
    left = hp
    for mine, blow in fought.blows:
        left -= blow
        if left <= 0:
            return next_turn + (1.0 if mine else -1.0 / rivals)
    own = sum(blow for mine, blow in fought.blows if mine)
    return next_turn + WEAKENED * (own - fought.healed) / starting_hp
