"""The kernel's twelve laws. Each test shows that the law holds, and that it notices when the law is broken."""

import inspect
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.codec import CODEC
from service.games.kernel.chance import Chance
from service.games.kernel.decisions import REFEREE
from service.games.kernel.engine import Action, Answer, Play, apply, new_match, open_play, replay
from service.games.kernel.errors import (
    DecisionClosed,
    IllegalChoice,
    ReplayDiverged,
    RulesFault,
    WrongRulesVersion,
    WrongSeats,
)
from service.games.kernel.events import Answered, Event
from service.games.kernel.game import Game
from service.games.kernel.phase import PhaseRun
from tests.games.conformance import assert_plain
from tests.games.kernel import breakable
from tests.games.kernel.breakable import Faulty, Watched
from tests.games.kernel.driving import (
    SPECTATORS,
    Playing,
    asked,
    audiences,
    chance_of,
    heard,
    offered,
    opened,
    played,
    seed_of,
)
from tests.games.kernel.toy import Cellar, Toy, conserved
from tests.games.kernel.toy_words import CellarOptions, CellarView, Drink, Pass, PlayCard, Stake, Target, Word


def looks(play: Play[Any]) -> list[object]:
    """All that can be seen of a match, by anybody."""
    views = [play.view(audience) for audience in audiences(play.match.seats)]
    return [views, play.pending(), play.waiting_for(), play.outcome()]


def plays_on_cold(game: Game[Any], seed: int, seats: int = 3) -> None:
    """Play a match live, and the same one put down and taken up again at every step, by a fresh object each time."""
    playing = opened(game, seats, seed)
    chance = chance_of(seed)
    match = playing.match
    while playing.play.outcome() is None:
        with Play(type(game)(), CODEC, match) as play:
            assert looks(play) == looks(playing.play), f"cold differs from live after {len(playing.actions)} actions"
            action = playing.choose(chance)
            cold = play.act(action)
        live = playing.act(action)
        assert cold == live, f"cold differs from live at action {len(playing.actions)}"
        match = cold.match


def seen(playing: Playing, audience: int | None) -> CellarView:
    view = playing.play.view(audience)
    assert isinstance(view, CellarView)
    return view


def rack_of(playing: Playing, seat: int) -> tuple[str, ...]:
    return seen(playing, seat).rack or ()


def in_toast(game: Game[Any], seats: int, seed: int = 1) -> Playing:
    return opened(game, seats, seed)


# 1


def live_and_cold_leave_nothing_open(seed: int) -> None:
    game = Watched()
    playing = opened(game, 3, seed)
    chance = chance_of(seed)
    while playing.play.outcome() is None:
        phase = playing.match.phase
        before = list(game.coroutines)
        playing.act(playing.choose(chance))
        if playing.match.phase != phase:
            closed = [inspect.getcoroutinestate(each) == inspect.CORO_CLOSED for each in before]
            assert all(closed), f"a coroutine of phase {phase} is still open in phase {playing.match.phase}"
    assert game.open_coroutines() == []
    again = Watched()
    with Play(again, CODEC, opened(Toy(), 3, seed).match):
        assert again.open_coroutines(), "a live play has its phase under way"
    assert again.open_coroutines() == [], "a play put down leaves no coroutine open"


@pytest.mark.parametrize("seed", range(5))
def test_law_1_a_coroutine_never_outlives_its_phase(seed):
    live_and_cold_leave_nothing_open(seed)
    plays_on_cold(Toy(), seed)


def test_law_1_broken_by_a_driver_that_closes_nothing(monkeypatch):
    monkeypatch.setattr(PhaseRun, "close", lambda self: None)
    with pytest.raises(AssertionError, match="a play put down leaves no coroutine open"):
        live_and_cold_leave_nothing_open(1)


def test_law_1_broken_by_rules_that_remember_outside_the_state():
    with pytest.raises(AssertionError, match="cold differs from live"):
        plays_on_cold(breakable.OutsideTheState(), 1)


