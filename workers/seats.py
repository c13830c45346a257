"""Bots' moves and the referee's rulings as tasks."""

from functools import cache

from service.bot_moves import BotMoves
from service.bots import BOTS
from service.games.catalogue import TITLES
from service.queue import Queue
from service.seats import Tokens
from service.settings import settings_from
from service.steps import Steps
from service.store import MatchStore
from workers.app import app


@cache
def steps() -> Steps:
    """Return this process's own, made when the first task comes: a connection must not cross a fork."""
    settings = settings_from()
    return Steps(MatchStore(settings.redis_url), Queue(settings.broker_url), Tokens(settings.secret), TITLES, BOTS)


@cache
def bot_moves() -> BotMoves:
    """Return this process's own."""
    return BotMoves(steps())


@app.task(name="seats.move")  # type: ignore[untyped-decorator, unused-ignore]
def move(match_id: str) -> None:
    """Let the bots of a match, and the referee, answer what they are asked; run twice, it changes nothing more."""
    bot_moves().move(match_id)
