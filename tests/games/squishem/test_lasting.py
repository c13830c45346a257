"""What outlives its turn: Disdain Dirk, Out of My Sight, a warm-up, paralysis, and Sea Cuke's stand."""

import pytest

from service.games.squishem import events
from tests.games.squishem.table import CANCELLED, LATE, PLENTY, Table, altered, one_turn
from tests.rules import rule

# --- Demonic Sea Cuke


@rule("SQ-041")
def test_nothing_cancels_sea_cuke_and_its_tie_falls_all_the_same() -> None:
    tie = one_turn(elf="artisanal_pinecone", summoner="demonic_sea_cuke", barbarian="coffee")
    assert (tie.fates, tie.stood) == ({"demonic_sea_cuke": 4, "artisanal_pinecone": CANCELLED}, {"demonic_sea_cuke"})
    for monster in ("auditor_wraith", "houseplant_horror", "bouncer_minotaur"):
        turn = one_turn(monster, summoner="demonic_sea_cuke", barbarian="warm_up_swings")
        assert (turn.fates, turn.stood) == ({"demonic_sea_cuke": 4, "warm_up_swings": 2}, {"demonic_sea_cuke"})
    attack = one_turn(summoner="demonic_sea_cuke", barbarian="yodel_of_dread")
    assert (attack.fates, attack.stood) == ({"yodel_of_dread": 3, "demonic_sea_cuke": 4}, {"demonic_sea_cuke"})


@rule("SQ-042")
def test_sea_cuke_without_its_text_falls_to_what_comes_later() -> None:
    # Holy Water Balloon (4) takes its text, then Yodel of Dread (5) would have taken it, but lost its own text too.
    turn = one_turn(summoner="demonic_sea_cuke", barbarian="yodel_of_dread", cleric="holy_water_balloon")
    assert turn.fates == {"holy_water_balloon": 4, "yodel_of_dread": 3, "demonic_sea_cuke": 4}
    # The Demon takes its text, Yodel of Dread keeps its own.
    turn = one_turn("demon_with_a_receipt", summoner="demonic_sea_cuke", barbarian="yodel_of_dread")
    assert turn.fates == {"yodel_of_dread": 3, "demonic_sea_cuke": CANCELLED}
    # So does Arrow to the Ego, which names the highest damage.
    turn = one_turn(
        "demon_with_a_receipt", elf="arrow_to_the_ego", summoner="demonic_sea_cuke", barbarian="warm_up_swings"
    )
    assert turn.fates == {"arrow_to_the_ego": 1, "warm_up_swings": 2, "demonic_sea_cuke": CANCELLED}


@rule("SQ-042")
def test_what_sea_cuke_has_survived_does_not_come_back() -> None:
    turn = one_turn("wet_blanket_wight", elf="artisanal_pinecone", summoner="demonic_sea_cuke")
    assert turn.fates == {"demonic_sea_cuke": 4, "artisanal_pinecone": CANCELLED}
    assert (turn.stood, turn.without_text) == ({"demonic_sea_cuke"}, {"demonic_sea_cuke"})


# --- Disdain Dirk


@rule("SQ-043")
def test_dirk_strikes_in_two_turns_and_no_third() -> None:
    table = Table("elf", "cleric")
    assert table.turn(elf="disdain_dirk", cleric="coffee").fates == {"disdain_dirk": 3}
    assert table.turn(elf="flaming_review", cleric="coffee").fates == {"disdain_dirk": 1, "flaming_review": 4}
    assert table.turn(elf="flaming_review", cleric="coffee").fates == {"flaming_review": 4}


@rule("SQ-043")
@pytest.mark.parametrize("monster", ["houseplant_horror", "snail_of_inevitability", "thick_skinned_critic"])
def test_a_dirk_cancelled_in_its_first_turn_has_no_second(monster: str) -> None:
    table = Table("elf", "cleric", monsters={monster: PLENTY})
    assert table.turn(elf="disdain_dirk", cleric="coffee").fates == {"disdain_dirk": CANCELLED}
    assert table.offered("elf") == table.hand("elf")
    assert table.turn(elf="coffee", cleric="coffee").fates == {}


