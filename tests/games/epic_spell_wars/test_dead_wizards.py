"""Every Dead Wizard card, read off it: when it pays, whom, how much, and that it is gone then."""

from typing import Any

import pytest

from service.games.epic_spell_wars.dice_events import PowerDiceRolled
from service.games.epic_spell_wars.placing import PlacedCard, PlacedSpell
from tests.games.epic_spell_wars.figures import COMPONENTS
from tests.games.epic_spell_wars.table import Table, cast


def next_duel(dead_wizards: dict[int, list[str]], **facts: Any) -> Table:
    """Let seat 0 slay seat 1, the last of its foes, and play on to the first spells of the next duel."""
    table = Table((20, 3, 0), spells={0: ["scorchia"]}, dead_wizards=dead_wizards, **facts)
    while table.state.phase != "placing":
        table.play()
    assert (table.state.duel, table.tokens) == (2, (1, 0, 0))
    assert table.dead_wizards == (0, 0, 0)
    return table


def test_nectar_of_nirvana_is_worth_nothing() -> None:
    table = next_duel({2: ["nectar_of_nirvana"]})
    assert (table.hp, table.hand_sizes, table.treasures) == ((20, 20, 20), (8, 8, 8), (set(), set(), set()))
    assert "nectar_of_nirvana_1" in table.state.dead_wizard_discard


def test_afterlife_artifact_gives_a_treasure() -> None:
    table = next_duel({2: ["afterlife_artifact"], 0: ["afterlife_artifact"] * 2}, treasure_deck=["demon_shoes"])
    assert [len(treasures) for treasures in table.treasures] == [2, 0, 1]
    assert "demon_shoes" in table.treasures[0]


@pytest.mark.parametrize(
    ("cards", "hp"),
    [
        (["giant_space_kingdom"], 22),
        (["the_big_house"], 23),
        (["giant_space_kingdom", "the_big_house"], 25),
        (["the_big_house", "the_big_house"], 25),
    ],
)
def test_hp_to_begin_with_add_up_to_25(cards: list[str], hp: int) -> None:
    assert next_duel({2: cards}).hp == (20, 20, hp)


def test_pixie_paradise_draws_two_cards_above_the_first_hand() -> None:
    assert next_duel({2: ["pixie_paradise"]}).hand_sizes == (8, 8, 10)
    assert next_duel({2: ["pixie_paradise"] * 2, 0: ["pixie_paradise"]}).hand_sizes == (10, 8, 12)


def test_wild_furicorn_meadow_gives_the_topmost_wild_magic() -> None:
    table = next_duel({2: ["wild_furicorn_meadow"]}, main=["chicken", "wild_magic_5", "polished"])
    assert table.hand_sizes == (8, 8, 9)
    assert "wild_magic_5" in table.hands[2]
    assert {"chicken_1", "polished_1"} <= table.hands[0]


def test_wild_furicorn_meadow_finds_wild_magic_in_the_discard_pile_too() -> None:
    table = next_duel({2: ["wild_furicorn_meadow"]}, discard=[f"wild_magic_{n}" for n in (3, 4, 5, 6, 7, 8, 1, 2)])
    assert "wild_magic_2" in table.hands[2]


@pytest.mark.parametrize("count", [1, 2])
def test_slag_shangri_la_adds_a_die_to_every_power_roll_of_the_first_round(count: int) -> None:
    others = [design for design in COMPONENTS if design not in ("gore_nado", "king_oberon", "rose_bottom")]
    main = ["gore_nado", *others[:7], "king_oberon", *others[7:14], "rose_bottom", *others[14:21]]
    table = next_duel({0: ["slag_shangri_la"] * count}, main=main)
    spells = [PlacedSpell((PlacedCard(f"{design}_1"),)) for design in ("gore_nado", "king_oberon", "rose_bottom")]
    table.play(answers=[*spells, 1], dice=[1] * (1 + count) + [6, 1], phases=4)
    assert [len(event.rolled) for event in table.of(PowerDiceRolled)] == [1 + count]
    assert table.hp == (20, 20, 21)
    table.play()
    assert table.state.wizards[0].bonus_dice == []


def test_backlash_from_beyond_strikes_a_foe_of_the_dead() -> None:
    turn = cast("scorchia", hp=(20, 3, 2, 1), dead_wizard_deck=["backlash_from_beyond"], answers=[0])
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(1, (2, 3, 0))]
    assert turn.hp == (18, 0, 2, 1)
    assert (turn.dead_wizards, turn.state.dead_wizard_discard) == ((0, 0, 0, 0), ["backlash_from_beyond_1"])


def test_backlash_from_beyond_may_slay_on() -> None:
    deck = ["backlash_from_beyond", "backlash_from_beyond"]
    turn = cast("scorchia", hp=(2, 3, 2, 1), dead_wizard_deck=deck, answers=[2, 0], tokens_to_win=1)
    assert (turn.hp, turn.tokens) == ((0, 0, 0, 1), (0, 0, 0, 1))


def test_backlash_from_beyond_does_nothing_once_the_duel_is_over() -> None:
    turn = cast("scorchia", hp=(2, 3), dead_wizard_deck=["backlash_from_beyond"], tokens_to_win=1)
    assert (turn.hp, turn.tokens) == ((2, 0), (1, 0))


def test_backlash_from_beyond_strikes_when_the_dead_draw_it_at_the_start_of_a_round() -> None:
    table = Table((20, 10, 0), phase="round_start", dead_wizard_deck=["backlash_from_beyond"])
    table.play(answers=[1])
    assert [(asked.seat, asked.offered) for asked in table.asked] == [(2, (0, 1))]
    assert table.hp == (20, 8, 0)
