"""Every quest, read off its card: what just completes it, and what just doesn't."""

from typing import Any

import pytest

from service.games.spell_smashers.damage_types import DealAs, SetTypes
from tests.games.spell_smashers.fights import battle
from tests.games.spell_smashers.figures import QUESTS

Case = tuple[str, str, dict[str, Any]]

DONE: tuple[Case, ...] = (
    ("wordy", "s_1 p_1 i_1 r_1 e_1 s_2", {}),
    ("wordy", "d_1 i_1 wound_tch y_1", {}),
    ("heavy_hand", "q_1 u_1 i_1 z_1", {}),
    ("heavy_hand", "q_1 x_1", {"weapon": "brief_blade"}),
    ("heavy_hand", "q_1 u_1 i_1 z_1", {"health": 3}),
    ("scars_to_spare", "a_1 wound_tch", {"health": 4}),
    ("open_mouth", "i_1 d_1 e_1 a_1", {}),
    ("open_mouth", "wound_oa r_1 e_1", {}),
    ("four_of_a_kind", "s_1 p_1 i_1 r_1", {}),
    ("four_of_a_kind", "d_3 wound_ui wound_ff e_6 n_4 wound_gn", {}),
    ("rare_letter", "z_1 o_1 o_2", {}),
    ("rare_letter", "z_1 o_1 o_2", {"modifier": "smoldering"}),
    ("rare_letter", "wound_qui t_1", {}),
    ("rare_letter", "jinn a_1 b_1", {}),
    ("soft_landing", "s_1 p_1 i_1 r_1 e_1", {}),
    ("open_door", "a_1 b_1 o_1 u_1 t_1", {}),
    ("name_calling", "a_1 c_1 e_1", {}),
    ("name_calling", "a_1 t_1 e_1", {"letters": "ACE"}),
    ("name_calling", "a_1 wound_tch", {}),
    ("trophy_hall", "dragon o_1 golem", {}),
    ("seeing_double", "e_1 g_1 g_2", {}),
    ("seeing_double", "e_1 wound_gg", {}),
    ("seeing_double", "a_1 s_1 wound_sk", {}),
    ("spotless", "a_1 t_1", {"monster": "kobold"}),
    ("spotless", "a_1 t_1", {"armor": "padded_plate"}),
    ("spotless", "a_1 t_1", {"wounds": ()}),
    ("rough_company", "a_1 t_1", {"monster": "dragon", "health": 2}),
    ("rough_company", "a_1 t_1", {"modifier": "peevish", "health": 2}),
    ("rough_company", "a_1 t_1", {"modifier": "vengeful", "monster": "kobold", "health": 2}),
    ("rough_company", "a_1 t_1", {"monster": "dragon", "health": 2, "armor": "heroic_helm"}),
    ("short_work", "p_1 i_1 t_1 s_1", {"health": 6}),
    ("to_the_coin", "q_1 i_1", {"health": 5}),
    ("too_much", "z_1 a_1 p_1", {"health": 4}),
    ("vowel_famine", "s_1 p_1 r_1 a_1 t_1", {}),
    ("vowel_famine", "c_1 r_1 y_1 p_1 t_1", {}),
    ("crowded_word", "s_1 p_1 i_1 r_1 e_1 dragon", {}),
    ("seesaw", "c_1 a_1 b_1 i_1 n_1", {}),
    ("seesaw", "a_1 r_1 e_1 n_1 a_2", {}),
    ("seesaw", "y_1 o_1 y_2 o_2 s_1", {}),
    ("black_and_blue", "a_1 t_1", {"monster": "hydra"}),
    ("bookends", "s_1 e_1 a_1 s_2", {}),
    ("in_good_order", "b_1 e_1 e_2 f_1", {}),
    ("in_good_order", "a_1 l_1 m_1 s_1", {}),
    ("one_blow", "q_1 a_1", {"health": 5}),
    ("word_hoard", "p_1 r_1 i_1 n_1 t_1 e_1 r_2", {}),
    ("thunderclap", "q_1 x_1 z_1 i_1", {}),
    ("sore_spot", "s_1 p_1 a_3", {"modifier": "rash"}),
    ("epic_tale", "p_1 r_1 i_1 n_1 t_1 e_1 r_2 s_1", {}),
    ("cataclysm", "q_1 x_1 z_1 j_1", {}),
    ("pure_element", "s_1 p_1 i_1 wound_ft dragon", {}),
)
NOT_DONE: tuple[Case, ...] = (
    ("wordy", "s_1 p_1 i_1 r_1 e_1", {"armor": "speedy_sandals"}),
    ("heavy_hand", "q_1 u_1 x_1", {}),
    ("scars_to_spare", "a_1 wound_tch", {"health": 5}),
    ("scars_to_spare", "q_1 a_1", {"health": 4, "hand": "wound_tch"}),
    ("open_mouth", "e_1 y_1 e_2", {}),
    ("four_of_a_kind", "s_2 p_1 i_1 r_1", {}),
    ("rare_letter", "p_1 i_1", {"modifier": "rash"}),
    ("soft_landing", "p_1 i_1 r_1 e_1", {}),
    ("soft_landing", "s_1 p_1 i_1 t_1 y_1", {}),
    ("open_door", "o_1 b_1 e_1 y_1", {}),
    ("open_door", "y_1 e_1 a_1 s_1 t_1", {}),
    ("name_calling", "a_1 t_1", {}),
    ("name_calling", "a_1 c_1 e_1", {"letters": "ATE"}),
    ("trophy_hall", "dragon o_1", {"trophies": "golem yeti"}),
    ("seeing_double", "g_1 i_1 g_2", {}),
    ("spotless", "a_1 t_1", {}),
    ("rough_company", "a_1 t_1", {"monster": "dragon", "health": 3}),
    ("rough_company", "a_1 t_1", {"health": 2}),
    ("short_work", "s_1 p_1 i_1 r_1 e_1", {"health": 2}),
    ("short_work", "p_1 i_1 t_1 s_1", {"health": 7}),
    ("to_the_coin", "q_1 i_1", {"health": 4}),
    ("to_the_coin", "q_1 i_1", {"health": 6}),
    ("too_much", "z_1 a_1 p_1", {"health": 5}),
    ("vowel_famine", "s_1 p_1 i_1 r_1 e_1", {}),
    ("vowel_famine", "c_1 r_1 y_1 p_1", {}),
    ("crowded_word", "s_1 p_1 i_1 r_1 wound_tch", {}),
    ("seesaw", "s_1 p_1 i_1 r_1 e_1", {}),
    ("seesaw", "c_1 a_1 b_1 i_1", {}),
    ("seesaw", "t_1 y_1 k_1 e_1 s_1", {}),
    ("black_and_blue", "a_1 t_1", {"monster": "dragon"}),
    ("black_and_blue", "a_1 t_1", {"monster": "hydra", "armor": "padded_plate"}),
    ("black_and_blue", "a_1 t_1", {"monster": "hydra", "wounds": ("wound_aw", "wound_gg")}),
    ("bookends", "d_1 a_1 d_2", {}),
    ("bookends", "s_1 e_1 a_1 t_1", {}),
    ("in_good_order", "a_1 l_1 l_2", {}),
    ("in_good_order", "a_1 l_1 m_1 e_1", {}),
    ("one_blow", "q_1 a_1", {"health": 5, "hurt": True}),
    ("one_blow", "q_1 a_1", {"health": 6}),
    ("word_hoard", "p_1 r_1 i_1 n_1 t_1 s_1", {"armor": "speedy_sandals"}),
    ("thunderclap", "q_1 x_1 z_1", {}),
    ("sore_spot", "s_1 p_2 a_3", {"modifier": "rash"}),
    ("sore_spot", "s_1 p_1 a_3", {}),
    ("epic_tale", "p_1 r_1 i_1 n_1 t_1 e_1 r_2", {}),
    ("cataclysm", "q_1 x_1 z_1 p_1", {}),
    ("pure_element", "s_1 p_1 i_1 r_1", {}),
    ("pure_element", "s_2 p_1 i_1 r_1 e_1", {}),
)


