"""The Main Deck: sixty designs of Sources, Qualities and Deliveries, and Wild Magic."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.epic_spell_wars.deliveries import DELIVERIES
from service.games.epic_spell_wars.qualities import QUALITIES
from service.games.epic_spell_wars.sources import SOURCES
from service.games.epic_spell_wars.wild_magic import WILD_MAGIC

if TYPE_CHECKING:
    from service.games.epic_spell_wars.cards import SpellComponent

COMPONENTS: tuple[SpellComponent, ...] = (*SOURCES, *QUALITIES, *DELIVERIES)

COMPONENT = MappingProxyType({card: design for design in COMPONENTS for card in design.cards})
"""The design of each card, by the card's id; Wild Magic is none."""

FIRST = frozenset([card for card, design in COMPONENT.items() if design.first])
"""Cards that put their spell before those without one."""

MAIN_DECK: tuple[str, ...] = (*COMPONENT, *WILD_MAGIC)

if len(MAIN_DECK) != 128:
    raise ValueError(f"Sixty designs and Wild Magic make 128 cards; here are {len(MAIN_DECK)}.")
if sorted(Counter((design.type, design.glyph) for design in COMPONENTS).values()) != [4] * 15:
    raise ValueError("Each type has four designs of each glyph.")
if sorted(design.initiative or 0 for design in DELIVERIES) != list(range(1, 21)):
    raise ValueError("The initiatives of the Deliveries are 1 to 20.")
