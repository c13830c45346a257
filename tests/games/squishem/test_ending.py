"""How a match ends, and who has won then."""

import pytest

from service.games.kernel.outcome import Outcome
from service.games.squishem import events
from service.games.squishem.state import Length
from tests.games.squishem.table import PLENTY, Table
from tests.rules import rule

OGRE = "slightly_damp_ogre"
RHOMBUS = "gelatinous_rhombus"


def strike(table: Table) -> Outcome | None:
    """The barbarian deals five damage, everybody else rests."""
    cards = {hero: "unsolicited_headbutt" if hero == "barbarian" else "coffee" for hero in table.heroes}
    return table.turn(cards).outcome


@rule("SQ-009", "SQ-033")
@pytest.mark.parametrize(
    ("kills", "outcome"),
    [
        ({"elf": 2, "barbarian": 2, "cleric": 1}, Outcome((1,), "three_kills")),
        ({"elf": 2, "barbarian": 1, "cleric": 2}, None),
    ],
)
def test_the_third_kill_wins(kills: dict[str, int], outcome: Outcome | None) -> None:
    table = Table("elf", "barbarian", "cleric", monsters={OGRE: 5}, kills=kills, deck=(RHOMBUS,))
    assert strike(table) == outcome
    assert table.kills["barbarian"] == kills["barbarian"] + 1


@rule("SQ-033")
def test_a_match_that_is_won_begins_no_other_turn() -> None:
    table = Table("elf", "barbarian", monsters={OGRE: 5}, kills={"barbarian": 2}, deck=(RHOMBUS,))
    turn = table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    assert turn.outcome == Outcome((1,), "three_kills")
    assert turn.kinds[-1] == "monster_killed"
    assert (table.monsters, table.deck) == ({}, 1)


def test_nothing_begins_to_last_when_the_match_is_won() -> None:
    table = Table("elf", "barbarian", monsters={OGRE: 3}, kills={"elf": 2}, deck=(RHOMBUS,))
    turn = table.turn(elf="disdain_dirk", barbarian="coffee")
    assert turn.outcome == Outcome((0,), "three_kills")
    assert turn.kinds[-1] == "monster_killed"
    assert table.seen_by(None)["beginning"] == ()


@rule("SQ-033")
@pytest.mark.parametrize("first", ["elf", "barbarian"])
def test_the_first_battle_that_reaches_the_goal_ends_the_match(first: str) -> None:
    targets = (OGRE, RHOMBUS) if first == "elf" else (RHOMBUS, OGRE)
    table = Table("elf", "barbarian", monsters={OGRE: 3, RHOMBUS: 3}, kills={"elf": 2, "barbarian": 2})
    turn = table.turn(elf=("disdain_dirk", targets[0]), barbarian=("unsolicited_headbutt", targets[1]), chance=[(2, 0)])
    assert turn.outcome == Outcome((table.heroes.index(first),), "three_kills")
    assert turn.kills == {first: 1}
    assert [event.monster for event in turn.of(events.BattleStarted)] == [OGRE]
    assert turn.monsters == {RHOMBUS: 3}


def test_a_goal_reached_in_the_second_battle_counts_too() -> None:
    table = Table("elf", "barbarian", monsters={OGRE: 3, RHOMBUS: 3}, kills={"elf": 1, "barbarian": 2})
    turn = table.turn(elf=("disdain_dirk", OGRE), barbarian=("unsolicited_headbutt", RHOMBUS))
    assert turn.outcome == Outcome((1,), "three_kills")
    assert table.kills == {"elf": 2, "barbarian": 3}


@rule("SQ-048")
@pytest.mark.parametrize(
    ("kills", "outcome"),
    [(2, None), (3, None), (4, Outcome((1,), "five_kills"))],
)
def test_five_kills_may_be_agreed(kills: int, outcome: Outcome | None) -> None:
    table = Table(
        "elf", "barbarian", monsters={OGRE: 5}, kills={"barbarian": kills}, length="five_kills", deck=(RHOMBUS,)
    )
    assert strike(table) == outcome


@rule("SQ-049")
def test_the_whole_deck_may_be_agreed_and_no_number_of_kills_ends_it() -> None:
    table = Table("elf", "barbarian", monsters={OGRE: 5}, kills={"barbarian": 4}, length="whole_deck", deck=(RHOMBUS,))
    assert strike(table) is None
    table.start()
    assert table.monsters == {RHOMBUS: 12}


@rule("SQ-049")
@pytest.mark.parametrize(
    ("kills", "winners"),
    [
        ({"barbarian": 3, "elf": 3}, (1,)),
        ({"barbarian": 3, "elf": 5}, (0,)),
        ({"barbarian": 3, "elf": 4}, (0, 1)),
        ({"barbarian": 3, "elf": 4, "cleric": 4}, (0, 1, 2)),
    ],
)
def test_the_whole_deck_ends_with_the_last_monster_and_most_kills_win(
    kills: dict[str, int], winners: tuple[int, ...]
) -> None:
    table = Table("elf", "barbarian", "cleric", monsters={OGRE: 5}, kills=kills, length="whole_deck", turn=7)
    assert strike(table) is None
    table.start()
    assert table.outcome == Outcome(winners, "deck_finished")
    assert table.question() is None
    assert table.state.turn == 8


@rule("SQ-049")
def test_the_whole_deck_goes_on_while_the_last_monster_lives() -> None:
    table = Table("elf", "barbarian", monsters={OGRE: 6}, length="whole_deck")
    assert strike(table) is None
    table.start()
    assert (table.outcome, table.monsters) == (None, {OGRE: 1})


@rule("SQ-049")
def test_double_trouble_as_the_last_card_ends_the_match_with_no_turn() -> None:
    table = Table(
        "elf", "barbarian", monsters={}, deck=("double_trouble",), kills={"elf": 1}, length="whole_deck", turn=9
    )
    table.start()
    assert table.outcome == Outcome((0,), "deck_finished")
    assert table.state.turn == 9
    assert table.question() is None


@pytest.mark.parametrize(
    ("kills", "turn", "outcome"),
    [
        ({"elf": 1}, 58, None),
        ({"elf": 1}, 59, Outcome((0,), "turn_cap")),
        ({"elf": 1, "barbarian": 1}, 59, Outcome((0, 1), "turn_cap")),
        ({}, 59, Outcome((0, 1, 2), "turn_cap")),
    ],
)
@pytest.mark.parametrize("length", ["three_kills", "whole_deck"])
def test_the_turn_cap_ends_a_match_that_would_not_end(
    kills: dict[str, int], turn: int, outcome: Outcome | None, length: Length
) -> None:
    table = Table("elf", "barbarian", "cleric", monsters={OGRE: PLENTY}, kills=kills, turn=turn, length=length)
    assert table.turn(elf="coffee", barbarian="coffee", cleric="coffee").outcome == outcome


def test_a_win_in_the_last_turn_goes_before_the_cap() -> None:
    table = Table("elf", "barbarian", monsters={OGRE: 5}, kills={"barbarian": 2, "elf": 2}, turn=59)
    assert strike(table) == Outcome((1,), "three_kills")