@pytest.mark.parametrize(("quest", "tiles", "how"), DONE)
def test_a_quest_is_completed(quest: str, tiles: str, how: dict[str, Any]) -> None:
    fight = battle(tiles, quests=quest, **how)
    assert (fight.me.quests, fight.me.completed) == ([], [quest])
    assert [(event.quest, event.vp) for event in fight.of("quest_completed")] == [(quest, QUESTS[quest].vp)]


@pytest.mark.parametrize(("quest", "tiles", "how"), NOT_DONE)
def test_a_quest_is_not_completed(quest: str, tiles: str, how: dict[str, Any]) -> None:
    fight = battle(tiles, quests=quest, **how)
    assert (fight.me.quests, fight.me.completed) == ([quest], [])
    assert not fight.of("quest_completed")


def test_every_quest_is_shown_both_ways() -> None:
    assert {quest for quest, _, _ in DONE} == {quest for quest, _, _ in NOT_DONE} == set(QUESTS)


@pytest.mark.parametrize(("type", "done"), [("fire", True), ("water", False)])
def test_a_wild_card_counts_as_the_type_it_was_given(type: Any, done: bool) -> None:
    as_type = SetTypes((DealAs("s_5", type),))
    fight = battle("s_5 p_1 i_1 r_1", "centaur", "", as_type, quests="four_of_a_kind")
    assert (fight.me.completed == ["four_of_a_kind"]) is done


def test_two_quests_may_be_completed_at_once() -> None:
    fight = battle("s_1 p_1 i_1 r_1 e_1 s_2", quests="wordy soft_landing crowded_word")
    assert (fight.me.quests, fight.me.completed) == (["soft_landing"], ["wordy", "crowded_word"])
