"""Every Treasure, read off its card: when it acts and for whom, where it asks, and what it leaves alone."""

from typing import Any

import pytest

from service.games.epic_spell_wars.dice_events import PowerRollBegan, PowerRollFinal
from service.games.epic_spell_wars.events import CastingBegan, SpellCardAdded, SpellShown, WizardWaits
from service.games.epic_spell_wars.placing import PlacedCard, PlacedSpell
from tests.games.epic_spell_wars.figures import COMPONENTS
from tests.games.epic_spell_wars.table import Table, cast

GORE = (25, 20, 10)
"""HP with which Gore-Nado strikes seat 1: 2, 3 or 6 damage."""


def places(*cards: str) -> PlacedSpell:
    return PlacedSpell(tuple(PlacedCard(f"{card}_1") for card in cards))


# --- Treasures of a Power Roll


@pytest.mark.parametrize(("dice", "healed"), [([6, 6], 2), ([6, 1], 1), ([5, 5], 0)])
def test_amulet_of_maneg_heals_for_every_six(dice: list[int], healed: int) -> None:
    treasures = {0: ["amulet_of_maneg", "wood_lords_clogs"]}
    assert cast("gore_nado", hp=(10, 20, 15), treasures=treasures, dice=dice).hp[0] == 10 + healed


def test_amulet_of_maneg_reads_dice_as_they_finally_lie_without_what_is_added() -> None:
    treasures = {0: ["amulet_of_maneg", "lady_lucks_panties"]}
    assert cast("gore_nado", hp=(10, 20, 15), treasures=treasures, dice=[4]).hp == (10, 17, 15)
    treasures = {0: ["amulet_of_maneg", "cheaters_handbook"]}
    assert cast("gore_nado", hp=(10, 20, 15), treasures=treasures, dice=[6, 5], answers=[0]).hp == (10, 17, 15)
    assert cast("gore_nado", hp=(10, 20, 15), treasures=treasures, dice=[5, 6], answers=[0]).hp == (11, 17, 15)


def test_amulet_of_maneg_leaves_the_rolls_of_foes_alone() -> None:
    assert cast("gore_nado", hp=GORE, treasures={2: ["amulet_of_maneg"]}, dice=[6]).hp == (25, 17, 10)


@pytest.mark.parametrize(("die", "hp"), [(2, 18), (3, 17)])
def test_big_book_of_awesomeness_adds_two(die: int, hp: int) -> None:
    turn = cast("gore_nado", hp=GORE, treasures={0: ["big_book_of_awesomeness"]}, dice=[die])
    assert turn.hp == (25, hp, 10)
    [final] = turn.of(PowerRollFinal)
    assert [(bonus.by, bonus.amount) for bonus in final.bonuses] == [("big_book_of_awesomeness", 2)]
    assert final.total == die + 2


def test_cheaters_handbook_rolls_one_die_again() -> None:
    treasures = {0: ["cheaters_handbook", "wood_lords_clogs"]}
    turn = cast("gore_nado", hp=GORE, treasures=treasures, dice=[1, 5, 6], answers=[0])
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, (0, 1, "let_be"))]
    assert turn.of(PowerRollFinal)[0].rolled == (6, 5)
    assert turn.hp == (25, 14, 10)


def test_cheaters_handbook_may_be_left_alone_and_asks_nobody_else() -> None:
    treasures = {0: ["cheaters_handbook"]}
    assert cast("gore_nado", hp=GORE, treasures=treasures, dice=[5], answers=["let_be"]).hp == (25, 17, 10)
    assert cast("gore_nado", hp=GORE, treasures={1: ["cheaters_handbook"]}, dice=[5]).asked == []


@pytest.mark.parametrize(("hp", "dice"), [(9, [1, 1]), (10, [1])])
def test_desperation_stones_add_a_die_up_to_nine_hp(hp: int, dice: list[int]) -> None:
    assert cast("gore_nado", hp=(hp, 20, 10), treasures={0: ["desperation_stones"]}, dice=dice).hp == (hp, 18, 10)


