"""Step 3 of a turn: Cancellations, and the paralysis that comes with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.squishem import events
from service.games.squishem.battle import SAME_PRIORITY, Battle, InPlay
from service.games.squishem.decisions import order_equal_priority

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.squishem.state import State


def cards_stand(battle: Battle) -> None:
    """From the moment the cards are shown, an Attack that nothing cancels stands by its effect."""
    for attack in battle.attacks:
        if attack.card.stands is not None:
            attack.card.stands(battle, attack)


def cancel_same_priority(battle: Battle) -> bool:
    """Attacks that share a priority cancel one another. Tells whether there were any."""
    if not (groups := same_priority(battle.attacks)):
        return False
    tied = [attack for group in groups for attack in group]
    battle.by = SAME_PRIORITY
    battle.cancel(tied)
    return True


def same_priority(attacks: list[InPlay]) -> list[list[InPlay]]:
    """Group Attacks that share their priority with another; `attacks` is in priority order."""
    if len({attack.card.priority for attack in attacks}) == len(attacks):
        return []
    groups: dict[int, list[InPlay]] = {}
    for attack in attacks:
        groups.setdefault(attack.card.priority, []).append(attack)
    return [group for group in groups.values() if len(group) > 1]


async def order_same_priority(table: Table[State], battle: Battle) -> None:
    """Attacks of one priority that all stand: the involved player with the fewest kills says which goes first."""
    for group in same_priority(battle.in_play()):
        seat = decider(table, battle, group)
        ordered: list[str] = []
        while len(group) > 1:
            left = tuple(attack.card.id for attack in group)
            choice = await table.ask(seat, order_equal_priority(left))
            ordered.append(choice.card)
            group = [attack for attack in group if attack.card.id != choice.card]
        ordered.append(group[0].card.id)
        table.tell(events.OrderDecided, seat, tuple(ordered))
        battle.attacks.sort(key=lambda attack: (attack.card.priority, _rank(ordered, attack)))


def _rank(ordered: list[str], attack: InPlay) -> int:
    return ordered.index(attack.card.id) if attack.card.id in ordered else 0


def decider(table: Table[State], battle: Battle, group: list[InPlay]) -> int:
    """The involved player with the fewest kills decides; drawn, if several have equally few."""
    involved = sorted({attack.seat for attack in group})
    fewest = min(battle.kills(seat) for seat in involved)
    candidates = [seat for seat in involved if battle.kills(seat) == fewest]
    seat = table.chance.pick(candidates)
    if len(candidates) > 1:
        table.tell(events.DeciderDrawn, seat)
    return seat


def monster_cancels(battle: Battle) -> None:
    """The Monster's cancellation effect acts on the Attacks still in play."""
    battle.by = battle.card.id
    if battle.card.cancels is not None:
        battle.card.cancels(battle)


def monster_paralyses(battle: Battle) -> None:
    """The Monster paralyses owners of Attacks in play; the Attacks themselves stay."""
    battle.by = battle.card.id
    if battle.card.paralyses is not None:
        battle.card.paralyses(battle)


def attacks_cancel(battle: Battle) -> None:
    """Attacks with cancellation effects apply them in priority order, if they are in play and active at their turn."""
    for attack in battle.attacks:
        if attack.card.cancels is not None and attack.active and not attack.cancelled:
            battle.by = attack.card.id
            attack.card.cancels(battle, attack)
