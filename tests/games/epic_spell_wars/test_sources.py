"""Every Source, read off its card: whom it strikes and heals, where it asks, and what it leaves alone."""

import pytest

from service.games.epic_spell_wars.dice_events import PowerRollBegan, RandomFoeRolled
from service.games.epic_spell_wars.events import SpellCardAdded
from tests.games.epic_spell_wars.table import cast

# --- Arcane


def test_beardo_blasty_does_what_the_delivery_says_with_its_own_glyph() -> None:
    turn = cast("beardo_blasty", "impatient", "gore_nado", hp=(20, 20, 10), dice=[6, 4, 1])
    first, second = turn.of(PowerRollBegan)
    assert (first.card, first.text_of, first.glyph, first.targets) == ("beardo_blasty_1", "gore_nado", "arcane", (1,))
    assert (second.card, second.glyph) == ("gore_nado_1", "primal")
    assert turn.hp == (20, 20 - 6 - 1 - 2, 10 - 1)
    assert turn.asked == []


def test_beardo_blasty_without_a_delivery_does_nothing() -> None:
    assert cast("beardo_blasty", "impatient").hp == (20, 19, 19)


def test_beardo_blasty_asks_which_of_two_deliveries() -> None:
    turn = cast(
        "pew_and_pew",
        "fist_o_nature",
        main=["bleemax_brainiac", "beardo_blasty", "wild_magic", "impatient", "cone_of_acid", "chicken"],
        answers=["bleemax_brainiac", "cone_of_acid", "fist_o_nature"],
        dice=[1, 1, 1, 1, 1, 1, 1],
    )
    assert [asked.offered for asked in turn.asked] == [
        ("bleemax_brainiac_1", "beardo_blasty_1"),
        ("fist_o_nature_1", "cone_of_acid_1"),
        ("fist_o_nature_1", "cone_of_acid_1"),
    ]
    assert turn.hp == (20, 17, 18)


def test_bleemax_brainiac_adds_what_shares_a_glyph_and_discards_the_rest() -> None:
    turn = cast("bleemax_brainiac", main=["chicken", "impatient"])
    assert [added.card for added in turn.of(SpellCardAdded)] == ["impatient_1"]
    assert turn.hp == (20, 19, 19)
    assert {"chicken_1", "impatient_1", "bleemax_brainiac_1"} <= {*turn.discard}


@pytest.mark.parametrize(("treasures", "added"), [({0: ["wood_lords_clogs"]}, ["king_oberon_1"]), ({}, [])])
def test_bleemax_brainiac_counts_the_glyph_of_a_treasure(treasures: dict[int, list[str]], added: list[str]) -> None:
    turn = cast("bleemax_brainiac", hp=(10, 20, 20), main=["king_oberon", "wild_magic"], treasures=treasures)
    assert [event.card for event in turn.of(SpellCardAdded)] == added
    assert turn.hp == (10 + 2 * len(added), 20, 20)


def test_professor_presto_strikes_a_random_foe() -> None:
    turn = cast("professor_presto", dice=[4])
    assert turn.hp == (20, 20, 17)
    assert turn.treasures[0] == set()
    [rolled] = turn.of(RandomFoeRolled)
    assert [(share.seat, share.values) for share in rolled.shares] == [(1, (1, 2, 3)), (2, (4, 5, 6))]


def test_professor_presto_needs_no_die_for_a_single_foe() -> None:
    assert cast("professor_presto", hp=(20, 20, 0)).hp == (20, 17, 0)


def test_professor_presto_gains_a_treasure_with_wild_magic() -> None:
    turn = cast("professor_presto", ("wild_magic", "quality"), main=["king_oberon", "impatient"], dice=[4])
    assert turn.hp == (20, 19, 16)
    assert len(turn.treasures[0]) == 1


def test_professor_presto_takes_a_proton_gem_for_wild_magic() -> None:
    turn = cast("professor_presto", ("proton_gem", "quality"), main=["impatient"], dice=[1])
    assert turn.hp == (20, 16, 19)
    assert len(turn.treasures[0]) == 2


def test_sir_lootzor_gives_a_treasure_to_the_caster_and_to_whoever_rolls_a_six() -> None:
    turn = cast("sir_lootzor", treasure_deck=["pumps_of_power", "wood_lords_clogs"], dice=[5, 6])
    assert turn.treasures == ({"pumps_of_power"}, set(), {"wood_lords_clogs"})


@pytest.mark.parametrize(("die", "gained"), [(3, 0), (4, 1), (5, 1)])
def test_sir_lootzor_takes_more_than_six_for_a_six(die: int, gained: int) -> None:
    turn = cast("sir_lootzor", treasures={1: ["lady_lucks_panties"]}, dice=[die, 1])
    assert [len(treasures) for treasures in turn.treasures] == [1, 1 + gained, 0]


# --- Dark


def test_ben_voodoo_deals_each_foe_its_own_roll() -> None:
    turn = cast("ben_voodoo", dice=[3, 5])
    assert (turn.hp, turn.asked) == ((20, 17, 15), [])


