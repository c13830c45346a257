"""Deaths: what is lost, what is drawn, who has the token, and when a duel is over."""

import pytest

from service.games.epic_spell_wars.events import WizardsDamaged
from tests.games.epic_spell_wars.table import Table, cast
from tests.rules import rule


@rule("ES-112")
@pytest.mark.parametrize(("hp", "left"), [(4, 1), (3, 0), (2, 0), (1, 0)])
def test_a_wizard_without_hp_is_dead_and_shows_0(hp: int, left: int) -> None:
    turn = cast("scorchia", hp=(20, hp, 0, 1), answers=[1] if hp == 1 else [])
    assert turn.hp == (20, left, 0, 1)
    slain = [event.seat for event in turn.events if event.kind == "wizard_slain"]
    assert slain == [1] * (left == 0)


@rule("ES-113", "ES-114", "ES-115")
def test_the_dead_discard_hand_and_treasures_and_draw_a_card() -> None:
    hand = ["rose_bottom", "delicious", "snakedance", "wild_magic", "mysterious"]
    turn = cast(
        "scorchia",
        hp=(20, 3, 2),
        hands={1: hand},
        treasures={1: ["fools_gold", "plink_cannon"]},
        dead_wizard_deck=["the_big_house"],
    )
    assert turn.hp == (20, 0, 2)
    assert turn.hand_sizes == (0, 0, 0)
    assert {f"{card}_1" for card in hand} <= {*turn.discard}
    assert len(turn.discard) == 6
    assert turn.treasures == (set(), set(), set())
    assert sorted(turn.state.treasure_discard) == ["fools_gold", "plink_cannon"]
    assert turn.dead_wizards == (0, 1, 0)
    assert turn.state.wizards[1].dead_wizards == ["the_big_house_1"]


@rule("ES-115")
def test_the_card_is_drawn_before_the_next_card_of_the_spell_acts() -> None:
    turn = cast("scorchia", "delicious", hp=(20, 3, 2))
    kinds = turn.kinds
    drawn = kinds.index("dead_wizard_card_drawn")
    assert kinds.index("wizard_slain") < drawn
    resolving = [at for at, event in enumerate(turn.events) if event.kind == "component_resolves"]
    assert resolving[0] < drawn < resolving[1]


@rule("ES-115")
def test_only_the_dead_wizards_owner_sees_the_card() -> None:
    turn = cast("scorchia", hp=(20, 3, 2), dead_wizard_deck=["the_big_house"])
    for audience in turn.audiences:
        assert ("the_big_house_1" in str(turn.heard_by(audience))) == (audience == 1)
        assert ("the_big_house_1" in str(turn.seen_by(audience))) == (audience == 1)
        assert turn.seen_by(audience).wizards[1].dead_wizard_cards == 1


@rule("ES-118")
def test_a_dead_wizard_card_waits_for_the_next_duel() -> None:
    turn = cast("scorchia", hp=(20, 3, 2), dead_wizard_deck=["the_big_house"])
    assert turn.hp == (20, 0, 2)
    turn = cast("midnight_merlin", hp=(20, 3, 9), dead_wizard_deck=["the_big_house"])
    assert turn.hp == (20, 3, 6)
    assert turn.dead_wizards == (1, 0, 0)


@rule("ES-112")
def test_a_wizard_slain_while_waiting_casts_nothing() -> None:
    table = Table((20, 3, 2), spells={0: ["scorchia"], 1: ["impatient", "snakedance"], 2: ["delicious", "snakedance"]})
    table.play()
    assert table.spells == ([], [], ["delicious_1", "snakedance_2"])
    assert {"impatient_1", "snakedance_1"} <= {*table.discard}
    table.play(dice=[1])
    assert [event.seat for event in table.events if event.kind == "casting_began"] == [0, 2]
    assert table.state.phase == "round_start"


@rule("ES-112")
def test_a_wizard_slain_by_the_own_spell_stops_there() -> None:
    turn = cast("old_scratch", "impatient", "fist_o_nature", hp=(2, 20, 20), dice=[3])
    assert turn.hp == (0, 20, 20)
    assert [event.card for event in turn.events if event.kind == "component_resolves"] == ["old_scratch_1"]
    assert sorted(turn.discard) == ["fist_o_nature_1", "impatient_1", "old_scratch_1"]
    assert turn.spells == ([], [], [])
    assert turn.tokens == (0, 0, 0)


@rule("ES-116")
def test_the_dead_are_no_foes() -> None:
    turn = cast("impatient", hp=(20, 0, 20))
    assert turn.hp == (20, 0, 19)
    assert turn.dead_wizards == (0, 0, 0)


