"""Sealed spells: what may be placed, what is refused and why, and what others may know meanwhile."""

import pytest

from service.games.epic_spell_wars.cards import ComponentType
from service.games.epic_spell_wars.placing import PlacedCard, PlacedSpell, PlaceSpell
from service.games.kernel.chance import SeededChance
from tests.games.epic_spell_wars.table import Table
from tests.rules import rule

HAND = (
    "king_oberon", "scorchia", "delicious", "mysterious", "snakedance", "fist_o_nature", "wild_magic", "wild_magic",
)  # fmt: skip
LEGAL = [
    ("king_oberon",),
    ("delicious",),
    ("snakedance",),
    ("king_oberon", "delicious"),
    ("delicious", "snakedance"),
    ("king_oberon", "snakedance"),
    ("king_oberon", "delicious", "snakedance"),
]
Card = str | tuple[str, ComponentType]


def placing(hp: tuple[int, ...] = (20, 20, 20), **facts: object) -> Table:
    """A round in which seat 0 has a known hand, and the others a single card each."""
    hands: dict[int, tuple[str, ...]] = {0: HAND, 1: ("rose_bottom",), 2: ("rose_bottom",)}
    hands = {seat: hand for seat, hand in hands.items() if hp[seat]}
    table = Table(hp, phase="placing", hands=hands, **facts)  # type: ignore[arg-type]
    table.start()
    return table


def refusal(cards: tuple[Card, ...], **facts: object) -> tuple[str, str]:
    """The rule by which a spell is refused, and where the fault lies."""
    table = placing(**facts)  # type: ignore[arg-type]
    refused = table.refused(table.question_to(0), table.spell_of(0, *cards))
    assert refused.detail
    return refused.rule, refused.pointer


@rule("ES-002", "ES-036", "ES-038", "ES-043", "ES-026")
@pytest.mark.parametrize("cards", LEGAL)
def test_every_set_of_types_makes_a_spell_that_leaves_the_hand(cards: tuple[str, ...]) -> None:
    table = placing()
    table.place({0: cards})
    wizard = table.state.wizards[0]
    assert [row.card for row in wizard.spell] == [f"{card}_1" for card in cards]
    assert not any(row.shown for row in wizard.spell)
    assert len(wizard.hand) == 8 - len(cards)
    assert not {*wizard.hand} & {row.card for row in wizard.spell}


@rule("ES-036", "ES-043")
def test_three_placed_of_eight_leave_five() -> None:
    table = placing().place({0: LEGAL[-1]})
    assert table.hand_sizes[0] == 5
    assert table.hands[0] == {
        "scorchia_1", "mysterious_1", "fist_o_nature_1", "wild_magic_1", "wild_magic_2",
    }  # fmt: skip


@rule("ES-039")
def test_cards_named_in_any_order_lie_source_quality_delivery() -> None:
    table = placing().place({0: ("snakedance", "king_oberon", "delicious")})
    assert table.spells[0] == ["king_oberon_1", "delicious_1", "snakedance_1"]


@rule("ES-036")
def test_no_card_and_four_cards_are_refused() -> None:
    assert refusal(()) == ("ES-036", "/choice/cards")
    four: tuple[Card, ...] = ("king_oberon", "delicious", "snakedance", ("wild_magic", "source"))
    assert refusal(four) == ("ES-036", "/choice/cards")


@rule("ES-037", "ES-040", "ES-041")
@pytest.mark.parametrize(
    ("cards", "where"),
    [
        (("king_oberon", "scorchia"), "/choice/cards/1"),
        (("delicious", "mysterious"), "/choice/cards/1"),
        (("snakedance", "fist_o_nature"), "/choice/cards/1"),
        (("king_oberon", "delicious", "mysterious"), "/choice/cards/2"),
        (("delicious", "mysterious", "king_oberon"), "/choice/cards/1"),
    ],
)
def test_a_second_component_of_a_type_is_refused_and_pointed_at(cards: tuple[str, ...], where: str) -> None:
    assert refusal(cards) == ("ES-037", where)


