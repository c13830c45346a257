"""Plays a match of any title step by step with random choices, as a client would: through decisions and actions."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from service.codec import CODEC
from service.games.kernel.chance import Chance, SeededChance
from service.games.kernel.decisions import REFEREE, Choice, CountWords, Decision, RuleOnWord, Ruling, WordCount
from service.games.kernel.engine import Play, open_play
from service.games.kernel.events import Event, Told
from service.games.kernel.game import Game, Options
from service.games.kernel.match import Action, Answer, Match, Pending, PhaseEnd, Record, Step
from service.games.kernel.simulation import Bot, Simulated, no_referee

SPECTATORS = None
STEPS_AT_MOST = 5000


def seed_of(number: int) -> str:
    return number.to_bytes(32, "big").hex()


def chance_of(*numbers: int) -> Chance:
    return SeededChance(b"".join(number.to_bytes(8, "big") for number in (77, *numbers)))


def audiences(seats: int) -> tuple[int | None, ...]:
    return (*range(seats), SPECTATORS)


def asked(play: Play[Any]) -> list[Pending]:
    """Every open decision that can be answered now and keeps the match waiting."""
    return [item for item in play.pending() if not item.with_referee and not item.decision.optional]


def offered(play: Play[Any]) -> list[Pending]:
    """Every open interrupt."""
    return [item for item in play.pending() if not item.with_referee and item.decision.optional]


def heard(told: tuple[Told, ...], audience: int | None) -> list[Event]:
    return [event for event in (one.heard_by(audience) for one in told) if event is not None]


@dataclass
class Playing:
    """A match under way, with everything that was told, logged and done on the way."""

    game: Game[Any]
    play: Play[Any]
    options: Options
    told: list[Told] = field(default_factory=list)
    lines: list[Answer | PhaseEnd] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)

    @property
    def match(self) -> Match:
        return self.play.match

    def act(self, action: Action) -> Step:
        step = self.play.act(action)
        self.told += step.told
        self.lines += step.logged
        self.actions.append(action)
        return step

    def choose(self, chance: Chance, interrupts: int = 4) -> Action:
        """Return a random action; one in `interrupts` is an interrupt where one is open (0: none)."""
        optional = offered(self.play)
        if optional and interrupts and chance.below(interrupts) == 0:
            item = chance.pick(optional)
        else:
            item = chance.pick(asked(self.play))
        return Action(item.id, item.decision.choices.sample(chance))

    def answer(self, seat: int, choice: Choice) -> Step:
        """Answer whatever open decision of `seat` (or the referee, for a ruling) is of the choice's kind."""
        fitting = [
            item
            for item in self.play.pending()
            if item.decision.seat == seat and not item.with_referee and type(choice) in item.decision.offers
        ]
        assert len(fitting) == 1, f"{choice} fits {fitting}"
        return self.act(Action(fitting[0].id, choice))

    def rule(self, about: int, legal: bool) -> Step:
        """Let the referee rule on the word of seat `about`."""
        return self.referee(about, Ruling(legal))

    def referee(self, about: int, choice: Choice) -> Step:
        """Let the referee answer what it is asked about seat `about`."""
        item = next(item for item in self.play.pending() if getattr(item.decision, "about", None) == about)
        return self.act(Action(item.id, choice))

    def kinds(self, seat: int) -> list[str]:
        return [item.decision.kind for item in self.play.pending() if item.decision.seat == seat]

    def record(self) -> Record:
        match = self.match
        answers = tuple(line for line in self.lines if isinstance(line, Answer))
        phases = tuple(line.state_hash for line in self.lines if isinstance(line, PhaseEnd))
        return Record(match.game, match.rules_version, match.options, match.seats, match.seed, answers, phases)


def opened(game: Game[Any], seats: int, seed: int, options: Options | None = None) -> Playing:
    options = game.vocabulary.options() if options is None else options
    play, step = open_play(game, CODEC, options, seats, seed_of(seed))
    return Playing(game, play, options, list(step.told), list(step.logged))


def resumed(game: Game[Any], state: object, seats: int, seed: int = 1) -> Playing:
    """Start a phase from a state made by hand."""
    options = game.vocabulary.options()
    match = Match(game.key, game.rules_version, options, seats, seed_of(seed), 1, 0, CODEC.encode(state))
    told: list[Told] = []
    play = Play(game, CODEC, match, told)
    step = play.settle(told)
    return Playing(game, play, options, list(step.told), list(step.logged))


def played(
    game: Game[Any],
    seats: int,
    seed: int,
    *,
    options: Options | None = None,
    interrupts: int = 4,
    until: Callable[[Playing], bool] = lambda _: False,
) -> Playing:
    """Play to the end, or until `until` says so before a step. Raises AssertionError where play does not end."""
    playing = opened(game, seats, seed, options)
    chance = chance_of(seed)
    while playing.play.outcome() is None and not until(playing):
        assert len(playing.actions) < STEPS_AT_MOST, f"no end after {STEPS_AT_MOST} actions"
        playing.act(playing.choose(chance, interrupts))
    return playing


def whim(decision: Decision[Any]) -> Choice:
    """Stand in for the referee: two words of three are legal, one claim of three is true; no dictionary is opened."""
    if isinstance(decision, CountWords):
        return WordCount(sum(map(ord, "".join(decision.tiles))) % 3)
    assert isinstance(decision, RuleOnWord)
    return Ruling(sum(map(ord, decision.word)) % 3 > 0)


def served(
    game: Game[Any],
    seats: int,
    seed: int,
    options: Options,
    bot: Bot,
    rule: Callable[[Decision[Any]], Choice] = no_referee,
) -> Simulated:
    """Return what a match comes to that is served as `serving` does."""
    playing = serving(game, seats, seed, options, bot, rule)
    outcome = playing.play.outcome()
    assert outcome is not None
    ended = CODEC.decode(playing.match.state, game.state)
    return Simulated(outcome, game.length(ended), len(playing.actions), playing.match.phase - 1)


def serving(
    game: Game[Any],
    seats: int,
    seed: int,
    options: Options,
    bot: Bot,
    rule: Callable[[Decision[Any]], Choice] = no_referee,
) -> Playing:
    """Serve a match step by step, lowest asking seat first, with the chances that a simulation gives its bots."""
    playing = opened(game, seats, seed, options)
    play = playing.play
    chances = [SeededChance(bytes.fromhex(seed_of(seed)) + bytes((seat,))) for seat in range(seats)]
    while play.outcome() is None:
        owner = play.waiting_for()[0]
        item = {getattr(item.decision, "about", item.decision.seat): item for item in asked(play)}[owner]
        if item.decision.seat == REFEREE:
            choice = rule(item.decision)
        else:
            choice = bot.choose(partial(play.view, owner), item.decision, chances[owner])
        playing.act(Action(item.id, choice))
    return playing
