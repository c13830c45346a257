"""The random bot: any legal choice, each equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.kernel.game import View


class Random:
    """Chooses without looking."""

    key: str = "random"

    def plays(self, title: str) -> bool:
        return True

    def choose(self, look: Callable[[], View], decision: Decision[Any], chance: Chance) -> Choice:
        choice: Choice = decision.choices.sample(chance)
        return choice
