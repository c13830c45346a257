"""The cards of the box, laid out for a test: each is somewhere once."""

from collections.abc import Iterable

from service.games.epic_spell_wars.cards import ComponentType
from service.games.epic_spell_wars.state import SpellCard
from tests.games.epic_spell_wars.figures import COMPONENTS, DEAD_WIZARD_CARDS, MAIN_CARDS, TREASURES
from tests.games.epic_spell_wars.soundness import PROTON_GEM, WILD, design_of

QUIET_TREASURES = (
    "proton_gem",
    "methy_ion_backpack",
    "jokers_wild_codpiece",
    "plink_cannon",
    "double_downer",
    "lady_lucks_garters",
)
"""What is gained where a test names no treasures: these do nothing in the turn in which they come."""
QUIET_DEATHS = ("nectar_of_nirvana_1", "nectar_of_nirvana_2")
"""Which dead wizard cards come first where a test names none."""


class Box:
    """The cards not yet laid out, so that each is somewhere once."""

    def __init__(self) -> None:
        self.main = list(MAIN_CARDS)
        self.treasures = [*QUIET_TREASURES, *(id_ for id_ in TREASURES if id_ not in QUIET_TREASURES)]
        self.dead = sorted(DEAD_WIZARD_CARDS, key=lambda card: (card not in QUIET_DEATHS, "backlash" in card))

    def take(self, name: str) -> str:
        """Take a card by its id, or the first that is free of a design."""
        for pile in (self.main, self.treasures, self.dead):
            for card in pile:
                if name in (card, design_of(card)):
                    pile.remove(card)
                    return card
        raise AssertionError(f"{name} is no card, or all of its cards are laid out already")

    def take_all(self, names: Iterable[str]) -> list[str]:
        return [self.take(name) for name in names]


def slot_of(card: str) -> ComponentType:
    """The slot that a component's type gives it."""
    slot: ComponentType = COMPONENTS[design_of(card)].type  # type: ignore[assignment]
    return slot


def laid(box: Box, card: str | tuple[str, ComponentType]) -> SpellCard:
    """A card placed in a spell, face down."""
    if isinstance(card, tuple):
        id_ = box.take(card[0])
        assert id_ == PROTON_GEM or design_of(id_) == WILD, f"{id_} has a slot of its own"
        return SpellCard(id_, card[1])
    id_ = box.take(card)
    return SpellCard(id_, slot_of(id_))
