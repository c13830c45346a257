"""Bots: policies from a view and a decision to a choice. They see no state."""

from __future__ import annotations

from types import MappingProxyType

from service.bots.random import Random
from service.games.kernel.simulation import Bot

BOTS: MappingProxyType[str, Bot] = MappingProxyType({bot.key: bot for bot in (Random(),)})
