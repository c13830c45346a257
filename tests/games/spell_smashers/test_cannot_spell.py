"""Who can't spell: the claim, what the referee says to it, the new hand, and the battle that is skipped."""

from typing import Any

import pytest

from service.games.kernel.decisions import Choice
from service.games.spell_smashers.draws import DrawLetters
from service.games.spell_smashers.spelling import SpellWord
from service.games.spell_smashers.words import DropWound
from tests.games.spell_smashers.table import Table, player
from tests.rules import rule

OTHER = "a_2 x_1"


@rule("SS-090")
def test_the_referee_counts_the_words_of_hand_and_trophies_and_nothing_else() -> None:
    table = Table(
        player("z_1 b_1 wound_tch e_1", trophies="golem", potions="tonic elixir antidote", stash="brief_blade"),
        player(OTHER),
    )
    assert table.claim(0) == ("b", "e", "g", "tch", "z")


@rule("SS-090")
@pytest.mark.parametrize("words", [1, 3, 250])
def test_a_false_claim_comes_back_with_the_number_of_words_and_none_of_them(words: int) -> None:
    table = Table(player("c_1 a_1 t_1"), player(OTHER))
    before: Any = table.question(0).choices
    table.forget()
    table.claim(0, words)
    assert table.asked == {0: "prepare_word", 1: "prepare_word"}
    assert table.question(0).choices == before
    [refused] = table.heard_by(0, "claim_refused")
    assert (refused.seat, refused.words) == (0, words)  # type: ignore[attr-defined]
    assert table.heard_by(1) == table.heard_by(None) == []
    assert table.view().players[0].ready is False
    table.spell(0, "c_1 a_1 t_1")
    assert table.asked == {1: "prepare_word"}


@rule("SS-090", "SS-089")
def test_a_true_claim_is_public_only_once_all_are_in_and_then_the_hand_is_shown() -> None:
    table = Table(player("z_1 b_1 c_1 wound_tch wound_gg"), player(OTHER), player("e_1 h_1"))
    table.claim(0)
    table.spell(2, "e_1 h_1")
    assert table.view().claimants == ()
    assert table.kinds("claims_made", "hand_laid_open") == []
    table.spell(1, OTHER)
    assert [event.seats for event in table.events("claims_made")] == [(0,)]
    for audience in table.audiences:
        [shown] = table.heard_by(audience, "hand_laid_open")
        assert (shown.seat, set(shown.cards)) == (  # type: ignore[attr-defined]
            0,
            {"z_1", "b_1", "c_1", "wound_tch", "wound_gg"},
        )
        assert table.view(audience).claimants == (0,)
        assert [one.word for seat, one in enumerate(table.view(audience).players) if seat != audience] == [
            None for seat in range(3) if seat != audience
        ]


@rule("SS-091")
@pytest.mark.parametrize(("dropped", "kept"), [("wound_tch", "wound_gg"), ("wound_gg", "wound_tch")])
def test_all_letters_and_a_wound_of_choice_go(dropped: str, kept: str) -> None:
    table = Table(player("z_1 b_1 c_1 e_1 wound_tch wound_gg"), player(OTHER))
    table.words("", OTHER)
    assert table.offered(0) == [DropWound("wound_tch"), DropWound("wound_gg")]
    table.answer(0, DropWound(dropped))
    view = table.view(0)
    assert view.hand == (kept,)
    assert (view.consonants.discards, view.vowels.discards) == (("z_1", "b_1", "c_1"), ("e_1",))
    assert view.wounds.discards == (dropped,)
    assert table.asked == {0: "choose_draws"}


@rule("SS-091")
@pytest.mark.parametrize(("wounds", "left"), [("", 0), ("wound_tch", 1)])
def test_a_single_wound_goes_unasked_and_without_one_the_letters_alone(wounds: str, left: int) -> None:
    table = Table(player(f"z_1 b_1 e_1 {wounds}"), player(OTHER))
    table.words("", OTHER)
    assert table.asked == {0: "choose_draws"}
    assert table.players[0].hand == []
    assert len(table.view().wounds.discards) == left


@rule("SS-092")
@pytest.mark.parametrize("answers", [["ccccvv"], ["c", "v", "cccc"], ["v"] * 6, ["cc", "vvvv"]])
def test_the_hand_is_drawn_up_to_seven_from_decks_of_choice(answers: list[str]) -> None:
    table = Table(
        player("z_1 b_1 wound_tch wound_gg"), player(OTHER), consonants="d_1 d_2 d_3 d_4 f_1", vowels="u_1 u_2 u_3 o_1"
    )
    table.words("", OTHER)
    table.answer(0, DropWound("wound_gg"))
    missing = 6
    for decks in answers:
        assert {choice.consonants + choice.vowels for choice in table.offered(0)} == set(range(1, missing + 1))
        table.draw(0, decks)
        missing -= len(decks)
    consonants, vowels = (sum(decks.count(deck) for decks in answers) for deck in "cv")
    hand = table.players[0].hand
    assert hand[0] == "wound_tch"
    assert [card for card in hand if card[0] in "df"] == ["d_1", "d_2", "d_3", "d_4", "f_1"][:consonants]
    assert len([card for card in hand if card[0] in "uoaei"]) == vowels
    assert len(hand) == 7
    assert table.asked == {0: "prepare_word"}