@pytest.mark.parametrize(("die", "hp"), [(4, 22 - 2), (5, 20 - 3)])
def test_fools_gold_heals_when_a_foe_rolls_four_or_less(die: int, hp: int) -> None:
    assert cast("gore_nado", hp=GORE, treasures={1: ["fools_gold"]}, dice=[die]).hp == (25, hp, 10)


def test_fools_gold_looks_at_the_result_after_everything() -> None:
    treasures = {0: ["big_book_of_awesomeness"], 2: ["fools_gold"]}
    assert cast("gore_nado", hp=GORE, treasures=treasures, dice=[3]).hp == (25, 17, 10)
    treasures = {0: ["cheaters_handbook"], 2: ["fools_gold"]}
    assert cast("gore_nado", hp=GORE, treasures=treasures, dice=[1, 6], answers=[0]).hp == (25, 17, 10)
    assert cast("gore_nado", hp=GORE, treasures=treasures, dice=[6, 1], answers=[0]).hp == (25, 18, 12)


def test_fools_gold_leaves_its_owners_rolls_alone() -> None:
    assert cast("gore_nado", hp=(15, 20, 10), treasures={0: ["fools_gold"]}, dice=[1]).hp == (15, 18, 10)


def test_kingor_crown_adds_one_for_every_glyph() -> None:
    treasures = {0: ["kingor_crown"]}
    assert cast("gore_nado", hp=GORE, treasures=treasures, dice=[3]).of(PowerRollFinal)[0].total == 4
    turn = cast("wyrmtor", "gore_nado", hp=GORE, treasures=treasures, dice=[3])
    assert turn.of(PowerRollFinal)[0].total == 5
    assert turn.hp == (25, 20 - 2 - 3, 10 - 2)


def test_lady_lucks_brassiere_rolls_all_dice_again_and_makes_way_for_another() -> None:
    treasures = {0: ["lady_lucks_brassiere", "wood_lords_clogs"]}
    facts: dict[str, Any] = {"hp": GORE, "treasures": treasures, "treasure_deck": ["demon_shoes"]}
    turn = cast("gore_nado", dice=[1, 2, 4, 6], answers=["use_it"], **facts)
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, ("use_it", "let_be"))]
    assert (turn.hp, turn.treasures[0]) == ((25, 14, 10), {"wood_lords_clogs", "demon_shoes"})
    assert turn.state.treasure_discard == ["lady_lucks_brassiere"]
    turn = cast("gore_nado", dice=[1, 2], answers=["let_be"], **facts)
    assert (turn.hp, turn.treasures[0]) == ((25, 18, 10), {"lady_lucks_brassiere", "wood_lords_clogs"})


def test_lady_lucks_brassiere_comes_after_the_handbook_and_its_gain_counts() -> None:
    turn = cast(
        "gore_nado",
        hp=GORE,
        treasures={0: ["lady_lucks_brassiere", "cheaters_handbook"]},
        treasure_deck=["big_book_of_awesomeness"],
        dice=[1, 2, 3],
        answers=[0, "use_it"],
    )
    assert [asked.kind for asked in turn.asked] == ["choose_die", "use_card"]
    assert turn.of(PowerRollFinal)[0].total == 5


def test_lady_lucks_panties_add_two_to_a_roll_of_one_die() -> None:
    treasures = {0: ["lady_lucks_panties"]}
    assert cast("gore_nado", hp=GORE, treasures=treasures, dice=[3]).hp == (25, 17, 10)
    treasures = {0: ["lady_lucks_panties", "wood_lords_clogs"]}
    assert cast("gore_nado", hp=GORE, treasures=treasures, dice=[1, 3]).hp == (25, 18, 10)


def test_lady_lucks_panties_leave_the_die_for_a_random_foe_alone() -> None:
    assert cast("professor_presto", treasures={0: ["lady_lucks_panties"]}, dice=[3]).hp == (20, 17, 20)


@pytest.mark.parametrize(("hp", "lost"), [((25, 20, 10), 2), ((25, 20, 10, 0), 2), ((25, 20, 10, 0, 0), 3)])
def test_lets_end_this_adds_two_for_every_dead_wizard(hp: tuple[int, ...], lost: int) -> None:
    assert cast("gore_nado", hp=hp, treasures={0: ["lets_end_this"]}, dice=[1]).hp[1] == 20 - lost


