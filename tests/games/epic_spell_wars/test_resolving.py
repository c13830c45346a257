"""How the cards of a spell act, one after the other, and how others join them."""

import pytest

from service.games.epic_spell_wars.decisions import NameSpellCard
from tests.games.epic_spell_wars.scripts import Asked
from tests.games.epic_spell_wars.table import Table, cast
from tests.rules import rule


def resolved(turn: Table) -> list[str]:
    return [event.card for event in turn.events if event.kind == "component_resolves"]


@rule("ES-065", "ES-004", "ES-039")
def test_source_then_quality_then_delivery() -> None:
    # Healed to 22 the caster is even and hits two odd foes with Delicious; then Meatier Swarm finds nobody stronger.
    turn = cast("meatier_swarm", "delicious", "king_oberon", hp=(20, 21, 21), dice=[1, 1])
    assert resolved(turn) == ["king_oberon_1", "delicious_1", "meatier_swarm_1"]
    assert turn.hp == (22, 19, 19)


@rule("ES-066")
@pytest.mark.parametrize(
    ("spell", "dice", "hp"),
    [
        (["king_oberon", "fist_o_nature"], [1, 1], (22, 19, 20)),
        (["king_oberon", "inferno_tastic"], [], (22, 19, 19)),
        (["inferno_tastic", "fist_o_nature"], [1], (20, 18, 19)),
        (["king_oberon"], [], (22, 20, 20)),
        (["inferno_tastic"], [], (20, 19, 19)),
        (["fist_o_nature"], [1], (20, 19, 20)),
    ],
)
def test_what_is_missing_is_passed_over(spell: list[str], dice: list[int], hp: tuple[int, ...]) -> None:
    turn = cast(*spell, dice=dice)
    assert resolved(turn) == [f"{card}_1" for card in spell]
    assert turn.hp == hp


@pytest.mark.parametrize(
    ("card", "hp", "dice"),
    [
        pytest.param("impatient", (20, 19, 19), [], marks=rule("ES-069")),
        pytest.param("death_wish", (19, 20, 18), [1], marks=rule("ES-070")),
        pytest.param("inferno_tastic", (20, 19, 19), [], marks=rule("ES-071")),
        pytest.param("phantasmagoons", (20, 20, 19), [1], marks=rule("ES-072")),
        pytest.param("king_oberon", (22, 20, 20), [], marks=rule("ES-073")),
    ],
)
def test_a_glyph_does_nothing_of_its_own(card: str, hp: tuple[int, ...], dice: list[int]) -> None:
    turn = cast(card, hands={1: ["scorchia"], 2: ["scorchia"]}, dice=dice)
    assert turn.hp == hp
    assert turn.treasures == (set(), set(), set())
    assert turn.hand_sizes == (0, 1, 1)
    assert turn.dead_wizards == (0, 0, 0)
    assert turn.asked == []


@rule("ES-094", "ES-095", "ES-096", "ES-097")
@pytest.mark.parametrize("first", ["delicious", "mysterious"])
def test_an_added_card_joins_those_of_its_type_and_the_caster_picks_the_order(first: str) -> None:
    table = Table((20, 19, 19), spells={0: ["bleemax_brainiac", "delicious"]}, main=["mysterious", "fist_o_nature"])
    table.start()
    [added] = [event for event in table.events if event.kind == "spell_card_added"]
    assert (added.card, added.slot) == ("mysterious_1", "quality")
    spell = table.seen_by(None).wizards[0].spell
    assert [(card.card, card.slot) for card in spell] == [
        ("bleemax_brainiac_1", "source"),
        ("delicious_1", "quality"),
        ("mysterious_1", "quality"),
    ]
    question = table.question_to(0)
    assert [choice.card for choice in question.decision.choices.listed() or ()] == ["delicious_1", "mysterious_1"]
    refusal = table.refused(question, NameSpellCard("bleemax_brainiac_1"))
    assert (refusal.rule, refusal.pointer) == ("ES-097", "/choice/card")
    table.answer(question, first)
    table.finish()
    other = {"delicious": "mysterious", "mysterious": "delicious"}[first]
    assert resolved(table) == ["bleemax_brainiac_1", f"{first}_1", f"{other}_1"]
    assert table.hp == {"delicious": (20, 17, 15), "mysterious": (20, 17, 15)}[first]


