"""A match as its bearers see it from outside, over HTTP: bytes, etags and refusals."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from service import shown
from service.games.kernel.decisions import Choice
from service.games.kernel.engine import Play
from service.games.kernel.errors import DecisionClosed, RulingPending
from service.games.kernel.events import Told
from service.games.kernel.match import Action, Match, Pending
from service.setup import Seat, Setup
from service.shown import Bearer, Host, Player, Spectator
from service.store import Heard
from service.wire import to_wire


@dataclass(frozen=True)
class House:
    """The parts of the house that decide what an audience gets to see."""

    show: Callable[..., dict[str, object]] = shown.show
    hear: Callable[..., tuple[Heard, Any]] = shown.hear
    etag_of: Callable[[Bearer, Heard], str] = shown.etag_of


HOUSE = House()


def bearer_of(audience: int | None) -> Bearer:
    return Spectator() if audience is None else Player(audience)


@dataclass
class Onlooker:
    """Sees a match from outside as each bearer would over HTTP: bytes and etags."""

    house: House
    match: Match
    heard: Heard
    clock: int = 0
    known: dict[str, bytes] = field(default_factory=dict)

    @property
    def bearers(self) -> tuple[Bearer, ...]:
        return (*map(Player, range(self.match.seats)), Spectator(), Host())

    def hear(self, told: Iterable[Told]) -> None:
        self.clock += 1000
        self.heard, _ = self.house.hear(self.heard, list(told), self.clock)

    def etag(self, bearer: Bearer) -> str:
        return self.house.etag_of(bearer, self.heard)

    def body(self, play: Play[Any], bearer: Bearer) -> bytes:
        """The match as this bearer gets it, byte for byte."""
        outcome = play.outcome()
        setup = Setup(
            game=self.match.game,
            rules_version=self.match.rules_version,
            options=b"",
            seats=tuple(Seat("player", f"Seat {seat}") for seat in range(self.match.seats)),
            listed=False,
            spectators=True,
            status="running" if outcome is None else "over",
            seed=self.match.seed,
            created_at=0,
            host_nonce="",
            request="",
            outcome=outcome,
        )
        return to_wire(self.house.show("m_0", setup, self.heard, self.match.options, bearer, play))

    def look(self, play: Play[Any]) -> None:
        """Every bearer looks; an etag that was given before stands for the same bytes, whoever got it."""
        for bearer in self.bearers:
            etag, body = self.etag(bearer), self.body(play, bearer)
            assert self.known.setdefault(etag, body) == body, f"etag {etag}: a 304 would hide other content ({bearer})"


def onlooker(match: Match, told: Iterable[Told], house: House = HOUSE) -> Onlooker:
    zeros = (0,) * (match.seats + 1)
    one = Onlooker(house, match, Heard(0, zeros, zeros))
    one.hear(told)
    return one


def own(play: Play[Any], audience: int | None) -> list[Pending]:
    return [item for item in play.pending() if item.decision.seat == audience]


def refusals(play: Play[Any], audience: int | None, choices: Iterable[Choice], stale: Iterable[str]) -> bytes:
    """What an audience is told when it tries these choices on its decisions, and closed decisions."""
    answers: list[object] = []
    for item in own(play, audience):
        for choice in choices:
            refusal = item.decision.refusal(choice)
            if refusal is not None and not item.with_referee:
                answers.append([item.id, refusal, item.decision.choices])
    for decision in stale:
        try:
            play.act(Action(decision, next(iter(choices))))
        except (DecisionClosed, RulingPending) as error:
            answers.append(str(error))
    return to_wire(answers)
