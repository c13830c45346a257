"""The endings: saved, overrun, leveled, and out of rounds; and the score of a town saved."""

from typing import Any

import pytest

from service.games.kernel.outcome import Outcome
from service.games.spell_smashers.solo.zones import GiveUpBuilding
from service.games.spell_smashers.state import Player
from tests.games.spell_smashers.solo.playing import fight_on, step
from tests.games.spell_smashers.solo.table import SoloTable
from tests.games.spell_smashers.table import player
from tests.rules.ledger import rule

HAND = "u_1 h_1 a_1 t_1 e_1 s_1 i_1"
SEVEN = "m_1 a_1 z_1"


def win(me: Player | None = None, **facts: Any) -> SoloTable:
    """The Warlord falls to seven points, without anything else in its zone."""
    weapon = facts.pop("weapon", None)
    zones = {4: "- tyrannical_warlord:7", **facts.pop("zones", {})}
    table = SoloTable(me or player(SEVEN), zones, round=8, **facts)
    table.spell(0, SEVEN, weapon=weapon)
    table.battle(4)
    return table


def assert_saved(table: SoloTable) -> None:
    """The match is won, with the points that the view tells, on the board of its boss and difficulty."""
    points, board = table.solo.points, f"{table.solo.boss}/{table.solo.difficulty}"
    assert points is not None
    assert table.outcome == Outcome((0,), "town_saved", points.total, board)


@rule("SO-063", "SO-018", "SO-019")
def test_without_an_ending_another_round_begins() -> None:
    table = SoloTable(player(f"{SEVEN} u_1 t_1 h_1 e_1"), {4: "- tyrannical_warlord"}, round=7)
    table.spell(0, SEVEN)
    assert table.asked == {0: "choose_visit"}, "the town is open after the seventh battle"
    table.stay()
    table.refill()
    assert table.outcome is None
    assert table.view(0).round == 8
    assert table.asked == {0: "prepare_word"}


@rule("SO-064", "SO-067", "SO-063")
def test_the_fourth_ruin_loses_the_town_and_the_third_does_not() -> None:
    zones = {1: "ogre centaur", 2: "minotaur lich"}
    third = SoloTable(player(HAND), zones, phase="wave", round=3, ruins="armory wizards_shop", monsters="kobold imp")
    assert third.ruins == ["alchemist", "armory", "wizards_shop"]
    assert third.outcome is None
    fourth = SoloTable(
        player(HAND), zones, phase="wave", round=3, ruins="armory wizards_shop carpenters_guild", monsters="kobold imp"
    )
    assert fourth.outcome == Outcome((), "town_overrun")
    assert [event.reason for event in fourth.events("town_lost")] == ["town_overrun"]
    assert fourth.solo.points is None
    assert fourth.kinds("town_saved") == []
    assert [event.monster for event in fourth.events("monster_drawn")] == ["kobold"], "the wave broke off"


@rule("SO-064", "SO-057")
def test_the_last_building_falls_to_an_attack_on_a_ruin() -> None:
    ruins = "alchemist armory wizards_shop"
    table = SoloTable(player(HAND), {1: "ogre centaur"}, phase="wave", round=3, ruins=ruins, monsters="kobold imp")
    assert table.outcome == Outcome((), "town_overrun"), "there was one building alone to name"


@rule("SO-065", "SO-067", "SO-063")
@pytest.mark.parametrize("ruins", ["", "wizards_shop", "wizards_shop alchemist"])
def test_a_boss_that_attacks_levels_the_town(ruins: str) -> None:
    zones = {4: "tyrannical_warlord naga"}
    table = SoloTable(player(HAND), zones, phase="wave", round=9, ruins=ruins, monsters="hydra imp lich")
    assert table.outcome == Outcome((), "town_leveled")
    assert table.ruins == sorted(ruins.split())
    assert table.solo.points is None
    assert table.events("town_lost")[-1].reason == "town_leveled"


@rule("SO-065")
def test_a_boss_outside_does_not_attack() -> None:
    zones = {4: "naga tyrannical_warlord"}
    table = SoloTable(player(HAND), zones, phase="wave", round=9, monsters="hydra imp lich")
    assert table.board[4] == "tyrannical_warlord hydra"
    assert table.ruins == ["wizards_shop"]
    assert table.outcome is None


@rule("SO-018", "SO-067", "SO-063")
@pytest.mark.parametrize(("cap", "round_"), [(40, 40), (9, 9)])
def test_after_the_last_round_the_town_is_lost(cap: int, round_: int) -> None:
    table = SoloTable(player(HAND), {3: "imp"}, phase="refill", round=round_, round_cap=cap)
    assert table.outcome == Outcome((), "round_cap")
    assert table.events("town_lost")[-1].reason == "round_cap"
    assert table.kinds("monster_drawn") == []
    before = SoloTable(player(HAND), {3: "imp"}, phase="refill", round=round_ - 1, round_cap=cap)
    assert before.outcome is None
    assert SoloTable.new().view(0).rounds == 40
    assert SoloTable.new(round_cap=9).view(0).rounds == 9


@rule("SO-066", "SO-063")
def test_the_town_is_saved_when_the_boss_falls() -> None:
    table = win()
    assert_saved(table)
    assert table.asked == {}


