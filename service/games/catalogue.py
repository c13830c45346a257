"""The catalogue: the only file that knows every title."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from service.games.kernel.game import Game
from service.games.spell_smashers.game import SpellSmashers
from service.games.squishem.game import Squishem

TITLES: MappingProxyType[str, Game[Any]] = MappingProxyType(
    {title.key: title for title in (Squishem(), SpellSmashers())}
)