# 2


def digest_under(hash_seed: int, toy: str) -> str:
    """The digest of all that a few matches of the toy told, played in another process."""
    command = [sys.executable, "-m", "tests.games.kernel.digest", f"tests.games.kernel.{toy}", "20", "0"]
    environment = {"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": "."}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


def test_law_2_the_same_record_gives_the_same_events_in_any_process():
    assert digest_under(1, "toy:Toy") == digest_under(2, "toy:Toy") != ""


def test_law_2_broken_by_rules_that_walk_through_a_set():
    assert digest_under(1, "breakable:Unordered") != digest_under(2, "breakable:Unordered")


# 3


def test_law_3_the_seed_alone_decides_every_deal_and_die():
    one, same, other = (played(Toy(), 3, seed) for seed in (1, 1, 2))
    assert one.told == same.told
    assert one.match == same.match
    first, second = (new_match(Toy(), CODEC, CellarOptions(), 3, seed_of(seed)) for seed in (1, 2))
    assert first.match.state != second.match.state
    assert one.told != other.told


def test_law_3_broken_by_rules_with_their_own_dice():
    with pytest.raises(AssertionError, match="cold differs from live"):
        plays_on_cold(breakable.OwnDice(), 1)


class Scripted(Chance):
    """Answers from a script, and fails when asked for more or for another range."""

    def __init__(self, *script: tuple[int, int]) -> None:
        self.script = list(script)

    def below(self, n: int) -> int:
        wanted, value = self.script.pop(0)
        assert wanted == n
        return value


def test_law_3_a_script_can_stand_in_for_chance():
    game = Toy()
    deal = Scripted(*((n, n - 1) for n in range(20, 1, -1)), *((n, n - 1) for n in range(20, 1, -1)))
    state = game.setup(CellarOptions(), 2, deal)
    assert deal.script == []
    assert state.hands == [["tonic_4", "tonic_3", "tonic_2"], ["tonic_1", "tonic_0", "charm_1"]]


# 4


@pytest.fixture
def record():
    playing = played(Toy(), 3, 4)
    assert any(answer.interrupt for answer in playing.record().answers)
    return playing.record()


def test_law_4_a_record_replays_to_the_same_match_and_events(record):
    playing = played(Toy(), 3, 4)
    match, told = replay(Toy(), CODEC, record)
    assert match == playing.match
    assert list(told) == playing.told


def spoilt(answer: Answer) -> list[Answer]:
    other = {"": "0" * 16}.get(answer.fingerprint, answer.fingerprint[::-1])
    return [
        replace(answer, fingerprint=other),
        replace(answer, seat=(answer.seat + 1) % 3),
        replace(answer, seat=7),
        replace(answer, seat=-3),
        replace(answer, owner=answer.owner + 1),
        replace(answer, ordinal=answer.ordinal + 1),
        replace(answer, question="choose_nothing"),
        replace(answer, choice=Target(99)),
        replace(answer, interrupt=not answer.interrupt),
    ]


def test_law_4_an_answer_that_fits_no_open_decision_diverges(record):
    for at, answer in enumerate(record.answers):
        for wrong in spoilt(answer):
            answers = (*record.answers[:at], wrong, *record.answers[at + 1 :])
            with pytest.raises(ReplayDiverged) as raised:
                replay(Toy(), CODEC, replace(record, answers=answers))
            assert raised.value.at == at


def test_law_4_the_fingerprint_covers_the_word_that_was_ruled_on():
    playing = in_toast(Toy(), 2)
    for letters in rack_of(playing, 0)[:2]:
        playing.answer(0, Word(letters))
        playing.rule(0, legal=False)
    first, no, second, _ = playing.record().answers
    assert first.choice != second.choice
    swapped = replace(playing.record(), answers=(replace(first, choice=second.choice), no))
    with pytest.raises(ReplayDiverged, match="at answer 1"):
        replay(Toy(), CODEC, swapped)


