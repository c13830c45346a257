"""The kernel's laws 5 and 6: what is sealed stays so, and what can't be seen makes no difference."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.codec import CODEC
from service.games.kernel.decisions import REFEREE
from service.games.kernel.engine import Play
from service.games.kernel.errors import (
    DecisionClosed,
    RulesFault,
)
from service.games.kernel.events import Answered
from service.games.kernel.game import Game
from service.games.kernel.match import Action
from tests.games.kernel import breakable
from tests.games.kernel.driving import (
    SPECTATORS,
    Playing,
    chance_of,
    heard,
    offered,
    opened,
)
from tests.games.kernel.law_scenes import in_toast, looks, rack_of
from tests.games.kernel.toy import Toy
from tests.games.kernel.toy_words import Pass, Stake, Word

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


class ToastsAgain(Toy):
    """Two sealed stages in one phase, the second for fewer seats."""

    async def toast(self, table):
        first = await table.ask_all((0, 1, 2), self.toast_of)
        second = await table.ask_all((0, 2), self.toast_of)
        self.heard = [first, second]


def test_law_5_a_second_sealed_stage_of_a_phase_waits_for_all_of_its_own_seats():
    game = ToastsAgain()
    playing = in_toast(game, 3)
    for seat in (0, 1, 2):
        playing.answer(seat, Pass())
    assert playing.match.phase == 1
    assert playing.play.waiting_for() == (0, 2)
    word = Word(rack_of(playing, 2)[0])
    playing.answer(2, word)
    playing.rule(2, legal=True)
    playing.answer(2, Stake(1))
    assert playing.play.waiting_for() == (0,)
    assert [answer.ordinal for answer in playing.match.answers if answer.seat == 2] == [0, 1, 2]
    with Play(ToastsAgain(), CODEC, playing.match) as cold:
        assert looks(cold) == looks(playing.play)
    playing.answer(0, Pass())
    nothing = ("", 0)
    assert game.heard == [{0: nothing, 1: nothing, 2: nothing}, {0: nothing, 2: (word.letters, 1)}]
