"""The rulebook's long example, number by number: four players, Bleemax Brainiac, Mind-Altering, Pact with the Devil."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.games.epic_spell_wars.scripts import Asked
from tests.games.epic_spell_wars.table import Table
from tests.rules import rule

ME, LEFT, ACROSS, RIGHT = range(4)
MINE = ("bleemax_brainiac", "mind_altering", "pact_with_the_devil")
DICE = (1, 3, 5)


def example(hp: tuple[int, ...] = (20, 20, 20, 20)) -> Table:
    """My spell of three with 18; a foe's spell of two, which heals him by 4 to `hp`; two of three that come later."""
    table = Table(
        hp,
        spells={
            ME: MINE,
            LEFT: ("king_oberon", "mighty_gro", "fountain_of_youth"),
            ACROSS: ("king_oberon", "mighty_gro"),
            RIGHT: ("rose_bottom", "delicious", "fountain_of_youth"),
        },
        main=("mysterious", "fist_o_nature"),
        treasure_deck=("demon_shoes", "proton_gem"),
    )
    table.state.wizards[ACROSS].hp -= 4
    return table


def played(
    *, dice: Iterable[int] = DICE, answers: Iterable[Any] = ("mind_altering",), hp: tuple[int, ...] = (20, 20, 20, 20)
) -> Table:
    """The spell of two, and then mine."""
    table = example(hp)
    table.play()
    return table.play(dice=dice, answers=answers)


def mine(table: Table) -> list[Any]:
    """The events of my turn."""
    began = [at for at, event in enumerate(table.events) if event.kind == "casting_began"]
    return table.events[began[1] :]


def first(events: list[Any], kind: str) -> Any:
    return next(event for event in events if event.kind == kind)


@rule("ES-119")
def test_after_the_spell_of_two_the_18_is_next() -> None:
    table = example()
    table.play()
    assert table.hp == (20, 20, 20, 20)
    table.play(dice=DICE, answers=["mind_altering"])
    assert [event.seat for event in table.events if event.kind == "casting_began"] == [ACROSS, ME]
    announced = {event.seat: event.initiative for event in table.events if event.kind == "initiative_announced"}
    assert announced == {ME: 18, LEFT: 12, RIGHT: 12}


@rule("ES-120", "ES-122", "ES-121")
def test_bleemax_adds_mysterious_and_discards_fist_o_nature() -> None:
    table = example()
    table.play()
    table.start()
    revealed = first(mine(table), "main_deck_revealed")
    assert revealed.cards == ("mysterious_1", "fist_o_nature_1")
    assert table.spells[ME] == ["bleemax_brainiac_1", "mind_altering_1", "pact_with_the_devil_1", "mysterious_1"]
    assert [row.slot for row in table.state.wizards[ME].spell].count("quality") == 2
    assert table.discard[-1] == "fist_o_nature_1"
    kinds = [event.kind for event in mine(table)]
    assert kinds.index("spell_named") < kinds.index("main_deck_revealed")


@rule("ES-123")
def test_both_qualities_are_offered_and_mysterious_first_deals_3() -> None:
    table = played(answers=["mysterious", LEFT], dice=(5, 3, 5))
    assert table.asked[0] == Asked(ME, "resolve_next", ("mind_altering_1", "mysterious_1"))
    wounds = [event.losses for event in mine(table) if event.kind == "wizards_damaged"]
    assert [(wound.seat, wound.amount) for wound in wounds[0]] == [(RIGHT, 3)]


@rule("ES-124")
@pytest.mark.parametrize(("die", "victim"), [(1, LEFT), (2, LEFT), (3, ACROSS), (4, ACROSS), (5, RIGHT), (6, RIGHT)])
def test_mind_altering_finds_its_foe_with_one_die(die: int, victim: int) -> None:
    answers: list[Any] = ["mind_altering"]
    if victim == RIGHT:
        answers.append(LEFT)
    table = played(dice=(die, 3, 5), answers=answers)
    rolled = first(mine(table), "random_foe_rolled")
    assert {share.seat: share.values for share in rolled.shares} == {LEFT: (1, 2), ACROSS: (3, 4), RIGHT: (5, 6)}
    assert rolled.target == victim
    [wound] = first(mine(table), "wizards_damaged").losses
    assert (wound.seat, wound.amount, wound.hp) == (victim, 3, 17)


