"""Scenes that tests begin with: words of some lengths, and one player before a monster."""

from typing import Any

from service.games.kernel.decisions import Choice
from service.games.spell_smashers.state import Player
from tests.games.spell_smashers.table import Table, crest, ids, player

HANDS = ("a_1 b_1 c_1 d_1 e_1 f_1 g_1", "a_2 b_2 c_2 d_2 e_2 f_2 g_2", "a_3 h_1 c_3 d_3 e_3 l_1 g_3")
MORE_HANDS = (*HANDS, "a_4 h_2 k_1 d_4 e_4 l_2 p_1")


def of_lengths(*lengths: int, marker: int = 0, **facts: Any) -> Table:
    """Players whose words have these lengths."""
    table = Table(*(player(hand) for hand in MORE_HANDS[: len(lengths)]), marker=marker, **facts)
    table.words(*(" ".join(ids(hand)[:length]) for hand, length in zip(MORE_HANDS, lengths, strict=False)))
    return table


def duel(mine: str, monster: str = "rash centaur", other: str = "a_2 x_1", **facts: Any) -> Table:
    """The first of three players has this word, goes first, and stands before this monster; two others are there."""
    me = {name: facts.pop(name) for name in list(facts) if name in Player.__dataclass_fields__}
    weapon, armor = (me.pop(slot, None) for slot in ("weapon", "armor"))
    gear = " ".join(card for card in (me.pop("stash", ""), weapon, armor) if card)
    spare = me.pop("hand", "")
    row = facts.pop("row", None) or [crest(monster), crest("drenched troll")]
    players = (player(f"{mine} {spare}", stash=gear, **me), player(other), player("u_1 h_3"))
    table = Table(*players, row=[*row, crest("parched golem")], marker=0, **facts)
    table.spell(0, mine if not me.get("trophies") else f"{mine} {me['trophies']}", weapon=weapon, armor=armor)
    table.spell(1, other)
    table.spell(2, "u_1 h_3")
    return table


def town(table: Table) -> None:
    """Everybody keeps the first quest and visits the GUILD, and keeps the first there."""
    while set(table.asked.values()) & {"choose_quest", "choose_building", "choose_returned"}:
        [(seat, kind)] = table.asked.items()
        assert isinstance(seat, int)
        guild: list[Choice] = [choice for choice in table.offered(seat) if choice.kind == "visit_guild"]
        table.answer(seat, guild[0] if kind == "choose_building" else table.offered(seat)[0])
