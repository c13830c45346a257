"""Every attack of the Elf and the Summoner, read off its card."""

import pytest

from tests.games.squishem.table import CANCELLED, PLENTY, Table, one_turn
from tests.rules import rule

# --- Elf


def test_arrow_to_the_ego_cancels_the_highest_printed_damage() -> None:
    turn = one_turn(elf="arrow_to_the_ego", barbarian="big_swing_small_plan", cleric="collection_plate")
    assert turn.fates == {"arrow_to_the_ego": 1, "collection_plate": 6, "big_swing_small_plan": CANCELLED}


def test_arrow_to_the_ego_cancels_all_that_share_the_highest() -> None:
    turn = one_turn(
        elf="arrow_to_the_ego", summoner="goose_portal", barbarian="yodel_of_dread", cleric="holy_water_balloon"
    )
    assert turn.fates == {
        "arrow_to_the_ego": 1,
        "yodel_of_dread": 3,
        "goose_portal": CANCELLED,
        "holy_water_balloon": CANCELLED,
    }


def test_arrow_to_the_ego_never_hits_itself() -> None:
    assert one_turn(elf="arrow_to_the_ego", barbarian="coffee").fates == {"arrow_to_the_ego": 1}


def test_arrow_to_the_ego_passes_over_what_is_cancelled_already() -> None:
    turn = one_turn(
        "sensitive_cyclops",
        elf="arrow_to_the_ego",
        summoner="wrong_number_golem",
        barbarian="warm_up_swings",
        cleric="font_of_hard_knocks",
    )
    assert turn.fates == {
        "arrow_to_the_ego": 1,
        "warm_up_swings": 2,
        "font_of_hard_knocks": CANCELLED,
        "wrong_number_golem": CANCELLED,
    }
    assert turn.cancelled_by["wrong_number_golem"] == "sensitive_cyclops"


def test_arrow_to_the_ego_finds_no_other_where_sea_cuke_stands() -> None:
    turn = one_turn(elf="arrow_to_the_ego", summoner="demonic_sea_cuke", barbarian="warm_up_swings")
    assert turn.fates == {"arrow_to_the_ego": 1, "warm_up_swings": 2, "demonic_sea_cuke": 4}


@pytest.mark.parametrize(
    ("card", "damage"), [("arrow_to_the_ego", 1), ("flaming_review", 4), ("artisanal_pinecone", 7)]
)
def test_out_of_my_sight_keeps_the_elfs_next_attack_from_the_monster(card: str, damage: int) -> None:
    table = Table("elf", "barbarian", monsters={"umbrella_troll": PLENTY})
    assert table.turn(elf="out_of_my_sight", barbarian="coffee").fates == {"out_of_my_sight": 2}
    second = table.turn(elf=card, barbarian="coffee")
    assert (second.fates, second.stood) == ({card: damage}, {card})
    third = table.turn(elf=card, barbarian="coffee")
    assert (third.fates, third.stood) == ({card: CANCELLED}, set())


def test_out_of_my_sight_outlives_a_tie_and_the_loss_of_text() -> None:
    table = Table("elf", "summoner", "barbarian", "cleric")
    first = table.turn(elf="out_of_my_sight", summoner="coffee", barbarian="coffee", cleric="coffee")
    assert first.fates == {"out_of_my_sight": 2}
    second = table.turn(
        elf="arrow_to_the_ego",
        summoner="infernal_small_print",
        barbarian="unsolicited_headbutt",
        cleric="slow_burning_sermon",
    )
    assert second.fates == {
        "infernal_small_print": 2,
        "arrow_to_the_ego": 1,
        "slow_burning_sermon": 5,
        "unsolicited_headbutt": CANCELLED,
    }
    assert second.without_text == {"arrow_to_the_ego", "slow_burning_sermon"}


def test_out_of_my_sight_outlives_an_attack_that_cancels() -> None:
    table = Table("elf", "cleric")
    table.turn(elf="out_of_my_sight", cleric="coffee")
    turn = table.turn(elf="disdain_dirk", cleric="slow_burning_sermon")
    assert (turn.fates, turn.stood) == ({"disdain_dirk": 3, "slow_burning_sermon": 5}, {"disdain_dirk"})