def test_law_4_a_tampered_state_hash_diverges(record):
    for at in range(len(record.phases)):
        phases = (*record.phases[:at], "0" * 64, *record.phases[at + 1 :])
        with pytest.raises(ReplayDiverged):
            replay(Toy(), CODEC, replace(record, phases=phases))
    with pytest.raises(ReplayDiverged):
        replay(Toy(), CODEC, replace(record, phases=record.phases[:-1]))
    with pytest.raises(ReplayDiverged):
        replay(Toy(), CODEC, replace(record, phases=(*record.phases, "0" * 64)))


class Slow(Toy):
    """A refill, which asks nothing, comes before the first toast."""

    def setup(self, options: Any, seats: int, chance: Chance) -> Cellar:
        return replace(super().setup(options, seats, chance), phase="refill")


def test_law_4_the_hash_of_a_phase_before_the_first_answer_counts_too():
    playing = opened(Slow(), 2, 1)
    assert len(playing.record().phases) == 1
    replay(Slow(), CODEC, playing.record())
    with pytest.raises(ReplayDiverged):
        replay(Slow(), CODEC, replace(playing.record(), phases=("0" * 64,)))


def test_law_4_a_decision_that_offers_other_choices_now_diverges():
    playing = in_toast(breakable.PlainStakes(), 2)
    playing.answer(0, Pass())
    playing.answer(0, Stake(1))
    with Play(breakable.PlainStakes(), CODEC, playing.match):
        pass
    with pytest.raises(ReplayDiverged, match="offers other choices now"):
        Play(breakable.OtherStakes(), CODEC, playing.match)


# 5

SCRIPTS: dict[int, list[Any]] = {
    0: [Word, False, Word, True, Stake(2)],
    1: [Pass()],
    2: [Word, True, Stake(1)],
}
ARRIVALS = [seat for seat, script in SCRIPTS.items() for _ in script]


def arrive(game: Game[Any], arrivals: list[int], scripts: dict[int, list[Any]]) -> tuple[Any, ...]:
    """Let the seats answer in this order; what was told from the reveal on, each audience's own part, and the match."""
    playing = in_toast(game, len(scripts), seed=9)
    racks = [rack_of(playing, seat) for seat in scripts]
    rest = {seat: list(script) for seat, script in scripts.items()}
    started = len(playing.told)
    for seat in arrivals:
        line = rest[seat].pop(0)
        if isinstance(line, bool):
            playing.rule(seat, line)
        else:
            length = len(rest[seat])
            playing.answer(seat, Word("".join(racks[seat][:length])) if line is Word else line)
    news = playing.told[started:]
    reveal = 1 + max(at for at, told in enumerate(news) if isinstance(told.event, Answered))
    own = [[event for event in heard(tuple(news), seat) if heard(tuple(news), seat)] for seat in scripts]
    ready = [sorted((e for e in events if isinstance(e, Answered)), key=lambda e: e.seat) for events in own]
    private = [[event for event in events if not isinstance(event, Answered)] for events in own]
    match = replace(playing.match, answers=())
    return news[reveal:], ready, private, match, looks(playing.play)


@given(st.permutations(ARRIVALS))
def test_law_5_any_order_of_arrival_gives_the_same_from_the_reveal_on(arrivals):
    assert arrive(Toy(), arrivals, SCRIPTS) == arrive(Toy(), ARRIVALS, SCRIPTS)


def test_law_5_broken_by_a_sealed_flow_that_touches_the_state():
    scripts: dict[int, list[Any]] = {0: [Pass()], 1: [Pass()]}
    game = breakable.InOrderOfArrival()
    assert arrive(game, [0, 1], scripts) != arrive(game, [1, 0], scripts)


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (breakable.TellsInFlow, "told all"),
        (breakable.WhispersAcross, "whisper to its owner alone"),
        (breakable.RollsInFlow, "drew chance"),
        (breakable.AsksAcross, "may ask its owner or the referee"),
        (breakable.SealsAgain, "may ask its owner or the referee"),
    ],
)
def test_law_5_a_sealed_flow_keeps_to_its_owner(broken, why):
    playing = in_toast(broken(), 2)
    match = playing.match
    with pytest.raises(RulesFault, match=why):
        playing.answer(1, Pass())
    assert playing.match == match


