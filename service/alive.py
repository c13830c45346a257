"""Matches that a look brought to life and that live on in their process, for the action that mostly follows it."""

from collections import OrderedDict
from typing import Any

from service.games.kernel.engine import Play
from service.setup import Setup

ALIVE_AT_ONCE = 128
"""So many are kept by each process; one takes about 20 kilobytes."""


class Alive:
    """Each is known by all that it was made of, so none can be out of date, whoever else writes the match meanwhile.

    Who takes one has it alone. One that was acted on never comes back: what an action begins with was made of what is
    stored, by going over the answers again.
    """

    def __init__(self, at_most: int = ALIVE_AT_ONCE) -> None:
        self._at_most = at_most
        self._plays: OrderedDict[tuple[object, ...], Play[Any]] = OrderedDict()

    def take(self, setup: Setup, place: bytes) -> Play[Any] | None:
        """Return the match that stands at this place, or None; it must be closed, or kept again as it was."""
        return self._plays.pop(_made_of(setup, place), None)

    def keep(self, setup: Setup, place: bytes, play: Play[Any]) -> None:
        """Keep a match that nobody acted on; the one that has been kept the longest may have to go."""
        made_of = _made_of(setup, place)
        other = self._plays.pop(made_of, None)
        self._plays[made_of] = play
        if other is None and len(self._plays) > self._at_most:
            _, other = self._plays.popitem(last=False)
        if other is not None:
            other.close()


def _made_of(setup: Setup, place: bytes) -> tuple[object, ...]:
    return setup.game, setup.rules_version, setup.options, len(setup.seats), setup.seed, place
