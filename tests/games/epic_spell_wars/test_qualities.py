"""Every Quality, read off its card: whom it strikes and heals, where it asks, and what it leaves alone."""

import pytest

from service.games.epic_spell_wars.dice_events import PowerRollBegan, PowerRollFinal, RandomFoeRolled
from service.games.epic_spell_wars.events import CastingBegan, SpellCardAdded
from tests.games.epic_spell_wars.table import Table, cast

QUIET_SPELL = ["scorchia", "impatient", "chicken"]
ONE, TWO = ("pumps_of_power",), ("pumps_of_power", "wood_lords_clogs")

# --- Arcane


def test_impatient_strikes_each_foe() -> None:
    assert cast("impatient", hp=(20, 20, 0, 5)).hp == (20, 19, 0, 4)


def test_impatient_once_shown_goes_before_smaller_spells() -> None:
    table = Table((10, 10, 0), spells={0: ["king_oberon"], 1: ["rose_bottom", "impatient", "gore_nado"]})
    table.state.wizards[1].spell[1].shown = True
    table.play(dice=[1, 1], phases=2)
    assert [began.seat for began in table.of(CastingBegan)] == [1, 0]


def test_mysterious_counts_glyphs_and_treasures() -> None:
    assert cast("mysterious").hp == (20, 20, 19)
    assert cast("king_oberon", "mysterious", treasures={0: ["phister_cannon", "fools_gold"]}).hp == (22, 20, 16)


def test_mysterious_strikes_the_only_foe() -> None:
    assert cast("mysterious", hp=(20, 20)).hp == (20, 19)


@pytest.mark.parametrize(
    ("dice", "lost", "gained"),
    [([1, 3], 1, 0), ([1, 4], 2, 1), ([3, 6], 2, 1), ([4, 6], 5, 1)],
)
def test_polished_strikes_the_strongest_and_gains_from_five_on(dice: list[int], lost: int, gained: int) -> None:
    turn = cast("sir_lootzor", "polished", hp=(20, 15, 20), dice=[1, 1, *dice])
    assert turn.hp == (20, 15, 20 - lost)
    assert len(turn.treasures[0]) == 1 + gained


def test_polished_asks_for_its_target_before_the_dice_fall() -> None:
    table = Table(spells={0: ["polished"]})
    table.start()
    question = table.question_to(0)
    assert question.decision.kind == "choose_foe"
    table.script(dice=[6])
    table.answer(question, 2)
    table.finish()
    assert table.hp == (20, 20, 18)


def test_two_faced_gives_a_treasure_and_strikes_for_each() -> None:
    turn = cast("two_faced", hp=(20, 20, 0, 20), treasures={3: ONE}, answers=[3])
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, (0, 1, 3))]
    assert turn.hp == (20, 20, 0, 16)
    assert len(turn.treasures[3]) == 2


def test_two_faced_may_name_its_caster() -> None:
    turn = cast("two_faced", answers=[0])
    assert (turn.hp, len(turn.treasures[0])) == ((18, 20, 20), 1)


# --- Dark


@pytest.mark.parametrize(("dice", "hp"), [([4], (20, 20, 18)), ([5], (19, 20, 16)), ([6], (19, 20, 16))])
def test_devilicious_costs_its_caster_from_five_on(dice: list[int], hp: tuple[int, ...]) -> None:
    turn = cast("devilicious", answers=[2], dice=dice)
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, (1, 2))]
    assert turn.hp == hp


def test_devilicious_costs_two_from_ten_on() -> None:
    assert cast("devilicious", treasures={0: ["demon_shoes"]}, answers=[1], dice=[4, 6]).hp == (18, 15, 20)


def test_devilicious_costs_nothing_once_the_duel_is_over() -> None:
    turn = cast("devilicious", hp=(1, 4), dice=[6], tokens_to_win=1)
    assert (turn.hp, turn.tokens, turn.asked) == ((1, 0), (1, 0), [])


def test_festering_discards_the_quality_of_the_strongest_who_waits() -> None:
    waiting = {1: QUIET_SPELL, 2: ["king_oberon", "prickly", "gore_nado"]}
    turn = cast("festering", hp=(20, 15, 18, 20), waiting=waiting)
    assert turn.spells[2] == ["king_oberon_1", "gore_nado_1"]
    assert len(turn.spells[1]) == 3
    assert "prickly_1" in turn.discard


def test_festering_asks_which_of_the_strongest() -> None:
    waiting = {1: ["scorchia", "polished", "chicken"], 2: ["king_oberon", "prickly", "gore_nado"]}
    turn = cast("festering", waiting=waiting, answers=[1])
    assert [asked.offered for asked in turn.asked] == [(1, 2)]
    assert (len(turn.spells[1]), len(turn.spells[2])) == (2, 3)


def test_festering_leaves_a_spell_without_a_quality_as_it_is() -> None:
    turn = cast("festering", hp=(20, 20), waiting={1: ["scorchia", "chicken"]})
    assert turn.spells[1] == ["scorchia_1", "chicken_1"]