def test_law_5_answers_come_in_seat_order_whatever_order_the_rules_named():
    class Backwards(Toy):
        async def toast(self, table):
            self.order = list(await table.ask_all([2, 0, 1, 2], self.toast_of))

    game = Backwards()
    playing = in_toast(game, 3)
    for seat in (1, 2, 0):
        playing.answer(seat, Pass())
    assert game.order == [0, 1, 2]


# 6: what can't be seen makes no difference; see also the conformance suite


def test_law_6_what_others_write_and_the_referee_says_is_silent_until_the_reveal():
    playing = in_toast(Toy(), 3)
    rack = rack_of(playing, 0)
    before = [looks_of(playing, audience) for audience in (1, 2, SPECTATORS)]
    for step in (
        lambda: playing.answer(0, Word(rack[0])),
        lambda: playing.rule(0, legal=False),
        lambda: playing.answer(0, Word(rack[1])),
        lambda: playing.rule(0, legal=True),
    ):
        told = step().told
        assert [heard(told, audience) for audience in (1, 2, SPECTATORS)] == [[], [], []]
        assert len(heard(told, 0)) == 1, "the owner's version moves"
        assert [looks_of(playing, audience) for audience in (1, 2, SPECTATORS)] == before


def looks_of(playing: Playing, audience: int | None) -> list[object]:
    play = playing.play
    own = [item for item in play.pending() if item.decision.seat == audience]
    return [play.view(audience), own, play.waiting_for(), play.outcome()]


def ids_of(playing: Playing, seat: int) -> dict[str, str]:
    return {item.decision.kind: item.id for item in playing.play.pending() if item.decision.seat == seat}


def ids_hold(game: Game[Any], seed: int) -> set[str]:
    """Play a match; return the ids of all decisions that were answered, each of them once."""
    playing = opened(game, 3, seed)
    chance = chance_of(seed)
    answered: set[str] = set()
    while playing.play.outcome() is None:
        can_act = [item.id for item in playing.play.pending() if not item.with_referee]
        assert len(set(can_act)) == len(can_act)
        assert not answered & set(can_act), "an answered decision is open again under its id"
        action = playing.choose(chance)
        actor = next(item.decision.seat for item in playing.play.pending() if item.id == action.decision)
        before, phase = [ids_of(playing, seat) for seat in range(3)], playing.match.phase
        playing.act(action)
        answered.add(action.decision)
        for seat in range(3):
            after = ids_of(playing, seat)
            same = {kind for kind in before[seat].keys() & after if playing.match.phase == phase or kind[:5] == "drink"}
            if actor not in (seat, REFEREE):
                assert all(before[seat][kind] == after[kind] for kind in same), f"seat {actor} moved an id of {seat}"
    return answered


def test_law_6_ids_are_opaque_unique_and_stay_while_the_question_does():
    one, other = ids_hold(Toy(), 1), ids_hold(Toy(), 2)
    assert all(len(each) == 18 and each.startswith("d_") for each in one | other)
    assert not one & other, "the same question has the same id in another match"


def test_law_6_broken_by_ids_that_count_everybodys_answers(monkeypatch):
    def counting(self, text):
        return f"d_{len(self.match.answers):04}_{text}"

    monkeypatch.setattr(Play, "_id", counting)
    with pytest.raises(AssertionError, match="moved an id"):
        ids_hold(Toy(), 1)


