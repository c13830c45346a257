"""The name of a spell, as it is read before it acts."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.epic_spell_wars.components import COMPONENT
from service.games.epic_spell_wars.heroes import HEROES

if TYPE_CHECKING:
    from service.games.epic_spell_wars.state import State

HERO_NAME: MappingProxyType[str, str] = MappingProxyType({hero.id: hero.name for hero in HEROES})
MAGICAL_WORDS: tuple[str, ...] = ("Cantrip", "Conjuration", "Invocation")
"""One of them ends the name of a spell without a Delivery, another one each round."""


def spell_name(state: State, seat: int) -> str:
    """Return Source, Quality and Delivery of a spell, those of one type in the order in which they came.

    Without a Source the hero's name stands first, without a Delivery a magical word last; a Quality may be missing.
    """
    wizard = state.wizards[seat]
    names: dict[str, list[str]] = {"source": [], "quality": [], "delivery": []}
    for row in wizard.spell:
        if row.card in COMPONENT:
            names[row.slot].append(COMPONENT[row.card].name)
    sources = names["source"] or [HERO_NAME[wizard.hero]]
    deliveries = names["delivery"] or [MAGICAL_WORDS[state.round % len(MAGICAL_WORDS)]]
    return " ".join([*sources, *names["quality"], *deliveries])
