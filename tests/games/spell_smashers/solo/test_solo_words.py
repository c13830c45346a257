"""Words in the solo game: trophies that make one word, gear, tonic, and the claim to have none."""

import pytest

from service.games.spell_smashers.draws import DrawLetters
from service.games.spell_smashers.potions import UseAntidote
from service.games.spell_smashers.spelling import SpellWord, TonicOn
from tests.games.spell_smashers.solo.table import SoloTable
from tests.games.spell_smashers.table import player
from tests.rules.ledger import rule


@rule("SO-020")
def test_a_word_of_hand_and_trophy_with_gear() -> None:
    table = SoloTable(player("c_1 t_1 u_1 h_1", trophies="automaton", stash="padded_plate brief_blade"), {3: "imp"})
    assert table.spell(0, "c_1 automaton t_1", weapon="brief_blade", armor="padded_plate") == "cat"
    assert (table.me.weapon, table.me.armor) == ("brief_blade", "padded_plate")
    [shown] = table.events("words_revealed")[-1].words
    assert (shown.word, shown.length, shown.weapon) == ("CAT", 3, "brief_blade")


@rule("SO-021", "SO-022")
def test_a_trophy_makes_one_word() -> None:
    table = SoloTable(player("c_1 t_1 e_1 s_1", trophies="automaton naga"), {3: "dragon"})
    table.spell(0, "c_1 automaton t_1")
    table.battle(3)
    assert table.events("trophies_spent")[-1].trophies == ("automaton",)
    assert (table.me.trophies, table.solo.spent_trophies) == (["naga"], ("automaton",))
    table.stay()
    table.refill()
    assert table.asked == {0: "prepare_word"}
    refusal = table.refused(0, SpellWord(("s_1", "automaton")))
    assert refusal.pointer == "/choice/tiles/1"
    assert "automaton" in refusal.detail
    hand = " ".join(table.me.hand)
    tiles = table.claim(0)
    assert sorted(tiles) == sorted([*(card[0] for card in hand.split() if "wound" not in card), "n", *wounds(hand)])


def wounds(hand: str) -> list[str]:
    return [card.removeprefix("wound_") for card in hand.split() if card.startswith("wound_")]


@rule("SO-020")
def test_a_true_claim_draws_a_new_hand_and_a_second_one_skips_the_battle() -> None:
    table = SoloTable("b_1 c_1 d_1 wound_gg wound_ff", {3: "imp"}, consonants="f_1 g_1 h_1 l_1 m_1 n_1")
    assert table.claim(0) == ("b", "c", "d", "ff", "gg")
    assert table.events("hand_laid_open")[-1].cards == ("b_1", "c_1", "d_1", "wound_gg", "wound_ff")
    assert table.asked == {0: "choose_dropped"}
    table.do(table.offered(0)[0])
    table.do(DrawLetters(6, 0))
    assert sorted(table.me.hand) == ["f_1", "g_1", "h_1", "l_1", "m_1", "n_1", "wound_ff"]
    table.claim(0)
    assert table.events("battle_skipped")[-1].reason == "no_word"
    assert table.asked == {0: "choose_visit"}
    assert table.coins == {"imp": 8}
    assert len(table.me.hand) == 7


@rule("SO-020")
def test_a_false_claim_is_refused_with_a_number_alone() -> None:
    table = SoloTable("c_1 a_1 t_1", {3: "imp"})
    table.claim(0, words=4)
    assert table.events("claim_refused")[-1].words == 4
    assert table.asked == {0: "prepare_word"}


@rule("SO-036")
def test_a_tonic_changes_a_letter_and_neither_damage_nor_type() -> None:
    table = SoloTable(player("p_1 a_1 c_1", potions="tonic"), {3: "flammable+dragon:20"}, difficulty="advanced")
    assert table.spell(0, "c_1 a_1 p_1", tonic=TonicOn("p_1", 0, "T")) == "cat"
    assert table.me.potions == []
    table.battle(3)
    [counted] = table.events("zone_points_counted")
    assert [(tile.tile, tile.type, tile.points) for tile in counted.tiles] == [
        ("c_1", "fire", 1),
        ("a_1", "fire", 1),
        ("p_1", "fire", 3),
    ]
    assert table.coins == {"dragon": 10}


@rule("SO-035")
def test_an_antidote_trades_a_card_while_the_match_waits() -> None:
    table = SoloTable(
        player("c_1 a_1 t_1 wound_gg", potions="antidote"), {3: "dragon", 1: "ogre"}, vowels="i_1", monsters="imp naga"
    )
    table.spell(0, "c_1 a_1 t_1")
    assert table.asked == {0: "choose_zone"}
    table.answer(0, UseAntidote("wound_gg", "vowel"), optional=True)
    assert table.asked == {0: "choose_zone"}
    assert table.me.hand == ["c_1", "a_1", "t_1", "i_1"]
    assert table.state.wounds.discards == ["wound_gg"]
    assert table.me.potions == []


@rule("SO-035")
@pytest.mark.parametrize("card", ["c_1", "a_1", "t_1"])
def test_an_antidote_never_takes_a_card_of_the_word(card: str) -> None:
    table = SoloTable(player("c_1 a_1 t_1 u_1", potions="antidote"), {3: "dragon", 1: "ogre"})
    table.spell(0, "c_1 a_1 t_1")
    assert not table.question(0, optional=True).choices.contains(UseAntidote(card, "vowel"))
