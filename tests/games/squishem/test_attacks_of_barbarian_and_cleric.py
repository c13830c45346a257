"""Every attack of the Barbarian and the Cleric, read off its card."""

import pytest

from tests.games.squishem.table import CANCELLED, Table, one_turn

# --- Barbarian


def test_yodel_of_dread_cancels_the_other_magic_attacks_alone() -> None:
    turn = one_turn(
        elf="disdain_dirk", summoner="overtime_imps", barbarian="yodel_of_dread", cleric="slow_burning_sermon"
    )
    assert turn.fates == {
        "disdain_dirk": 3,
        "yodel_of_dread": 3,
        "overtime_imps": CANCELLED,
        "slow_burning_sermon": CANCELLED,
    }
    turn = one_turn(elf="flaming_review", summoner="wrong_number_golem", barbarian="yodel_of_dread")
    assert turn.cancelled == set()


def test_warm_up_swings_add_four_to_the_next_attack_alone() -> None:
    table = Table("barbarian", "cleric")
    assert table.turn(barbarian="warm_up_swings", cleric="coffee").fates == {"warm_up_swings": 2}
    second = table.turn(barbarian="unsolicited_headbutt", cleric="collection_plate")
    assert second.fates == {"unsolicited_headbutt": 9, "collection_plate": 6}
    third = table.turn(barbarian="unsolicited_headbutt", cleric="collection_plate")
    assert third.fates == {"unsolicited_headbutt": 5, "collection_plate": 6}


def test_warm_up_swings_are_wasted_on_a_coffee_break() -> None:
    table = Table("barbarian", "cleric")
    table.turn(barbarian="warm_up_swings", cleric="coffee")
    assert table.turn(barbarian="coffee", cleric="coffee").fates == {}
    assert table.turn(barbarian="unsolicited_headbutt", cleric="coffee").fates == {"unsolicited_headbutt": 5}


def test_warm_up_swings_may_warm_up_for_themselves() -> None:
    table = Table("barbarian", "cleric")
    table.turn(barbarian="warm_up_swings", cleric="coffee")
    assert table.turn(barbarian="warm_up_swings", cleric="coffee").fates == {"warm_up_swings": 6}
    assert table.turn(barbarian="big_swing_small_plan", cleric="coffee").fates == {"big_swing_small_plan": 13}


def test_annual_bathwater_cancels_the_other_fire_attacks() -> None:
    turn = one_turn(
        elf="flaming_review", summoner="overtime_imps", barbarian="annual_bathwater", cleric="font_of_hard_knocks"
    )
    assert turn.fates == {
        "font_of_hard_knocks": 4,
        "annual_bathwater": 5,
        "flaming_review": CANCELLED,
        "overtime_imps": CANCELLED,
    }


def test_annual_bathwater_leaves_water_wind_and_earth_alone() -> None:
    turn = one_turn(elf="disdain_dirk", summoner="demonic_sea_cuke", barbarian="annual_bathwater", cleric="bless_you")
    assert turn.fates == {"disdain_dirk": 1, "bless_you": 1, "demonic_sea_cuke": 2, "annual_bathwater": 2}
    turn = one_turn(elf="artisanal_pinecone", barbarian="annual_bathwater", cleric="collection_plate")
    assert turn.fates == {"collection_plate": 6, "artisanal_pinecone": 5, "annual_bathwater": 5}


@pytest.mark.parametrize(("card", "damage"), [("unsolicited_headbutt", 5), ("big_swing_small_plan", 9)])
def test_a_plain_attack_deals_its_damage_and_nothing_else(card: str, damage: int) -> None:
    table = Table("elf", "barbarian", "cleric")
    turn = table.turn(elf="out_of_my_sight", barbarian=card, cleric="collection_plate")
    assert turn.fates == {"out_of_my_sight": 2, card: damage, "collection_plate": 6}
    assert turn.without_text == set()
    assert table.offered("barbarian") == table.hand("barbarian")


# --- Cleric


