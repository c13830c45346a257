"""Power Rolls: how many dice, which band, what is added and what rolls again."""

from typing import Any

import pytest

from tests.games.epic_spell_wars.scripts import Asked
from tests.games.epic_spell_wars.table import Table, cast
from tests.rules import rule


def the_roll(turn: Table) -> Any:
    [roll] = [event for event in turn.events if event.kind == "power_roll_final"]
    return roll


@rule("ES-074", "ES-075")
def test_the_glyph_of_the_rolling_card_is_counted() -> None:
    # Two dark cards and a primal delivery: a die for the delivery alone.
    turn = cast("midnight_merlin", "maggoty", "fist_o_nature", hp=(20, 20, 19), dice=[2])
    assert the_roll(turn).rolled == (2,)
    turn = cast("midnight_merlin", "maggoty", "death_wish", hp=(20, 25, 20), dice=[2, 3, 4])
    assert the_roll(turn).rolled == (2, 3, 4)


@rule("ES-075")
@pytest.mark.parametrize(
    ("spell", "count"),
    [
        (("fist_o_nature",), 1),
        (("king_oberon", "fist_o_nature"), 2),
        (("king_oberon", "mighty_gro", "fist_o_nature"), 3),
        (("king_oberon", "delicious", "fist_o_nature"), 2),
    ],
)
def test_a_die_for_every_card_of_the_glyph_that_lies_in_the_spell(spell: tuple[str, ...], count: int) -> None:
    turn = cast(*spell, dice=[1] * count)
    assert the_roll(turn).rolled == (1,) * count
    [began] = [event for event in turn.events if event.kind == "power_roll_began"]
    assert began.glyph == "primal"
    assert sum(bonus.amount for bonus in began.dice) == count


@rule("ES-076")
@pytest.mark.parametrize(
    ("dice", "band", "damage"),
    [
        ((1, 1), "1-4", 1),
        ((2, 2), "1-4", 1),
        ((1, 4), "5-9", 2),
        ((3, 5), "5-9", 2),
        ((4, 5), "5-9", 2),
        ((4, 6), "10+", 4),
        ((6, 6), "10+", 4),
    ],
)
def test_the_sum_of_the_dice_picks_the_band(dice: tuple[int, ...], band: str, damage: int) -> None:
    turn = cast("king_oberon", "fist_o_nature", dice=dice)
    assert (the_roll(turn).total, the_roll(turn).band) == (sum(dice), band)
    assert turn.hp == (22, 20 - damage, 20)


@rule("ES-077", "ES-126")
def test_a_treasure_may_count_as_a_card_of_the_glyph() -> None:
    turn = cast("death_wish", treasures={0: ["demon_shoes"]}, dice=[2, 3])
    assert turn.hp == (19, 20, 17)
    [began] = [event for event in turn.events if event.kind == "power_roll_began"]
    assert {bonus.by: bonus.amount for bonus in began.dice} == {"death_wish_1": 1, "demon_shoes": 1}


@rule("ES-077")
def test_another_wizards_treasure_and_another_glyph_add_nothing() -> None:
    turn = cast("death_wish", treasures={0: ["wood_lords_clogs"], 1: ["demon_shoes"]}, dice=[2])
    assert the_roll(turn).rolled == (2,)


@rule("ES-111")
def test_a_die_rolled_again_counts_by_its_new_number() -> None:
    turn = cast("fist_o_nature", treasures={0: ["cheaters_handbook"]}, dice=[3, 5], answers=[0])
    assert turn.asked == [Asked(0, "choose_die", (0, "let_be"))]
    assert (the_roll(turn).rolled, the_roll(turn).total) == ((5,), 5)
    assert turn.hp == (20, 18, 20)


@rule("ES-111")
def test_a_die_that_is_let_be_stays() -> None:
    turn = cast("fist_o_nature", treasures={0: ["cheaters_handbook"]}, dice=[3], answers=["let_be"])
    assert turn.hp == (20, 19, 20)


@rule("ES-111")
def test_the_chosen_die_alone_rolls_again() -> None:
    turn = cast("king_oberon", "fist_o_nature", treasures={0: ["cheaters_handbook"]}, dice=[6, 1, 4], answers=[1])
    assert the_roll(turn).rolled == (6, 4)
    assert turn.hp == (22, 16, 20)


@rule("ES-110")
@pytest.mark.parametrize(("answers", "dice", "healed"), [([0], [2, 6], 0), (["let_be"], [2], 2), ([0], [5, 3], 2)])
def test_a_treasure_that_looks_at_rolls_sees_the_final_one(answers: list[Any], dice: list[int], healed: int) -> None:
    treasures = {0: ["cheaters_handbook"], 2: ["fools_gold"]}
    turn = cast("fist_o_nature", hp=(20, 20, 10), treasures=treasures, dice=dice, answers=answers)
    assert turn.hp[2] == 10 + healed
    kinds = turn.kinds
    if healed:
        assert kinds.index("wizard_healed") > kinds.index("power_roll_final") - 1


@pytest.mark.parametrize(
    ("treasures", "die", "hp"),
    [({1: ["fools_gold"]}, 4, (10, 11, 10)), ({0: ["amulet_of_maneg"]}, 6, (11, 8, 10))],
)
def test_treasures_that_look_at_a_final_roll_act_before_its_band(
    treasures: dict[int, list[str]], die: int, hp: tuple[int, ...]
) -> None:
    turn = cast("fist_o_nature", hp=(10, 10, 10), treasures=treasures, dice=[die])
    kinds = turn.kinds
    assert kinds.index("power_roll_final") < kinds.index("wizard_healed") < kinds.index("wizards_damaged")
    assert turn.hp == hp
