"""Battles that a bot fights in its head: the rules' own steps, on cards that could be laid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from service.games.kernel.cards import NO_EFFECT
from service.games.kernel.chance import Chance
from service.games.kernel.table import Table
from service.games.squishem import cancellation, damage
from service.games.squishem.battle import SAME_PRIORITY, Battle, InPlay, priority
from service.games.squishem.heroes import ATTACK, HERO
from service.games.squishem.monsters import MONSTER, MONSTERS

if TYPE_CHECKING:
    from collections.abc import Iterable

NOBODY_LISTENS: Table[Any] = Table(None, Chance(), None)
PLAIN_MONSTER = next(monster.id for monster in MONSTERS if monster.text == NO_EFFECT)


@dataclass(frozen=True, slots=True)
class Brought:
    """What one player brings into a battle: an Attack or none, and what his last turn adds to it.

    `again` is the card that strikes again; `behind`: another player has more kills.
    """

    card: str | None = None
    again: str | None = None
    protected: bool = False
    bonus: int = 0
    behind: bool = False

    def attacks(self, place: int) -> list[InPlay]:
        """Return the Attacks, as those of the player at this place."""
        laid = [InPlay(ATTACK[self.card], place)] if self.card else []
        for attack in laid:
            attack.bonus = self.bonus
        struck = [InPlay(ATTACK[self.again], place, again=True)] if self.again else []
        for attack in (*laid, *struck):
            attack.protected = self.protected
        return laid + struck


class Fought(NamedTuple):
    """What a battle came to for one player, whatever the HP.

    `blows` in order: whether it is his, and the damage. `healed` are the HP that the Monster recovers if it lives. He
    may be `paralysed`, and something of his may be `lasting` into the next turn.
    """

    blows: tuple[tuple[bool, int], ...]
    healed: int
    paralysed: bool
    lasting: bool


class ImaginedBattle(Battle):
    """A battle without a state: what would change the match is written down instead.

    Players are known by their places in `brought`.
    """

    def __init__(self, monster: str, brought: tuple[Brought, ...]) -> None:
        self.table = NOBODY_LISTENS
        self.card = MONSTER[monster]
        self.by = SAME_PRIORITY
        self.cancelled_by_monster = 0
        self.attacks = [attack for place, one in enumerate(brought) for attack in one.attacks(place)]
        self.attacks.sort(key=priority)
        self.behind = [one.behind for one in brought]
        self.healed = 0
        self.paralysed: list[int] = []
        self.lasting: dict[int, int] = {}

    def is_behind(self, me: InPlay) -> bool:
        return self.behind[me.seat]

    def paralyse(self, attacks: Iterable[InPlay]) -> None:
        self.paralysed += [attack.seat for attack in attacks]

    def recover(self, amount: int) -> None:
        self.healed += amount

    def next_turn(self, me: InPlay, effect: str, amount: int = 0) -> None:
        self.lasting[me.seat] = amount


def fight(monster: str, brought: tuple[Brought, ...], first: str | None = None) -> Fought:
    """Fight it out, and see what it came to for the player at place 0.

    Of Attacks with one priority that all stand, the card `first` goes first.
    """
    battle = ImaginedBattle(monster, brought)
    cancellation.cards_stand(battle)
    if cancellation.cancel_same_priority(battle) and first is not None:
        battle.attacks.sort(key=lambda attack: (attack.card.priority, attack.card.id != first))
    cancellation.monster_cancels(battle)
    cancellation.monster_paralyses(battle)
    cancellation.attacks_cancel(battle)
    damage.monster_modifies(battle)
    damage.attacks_modify(battle)
    converts = battle.card.converts or int
    blows = tuple((attack.seat == 0, converts(attack.damage)) for attack in battle.in_play())
    if battle.card.recovers is not None:
        battle.card.recovers(battle)
    damage.effects_last(battle)
    return Fought(blows, battle.healed, 0 in battle.paralysed, 0 in battle.lasting)


@cache
def bonus_of(card: str) -> int:
    """Return what this card, laid last turn, adds to the next Attack."""
    battle = ImaginedBattle(PLAIN_MONSTER, (Brought(card),))
    damage.effects_last(battle)
    return battle.lasting.get(0, 0)


@cache
def minds_kills(hero: str) -> bool:
    """Tell whether an Attack of this hero acts otherwise for a player who is behind."""
    alone = [(Brought(attack.id), Brought(attack.id, behind=True)) for attack in HERO[hero].attacks]
    return any(fight(PLAIN_MONSTER, (ahead,)) != fight(PLAIN_MONSTER, (behind,)) for ahead, behind in alone)