def test_bless_you_halves_all_others_rounded_down() -> None:
    turn = one_turn(
        elf="artisanal_pinecone", summoner="goose_portal", barbarian="big_swing_small_plan", cleric="bless_you"
    )
    assert turn.fates == {
        "bless_you": 1,
        "goose_portal": 2,
        "artisanal_pinecone": 2,
        "big_swing_small_plan": CANCELLED,
    }
    turn = one_turn(elf="out_of_my_sight", barbarian="big_swing_small_plan", cleric="bless_you")
    assert turn.fates == {"bless_you": 1, "out_of_my_sight": 1, "big_swing_small_plan": 4}


def test_holy_water_balloon_takes_the_texts_from_priority_five_on() -> None:
    turn = one_turn(summoner="overtime_imps", barbarian="yodel_of_dread", cleric="holy_water_balloon")
    assert turn.fates == {"overtime_imps": 7, "holy_water_balloon": 4, "yodel_of_dread": 3}
    assert turn.without_text == {"yodel_of_dread"}
    turn = one_turn(elf="artisanal_pinecone", summoner="wrong_number_golem", cleric="holy_water_balloon")
    assert turn.fates == {"holy_water_balloon": 4, "artisanal_pinecone": 5, "wrong_number_golem": 7}
    assert turn.without_text == {"artisanal_pinecone", "wrong_number_golem"}


@pytest.mark.parametrize(
    ("kills", "damage"),
    [
        ({}, 6),
        ({"cleric": 1, "elf": 1}, 6),
        ({"cleric": 2, "elf": 1}, 6),
        ({"elf": 1}, 9),
        ({"cleric": 1, "summoner": 2}, 9),
    ],
)
def test_collection_plate_gains_three_behind_another_player(kills: dict[str, int], damage: int) -> None:
    turn = one_turn(elf="coffee", summoner="coffee", cleric="collection_plate", kills=kills)
    assert turn.fates == {"collection_plate": damage}


def test_slow_burning_sermon_cancels_the_others_up_to_priority_four() -> None:
    turn = one_turn(elf="flaming_review", summoner="coffee", barbarian="warm_up_swings", cleric="slow_burning_sermon")
    assert turn.fates == {"warm_up_swings": 2, "slow_burning_sermon": 5, "flaming_review": CANCELLED}
    turn = one_turn(elf="out_of_my_sight", barbarian="unsolicited_headbutt", cleric="slow_burning_sermon")
    assert turn.fates == {"out_of_my_sight": 2, "slow_burning_sermon": 5, "unsolicited_headbutt": CANCELLED}


def test_slow_burning_sermon_acts_last_and_is_cancelled_first() -> None:
    turn = one_turn(
        elf="flaming_review", summoner="overtime_imps", barbarian="yodel_of_dread", cleric="slow_burning_sermon"
    )
    assert turn.fates == {
        "flaming_review": 4,
        "yodel_of_dread": 1,
        "overtime_imps": CANCELLED,
        "slow_burning_sermon": CANCELLED,
    }


def test_font_of_hard_knocks_cancels_the_other_earth_attacks() -> None:
    turn = one_turn(
        elf="artisanal_pinecone",
        summoner="wrong_number_golem",
        barbarian="warm_up_swings",
        cleric="font_of_hard_knocks",
    )
    assert turn.fates == {
        "warm_up_swings": 2,
        "font_of_hard_knocks": 4,
        "artisanal_pinecone": CANCELLED,
        "wrong_number_golem": CANCELLED,
    }


@pytest.mark.parametrize(("elf", "damage"), [("disdain_dirk", 3), ("out_of_my_sight", 2)])
def test_font_of_hard_knocks_leaves_water_wind_and_fire_alone(elf: str, damage: int) -> None:
    turn = one_turn(elf=elf, barbarian="warm_up_swings", cleric="font_of_hard_knocks")
    assert turn.fates == {elf: damage, "warm_up_swings": 2, "font_of_hard_knocks": 4}


def test_font_of_hard_knocks_does_nothing_once_it_is_cancelled() -> None:
    turn = one_turn(
        elf="artisanal_pinecone", summoner="goose_portal", barbarian="annual_bathwater", cleric="font_of_hard_knocks"
    )
    assert turn.fates == {
        "goose_portal": 4,
        "annual_bathwater": 5,
        "artisanal_pinecone": 5,
        "font_of_hard_knocks": CANCELLED,
    }
