"""Squish'Em! with a fault that comes and goes, or of another version, for tests of what the house does then."""

from service.games.kernel.table import Table as RulesTable
from service.games.squishem.game import Squishem
from service.games.squishem.state import State
from tests.api.talk import Table, Talk, open_table


class Brittle(Squishem):
    """Fails at the end of a turn, while it is `broken`."""

    def __init__(self, *, broken: bool) -> None:
        self.broken = broken

    async def play_phase(self, table: RulesTable[State]) -> None:
        await super().play_phase(table)
        if self.broken and table.state.turn > 0:
            raise ZeroDivisionError("a crack")


class Newer(Squishem):
    rules_version = Squishem.rules_version + 1


REST = {"kind": "coffee_break"}


def one_monster(talk: Talk, *bots: str | None) -> Table:
    """Open a match with one Monster in play: nobody is asked for a target, and the last card laid ends the turn."""
    tables = (open_table(talk, *bots) for _ in range(50))
    return next(table for table in tables if len(table.look()["view"]["monsters"]) == 1)
