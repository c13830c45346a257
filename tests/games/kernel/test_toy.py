"""The hardest customers of the kernel, each in one scene of the toy title."""

import pytest

from service.codec import CODEC
from service.games.kernel.decisions import REFEREE, CountWords, RuleOnWord, WordCount
from service.games.kernel.engine import Play, apply, replay
from service.games.kernel.errors import IllegalChoice, RulingPending
from service.games.kernel.events import Answered, Asked, AskedAgain, Referred, Settled
from service.games.kernel.match import Action
from tests.games.kernel.driving import SPECTATORS, Playing, heard, opened, resumed
from tests.games.kernel.toy import NAMES, TILES, Cellar, Toy, conserved
from tests.games.kernel.toy_words import (
    CellarView,
    Claim,
    Copy,
    Died,
    Drank,
    Drew,
    DrewUnseen,
    Drink,
    GiveUp,
    Hurt,
    Lost,
    Pass,
    PlayCard,
    Played,
    Rolled,
    Stake,
    Target,
    Toasted,
    Word,
)


def scene(*hands: list[str], hp: list[int] | None = None, discard: list[str] | None = None, seed: int = 1) -> Playing:
    """Seat 0's turn, with these hands; what is in no hand or discard pile lies in the deck in a fixed order."""
    out = [*(card for hand in hands for card in hand), *(discard or [])]
    racks = [list(TILES[5 * seat : 5 * seat + 5]) for seat in range(len(hands))]
    state = Cellar(
        phase="turn",
        round=1,
        rounds=3,
        turn=0,
        hp=hp or [6] * len(hands),
        coins=[4] * len(hands),
        bank=0,
        hands=[list(hand) for hand in hands],
        racks=racks,
        deck=[card for card in NAMES if card not in out],
        bag=list(TILES[5 * len(hands) :]),
        discard=list(discard or []),
    )
    return resumed(Toy(), state, len(hands), seed)


def cold(playing: Playing) -> Playing:
    """The same match, put down and taken up again from what is stored."""
    playing.play.close()
    return Playing(playing.game, Play(playing.game, CODEC, playing.match), playing.options)


def seen(playing: Playing, audience: int | None) -> CellarView:
    view = playing.play.view(audience)
    assert isinstance(view, CellarView)
    return view


def test_an_antidote_between_two_questions_changes_what_the_open_one_offers():
    playing = scene(["punch_0", "charm_0", "tonic_0"], ["tonic_1", "bomb_0"])
    playing.answer(0, PlayCard("punch_0"))
    assert playing.kinds(0) == ["choose_target", "drink_tonic"]
    question, _ = (item.id for item in playing.play.pending() if item.decision.seat == 0)
    step = playing.answer(0, Drink("tonic_0", "charm_0"))
    drawn = ("tonic_4", "tonic_3")  # the top of the deck
    assert heard(step.told, 0) == [Drank(0, "tonic_0", "charm_0"), Drew(0, drawn, "")]
    assert heard(step.told, 1) == [Drank(0, "tonic_0", "charm_0"), DrewUnseen(0, 2, 0)]
    playing = cold(playing)
    assert seen(playing, 0).hand == drawn
    assert playing.play.pending()[0].id == question, "the question itself is still the same one"
    playing.answer(0, Target(1))
    assert playing.kinds(1)[0] == "choose_card"


def test_an_antidote_in_front_of_the_question_which_card_to_play_rebuilds_its_choices():
    playing = scene(["punch_0", "charm_0", "tonic_0"], ["bomb_0"])
    before = playing.play.pending()[0].decision.choices.listed()
    playing.answer(0, Drink("tonic_0", "charm_0"))
    after = playing.play.pending()[0].decision.choices.listed()
    assert before == (PlayCard("punch_0"), PlayCard("charm_0"), PlayCard("tonic_0"), Pass())
    assert after == (PlayCard("punch_0"), PlayCard("tonic_4"), PlayCard("tonic_3"), Pass())
    with pytest.raises(IllegalChoice):
        playing.answer(0, PlayCard("charm_0"))


def test_a_claim_is_counted_in_private_and_stands_when_there_is_no_word():
    playing = opened(Toy(), 3, seed=5)
    step = playing.answer(0, Claim())
    assert heard(step.told, 0) == [Referred(0)]
    count = next(item.decision for item in playing.play.pending() if item.decision.seat == REFEREE)
    assert isinstance(count, CountWords)
    assert (count.about, count.tiles) == (0, tuple(sorted(seen(playing, 0).rack or ())))

    step = playing.referee(0, WordCount(3))
    assert heard(step.told, 0) == [AskedAgain(0, "choose_word")]
    assert heard(step.told, 1) == heard(step.told, SPECTATORS) == []

    playing.answer(0, Claim())
    step = playing.referee(0, WordCount(0))
    assert heard(step.told, 1) == [Answered(0)]
    assert replay(playing.game, CODEC, playing.record())[0] == playing.match