@rule("ES-016", "ES-027", "ES-131")
def test_the_last_one_standing_has_the_token_at_once() -> None:
    table = Table(
        (20, 0, 2, 0),
        spells={0: ["scorchia", "impatient", "fist_o_nature"]},
        hands={0: ["rose_bottom"]},
    )
    table.play()
    assert table.tokens == (1, 0, 0, 0)
    assert [event.card for event in table.events if event.kind == "component_resolves"] == ["scorchia_1"]
    [ended] = [event for event in table.events if event.kind == "duel_ended"]
    assert (ended.seat, ended.tokens, ended.duel) == (0, 1, 1)
    assert table.outcome is None


@rule("ES-131")
def test_what_is_left_of_the_round_is_not_played_when_a_duel_ends() -> None:
    table = Table((20, 2), spells={0: ["scorchia"], 1: ["king_oberon", "delicious"]})
    table.play()
    assert table.tokens == (1, 0)
    assert [event.seat for event in table.events if event.kind == "casting_began"] == [0]
    assert {"king_oberon_1", "delicious_1", "scorchia_1"} <= {*table.discard}


@rule("ES-131")
def test_all_damage_of_one_instruction_falls_together() -> None:
    # Both foes die by the one roll, though the first death alone leaves two alive.
    table = Table((20, 1, 1), spells={0: ["impatient"]})
    table.play()
    assert table.tokens == (1, 0, 0)
    wounds = [event for event in table.events if event.kind == "wizards_damaged"]
    assert [[wound.seat for wound in event.losses] for event in wounds] == [[1, 2]]
    slain = [event.seat for event in table.events if event.kind == "wizard_slain"]
    assert slain == [1, 2]


@rule("ES-115")
@pytest.mark.parametrize("caster", range(5))
def test_several_dead_draw_from_the_casters_left_on_and_the_caster_last(caster: int) -> None:
    # Cat-A-Strophic: the foe on the left rolls highest; the others take what their own dice show, the caster 2 more.
    table = Table([3 if seat == caster else 1 for seat in range(5)], spells={caster: ["cat_a_strophic"]})
    table.play(dice=[1, 6, 1, 1, 1])
    drawn = [event.seat for event in table.events if event.kind == "dead_wizard_card_drawn"]
    assert drawn == [(caster + distance) % 5 for distance in (2, 3, 4, 5)]
    assert table.tokens == tuple(int(seat == (caster + 1) % 5) for seat in range(5))


@rule("ES-132")
def test_caster_and_last_foe_slain_together_leave_the_token_to_the_caster() -> None:
    # Walker Time Ranger: the lowest, caster and foe alike at 1 + 1 and 2, take 3 each.
    table = Table((3, 3, 0), spells={0: ["walker_time_ranger"]})
    table.play(dice=[1, 2])
    assert table.tokens == (1, 0, 0)


@rule("ES-132")
def test_a_caster_who_kills_himself_beside_one_foe_leaves_the_token_to_the_foe() -> None:
    table = Table((2, 20), spells={0: ["old_scratch"]})
    table.play(dice=[2])
    assert table.tokens == (0, 1)


@rule("ES-131", "ES-115")
def test_a_backlash_of_the_last_foe_comes_too_late() -> None:
    table = Table((2, 3), spells={0: ["scorchia"]}, dead_wizard_deck=["backlash_from_beyond"])
    table.play()
    assert table.tokens == (1, 0)
    wounds = [(event.by, wound.seat) for event in table.of(WizardsDamaged) for wound in event.losses]
    assert wounds == [("scorchia_1", 1)]


@rule("ES-118")
def test_a_backlash_acts_at_once_and_may_kill() -> None:
    table = Table((2, 3, 2), spells={0: ["scorchia", "impatient"]}, dead_wizard_deck=["backlash_from_beyond"])
    table.play(answers=[0])
    assert [(asked.seat, asked.offered) for asked in table.asked] == [(1, (2, 0))]
    # The caster is dead before the Quality acts, and seat 2 is the last one standing.
    assert table.tokens == (0, 0, 1)
    assert [event.card for event in table.events if event.kind == "component_resolves"] == ["scorchia_1"]


@rule("ES-116", "ES-115")
def test_who_dies_by_the_first_part_of_a_card_takes_no_second_and_draws_once() -> None:
    table = Table((20, 3, 9), spells={0: ["vorpal_trap"]}, treasures={0: ["phister_cannon"], 1: ["fools_gold"]})
    table.play(dice=[5, 5])
    assert table.hp == (20, 0, 9)
    assert table.dead_wizards == (0, 1, 0)
    assert [event.seat for event in table.events if event.kind == "wizard_slain"] == [1]
    assert len(table.of(WizardsDamaged)) == 1
