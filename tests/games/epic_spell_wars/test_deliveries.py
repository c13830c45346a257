"""Every Delivery, read off its card: its target, its three bands, where it asks, and what it leaves alone."""

import pytest

from service.games.epic_spell_wars.dice_events import PowerRollBegan, PowerRollFinal
from service.games.epic_spell_wars.events import SpellCardAdded, SpellCardTaken
from tests.games.epic_spell_wars.figures import COMPONENTS
from tests.games.epic_spell_wars.table import Table, cast

LOW, LOW_AT_MOST, MIDDLE, MIDDLE_AT_MOST, HIGH = [1, 1], [1, 3], [1, 4], [4, 5], [4, 6]
CLOGS = {"arcane": "moccasins_of_mana", "dark": "demon_shoes", "elemental": "pumps_of_power"} | {
    "illusion": "tricksters_boots",
    "primal": "wood_lords_clogs",
}
"""The Treasure that counts as one more card of a glyph, so that a Delivery alone rolls two dice."""


def deliver(design: str, dice: list[int], **facts: object) -> Table:
    """Cast a Delivery with two dice."""
    treasures = {**facts.pop("treasures", {}), 0: [CLOGS[COMPONENTS[design].glyph]]}  # type: ignore[dict-item]
    return cast(design, dice=dice, treasures=treasures, **facts)  # type: ignore[arg-type]


PLAIN: list[tuple[str, tuple[int, ...], list[tuple[int, ...]]]] = [
    ("cone_of_acid", (20, 20, 20, 20), [(20, 19, 20, 19), (20, 18, 20, 18), (20, 16, 20, 16)]),
    ("cone_of_acid", (20, 20), [(20, 19), (20, 18), (20, 16)]),
    ("dragon_hoard", (20, 20, 0, 20), [(20, 19, 0, 19), (20, 18, 0, 18), (20, 17, 0, 17)]),
    ("testikill", (5, 20, 10, 11), [(5, 20, 9, 11), (5, 20, 7, 11), (5, 20, 5, 11)]),
    ("death_wish", (20, 20, 20, 20), [(19, 20, 20, 18), (19, 20, 20, 17), (19, 20, 20, 15)]),
    ("exorcism", (20, 20, 20), [(19, 20, 20), (20, 18, 18), (20, 16, 16)]),
    ("mercy_killing", (5, 20, 10, 11), [(5, 20, 8, 11), (5, 20, 7, 11), (5, 20, 6, 11)]),
    ("pact_with_the_devil", (25, 20, 10), [(25, 19, 10), (25, 18, 10), (25, 18, 10)]),
    ("chicken", (25, 10, 20), [(25, 10, 19), (25, 10, 19), (25, 10, 13)]),
    ("lightning_bolt", (20, 20, 0, 20, 20), [(20, 19, 0, 19, 20), (20, 18, 0, 18, 20), (20, 16, 0, 16, 20)]),
    ("lightning_bolt", (20, 20), [(20, 19), (20, 18), (20, 16)]),
    ("meatier_swarm", (15, 16, 15, 25), [(15, 15, 15, 24), (15, 13, 15, 22), (15, 12, 15, 21)]),
    ("meatier_swarm", (20, 20, 19), [(20, 20, 19), (20, 20, 19), (20, 20, 19)]),
    ("nuke_u_lur_meltdown", (20, 10, 20, 10, 10), [(20, 10, 19, 10, 10), (20, 9, 17, 9, 10), (20, 9, 15, 9, 10)]),
    ("nuke_u_lur_meltdown", (20, 20, 10, 10), [(20, 19, 10, 10), (19, 17, 9, 10), (19, 15, 9, 10)]),
    ("nuke_u_lur_meltdown", (20, 20), [(20, 19), (19, 17), (19, 15)]),
    ("phantasmagoons", (20, 20, 20, 0), [(20, 20, 19, 0), (20, 20, 17, 0), (20, 20, 16, 0)]),
    ("vorpal_trap", (20, 0, 20, 20), [(20, 0, 18, 20), (20, 0, 17, 20), (20, 0, 14, 20)]),
    ("fist_o_nature", (20, 0, 20, 20), [(20, 0, 19, 20), (20, 0, 18, 20), (20, 0, 16, 20)]),
    ("fountain_of_youth", (10, 10, 10), [(10, 10, 10), (12, 10, 10), (14, 10, 10)]),
    ("gore_nado", (25, 10, 20), [(25, 10, 18), (25, 10, 17), (25, 10, 14)]),
    ("snakedance", (20, 20, 20, 20), [(20, 19, 20, 19), (20, 18, 20, 18), (20, 16, 20, 16)]),
]


