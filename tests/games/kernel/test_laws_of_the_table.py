"""The kernel's laws 7 to 10: plain states, conservation, interrupts, refusals and faults."""

from dataclasses import replace
from typing import Any

import pytest

from service.codec import CODEC
from service.games.kernel.engine import Play, apply
from service.games.kernel.errors import (
    DecisionClosed,
    IllegalChoice,
    RulesFault,
)
from service.games.kernel.game import Game
from service.games.kernel.match import Action
from service.games.kernel.phase import PhaseRun
from tests.games.conformance import assert_plain
from tests.games.kernel import breakable
from tests.games.kernel.breakable import Faulty
from tests.games.kernel.driving import (
    asked,
    chance_of,
    offered,
    opened,
)
from tests.games.kernel.law_scenes import first_turn, looks, seen
from tests.games.kernel.toy import Toy, conserved
from tests.games.kernel.toy_words import CellarOptions, Drink, Pass, PlayCard, Stake, Target, Word

# 7


def states_stay_plain(game: Game[Any], seed: int) -> None:
    playing = opened(game, 3, seed)
    chance = chance_of(seed)
    while playing.play.outcome() is None:
        state = playing.play._table.state
        assert_plain(state)
        assert CODEC.decode(CODEC.encode(state), game.state) == state
        playing.act(playing.choose(chance))


def test_law_7_a_state_is_plain_and_survives_its_bytes():
    states_stay_plain(Toy(), 1)


def test_law_7_broken_by_one_list_under_two_names():
    with pytest.raises(AssertionError, match="are one object"):
        states_stay_plain(breakable.Aliased(), 1)


@pytest.mark.parametrize("odd", [{1}, 1.5, (1, 2), object(), b""])
def test_law_7_knows_what_is_not_plain(odd):
    with pytest.raises(AssertionError, match=r"state\.played"):
        assert_plain(replace(Toy().setup(CellarOptions(), 2, chance_of(1)), played=odd))


# 8


def nothing_is_lost(game: Game[Any], seed: int) -> None:
    playing = opened(game, 4, seed)
    whole = conserved(playing.play._table.state)
    chance = chance_of(seed)
    while playing.play.outcome() is None:
        playing.act(playing.choose(chance))
        assert conserved(playing.play._table.state) == whole, f"lost or made at action {len(playing.actions)}"


@pytest.mark.parametrize("seed", range(5))
def test_law_8_cards_coins_and_tiles_add_up_after_every_step(seed):
    nothing_is_lost(Toy(), seed)


def test_law_8_broken_by_a_card_that_falls_off_the_table():
    with pytest.raises(AssertionError, match="lost or made"):
        nothing_is_lost(breakable.Loses(), 1)


# 9


def an_interrupt_rebuilds_what_is_open(seed: int) -> int:
    """Drink a tonic in front of the question which card to play; the open choices follow the hand. Count the drinks."""
    drinks = 0
    playing = opened(Toy(), 2, seed)
    chance = chance_of(seed)
    while playing.play.outcome() is None:
        action = playing.choose(chance, interrupts=asked(playing.play)[0].decision.kind == "choose_card")
        playing.act(action)
        drinks += isinstance(action.choice, Drink)
        for item in playing.play.pending():
            if item.decision.kind == "choose_card":
                hand = seen(playing, item.decision.seat).hand or ()
                assert item.decision.choices.listed() == (*map(PlayCard, hand), Pass()), "choices of another hand"
    return drinks


def test_law_9_decisions_are_built_anew_after_an_interrupt():
    assert sum(an_interrupt_rebuilds_what_is_open(seed) for seed in range(10)) > 10


def test_law_9_broken_by_a_driver_that_keeps_the_old_question(monkeypatch):
    def interrupt(self, seat, choice):
        self.interrupted[seat] += 1
        self._game.interrupt(self._table, seat, choice)

    monkeypatch.setattr(PhaseRun, "interrupt", interrupt)
    with pytest.raises(AssertionError, match="choices of another hand"):
        sum(an_interrupt_rebuilds_what_is_open(seed) for seed in range(10))


def test_law_9_a_seat_has_one_interrupt_of_a_kind():
    for seed in range(40):
        playing = opened(Toy(), 2, seed)
        if offered(playing.play):
            with Play(breakable.TwoOfAKind(), CODEC, playing.match) as play:
                with pytest.raises(RulesFault, match="one of a kind"):
                    play.pending()
                return
    raise AssertionError("nobody holds a tonic in 40 deals")


# 10


def illegal_choices(seats: int) -> list[Any]:
    return [
        Pass(),
        Stake(5),
        PlayCard("nothing"),
        Target(seats),
        Drink("a", "b"),
        Word("zz"),
        Word(""),
        "word",
        None,
        0,
    ]


def test_law_10_what_a_decision_does_not_allow_is_refused_and_changes_nothing():
    playing = opened(Toy(), 3, 3)
    chance = chance_of(3)
    refused = 0
    while playing.play.outcome() is None:
        before, match = looks(playing.play), playing.match
        for item in playing.play.pending():
            for choice in illegal_choices(3):
                if item.with_referee or item.decision.choices.contains(choice):
                    continue
                with pytest.raises(IllegalChoice) as raised:
                    playing.act(Action(item.id, choice))
                assert raised.value.decision == item.decision
                assert raised.value.refusal.rule == item.decision.because.rule
                refused += 1
        with pytest.raises(DecisionClosed, match="'d_0' is not open"):
            playing.act(Action("d_0", Pass()))
        assert looks(playing.play) == before
        assert playing.match is match
        playing.act(playing.choose(chance))
    assert refused > 500


def test_law_10_broken_by_a_driver_that_sends_in_what_it_gets(monkeypatch):
    monkeypatch.setattr("service.games.kernel.decisions.Decision.refusal", lambda self, choice: None)
    with pytest.raises((RulesFault, pytest.fail.Exception)):
        test_law_10_what_a_decision_does_not_allow_is_refused_and_changes_nothing()


def test_law_10_a_fault_commits_nothing_and_leaves_the_decision_open():
    playing = first_turn(Toy())
    match, item = playing.match, playing.play.pending()[0]
    action = Action(item.id, Pass())
    with pytest.raises(RulesFault, match="KeyError") as raised:
        apply(Faulty("turn"), CODEC, match, action)
    assert isinstance(raised.value.__cause__, KeyError)
    assert playing.match == match
    with Play(Faulty("turn"), CODEC, match) as play:
        assert [each.id for each in play.pending()] == [each.id for each in playing.play.pending()]
    assert apply(Toy(), CODEC, match, action).match.phase == 3, "after a repair it runs on"


def test_law_10_a_fault_in_the_view_or_an_offer_is_one_of_the_rules():
    match = first_turn(Toy()).match
    with Play(Faulty("view"), CODEC, match) as play, pytest.raises(RulesFault):
        play.view(0)
    with Play(Faulty("interrupts"), CODEC, match) as play:
        with pytest.raises(RulesFault):
            play.pending()
        with pytest.raises(RulesFault):
            play.act(Action("d_0", Pass()))