@rule("SQ-043")
def test_the_second_strike_can_be_cancelled_and_changed_like_any_attack() -> None:
    table = Table("elf", "summoner", "cleric")
    table.turn(elf="disdain_dirk", summoner="coffee", cleric="coffee")
    turn = table.turn(elf="out_of_my_sight", summoner="goose_portal", cleric="coffee")
    assert turn.fates == {"out_of_my_sight": 2, "goose_portal": 4, "disdain_dirk": CANCELLED}
    table.turn(elf="disdain_dirk", summoner="coffee", cleric="coffee")
    turn = table.turn(elf="out_of_my_sight", summoner="overtime_imps", cleric="coffee")
    assert turn.fates == {"disdain_dirk": 3, "overtime_imps": 7, "out_of_my_sight": 2}
    table.turn(elf="disdain_dirk", summoner="coffee", cleric="coffee")
    turn = table.turn(elf="out_of_my_sight", summoner="coffee", cleric="bless_you")
    assert turn.fates == {"disdain_dirk": 1, "bless_you": 1, "out_of_my_sight": 1}


@rule("SQ-043")
def test_the_second_strike_ties_with_another_heros_made_up_attack() -> None:
    table = Table("elf", "barbarian")
    table.turn(elf="disdain_dirk", barbarian="coffee")
    with altered("unsolicited_headbutt", priority=2):
        turn = table.turn(elf="artisanal_pinecone", barbarian="unsolicited_headbutt")
    assert turn.fates == {"disdain_dirk": CANCELLED, "unsolicited_headbutt": CANCELLED, "artisanal_pinecone": 7}
    assert table.turn(elf="artisanal_pinecone", barbarian="coffee").fates == {"artisanal_pinecone": 7}


@rule("SQ-043")
def test_the_second_strike_ties_with_the_elfs_own_made_up_attack() -> None:
    table = Table("elf", "barbarian")
    table.turn(elf="disdain_dirk", barbarian="coffee")
    with altered("artisanal_pinecone", priority=2):
        turn = table.turn(elf="artisanal_pinecone", barbarian="coffee")
    assert turn.fates == {"disdain_dirk": CANCELLED, "artisanal_pinecone": CANCELLED}


@rule("SQ-043")
def test_a_dirk_that_lost_its_text_has_no_second_turn_and_a_second_that_lost_it_has_its_damage() -> None:
    table = Table("elf", "summoner")
    assert table.turn(elf="disdain_dirk", summoner="infernal_small_print").without_text == {"disdain_dirk"}
    assert table.turn(elf="disdain_dirk", summoner="coffee").fates == {"disdain_dirk": 3}
    turn = table.turn(elf="artisanal_pinecone", summoner="infernal_small_print")
    assert turn.fates == {"infernal_small_print": 2, "disdain_dirk": 3, "artisanal_pinecone": 5}
    assert turn.without_text == {"disdain_dirk", "artisanal_pinecone"}


def test_a_dirk_begins_its_second_turn_though_the_monster_died_before_it_struck() -> None:
    table = Table("elf", "summoner", monsters={"gelatinous_rhombus": 2}, deck=("slightly_damp_ogre",))
    with altered("infernal_small_print", cancels=None):
        turn = table.turn(elf="disdain_dirk", summoner="infernal_small_print")
    assert turn.fates == {"infernal_small_print": 2, "disdain_dirk": LATE}
    assert table.turn(elf="artisanal_pinecone", summoner="coffee").monsters == {"slightly_damp_ogre": 16 - 3 - 7}


# --- Out of My Sight