def test_disdain_dirk_strikes_again_beside_the_next_attack_and_no_third_time() -> None:
    table = Table("elf", "cleric")
    assert table.turn(elf="disdain_dirk", cleric="coffee").fates == {"disdain_dirk": 3}
    assert table.offered("elf") == {
        "arrow_to_the_ego",
        "out_of_my_sight",
        "flaming_review",
        "artisanal_pinecone",
        "coffee",
    }
    assert table.turn(elf="artisanal_pinecone", cleric="coffee").fates == {"disdain_dirk": 3, "artisanal_pinecone": 7}
    assert "disdain_dirk" in table.offered("elf")
    assert table.turn(elf="artisanal_pinecone", cleric="coffee").fates == {"artisanal_pinecone": 7}


def test_flaming_review_takes_two_from_all_others() -> None:
    turn = one_turn(
        elf="flaming_review",
        summoner="demonic_sea_cuke",
        barbarian="unsolicited_headbutt",
        cleric="collection_plate",
    )
    assert turn.fates == {
        "unsolicited_headbutt": 3,
        "flaming_review": 4,
        "collection_plate": 4,
        "demonic_sea_cuke": 2,
    }


def test_flaming_review_leaves_no_damage_below_zero() -> None:
    turn = one_turn(elf="flaming_review", summoner="wrong_number_golem", barbarian="warm_up_swings", cleric="bless_you")
    assert turn.fates == {"bless_you": 0, "flaming_review": 2, "warm_up_swings": 0, "wrong_number_golem": 1}


def test_artisanal_pinecone_gains_two_without_another_range_attack() -> None:
    assert one_turn(elf="artisanal_pinecone", barbarian="coffee").fates == {"artisanal_pinecone": 7}
    turn = one_turn(elf="artisanal_pinecone", barbarian="warm_up_swings", cleric="bless_you")
    assert turn.fates == {"bless_you": 1, "warm_up_swings": 1, "artisanal_pinecone": 4}


def test_artisanal_pinecone_gains_nothing_beside_another_range_attack() -> None:
    turn = one_turn(elf="artisanal_pinecone", summoner="goose_portal")
    assert turn.fates == {"goose_portal": 4, "artisanal_pinecone": 5}


@rule("SQ-023")
def test_artisanal_pinecone_does_not_count_a_cancelled_range_attack() -> None:
    turn = one_turn("thick_skinned_critic", elf="artisanal_pinecone", barbarian="yodel_of_dread")
    assert turn.fates == {"artisanal_pinecone": 7, "yodel_of_dread": CANCELLED}


# --- Summoner


def test_infernal_small_print_takes_every_other_text_and_leaves_the_damage() -> None:
    turn = one_turn(
        elf="flaming_review", summoner="infernal_small_print", barbarian="yodel_of_dread", cleric="collection_plate",
        kills={"elf": 1},
    )  # fmt: skip
    assert turn.fates == {
        "infernal_small_print": 2,
        "flaming_review": 4,
        "yodel_of_dread": 3,
        "collection_plate": 6,
    }
    assert turn.without_text == {"flaming_review", "yodel_of_dread", "collection_plate"}


@pytest.mark.parametrize(
    ("hero", "card", "then", "fate"),
    [
        ("elf", "disdain_dirk", "artisanal_pinecone", {"artisanal_pinecone": 7}),
        ("barbarian", "warm_up_swings", "unsolicited_headbutt", {"unsolicited_headbutt": 5}),
    ],
)
def test_infernal_small_print_leaves_nothing_for_the_next_turn(
    hero: str, card: str, then: str, fate: dict[str, int]
) -> None:
    table = Table(hero, "summoner")
    table.turn({hero: card}, summoner="infernal_small_print")
    assert card in table.offered(hero)
    assert table.turn({hero: then}, summoner="coffee").fates == fate