def test_law_6_an_interrupt_keeps_its_id_over_the_phases_of_others():
    tried = 0
    for seed in range(40):
        playing = opened(Toy(), 2, seed)
        drinks = {item.decision.seat: item.id for item in offered(playing.play)}
        if 1 not in drinks:
            continue
        tried += 1
        playing.answer(0, Pass())
        playing.answer(1, Pass())
        playing.answer(0, Pass())
        assert playing.match.phase == 3
        assert {item.decision.seat: item.id for item in offered(playing.play)}[1] == drinks[1]
        drink = next(item for item in offered(playing.play) if item.decision.seat == 1)
        playing.act(Action(drink.id, drink.decision.choices.sample(chance_of(1))))
        with pytest.raises(DecisionClosed):
            playing.act(Action(drink.id, drink.decision.choices.sample(chance_of(1))))
        playing.play.close()
    assert tried


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


def first_turn(game: Game[Any]) -> Playing:
    playing = opened(game, 2, 1)
    playing.answer(0, Pass())
    playing.answer(1, Pass())
    return playing


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


# 11: that every call stands under `await` is the house's AST test; here, that the driver closes what it opened


@pytest.mark.parametrize("where", ["turn", "flow"])
def test_law_11_a_fault_leaves_no_coroutine_open(where):
    match = first_turn(Toy()).match if where == "turn" else opened(Toy(), 3, 1).match
    game = Faulty(where)
    with pytest.raises(RulesFault):
        apply(game, CODEC, match, Action(first_id(match), Pass()))
    assert len(game.coroutines) >= 1
    assert game.open_coroutines() == []
    if where == "flow":
        opening = Faulty(where)
        with pytest.raises(RulesFault):
            open_play(opening, CODEC, CellarOptions(), 4, seed_of(1))
        assert len(opening.coroutines) == 5
        assert opening.open_coroutines() == []


def first_id(match: Any) -> str:
    with Play(Toy(), CODEC, match) as play:
        return play.pending()[0].id


def test_law_11_a_fault_after_the_opening_leaves_no_coroutine_open():
    class Later(Faulty, Slow):
        pass

    game = Later("flow")
    with pytest.raises(RulesFault):
        open_play(game, CODEC, CellarOptions(), 3, seed_of(1))
    assert len(game.coroutines) == 5
    assert game.open_coroutines() == []


def test_law_11_a_replay_that_diverges_leaves_no_coroutine_open():
    playing = in_toast(breakable.PlainStakes(), 2)
    playing.answer(0, Pass())
    answer = replace(playing.match.answers[0], fingerprint="0" * 16)
    game = Watched()
    with pytest.raises(ReplayDiverged):
        Play(game, CODEC, replace(playing.match, answers=(answer,)))
    assert len(game.coroutines) == 3
    assert game.open_coroutines() == []


# 12


class NextEdition(Toy):
    rules_version = 2


def test_law_12_a_match_of_another_version_is_never_played():
    playing = played(Toy(), 2, 1, until=lambda playing: len(playing.actions) == 5)
    for go in (
        lambda: Play(NextEdition(), CODEC, playing.match),
        lambda: apply(NextEdition(), CODEC, playing.match, Action("d_0", Pass())),
        lambda: replay(NextEdition(), CODEC, playing.record()),
    ):
        with pytest.raises(WrongRulesVersion, match="version 1; here is version 2"):
            go()


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_title_says_how_many_may_play(seats):
    with pytest.raises(WrongSeats, match=f"{seats} seats are not allowed; allowed are 2 to 4"):
        new_match(Toy(), CODEC, CellarOptions(), seats, seed_of(1))


def test_an_event_is_heard_by_its_audience_alone():
    playing = played(Toy(), 3, 2)
    drew = [told for told in playing.told if told.event.kind == "drew"]
    assert drew
    for told in drew:
        for audience in audiences(3):
            event: Event | None = told.heard_by(audience)
            assert event is not None
            assert event.kind == ("drew" if audience == told.seat else "drew_unseen")