@rule("SQ-044")
@pytest.mark.parametrize(
    ("monster", "card", "others", "fates"),
    [
        (
            "slightly_damp_ogre",
            "arrow_to_the_ego",
            {"summoner": "coffee", "barbarian": "unsolicited_headbutt", "cleric": "coffee"},
            {"arrow_to_the_ego": 1, "unsolicited_headbutt": CANCELLED},
        ),
        (
            "umbrella_troll",
            "flaming_review",
            {"summoner": "coffee", "barbarian": "coffee", "cleric": "coffee"},
            {"flaming_review": 4},
        ),
        (
            "slightly_damp_ogre",
            "flaming_review",
            {"summoner": "coffee", "barbarian": "coffee", "cleric": "slow_burning_sermon"},
            {"flaming_review": 4, "slow_burning_sermon": 3},
        ),
        (
            "slightly_damp_ogre",
            "flaming_review",
            {"summoner": "infernal_small_print", "barbarian": "annual_bathwater", "cleric": "coffee"},
            {"infernal_small_print": 2, "flaming_review": 4, "annual_bathwater": 5},
        ),
        (
            "demon_with_a_receipt",
            "out_of_my_sight",
            {"summoner": "coffee", "barbarian": "yodel_of_dread", "cleric": "coffee"},
            {"out_of_my_sight": 2, "yodel_of_dread": CANCELLED},
        ),
    ],
    ids=["tie", "monster", "attack", "no text", "tie, then no text"],
)
def test_the_elfs_next_attack_stands_whatever_comes(
    monster: str, card: str, others: dict[str, str], fates: dict[str, int | str]
) -> None:
    table = Table("elf", "summoner", "barbarian", "cleric")
    table.turn(elf="out_of_my_sight", summoner="coffee", barbarian="coffee", cleric="coffee")
    table.state.monsters[0].id = monster
    assert table.turn(others, elf=card).fates == fates


@rule("SQ-044")
def test_the_elfs_next_attack_stands_though_its_text_was_cancelled_before() -> None:
    # No printed card cancels a text and leaves one that cancels the attack afterwards; a made-up Yodel of Dread does.
    table = Table("elf", "summoner", "barbarian")
    table.turn(elf="out_of_my_sight", summoner="coffee", barbarian="coffee")
    table.state.monsters[0].id = "demon_with_a_receipt"
    with altered("yodel_of_dread", priority=8):
        turn = table.turn(elf="out_of_my_sight", summoner="coffee", barbarian="yodel_of_dread")
    assert turn.fates == {"out_of_my_sight": 2, "yodel_of_dread": 3}
    assert (turn.without_text, turn.stood) == ({"out_of_my_sight"}, {"out_of_my_sight"})


@rule("SQ-044")
def test_an_out_of_my_sight_that_killed_the_monster_protects_against_the_next() -> None:
    table = Table("elf", "barbarian", monsters={"gelatinous_rhombus": 2}, deck=("slightly_damp_ogre",))
    assert table.turn(elf="out_of_my_sight", barbarian="coffee").kills == {"elf": 1}
    turn = table.turn(elf="arrow_to_the_ego", barbarian="unsolicited_headbutt")
    assert turn.fates == {"arrow_to_the_ego": 1, "unsolicited_headbutt": CANCELLED}


@rule("SQ-044")
def test_an_out_of_my_sight_that_was_cancelled_protects_nothing() -> None:
    table = Table("elf", "barbarian")
    assert table.turn(elf="out_of_my_sight", barbarian="yodel_of_dread").cancelled == {
        "out_of_my_sight",
        "yodel_of_dread",
    }
    turn = table.turn(elf="arrow_to_the_ego", barbarian="unsolicited_headbutt")
    assert turn.fates == {"arrow_to_the_ego": CANCELLED, "unsolicited_headbutt": CANCELLED}


@rule("SQ-044")
def test_protection_covers_every_attack_of_the_elf() -> None:
    # Both can't happen together with the printed cards; a made-up Out of My Sight also strikes again.
    def both(battle: object, me: object) -> None:
        battle.next_turn(me, "protect")  # type: ignore[attr-defined]
        battle.next_turn(me, "repeat")  # type: ignore[attr-defined]

    table = Table("elf", "barbarian", monsters={"auditor_wraith": PLENTY})
    with altered("out_of_my_sight", lasts=both, type="melee"):
        table.turn(elf="out_of_my_sight", barbarian="coffee")
    turn = table.turn(elf="arrow_to_the_ego", barbarian="unsolicited_headbutt")
    assert turn.fates == {"arrow_to_the_ego": 1, "unsolicited_headbutt": CANCELLED, "out_of_my_sight": 2}
    assert turn.stood == {"arrow_to_the_ego", "out_of_my_sight"}