def test_infernal_small_print_takes_the_protection_of_out_of_my_sight() -> None:
    table = Table("elf", "summoner", "barbarian")
    table.turn(elf="out_of_my_sight", summoner="infernal_small_print", barbarian="coffee")
    turn = table.turn(elf="arrow_to_the_ego", summoner="coffee", barbarian="unsolicited_headbutt")
    assert turn.fates == {"arrow_to_the_ego": CANCELLED, "unsolicited_headbutt": CANCELLED}


def test_goose_portal_cancels_the_other_melee_attacks_alone() -> None:
    turn = one_turn(
        elf="disdain_dirk", summoner="goose_portal", barbarian="annual_bathwater", cleric="font_of_hard_knocks"
    )
    assert turn.fates == {
        "goose_portal": 4,
        "annual_bathwater": 5,
        "disdain_dirk": CANCELLED,
        "font_of_hard_knocks": CANCELLED,
    }
    turn = one_turn(elf="out_of_my_sight", summoner="goose_portal", barbarian="big_swing_small_plan")
    assert turn.fates == {"out_of_my_sight": 2, "goose_portal": 4, "big_swing_small_plan": CANCELLED}


def test_demonic_sea_cuke_stands_against_a_tie_the_monster_and_an_attack() -> None:
    tie = one_turn(elf="artisanal_pinecone", summoner="demonic_sea_cuke")
    assert tie.fates == {"demonic_sea_cuke": 4, "artisanal_pinecone": CANCELLED}
    monster = one_turn("auditor_wraith", summoner="demonic_sea_cuke", cleric="slow_burning_sermon")
    assert monster.fates == {"demonic_sea_cuke": 4, "slow_burning_sermon": CANCELLED}
    attack = one_turn(summoner="demonic_sea_cuke", barbarian="yodel_of_dread", cleric="slow_burning_sermon")
    assert attack.fates == {"yodel_of_dread": 3, "demonic_sea_cuke": 4, "slow_burning_sermon": CANCELLED}


@pytest.mark.parametrize(
    ("others", "damage"),
    [
        ({"barbarian": "coffee"}, 3),
        ({"barbarian": "big_swing_small_plan"}, 5),
        ({"barbarian": "big_swing_small_plan", "cleric": "collection_plate"}, 7),
        ({"elf": "artisanal_pinecone", "barbarian": "big_swing_small_plan", "cleric": "collection_plate"}, 9),
    ],
)
def test_overtime_imps_gain_two_for_each_other_attack(others: dict[str, str], damage: int) -> None:
    turn = one_turn(summoner="overtime_imps", laid=others)
    assert turn.dealt["overtime_imps"] == damage
    assert turn.cancelled == set()


@rule("SQ-023")
def test_overtime_imps_do_not_count_a_cancelled_attack() -> None:
    turn = one_turn("bouncer_minotaur", 99, summoner="overtime_imps", barbarian="big_swing_small_plan", cleric="coffee")
    assert turn.fates == {"overtime_imps": 3, "big_swing_small_plan": CANCELLED}


@pytest.mark.parametrize(
    ("other", "golem"),
    [
        ({"elf": "artisanal_pinecone"}, 4),
        ({"barbarian": "unsolicited_headbutt"}, 4),
        ({"cleric": "collection_plate"}, 4),
        ({"barbarian": "warm_up_swings"}, 7),
        ({"elf": "disdain_dirk"}, 7),
        ({"elf": "out_of_my_sight"}, 7),
        ({"elf": "coffee"}, 7),
    ],
)
def test_wrong_number_golem_loses_three_beside_another_earth_attack(other: dict[str, str], golem: int) -> None:
    assert one_turn(summoner="wrong_number_golem", laid=other).dealt["wrong_number_golem"] == golem


@rule("SQ-023")
def test_wrong_number_golem_does_not_count_a_cancelled_earth_attack() -> None:
    turn = one_turn("snail_of_inevitability", 99, summoner="wrong_number_golem", barbarian="unsolicited_headbutt")
    assert turn.fates == {"wrong_number_golem": 7, "unsolicited_headbutt": CANCELLED}