@rule("ES-125")
def test_mind_altering_gives_a_treasure_to_me_and_then_to_that_foe() -> None:
    table = played()
    gained = [(event.seat, event.treasure) for event in mine(table) if event.kind == "treasure_gained"]
    assert gained == [(ME, "demon_shoes"), (LEFT, "proton_gem")]
    assert table.treasures == ({"demon_shoes"}, {"proton_gem"}, set(), set())
    assert len(table.state.treasure_deck) == 23


@rule("ES-125")
def test_a_victim_that_dies_gains_nothing() -> None:
    table = played(hp=(20, 3, 20, 20), dice=(1, 3, 5))
    assert table.hp[LEFT] == 0
    assert table.treasures == ({"demon_shoes"}, set(), set(), set())


@rule("ES-126", "ES-129")
def test_the_demon_shoes_count_as_a_second_dark_card() -> None:
    began = first(mine(played()), "power_roll_began")
    assert {bonus.by: bonus.amount for bonus in began.dice} == {"pact_with_the_devil_1": 1, "demon_shoes": 1}
    assert began.glyph == "dark"


@rule("ES-127")
@pytest.mark.parametrize(
    ("die", "answers", "before", "after"),
    [(1, ["mind_altering"], 20, 16), (6, ["mind_altering", LEFT], 17, 13)],
)
def test_mysterious_then_deals_4_to_the_right(die: int, answers: list[Any], before: int, after: int) -> None:
    table = played(dice=(die, 3, 5), answers=answers)
    wounds = [wound for event in mine(table) if event.kind == "wizards_damaged" for wound in event.losses]
    [dealt] = [wound for wound in wounds if wound.seat == RIGHT and wound.amount == 4]
    assert dealt.hp == after == before - 4


@rule("ES-128")
@pytest.mark.parametrize(
    ("die", "offered", "answers", "target"),
    [
        (1, None, [], ACROSS),
        (3, None, [], LEFT),
        (6, (LEFT, ACROSS), [ACROSS], ACROSS),
        (6, (LEFT, ACROSS), [LEFT], LEFT),
    ],
)
def test_pact_aims_at_the_strongest_as_hp_are_then(die: int, offered: object, answers: list[Any], target: int) -> None:
    table = played(dice=(die, 3, 5), answers=["mind_altering", *answers])
    assert [asked.offered for asked in table.asked[1:]] == ([] if offered is None else [offered])
    assert first(mine(table), "power_roll_began").targets == (target,)


@rule("ES-129")
def test_3_and_5_are_8_and_deal_2_to_the_target_named_before() -> None:
    table = played()
    assert first(mine(table), "power_dice_rolled").rolled == (3, 5)
    final = first(mine(table), "power_roll_final")
    assert (final.total, final.band) == (8, "5-9")
    # 20 each; left 17 by Mind-Altering, right 16 by Mysterious, across 18 by Pact with the Devil.
    assert table.hp == (20, 17, 18, 16)


@rule("ES-130")
def test_four_components_are_discarded_the_shoes_stay_and_the_next_turn_begins() -> None:
    table = played()
    assert table.spells[ME] == []
    assert {*table.discard[-4:]} == {
        "bleemax_brainiac_1", "mind_altering_1", "pact_with_the_devil_1", "mysterious_1",
    }  # fmt: skip
    assert table.treasures[ME] == {"demon_shoes"}
    # The two with Fountain of Youth roll off, left 1 and right 6.
    table.play(dice=[1, 6, 1, 1])
    assert [event.seat for event in table.events if event.kind == "casting_began"][2:] == [RIGHT]