def test_a_word_is_refused_in_private_and_then_allowed():
    playing = opened(Toy(), 3, seed=5)
    assert heard(tuple(playing.told), SPECTATORS)[-1] == Asked((0, 1, 2), "choose_word")
    rack = seen(playing, 0).rack or ()
    word = Word(rack[0] + rack[1])
    first = playing.play.pending()[0].id

    step = playing.answer(0, word)
    assert heard(step.told, 0) == [Referred(0)]
    assert heard(step.told, 1) == heard(step.told, SPECTATORS) == []
    assert playing.play.waiting_for() == (0, 1, 2), "others can't see that seat 0 has written anything"
    held, ruling = (item for item in playing.play.pending() if item.id == first or item.decision.seat == REFEREE)
    assert (held.id, held.with_referee) == (first, True)
    assert isinstance(ruling.decision, RuleOnWord)
    assert (ruling.decision.about, ruling.decision.word) == (0, word.letters)
    with pytest.raises(RulingPending):
        playing.act(Action(first, Word(rack[2])))
    assert "drink_tonic" not in playing.kinds(0), "a seat whose word is with the referee waits"

    step = playing.rule(0, legal=False)
    assert heard(step.told, 0) == [AskedAgain(0, "choose_word")]
    assert heard(step.told, 1) == heard(step.told, SPECTATORS) == []
    again = next(item.id for item in playing.play.pending() if item.decision.kind == "choose_word")
    assert again != first

    playing = cold(playing)
    playing.answer(0, Word(rack[2]))
    step = playing.rule(0, legal=True)
    assert heard(step.told, 0) == [AskedAgain(0, "choose_stake")]
    assert heard(step.told, 1) == []
    step = playing.answer(0, Stake(2))
    assert heard(step.told, 1) == [Answered(0)], "that seat 0 is ready may be known, its word not yet"
    playing.answer(1, Pass())
    step = playing.answer(2, Pass())
    assert Toasted(0, rack[2], 2) in heard(step.told, 1)


def test_a_copied_effect_asks_in_mid_effect():
    playing = scene(["mirror_0"], ["charm_0"], ["charm_1"], discard=["punch_0", "bomb_0", "mirror_1"])
    playing.answer(0, PlayCard("mirror_0"))
    assert [item.decision.choices.listed() for item in playing.play.pending()] == [(Copy("punch"), Copy("bomb"))]
    playing = cold(playing)
    playing.answer(0, Copy("punch"))
    assert playing.kinds(0) == ["choose_target"]
    playing = cold(playing)
    step = playing.answer(0, Target(2))
    assert any(isinstance(event, Rolled) for event in heard(step.told, SPECTATORS))


def test_a_single_effect_to_copy_is_settled_and_everybody_hears_so():
    playing = scene(["mirror_0"], ["charm_0"], ["charm_1"], discard=["punch_0"])
    step = playing.answer(0, PlayCard("mirror_0"))
    assert heard(step.told, 1)[-2:] == [Settled(0, "choose_copied"), Asked((0,), "choose_target")]


@pytest.mark.parametrize("wide", [True, False])
def test_a_target_is_chosen_anew_after_the_dice(wide):
    for seed in range(50):
        playing = scene(["punch_0"], ["charm_0"], ["charm_1"], seed=seed)
        playing.answer(0, PlayCard("punch_0"))
        step = playing.answer(0, Target(1))
        (face,) = (event.face for event in heard(step.told, SPECTATORS) if isinstance(event, Rolled))
        if (face <= 2) is wide:
            break
    else:
        raise AssertionError("no such roll in 50 seeds")
    if not wide:
        assert Hurt(1, face, 6 - face) in heard(step.told, SPECTATORS)
        return
    assert not any(isinstance(event, Hurt) for event in heard(step.told, SPECTATORS))
    playing = cold(playing)
    step = playing.answer(0, Target(2))
    assert heard(step.told, SPECTATORS)[1] == Hurt(2, face, 6 - face)


def test_who_dies_in_mid_effect_is_asked_nothing_more_and_the_effect_goes_on():
    playing = scene(["bomb_0", "charm_0"], ["punch_0"], ["punch_1"], hp=[2, 2, 6])
    whole = conserved(CODEC.decode(playing.match.state, Cellar))
    step = playing.answer(0, PlayCard("bomb_0"))
    assert heard(step.told, SPECTATORS) == [
        Answered(0),
        Played(0, "bomb_0"),
        Hurt(0, 2, 0),
        Died(0),
        Hurt(1, 2, 0),
        Died(1),
        Hurt(2, 2, 4),
        Asked((2,), "choose_loss"),
    ]
    assert seen(playing, SPECTATORS).bank == 8
    playing = cold(playing)
    step = playing.answer(2, GiveUp("punch_1"))
    assert Lost(2, 0, "punch_1") in heard(step.told, 0)
    outcome = playing.play.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.ending) == ((2,), "last_standing")
    assert playing.play.pending() == ()
    assert conserved(CODEC.decode(playing.match.state, Cellar)) == whole


def test_a_phase_that_asks_nothing_passes_within_a_step():
    playing = scene(["punch_0"], [])
    playing.answer(0, Pass())
    step = playing.answer(1, Pass())
    phases = [event.phase for event in heard(step.told, SPECTATORS) if hasattr(event, "phase")]
    assert phases == ["refill", "toast"]
    assert playing.kinds(1)[0] == "choose_word"


def test_apply_is_the_pure_form_of_the_same_step():
    playing = opened(Toy(), 2, seed=3)
    match = playing.match
    action = Action(playing.play.pending()[0].id, Pass())
    assert apply(Toy(), CODEC, match, action) == apply(Toy(), CODEC, match, action) == playing.act(action)