@pytest.mark.parametrize(("treasure", "quality", "delivery"), [("skullzor_ring", 3, 1), ("phister_cannon", 1, 2)])
def test_the_ring_and_the_cannon_help_one_type(treasure: str, quality: int, delivery: int) -> None:
    treasures = {0: [treasure]}
    assert cast("prickly", treasures=treasures, dice=[1] * quality).hp == (20, 20, 19)
    assert cast("gore_nado", hp=GORE, treasures=treasures, dice=[1] * delivery).hp == (25, 18, 10)


@pytest.mark.parametrize(("treasure", "copy", "own"), [("skullzor_ring", 3, 1), ("phister_cannon", 1, 2)])
def test_a_copied_delivery_is_a_roll_for_the_copying_quality(treasure: str, copy: int, own: int) -> None:
    turn = cast("disco_mirrored", "gore_nado", hp=GORE, treasures={0: [treasure]}, dice=[1] * (copy + own))
    assert [sum(bonus.amount for bonus in began.dice) for began in turn.of(PowerRollBegan)] == [copy, own]
    assert turn.hp == (25, 16, 10)


def test_slow_rollers_throne_helps_the_last_to_act() -> None:
    treasures = {0: ["slow_rollers_throne"]}
    assert cast("gore_nado", hp=GORE, treasures=treasures, dice=[1, 1]).hp == (25, 18, 10)
    waiting = {2: ["king_oberon", "prickly"]}
    assert cast("gore_nado", hp=GORE, treasures=treasures, waiting=waiting, dice=[1]).hp == (25, 18, 10)


# --- Treasures that count as a card

GLYPHS = [
    ("moccasins_of_mana", "arcane", "testikill"),
    ("demon_shoes", "dark", "mercy_killing"),
    ("pumps_of_power", "elemental", "chicken"),
    ("tricksters_boots", "illusion", "phantasmagoons"),
    ("wood_lords_clogs", "primal", "gore_nado"),
]


@pytest.mark.parametrize(("treasure", "glyph", "design"), GLYPHS)
def test_a_treasure_counts_as_a_card_of_its_glyph(treasure: str, glyph: str, design: str) -> None:
    assert COMPONENTS[design].glyph == glyph
    turn = cast(design, hp=(25, 20, 10), treasures={0: [treasure]}, dice=[1, 1])
    [began] = turn.of(PowerRollBegan)
    assert [bonus.by for bonus in began.dice] == [f"{design}_1", treasure]
    with_glyph = cast("wyrmtor", treasures={0: [treasure]}).hp[1]
    assert with_glyph == 20 - (1 if glyph == "elemental" else 2)


def test_a_treasure_that_counts_as_a_card_helps_its_owner_alone() -> None:
    assert cast("gore_nado", hp=GORE, treasures={1: ["wood_lords_clogs"]}, dice=[1]).hp == (25, 18, 10)


# --- Treasures of a turn


def test_crown_of_the_meek_strikes_before_every_dark_card_of_a_foe() -> None:
    turn = cast(
        "king_oberon", "maggoty", "mercy_killing", hp=(20, 15, 20), treasures={1: ["crown_of_the_meek"]}, dice=[1] * 2
    )
    assert turn.hp == (20, 15 - 2, 20 - 4)


def test_crown_of_the_meek_may_slay_before_the_card_acts() -> None:
    turn = cast("maggoty", hp=(1, 15, 20), treasures={1: ["crown_of_the_meek"]})
    assert turn.hp == (0, 15, 20)


def test_crown_of_the_meek_leaves_its_owner_and_treasures_alone() -> None:
    assert cast("maggoty", hp=(20, 15, 20), treasures={0: ["crown_of_the_meek"]}).hp == (20, 15, 18)
    treasures = {0: ["demon_shoes"], 1: ["crown_of_the_meek"]}
    assert cast("king_oberon", hp=(10, 20, 20), treasures=treasures).hp == (12, 20, 20)


