"""The bouts of a match are its duels: how long each was, who took its token, and who played which cards in it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.epic_spell_wars import events, treasure_events
from service.games.epic_spell_wars.cards import COMPONENT_TYPES
from service.games.epic_spell_wars.components import COMPONENT, COMPONENTS
from service.games.epic_spell_wars.treasures import TREASURE
from service.games.kernel.bouts import Bout, Bouts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from service.games.kernel.events import Event

WILD_MAGIC_DESIGN = "wild_magic"


def design_of(card: str) -> str:
    """Return the design of a card that may lie in a spell; a Proton Gem is its own."""
    if card in COMPONENT:
        return COMPONENT[card].id
    return card if card in TREASURE else WILD_MAGIC_DESIGN


def duels(told: Iterable[Event], seats: int) -> Iterator[Bout]:
    """Yield the duels that have ended, with the cards of the spells that each wizard cast, and the Treasures he had."""
    rounds = 0
    cards: list[dict[str, None]] = []
    for event in told:
        match event:
            case events.DuelBegan():
                cards = [{} for _ in range(seats)]
            case events.DuelRoundBegan():
                rounds = event.round
            case events.SpellShown():
                cards[event.seat] |= dict.fromkeys(design_of(row.card) for row in event.spell)
            case events.SpellCardAdded() | events.SpellCardTaken():
                cards[event.seat][design_of(event.card)] = None
            case treasure_events.TreasureGained() | treasure_events.TreasureTaken():
                cards[event.seat][event.treasure] = None
            case events.DuelEnded():
                yield Bout(rounds, event.seat, tuple(tuple(of) for of in cards))


DUELS = Bouts(
    name="duel",
    counted=(
        "A card counts once for each wizard and duel: it was in a spell that he cast, placed there or joined later; a "
        "Treasure: he had it. Won: he took the token of that duel."
    ),
    cards=MappingProxyType(
        {slot: tuple(design.id for design in COMPONENTS if design.type == slot) for slot in COMPONENT_TYPES}
        | {"wild_magic": (WILD_MAGIC_DESIGN,), "treasure": tuple(TREASURE)}
    ),
    told=duels,
)
