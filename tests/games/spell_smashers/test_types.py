"""The question for damage types: what it allows, what it lists, and where it says a choice is at fault."""

from itertools import product
from typing import Any

import pytest

from service.games.kernel.chance import SeededChance
from service.games.spell_smashers.damage_types import DealAs, SetTypes, TypesForm
from service.games.spell_smashers.fighting import FightMonster
from tests.games.spell_smashers.scenes import duel
from tests.games.spell_smashers.table import deal_as
from tests.rules import rule

TYPES = ("fire", "earth", "water")


def form(wild: int, tiles: int, *, elixir: bool = False, cloak: bool = False) -> TypesForm:
    """A form for a word of so many tiles, the first of them wild."""
    word = tuple(f"s_{at}" for at in range(tiles))
    return TypesForm(word[:wild], word, elixir, cloak)


def every_choice(wild: int, tiles: int, *, elixir: bool, cloak: bool) -> set[SetTypes]:
    """All choices there are, counted out by hand."""
    word = [f"s_{at}" for at in range(tiles)]
    changes: list[Any] = [None, *(DealAs(tile, type_) for tile, type_ in product(word, TYPES))]  # type: ignore[arg-type]
    return {
        SetTypes(tuple(map(DealAs, word[:wild], types)), one, other)  # type: ignore[arg-type]
        for types in product(TYPES, repeat=wild)
        for one in (changes if elixir else [None])
        for other in (changes if cloak else [None])
        if one is None or other is None or one.tile != other.tile
    }


@rule("SS-069", "SS-156", "SS-197")
@pytest.mark.parametrize("cloak", [True, False])
@pytest.mark.parametrize("elixir", [True, False])
@pytest.mark.parametrize(("wild", "tiles"), [(0, 2), (1, 2), (2, 2), (0, 4), (1, 3), (4, 4)])
def test_what_is_listed_is_all_that_is_allowed(wild: int, tiles: int, elixir: bool, cloak: bool) -> None:
    shape = form(wild, tiles, elixir=elixir, cloak=cloak)
    wanted = every_choice(wild, tiles, elixir=elixir, cloak=cloak)
    assert all(map(shape.contains, wanted))
    listed = shape.listed()
    most = 3**wild * (3 * tiles + 1) ** (elixir + cloak)
    if most > 200:
        assert listed is None
    else:
        assert listed is not None
        assert (set(listed), len(listed)) == (wanted, len(wanted))
    drawn = {shape.sample(SeededChance(bytes([seed, wild]))) for seed in range(60)}
    assert drawn <= wanted
    assert {choice.elixir is not None for choice in drawn} == {True, False} or not elixir
    assert {choice.cloak is not None for choice in drawn} == {True, False} or not cloak


@rule("SS-069", "SS-156")
@pytest.mark.parametrize(
    ("wild", "elixir", "cloak", "pointer"),
    [
        ("", None, None, "/choice/wild"),
        ("s_5 fire", None, None, "/choice/wild"),
        ("s_5 fire t_5 fire r_5 water", None, None, "/choice/wild"),
        ("t_5 fire s_5 fire", None, None, "/choice/wild/0/tile"),
        ("s_5 fire d_1 fire", None, None, "/choice/wild/1/tile"),
        ("s_5 fire t_5 earth", "l_1 fire", None, "/choice/elixir"),
        ("s_5 fire t_5 earth", None, "l_1 fire", "/choice/cloak"),
        ("s_5 fire t_5 earth", "d_1 earth", "d_1 water", "/choice/cloak"),
    ],
)
def test_a_choice_is_refused_at_its_fault(wild: str, elixir: str | None, cloak: str | None, pointer: str) -> None:
    table = duel("s_5 t_5 d_1", "craggy naga", potions="elixir", armor="chameleon_cloak", hand="r_5", other="a_2 x_1")
    table.answer(0, FightMonster("naga"))
    words = wild.split()
    types = tuple(deal_as(f"{tile} {type_}") for tile, type_ in zip(words[::2], words[1::2], strict=True))
    choice = SetTypes(types, deal_as(elixir) if elixir else None, deal_as(cloak) if cloak else None)
    refusal = table.refused(0, choice)
    assert (refusal.rule, refusal.pointer) == ("SS-069", pointer)
    assert table.refused(0, FightMonster("naga")).pointer == "/choice/kind"


@pytest.mark.parametrize(("potions", "armor"), [("elixir", None), ("", "chameleon_cloak")])
def test_only_what_is_held_changes_a_type(potions: str, armor: str | None) -> None:
    table = duel("s_5 d_1", "craggy naga", potions=potions, armor=armor, other="a_2 x_1")
    table.answer(0, FightMonster("naga"))
    wild = (deal_as("s_5 fire"),)
    assert table.refused(0, SetTypes(wild, deal_as("d_1 earth"), deal_as("s_5 earth"))).pointer == (
        "/choice/elixir" if armor else "/choice/cloak"
    )
    change = deal_as("d_1 earth")
    table.answer(0, SetTypes(wild, change if potions else None, change if armor else None))
    assert [dealt.type for dealt in table.events("damage_counted")[0].tiles] == ["fire", "earth"]


def test_the_types_that_were_chosen_are_told_to_all() -> None:
    table = duel("s_5 d_1 t_1", "craggy naga", potions="elixir", armor="chameleon_cloak", other="a_2 x_1")
    table.fight(0, "naga", wild="s_5 fire", elixir="d_1 earth", cloak="t_1 water")
    for audience in table.audiences:
        [told] = table.heard_by(audience, "types_chosen")
        chosen: Any = told
        assert [(one.tile, one.type) for one in (*chosen.wild, chosen.elixir, chosen.cloak)] == [
            ("s_5", "fire"),
            ("d_1", "earth"),
            ("t_1", "water"),
        ]