@pytest.mark.parametrize(
    ("design", "hp", "dice", "after"),
    [
        (design, hp, dice, after[band])
        for design, hp, after in PLAIN
        for band, both in enumerate([(LOW, LOW_AT_MOST), (MIDDLE, MIDDLE_AT_MOST), (HIGH, [6, 6])])
        for dice in both
    ],
)
def test_each_band_does_what_is_printed(
    design: str, hp: tuple[int, ...], dice: list[int], after: tuple[int, ...]
) -> None:
    turn = deliver(design, dice, hp=hp)
    assert (turn.hp, turn.asked) == (after, [])
    [final] = turn.of(PowerRollFinal)
    assert (final.card, final.rolled, final.total) == (f"{design}_1", tuple(dice), sum(dice))


@pytest.mark.parametrize("design", ["cone_of_acid", "dragon_hoard", "testikill", "power_vortex"])
@pytest.mark.parametrize(("dice", "gained"), [(LOW, 0), (MIDDLE_AT_MOST, 0), (HIGH, 1)])
def test_arcane_deliveries_gain_a_treasure_from_ten_on(design: str, dice: list[int], gained: int) -> None:
    turn = deliver(design, dice, hp=(20, 10, 20))
    assert [len(treasures) for treasures in turn.treasures] == [1 + gained, 0, 0]


@pytest.mark.parametrize(
    "design", ["chicken", "gore_nado", "nuke_u_lur_meltdown", "pact_with_the_devil", "testikill", "mercy_killing"]
)
def test_of_equal_foes_the_caster_names_the_target(design: str) -> None:
    turn = deliver(design, LOW, hp=(20, 15, 0, 15), answers=[3])
    assert [(asked.seat, asked.kind, asked.offered) for asked in turn.asked] == [(0, "choose_foe", (1, 3))]
    assert turn.of(PowerRollBegan)[0].targets == (3,)
    assert turn.hp[1] == 15
    assert turn.hp[3] < 15


def test_initiatives_are_those_printed() -> None:
    printed = {design: figures.initiative for design, figures in COMPONENTS.items() if figures.type == "delivery"}
    assert sorted(initiative for initiative in printed.values() if initiative) == list(range(1, 21))


# --- Arcane


@pytest.mark.parametrize(("dice", "gained"), [(LOW, 0), (HIGH, 1)])
def test_dragon_hoard_leaves_owners_of_treasures_alone(dice: list[int], gained: int) -> None:
    turn = deliver("dragon_hoard", dice, treasures={1: ["fools_gold"], 2: ["phister_cannon"]}, hp=(20, 10, 10))
    healed = 2 - 2 * gained
    assert turn.hp == (20, 10 + healed, 10)
    assert len(turn.treasures[0]) == 1 + gained


@pytest.mark.parametrize(
    ("dice", "hp", "discards"),
    [(LOW, (20, 20, 20), 1), (MIDDLE, (20, 18, 18), 2), (HIGH, (20, 18, 18), 2)],
)
def test_power_vortex_costs_cards_of_the_casters_choice(dice: list[int], hp: tuple[int, ...], discards: int) -> None:
    named = ["impatient", "wild_magic"][:discards]
    turn = deliver("power_vortex", dice, hands={0: ["impatient", "chicken", "wild_magic"]}, answers=named)
    assert turn.hp == hp
    assert [(asked.seat, asked.kind) for asked in turn.asked] == [(0, "discard_from_hand")] * discards
    assert turn.asked[0].offered is not None
    assert {*turn.asked[0].offered} == {"impatient_1", "chicken_1", "wild_magic_1"}
    assert turn.hands[0] == {"impatient_1", "chicken_1", "wild_magic_1"} - {f"{card}_1" for card in named}


def test_power_vortex_takes_what_there_is() -> None:
    turn = deliver("power_vortex", HIGH, hands={0: ["impatient"]})
    assert (turn.hp, turn.hands[0], turn.asked) == ((20, 18, 18), set(), [])


# --- Dark


@pytest.mark.parametrize(("dice", "hp"), [(LOW, (19, 20, 20)), (MIDDLE, (20, 16, 18)), (HIGH, (20, 12, 16))])
def test_exorcism_strikes_owners_of_tokens_twice_as_hard(dice: list[int], hp: tuple[int, ...]) -> None:
    assert deliver("exorcism", dice, tokens=(1, 1, 0)).hp == hp