@rule("SQ-045")
def test_out_of_my_sight_does_not_protect_itself() -> None:
    turn = one_turn(elf="out_of_my_sight", barbarian="yodel_of_dread")
    assert turn.fates == {"out_of_my_sight": CANCELLED, "yodel_of_dread": CANCELLED}
    assert one_turn("auditor_wraith", elf="out_of_my_sight", barbarian="coffee").cancelled == {"out_of_my_sight"}


@rule("SQ-045")
@pytest.mark.parametrize("between", ["coffee", "flaming_review"])
def test_out_of_my_sight_protects_one_turn_only_used_or_not(between: str) -> None:
    table = Table("elf", "barbarian")
    table.turn(elf="out_of_my_sight", barbarian="coffee")
    table.turn(elf=between, barbarian="coffee")
    turn = table.turn(elf="arrow_to_the_ego", barbarian="unsolicited_headbutt")
    assert turn.fates == {"arrow_to_the_ego": CANCELLED, "unsolicited_headbutt": CANCELLED}


@rule("SQ-045")
def test_protection_is_the_elfs_alone() -> None:
    table = Table("elf", "barbarian", "cleric")
    table.turn(elf="out_of_my_sight", barbarian="coffee", cleric="coffee")
    turn = table.turn(elf="coffee", barbarian="unsolicited_headbutt", cleric="bless_you")
    assert turn.fates == {"unsolicited_headbutt": CANCELLED, "bless_you": CANCELLED}


# --- a bonus


def test_a_bonus_counts_at_the_priority_of_its_attack_before_that_ones_own_text() -> None:
    # 5 + 4 = 9 at priority 3, ahead of Flaming Review's -2 at 4.
    table = Table("elf", "barbarian")
    table.turn(elf="coffee", barbarian="warm_up_swings")
    assert table.turn(elf="flaming_review", barbarian="unsolicited_headbutt").fates == {
        "unsolicited_headbutt": 7,
        "flaming_review": 4,
    }
    # Halved at priority 3 first, + 4 at 10 after it.
    table = Table("barbarian", "cleric")
    table.turn(barbarian="warm_up_swings", cleric="coffee")
    assert table.turn(barbarian="big_swing_small_plan", cleric="bless_you").fates == {
        "bless_you": 1,
        "big_swing_small_plan": 8,
    }


def test_a_bonus_comes_before_a_made_up_text_of_its_attack() -> None:
    def halves_itself(battle: object, me: object) -> None:
        battle.halve_damage([me])  # type: ignore[attr-defined]

    table = Table("barbarian", "cleric")
    table.turn(barbarian="warm_up_swings", cleric="coffee")
    with altered("unsolicited_headbutt", modifies=halves_itself):
        turn = table.turn(barbarian="unsolicited_headbutt", cleric="coffee")
    assert turn.fates == {"unsolicited_headbutt": 4}


def test_a_bonus_holds_even_if_its_attack_lost_its_text() -> None:
    table = Table("summoner", "barbarian")
    table.turn(summoner="coffee", barbarian="warm_up_swings")
    turn = table.turn(summoner="infernal_small_print", barbarian="yodel_of_dread")
    assert (turn.fates, turn.without_text) == ({"infernal_small_print": 2, "yodel_of_dread": 7}, {"yodel_of_dread"})


# --- Paralysis


@rule("SQ-050")
def test_a_paralysed_players_attack_goes_on() -> None:
    table = Table("elf", "barbarian", monsters={"sticky_mimic": PLENTY})
    turn = table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    assert (turn.fates, turn.paralysed) == ({"unsolicited_headbutt": 5}, {"barbarian"})


@rule("SQ-050")
def test_an_attack_cancelled_after_the_paralysis_leaves_its_owner_paralysed() -> None:
    table = Table("summoner", "barbarian", monsters={"sticky_mimic": PLENTY})
    turn = table.turn(summoner="goose_portal", barbarian="big_swing_small_plan")
    assert (turn.fates, turn.paralysed) == ({"goose_portal": 4, "big_swing_small_plan": CANCELLED}, {"barbarian"})
    assert table.offered("barbarian") == {"coffee"}
    assert table.offered("summoner") == table.hand("summoner")


