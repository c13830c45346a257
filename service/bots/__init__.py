"""Bots: policies from a view and a decision to a choice. They see no state."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from service.bots.greedy import Greedy
from service.bots.random import Random
from service.games.kernel.simulation import Bot

if TYPE_CHECKING:
    from collections.abc import Mapping


class HouseBot(Bot, Protocol):
    """A bot that can take a seat of some titles, or of all."""

    def plays(self, title: str) -> bool:
        """Tell whether it has a policy for the title with this key."""


_EVERY: tuple[HouseBot, ...] = (Random(), Greedy())
BOTS: MappingProxyType[str, HouseBot] = MappingProxyType({bot.key: bot for bot in _EVERY})


def bots_of(title: str, bots: Mapping[str, HouseBot] = BOTS) -> dict[str, HouseBot]:
    """Return those of `bots` that play a title."""
    return {key: bot for key, bot in bots.items() if bot.plays(title)}