@rule("ES-097")
def test_an_added_source_acts_next_after_the_source_that_added_it() -> None:
    turn = cast(
        "pew_and_pew",
        "inferno_tastic",
        main=["king_oberon", "rose_bottom", "delicious", "wild_magic"],
        answers=["rose_bottom"],
    )
    assert turn.asked == [Asked(0, "resolve_next", ("king_oberon_1", "rose_bottom_1"))]
    assert resolved(turn) == ["pew_and_pew_1", "rose_bottom_1", "king_oberon_1", "inferno_tastic_1"]
    assert turn.hp == (25, 19, 19)
    assert {"delicious_1", "wild_magic_1"} <= {*turn.discard}


@rule("ES-097")
def test_of_three_unresolved_cards_the_caster_picks_one_at_a_time() -> None:
    turn = cast(
        "pew_and_pew",
        main=["king_oberon", "rose_bottom", "wyrmtor", "delicious"],
        answers=["wyrmtor", "king_oberon"],
    )
    assert [asked.offered for asked in turn.asked] == [
        ("king_oberon_1", "rose_bottom_1", "wyrmtor_1"),
        ("king_oberon_1", "rose_bottom_1"),
    ]
    assert resolved(turn) == ["pew_and_pew_1", "wyrmtor_1", "king_oberon_1", "rose_bottom_1"]


@rule("ES-097")
def test_a_source_that_joins_late_acts_next() -> None:
    # Bedazzlement, a Delivery, lets a card of the hand join: a Source acts, though its time seemed over.
    turn = cast(
        "bedazzlement",
        hands={0: ["king_oberon"]},
        treasures={0: ["tricksters_boots"]},
        dice=[4, 6],
        answers=[1, "king_oberon"],
    )
    assert resolved(turn) == ["bedazzlement_1", "king_oberon_1"]
    assert turn.hp == (22, 19, 20)
    assert turn.hand_sizes == (0, 0, 0)


@rule("ES-098")
def test_an_added_card_counts_for_dice_and_glyphs_and_acts() -> None:
    turn = cast(
        "bleemax_brainiac",
        "polished",
        hp=(20, 20, 25),
        main=["impatient", "testikill"],
        dice=[1] * 8,
        answers=["polished"],
    )
    rolls = [event for event in turn.events if event.kind == "power_roll_final"]
    assert [len(roll.rolled) for roll in rolls] == [4, 4]
    assert resolved(turn) == ["bleemax_brainiac_1", "polished_1", "impatient_1", "testikill_1"]


@rule("ES-130")
def test_a_spell_that_is_done_is_discarded_whole_and_treasures_stay() -> None:
    table = Table(
        spells={0: ["bleemax_brainiac", "impatient"], 1: ["king_oberon", "mighty_gro", "snakedance"]},
        main=["testikill", "snakedance"],
        treasures={0: ["plink_cannon"]},
    )
    table.play(dice=[1, 1, 1])
    assert table.spells == ([], ["king_oberon_1", "mighty_gro_1", "snakedance_1"], [])
    assert sorted(table.discard) == ["bleemax_brainiac_1", "impatient_1", "snakedance_2", "testikill_1"]
    assert table.treasures == ({"plink_cannon"}, set(), set())
    table.play(dice=[1, 1, 1])
    assert [event.seat for event in table.events if event.kind == "casting_began"] == [0, 1]


@rule("ES-107", "ES-108")
def test_a_treasure_gained_lies_before_its_owner_for_all_to_see() -> None:
    turn = cast("sir_lootzor", hands={0: ["scorchia"] * 2}, treasure_deck=["fools_gold"], dice=[1, 1])
    assert turn.treasures == ({"fools_gold"}, set(), set())
    assert turn.hand_sizes == (2, 0, 0)
    assert len(turn.state.treasure_deck) == 24
    for audience in turn.audiences:
        view = turn.seen_by(audience)
        assert view.wizards[0].treasures == ("fools_gold",)
        assert view.treasure_deck_size == 24
        assert "fools_gold" in str(turn.heard_by(audience))


@rule("ES-108")
def test_a_treasure_is_no_card_of_the_eight() -> None:
    table = Table(treasures={0: ["fools_gold", "plink_cannon"]}, phase="round_start", round=0)
    while table.hand_sizes != (8, 8, 8):
        table.start()
        table.finish()
    assert table.treasures[0] == {"fools_gold", "plink_cannon"}


@rule("ES-109")
def test_a_stolen_treasure_is_the_same_card_before_another_wizard() -> None:
    turn = cast("sphinxion", treasures={1: ["fools_gold"], 2: ["plink_cannon"]}, answers=["plink_cannon"])
    assert turn.treasures == ({"plink_cannon"}, {"fools_gold"}, set())
    assert len(turn.state.treasure_deck) == 23
    assert turn.state.treasure_discard == []