@rule("SQ-050")
def test_an_attack_cancelled_before_the_paralysis_draws_none() -> None:
    turn = one_turn("sticky_mimic", barbarian="warm_up_swings", cleric="collection_plate", elf="coffee")
    assert (turn.fates, turn.paralysed) == ({"warm_up_swings": CANCELLED, "collection_plate": CANCELLED}, set())


@rule("SQ-051")
def test_a_paralysed_player_may_only_lay_the_coffee_break() -> None:
    table = Table("elf", "barbarian", monsters={"sticky_mimic": PLENTY})
    table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    for card in table.hand("barbarian") - {"coffee"}:
        assert table.refused("barbarian", card) == "SQ-051"
    assert table.offered("barbarian") == {"coffee"}
    assert table.offered("elf") == table.hand("elf")
    assert table.turn(elf="flaming_review", barbarian="coffee").fates == {"flaming_review": 4}


@rule("SQ-051")
def test_paralysis_stays_when_the_monster_has_died() -> None:
    table = Table("elf", "barbarian", monsters={"sticky_mimic": 5}, deck=("slightly_damp_ogre",))
    turn = table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    assert (turn.kills, turn.paralysed) == ({"barbarian": 1}, {"barbarian"})
    assert table.offered("barbarian") == {"coffee"}
    assert table.monsters == {"slightly_damp_ogre": 16}


@rule("SQ-052")
def test_paralysis_holds_for_one_turn() -> None:
    table = Table("elf", "barbarian", monsters={"sticky_mimic": PLENTY})
    table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    turn = table.turn(elf="disdain_dirk", barbarian="coffee")
    assert turn.paralysed == {"elf"}
    assert table.offered("barbarian") == table.hand("barbarian")
    assert table.offered("elf") == {"coffee"}
    turn = table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    assert turn.fates == {"disdain_dirk": 3, "unsolicited_headbutt": 5}
    assert turn.paralysed == {"barbarian"}
    assert table.offered("elf") == table.hand("elf")


def test_a_second_strike_does_not_paralyse_an_elf_on_coffee_but_one_who_attacks() -> None:
    table = Table("elf", "barbarian", monsters={"gelatinous_rhombus": 3}, deck=("sticky_mimic",))
    table.turn(elf="disdain_dirk", barbarian="coffee")
    turn = table.turn(elf="flaming_review", barbarian="coffee")
    assert (turn.fates, turn.paralysed) == ({"disdain_dirk": 1, "flaming_review": 4}, {"elf"})
    table = Table("elf", "barbarian", monsters={"gelatinous_rhombus": 3}, deck=("sticky_mimic",))
    table.turn(elf="disdain_dirk", barbarian="coffee")
    turn = table.turn(elf="coffee", barbarian="coffee")
    assert (turn.fates, turn.paralysed) == ({"disdain_dirk": 3}, set())


def test_a_bonus_is_wasted_on_a_forced_coffee_break() -> None:
    table = Table("elf", "barbarian", monsters={"sticky_mimic": PLENTY})
    assert table.turn(elf="coffee", barbarian="warm_up_swings").paralysed == {"barbarian"}
    assert table.turn(elf="coffee", barbarian="coffee").fates == {}
    assert table.turn(elf="coffee", barbarian="yodel_of_dread").fates == {"yodel_of_dread": 3}


def test_a_dirk_strikes_again_while_the_elf_is_forced_to_coffee() -> None:
    table = Table("elf", "barbarian", monsters={"gelatinous_rhombus": 3}, deck=("disappointed_grandmother",))
    table.turn(elf="disdain_dirk", barbarian="coffee")
    assert table.offered("elf") == {"coffee"}
    turn = table.turn(elf="coffee", barbarian="coffee")
    assert (turn.fates, turn.monsters) == ({"disdain_dirk": 3}, {"disappointed_grandmother": 11 - 3 + 1})
    assert turn.of(events.LastingBegan) == []


def test_the_forced_coffee_break_is_no_paralysis() -> None:
    table = Table("elf", "barbarian", monsters={}, deck=("disappointed_grandmother",))
    refused = {table.refused("elf", card) for card in table.hand("elf") - {"coffee"}}
    assert "SQ-051" not in refused
    table.turn(elf="coffee", barbarian="coffee")
    assert table.offered("elf") == table.hand("elf")
