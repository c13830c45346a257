"""Who battles first, and who holds the marker after the battles."""

from itertools import permutations

import pytest

from tests.games.spell_smashers.scenes import of_lengths
from tests.games.spell_smashers.table import Table, crest, player
from tests.rules import rule

# --- initiative


@rule("SS-102", "SS-103", "SS-107")
@pytest.mark.parametrize("lengths", list(permutations((7, 4, 5))))
def test_the_longest_word_battles_first(lengths: tuple[int, ...]) -> None:
    row = [crest("prickly naga", 90), crest("craggy troll"), crest("famed lich")]
    table = of_lengths(*lengths, row=row)
    expected = sorted(range(3), key=lambda seat: -lengths[seat])
    assert table.view().order == tuple(expected)
    for seat in expected:
        assert table.asked == {seat: "choose_monster"}
        table.fight(seat, "naga")


@rule("SS-102")
def test_letters_count_and_not_cards() -> None:
    table = Table(player("c_1 a_1 t_1"), player("l_1 wound_ock"), marker=0)
    table.words("c_1 a_1 t_1", "l_1 wound_ock")
    assert [(place.seat, place.initiative) for place in table.events("initiative_set")[-1].order] == [(1, 4), (0, 3)]


@rule("SS-104")
@pytest.mark.parametrize(
    ("lengths", "marker", "order"),
    [
        ((2, 4, 3, 4), 2, (3, 1, 2, 0)),
        ((2, 3, 4, 4), 2, (2, 3, 1, 0)),
        ((4, 4, 4, 4), 2, (2, 3, 0, 1)),
        ((4, 4, 4, 4), 0, (0, 1, 2, 3)),
        ((4, 3, 4, 3), 3, (0, 2, 3, 1)),
    ],
)
def test_ties_go_clockwise_from_the_holder(lengths: tuple[int, ...], marker: int, order: tuple[int, ...]) -> None:
    assert of_lengths(*lengths, marker=marker).view().order == order


EXAMPLE = {
    "ambie": "l_1 a_1 n_1 t_1 e_1 r_1 n_2",
    "blake": "s_1 p_1 i_1 r_2 e_2",
    "corinne": "b_1 l_2 u_1 e_3",
    "devon": "c_1 h_1 a_2 r_3 m_1",
}


@rule("SS-105")
@pytest.mark.parametrize("seating", list(permutations(EXAMPLE)))
def test_example_a(seating: tuple[str, ...]) -> None:
    table = Table(*(player(EXAMPLE[name]) for name in seating), marker=seating.index("devon"))
    table.words(*(EXAMPLE[name] for name in seating))
    places = table.events("initiative_set")[-1].order
    assert [seating[place.seat] for place in places] == ["ambie", "devon", "blake", "corinne"]
    assert [place.initiative for place in places] == [7, 5, 5, 4]


# --- the marker


@rule("SS-130")
@pytest.mark.parametrize(("lengths", "takes_it"), [((5, 3, 2, 4), 2), ((2, 2, 3, 3), 1), ((3, 3, 3, 3), 3)])
def test_the_last_in_initiative_takes_the_marker(lengths: tuple[int, ...], takes_it: int) -> None:
    row = [crest("prickly naga", 90), crest("craggy troll"), crest("famed lich"), crest("brittle imp")]
    table = of_lengths(*lengths, row=row)
    for seat in table.view().order:
        assert table.view().marker == 0
        table.fight(seat, "naga")
    for audience in table.audiences:
        assert table.view(audience).marker == takes_it
    assert [event.seat for event in table.events("tiebreaker_taken")] == [takes_it]