def test_ben_voodoo_makes_the_caster_destroy_a_treasure() -> None:
    turn = cast(
        "ben_voodoo",
        treasures={0: ["pumps_of_power", "wood_lords_clogs"], 1: ["demon_shoes"]},
        dice=[1, 1],
        answers=["wood_lords_clogs"],
    )
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, ("pumps_of_power", "wood_lords_clogs"))]
    assert turn.treasures[:2] == ({"pumps_of_power"}, {"demon_shoes"})
    assert turn.state.treasure_discard == ["wood_lords_clogs"]


def test_ben_voodoo_adds_what_a_foe_adds_to_its_die() -> None:
    assert cast("ben_voodoo", treasures={1: ["lady_lucks_panties"]}, dice=[6, 6]).hp == (20, 12, 14)


def test_midnight_merlin_counts_the_living_and_draws_a_dead_wizard_card() -> None:
    turn = cast("midnight_merlin", hp=(20, 18, 19, 0))
    assert turn.hp == (20, 18, 16, 0)
    assert turn.dead_wizards == (1, 0, 0, 0)


def test_midnight_merlin_asks_which_of_the_strongest() -> None:
    turn = cast("midnight_merlin", hp=(20, 18, 18), answers=[2])
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, (1, 2))]
    assert turn.hp == (20, 18, 15)


def test_midnight_merlin_may_draw_a_backlash() -> None:
    turn = cast("midnight_merlin", hp=(20, 19, 18), dead_wizard_deck=["backlash_from_beyond"], answers=[2])
    assert (turn.hp, turn.dead_wizards) == ((20, 16, 16), (0, 0, 0))


@pytest.mark.parametrize(("die", "hp"), [(1, 9), (2, 8), (3, 7), (4, 14), (5, 15), (6, 16)])
def test_old_scratch_hurts_up_to_three_and_heals_from_four_on(die: int, hp: int) -> None:
    assert cast("old_scratch", hp=(10, 20, 20), dice=[die]).hp == (hp, 20, 20)


@pytest.mark.parametrize(("die", "hp"), [(1, 7), (2, 14), (6, 18)])
def test_old_scratch_reads_the_changed_die(die: int, hp: int) -> None:
    turn = cast("old_scratch", hp=(10, 20, 20), treasures={0: ["lady_lucks_panties"]}, dice=[die])
    assert turn.hp == (hp, 20, 20)


def test_death_fairy_strikes_the_foe_that_its_caster_names() -> None:
    turn = cast("death_fairy", hp=(20, 20, 0, 20), answers=[3])
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, (1, 3))]
    assert turn.hp == (20, 20, 0, 18)


def test_death_fairy_strikes_again_as_long_as_it_kills() -> None:
    turn = cast("death_fairy", hp=(20, 2, 1, 3, 20), answers=[1, 2, 3])
    assert [asked.offered for asked in turn.asked] == [(1, 2, 3, 4), (2, 3, 4), (3, 4)]
    assert turn.hp == (20, 0, 0, 1, 20)


def test_death_fairy_ends_with_the_duel() -> None:
    turn = cast("death_fairy", hp=(20, 2, 2), answers=[2], tokens_to_win=1)
    assert (turn.hp, turn.tokens) == ((20, 0, 0), (1, 0, 0))


# --- Elemental


@pytest.mark.parametrize(("option", "hp"), [("left_foe", (20, 17, 20)), ("each_foe", (20, 19, 19))])
def test_magma_gog_asks_how_to_strike(option: str, hp: tuple[int, ...]) -> None:
    turn = cast("magma_gog", answers=[option])
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, ("left_foe", "each_foe"))]
    assert turn.hp == hp


def test_magma_gog_asks_among_two_as_well() -> None:
    assert cast("magma_gog", hp=(20, 20), answers=["left_foe"]).hp == (20, 17)


def test_scorchia_strikes_the_strongest_foe() -> None:
    turn = cast("scorchia", hp=(25, 15, 18))
    assert (turn.hp, turn.asked) == ((25, 15, 15), [])


def test_scorchia_asks_which_of_the_strongest() -> None:
    turn = cast("scorchia", hp=(20, 18, 5, 18), answers=[3])
    assert [asked.offered for asked in turn.asked] == [(1, 3)]
    assert turn.hp == (20, 18, 5, 15)


def test_thai_foon_strikes_those_whose_turn_is_over() -> None:
    turn = cast("thai_foon", hp=(20, 20, 20, 20), waiting={2: ["scorchia", "polished", "chicken"]})
    assert turn.hp == (20, 17, 20, 17)


def test_thai_foon_strikes_nobody_when_it_comes_first() -> None:
    waiting = ["scorchia", "polished", "chicken"]
    assert cast("thai_foon", hp=(20, 20), waiting={1: waiting}).hp == (20, 20)


def test_wyrmtor_strikes_each_foe_for_every_glyph() -> None:
    assert cast("wyrmtor").hp == (20, 19, 19)
    assert cast("wyrmtor", "impatient").hp == (20, 17, 17)


def test_wyrmtor_counts_the_glyph_of_a_treasure_once() -> None:
    assert cast("wyrmtor", treasures={0: ["wood_lords_clogs", "pumps_of_power"]}).hp == (20, 18, 18)