def test_plink_cannon_strikes_to_the_left_when_the_turn_starts() -> None:
    assert cast("king_oberon", hp=(10, 0, 20, 20), treasures={0: ["plink_cannon"]}).hp == (12, 0, 19, 20)
    assert cast("king_oberon", hp=(10, 20, 20), treasures={1: ["plink_cannon"]}).hp == (12, 20, 20)


def test_plink_cannon_may_end_the_duel_before_the_spell_is_shown() -> None:
    turn = cast("king_oberon", hp=(10, 1), treasures={0: ["plink_cannon"]}, tokens_to_win=1)
    assert (turn.hp, turn.tokens, turn.of(SpellShown)) == ((10, 0), (1, 0), [])


def test_jokers_wild_codpiece_heals_and_gains_with_wild_magic() -> None:
    treasures = {0: ["jokers_wild_codpiece"]}
    turn = cast("king_oberon", ("wild_magic", "quality"), hp=(10, 20, 20), treasures=treasures, main=["impatient"])
    assert (turn.hp, len(turn.treasures[0])) == ((14, 19, 19), 2)
    turn = cast("king_oberon", ("proton_gem", "quality"), hp=(10, 20, 20), treasures=treasures, main=["impatient"])
    assert (turn.hp, len(turn.treasures[0])) == ((14, 19, 19), 3)


def test_jokers_wild_codpiece_does_nothing_without_wild_magic() -> None:
    turn = cast("king_oberon", "impatient", hp=(10, 20, 20), treasures={0: ["jokers_wild_codpiece"]})
    assert (turn.hp, len(turn.treasures[0])) == ((12, 19, 19), 1)


def test_lady_lucks_garters_add_a_random_card_to_a_small_spell() -> None:
    treasures = {0: ["lady_lucks_garters"]}
    hands = {0: ["impatient", "rose_bottom", "wild_magic"]}
    turn = cast(
        "king_oberon",
        "thundering",
        hp=(10, 20, 0),
        treasures=treasures,
        hands=hands,
        picks=["impatient"],
        answers=["impatient"],
    )
    assert [event.card for event in turn.of(SpellCardAdded)] == ["impatient_1"]
    assert turn.hp == (12, 20 - 1 - 4, 0)
    assert turn.hands[0] == {"rose_bottom_1", "wild_magic_1"}


def test_lady_lucks_garters_add_nothing_to_three_cards_nor_from_an_empty_hand() -> None:
    treasures = {0: ["lady_lucks_garters"]}
    spell = ("king_oberon", "impatient", "fountain_of_youth")
    turn = cast(*spell, hp=(10, 20, 20), treasures=treasures, hands={0: ["wyrmtor"]}, dice=[1, 1])
    assert (turn.hp, turn.hand_sizes[0]) == ((12, 19, 19), 1)
    assert cast("king_oberon", hp=(10, 20, 20), treasures=treasures).hp == (12, 20, 20)


def test_the_double_downer_discards_the_twin_of_a_foes_card() -> None:
    turn = cast(
        "scorchia",
        hp=(20, 10, 20),
        treasures={1: ["double_downer"]},
        hands={1: ["scorchia", "impatient"]},
        answers=["scorchia"],
    )
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(1, ("scorchia_2", "let_be"))]
    assert turn.hp == (18, 12, 17)
    assert turn.hands[1] == {"impatient_1"}


def test_the_double_downer_goes_on_with_the_next_twin() -> None:
    turn = cast(
        "scorchia",
        ("wild_magic", "quality"),
        hp=(20, 10, 20),
        main=["impatient"],
        treasures={1: ["double_downer"]},
        hands={1: ["scorchia", "impatient", "chicken"]},
        answers=["impatient", "scorchia"],
    )
    assert [len(asked.offered or ()) for asked in turn.asked] == [3, 2]
    assert turn.hp == (16, 13, 16)


