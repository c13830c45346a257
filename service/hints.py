"""Hints for a player who is asked for a word: the workers work them out, from what that seat sees alone."""

from typing import Any

import orjson

from service.asking import HintsAsked, decode_asked, encode_asked
from service.bots.hints import HINTING
from service.codec import CODEC
from service.errors import (
    HintsNotAllowed,
    MatchNotRunning,
    NothingToHint,
    QuestionUnknown,
    SeatOnly,
    TokenMissing,
)
from service.games.kernel.game import Game
from service.questions import Questions, Replied, replied
from service.shown import Player
from service.steps import Loaded, Steps
from service.store import StoredQuestion
from service.wire import to_wire


class Hints:
    """The use cases: ask for hints, and look whether they are there."""

    def __init__(self, steps: Steps, questions: Questions) -> None:
        self._steps = steps
        self._questions = questions

    def ask(self, match: str, token: str | None, asker: str = "") -> Replied:
        """Ask for hints about the word that is asked of the bearer, and wait about a second for them.

        Raises SeatOnly, MatchNotRunning, HintsNotAllowed, NothingToHint, WordsQueueFull, FaultKept, WrongRulesVersion
        and what tells a token.
        """
        loaded, seat = self._seated(match, token)
        if loaded.setup.status != "running":
            raise MatchNotRunning(loaded.setup.status)
        asked = self._asked(loaded, seat)
        question, found = self._questions.ask(encode_asked(asked), asker)
        return _shown(question, asked, found)

    def look(self, match: str, token: str | None, question: str, wait: float = 0) -> Replied:
        """Return how hints that the bearer asked for stand, after up to `wait` seconds.

        Raises QuestionUnknown, SeatOnly and what tells a token.
        """
        _, seat = self._seated(match, token)
        found = self._questions.waited(question, wait)
        asked = decode_asked(found.asked)
        if not isinstance(asked, HintsAsked) or (asked.match, asked.seat) != (match, seat):
            raise QuestionUnknown(question)
        return _shown(question, asked, found)

    def _seated(self, match: str, token: str | None) -> tuple[Loaded, int]:
        if token is None:
            raise TokenMissing("a seat's token")
        loaded = self._steps.load(match)
        bearer = self._steps.bearer(loaded, token)
        if not isinstance(bearer, Player):
            raise SeatOnly
        return loaded, bearer.seat

    def _asked(self, loaded: Loaded, seat: int) -> HintsAsked:
        setup = loaded.setup
        hinting = HINTING.get(setup.game)
        if hinting is None or not getattr(self._steps.options(setup), "hints", False):
            raise HintsNotAllowed(there_are=hinting is not None)
        with self._steps.play(loaded) as play:
            for one in play.pending():
                if one.decision.seat == seat and isinstance(one.decision, hinting.decision) and not one.with_referee:
                    view, choices = CODEC.encode(play.view(seat)), CODEC.encode(one.decision.choices)
                    return HintsAsked(loaded.id, seat, one.id, setup.game, setup.rules_version, view, choices)
        raise NothingToHint


def hinted(game: Game[Any], asked: HintsAsked) -> bytes:
    """Return the hints in wire form; raises StoredUnreadable."""
    hinting = HINTING[game.key]
    view = CODEC.decode(asked.view, game.vocabulary.view)
    choices: Any = CODEC.decode(asked.choices, hinting.decision.form)
    return to_wire(hinting.give(view, asked.seat, choices))


def _shown(question: str, asked: HintsAsked, found: StoredQuestion) -> Replied:
    about: dict[str, object] = {"match": asked.match, "decision": asked.decision}
    if found.answer is not None:
        about["hints"] = orjson.Fragment(found.answer)
    return replied(question, found, about)
