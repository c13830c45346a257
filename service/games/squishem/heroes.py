"""The four Heroes and their twenty Attacks."""

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
    Attack,
    Hero,
    attack,
    plain_attack,
)

if TYPE_CHECKING:
    from service.games.squishem.battle import Battle, InPlay

ELF = "elf"
SUMMONER = "summoner"
BARBARIAN = "barbarian"
CLERIC = "cleric"


@attack(ELF, "Arrow to the Ego", WIND, RANGE, priority=3, damage=1, at="cancels",
        flavor="It flies straight to the weakest spot.")  # fmt: skip
def arrow_to_the_ego(battle: Battle, me: InPlay) -> None:
    """Cancel the other Attack with the highest printed damage (if tied, all of them)."""
    battle.cancel(battle.highest_printed_damage(battle.others(me)))


@attack(ELF, "Out of My Sight", WIND, MAGIC, priority=5, damage=2, at="lasts", source="rulebook",
        flavor="A gesture, a breeze, and you are simply not worth seeing.")  # fmt: skip
def out_of_my_sight(battle: Battle, me: InPlay) -> None:
    """Next turn, nothing cancels your Attacks, even if they lose their effects."""
    battle.next_turn(me, "protect")


@attack(ELF, "Disdain Dirk", WATER, MELEE, priority=2, damage=3, at="lasts", source="rulebook",
        flavor="The blade leaves. The contempt stays in.")  # fmt: skip
def disdain_dirk(battle: Battle, me: InPlay) -> None:
    """Next turn, this Attack strikes again beside the one you then choose."""
    battle.next_turn(me, "repeat")


@attack(ELF, "Flaming Review", FIRE, RANGE, priority=4, damage=4, at="modifies",
        flavor="One star. Would not be saved by again.")  # fmt: skip
def flaming_review(battle: Battle, me: InPlay) -> None:
    """All other Attacks deal -2 damage."""
    battle.add_damage(battle.others(me), -2)


@attack(ELF, "Artisanal Pinecone", EARTH, RANGE, priority=7, damage=5, at="modifies",
        flavor="Locally gathered, globally thrown.")  # fmt: skip
def artisanal_pinecone(battle: Battle, me: InPlay) -> None:
    """This Attack deals +2 damage if no other Range Attack is in play."""
    if not battle.others(me, type=RANGE):
        battle.add_damage([me], 2)


@attack(SUMMONER, "Infernal Small Print", FIRE, MAGIC, priority=1, damage=2, at="cancels",
        flavor="Paragraph 66, footnote 6: no refunds, no powers.")  # fmt: skip
def infernal_small_print(battle: Battle, me: InPlay) -> None:
    """Cancel the effects of all other Attacks."""
    battle.cancel_effects(battle.others(me))


@attack(SUMMONER, "Goose Portal", WIND, RANGE, priority=6, damage=4, at="cancels",
        flavor="Nobody walks up to a goose twice.")  # fmt: skip
def goose_portal(battle: Battle, me: InPlay) -> None:
    """Cancel all other Melee Attacks."""
    battle.cancel(battle.others(me, type=MELEE))


@attack(SUMMONER, "Demonic Sea Cuke", WATER, MAGIC, priority=7, damage=4, at="stands", source="rulebook",
        flavor="Soft. Damp. Contractually present.")  # fmt: skip
def demonic_sea_cuke(battle: Battle, me: InPlay) -> None:
    """Nothing cancels this Attack while it still has its effect."""
    me.stands_by_effect = True


@attack(SUMMONER, "Overtime Imps", FIRE, MAGIC, priority=3, damage=3, at="modifies",
        flavor="They bill by the bystander.")  # fmt: skip
def overtime_imps(battle: Battle, me: InPlay) -> None:
    """This Attack deals +2 damage for each other Attack in play."""
    battle.add_damage([me], 2 * len(battle.others(me)))


@attack(SUMMONER, "Wrong-Number Golem", EARTH, MELEE, priority=9, damage=7, at="modifies",
        flavor="Not the golem you called for, but it came all this way.")  # fmt: skip
def wrong_number_golem(battle: Battle, me: InPlay) -> None:
    """This Attack deals -3 damage if another Earth Attack is in play."""
    if battle.others(me, element=EARTH):
        battle.add_damage([me], -3)


@attack(BARBARIAN, "Yodel of Dread", WIND, RANGE, priority=5, damage=3, at="cancels",
        flavor="Try remembering a spell through that.")  # fmt: skip
def yodel_of_dread(battle: Battle, me: InPlay) -> None:
    """Cancel all other Magic Attacks."""
    battle.cancel(battle.others(me, type=MAGIC))


unsolicited_headbutt = plain_attack(
    BARBARIAN, "Unsolicited Headbutt", EARTH, MELEE, priority=3, damage=5,
    flavor="There is no trick. There is only forehead.")  # fmt: skip