@pytest.mark.parametrize("hand", [["chicken"], ["wild_magic"], ["scorchia"]])
def test_the_double_downer_asks_whatever_the_hand_holds(hand: list[str]) -> None:
    treasures = {1: ["double_downer"]}
    turn = cast("scorchia", hp=(20, 10, 20), treasures=treasures, hands={1: hand}, answers=["let_be"])
    assert (turn.hp, turn.hand_sizes[1]) == ((20, 10, 17), 1)


def test_the_double_downer_asks_nothing_of_an_empty_hand_nor_of_its_owners_own_spell() -> None:
    assert cast("scorchia", hp=(20, 10, 20), treasures={1: ["double_downer"]}).asked == []
    assert cast("scorchia", hp=(20, 10, 20), treasures={0: ["double_downer"]}, hands={0: ["scorchia"]}).asked == []


def test_the_double_downer_may_slay_before_the_spell_acts() -> None:
    turn = cast(
        "scorchia",
        hp=(2, 10, 20),
        treasures={1: ["double_downer"]},
        hands={1: ["scorchia"]},
        answers=["scorchia"],
    )
    assert turn.hp == (0, 12, 20)


def test_proton_gem_stands_for_wild_magic_and_comes_back() -> None:
    turn = cast("king_oberon", ("proton_gem", "quality"), hp=(10, 20, 20), main=["rose_bottom", "impatient"])
    assert (turn.hp, turn.treasures[0]) == ((12, 19, 19), {"proton_gem"})
    assert {"rose_bottom_1", "impatient_1"} <= {*turn.discard}


def test_the_thinking_cap_draws_a_card_for_whoever_gains_or_steals_it() -> None:
    turn = cast("sir_lootzor", treasure_deck=["thinking_cap"], dice=[1, 1], main=["chicken"])
    assert turn.hands[0] == {"chicken_1"}
    turn = cast("sphinxion", treasures={1: ["thinking_cap"]}, hands={1: ["impatient"]}, main=["chicken"])
    assert turn.hands[:2] == ({"chicken_1"}, {"impatient_1"})


def test_the_thinking_cap_makes_room_for_a_ninth_card() -> None:
    table = Table(treasures={1: ["thinking_cap"]}, phase="round_start").play()
    assert table.hand_sizes == (8, 9, 8)


# --- Treasures of the turn order


def test_methy_ion_backpack_adds_ten_initiative() -> None:
    spells = {0: ["king_oberon", "vorpal_trap"], 1: ["rose_bottom", "gore_nado"]}
    table = Table((10, 10), spells=spells, treasures={1: ["methy_ion_backpack"]})
    assert [began.seat for began in table.play(dice=[1] * 3, phases=2).of(CastingBegan)] == [0, 1]
    spells = {0: ["king_oberon", "nuke_u_lur_meltdown"], 1: ["rose_bottom", "gore_nado"]}
    table = Table((10, 10), spells=spells, treasures={1: ["methy_ion_backpack"]})
    assert [began.seat for began in table.play(dice=[1] * 3, phases=2).of(CastingBegan)] == [1, 0]


def test_methy_ion_backpack_adds_to_a_spell_without_a_delivery() -> None:
    table = Table((10, 10), spells={0: ["gore_nado"], 1: ["king_oberon"]}, treasures={1: ["methy_ion_backpack"]})
    assert [began.seat for began in table.play(dice=[1], phases=2).of(CastingBegan)] == [1, 0]


@pytest.mark.parametrize(
    ("answer", "order", "kept"), [("use_it", [1, 0], set()), ("let_be", [0, 1], {"methy_ion_backpack"})]
)
def test_methy_ion_backpack_may_be_discarded_to_act_last(answer: str, order: list[int], kept: set[str]) -> None:
    table = Table(
        (10, 10),
        hands={0: ["king_oberon"], 1: ["rose_bottom", "impatient"]},
        treasures={0: ["methy_ion_backpack"]},
        phase="placing",
    )
    table.play(answers=[places("king_oberon"), places("rose_bottom"), answer], phases=3)
    assert [began.seat for began in table.of(CastingBegan)] == order
    assert table.treasures[0] == kept
    assert [waits.seat for waits in table.of(WizardWaits)] == [0] * (answer == "use_it")
