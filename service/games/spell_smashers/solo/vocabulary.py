"""Every question and answer of the solo game that the others don't have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers.solo.boss_decisions import ChooseShed, FeastAntidote, ShedTo
from service.games.spell_smashers.solo.split import ChooseSplit, SplitDamage
from service.games.spell_smashers.solo.town_decisions import (
    ChooseStacking,
    ChooseVisit,
    StackTiles,
    StayAway,
    VisitCarpenter,
    VisitWizard,
)
from service.games.spell_smashers.solo.zone_battle import ChooseZone, FightZone
from service.games.spell_smashers.solo.zones import ChooseRuin, GiveUpBuilding

if TYPE_CHECKING:
    from service.games.kernel.decisions import Choice, Decision

SOLO_CHOICES: tuple[type[Choice], ...] = (
    FightZone, SplitDamage, VisitCarpenter, VisitWizard, StayAway, StackTiles, GiveUpBuilding, ShedTo,
)  # fmt: skip
SOLO_DECISIONS: tuple[type[Decision], ...] = (  # type: ignore[type-arg]
    ChooseZone, ChooseSplit, ChooseVisit, ChooseStacking, ChooseRuin, ChooseShed, FeastAntidote,
)  # fmt: skip