@attack(BARBARIAN, "Warm-Up Swings", FIRE, MELEE, priority=6, damage=2, at="lasts",
        flavor="Those were not the swings. These are the swings.")  # fmt: skip
def warm_up_swings(battle: Battle, me: InPlay) -> None:
    """Next turn, your Attack deals +4 damage."""
    battle.next_turn(me, "bonus", 4)


@attack(BARBARIAN, "Annual Bathwater", WATER, RANGE, priority=9, damage=5, at="cancels",
        flavor="Brewed since last spring.")  # fmt: skip
def annual_bathwater(battle: Battle, me: InPlay) -> None:
    """Cancel all other Fire Attacks."""
    battle.cancel(battle.others(me, element=FIRE))


big_swing_small_plan = plain_attack(
    BARBARIAN, "Big Swing, Small Plan", EARTH, MELEE, priority=10, damage=9,
    flavor="Step one: swing. There is no step two.")  # fmt: skip


@attack(CLERIC, "Bless You", WIND, MAGIC, priority=3, damage=1, at="modifies",
        flavor="Delivered slightly after the sneeze, mostly inside it.")  # fmt: skip
def bless_you(battle: Battle, me: InPlay) -> None:
    """All other Attacks deal half damage (round down)."""
    battle.halve_damage(battle.others(me))


@attack(CLERIC, "Holy Water Balloon", WATER, RANGE, priority=4, damage=4, at="cancels",
        flavor="Cleanses the soul and everything within three feet.")  # fmt: skip
def holy_water_balloon(battle: Battle, me: InPlay) -> None:
    """Cancel the effects of all other Attacks with priority 5 or more."""
    battle.cancel_effects([other for other in battle.others(me) if other.card.priority >= 5])


@attack(CLERIC, "Collection Plate", EARTH, MELEE, priority=6, damage=6, at="modifies",
        flavor="Give generously, or receive it edge first.")  # fmt: skip
def collection_plate(battle: Battle, me: InPlay) -> None:
    """This Attack deals +3 damage if another player has more kills than you."""
    if battle.is_behind(me):
        battle.add_damage([me], 3)


@attack(CLERIC, "Slow-Burning Sermon", FIRE, MAGIC, priority=9, damage=5, at="cancels",
        flavor="Everyone in a hurry falls asleep first.")  # fmt: skip
def slow_burning_sermon(battle: Battle, me: InPlay) -> None:
    """Cancel all other Attacks with priority 4 or less."""
    battle.cancel([other for other in battle.others(me) if other.card.priority <= 4])


@attack(CLERIC, "Font of Hard Knocks", WATER, MELEE, priority=8, damage=4, at="cancels",
        flavor="Marble, waist-high, surprisingly throwable in short arcs.")  # fmt: skip
def font_of_hard_knocks(battle: Battle, me: InPlay) -> None:
    """Cancel all other Earth Attacks."""
    battle.cancel(battle.others(me, element=EARTH))


HEROES: tuple[Hero, ...] = (
    Hero(
        ELF, "Elf", "green", "rulebook", "Four hundred years old and still not impressed.",
        "Single-origin, hand-sighed.",
        (arrow_to_the_ego, out_of_my_sight, disdain_dirk, flaming_review, artisanal_pinecone),
    ),
    Hero(
        SUMMONER, "Summoner", "purple", "rulebook", "Knows everybody. Owes everybody.",
        "The mug was summoned. The coffee refused to come.",
        (infernal_small_print, goose_portal, demonic_sea_cuke, overtime_imps, wrong_number_golem),
    ),
    Hero(
        BARBARIAN, "Barbarian", "red", "house", "Undefeated at chess. The board never had a chance.",
        "Eats the beans, then the sack.",
        (yodel_of_dread, unsolicited_headbutt, warm_up_swings, annual_bathwater, big_swing_small_plan),
    ),
    Hero(
        CLERIC, "Cleric", "gold", "house", "Forgives everything, eventually, at a volume.", "Holy grounds.",
        (bless_you, holy_water_balloon, collection_plate, slow_burning_sermon, font_of_hard_knocks),
    ),
)  # fmt: skip

HERO = MappingProxyType({hero.id: hero for hero in HEROES})
HAND = MappingProxyType({hero.id: hero.hand for hero in HEROES})
ATTACK = MappingProxyType({attack.id: attack for hero in HEROES for attack in hero.attacks})


def attacks() -> tuple[Attack, ...]:
    """Return all Attacks, hero by hero."""
    return tuple(ATTACK.values())


if len(ATTACK) != 20 or any(attack.hero != hero.id for hero in HEROES for attack in hero.attacks):
    raise ValueError(f"Four heroes have five Attacks each, all different; here are {len(ATTACK)} Attacks.")