def test_festering_takes_wild_magic_for_a_quality() -> None:
    turn = cast("festering", hp=(20, 20), waiting={1: ["scorchia", ("wild_magic", "quality")]})
    assert turn.spells[1] == ["scorchia_1"]
    assert "wild_magic_1" in turn.discard


def test_festering_sends_a_proton_gem_back() -> None:
    turn = cast("festering", hp=(20, 20), waiting={1: ["scorchia", ("proton_gem", "quality")]})
    assert (turn.spells[1], turn.treasures[1]) == (["scorchia_1"], {"proton_gem"})


def test_maggoty_counts_dark_cards() -> None:
    assert cast("maggoty", hp=(20, 15, 20)).hp == (20, 15, 18)
    assert cast("maggoty", hp=(20, 15, 20), treasures={0: ["demon_shoes"]}).hp == (20, 15, 16)


def test_maggoty_asks_which_of_the_strongest() -> None:
    turn = cast("maggoty", answers=[2])
    assert ([asked.offered for asked in turn.asked], turn.hp) == ([(1, 2)], (20, 20, 18))


@pytest.mark.parametrize(("dice", "hp"), [([1, 3], (17, 20, 20)), ([1, 4], (20, 17, 20)), ([4, 6], (20, 15, 20))])
def test_ritualistic_strikes_its_caster_at_four_or_less(dice: list[int], hp: tuple[int, ...]) -> None:
    assert cast("ritualistic", treasures={0: ["demon_shoes"]}, answers=[1], dice=dice).hp == hp


# --- Elemental


def test_delicious_strikes_odd_hp_alone() -> None:
    assert cast("delicious", hp=(19, 19, 18, 1, 20)).hp == (19, 18, 18, 0, 20)
    assert cast("king_oberon", "delicious", hp=(20, 19, 18)).hp == (22, 17, 18)


def test_dicey_strikes_whose_die_shows_one_of_the_casters() -> None:
    assert cast("dicey", hp=(20, 20, 20, 20), dice=[2, 5, 2, 3, 5]).hp == (20, 18, 20, 15)


def test_dicey_changes_a_foes_single_die_and_not_the_casters_two() -> None:
    treasures = {0: ["lady_lucks_panties"]}
    assert cast("dicey", treasures=treasures, dice=[2, 5, 4, 5]).hp == (20, 20, 15)
    treasures = {1: ["lady_lucks_panties"]}
    assert cast("dicey", treasures=treasures, dice=[2, 5, 3, 4]).hp == (20, 15, 20)


@pytest.mark.parametrize(("dice", "hp"), [([1, 3], (20, 19, 20)), ([1, 4], (19, 17, 20))])
def test_explodifying_costs_its_caster_in_the_middle(dice: list[int], hp: tuple[int, ...]) -> None:
    turn = cast("explodifying", treasures={0: ONE, 1: ["demon_shoes"]}, answers=[1], dice=dice)
    assert (turn.hp, turn.treasures[1]) == (hp, {"demon_shoes"})


def test_explodifying_destroys_a_treasure_from_ten_on() -> None:
    turn = cast(
        "explodifying",
        treasures={0: ONE, 1: ["demon_shoes", "fools_gold"], 2: ["phister_cannon"]},
        answers=[1, "fools_gold"],
        dice=[4, 6],
    )
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, (1, 2)), (0, ("demon_shoes", "fools_gold"))]
    assert turn.hp == (20, 16, 20)
    assert turn.treasures == ({*ONE}, {"demon_shoes"}, {"phister_cannon"})


def test_explodifying_destroys_nothing_where_there_is_nothing() -> None:
    assert cast("explodifying", hp=(20, 20), treasures={0: ONE}, dice=[4, 6]).hp == (20, 16)


def test_inferno_tastic_counts_elemental_cards() -> None:
    assert cast("inferno_tastic").hp == (20, 19, 19)
    assert cast("inferno_tastic", treasures={0: ONE}).hp == (20, 18, 18)


# --- Illusion


def test_ballsy_lets_its_neighbours_give_a_treasure_or_take_damage() -> None:
    turn = cast(
        "ballsy",
        hp=(20, 20, 20, 20),
        treasures={1: TWO, 2: ["fools_gold"], 3: ["demon_shoes"]},
        answers=["wood_lords_clogs", "let_be"],
    )
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [
        (1, ("pumps_of_power", "wood_lords_clogs", "let_be")),
        (3, ("demon_shoes", "let_be")),
    ]
    assert turn.hp == (20, 20, 20, 17)
    assert turn.treasures == ({"wood_lords_clogs"}, {"pumps_of_power"}, {"fools_gold"}, {"demon_shoes"})


def test_ballsy_strikes_who_has_no_treasure_and_asks_the_only_foe_once() -> None:
    assert cast("ballsy").hp == (20, 17, 17)
    assert cast("ballsy", hp=(20, 20)).hp == (20, 17)
    turn = cast("ballsy", hp=(20, 20), treasures={1: TWO}, answers=["pumps_of_power"])
    assert (turn.hp, turn.treasures) == ((20, 20), ({"pumps_of_power"}, {"wood_lords_clogs"}))


