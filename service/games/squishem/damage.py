"""Step 4 of a turn: Damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.squishem import events

if TYPE_CHECKING:
    from service.games.squishem.battle import Battle, InPlay


def monster_modifies(battle: Battle) -> None:
    """The Monster's damage modifier comes first."""
    battle.by = battle.card.id
    if battle.card.modifies is not None:
        battle.card.modifies(battle)


def attacks_modify(battle: Battle) -> None:
    """Then each Attack in priority order: what its owner's last turn adds, then its own effect, if active."""
    for attack in battle.in_play():
        battle.by = attack.card.id
        if attack.bonus:
            battle.add_damage([attack], attack.bonus)
        if attack.card.modifies is not None and attack.active:
            attack.card.modifies(battle, attack)


def deal_damage(battle: Battle) -> None:
    """Attacks deal their damage in priority order, until one of them deals the final blow."""
    for attack in battle.in_play():
        damage = attack.damage if battle.card.converts is None else battle.card.converts(attack.damage)
        battle.monster.hp = max(0, battle.monster.hp - damage)
        seat, card = attack.seat, attack.card.id
        battle.table.tell(events.DamageDealt, seat, card, battle.monster.id, damage, battle.monster.hp)
        if battle.monster.hp == 0:
            award(battle, attack)
            return


def award(battle: Battle, attack: InPlay) -> None:
    """A Monster at 0 HP dies, and the owner of the Attack that did it has one kill more."""
    state = battle.table.state
    state.monsters = [monster for monster in state.monsters if monster.id != battle.monster.id]
    kills = state.players[attack.seat].kills
    kills.append(battle.monster.id)
    battle.table.tell(events.MonsterKilled, attack.seat, battle.monster.id, len(kills))


def monster_recovers(battle: Battle) -> None:
    """A Monster that lives after all damage may recover."""
    if battle.monster.hp > 0 and battle.card.recovers is not None:
        battle.by = battle.card.id
        battle.card.recovers(battle)


def effects_last(battle: Battle) -> None:
    """Attacks in play and active now begin what goes on next turn; a second turn starts no third."""
    for attack in battle.in_play():
        if attack.card.lasts is not None and attack.active and not attack.again:
            attack.card.lasts(battle, attack)
