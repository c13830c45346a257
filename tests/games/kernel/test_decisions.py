"""Decisions: what they contain, list and sample is one and the same; a refusal points at the fault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.games.kernel.decisions import REFEREE, Listed, Refusal, Ruling, WordCount, count_words, rule_on_word
from service.games.kernel.phase import fingerprint
from tests.games.kernel.driving import chance_of
from tests.games.kernel.toy_words import ChooseCard, Drink, Pass, PlayCard, Spelling, Stake, Word

DRINKS = Listed((Drink("tonic_0", "a"), Drink("tonic_0", "b"), Drink("tonic_1", "c"), Pass()))


def test_a_list_contains_what_it_lists_and_nothing_else():
    assert all(DRINKS.contains(item) for item in DRINKS.listed())
    assert not any(DRINKS.contains(other) for other in (Drink("tonic_1", "a"), Stake(1), "pass", None, Pass))
    assert DRINKS.listed() == DRINKS.items


def test_every_item_of_a_list_is_sampled():
    chance = chance_of(1)
    assert {DRINKS.sample(chance) for _ in range(200)} == set(DRINKS.items)


@pytest.mark.parametrize(
    ("choice", "pointer"),
    [
        (Stake(1), "/choice/kind"),
        ("pass", "/choice/kind"),
        (Drink("tonic_7", "a"), "/choice/tonic"),
        (Drink("tonic_1", "a"), "/choice/discard"),
        (Drink("tonic_0", "c"), "/choice/discard"),
        (Pass(), "/choice"),
    ],
)
def test_a_refusal_points_at_the_field_that_makes_a_choice_illegal(choice, pointer):
    assert DRINKS.pointer(choice) == pointer


def test_a_decision_refuses_with_its_rule_and_takes_what_it_lists():
    decision = ChooseCard(1, Listed((PlayCard("punch_0"), Pass())), Refusal("TOY-3", "Play a card of your hand."))
    assert decision.refusal(PlayCard("punch_0")) is None
    assert decision.refusal(PlayCard("bomb_0")) == Refusal("TOY-3", "Play a card of your hand.", "/choice/card")


@given(st.text("abc", min_size=0, max_size=4))
def test_a_short_form_is_listed_and_a_long_one_is_not(tiles):
    form = Spelling(tuple(tiles))
    listed = form.listed()
    assert listed is not None
    assert len(set(listed)) == len(listed)
    assert all(form.contains(choice) for choice in listed)
    assert form.sample(chance_of(len(tiles))) in listed
    assert Spelling(tuple("abcdefg")).listed() is None


def test_the_referee_rules_legal_or_not():
    decision = rule_on_word(2, "gin", "cellar")
    assert (decision.seat, decision.about, decision.word, decision.lexicon) == (REFEREE, 2, "gin", "cellar")
    assert decision.choices.listed() == (Ruling(True), Ruling(False))
    assert decision.refusal(Ruling(False, "ab" * 32)) is None, "whichever lexicon says so"
    assert decision.refusal(Word("gin")) is not None


def test_the_referee_counts_from_0_up():
    decision = count_words(2, ("q", "tch"), "cellar")
    assert (decision.seat, decision.about, decision.tiles) == (REFEREE, 2, ("q", "tch"))
    assert decision.choices.listed() is None
    assert [decision.refusal(WordCount(words)) is None for words in (0, 7, -1)] == [True, True, False]
    assert decision.refusal(WordCount(7, "ab" * 32)) is None
    pointers = [decision.choices.pointer(choice) for choice in (WordCount(-1), Ruling(True))]
    assert pointers == ["/choice/words", "/choice/kind"]
    assert {decision.choices.sample(chance_of(seed)).words for seed in range(20)} >= {0, 1}


def test_a_fingerprint_changes_with_all_that_makes_the_question():
    def decision(seat: int = 1, items: tuple = (Pass(),), because: str = "x") -> ChooseCard:
        return ChooseCard(seat, Listed(items), Refusal("TOY-3", because))

    one = fingerprint(1, 0, decision())
    assert len(one) == 16
    assert fingerprint(1, 0, decision(because="said otherwise")) == one
    others = {
        fingerprint(2, 0, decision()),
        fingerprint(1, 1, decision()),
        fingerprint(1, 0, decision(seat=2)),
        fingerprint(1, 0, decision(items=(Pass(), PlayCard("a")))),
        fingerprint(1, 0, decision(items=(PlayCard("a"), Pass()))),
        fingerprint(1, 0, rule_on_word(1, "gin", "cellar")),
        fingerprint(1, 0, rule_on_word(1, "rum", "cellar")),
        fingerprint(1, 0, rule_on_word(1, "rum", "attic")),
        fingerprint(1, 0, count_words(1, ("r", "um"), "cellar")),
        fingerprint(1, 0, count_words(1, ("ru", "m"), "cellar")),
    }
    assert len(others | {one}) == 11