def test_cat_a_strophic_pays_the_highest_and_strikes_the_rest() -> None:
    turn = cast("cat_a_strophic", dice=[3, 6, 2])
    assert turn.hp == (20 - 5, 20, 18)
    assert [len(treasures) for treasures in turn.treasures] == [0, 1, 0]


def test_cat_a_strophic_pays_all_who_share_the_highest() -> None:
    turn = cast("cat_a_strophic", hp=(20, 20, 20, 0), dice=[4, 6, 5])
    assert turn.hp == (20, 20, 15, 0)
    assert [len(treasures) for treasures in turn.treasures] == [1, 1, 0, 0]


def test_disco_mirrored_does_what_a_card_of_the_spell_says_with_its_own_glyph() -> None:
    turn = cast("king_oberon", "disco_mirrored", "gore_nado", hp=(10, 20, 15), answers=["gore_nado"], dice=[6, 1, 1])
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, ("king_oberon_1", "gore_nado_1"))]
    assert [(roll.card, roll.glyph) for roll in turn.of(PowerRollBegan)] == [
        ("disco_mirrored_1", "illusion"),
        ("gore_nado_1", "primal"),
    ]
    assert turn.hp == (12, 15, 15)


def test_disco_mirrored_copies_the_only_card_unasked_and_nothing_where_there_is_none() -> None:
    turn = cast("king_oberon", "disco_mirrored", hp=(10, 20, 20))
    assert (turn.hp, turn.asked) == ((14, 20, 20), [])
    assert cast("disco_mirrored").hp == (20, 20, 20)


def test_disco_mirrored_may_copy_a_card_that_copies() -> None:
    turn = cast(
        "beardo_blasty", "disco_mirrored", "gore_nado", hp=(20, 20, 10), answers=["beardo_blasty"], dice=[1, 5, 1]
    )
    assert turn.hp == (20, 13, 10)


def test_mind_altering_strikes_a_random_foe_and_both_gain_a_treasure() -> None:
    turn = cast("mind_altering", treasure_deck=["pumps_of_power", "demon_shoes"], dice=[6])
    assert turn.hp == (20, 20, 17)
    assert turn.treasures == ({"pumps_of_power"}, set(), {"demon_shoes"})


def test_mind_altering_gives_nothing_to_the_foe_it_slays() -> None:
    turn = cast("mind_altering", hp=(20, 3, 20), treasure_deck=["pumps_of_power", "demon_shoes"], dice=[1])
    assert turn.treasures == ({"pumps_of_power"}, set(), set())


# --- Primal


def test_boulder_iffic_rolls_on_to_the_left() -> None:
    assert cast("boulder_iffic", hp=(20, 20, 0, 20, 20, 20)).hp == (20, 19, 0, 18, 17, 16)


@pytest.mark.parametrize(("hp", "added"), [((8, 20, 20), 1), ((8, 10, 20), 1), ((8, 9, 20), 0)])
def test_mighty_gro_adds_a_random_card_of_the_hand_to_the_weakest(hp: tuple[int, ...], added: int) -> None:
    turn = cast(
        "mighty_gro",
        hp=hp,
        hands={0: ["impatient", "wild_magic", "king_oberon"]},
        picks=["king_oberon"] * added,
    )
    assert [event.card for event in turn.of(SpellCardAdded)] == ["king_oberon_1"] * added
    assert turn.hp == (10 + 2 * added, *hp[1:])


def test_mighty_gro_finds_nothing_in_a_hand_of_wild_magic() -> None:
    assert cast("mighty_gro", hp=(8, 20, 20), hands={0: ["wild_magic"]}).hand_sizes == (1, 0, 0)


@pytest.mark.parametrize(("dice", "hp"), [([1, 3], (10, 20, 19)), ([1, 4], (11, 20, 19)), ([4, 6], (13, 20, 17))])
def test_prickly_strikes_to_the_right_and_heals(dice: list[int], hp: tuple[int, ...]) -> None:
    turn = cast("prickly", hp=(10, 20, 20), treasures={0: ["wood_lords_clogs"]}, dice=dice)
    assert (turn.hp, turn.asked) == (hp, [])
    [final] = turn.of(PowerRollFinal)
    assert (final.rolled, final.total) == (tuple(dice), sum(dice))


def test_thundering_picks_a_foe_anew_for_every_glyph() -> None:
    turn = cast("beardo_blasty", "thundering", dice=[1, 6])
    assert turn.hp == (20, 18, 18)
    assert [rolled.target for rolled in turn.of(RandomFoeRolled)] == [1, 2]


def test_thundering_ends_with_the_duel() -> None:
    turn = cast("beardo_blasty", "thundering", hp=(20, 2), tokens_to_win=1)
    assert (turn.hp, turn.tokens) == ((20, 0), (1, 0))