@rule("SS-092", "SS-169")
@pytest.mark.parametrize("choice", [DrawLetters(0, 0), DrawLetters(5, 3), DrawLetters(8, 0), DrawLetters(-1, 2)])
def test_no_more_is_drawn_than_is_missing_and_no_less_than_one(choice: Choice) -> None:
    table = Table(player("z_1 b_1"), player(OTHER))
    table.words("", OTHER)
    assert table.refused(0, choice).rule == "SS-169"


@rule("SS-093", "SS-090")
def test_claimants_alone_are_asked_again_and_the_others_words_stay_sealed() -> None:
    table = Table(
        player("z_1 b_1"), player(OTHER), player("e_1 h_1 wound_gg"), marker=1, consonants="t_1", vowels="a_3"
    )
    table.words("", OTHER, "")
    assert [event.seats for event in table.events("claims_made")] == [(2, 0)]
    assert table.asked == {2: "choose_draws"}
    table.draw(2, "cccvvvv")
    table.draw(0, "cccccvv")
    assert table.asked == {0: "prepare_word", 2: "prepare_word"}
    assert [one.ready for one in table.view().players] == [False, True, False]
    assert table.view().players[1].word is None
    table.spell(2, "t_1 a_3")
    assert table.kinds("words_revealed") == []
    table.claim(0)
    shown = table.events("words_revealed")[-1].words
    assert [(one.seat, one.word, one.length) for one in shown] == [(0, None, None), (1, "AX", 2), (2, "TA", 2)]
    assert table.view().order == (1, 2)


@rule("SS-093", "SS-131", "SS-107")
def test_a_second_claim_skips_the_battle_and_takes_the_marker() -> None:
    table = Table(
        player("z_1 b_1 wound_tch", quests="spotless", coins=3), player(OTHER), round=2, consonants="d_1 d_2 d_3 d_4"
    )
    table.words("", OTHER)
    table.draw(0, "ccccvvv")
    hand = list(table.players[0].hand)
    assert table.refused(0, SpellWord(("z_1", "b_1"))).rule == "SS-087"
    table.claim(0)
    assert [(event.seat, event.reason) for event in table.events("battle_skipped")] == [(0, "no_word")]
    assert table.asked == {1: "choose_monster"}
    table.fight(1, "imp")
    me = table.players[0]
    assert (me.hand, me.coins, me.quests, me.completed) == (hand, 3, ["spotless"], [])
    assert table.view().marker == 0
    assert table.asked == {0: "choose_quest"}


@rule("SS-093")
def test_a_second_claim_must_be_true_as_well() -> None:
    table = Table(player("z_1 b_1"), player(OTHER), consonants="t_1", vowels="a_3")
    table.words("", OTHER)
    table.draw(0, "ccccvvv")
    table.claim(0, 7)
    assert table.asked == {0: "prepare_word"}
    table.spell(0, "t_1 a_3")
    assert table.view().order == (0, 1)


@rule("SS-131")
@pytest.mark.parametrize(("marker", "takes_it"), [(0, 2), (1, 0), (2, 0), (3, 2)])
def test_of_two_without_a_word_the_last_clockwise_takes_the_marker(marker: int, takes_it: int) -> None:
    table = Table(player("z_1 b_1"), player(OTHER), player("j_1 c_1"), player("e_1 h_1"), marker=marker)
    table.words("", OTHER, "", "e_1 h_1")
    first, second = [seat for seat in table.state.clockwise() if seat in (0, 2)]
    table.draw(first, "ccccvvv")
    table.draw(second, "ccccvvv")
    table.claim(0)
    table.claim(2)
    for seat in table.view().order:
        table.fight(seat, "imp")
    assert table.view().marker == takes_it


def test_nobody_can_spell_and_nobody_battles() -> None:
    table = Table(player("z_1 b_1"), player("j_1 c_1"), marker=0)
    table.words("", "")
    table.draw(0, "ccccvvv")
    table.draw(1, "ccccvvv")
    table.claim(1)
    table.claim(0)
    assert [(event.seat, event.reason) for event in table.events("battle_skipped")] == [(0, "no_word"), (1, "no_word")]
    assert table.view().marker == 1
    assert table.asked == {1: "choose_quest"}
    assert [one.coins for one in table.players] == [0, 0]


def test_a_claim_with_an_empty_hand_draws_a_whole_one() -> None:
    table = Table(player(""), player(OTHER))
    table.words("", OTHER)
    assert table.kinds("tiles_discarded") == []
    table.draw(0, "ccccvvv")
    assert len(table.players[0].hand) == 7


def test_the_redraw_fills_up_to_seven_even_under_a_belt() -> None:
    table = Table(player("z_1 b_1", stash="bottomless_belt"), player(OTHER))
    table.claim(0, armor="bottomless_belt")
    table.spell(1, OTHER)
    assert {choice.consonants + choice.vowels for choice in table.offered(0)} == set(range(1, 8))
