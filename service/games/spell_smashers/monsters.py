"""The 26 monster tiles, one a letter."""

from __future__ import annotations

from types import MappingProxyType

from service.games.kernel.cards import snake_case
from service.games.spell_smashers.cards import EARTH, FIRE, WATER, WILD, Monster, PrintedType, Tile


def monster(title: str, damage: int, type: PrintedType, *, health: int, attack: int, zone: int) -> Monster:
    """Make a monster; its letter is the first of its name, and `damage` and `type` are those of the trophy."""
    trophy = Tile(snake_case(title), title[0], damage, type, "trophy")
    return Monster(trophy.id, title, trophy, health, attack, zone)


MONSTERS: tuple[Monster, ...] = (
    monster("Automaton", 1, EARTH, health=10, attack=0, zone=1),
    monster("Banshee", 2, WATER, health=9, attack=1, zone=4),
    monster("Centaur", 1, EARTH, health=7, attack=1, zone=1),
    monster("Dragon", 1, FIRE, health=12, attack=2, zone=3),
    monster("Ettin", 1, WILD, health=12, attack=1, zone=4),
    monster("Fury", 2, FIRE, health=9, attack=1, zone=2),
    monster("Golem", 1, EARTH, health=11, attack=0, zone=1),
    monster("Hydra", 1, WATER, health=10, attack=3, zone=4),
    monster("Imp", 1, FIRE, health=8, attack=0, zone=3),
    monster("Jinn", 4, FIRE, health=10, attack=1, zone=2),
    monster("Kobold", 3, EARTH, health=9, attack=0, zone=1),
    monster("Lich", 1, FIRE, health=10, attack=1, zone=2),
    monster("Minotaur", 2, EARTH, health=11, attack=1, zone=2),
    monster("Naga", 1, WATER, health=10, attack=0, zone=4),
    monster("Ogre", 1, EARTH, health=10, attack=1, zone=1),
    monster("Phoenix", 3, FIRE, health=11, attack=1, zone=3),
    monster("Questing Beast", 4, WATER, health=8, attack=0, zone=1),
    monster("Revenant", 1, WATER, health=10, attack=1, zone=2),
    monster("Sphinx", 1, WILD, health=13, attack=1, zone=3),
    monster("Troll", 1, WATER, health=12, attack=1, zone=1),
    monster("Unicorn", 1, WATER, health=9, attack=0, zone=4),
    monster("Vampire", 3, FIRE, health=9, attack=2, zone=2),
    monster("Wyvern", 2, FIRE, health=10, attack=1, zone=3),
    monster("Xylophage", 4, EARTH, health=8, attack=1, zone=4),
    monster("Yeti", 3, WATER, health=11, attack=4, zone=3),
    monster("Zombie", 4, EARTH, health=10, attack=0, zone=3),
)
MONSTER: MappingProxyType[str, Monster] = MappingProxyType({monster.id: monster for monster in MONSTERS})