# --- Illusion


def test_pam_and_hecuba_aims_the_delivery_at_each_foe() -> None:
    turn = cast("pam_and_hecuba", "gore_nado", dice=[1])
    assert (turn.hp, turn.asked) == ((20, 18, 18), [])


def test_pam_and_hecuba_does_the_casters_part_once() -> None:
    assert cast("pam_and_hecuba", "death_wish", hp=(20, 20, 20, 20), dice=[6]).hp == (19, 17, 17, 17)


def test_pam_and_hecuba_leaves_a_delivery_for_its_caster_alone() -> None:
    assert cast("pam_and_hecuba", "fountain_of_youth", hp=(10, 10, 10), dice=[6]).hp == (12, 10, 10)


def test_pam_and_hecuba_aims_a_copied_delivery_too() -> None:
    turn = cast("pam_and_hecuba", "disco_mirrored", "gore_nado", answers=["gore_nado"], dice=[1, 1, 1])
    assert [asked.offered for asked in turn.asked] == [("pam_and_hecuba_1", "gore_nado_1")]
    assert turn.hp == (20, 16, 16)


def test_pam_and_hecuba_leaves_a_qualitys_target_alone() -> None:
    assert cast("pam_and_hecuba", "prickly", dice=[1]).hp == (20, 20, 19)


def test_pew_and_pew_adds_sources_and_discards_the_rest() -> None:
    turn = cast(
        "pew_and_pew",
        hp=(10, 20, 20),
        main=["king_oberon", "impatient", "wild_magic", "rose_bottom"],
        answers=["rose_bottom"],
    )
    assert [added.card for added in turn.of(SpellCardAdded)] == ["king_oberon_1", "rose_bottom_1"]
    assert [asked.offered for asked in turn.asked] == [("king_oberon_1", "rose_bottom_1")]
    assert turn.hp == (14, 20, 20)
    assert {"impatient_1", "wild_magic_1"} <= {*turn.discard}


def test_sphinxion_steals_a_treasure_of_the_casters_choice() -> None:
    turn = cast(
        "sphinxion",
        treasures={0: ["demon_shoes"], 1: ["pumps_of_power"], 2: ["wood_lords_clogs", "phister_cannon"]},
        answers=["wood_lords_clogs"],
    )
    assert [asked.seat for asked in turn.asked] == [0]
    assert turn.treasures == ({"demon_shoes", "wood_lords_clogs"}, {"pumps_of_power"}, {"phister_cannon"})


def test_sphinxion_takes_the_only_treasure_unasked_and_nothing_where_there_is_none() -> None:
    turn = cast("sphinxion", treasures={0: ["demon_shoes"], 2: ["pumps_of_power"]})
    assert (turn.asked, turn.treasures) == ([], ({"demon_shoes", "pumps_of_power"}, set(), set()))
    assert cast("sphinxion", treasures={0: ["demon_shoes"]}).treasures == ({"demon_shoes"}, set(), set())


def test_walker_time_ranger_strikes_the_lowest_roll() -> None:
    assert cast("walker_time_ranger", dice=[1, 1, 6]).hp == (20, 17, 20)


def test_walker_time_ranger_strikes_all_who_share_the_lowest_and_its_caster_too() -> None:
    assert cast("walker_time_ranger", dice=[3, 4, 5]).hp == (17, 17, 20)


def test_walker_time_ranger_adds_every_glyph_of_the_spell() -> None:
    assert cast("walker_time_ranger", treasures={0: ["wood_lords_clogs"]}, dice=[1, 3, 4]).hp == (17, 17, 20)


# --- Primal


def test_dr_rooty_bark_heals_the_caster_and_whoever_rolls_a_six() -> None:
    assert cast("dr_rooty_bark", hp=(10, 10, 10), dice=[6, 5]).hp == (13, 13, 10)


def test_dr_rooty_bark_heals_up_to_25() -> None:
    assert cast("dr_rooty_bark", hp=(24, 24, 10), treasures={1: ["lady_lucks_panties"]}, dice=[5, 6]).hp == (25, 25, 13)


def test_king_oberon_heals_two() -> None:
    assert cast("king_oberon", hp=(10, 10, 10)).hp == (12, 10, 10)
    assert cast("king_oberon", hp=(24, 10, 10)).hp == (25, 10, 10)


def test_muzzlesnap_adds_a_die_to_every_power_roll_of_the_round() -> None:
    waiting = {1: ["scorchia", "polished", "snakedance"]}
    turn = cast("muzzlesnap", "prickly", "gore_nado", hp=(20, 20, 10), waiting=waiting, dice=[1] * 8)
    assert turn.hp == (20, 20 - 2, 10 - 1)
    assert len(turn.state.wizards[0].bonus_dice) == 1


def test_rose_bottom_heals_for_every_glyph() -> None:
    assert cast("rose_bottom", hp=(10, 20, 20)).hp == (11, 20, 20)
    assert cast("rose_bottom", "festering", hp=(10, 20, 20), treasures={0: ["pumps_of_power"]}).hp == (13, 20, 20)