@rule("ES-040")
def test_all_three_and_a_second_delivery_are_refused() -> None:
    cards = ("king_oberon", "delicious", "snakedance", "fist_o_nature")
    assert refusal(cards) == ("ES-036", "/choice/cards")


@rule("ES-043")
def test_a_card_of_another_hand_is_refused_by_name() -> None:
    table = placing()
    refused = table.refused(
        table.question_to(0), PlacedSpell((PlacedCard("king_oberon_1"), PlacedCard("rose_bottom_2")))
    )
    assert (refused.rule, refused.pointer) == ("ES-043", "/choice/cards/1/card")
    assert "rose_bottom_2" in refused.detail


@rule("ES-043")
@pytest.mark.parametrize("card", ["no_such_card", "king_oberon", "fools_gold", "proton_gem"])
def test_what_is_no_card_of_the_hand_is_refused(card: str) -> None:
    table = placing(treasures={1: ["proton_gem"], 0: ["fools_gold"]})
    refused = table.refused(table.question_to(0), PlacedSpell((PlacedCard(card, "source"),)))
    assert (refused.rule, refused.pointer) == ("ES-043", "/choice/cards/0/card")


def test_a_refusal_repeats_no_page_of_what_was_sent() -> None:
    table = placing()
    refused = table.refused(table.question_to(0), PlacedSpell((PlacedCard("x" * 5000, "source"),)))
    assert refused.detail.endswith(f"This is '{'x' * 40}...'.")


@rule("ES-043")
def test_one_card_twice_is_refused() -> None:
    wild = (PlacedCard("wild_magic_1", "source"), PlacedCard("wild_magic_1", "quality"))
    table = placing()
    refused = table.refused(table.question_to(0), PlacedSpell(wild))
    assert (refused.rule, refused.pointer) == ("ES-043", "/choice/cards/1/card")


@rule("ES-100")
def test_wild_magic_needs_a_slot_of_its_own() -> None:
    assert refusal(("king_oberon", "wild_magic")) == ("ES-100", "/choice/cards/1/slot")
    assert refusal(("delicious", ("wild_magic", "quality"))) == ("ES-037", "/choice/cards/1")
    assert refusal((("wild_magic", "quality"), "delicious")) == ("ES-037", "/choice/cards/1")
    assert refusal((("wild_magic", "source"), ("wild_magic", "source"))) == ("ES-037", "/choice/cards/1")
    assert refusal((("king_oberon", "quality"),)) == ("ES-039", "/choice/cards/0/slot")


@rule("ES-039")
def test_a_component_may_name_the_slot_that_its_type_gives_it() -> None:
    table = placing().place({0: (("king_oberon", "source"),)})
    assert [(row.card, row.slot) for row in table.state.wizards[0].spell] == [("king_oberon_1", "source")]


@rule("ES-100")
@pytest.mark.parametrize(
    "cards",
    [
        ("king_oberon", ("wild_magic", "quality"), "snakedance"),
        (("wild_magic", "source"),),
        (("wild_magic", "source"), ("wild_magic", "delivery")),
        (("wild_magic", "delivery"), "delicious"),
    ],
)
def test_wild_magic_takes_the_slot_that_is_named(cards: tuple[Card, ...]) -> None:
    table = placing().place({0: cards})
    slots = {row.card: row.slot for row in table.state.wizards[0].spell}
    wilds = [card[1] for card in cards if not isinstance(card, str)]
    assert sorted(slot for card, slot in slots.items() if card.startswith("wild")) == sorted(wilds)
    assert len(slots) == len(cards)


def test_a_proton_gem_is_placed_as_a_wild_magic_and_stays_its_owners() -> None:
    assert refusal(("proton_gem",), treasures={0: ["proton_gem"]}) == ("ES-100", "/choice/cards/0/slot")
    table = placing(treasures={0: ["proton_gem"]})
    table.place({0: ("king_oberon", ("proton_gem", "delivery"))})
    assert table.spells[0] == ["king_oberon_1", "proton_gem"]
    assert table.treasures[0] == {"proton_gem"}


