"""Whom a card hits: left, right, each, strongest, weakest, stronger, random."""

import pytest

from service.games.epic_spell_wars.casting import Cast
from service.games.epic_spell_wars.decisions import NameWizard
from tests.games.epic_spell_wars.scripts import Asked
from tests.games.epic_spell_wars.table import Table, altered, cast
from tests.rules import rule


@rule("ES-079", "ES-078")
def test_left_is_the_next_seat_up_and_right_the_next_seat_down() -> None:
    assert cast("fist_o_nature", hp=(20,) * 4, dice=[1]).hp == (20, 19, 20, 20)
    assert cast("phantasmagoons", hp=(20,) * 4, dice=[1]).hp == (20, 20, 20, 19)
    assert cast("cone_of_acid", hp=(20,) * 4, dice=[1]).hp == (20, 19, 20, 19)


@rule("ES-079")
def test_seats_go_round() -> None:
    table = Table((20,) * 4, spells={3: ["cone_of_acid"]})
    assert table.play(dice=[1]).hp == (19, 20, 19, 20)


@rule("ES-078", "ES-116")
def test_dead_neighbours_are_passed_over() -> None:
    assert cast("cone_of_acid", hp=(20, 0, 20, 20, 0), dice=[1]).hp == (20, 0, 19, 19, 0)


@rule("ES-078")
def test_a_foe_who_is_both_left_and_right_is_hit_once() -> None:
    assert cast("cone_of_acid", hp=(20, 20), dice=[1]).hp == (20, 19)
    assert cast("cone_of_acid", hp=(20, 0, 20), dice=[1]).hp == (20, 0, 19)


@rule("ES-080")
def test_each_foe_is_everybody_else_who_lives() -> None:
    assert cast("impatient", hp=(20, 20, 20, 20)).hp == (20, 19, 19, 19)
    assert cast("impatient", hp=(20, 20, 0, 20)).hp == (20, 19, 0, 19)


@rule("ES-081", "ES-021")
@pytest.mark.parametrize(("hp", "healed"), [(15, 17), (20, 22), (23, 25), (24, 25), (25, 25)])
def test_healing_goes_to_the_caster_and_stops_at_25(hp: int, healed: int) -> None:
    turn = cast("king_oberon", hp=(hp, 15, 15))
    assert turn.hp == (healed, 15, 15)
    assert [event.amount for event in turn.events if event.kind == "wizard_healed"] == [healed - hp] * (healed > hp)


@rule("ES-021")
def test_20_and_3_are_23_and_23_and_4_no_more_than_25() -> None:
    assert cast("dr_rooty_bark", dice=[1, 1]).hp == (23, 20, 20)
    spring = cast("fountain_of_youth", hp=(23, 20, 20), treasures={0: ["wood_lords_clogs"]}, dice=[6, 6])
    assert spring.hp == (25, 20, 20)


@rule("ES-083", "ES-086")
def test_the_strongest_foe_has_the_most_hp_and_is_not_the_caster() -> None:
    turn = cast("scorchia", hp=(20, 12, 17, 9))
    assert turn.hp == (20, 12, 14, 9)
    assert turn.asked == []
    assert cast("scorchia", hp=(20, 12, 9)).hp == (20, 9, 9)


@rule("ES-084", "ES-086")
def test_the_weakest_foe_has_the_fewest_hp_of_those_alive_and_is_not_the_caster() -> None:
    turn = cast("testikill", hp=(3, 12, 17, 9, 0), dice=[1])
    assert turn.hp == (3, 12, 17, 8, 0)
    assert turn.asked == []


@rule("ES-085")
@pytest.mark.parametrize("picked", [1, 3])
def test_of_equally_strong_foes_the_caster_picks_one(picked: int) -> None:
    turn = cast("scorchia", hp=(20, 15, 9, 15), answers=[picked])
    assert turn.asked == [Asked(0, "choose_foe", (1, 3))]
    assert turn.hp == tuple(hp - 3 * (seat == picked) for seat, hp in enumerate((20, 15, 9, 15)))


@rule("ES-085")
@pytest.mark.parametrize("picked", [1, 3])
def test_of_equally_weak_foes_the_caster_picks_one(picked: int) -> None:
    turn = cast("testikill", hp=(20, 9, 15, 9), answers=[picked], dice=[1])
    assert turn.asked == [Asked(0, "choose_foe", (1, 3))]
    assert turn.hp == tuple(hp - (seat == picked) for seat, hp in enumerate((20, 9, 15, 9)))


@rule("ES-116")
def test_a_dead_foe_is_refused_and_the_living_ones_are_offered() -> None:
    table = Table((20, 15, 0, 15), spells={0: ["death_fairy"]})
    table.start()
    question = table.question_to(0)
    assert [choice.seat for choice in question.decision.choices.listed() or ()] == [1, 3]
    for wrong in (0, 2, 4, -1):
        refusal = table.refused(question, NameWizard(wrong))
        assert (refusal.rule, refusal.pointer) == ("ES-116", "/choice/seat")
    table.answer(question, NameWizard(3))
    table.finish()
    assert table.hp == (20, 15, 0, 13)


