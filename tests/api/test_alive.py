"""A match that a look brought to life serves the action after it, and never one that it does not fit."""

import inspect
from typing import Any

import pytest

from service.alive import Alive
from service.codec import CODEC, match_codec
from service.games.catalogue import TITLES
from service.games.kernel.engine import Play, new_match
from service.setup import Seat, Setup
from tests.api.brittle import REST, one_monster
from tests.api.simulating import Parlour

GAME = TITLES["squishem"]


def _setup(seed: str) -> Setup:
    options = match_codec(GAME).encode_options(GAME.vocabulary.options())
    return Setup(GAME.key, 1, options, (Seat("open"),) * 2, False, True, "running", seed, 0, "", "")


def _play(seed: str) -> Play[Any]:
    return Play(GAME, CODEC, new_match(GAME, CODEC, GAME.vocabulary.options(), 2, seed).match)


def _closed(play: Play[Any]) -> bool:
    assert play._run is not None
    return inspect.getcoroutinestate(play._run._main) == inspect.CORO_CLOSED


def test_what_is_taken_is_taken_once() -> None:
    alive, setup, play = Alive(), _setup("ab"), _play("ab" * 32)
    alive.keep(setup, b"here", play)
    assert alive.take(_setup("cd"), b"here") is None
    assert alive.take(setup, b"there") is None
    assert alive.take(setup, b"here") is play
    assert alive.take(setup, b"here") is None
    play.close()


def test_so_many_live_and_the_one_kept_longest_is_closed() -> None:
    alive, setup, plays = Alive(at_most=2), _setup("ab"), [_play("ab" * 32) for _ in range(4)]
    for place, play in zip((b"0", b"1", b"1", b"2"), plays, strict=True):
        alive.keep(setup, place, play)
    assert [_closed(play) for play in plays] == [True, True, False, False]
    assert alive.take(setup, b"0") is None
    for place in (b"1", b"2"):
        left = alive.take(setup, place)
        assert left is not None
        left.close()


def test_an_action_goes_on_from_the_look_before_it(inside: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    begin = Play.__init__

    def counting(play: Any, *about: Any, **more: Any) -> None:
        made.append(play)
        begin(play, *about, **more)

    table = one_monster(inside.talk({GAME.key: GAME}), None, None)
    decisions = [table.look(token)["decisions"][0] for token in table.tokens]
    monkeypatch.setattr(Play, "__init__", counting)
    table.act(table.tokens[0], decisions[0], REST)
    assert len(made) == 0
    # Nobody has looked at where that led.
    table.act(table.tokens[1], decisions[1], REST)
    assert len(made) == 1


def test_what_another_process_did_meanwhile_is_not_passed_over(inside: Parlour) -> None:
    here, there = inside.talk({GAME.key: GAME}), inside.talk({GAME.key: GAME})
    table = one_monster(here, None, None)
    first, second = (table.look(token)["decisions"][0] for token in table.tokens)
    there.post(f"{table.path}/actions", {"decision": first["id"], "choice": REST}, table.tokens[0])
    after = table.act(table.tokens[1], second, REST)
    assert after["view"]["turn"] == 2
    del after["events"]
    assert after == table.look(table.tokens[1]) == there.get(table.path, table.tokens[1])
