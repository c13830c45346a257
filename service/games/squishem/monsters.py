"""The twenty-six Monster cards."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.squishem.cards import (
    EARTH,
    FIRE,
    MAGIC,
    MELEE,
    RANGE,
    WATER,
    WIND,
    Monster,
    monster,
    plain_monster,
)
from service.games.squishem.heroes import BARBARIAN, CLERIC, ELF, HEROES, SUMMONER

if TYPE_CHECKING:
    from service.games.squishem.battle import Battle
    from service.games.squishem.revealing import Reveal


@monster("Double Trouble", None, at="enters", source="rulebook", flavor="They share a cave, a calendar and one grudge.")
def double_trouble(reveal: Reveal) -> None:
    """Set this card aside. Two new Monsters enter instead."""
    reveal.set_aside_for(2)


@monster("Philosopher Potato", 4, at="converts", source="rulebook", flavor="I am peeled, therefore I am.")
def philosopher_potato(damage: int) -> int:
    """When dealt: 1-3 damage becomes 1, 4-8 becomes 2, 9 or more becomes 3."""
    return (damage >= 1) + (damage >= 4) + (damage >= 9)


gelatinous_rhombus = plain_monster("Gelatinous Rhombus", 12, flavor="The cube got a better agent.")

slightly_damp_ogre = plain_monster("Slightly Damp Ogre", 16, flavor="He will not say why.")

kobolds_in_one_coat = plain_monster(
    "Three Kobolds in One Coat", 8, id="kobolds_in_one_coat", flavor="Here on business, at the business factory."
)


@monster("Queue of Goblins", 4, at="enters", flavor="Take a number. Get hit with it.")
def queue_of_goblins(reveal: Reveal) -> None:
    """When revealed: this Monster gets +3 HP for each player."""
    reveal.add_hp(3 * reveal.players)


@monster("Umbrella Troll", 10, at="cancels", flavor="Forecast: scattered arrows.")
def umbrella_troll(battle: Battle) -> None:
    """Cancel all Range Attacks."""
    battle.cancel(battle.in_play(type=RANGE))


@monster("Auditor Wraith", 11, at="cancels", flavor="Do you have a receipt for that fireball?")
def auditor_wraith(battle: Battle) -> None:
    """Cancel all Magic Attacks."""
    battle.cancel(battle.in_play(type=MAGIC))


@monster("Soggy Phoenix", 12, at="cancels", flavor="Rises from the ashes. Drips on the rug.")
def soggy_phoenix(battle: Battle) -> None:
    """Cancel all Fire Attacks."""
    battle.cancel(battle.in_play(element=FIRE))


def recover_two_for_each_cancelled(battle: Battle) -> None:
    battle.recover(2 * battle.cancelled_by_monster)


@monster("Houseplant Horror", 11, at="cancels", then=("recovers", recover_two_for_each_cancelled),
         flavor="You forgot to water it. Please keep forgetting.")  # fmt: skip
def houseplant_horror(battle: Battle) -> None:
    """Cancel all Water Attacks. After damage, this Monster recovers 2 HP for each Attack it cancelled this turn
    (never above its starting HP).
    """
    battle.cancel(battle.in_play(element=WATER))


@monster("Bouncer Minotaur", 9, at="cancels", flavor="Doors closed. You should have come earlier.")
def bouncer_minotaur(battle: Battle) -> None:
    """Cancel all Attacks with priority 7 or more."""
    battle.cancel([attack for attack in battle.in_play() if attack.card.priority >= 7])


@monster("Snail of Inevitability", 9, at="cancels", flavor="Rushing only makes it smile.")
def snail_of_inevitability(battle: Battle) -> None:
    """Cancel all Attacks with priority 3 or less."""
    battle.cancel([attack for attack in battle.in_play() if attack.card.priority <= 3])


@monster("Sensitive Cyclops", 9, at="cancels", flavor="Indoor violence, please.")
def sensitive_cyclops(battle: Battle) -> None:
    """Cancel all Attacks with printed damage 5 or more."""
    battle.cancel([attack for attack in battle.in_play() if attack.card.damage >= 5])


@monster("Thick-Skinned Critic", 12, at="cancels", flavor="Derivative. Barely a tickle.")
def thick_skinned_critic(battle: Battle) -> None:
    """Cancel all Attacks with printed damage 3 or less."""
    battle.cancel([attack for attack in battle.in_play() if attack.card.damage <= 3])


@monster("Glass Gargoyle", 18, at="modifies", flavor="Handle with care, or with a hammer.")
def glass_gargoyle(battle: Battle) -> None:
    """All Attacks deal +2 damage."""
    battle.add_damage(battle.in_play(), 2)


@monster("Inflatable Dragon", 14, at="modifies", flavor="Fears nothing except gravel.")
def inflatable_dragon(battle: Battle) -> None:
    """Earth Attacks deal +3 damage. Wind Attacks deal -2 damage."""
    battle.add_damage(battle.in_play(element=EARTH), 3)
    battle.add_damage(battle.in_play(element=WIND), -2)


@monster("Crab in Chainmail", 8, at="modifies", flavor="Belt and braces and shell.")
def crab_in_chainmail(battle: Battle) -> None:
    """All Attacks deal -1 damage."""
    battle.add_damage(battle.in_play(), -1)


@monster("Marshmallow Basilisk", 7, at="modifies", flavor="Its gaze turns you slightly sticky.")
def marshmallow_basilisk(battle: Battle) -> None:
    """All Attacks deal half damage (round down)."""
    battle.halve_damage(battle.in_play())


@monster("Paperwork Beholder", 8, at="modifies", flavor="One form per eye, one eye at a time.")
def paperwork_beholder(battle: Battle) -> None:
    """Attacks that would deal more than 3 damage deal 3 damage."""
    battle.cap_damage(battle.in_play(), 3)


@monster(
    "Gossiping Medusa", 13, at="paralyses", flavor="You will not BELIEVE what she heard. You will not move, either."
)
def gossiping_medusa(battle: Battle) -> None:
    """Paralyse every player with a Magic Attack in play."""
    battle.paralyse(battle.in_play(type=MAGIC))


@monster("Sticky Mimic", 13, at="paralyses", flavor="The treasure was the glue we met along the way.")
def sticky_mimic(battle: Battle) -> None:
    """Paralyse every player with a Melee Attack in play."""
    battle.paralyse(battle.in_play(type=MELEE))


@monster("Wet Blanket Wight", 13, at="cancels", flavor="Actually, that would never work.")
def wet_blanket_wight(battle: Battle) -> None:
    """Cancel the effects of all Attacks."""
    battle.cancel_effects(battle.in_play())


def recover_one(battle: Battle) -> None:
    battle.recover(1)


@monster("Disappointed Elven Grandmother", 11, id="disappointed_grandmother", hero=ELF, at="enters",
         then=("recovers", recover_one), flavor="Sit. Drink. Explain the haircut.")  # fmt: skip
def disappointed_grandmother(reveal: Reveal) -> None:
    """When revealed: the Elf must play Coffee Break this turn. After damage, this Monster recovers 1 HP (never above
    its starting HP).
    """
    reveal.force_coffee_break(ELF)


@monster("Demon with a Receipt", 12, hero=SUMMONER, at="cancels", flavor="Within the return period, too.")
def demon_with_a_receipt(battle: Battle) -> None:
    """Cancel the effects of all Magic Attacks and of all Attacks of the Summoner."""
    battle.cancel_effects(battle.in_play(type=MAGIC))
    battle.cancel_effects(battle.in_play(hero=SUMMONER))


@monster("Self-Help Troll", 11, hero=BARBARIAN, at="modifies", flavor="Breathe in. Notice the axe. Let the axe go.")
def self_help_troll(battle: Battle) -> None:
    """Attacks of the Barbarian deal half damage (round down)."""
    battle.halve_damage(battle.in_play(hero=BARBARIAN))


@monster("Heckling Gargoyle", 11, hero=CLERIC, at="modifies",
         flavor="Sat above the pulpit for six hundred years. Has notes.")  # fmt: skip
def heckling_gargoyle(battle: Battle) -> None:
    """Attacks of the Cleric that would deal more than 2 damage deal 2 damage."""
    battle.cap_damage(battle.in_play(hero=CLERIC), 2)


INDIVIDUAL: tuple[Monster, ...] = (
    philosopher_potato, gelatinous_rhombus, slightly_damp_ogre, kobolds_in_one_coat, queue_of_goblins, umbrella_troll,
    auditor_wraith, soggy_phoenix, houseplant_horror, bouncer_minotaur, snail_of_inevitability, sensitive_cyclops,
    thick_skinned_critic, glass_gargoyle, inflatable_dragon, crab_in_chainmail, marshmallow_basilisk,
    paperwork_beholder, gossiping_medusa, sticky_mimic, wet_blanket_wight,
)  # fmt: skip

HERO_SPECIFIC: tuple[Monster, ...] = (
    disappointed_grandmother,
    demon_with_a_receipt,
    self_help_troll,
    heckling_gargoyle,
)

MONSTERS: tuple[Monster, ...] = (double_trouble, *INDIVIDUAL, *HERO_SPECIFIC)
MONSTER = MappingProxyType({card.id: card for card in MONSTERS})

if len(MONSTER) != 26 or len(INDIVIDUAL) != 21 or [card.hero for card in HERO_SPECIFIC] != [hero.id for hero in HEROES]:
    raise ValueError(
        f"26 Monster cards are wanted: 21 individual, one a hero, Double Trouble; here are {len(MONSTER)}."
    )
