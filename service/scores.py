"""High scores: the best wins of a title, from matches that this service played to their end."""

from dataclasses import dataclass

from service.games.kernel.game import Options
from service.games.kernel.outcome import Outcome
from service.setup import Setup
from service.shown import rfc3339
from service.steps import Steps
from service.store import Scored, Win


@dataclass(frozen=True, slots=True)
class BestWin:
    """A win on a board."""

    name: str
    points: int
    match: str
    at: str


@dataclass(frozen=True, slots=True)
class Board:
    """A board and its wins, the best first."""

    board: str
    wins: tuple[BestWin, ...]


class Scores:
    """The use case."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def best(self, game: str) -> tuple[Board, ...]:
        """Return every board of a title; raises GameUnknown."""
        boards = self._steps.game(game).vocabulary.boards
        found = self._steps.store.scores.best(game, boards)
        return tuple(Board(board, tuple(map(_shown, wins))) for board, wins in zip(boards, found, strict=True))


def scored(match: str, setup: Setup, options: Options, outcome: Outcome, now: int) -> Scored | None:
    """Return what a match that ends so brings onto a board.

    Nothing where it has no points, where a bot has won, or where hints were to be had.
    """
    if outcome.points is None or outcome.board is None or getattr(options, "hints", False):
        return None
    winner = setup.seats[outcome.winners[0]]
    if winner.kind != "player" or winner.name is None:
        return None
    return Scored(setup.game, outcome.board, Win(match, winner.name, outcome.points, now))


def _shown(win: Win) -> BestWin:
    return BestWin(win.name, win.points, win.match, rfc3339(win.at))
