"""Who acts when: counts, initiatives, dice, and what changes them before a turn."""

from itertools import permutations
from typing import Any

import pytest

from tests.games.epic_spell_wars.table import Table
from tests.rules import rule


def order(table: Table) -> list[int]:
    """Whose turns there were, in order."""
    return [event.seat for event in table.events if event.kind == "casting_began"]


def rolls_off(table: Table) -> list[dict[int, int]]:
    """The dice of each roll-off, by seat."""
    return [{roll.seat: roll.die for roll in event.rolls} for event in table.events if event.kind == "rolled_off"]


def announced(table: Table) -> dict[int, int]:
    return {event.seat: event.initiative for event in table.events if event.kind == "initiative_announced"}


@rule("ES-003", "ES-049", "ES-050")
@pytest.mark.parametrize("counts", [(3, 1, 2), (1, 2, 3), (2, 3, 1), (3, 2, 1)])
def test_fewer_components_act_sooner_whatever_the_initiative(counts: tuple[int, ...]) -> None:
    spells = {
        1: ["gore_nado"],
        2: ["king_oberon", "fist_o_nature"],
        3: ["king_oberon", "delicious", "meatier_swarm"],
    }
    table = Table((20, 20, 20), spells={seat: spells[count] for seat, count in enumerate(counts)})
    quick, middle, slow = (counts.index(count) for count in (1, 2, 3))
    # Gore-Nado asks which of two who are equally strong.
    victim = min({0, 1, 2} - {quick})
    table.play(answers=[victim], dice=[1])
    table.play(dice=[1, 1])
    table.play(dice=[1, 1])
    assert order(table) == [quick, middle, slow]
    assert announced(table) == {}


@rule("ES-051", "ES-003")
@pytest.mark.parametrize("seats", list(permutations(range(3))))
def test_equal_counts_act_from_the_highest_initiative_down(seats: tuple[int, ...]) -> None:
    cone, fist, fountain = seats
    spells = {
        cone: ["king_oberon", "delicious", "cone_of_acid"],
        fist: ["king_oberon", "delicious", "fist_o_nature"],
        fountain: ["rose_bottom", "mighty_gro", "fountain_of_youth"],
    }
    table = Table((25, 25, 25), spells=spells)
    table.play(dice=[1, 1]).play(dice=[1, 1, 1]).play(dice=[1])
    assert order(table) == [fist, fountain, cone]
    assert announced(table) == {cone: 4, fist: 14, fountain: 12}


@rule("ES-053", "ES-106")
def test_without_a_delivery_or_with_wild_magic_for_one_the_initiative_is_0() -> None:
    table = Table(
        (25, 20, 15),
        spells={0: [("wild_magic", "delivery")], 1: ["king_oberon"], 2: ["snakedance"]},
        main=["meatier_swarm"],
    )
    table.play(dice=[1])
    assert announced(table) == {0: 0, 1: 0, 2: 1}
    table.play(dice=[2, 5])
    table.play(dice=[1])
    assert order(table) == [2, 1, 0]
    assert rolls_off(table) == [{0: 2, 1: 5}]
    assert table.discard.count("meatier_swarm_1") == 1


@rule("ES-054")
@pytest.mark.parametrize(("dice", "first"), [((2, 5), 1), ((5, 2), 0), ((4, 4, 1, 3), 1), ((4, 4, 2, 2, 6, 1), 0)])
def test_equal_initiatives_are_rolled_for_and_equal_dice_again(dice: tuple[int, ...], first: int) -> None:
    table = Table((20, 20), spells={0: ["king_oberon"], 1: ["rose_bottom"]})
    table.play(dice=dice).play()
    assert order(table) == [first, 1 - first]
    assert [die for roll in rolls_off(table) for _, die in sorted(roll.items())] == list(dice)


@rule("ES-054")
def test_of_three_only_those_who_share_the_highest_die_roll_again() -> None:
    table = Table((20, 20, 20), spells={0: ["king_oberon"], 1: ["king_oberon"], 2: ["rose_bottom"]})
    table.play(dice=[4, 4, 1, 2, 5])
    assert order(table) == [1]
    assert rolls_off(table) == [{0: 4, 1: 4, 2: 1}, {0: 2, 1: 5}]


