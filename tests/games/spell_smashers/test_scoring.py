"""The end: victory points by category, and who wins."""

import pytest

from service.games.kernel.chance import SeededChance
from service.games.kernel.table import Table
from service.games.spell_smashers.scoring import final_scores
from service.games.spell_smashers.state import Player, State, VictoryPoints
from tests.games.spell_smashers.fights import bare
from tests.games.spell_smashers.figures import QUESTS
from tests.rules import rule

TROPHIES = ["dragon", "golem", "yeti", "naga"]
GEAR = ["brief_blade", "padded_plate", "heroic_helm", "avaricious_axe", "double_daggers"]
WOUNDS = ["wound_aw", "wound_gg", "wound_ex"]


def scored(*players: Player) -> State:
    """The table once all points are counted."""
    state = bare(*players)
    table = Table(state, SeededChance(bytes(32)), [])
    final_scores(table)
    assert table.told is not None
    rows = [told.event for told in table.told]
    assert [getattr(row, "total", None) for row in rows] == [score.total for score in state.scores]
    assert [getattr(row, "seat", None) for row in rows] == list(range(len(players)))
    return state


def points(player: Player) -> VictoryPoints:
    return scored(player, Player()).scores[0]


@rule("SS-180", "SS-190", "SS-200")
def test_the_example_of_the_rulebook_scores_29() -> None:
    corinne = Player(
        coins=31, ale=5, hand=["wound_aw", "wound_gg", "e_1"], trophies=list(TROPHIES),
        weapon="avaricious_axe", stash=["padded_plate", "heroic_helm"],
        completed=["wordy", "short_work", "to_the_coin", "too_much"],
    )  # fmt: skip
    assert points(corinne) == VictoryPoints(trophies=12, gear=1, quests=7, ale=5, coins=6, wounds=-2, total=29)


@rule("SS-181", "SS-054")
@pytest.mark.parametrize(("trophies", "vp"), [(0, 0), (1, 3), (4, 12)])
def test_a_trophy_scores_3(trophies: int, vp: int) -> None:
    assert points(Player(trophies=TROPHIES[:trophies])).trophies == vp


@rule("SS-182", "SS-075")
@pytest.mark.parametrize(("cards", "vp"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_two_gear_cards_score_1(cards: int, vp: int) -> None:
    assert points(Player(stash=GEAR[:cards])).gear == vp


@rule("SS-182")
def test_active_gear_counts_like_the_stash() -> None:
    assert points(Player(weapon="brief_blade", armor="padded_plate")).gear == 1
    assert points(Player(weapon="brief_blade", stash=["padded_plate"])).gear == 1
    assert points(Player(armor="padded_plate")).gear == 0


@rule("SS-183")
@pytest.mark.parametrize("quest", QUESTS)
def test_a_completed_quest_scores_its_points(quest: str) -> None:
    assert points(Player(completed=[quest])).quests == QUESTS[quest].vp


@rule("SS-183")
def test_an_incomplete_quest_scores_nothing() -> None:
    assert points(Player(quests=["epic_tale", "cataclysm"])).total == 0


@rule("SS-184", "SS-145")
@pytest.mark.parametrize("ale", [0, 5])
def test_an_ale_scores_1(ale: int) -> None:
    assert points(Player(ale=ale)).ale == ale


@rule("SS-185")
@pytest.mark.parametrize(("coins", "vp"), [(0, 0), (4, 0), (5, 1), (31, 6)])
def test_5_coins_score_1(coins: int, vp: int) -> None:
    assert points(Player(coins=coins)).coins == vp


@rule("SS-186")
@pytest.mark.parametrize("wounds", [0, 2, 3])
def test_a_wound_in_hand_costs_1(wounds: int) -> None:
    row = points(Player(hand=[*WOUNDS[:wounds], "e_1", "t_1"]))
    assert (row.wounds, row.total) == (-wounds, -wounds)


def test_potions_score_nothing() -> None:
    assert points(Player(potions=["elixir", "antidote", "tonic"])).total == 0


@rule("SS-187")
def test_the_highest_score_wins_alone() -> None:
    assert scored(Player(ale=27), Player(ale=29), Player(ale=28)).winners == [1]


@rule("SS-188")
def test_of_equal_scores_the_most_wounds_win() -> None:
    assert scored(Player(ale=28, hand=list(WOUNDS)), Player(ale=26, hand=WOUNDS[:1]), Player(ale=24)).winners == [0]


@rule("SS-188")
def test_wounds_decide_nothing_between_unequal_scores() -> None:
    assert scored(Player(ale=27, hand=list(WOUNDS)), Player(ale=25)).winners == [1]


@rule("SS-189")
def test_equal_scores_and_wounds_share_the_victory() -> None:
    assert scored(Player(ale=27, hand=WOUNDS[:2]), Player(ale=1), Player(coins=135, hand=WOUNDS[1:])).winners == [0, 2]
