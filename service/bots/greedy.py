"""The greedy bot: what promises most now, by the policy of each title."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from service.bots.spell_smashers import greedy as spell_smashers
from service.bots.squishem import greedy as squishem

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.kernel.game import View

POLICIES: MappingProxyType[str, Callable[[Any, Decision[Any], Chance], Choice]] = MappingProxyType(
    {"squishem": squishem.choose, "spell_smashers": spell_smashers.choose}
)
"""By title: from what the seat may see, and what it is asked, to its answer."""


class Greedy:
    """Takes what promises most now; it plays the titles that it has a policy for."""

    key: str = "greedy"

    def plays(self, title: str) -> bool:
        return title in POLICIES

    def choose(self, look: Callable[[], View], decision: Decision[Any], chance: Chance) -> Choice:
        listed = decision.choices.listed()
        if listed is not None and len(listed) == 1:
            only: Choice = listed[0]
            return only
        view = look()
        return POLICIES[view.kind](view, decision, chance)
