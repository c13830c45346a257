"""The 24 wound cards: letters that stay together."""

from __future__ import annotations

from types import MappingProxyType

from service.games.spell_smashers.cards import EARTH, FIRE, WATER, DamageType, Tile

PRINTED: tuple[tuple[str, int, DamageType], ...] = (
    ("AW", 2, EARTH),
    ("GG", 2, EARTH),
    ("EX", 3, FIRE),
    ("FF", 3, WATER),
    ("FT", 2, FIRE),
    ("GH", 2, EARTH),
    ("GHT", 3, FIRE),
    ("GN", 2, WATER),
    ("IMP", 3, FIRE),
    ("MB", 2, EARTH),
    ("NCH", 3, WATER),
    ("NK", 2, EARTH),
    ("OA", 1, WATER),
    ("OCK", 3, EARTH),
    ("OUN", 2, FIRE),
    ("PH", 3, WATER),
    ("PT", 2, FIRE),
    ("QUI", 4, WATER),
    ("SK", 2, FIRE),
    ("SW", 2, WATER),
    ("TCH", 3, EARTH),
    ("UI", 1, FIRE),
    ("WH", 2, WATER),
    ("XI", 3, EARTH),
)
WOUNDS: tuple[Tile, ...] = tuple(
    Tile(f"wound_{letters.lower()}", letters, damage, type, "wound") for letters, damage, type in PRINTED
)
WOUND: MappingProxyType[str, Tile] = MappingProxyType({card.id: card for card in WOUNDS})
