"""What every title must keep, as checks on a match under way. Each raises AssertionError and says what was broken."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from service.codec import CODEC, match_codec
from service.games.kernel.chance import Chance
from service.games.kernel.decisions import LISTED_AT_MOST, REFEREE, Choice
from service.games.kernel.engine import Play, replay
from service.games.kernel.errors import DecisionClosed, IllegalChoice, RulingPending
from service.games.kernel.events import Answered, Told
from service.games.kernel.game import Game, Options
from service.games.kernel.match import Action, Match, Step
from service.wire import to_wire
from tests.games.kernel.driving import Playing, asked, audiences, heard, offered, opened
from tests.games.onlookers import HOUSE, House, bearer_of, onlooker
from tests.games.titles import Title
from tests.games.twins import hidden_makes_no_difference_now, question_of, still_sealed, twins_stay_alike

KINDS_OF_THE_KERNEL = {"asked", "answered", "referred", "asked_again", "settled"}

# One point of a match


def assert_plain(value: object, path: str = "state", seen: dict[int, str] | None = None) -> None:
    """A state holds ids, ints, strings, lists and dicts, and no list or dict twice."""
    seen = {} if seen is None else seen
    if value is None or type(value) in (int, str, bool):
        return
    assert id(value) not in seen, f"{path} and {seen[id(value)]} are one object"
    seen[id(value)] = path
    if isinstance(value, list):
        parts = [(f"{path}[{at}]", part) for at, part in enumerate(value)]
    elif isinstance(value, dict):
        assert all(type(key) in (int, str) for key in value), f"{path} has a key that is no id"
        parts = [(f"{path}[{key!r}]", part) for key, part in value.items()]
    else:
        assert is_dataclass(value), f"{path} is a {type(value).__name__}"
        assert not hasattr(value, "__dict__"), f"{path} has no slots"
        parts = [(f"{path}.{part.name}", getattr(value, part.name)) for part in fields(value)]
    for name, part in parts:
        assert_plain(part, name, seen)


def decisions_are_sound(game: Game[Any], play: Play[Any], chance: Chance) -> None:
    """Somebody is asked, in shapes of the title's vocabulary; what is listed, contained and sampled is one thing."""
    seats, pending = play.match.seats, play.pending()
    if play.outcome() is not None:
        assert pending == (), "a match that is over asks"
        assert play.waiting_for() == ()
        return
    assert asked(play), "the match waits for nobody"
    owners = {getattr(item.decision, "about", item.decision.seat) for item in asked(play)}
    assert tuple(sorted(owners)) == play.waiting_for()
    assert owners <= {*range(seats)}, f"{owners} are no seats"
    assert len({item.id for item in pending}) == len(pending), "two decisions have one id"
    shapes = {*game.vocabulary.decisions}
    for item in pending:
        decision, form = item.decision, item.decision.choices
        assert decision.seat in (REFEREE, *range(seats))
        assert decision.seat == REFEREE or type(decision) in shapes, f"{decision.kind} is not in the vocabulary"
        assert type(form) is decision.form
        if item.with_referee:
            continue
        listed = form.listed()
        sampled = [form.sample(chance) for _ in range(3)]
        for choice in (*(listed or ()), *sampled):
            assert type(choice) in decision.offers, f"{decision.kind} offers {choice}"
            assert form.contains(choice), f"{decision.kind} lists or samples {choice}, but does not contain it"
            assert decision.refusal(choice) is None
        if listed is not None:
            assert 0 < len(listed) <= LISTED_AT_MOST
            assert len(set(listed)) == len(listed), "a choice is listed twice"
            assert form.listed() == listed, "the order of a list changes"
            assert all(choice in listed for choice in sampled)


