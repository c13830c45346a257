"""One battle: the Attacks on one Monster, and the verbs that cards use on them."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from service.games.squishem import events
from service.games.squishem.heroes import ATTACK
from service.games.squishem.monsters import MONSTER
from service.games.squishem.state import Lasting, LastingEffect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.games.kernel.table import Table
    from service.games.squishem.cards import Attack, Element, Type
    from service.games.squishem.state import MonsterInPlay, State

SAME_PRIORITY = "same_priority"

priority = attrgetter("card.priority")
"""The place in which an Attack acts, lowest first."""


class InPlay:
    """An Attack in a battle.

    `active`: its effect has not been cancelled. `again`: the second turn of a card laid last turn. `protected` stands
    whatever happens, `stands_by_effect` while active. `bonus` comes from its owner's last turn.
    """

    __slots__ = ("active", "again", "bonus", "cancelled", "card", "damage", "protected", "seat", "stands_by_effect")

    def __init__(self, card: Attack, seat: int, *, again: bool = False) -> None:
        self.card = card
        self.seat = seat
        self.again = again
        self.protected = False
        self.bonus = 0
        self.active = True
        self.cancelled = False
        self.stands_by_effect = False
        self.damage = card.damage


class Battle:
    """The Attacks on `monster`, kept in the order in which they act; `by` is the card that acts now.

    `bound`: there was another Monster to aim at, so what lasts is bound to this one.
    """

    def __init__(self, table: Table[State], monster: MonsterInPlay, *, bound: bool) -> None:
        self.table = table
        self.monster = monster
        self.card = MONSTER[monster.id]
        self.bound = bound
        self.by = SAME_PRIORITY
        self.cancelled_by_monster = 0
        self.attacks = _aimed_at(table.state, monster)

    def in_play(
        self, element: Element | None = None, type: Type | None = None, hero: str | None = None
    ) -> list[InPlay]:
        """Return the Attacks that are not cancelled and match all that is asked, in the order in which they act."""
        if element is None and type is None and hero is None:
            return [attack for attack in self.attacks if not attack.cancelled]
        return [
            attack
            for attack in self.attacks
            if not attack.cancelled
            and (element is None or attack.card.element == element)
            and (type is None or attack.card.type == type)
            and (hero is None or attack.card.hero == hero)
        ]

    def others(self, me: InPlay, element: Element | None = None, type: Type | None = None) -> list[InPlay]:
        """Return the Attacks in play but `me` that match."""
        return [attack for attack in self.in_play(element, type) if attack is not me]

    def highest_printed_damage(self, attacks: list[InPlay]) -> list[InPlay]:
        """Return all of `attacks` that share the highest printed damage."""
        highest = max((attack.card.damage for attack in attacks), default=0)
        return [attack for attack in attacks if attack.card.damage == highest]

    def is_behind(self, me: InPlay) -> bool:
        """Tell whether another player has more kills than the owner of `me`; a battle gives its kill last of all."""
        return any(len(player.kills) > self.kills(me.seat) for player in self.table.state.players)

    def kills(self, seat: int) -> int:
        """Return how many Monsters a player has killed."""
        return len(self.table.state.players[seat].kills)

    def cancel(self, attacks: Iterable[InPlay]) -> None:
        """Cancel Attacks, but for those that can't be cancelled now."""
        for attack in attacks:
            if attack.protected or (attack.stands_by_effect and attack.active):
                self.table.tell(events.AttackStood, attack.seat, attack.card.id, self.by)
                continue
            attack.cancelled = True
            self.cancelled_by_monster += self.by == self.card.id
            self.table.tell(events.AttackCancelled, attack.seat, attack.card.id, self.by)

    def cancel_effects(self, attacks: Iterable[InPlay]) -> None:
        """Take the effects of Attacks away until the end of the turn; they stay in play."""
        for attack in attacks:
            if attack.active:
                attack.active = False
                self.table.tell(events.EffectCancelled, attack.seat, attack.card.id, self.by)

    def paralyse(self, attacks: Iterable[InPlay]) -> None:
        """Make the owners of Attacks play Coffee Break next turn, but for those on Coffee Break now."""
        state = self.table.state
        for attack in attacks:
            if state.players[attack.seat].laid in ATTACK and attack.seat not in state.paralysed_next:
                state.paralysed_next.append(attack.seat)
                self.table.tell(events.PlayerParalysed, attack.seat, self.by)

    def add_damage(self, attacks: Iterable[InPlay], amount: int) -> None:
        """Change the damage of Attacks by `amount`, never below 0."""
        for attack in attacks:
            self._set_damage(attack, max(0, attack.damage + amount))

    def halve_damage(self, attacks: Iterable[InPlay]) -> None:
        """Halve the damage of Attacks, rounded down."""
        for attack in attacks:
            self._set_damage(attack, attack.damage // 2)

    def cap_damage(self, attacks: Iterable[InPlay], most: int) -> None:
        """Let Attacks deal `most` at most."""
        for attack in attacks:
            self._set_damage(attack, min(attack.damage, most))

    def recover(self, amount: int) -> None:
        """Give the Monster HP back, never above its starting HP."""
        gained = min(amount, self.monster.starting_hp - self.monster.hp)
        if gained > 0:
            self.monster.hp += gained
            self.table.tell(events.MonsterRecovered, self.monster.id, gained, self.monster.hp)

    def next_turn(self, me: InPlay, effect: LastingEffect, amount: int = 0) -> None:
        """Let an effect of `me` go on next turn, bound to this Monster if there was another to aim at."""
        if self.bound and self.monster.hp <= 0:
            return
        bound_to = self.monster.id if self.bound else None
        self.table.state.beginning.append(Lasting(effect, me.seat, me.card.id, bound_to, amount))
        self.table.tell(events.LastingBegan, me.seat, me.card.id, effect, bound_to)

    def _set_damage(self, attack: InPlay, damage: int) -> None:
        if damage != attack.damage:
            attack.damage = damage
            self.table.tell(events.DamageChanged, attack.seat, attack.card.id, self.by, damage)


def _aimed_at(state: State, monster: MonsterInPlay) -> list[InPlay]:
    """Gather the laid Attacks aimed at the Monster and the cards that strike again, in priority order."""
    attacks = [
        InPlay(card, seat)
        for seat, player in enumerate(state.players)
        if player.target == monster.id and (card := ATTACK.get(player.laid or "")) is not None
    ]
    if state.lasting:
        here = [row for row in state.lasting if monster.id == (row.monster or state.players[row.seat].target)]
        attacks += [InPlay(ATTACK[row.card], row.seat, again=True) for row in here if row.effect == "repeat"]
        for row in here:
            for attack in attacks:
                if attack.seat == row.seat:
                    attack.protected |= row.effect == "protect"
                    attack.bonus += 0 if attack.again else row.amount
    attacks.sort(key=priority)
    return attacks
