"""A turn's beginning: the spell is shown, its Wild Magic replaced, its name read."""

import pytest

from tests.games.epic_spell_wars.figures import COMPONENTS, HEROES
from tests.games.epic_spell_wars.table import Table, cast
from tests.rules import rule


def name_read(turn: Table) -> str:
    [event] = [event for event in turn.events if event.kind == "spell_named"]
    assert event.seat == 0
    name: str = event.name
    return name


def turned_up(turn: Table) -> list[tuple[str, ...]]:
    """The cards of each search of the main deck."""
    return [event.cards for event in turn.events if event.kind == "main_deck_revealed"]


def resolved(turn: Table) -> list[str]:
    return [event.card for event in turn.events if event.kind == "component_resolves"]


@rule("ES-060", "ES-004", "ES-032", "ES-033", "ES-034")
def test_the_name_is_read_source_quality_delivery_before_anything_acts() -> None:
    turn = cast("fist_o_nature", "delicious", "king_oberon", dice=[1, 1])
    name = name_read(turn)
    source, quality, delivery = (COMPONENTS[card].name for card in ("king_oberon", "delicious", "fist_o_nature"))
    assert name.startswith(source)
    assert name.endswith(delivery)
    assert name.index(source) < name.index(quality) < name.index(delivery)
    kinds = turn.kinds
    assert kinds.index("spell_shown") < kinds.index("spell_named") < kinds.index("component_resolves")


@rule("ES-061")
def test_nobody_is_asked_to_read_it() -> None:
    assert cast("king_oberon", "delicious").asked == []


@rule("ES-062")
def test_a_name_without_a_source_begins_with_the_hero() -> None:
    turn = cast("delicious", "fist_o_nature", dice=[1])
    assert name_read(turn).startswith(HEROES[turn.state.wizards[0].hero].split()[0])
    assert name_read(turn).endswith(COMPONENTS["fist_o_nature"].name)


@rule("ES-063")
def test_a_name_without_a_quality_has_no_middle() -> None:
    turn = cast("king_oberon", "fist_o_nature", dice=[1, 1])
    assert name_read(turn) == f"{COMPONENTS['king_oberon'].name} {COMPONENTS['fist_o_nature'].name}"


@rule("ES-064")
def test_a_name_without_a_delivery_ends_in_some_magical_word() -> None:
    start = f"{COMPONENTS['king_oberon'].name} {COMPONENTS['delicious'].name} "
    name = name_read(cast("king_oberon", "delicious"))
    assert name.startswith(start)
    ending = name.removeprefix(start)
    assert ending.strip()
    assert ending not in {figures.name for figures in COMPONENTS.values()}


@rule("ES-059")
def test_a_spell_is_shown_in_its_own_turn_and_no_other() -> None:
    table = Table(spells={0: ["king_oberon"], 1: ["rose_bottom", "snakedance"]})
    for audience in (0, 2, None):
        assert "rose_bottom_1" not in str(table.seen_by(audience))
    table.play()
    [shown] = [event for event in table.events if event.kind == "spell_shown"]
    assert [card.card for card in shown.spell] == ["king_oberon_1"]
    for audience in (0, 2, None):
        assert "rose_bottom_1" not in str(table.seen_by(audience))
        assert "rose_bottom_1" not in str(table.heard_by(audience))
    table.play(dice=[1, 1])
    for audience in table.audiences:
        assert "rose_bottom_1" in str(table.heard_by(audience))


@rule("ES-101", "ES-102", "ES-103")
def test_wild_magic_turns_cards_up_until_one_of_its_type_comes() -> None:
    turn = cast(
        "king_oberon",
        ("wild_magic", "quality"),
        "fist_o_nature",
        main=["rose_bottom", "snakedance", "delicious", "scorchia"],
        dice=[1, 1],
    )
    assert turned_up(turn) == [("rose_bottom_1", "snakedance_1", "delicious_1")]
    assert resolved(turn) == ["king_oberon_1", "delicious_1", "fist_o_nature_1"]
    found = {"rose_bottom_1", "snakedance_1", "wild_magic_1"}
    assert {*turn.discard} == found | {"king_oberon_1", "delicious_1", "fist_o_nature_1"}
    assert turn.state.main_deck[-1] == "scorchia_1"


@rule("ES-103")
def test_what_was_turned_up_is_discarded_before_the_spell_acts() -> None:
    turn = cast(("wild_magic", "source"), main=["delicious", "snakedance", "king_oberon"])
    first = next(at for at, event in enumerate(turn.events) if event.kind == "component_resolves")
    gone = [card for event in turn.events[:first] if event.kind == "spell_cards_discarded" for card in event.cards]
    assert sorted(gone) == ["delicious_1", "snakedance_1", "wild_magic_1"]


@rule("ES-103", "ES-099")
def test_a_wild_magic_that_is_turned_up_is_no_card_of_any_type() -> None:
    turn = cast(("wild_magic", "source"), main=["wild_magic", "king_oberon"])
    assert turned_up(turn) == [("wild_magic_2", "king_oberon_1")]
    assert resolved(turn) == ["king_oberon_1"]
    assert {"wild_magic_1", "wild_magic_2"} <= {*turn.discard}


@rule("ES-104")
def test_three_wild_magics_are_replaced_source_first_each_from_where_the_last_search_ended() -> None:
    turn = cast(
        ("wild_magic", "delivery"),
        ("wild_magic", "source"),
        ("wild_magic", "quality"),
        main=["delicious", "king_oberon", "fist_o_nature", "mighty_gro", "rose_bottom", "snakedance"],
        dice=[1, 1, 1],
    )
    assert turned_up(turn) == [
        ("delicious_1", "king_oberon_1"),
        ("fist_o_nature_1", "mighty_gro_1"),
        ("rose_bottom_1", "snakedance_1"),
    ]
    assert resolved(turn) == ["king_oberon_1", "mighty_gro_1", "snakedance_1"]