def cold_equals_live(title: Title, playing: Playing) -> None:
    """Put down to bytes and taken up by a fresh object, the match is the same to everybody, and plays on the same."""
    game, match = title.make(), playing.match
    codec = match_codec(playing.game)
    data = codec.encode_place(match)
    again = codec.decode_place(
        data, rules_version=match.rules_version, options=match.options, seats=match.seats, seed=match.seed
    )
    assert again == match
    assert codec.encode_place(again) == data
    live = onlooker(match, ())
    with Play(game, CODEC, again) as play:
        for bearer in live.bearers:
            assert live.body(play, bearer) == live.body(playing.play, bearer), f"cold differs from live for {bearer}"
        assert play.pending() == playing.play.pending(), "what is asked from cold differs from live"
        cold_state, live_state = (CODEC.encode(each._table.state) for each in (play, playing.play))
        assert cold_state == live_state, "the state from cold differs from live"


def looking_changes_nothing(playing: Playing) -> None:
    """Views, decisions and interrupts are read, never written."""
    before = CODEC.encode(playing.play._table.state)
    for audience in audiences(playing.match.seats):
        playing.play.view(audience)
    playing.play.pending()
    assert CODEC.encode(playing.play._table.state) == before, "looking at the match changed it"


def refused_changes_nothing(playing: Playing, choices: list[Choice], stale: list[str]) -> int:
    """Illegal choices and closed decisions are refused by name, and leave everything as it was. Count them."""
    refused = 0
    before, match = CODEC.encode(playing.play._table.state), playing.match
    pending = playing.play.pending()
    for item in pending:
        for choice in choices:
            if item.with_referee or item.decision.choices.contains(choice):
                continue
            try:
                playing.play.act(Action(item.id, choice))
            except IllegalChoice:
                refused += 1
            else:
                raise AssertionError(f"{choice} was taken for {item.decision.kind}")
    for decision in stale:
        try:
            playing.play.act(Action(decision, choices[0]))
        except (DecisionClosed, RulingPending):
            refused += 1
        else:
            raise AssertionError(f"closed decision {decision} took an answer")
    assert playing.play.pending() == pending
    assert playing.match == match
    assert CODEC.encode(playing.play._table.state) == before, "a refused action changed the state"
    return refused


def interrupts_are_sound(title: Title, playing: Playing, chance: Chance) -> int:
    """Fire every open interrupt, each in a match of its own, and answer one more question there. Count them."""
    fired = 0
    for item in offered(playing.play):
        with Play(title.make(), CODEC, playing.match) as play:
            step = play.act(Action(item.id, item.decision.choices.sample(chance)))
            title.sound(play._table.state)
            decisions_are_sound(playing.game, play, chance)
            news_is_told(playing, play, step)
            assert play.pending(), "an interrupt ended the phase"
            after = chance.pick(asked(play))
            play.act(Action(after.id, after.decision.choices.sample(chance)))
            title.sound(play._table.state)
        fired += 1
    return fired


def news_is_told(before: Playing, after: Play[Any], step: Step) -> None:
    """Who hears nothing of a step sees nothing of it either."""
    still = onlooker(before.match, ())
    for audience in audiences(before.match.seats):
        if not heard(step.told, audience):
            bearer = bearer_of(audience)
            same = still.body(before.play, bearer) == still.body(after, bearer)
            assert same, f"audience {audience} heard nothing, and sees something new"


def events_are_of_the_vocabulary(game: Game[Any], told: Iterable[Told]) -> None:
    kinds = {shape.kind for shape in game.vocabulary.events} | KINDS_OF_THE_KERNEL
    for one in told:
        for event in (one.event, one.rest):
            assert event is None or event.kind in kinds, f"{event} is not in the vocabulary"


# A sealed stage, in another order of arrival


