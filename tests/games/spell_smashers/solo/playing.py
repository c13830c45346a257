"""Players of whole solo matches: one who never fights, and one whose words fell whatever they hit."""

from tests.games.kernel.driving import chance_of
from tests.games.spell_smashers.solo.table import SoloTable


def step(table: SoloTable) -> None:
    """Claim every word, stay away, and let any building fall."""
    if table.asked[0] == "prepare_word":
        table.claim(0)
    else:
        table.do(table.offered(0)[-1])


def fight_on(table: SoloTable, *, spare_boss: bool) -> SoloTable:
    """Play all tiles as a word each round (the referee knows them all), against the boss or anybody else."""
    while table.outcome is None:
        kind = table.asked[0]
        if kind == "prepare_word":
            table.spell(0, " ".join([*table.me.hand, *table.me.trophies]))
        elif kind == "choose_zone":
            zones = table.offered(0)
            others = [choice for choice in zones if table.solo.boss not in table.board[choice.zone]]
            wanted = others if spare_boss else [choice for choice in zones if choice not in others]
            table.do((wanted or zones)[0])
        else:
            offered = table.offered(0)
            table.do(offered[0] if offered else table.question(0).choices.sample(chance_of(1)))
    return table