@rule("ES-105")
def test_name_and_effects_come_after_every_search() -> None:
    turn = cast(("wild_magic", "source"), ("wild_magic", "quality"), main=["king_oberon", "delicious"])
    kinds = turn.kinds
    last = len(kinds) - 1 - kinds[::-1].index("main_deck_revealed")
    assert last < kinds.index("spell_named") < kinds.index("component_resolves")
    assert name_read(turn).startswith(f"{COMPONENTS['king_oberon'].name} {COMPONENTS['delicious'].name}")


@rule("ES-106")
def test_a_delivery_that_is_found_changes_no_order() -> None:
    table = Table(
        (20, 18),
        spells={0: ["king_oberon", ("wild_magic", "delivery")], 1: ["king_oberon", "snakedance"]},
        main=["meatier_swarm"],
    )
    table.play(dice=[1, 1]).play(dice=[1])
    assert [event.seat for event in table.events if event.kind == "casting_began"] == [1, 0]
    assert [event.initiative for event in table.events if event.kind == "initiative_announced"] == [0, 1]


@rule("ES-101", "ES-134")
def test_a_search_goes_on_in_the_discard_pile_when_the_deck_has_run_out() -> None:
    turn = cast(("wild_magic", "source"), main=["delicious"], only=True)
    assert turn.chance.shuffled == [128 - 2]
    assert turned_up(turn)[0][0] == "delicious_1"
    assert len(resolved(turn)) == 1


@pytest.mark.parametrize("slot", ["source", "quality", "delivery"])
def test_a_wild_magic_that_finds_nothing_leaves_its_slot_empty(slot: str) -> None:
    table = Table(spells={0: [(("wild_magic"), slot)]}, main=["wild_magic"], only=True)  # type: ignore[list-item]
    # Every component lies in the hand of a wizard who has acted, so that neither deck nor discard pile has one.
    table.state.wizards[1].hand += table.state.main_discard
    table.state.main_discard.clear()
    table.play()
    assert resolved(table) == []
    assert sorted(table.discard) == ["wild_magic_1", "wild_magic_2"]


def test_what_happens_at_the_start_of_a_turn_happens_in_this_order() -> None:
    table = Table(
        (10, 20, 20),
        spells={0: [("wild_magic", "source")]},
        hands={0: ["impatient"], 1: ["king_oberon"]},
        treasures={0: ["plink_cannon", "lady_lucks_garters", "jokers_wild_codpiece"], 1: ["double_downer"]},
        main=["king_oberon"],
        treasure_deck=["fools_gold"],
    )
    table.play(answers=["king_oberon"])
    told = [(event.kind, getattr(event, "by", "")) for event in table.events]
    wanted = [
        ("casting_began", ""),
        ("wizards_damaged", "plink_cannon"),
        ("spell_shown", ""),
        ("main_deck_revealed", "wild_magic_1"),
        ("spell_named", ""),
        ("wizard_healed", "jokers_wild_codpiece"),
        ("treasure_gained", "jokers_wild_codpiece"),
        ("spell_card_added", "lady_lucks_garters"),
        ("asked", ""),
        ("wizards_damaged", "double_downer"),
        ("wizard_healed", "double_downer"),
        ("component_resolves", ""),
    ]
    places = [told.index(one) for one in wanted]
    assert places == sorted(places)
    # 10 + 2 - 2 and King Oberon's 2; Plink Cannon's 1, the Downer's 2 healed and Impatient's 1.
    assert table.hp == (12, 20, 19)


def test_a_wizard_who_dies_at_the_start_of_a_turn_casts_nothing() -> None:
    table = Table(
        (2, 20, 20),
        spells={0: ["impatient", "wyrmtor"]},
        hands={1: ["wyrmtor"]},
        treasures={1: ["double_downer"]},
    )
    table.play(answers=["wyrmtor"])
    assert resolved(table) == []
    assert table.hp == (0, 22, 20)


@rule("ES-102")
def test_everybody_sees_the_card_that_was_found() -> None:
    table = Table(spells={0: [("wild_magic", "source")]}, main=["magma_gog"])
    table.start()
    assert table.question_to(0).decision.kind == "choose_effect"
    for audience in table.audiences:
        view = table.seen_by(audience)
        assert [(card.card, card.slot) for card in view.wizards[0].spell] == [("magma_gog_1", "source")]
        assert view.caster == 0


@rule("ES-060")
def test_the_name_stands_in_the_view_while_the_spell_is_cast_and_no_other_does() -> None:
    table = Table(spells={0: ["magma_gog"], 1: ["king_oberon", "delicious"]})
    assert [wizard.spell_name for wizard in table.seen_by(None).wizards] == [None] * 3
    table.start()
    for audience in table.audiences:
        names = [wizard.spell_name for wizard in table.seen_by(audience).wizards]
        assert names == [name_read(table), None, None]


def test_no_name_is_seen_before_the_spell_is_shown() -> None:
    # Plink Cannon kills to the left, and the Backlash asks its victim while the spell still lies face down.
    table = Table(
        (20, 1, 20),
        spells={0: ["magma_gog"]},
        treasures={0: ["plink_cannon"]},
        dead_wizard_deck=["backlash_from_beyond"],
    )
    table.start()
    assert table.question_to(1).decision.kind == "choose_foe"
    for audience in table.audiences:
        view = table.seen_by(audience)
        assert [wizard.spell_name for wizard in view.wizards] == [None] * 3
        assert [card.card for card in view.wizards[0].spell] == ["magma_gog_1"] * (audience == 0)