@rule("ES-057")
def test_a_spell_that_loses_a_card_acts_ahead_of_those_who_have_more() -> None:
    table = Table(
        (20, 14, 16),
        spells={
            0: ["festering"],
            1: ["king_oberon", "delicious", "meatier_swarm"],
            2: ["king_oberon", "delicious", "snakedance"],
        },
    )
    table.play()
    assert table.spells[2] == ["king_oberon_2", "snakedance_1"]
    table.play(dice=[1, 1]).play(dice=[1, 1])
    assert order(table) == [0, 2, 1]


@rule("ES-057")
def test_nobody_acts_twice_and_the_round_ends_with_the_last_turn() -> None:
    table = Table(
        (20, 20, 20), spells={0: ["king_oberon"], 1: ["king_oberon", "snakedance"], 2: ["rose_bottom", "delicious"]}
    )
    table.play()
    assert [wizard.acted for wizard in table.state.wizards] == [True, False, False]
    table.play(dice=[1, 1]).play(phases=1)
    assert order(table) == [0, 1, 2]
    assert table.state.phase == "round_start"


@rule("ES-058")
def test_a_spell_that_lost_its_delivery_has_initiative_0() -> None:
    table = Table(
        (20, 19, 18),
        spells={
            0: ["pact_with_the_devil"],
            1: ["king_oberon", "delicious", "phantasmagoons"],
            2: ["king_oberon", "snakedance"],
        },
        treasures={0: ["demon_shoes"]},
    )
    table.play(dice=[5, 5, 1])
    assert table.spells[1] == ["king_oberon_1", "delicious_1"]
    table.play(dice=[1, 1]).play()
    assert order(table) == [0, 2, 1]
    assert announced(table) == {1: 0, 2: 1}


@rule("ES-052", "ES-059", "ES-044")
def test_an_announced_initiative_is_a_number_and_the_card_stays_hidden() -> None:
    table = Table(
        (20, 20, 20),
        spells={0: ["fist_o_nature"], 1: ["snakedance"], 2: ["fountain_of_youth"]},
    )
    table.play(dice=[1])
    assert announced(table) == {0: 14, 1: 1, 2: 12}
    for audience in table.audiences:
        view = str(table.seen_by(audience))
        heard = str(table.heard_by(audience))
        assert ("snakedance_1" in view) == (audience == 1)
        assert ("fountain_of_youth_1" in view) == (audience == 2)
        assert "snakedance_1" not in heard
        assert "fountain_of_youth_1" not in heard
        assert "fist_o_nature_1" in heard


@rule("ES-052")
def test_an_announced_initiative_stands_in_the_view_until_the_turn() -> None:
    table = Table((20, 20, 20), spells={0: ["fist_o_nature"], 1: ["snakedance"], 2: ["fountain_of_youth"]})
    assert [player.initiative for player in table.seen_by(None).wizards] == [None, None, None]
    table.play(dice=[1])
    assert [player.initiative for player in table.seen_by(None).wizards][1:] == [1, 12]


def spells_of_the_example() -> dict[int, list[str]]:
    return {
        0: ["king_oberon", "mighty_gro"],
        1: ["king_oberon", "mighty_gro", "pact_with_the_devil"],
        2: ["rose_bottom", "delicious", "fist_o_nature"],
        3: ["rose_bottom", "delicious", "fist_o_nature"],
    }


@rule("ES-055", "ES-056")
def test_the_example_of_two_three_three_and_three_components() -> None:
    table = Table((20, 18, 16, 14), spells=spells_of_the_example())
    table.play()
    first_spell = len(table.told)
    assert order(table) == [0]
    assert announced(table) == {}
    table.play(dice=[1])
    second_spell = len(table.told)
    assert order(table) == [0, 1]
    assert announced(table) == {1: 18, 2: 14, 3: 14}
    assert table.kinds[first_spell:].index("initiative_announced") < table.kinds[first_spell:].index("casting_began")
    assert rolls_off(table) == []
    table.play(dice=[3, 6, 1, 1])
    assert table.kinds.index("rolled_off") >= second_spell
    table.play(dice=[1, 1])
    assert order(table) == [0, 1, 3, 2]
    assert rolls_off(table) == [{2: 3, 3: 6}]


