"""Everything that a word can be made of, by id."""

from __future__ import annotations

from types import MappingProxyType

from service.games.spell_smashers.cards import Tile
from service.games.spell_smashers.letters import LETTER
from service.games.spell_smashers.monsters import MONSTERS
from service.games.spell_smashers.wounds import WOUND

TILE: MappingProxyType[str, Tile] = MappingProxyType(
    {**LETTER, **WOUND, **{monster.id: monster.trophy for monster in MONSTERS}}
)
