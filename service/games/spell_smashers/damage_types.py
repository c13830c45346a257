"""Damage types in battle: wild cards take one, an elixir and the Chameleon Cloak change others."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import LISTED_AT_MOST, Choice, Decision, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers.cards import DAMAGE_TYPES, DamageType
from service.games.spell_smashers.events import TileType, TypesChosen

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.kernel.chance import Chance
    from service.games.spell_smashers.state import State


@value
class DealAs:
    """Let this tile deal its damage as this type."""

    tile: str
    type: DamageType


@value
class SetTypes(Choice):
    """A type for every wild card of the word, in its order; and the changes, if any."""

    kind: ClassVar[str] = "set_types"

    wild: tuple[DealAs, ...]
    elixir: DealAs | None = None
    cloak: DealAs | None = None


@value
class TypesForm:
    """`set_types`: a type for every tile of `wild`; with elixir or active cloak, a type for one of `tiles` each."""

    kind: ClassVar[str] = "types_form"

    wild: tuple[str, ...]
    tiles: tuple[str, ...]
    elixir: bool
    cloak: bool

    def contains(self, choice: object) -> bool:
        return isinstance(choice, SetTypes) and self._fault(choice) is None

    def listed(self) -> tuple[SetTypes, ...] | None:
        """Return every choice; None where there are too many."""
        changes = 3 * len(self.tiles) + 1
        if 3 ** len(self.wild) * changes**self.elixir * changes**self.cloak > LISTED_AT_MOST:
            return None
        one = (None, *(DealAs(tile, type) for tile in self.tiles for type in DAMAGE_TYPES))
        return tuple(
            SetTypes(tuple(map(DealAs, self.wild, types)), elixir, cloak)
            for types in product(DAMAGE_TYPES, repeat=len(self.wild))
            for elixir in (one if self.elixir else one[:1])
            for cloak in (one if self.cloak else one[:1])
            if elixir is None or cloak is None or elixir.tile != cloak.tile
        )

    def sample(self, chance: Chance) -> SetTypes:
        """Return any choice."""
        wild = tuple([DealAs(tile, chance.pick(DAMAGE_TYPES)) for tile in self.wild])
        elixir = self._some_change(self.tiles, chance) if self.elixir else None
        if not self.cloak:
            return SetTypes(wild, elixir)
        rest = tuple([tile for tile in self.tiles if elixir is None or tile != elixir.tile])
        return SetTypes(wild, elixir, self._some_change(rest, chance) if rest else None)

    def _some_change(self, tiles: tuple[str, ...], chance: Chance) -> DealAs | None:
        return DealAs(chance.pick(tiles), chance.pick(DAMAGE_TYPES)) if chance.below(2) else None

    def pointer(self, choice: object) -> str:
        return "/choice/kind" if not isinstance(choice, SetTypes) else self._fault(choice) or "/choice"

    def _fault(self, choice: SetTypes) -> str | None:
        for at, (deals, tile) in enumerate(zip(choice.wild, self.wild, strict=False)):
            if deals.tile != tile:
                return f"/choice/wild/{at}/tile"
        if len(choice.wild) != len(self.wild):
            return "/choice/wild"
        if choice.elixir is not None and (not self.elixir or choice.elixir.tile not in self.tiles):
            return "/choice/elixir"
        if choice.cloak is not None:
            twice = choice.elixir is not None and choice.elixir.tile == choice.cloak.tile
            if not self.cloak or choice.cloak.tile not in self.tiles or twice:
                return "/choice/cloak"
        return None


@value
class ChooseTypes(Decision[SetTypes]):
    """Which damage types the tiles of the word deal in the battle with `monsters`: one, or all of a zone."""

    kind: ClassVar[str] = "choose_types"
    prompt: ClassVar[str] = "Choose the damage types of your word."
    offers: ClassVar[tuple[type[Choice], ...]] = (SetTypes,)
    form: ClassVar[type] = TypesForm

    monsters: tuple[str, ...]


EVERY_WILD = Refusal(
    "SS-069",
    "Give every wild card one type, in the order of the word; change one tile with an elixir, another with the cloak.",
)


def choose_types(
    wild: tuple[str, ...], tiles: tuple[str, ...], monsters: tuple[str, ...], *, cloak: bool
) -> Callable[[State, int], ChooseTypes]:
    """Offer the types of the wild cards, and the changes that elixir and cloak allow."""

    def build(state: State, seat: int) -> ChooseTypes:
        elixir = "elixir" in state.players[seat].potions
        return ChooseTypes(seat, TypesForm(wild, tiles, elixir, cloak), EVERY_WILD, monsters)

    return build


def types_chosen(seat: int, choice: SetTypes) -> TypesChosen:
    """Return the event that tells a choice of types."""
    wild = tuple(TileType(change.tile, change.type) for change in choice.wild)
    return TypesChosen(seat, wild, changed(choice.elixir), changed(choice.cloak))


def changed(change: DealAs | None) -> TileType | None:
    """Return a change as it is told."""
    return None if change is None else TileType(change.tile, change.type)