@rule("SO-066")
def test_the_winning_battle_is_paid_in_full_and_draws_no_wounds() -> None:
    me = player(f"{SEVEN} u_1", stash="avaricious_axe")
    table = SoloTable(me, {4: "hydra:3 tyrannical_warlord:4"}, round=8)
    table.spell(0, SEVEN, weapon="avaricious_axe")
    assert_saved(table)
    assert table.me.coins == 7 + 5 + 5
    assert table.me.trophies == ["hydra"]
    assert not any(card.startswith("wound") for card in table.me.hand)
    assert table.kinds("zone_struck_back") == []
    [scored] = table.events("town_saved")
    assert (scored.trophies, scored.coins) == (3, 3)


@rule("SO-022", "SO-068")
def test_trophies_count_whichever_way_they_lie() -> None:
    table = win(player(SEVEN, trophies="imp ogre"), spent="naga lich kobold")
    assert table.solo.points is not None
    assert table.solo.points.trophies == 15
    six = win(player(SEVEN, trophies="imp ogre dragon"), spent="naga lich kobold")
    assert six.solo.points is not None
    assert six.solo.points.trophies == 18


@rule("SO-069")
@pytest.mark.parametrize(("ruins", "points"), [("", 20), ("armory", 15), ("armory wizards_shop alchemist", 5)])
def test_buildings_that_stand_count_occupied_or_not(ruins: str, points: int) -> None:
    table = win(ruins=ruins, zones={3: "imp -"}) if "armory" in ruins else win(ruins=ruins)
    assert table.events("town_saved")[-1].buildings == points


@rule("SO-070")
@pytest.mark.parametrize(
    ("gear", "points"), [("", 0), ("padded_plate", 0), ("padded_plate brief_blade heroic_helm", 1)]
)
def test_two_gear_cards_make_a_point(gear: str, points: int) -> None:
    table = win(player(SEVEN, stash=gear), weapon="brief_blade" if "blade" in gear else None)
    assert table.events("town_saved")[-1].gear == points


@rule("SO-071")
@pytest.mark.parametrize(("coins", "points"), [(10, 3), (7, 2), (8, 3), (0, 1)])
def test_five_coins_make_a_point(coins: int, points: int) -> None:
    table = win(player(SEVEN, coins=coins))
    assert table.me.coins == coins + 7
    assert table.events("town_saved")[-1].coins == points


@rule("SO-072", "SO-074")
@pytest.mark.parametrize(("difficulty", "bonus"), [("standard", 0), ("advanced", 6), ("extreme", 12)])
def test_difficulty_is_worth_points(difficulty: str, bonus: int) -> None:
    table = win(difficulty=difficulty)
    [scored] = table.events("town_saved")
    assert (scored.difficulty, scored.total) == (bonus, 20 + 1 + bonus)
    assert_saved(table)
    assert table.outcome == Outcome((0,), "town_saved", 20 + 1 + bonus, f"tyrannical_warlord/{difficulty}")


@rule("SO-073")
def test_wounds_cost_nothing() -> None:
    wounds = "wound_aw wound_gg wound_ex wound_ff"
    assert win(player(f"{SEVEN} {wounds}")).solo.points == win().solo.points


# Whole matches, scripted from the deal to each ending.


@rule("SO-064", "SO-063")
def test_a_whole_match_is_overrun_when_nobody_fights() -> None:
    table = SoloTable.new(2, boss="insatiable_vulture", difficulty="extreme")
    while table.outcome is None:
        step(table)
    assert table.outcome == Outcome((), "town_overrun")
    assert len(table.ruins) == 4


@rule("SO-018", "SO-063")
def test_a_whole_match_ends_at_the_cap_when_the_boss_is_spared() -> None:
    """Every monster is fought as it comes, by a word that fells whatever it hits; the boss alone is left in peace."""
    table = fight_on(SoloTable.new(2, boss="insatiable_vulture", round_cap=9), spare_boss=True)
    assert table.outcome == Outcome((), "round_cap")
    assert table.view(0).round == 9


@rule("SO-065", "SO-063")
def test_a_whole_match_is_lost_to_a_boss_that_is_spared_too_long() -> None:
    table = fight_on(SoloTable.new(1, boss="insatiable_vulture"), spare_boss=True)
    assert table.outcome == Outcome((), "town_leveled")
    assert len(table.ruins) < 4


@rule("SO-066", "SO-063", "SO-001")
def test_a_whole_match_is_won_when_all_are_fought() -> None:
    table = fight_on(SoloTable.new(4, boss="insatiable_vulture"), spare_boss=False)
    assert_saved(table)
    assert table.view(0).round >= 7
    assert table.solo.points is not None
    assert table.solo.points.total >= 20


@rule("SO-065", "SO-063")
def test_a_boss_left_alone_is_pushed_into_town_and_levels_it() -> None:
    zones = {1: "- insatiable_vulture"}
    table = SoloTable(player(HAND), zones, boss="insatiable_vulture", round=7, monsters="ogre imp kobold lich")
    while table.outcome is None:
        if table.asked[0] == "choose_ruin":
            table.do(GiveUpBuilding("armory"))
        else:
            step(table)
    assert table.outcome == Outcome((), "town_leveled")
    assert table.view(0).round == 9