@rule("ES-087", "ES-090")
def test_stronger_is_who_has_more_hp_and_equal_is_neither() -> None:
    assert cast("meatier_swarm", hp=(10, 11, 10, 9), dice=[1]).hp == (10, 10, 10, 9)
    assert cast("meatier_swarm", hp=(10, 10, 10, 10), dice=[1]).hp == (10, 10, 10, 10)


@rule("ES-088", "ES-090")
@pytest.mark.parametrize(("foe", "joins"), [(7, False), (11, False), (12, True), (13, True)])
def test_weaker_is_who_has_fewer_hp(foe: int, joins: bool) -> None:
    # Mighty-Gro, at 12 after its healing, takes a card of the hand along if no wizard is weaker.
    turn = cast("mighty_gro", hp=(10, foe, 20), hands={0: ["rose_bottom"]})
    assert turn.hand_sizes[0] == (0 if joins else 1)
    assert turn.hp == (13 if joins else 12, foe, 20)


@rule("ES-089", "ES-088")
@pytest.mark.parametrize("picked", [1, 3])
def test_of_several_weaker_foes_the_caster_picks_among_those_who_are(picked: int) -> None:
    async def one_weaker_foe(spell: Cast) -> None:
        """A made-up card: 1 damage to a weaker foe."""
        weaker = [foe for foe in spell.foes() if spell.hp(foe) < spell.hp(spell.caster)]
        await spell.damage(await spell.strongest(weaker), 1)

    with altered("king_oberon", effect=one_weaker_foe):
        turn = cast("king_oberon", hp=(10, 9, 10, 9, 11), answers=[picked])
        assert turn.asked == [Asked(0, "choose_foe", (1, 3))]
        assert turn.hp == tuple(hp - (seat == picked) for seat, hp in enumerate((10, 9, 10, 9, 11)))
        assert cast("king_oberon", hp=(9, 9, 10)).hp == (9, 9, 10)


@rule("ES-082")
def test_a_target_is_named_before_its_dice_fall() -> None:
    table = Table((20, 15, 15), spells={0: ["polished"]})
    table.start()
    assert "power_dice_rolled" not in table.kinds
    table.script(dice=[1])
    table.answer_of(0, 2)
    table.finish()
    assert table.hp == (20, 15, 14)


@rule("ES-082")
def test_hp_that_change_while_dice_roll_change_no_target() -> None:
    # Fool's Gold heals the foe at 16 to 18 when the roll ends low; the one at 17 stays the strongest for this roll.
    turn = cast("gore_nado", hp=(20, 17, 16), treasures={2: ["fools_gold"]}, dice=[1])
    assert turn.hp == (20, 15, 18)


@rule("ES-091", "ES-092")
@pytest.mark.parametrize(("die", "victim"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_three_foes_have_two_faces_each_from_the_left_on(die: int, victim: int) -> None:
    turn = cast("professor_presto", hp=(20,) * 4, dice=[die])
    assert turn.hp == tuple(20 - 3 * (seat == victim) for seat in range(4))
    [event] = [event for event in turn.events if event.kind == "random_foe_rolled"]
    assert {share.seat: share.values for share in event.shares} == {1: (1, 2), 2: (3, 4), 3: (5, 6)}
    assert (event.dice, event.target) == ((die,), victim)


@rule("ES-091", "ES-093")
@pytest.mark.parametrize(("die", "victim"), [(1, 2), (3, 2), (4, 3), (6, 3)])
def test_the_dead_get_no_faces_and_two_foes_have_three_each(die: int, victim: int) -> None:
    turn = cast("professor_presto", hp=(20, 0, 20, 20), dice=[die])
    assert turn.hp == tuple((20, 0, 20, 20)[seat] - 3 * (seat == victim) for seat in range(4))
    [event] = [event for event in turn.events if event.kind == "random_foe_rolled"]
    assert {share.seat: share.values for share in event.shares} == {2: (1, 2, 3), 3: (4, 5, 6)}


@rule("ES-091")
@pytest.mark.parametrize(("dice", "victim"), [([4], 4), ([5, 6, 1], 1), ([6, 5, 5, 3], 3)])
def test_four_foes_have_one_face_each_and_others_are_rolled_again(dice: list[int], victim: int) -> None:
    turn = cast("professor_presto", hp=(20,) * 5, dice=dice)
    assert turn.hp == tuple(20 - 3 * (seat == victim) for seat in range(5))
    [event] = [event for event in turn.events if event.kind == "random_foe_rolled"]
    assert event.dice == tuple(dice)


@rule("ES-091")
@pytest.mark.parametrize(("dice", "victim"), [([5], 5), ([6, 6, 2], 2)])
def test_five_foes_have_one_face_each(dice: list[int], victim: int) -> None:
    assert cast("professor_presto", hp=(20,) * 6, dice=dice).hp == tuple(20 - 3 * (seat == victim) for seat in range(6))


@rule("ES-091")
def test_a_single_foe_needs_no_die() -> None:
    assert cast("professor_presto", hp=(20, 20)).hp == (20, 17)
