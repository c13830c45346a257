"""What an audience can't see makes no difference to it: two matches that differ in nothing else look the same."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from service.codec import CODEC
from service.games.kernel.chance import Chance
from service.games.kernel.decisions import Choice
from service.games.kernel.engine import Play
from service.games.kernel.events import Event, Told
from service.games.kernel.match import Action, Match, Pending
from service.wire import to_wire
from tests.conftest import LONG
from tests.games.kernel.driving import Playing, asked, audiences, heard
from tests.games.onlookers import HOUSE, House, Onlooker, bearer_of, onlooker, own, refusals
from tests.games.titles import Title

TRIES = 12


def reshuffled(title: Title, match: Match, audience: int | None, chance: Chance) -> Match:
    """The same match at the start of a phase, with all that the audience can't see dealt anew."""
    assert not match.answers
    state = CODEC.decode(match.state, title.make().state)
    title.reshuffle_hidden(state, audience, chance)
    title.sound(state)
    return replace(match, state=CODEC.encode(state))


def reshuffled_in_place(title: Title, play: Play[Any], audience: int | None, chance: Chance) -> None:
    """Deal anew in the middle of a phase, and build the open decisions anew, as after an interrupt."""
    title.reshuffle_hidden(play._table.state, audience, chance)
    title.sound(play._table.state)
    assert play._run is not None
    for question in play._run.questions:
        question.decision = question.build(play._table.state, question.seat)


def sights(
    play: Play[Any], look: Onlooker, audience: int | None, choices: list[Choice], stale: list[str]
) -> dict[str, bytes | str]:
    """All that an audience can find out by looking and by trying, under the name of the place where it shows."""
    bearer = bearer_of(audience)
    ids = [item.id for item in own(play, audience)]
    return {
        "view": to_wire(play.view(audience)),
        "decision ids": to_wire(ids),
        "etag": look.etag(bearer),
        "body": look.body(play, bearer),
        "refusals": refusals(play, audience, choices, stale),
    }


def alike(one: dict[str, bytes | str], other: dict[str, bytes | str], audience: int | None) -> None:
    for place in one:
        assert one[place] == other[place], f"{place} of audience {audience} tells what it can't see"


def hidden_makes_no_difference_now(
    title: Title, playing: Playing, choices: list[Choice], stale: list[str], chance: Chance
) -> None:
    """Reshuffle what each audience can't see, where the match stands now; it sees the same.

    Every second audience, by turns from action to action; under make long each.
    """
    every = 1 if LONG else 2
    for audience in audiences(playing.match.seats)[len(playing.actions) % every :: every]:
        look = onlooker(playing.match, ())
        with Play(title.make(), CODEC, playing.match) as play:
            before = sights(play, look, audience, choices, stale)
            reshuffled_in_place(title, play, audience, chance)
            alike(before, sights(play, look, audience, choices, stale), audience)


class Twins:
    """Two matches that differ in what one audience can't see, played on side by side until that is laid open."""

    def __init__(
        self, title: Title, match: Match, audience: int | None, house: House, chance: Chance, *, early: bool
    ) -> None:
        """Reshuffle at the start of a phase, before (`early`) or after it has played up to its first question."""
        self.title = title
        self.audience = audience
        self.chance = chance
        other = reshuffled(title, match, audience, chance) if early else match
        begun: list[list[Told]] = [[], []]
        self.plays = [Play(title.make(), CODEC, each, told) for each, told in zip((match, other), begun, strict=True)]
        self.looks = [onlooker(match, (), house) for _ in self.plays]
        self.open = True
        self.steps = 0
        self.hear([tuple(told) for told in begun])
        if not early:
            reshuffled_in_place(title, self.plays[1], audience, chance)
            self.open = True

    def close(self) -> None:
        for play in self.plays:
            play.close()

    def compare(self, choices: list[Choice], stale: list[str]) -> None:
        one, other = (
            sights(play, look, self.audience, choices, stale) for play, look in zip(self.plays, self.looks, strict=True)
        )
        alike(one, other, self.audience)

    def step(self) -> None:
        """Let one owner answer: the audience the same in both, others whatever they like where that is sealed."""
        first, second = self.plays
        owner = self.chance.pick(first.waiting_for())
        assert owner in second.waiting_for(), f"whom the match waits for tells audience {self.audience} what is hidden"
        item, other = (question_of(play, owner) for play in self.plays)
        choice = item.decision.choices.sample(self.chance)
        if owner == self.audience:
            assert item.id == other.id, f"decision ids of audience {self.audience} tell what it can't see"
            told = [play.act(Action(item.id, choice)).told for play in self.plays]
        elif is_sealed(first, item):
            told = [run_flow(play, owner, self.chance) for play in self.plays]
            ended = [owner not in play.waiting_for() for play in self.plays]
            if ended != [True, True]:
                self.open = False
                return
        elif other.decision.choices.contains(choice):
            told = [first.act(Action(item.id, choice)).told, second.act(Action(other.id, choice)).told]
        else:
            self.open = False
            return
        self.steps += 1
        self.hear(told)

    def hear(self, told: list[tuple[Told, ...]]) -> None:
        news = [list(self.until_revealed(each)) for each in told]
        assert to_wire(news[0]) == to_wire(news[1]), f"events of audience {self.audience} tell what it can't see"
        self.open = all(len(mine) == len(heard(each, self.audience)) for mine, each in zip(news, told, strict=True))
        for look, each in zip(self.looks, told, strict=True):
            look.hear(each)

    def until_revealed(self, told: Iterable[Told]) -> Iterator[Event]:
        for event in heard(tuple(told), self.audience):
            if self.title.reveals(event, self.audience):
                return
            yield event


def question_of(play: Play[Any], owner: int) -> Pending:
    """What the match waits for from this seat: its own question, or the referee's about it."""
    return next(item for item in asked(play) if getattr(item.decision, "about", item.decision.seat) == owner)


def is_sealed(play: Play[Any], item: Pending) -> bool:
    assert play._run is not None
    return any(question.sealed and question.decision is item.decision for question in play._run.questions)


def run_flow(play: Play[Any], owner: int, chance: Chance) -> tuple[Told, ...]:
    """Answer for one seat and its referee until its sealed flow is over, or gives no end within some tries."""
    told: tuple[Told, ...] = ()
    phase = play.match.phase
    for _ in range(TRIES):
        item = question_of(play, owner)
        told += play.act(Action(item.id, item.decision.choices.sample(chance))).told
        if owner not in play.waiting_for() or play.match.phase != phase or not still_sealed(play, owner):
            break
    return told


def still_sealed(play: Play[Any], owner: int) -> bool:
    return any(question.sealed and question.owner == owner for question in play._run.questions) if play._run else False


def twins_stay_alike(
    title: Title,
    match: Match,
    audience: int | None,
    chance: Chance,
    choices: list[Choice],
    stale: list[str],
    house: House = HOUSE,
) -> int:
    """Play twins on from the start of a phase; count the steps after which the audience still saw the same.

    An audience meets both sorts of twins, by turns: one in every second phase; under make long both in each.
    """
    steps = 0
    turn = (match.phase + (audience or 0)) % 4
    for early in (True, False) if LONG else {0: (True,), 2: (False,)}.get(turn, ()):
        twins = Twins(title, match, audience, house, chance, early=early)
        try:
            while twins.open:
                twins.compare(choices, stale)
                if twins.plays[0].outcome() is not None or twins.steps == 30:
                    break
                twins.step()
        finally:
            twins.close()
        steps += twins.steps
    return steps