@rule("ES-041", "ES-042")
def test_a_refused_spell_changes_nothing_and_nobody_hears_of_it() -> None:
    table = placing()
    before, told = repr(table.state), len(table.told)
    question = table.question_to(0)
    table.refused(question, table.spell_of(0, "king_oberon", "scorchia"))
    assert repr(table.state) == before
    assert len(table.told) == told
    assert table.question_to(0) is question
    table.place({0: ("king_oberon",)})
    assert table.spells[0] == ["king_oberon_1"]
    assert table.discard == []


@rule("ES-002", "ES-047", "ES-048")
def test_all_are_asked_at_once_and_counts_are_declared_when_the_last_is_in() -> None:
    table = placing()
    assert table.run is not None
    assert sorted(question.seat for question in table.run.questions) == [0, 1, 2]
    table.place({2: ("rose_bottom",), 0: ("king_oberon", ("wild_magic", "quality"))})
    assert "spells_declared" not in table.kinds
    table.place({1: ("rose_bottom",)})
    [declared] = [event for event in table.events if event.kind == "spells_declared"]
    assert {spell.seat: spell.count for spell in declared.spells} == {0: 2, 1: 1, 2: 1}


@rule("ES-048")
def test_a_proton_gem_counts_as_a_component() -> None:
    table = placing(treasures={0: ["proton_gem"]})
    table.place({0: ("king_oberon", ("proton_gem", "delivery")), 1: ("rose_bottom",), 2: ("rose_bottom",)})
    [declared] = [event for event in table.events if event.kind == "spells_declared"]
    assert {spell.seat: spell.count for spell in declared.spells} == {0: 2, 1: 1, 2: 1}


@rule("ES-044", "ES-045")
def test_nobody_else_sees_what_or_how_many_were_placed() -> None:
    one, three = placing(), placing()
    one.place({0: LEGAL[0]})
    three.place({0: LEGAL[-1]})
    for audience in (1, 2, None):
        assert one.seen_by(audience) == three.seen_by(audience)
        assert one.heard_by(audience) == three.heard_by(audience)
        assert "king_oberon_1" not in str(three.seen_by(audience))
    assert "king_oberon_1" in str(three.seen_by(0))
    assert one.seen_by(0) != three.seen_by(0)


@rule("ES-044")
def test_declared_spells_still_lie_face_down() -> None:
    table = placing()
    table.place({0: LEGAL[-1], 1: ("rose_bottom",), 2: ("rose_bottom",)})
    table.finish()
    for audience in (1, 2, None):
        assert "king_oberon_1" not in str(table.seen_by(audience))
        assert "king_oberon_1" not in str(table.heard_by(audience))


@rule("ES-116", "ES-030")
def test_the_dead_are_not_asked_for_spells() -> None:
    table = placing((20, 0, 20))
    assert table.run is not None
    assert sorted(question.seat for question in table.run.questions) == [0, 2]


def test_many_spells_are_a_form_whose_samples_are_legal_and_all_different_kinds_come() -> None:
    table = placing()
    decision = table.question_to(0).decision
    assert type(decision) is PlaceSpell
    chance = SeededChance(b"samples")
    sizes = set()
    for _ in range(200):
        choice = decision.choices.sample(chance)
        assert decision.refusal(choice) is None
        sizes.add(len(choice.cards))
    assert sizes == {1, 2, 3}


def test_few_spells_are_listed_whole() -> None:
    table = Table(hands={0: ("king_oberon", "delicious"), 1: ("rose_bottom",), 2: ("rose_bottom",)}, phase="placing")
    table.start()
    listed = table.question_to(0).decision.choices.listed()
    assert listed is not None
    assert {tuple(card.card for card in choice.cards) for choice in listed} == {
        ("king_oberon_1",),
        ("delicious_1",),
        ("king_oberon_1", "delicious_1"),
    }
    assert len(listed) == 3


def test_a_sample_leaves_each_slot_empty_as_often_as_it_takes_a_card_that_fits() -> None:
    table = Table(hands={0: ("king_oberon", "delicious"), 1: ("rose_bottom",), 2: ("rose_bottom",)}, phase="placing")
    table.start()
    choices = table.question_to(0).decision.choices
    chance = SeededChance(b"samples")
    both = sum(len(choices.sample(chance).cards) == 2 for _ in range(400))
    assert 75 < both < 125