def arrival_makes_no_difference(title: Title, match: Match, chance: Chance) -> int:
    """Play a sealed stage from its start twice, the same choices in two orders of arrival. Count its answers."""
    with Play(title.make(), CODEC, match) as play:
        run = play._run
        if run is None or len(run.questions) < 2 or not all(question.sealed for question in run.questions):
            return 0
        done: dict[int, list[Action]] = defaultdict(list)
        order: list[int] = []
        step: Step | None = None
        while len(play.match.answers) == len(match.answers) + len(order) and any(
            still_sealed(play, owner) for owner in play.waiting_for()
        ):
            owner = chance.pick(play.waiting_for())
            item = question_of(play, owner)
            action = Action(item.id, item.decision.choices.sample(chance))
            done[owner].append(action)
            order.append(owner)
            step = play.act(action)
        assert step is not None
        first = after_the_reveal(step), replace(play.match, answers=()), seen_by_all(play)
    chance.shuffle(order)
    with Play(title.make(), CODEC, match) as play:
        for owner in order:
            action = done[owner].pop(0)
            assert question_of(play, owner).id == action.decision, f"decision ids of seat {owner} tell who came first"
            step = play.act(action)
        second = after_the_reveal(step), replace(play.match, answers=()), seen_by_all(play)
    assert first == second, "the order of arrival shows after the reveal"
    return len(order)


def after_the_reveal(step: Step) -> tuple[Told, ...]:
    """What the last answer of a sealed stage set off, without the notice that its own seat is ready."""
    return tuple(told for told in step.told[1:]) if isinstance(step.told[0].event, Answered) else step.told


def seen_by_all(play: Play[Any]) -> list[bytes]:
    look = onlooker(play.match, ())
    return [look.body(play, bearer) for bearer in look.bearers]


# A whole match


@dataclass
class Tally:
    """How often each check of a whole match had something to check."""

    actions: int = 0
    refused: int = 0
    interrupts: int = 0
    twin_steps: int = 0
    arrivals: int = 0
    phases: int = 0

    def add(self, other: "Tally") -> None:
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))


def walk(
    title: Title, seats: int, seed: int, chance: Chance, options: Options | None = None, house: House = HOUSE
) -> Tally:
    """Play a random match to its end, with every check at every step."""
    game = title.make()
    playing = opened(game, seats, seed, options)
    tally = Tally()
    look = onlooker(playing.match, playing.told, house)
    choices: list[Choice] = []
    stale: list[str] = []
    events_are_of_the_vocabulary(game, playing.told)
    while True:
        play = playing.play
        state = play._table.state
        title.sound(state)
        assert_plain(state)
        decisions_are_sound(game, play, chance)
        looking_changes_nothing(playing)
        cold_equals_live(title, playing)
        look.look(play)
        if play.outcome() is not None:
            break
        remember(choices, play, chance)
        tally.refused += refused_changes_nothing(playing, choices, stale[-3:])
        tally.interrupts += interrupts_are_sound(title, playing, chance)
        hidden_makes_no_difference_now(title, playing, choices, stale[-3:], chance)
        tally.arrivals += arrival_makes_no_difference(title, playing.match, chance)
        if not playing.match.answers:
            tally.phases += 1
            for audience in audiences(seats):
                tally.twin_steps += twins_stay_alike(title, playing.match, audience, chance, choices, stale[-3:], house)
        action = playing.choose(chance)
        with Play(title.make(), CODEC, playing.match) as cold:
            step = cold.act(action)
            news_is_told(playing, cold, step)
        shown = [[play.view(audience) for audience in audiences(seats)], play.pending()]
        then = to_wire(shown)
        assert playing.act(action) == step, "a step from cold differs from the live one"
        assert to_wire(shown) == then, "an action changed what had been shown before it"
        look.hear(step.told)
        events_are_of_the_vocabulary(game, step.told)
        stale.append(action.decision)
        tally.actions += 1
    outcome = playing.play.outcome()
    assert outcome is not None
    assert outcome.ending in game.vocabulary.endings
    assert list(outcome.winners) == sorted({*outcome.winners} & {*range(seats)})
    match, told = replay(title.make(), CODEC, playing.record())
    assert match == playing.match
    assert list(told) == playing.told, "a replay tells other events"
    assert len(heard(told, None)) == look.heard.numbers[-1], "versions are not gapless"
    playing.play.close()
    return tally


def remember(choices: list[Choice], play: Play[Any], chance: Chance) -> None:
    """Keep some choices of every kind of question met so far, to try them where they are not legal."""
    for item in play.pending():
        for choice in (item.decision.choices.listed() or ())[:3] or (item.decision.choices.sample(chance),):
            if choice not in choices:
                choices.append(choice)
    del choices[:-20]
