"""Every monster as it enters, read off its card: its HP, what it does then, and what damage does to it."""

import pytest

from tests.games.squishem.figures import MONSTERS
from tests.games.squishem.table import PLENTY, Table, altered, one_turn
from tests.rules import rule


def enter(monster: str, *heroes: str, deck: tuple[str, ...] = ()) -> Table:
    """A table at which the monster has just been turned up."""
    table = Table(*(heroes or ("summoner", "cleric")), monsters={}, deck=(monster, *deck))
    table.start()
    return table


@pytest.mark.parametrize("monster", [id_ for id_ in MONSTERS if id_ not in ("double_trouble", "queue_of_goblins")])
def test_a_monster_enters_with_the_hp_on_its_card(monster: str) -> None:
    assert enter(monster).monsters == {monster: MONSTERS[monster].hp}


@rule("SQ-053")
def test_double_trouble_steps_aside_for_two_others() -> None:
    table = enter("double_trouble", deck=("crab_in_chainmail", "queue_of_goblins", "glass_gargoyle"))
    assert table.monsters == {"crab_in_chainmail": 8, "queue_of_goblins": 10}
    assert table.state.set_aside == ["double_trouble"]
    assert table.deck == 1
    assert table.kills == {"summoner": 0, "cleric": 0}


@rule("SQ-053")
def test_double_trouble_brings_what_is_left() -> None:
    table = enter("double_trouble", deck=("crab_in_chainmail",))
    assert table.monsters == {"crab_in_chainmail": 8}
    assert table.turn(summoner="goose_portal", cleric="coffee").monsters == {"crab_in_chainmail": 5}


# --- Philosopher Potato


@rule("SQ-046", "SQ-047")
def test_philosopher_potato_has_four_hp() -> None:
    assert enter("philosopher_potato").monsters == {"philosopher_potato": 4}


@rule("SQ-047")
@pytest.mark.parametrize(
    ("hero", "card", "deals"),
    [
        ("cleric", "bless_you", 1),
        ("summoner", "infernal_small_print", 1),
        ("elf", "disdain_dirk", 1),
        ("summoner", "goose_portal", 2),
        ("barbarian", "unsolicited_headbutt", 2),
        ("elf", "artisanal_pinecone", 2),
        ("barbarian", "big_swing_small_plan", 3),
    ],
)
def test_philosopher_potato_turns_damage_into_little(hero: str, card: str, deals: int) -> None:
    other = "cleric" if hero != "cleric" else "elf"
    turn = one_turn("philosopher_potato", laid={hero: card, other: "coffee"})
    assert turn.fates == {card: deals}


@rule("SQ-047")
@pytest.mark.parametrize(("damage", "deals"), [(0, 0), (1, 1), (3, 1), (4, 2), (8, 2), (9, 3), (20, 3)])
def test_philosopher_potato_by_made_up_damage(damage: int, deals: int) -> None:
    with altered("unsolicited_headbutt", damage=damage):
        turn = one_turn("philosopher_potato", barbarian="unsolicited_headbutt", elf="coffee")
    assert (turn.fates, turn.monsters) == ({"unsolicited_headbutt": deals}, {"philosopher_potato": PLENTY - deals})


@rule("SQ-047")
@pytest.mark.parametrize(
    ("kills", "warm", "cards", "fates"),
    [
        # 9 - 2 = 7, 4 without a change
        ({}, False, {"elf": "flaming_review", "barbarian": "big_swing_small_plan"}, (2, 2)),
        # 2 - 2 = 0 stays 0
        ({}, False, {"elf": "flaming_review", "barbarian": "warm_up_swings"}, (2, 0)),
        # 2 + 4 = 6 behind 4
        ({}, True, {"elf": "flaming_review", "barbarian": "warm_up_swings"}, (2, 2)),
        # 6 + 3 = 9, at 3 kills to none also 3
        ({"elf": 1}, False, {"elf": "disdain_dirk", "cleric": "collection_plate"}, (1, 3)),
        ({}, False, {"elf": "disdain_dirk", "cleric": "collection_plate"}, (1, 2)),
        # 5 + 4 = 9
        ({}, True, {"elf": "disdain_dirk", "barbarian": "unsolicited_headbutt"}, (1, 3)),
        # 9 + 4 = 13
        ({}, True, {"elf": "disdain_dirk", "barbarian": "big_swing_small_plan"}, (1, 3)),
        # 5 halved = 2
        ({}, False, {"cleric": "bless_you", "elf": "artisanal_pinecone"}, (1, 2)),
        # 3 halved = 1 and 1 halved = 0 would both be 1 or 0
        ({}, False, {"elf": "disdain_dirk", "cleric": "bless_you"}, (1, 1)),
    ],
)
def test_philosopher_potato_converts_what_is_dealt_after_all_changes(
    kills: dict[str, int], warm: bool, cards: dict[str, str], fates: tuple[int, int]
) -> None:
    table = Table(*cards, monsters={"philosopher_potato": PLENTY}, kills=kills)
    if warm:
        table.turn({hero: "warm_up_swings" if hero == "barbarian" else "coffee" for hero in cards})
    assert tuple(table.turn(cards).dealt.values()) == fates


