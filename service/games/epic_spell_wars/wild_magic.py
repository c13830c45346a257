"""Wild Magic: eight cards of one design, without a glyph and without a type."""

from __future__ import annotations

from service.games.epic_spell_wars.cards import copies

WILD_MAGIC_NAME = "Wild Magic"
WILD_MAGIC_TEXT = (
    "Place it instead of a Source, a Quality or a Delivery. When your spell is shown, turn up the Main Deck card by "
    "card until that type comes: it joins your spell. This card and the others are discarded."
)
WILD_MAGIC: tuple[str, ...] = copies("wild_magic", 8)