def test_pact_with_the_devil_takes_a_waiting_delivery_and_resolves_it() -> None:
    waiting = {1: ["king_oberon", "prickly", "gore_nado"]}
    turn = deliver("pact_with_the_devil", [*HIGH, 1], hp=(20, 20, 10), waiting=waiting)
    assert turn.hp == (20, 20 - 2 - 2, 10)
    assert turn.spells[1] == ["king_oberon_1", "prickly_1"]
    [taken] = turn.of(SpellCardTaken)
    assert (taken.seat, taken.of, taken.card) == (0, 1, "gore_nado_1")
    assert "gore_nado_1" in turn.discard


@pytest.mark.parametrize(
    "spell",
    [
        ["king_oberon", "prickly"],
        ["king_oberon", ("wild_magic", "delivery")],
        ["king_oberon", ("proton_gem", "delivery")],
    ],
)
def test_pact_with_the_devil_takes_nothing_but_a_delivery(spell: list[str]) -> None:
    turn = deliver("pact_with_the_devil", HIGH, hp=(20, 20, 10), waiting={1: spell})
    assert (turn.hp, len(turn.spells[1])) == ((20, 18, 10), 2)


def test_pact_with_the_devil_takes_nothing_below_ten_nor_from_whom_it_slays() -> None:
    waiting = {1: ["king_oberon", "gore_nado"]}
    assert deliver("pact_with_the_devil", MIDDLE, hp=(20, 20, 10), waiting=waiting).spells[1] != []
    turn = deliver("pact_with_the_devil", HIGH, hp=(20, 2, 1), waiting=waiting)
    assert (turn.hp, turn.of(SpellCardTaken)) == ((20, 0, 1), [])


def test_pact_with_the_devil_takes_one_of_each_whom_pam_and_hecuba_aim_it_at() -> None:
    waiting = {1: ["king_oberon", "prickly", "gore_nado"], 2: ["rose_bottom", "thundering", "chicken"]}
    turn = cast(
        "pam_and_hecuba",
        "pact_with_the_devil",
        treasures={0: ["demon_shoes"]},
        waiting=waiting,
        dice=[*HIGH, 1, 1],
        answers=["chicken"],
    )
    assert [taken.of for taken in turn.of(SpellCardTaken)] == [1, 2]
    assert [asked.offered for asked in turn.asked] == [("gore_nado_1", "chicken_1")]
    assert turn.hp == (20, 20 - 2 - 1 - 2, 20 - 2 - 1 - 2)


# --- Elemental


def test_nuke_u_lur_meltdown_adds_up_what_neighbours_take() -> None:
    turn = cast("pam_and_hecuba", "nuke_u_lur_meltdown", hp=(20, 20, 20, 20), dice=[5])
    assert turn.hp == (20 - 2, 20 - 3 - 1, 20 - 3 - 2, 20 - 3 - 1)


def test_nuke_u_lur_meltdown_passes_over_the_dead() -> None:
    assert deliver("nuke_u_lur_meltdown", MIDDLE, hp=(20, 10, 0, 15, 10)).hp == (20, 9, 0, 12, 9)


# --- Illusion


def test_bedazzlement_asks_for_its_target() -> None:
    turn = deliver("bedazzlement", LOW, answers=[2], hands={0: ["impatient"]})
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(0, (1, 2))]
    assert (turn.hp, turn.hand_sizes[0]) == ((20, 20, 19), 1)


def test_bedazzlement_may_add_a_random_card_in_the_middle() -> None:
    hands = {0: ["impatient", "king_oberon", "wild_magic"]}
    turn = deliver("bedazzlement", MIDDLE, answers=[2, "use_it"], hands=hands, picks=["impatient"])
    assert [event.card for event in turn.of(SpellCardAdded)] == ["impatient_1"]
    assert (turn.hp, turn.hand_sizes[0]) == ((20, 19, 18), 2)
    turn = deliver("bedazzlement", MIDDLE, answers=[2, "let_be"], hands=hands)
    assert (turn.hp, turn.hand_sizes[0]) == ((20, 20, 19), 3)


