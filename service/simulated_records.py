"""The record of one match of a simulation: the match that its bots would play if it were served."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from service.codec import CODEC
from service.games.kernel.chance import SeededChance
from service.games.kernel.decisions import REFEREE, Choice, Decision
from service.games.kernel.engine import Play, open_play
from service.games.kernel.game import Game, Options
from service.games.kernel.match import Action, Answer, Pending, PhaseEnd, Record
from service.games.kernel.simulation import Bot
from service.lexicons import referee
from service.tallies import seed_of_match


def record_of_match(
    game: Game[Any],
    options: Options,
    bots: Sequence[Bot],
    seed: int,
    match: int,
    *,
    rotate: bool,
    rule: Callable[[Decision[Any]], Choice] = referee.rule,
) -> Record:
    """Return the record of match number `match`, from 0; see `tallies.play_matches`. Raises what `Play.act` raises."""
    key, seats = seed_of_match(seed, match), len(bots)
    shift = match % seats if rotate else 0
    chances = [SeededChance(key + bytes((seat,))) for seat in range(seats)]
    play, step = open_play(game, CODEC, options, seats, key.hex())
    lines = list(step.logged)
    with play:
        while play.outcome() is None:
            # A simulation drives the lowest seat first; any order of sealed answers leads to the same match.
            seat = next(iter(play.waiting_for()), REFEREE)
            asked = _asked(play, seat)
            if asked.decision.seat == REFEREE:
                choice = rule(asked.decision)
            else:
                bot = bots[(seat - shift) % seats]
                choice = bot.choose(partial(play.view, seat), asked.decision, chances[seat])
            lines += play.act(Action(asked.id, choice)).logged
    return Record(
        game=game.key,
        rules_version=game.rules_version,
        options=options,
        seats=seats,
        seed=key.hex(),
        answers=tuple(line for line in lines if isinstance(line, Answer)),
        phases=tuple(line.state_hash for line in lines if isinstance(line, PhaseEnd)),
    )


def _asked(play: Play[Any], seat: int) -> Pending:
    """Return what is asked of a seat, or of the referee about it."""
    open_ = [one for one in play.pending() if not (one.decision.optional or one.with_referee)]
    of = {one.decision.seat: one for one in open_}
    about = {getattr(one.decision, "about", REFEREE): one for one in open_ if one.decision.seat == REFEREE}
    return about[seat] if seat in about else of[seat]
