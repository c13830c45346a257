"""Scenes that the tests of several laws start from."""

from dataclasses import replace
from typing import Any

from service.codec import CODEC
from service.games.kernel.chance import Chance
from service.games.kernel.engine import Play
from service.games.kernel.game import Game
from tests.games.kernel.driving import (
    Playing,
    audiences,
    chance_of,
    opened,
)
from tests.games.kernel.toy import Cellar, Toy
from tests.games.kernel.toy_words import CellarView, Pass


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


class Slow(Toy):
    """A refill, which asks nothing, comes before the first toast."""

    def setup(self, options: Any, seats: int, chance: Chance) -> Cellar:
        return replace(super().setup(options, seats, chance), phase="refill")


def first_turn(game: Game[Any]) -> Playing:
    playing = opened(game, 2, 1)
    playing.answer(0, Pass())
    playing.answer(1, Pass())
    return playing