@rule("ES-055")
def test_the_example_with_the_dice_the_other_way_round() -> None:
    table = Table((20, 18, 16, 14), spells=spells_of_the_example())
    table.play().play(dice=[1]).play(dice=[6, 3, 1, 1]).play(dice=[1, 1])
    assert order(table) == [0, 1, 2, 3]


def placed(spells: dict[int, tuple[str, ...]], **facts: Any) -> Table:
    """A round from the placing of these spells on, to the first question after it."""
    table = Table(phase="placing", hands=spells, **facts)
    return table.place(spells)


def test_impatient_is_shown_when_the_order_is_set_and_goes_first() -> None:
    table = placed({0: ("king_oberon",), 1: ("rose_bottom", "impatient", "fountain_of_youth"), 2: ("rose_bottom",)})
    table.finish()
    [shown] = [event for event in table.events if event.kind == "spell_card_shown"]
    assert (shown.seat, shown.card, shown.slot) == (1, "impatient_1", "quality")
    for audience in (0, 2, None):
        view = table.seen_by(audience)
        assert [card.card for card in view.wizards[1].spell] == ["impatient_1"]
        assert view.wizards[1].spell_size == 3
    table.play(dice=[1, 1])
    assert order(table) == [1]


def test_two_impatient_spells_go_by_the_usual_order_ahead_of_all_others() -> None:
    spells = {
        0: ("king_oberon",),
        1: ("rose_bottom", "impatient", "fountain_of_youth"),
        2: ("rose_bottom", "impatient"),
    }
    table = placed(spells, hp=(20, 20, 20))
    table.finish()
    table.play().play(dice=[1, 1]).play()
    assert order(table) == [2, 1, 0]


def test_an_impatient_card_that_is_discarded_before_its_turn_loses_its_effect() -> None:
    # The first of two Impatient spells comes by a Festering, which takes the Quality of the other.
    table = placed(
        {
            0: ("bleemax_brainiac", "impatient"),
            1: ("rose_bottom", "impatient", "fountain_of_youth"),
            2: ("king_oberon",),
        },
        hp=(20, 22, 20),
        treasures={0: ["demon_shoes"]},
        main=["festering", "wild_magic"],
    )
    table.finish()
    table.play(answers=["festering"])
    assert table.spells[1] == ["rose_bottom_1", "fountain_of_youth_1"]
    table.play().play(dice=[1, 1])
    assert order(table) == [0, 2, 1]


def test_an_impatient_card_that_wild_magic_finds_only_strikes() -> None:
    table = Table(
        (20, 20, 20),
        spells={0: ["rose_bottom", ("wild_magic", "quality")], 1: ["king_oberon"], 2: []},
        main=["impatient"],
    )
    table.play().play()
    assert order(table) == [1, 0]
    assert table.hp == (22, 21, 19)


def test_a_spell_of_no_cards_goes_first_and_has_its_turn() -> None:
    table = Table((20, 20, 20), spells={0: ["festering"], 1: ["delicious"], 2: ["king_oberon"]}, hands={1: []})
    table.state.wizards[1].hp = 22
    table.play(dice=[6, 3, 4])
    assert table.spells == ([], [], ["king_oberon_1"])
    assert not table.state.wizards[1].acted
    table.play()
    assert order(table) == [0, 1]
    assert table.state.wizards[1].acted
    table.play()
    assert order(table) == [0, 1, 2]


@pytest.mark.parametrize(("answer", "turns"), [("use_it", [0, 2, 1]), ("let_be", [1, 0, 2])])
def test_the_backpack_is_asked_for_once_counts_are_known_and_puts_even_impatient_last(
    answer: str, turns: list[int]
) -> None:
    table = placed(
        {0: ("king_oberon",), 1: ("rose_bottom", "impatient"), 2: ("king_oberon", "delicious")},
        treasures={1: ["methy_ion_backpack"]},
    )
    kinds = table.kinds
    assert kinds.index("spell_card_shown") < kinds.index("spells_declared")
    assert order(table) == []
    table.answer_of(1, answer)
    table.finish()
    table.play(phases=3)
    assert order(table) == turns