def test_bedazzlement_may_add_a_card_of_choice_from_ten_on() -> None:
    hands = {0: ["impatient", "king_oberon", "wild_magic"]}
    turn = deliver("bedazzlement", HIGH, hp=(10, 20, 20), answers=[2, "king_oberon"], hands=hands)
    assert turn.asked[1].offered is not None
    assert {*turn.asked[1].offered} == {"impatient_1", "king_oberon_1", "let_be"}
    assert (turn.hp, turn.hands[0]) == ((12, 20, 19), {"impatient_1", "wild_magic_1"})
    turn = deliver("bedazzlement", HIGH, hp=(10, 20, 20), answers=[2, "let_be"], hands=hands)
    assert (turn.hp, turn.hand_sizes[0]) == ((10, 20, 19), 3)


@pytest.mark.parametrize("dice", [MIDDLE, HIGH])
def test_bedazzlement_asks_even_if_the_hand_has_nothing_to_add(dice: list[int]) -> None:
    turn = deliver("bedazzlement", dice, answers=[1, "let_be"], hands={0: ["wild_magic"]})
    assert len(turn.asked) == 2
    turn = deliver("bedazzlement", MIDDLE, answers=[1, "use_it"], hands={0: ["wild_magic"]})
    assert (turn.hp, turn.hand_sizes[0]) == ((20, 19, 20), 1)


@pytest.mark.parametrize(("dice", "lost"), [(LOW_AT_MOST, 1), (MIDDLE_AT_MOST, 3)])
def test_brain_suck_strikes_a_foe_of_choice(dice: list[int], lost: int) -> None:
    turn = deliver("brain_suck", dice, treasures={2: ["fools_gold"]}, hp=(20, 20, 10), answers=[1])
    assert [asked.offered for asked in turn.asked] == [(1, 2)]
    assert turn.hp[1] == 20 - lost


def test_brain_suck_may_steal_from_its_target_from_ten_on() -> None:
    treasures = {1: ["phister_cannon"], 2: ["fools_gold", "demon_shoes"]}
    turn = deliver("brain_suck", HIGH, treasures=treasures, answers=[2, "demon_shoes"])
    assert [asked.offered for asked in turn.asked] == [(1, 2), ("fools_gold", "demon_shoes", "let_be")]
    assert turn.hp == (20, 20, 16)
    assert turn.treasures == ({"tricksters_boots", "demon_shoes"}, {"phister_cannon"}, {"fools_gold"})
    turn = deliver("brain_suck", HIGH, treasures=treasures, answers=[1, "let_be"])
    assert (turn.hp, turn.treasures[1]) == ((20, 16, 20), {"phister_cannon"})


def test_brain_suck_leaves_a_placed_proton_gem() -> None:
    waiting = {1: ["scorchia", ("proton_gem", "quality")]}
    turn = deliver("brain_suck", HIGH, hp=(20, 20), waiting=waiting)
    assert (turn.hp, turn.treasures[1]) == ((20, 16), {"proton_gem"})


def test_vorpal_trap_lets_its_target_destroy_a_treasure_or_take_more() -> None:
    treasures = {1: ["fools_gold", "phister_cannon"]}
    turn = deliver("vorpal_trap", HIGH, treasures=treasures, answers=["phister_cannon"])
    assert [(asked.seat, asked.offered) for asked in turn.asked] == [(1, ("fools_gold", "phister_cannon", "let_be"))]
    assert (turn.hp, turn.treasures[1]) == ((20, 17, 20), {"fools_gold"})
    assert turn.state.treasure_discard == ["phister_cannon"]
    turn = deliver("vorpal_trap", HIGH, treasures=treasures, answers=["let_be"])
    assert (turn.hp, turn.treasures[1]) == ((20, 14, 20), {"fools_gold", "phister_cannon"})


def test_vorpal_trap_asks_every_foe_that_pam_and_hecuba_aim_it_at() -> None:
    turn = cast(
        "pam_and_hecuba",
        "vorpal_trap",
        hp=(20, 3, 20, 20),
        treasures={1: ["fools_gold"], 2: ["phister_cannon"], 3: ["demon_shoes"]},
        dice=[4, 6],
        answers=["phister_cannon", "let_be"],
    )
    assert [asked.seat for asked in turn.asked] == [2, 3]
    assert turn.hp == (20, 0, 17, 14)


# --- Primal


def test_snakedance_counts_primal_cards_from_ten_on() -> None:
    assert cast("snakedance", treasures={0: ["big_book_of_awesomeness"]}, dice=[6]).hp == (20, 18, 18)
    assert cast("king_oberon", "prickly", "snakedance", hp=(10, 20, 20), dice=[1, 1, 1, 4, 4, 4]).hp == (12, 14, 13)