# --- plain ones


@pytest.mark.parametrize(
    ("monster", "hp"), [("gelatinous_rhombus", 12), ("slightly_damp_ogre", 16), ("kobolds_in_one_coat", 8)]
)
def test_a_plain_monster_only_loses_hp(monster: str, hp: int) -> None:
    cards = {"elf": "out_of_my_sight", "barbarian": "unsolicited_headbutt"}
    turn = one_turn(monster, hp, laid=cards)
    assert turn.fates == {"unsolicited_headbutt": 5, "out_of_my_sight": 2}
    assert turn.monsters == {monster: hp - 7}
    assert (turn.without_text, turn.paralysed, turn.recovered) == (set(), set(), {})


# --- entering


@pytest.mark.parametrize(
    ("heroes", "hp"),
    [(("elf", "cleric"), 10), (("elf", "cleric", "barbarian"), 13), (("elf", "cleric", "barbarian", "summoner"), 16)],
)
def test_queue_of_goblins_gains_three_hp_for_each_player(heroes: tuple[str, ...], hp: int) -> None:
    table = enter("queue_of_goblins", *heroes)
    assert table.monsters == {"queue_of_goblins": hp}
    assert table.seen_by(None)["monsters"] == ({"monster": "queue_of_goblins", "hp": hp, "starting_hp": hp},)


def test_disappointed_grandmother_puts_the_elf_on_coffee_for_this_turn() -> None:
    table = enter("disappointed_grandmother", "barbarian", "elf", "cleric", "summoner")
    assert table.offered("elf") == {"coffee"}
    assert table.offered("summoner") == table.hand("summoner")
    assert table.offered("barbarian") == table.hand("barbarian")
    assert table.offered("cleric") == table.hand("cleric")
    turn = table.turn(barbarian="unsolicited_headbutt", elf="coffee", cleric="coffee", summoner="coffee")
    assert turn.monsters == {"disappointed_grandmother": 11 - 5 + 1}
    assert turn.paralysed == set()
    assert table.offered("elf") == table.hand("elf")


def test_disappointed_grandmother_forces_nobody_where_there_is_no_elf() -> None:
    table = enter("disappointed_grandmother", "barbarian", "cleric")
    assert table.offered("barbarian") == table.hand("barbarian")
    assert table.offered("cleric") == table.hand("cleric")


@pytest.mark.parametrize(
    ("hp", "cards", "left", "recovered"),
    [
        (11, {"cleric": "coffee"}, 11, {}),
        (11, {"cleric": "bless_you"}, 11, {"disappointed_grandmother": 1}),
        (11, {"cleric": "holy_water_balloon"}, 8, {"disappointed_grandmother": 1}),
        (5, {"cleric": "coffee"}, 6, {"disappointed_grandmother": 1}),
    ],
)
def test_disappointed_grandmother_recovers_one_up_to_where_she_started(
    hp: int, cards: dict[str, str], left: int, recovered: dict[str, int]
) -> None:
    turn = one_turn("disappointed_grandmother", hp, elf="coffee", laid=cards)
    assert (turn.monsters, turn.recovered) == ({"disappointed_grandmother": left}, recovered)


def test_disappointed_grandmother_recovers_nothing_once_dead() -> None:
    turn = one_turn("disappointed_grandmother", 4, elf="coffee", cleric="holy_water_balloon")
    assert (turn.monsters, turn.recovered, turn.kills) == ({}, {}, {"cleric": 1})
