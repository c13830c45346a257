"""The end of a round: hands are refilled, ale is added, new monsters enter."""

from typing import Any

import pytest

from service.games.spell_smashers.state import Player
from tests.games.spell_smashers.figures import MODIFIERS, MONSTERS
from tests.games.spell_smashers.table import Table, crest, ids, player
from tests.rules import rule

FULL = ("a_1 b_1 c_1 d_1 e_1 f_1 g_1", "a_2 b_2 c_2 d_2 e_2 f_2 g_2", "a_3 h_1 c_3 d_3 e_3 l_1 g_3")


def at_refill(*players: Player, marker: int = 0, **facts: Any) -> Table:
    """A table at the end of a round, visits done."""
    return Table(*players, phase="refill", marker=marker, **facts)


# --- refill


@rule("SS-165", "SS-172", "SS-174", "SS-177")
def test_refill_then_ale_then_monsters_then_the_next_round() -> None:
    row = [crest("prickly naga", 3), crest(""), crest("craggy imp")]
    table = at_refill(
        player(FULL[0]), player(FULL[1]), player("h_1 l_1 c_3"), row=row, round=2, modifiers="rabid", monsters="troll"
    )
    table.forget()
    table.draw(2, "vvvv")
    assert table.kinds() == [
        "answered",
        "letters_drawn",
        "ale_poured",
        "ale_poured",
        "monster_entered",
        "round_opened",
        "asked",
    ]
    assert [event.round for event in table.events("round_opened")] == [3]
    assert (table.view().round, table.view().phase, table.view().order) == (3, "words", ())


@rule("SS-166", "SS-168", "SS-171", "SS-064")
@pytest.mark.parametrize(
    ("hand", "drawn"),
    [
        ("a_1 b_1 wound_aw", 4),
        ("a_1 b_1 c_1 d_1 e_1 wound_aw wound_gg", 0),
        ("a_1 b_1 c_1 d_1 wound_aw wound_gg wound_ff wound_gn", 0),
        ("wound_aw wound_gg wound_ff", 4),
        ("", 7),
    ],
)
def test_hands_go_up_to_seven_wounds_counted(hand: str, drawn: int) -> None:
    table = at_refill(player(hand), player(FULL[1]))
    if drawn:
        assert {choice.consonants + choice.vowels for choice in table.offered(0)} == set(range(1, drawn + 1))
        table.draw(0, "c" * drawn)
    assert table.asked == dict.fromkeys((0, 1), "prepare_word")
    assert len(table.players[0].hand) == max(7, len(ids(hand)))
    assert table.players[0].hand[: len(ids(hand))] == ids(hand)


@rule("SS-167")
@pytest.mark.parametrize("marker", [0, 1, 2])
def test_the_refill_goes_clockwise_from_the_holder(marker: int) -> None:
    table = at_refill(player("a_1"), player("a_2"), player("a_3"), marker=marker)
    for step in range(3):
        seat = (marker + step) % 3
        assert table.asked == {seat: "choose_draws"}
        table.draw(seat, "ccccvv")
    assert table.view().phase == "words"


@rule("SS-169")
@pytest.mark.parametrize("consonants", range(5))
def test_any_split_between_the_two_decks(consonants: int) -> None:
    table = at_refill(player("a_1 b_1 c_1"), player(FULL[1]), consonants="d_1 f_1 g_1 h_1", vowels="u_1 u_2 u_3 o_1")
    table.draw(0, "c" * consonants + "v" * (4 - consonants))
    assert table.players[0].hand == [
        *ids("a_1 b_1 c_1"),
        *ids("d_1 f_1 g_1 h_1")[:consonants],
        *ids("u_1 u_2 u_3 o_1")[: 4 - consonants],
    ]


@rule("SS-170")
def test_a_card_is_seen_before_the_next_deck_is_named() -> None:
    table = at_refill(player("a_1 b_1 c_1 d_1"), player(FULL[1]), consonants="s_1 t_1", vowels="u_1 u_2")
    table.draw(0, "v")
    assert table.view(0).hand == ("a_1", "b_1", "c_1", "d_1", "u_1")
    assert (table.view(1).players[0].consonants, table.view(1).players[0].vowels) == (3, 2)
    [seen] = table.heard_by(0, "letters_drawn")
    [rumour] = table.heard_by(1, "letters_drawn")
    assert (seen.cards, rumour.cards, rumour.vowels) == (("u_1",), None, 1)  # type: ignore[attr-defined]
    assert {(choice.consonants, choice.vowels) for choice in table.offered(0)} == {
        (1, 0),
        (0, 1),
        (2, 0),
        (1, 1),
        (0, 2),
    }
    table.draw(0, "c")
    table.draw(0, "c")
    assert table.view(0).hand == ("a_1", "b_1", "c_1", "d_1", "u_1", "s_1", "t_1")


@rule("SS-026", "SS-027")
@pytest.mark.parametrize(("deck", "letter"), [("consonants", "c"), ("vowels", "v")])
def test_an_empty_deck_is_made_of_its_own_discards(deck: str, letter: str) -> None:
    top = {"consonants": "s_1", "vowels": "u_1"}[deck]
    piles: dict[str, Any] = {deck: top}
    table = at_refill(player("a_1 b_1 c_1"), player(FULL[1]), only=[deck], **piles)
    before = table.view()
    discards = getattr(before, deck).discards
    assert getattr(before, deck).deck_size == 1
    table.draw(0, letter * 4)
    view = table.view(0)
    drawn = (view.hand or ())[3:]
    assert drawn[0] == top
    assert set(drawn[1:]) <= set(discards)
    assert (getattr(view, deck).deck_size, getattr(view, deck).discards) == (len(discards) - 3, ())
    assert [event.cards for event in table.events("pile_reshuffled")] == [len(discards)]


@rule("SS-026", "SS-166")
def test_a_deck_that_can_give_nothing_is_not_offered() -> None:
    vowels = "a_1 a_2 a_3 a_4 a_5 a_6 e_1 e_2 e_3 e_4 e_5 e_6 e_7 e_8 i_1 i_2 i_3 i_4 i_5 o_1 o_2 o_3 o_4 o_5 u_1 u_2"
    table = at_refill(player("b_1 c_1 d_1 f_1"), player(vowels))
    assert {(choice.consonants, choice.vowels) for choice in table.offered(0)} == {
        (1, 0), (0, 1), (2, 0), (1, 1), (3, 0), (2, 1),
    }  # fmt: skip
    table.draw(0, "v")
    assert table.asked == dict.fromkeys((0, 1), "prepare_word")
    me = table.view().players[0]
    assert (me.consonants, me.vowels) == (6, 1)


# --- ale and new monsters


@rule("SS-172", "SS-176", "SS-173", "SS-022")
def test_each_monster_that_still_stands_gets_an_ale() -> None:
    row = [crest("prickly naga", 3, ale=1, hurt=True), crest(""), crest("craggy imp")]
    table = at_refill(*map(player, FULL), row=row, modifiers="rabid", monsters="troll")
    assert [(one.monster, one.ale) for one in table.view().crests] == [("naga", 2), ("troll", 0), ("imp", 1)]


@rule("SS-057", "SS-058", "SS-174", "SS-175", "SS-033")
def test_empty_crests_get_a_modifier_and_a_monster_with_the_coins_of_both() -> None:
    row = [crest(""), crest("craggy imp"), crest("")]
    table = at_refill(*map(player, FULL), row=row, modifiers="rabid rusty", monsters="troll kobold")
    crests = table.view().crests
    assert [(one.modifier, one.monster) for one in crests] == [
        ("rabid", "troll"),
        ("craggy", "imp"),
        ("rusty", "kobold"),
    ]
    for one in (crests[0], crests[2]):
        assert one.coins == MODIFIERS[one.modifier or ""].health + MONSTERS[one.monster or ""].health
    assert [(event.crest, event.monster, event.modifier) for event in table.events("monster_entered")] == [
        (0, "troll", "rabid"),
        (2, "kobold", "rusty"),
    ]


@rule("SS-174")
def test_a_new_monster_is_unhurt_where_a_defeated_one_stood() -> None:
    row = [crest("", hurt=True), crest("craggy imp")]
    table = at_refill(
        player("s_1 t_1 e_1 a_3 o_5 n_1 d_1", quests="one_blow"),
        player("a_2 x_1 c_2 d_2 e_2 f_2 g_2"),
        row=row,
        modifiers="bloodthirsty",
        monsters="centaur",
    )
    table.words("s_1 t_1 e_1 a_3 o_5 n_1 d_1", "a_2 x_1")
    table.fight(0, "centaur")
    assert (table.players[0].trophies, table.players[0].completed) == (["centaur"], ["one_blow"])


@rule("SS-174", "SS-035")
def test_with_too_few_monsters_the_first_crests_are_filled() -> None:
    row = [crest(""), crest("craggy imp"), crest("")]
    table = at_refill(*map(player, FULL), row=row, monsters="troll", only=["monsters"], modifiers="rabid rusty")
    assert [one.monster for one in table.view().crests] == ["troll", "imp", None]
    assert (table.view().monster_stack_size, table.view().modifiers.deck_size) == (0, 26)


@rule("SS-033")
def test_used_modifiers_come_back_the_starting_ones_too() -> None:
    row = [crest(""), crest("craggy imp")]
    regular = [card for card, figures in MODIFIERS.items() if not figures.starting and card != "rabid"]
    table = at_refill(
        player(FULL[0]), player(FULL[1]), row=row, only=["modifiers"], modifiers="", discards={"modifiers": "rash"}
    )
    [shuffled] = table.events("pile_reshuffled")
    assert (shuffled.deck, shuffled.cards) == ("modifier", len(regular) + 2)
    view = table.view()
    assert (view.modifiers.deck_size, view.modifiers.discards) == (len(regular) + 1, ())
    assert view.crests[0].modifier in {"rash", "rabid", *regular}


@rule("SS-205", "SS-176", "SS-022")
def test_a_legendary_monster_has_its_ale_at_once_and_another_after_a_round() -> None:
    row = [crest(""), crest("craggy imp")]
    table = at_refill(player(FULL[0]), player(FULL[1]), row=row, modifiers="fabled", monsters="troll")
    assert [one.ale for one in table.view().crests] == [1, 1]
    table = at_refill(player(FULL[0]), player(FULL[1]), row=[crest("fabled troll", ale=1), crest("craggy imp")])
    assert [one.ale for one in table.view().crests] == [2, 1]


@rule("SS-206", "SS-207")
def test_a_well_equipped_monster_guards_a_card_that_nobody_sees() -> None:
    row = [crest(""), crest("craggy imp")]
    table = at_refill(
        player("a_1 b_1 c_1 d_1 e_1 s_1 t_1"),
        player("a_2 x_1 c_2 d_2 e_2 f_2 g_2"),
        row=row,
        modifiers="ironclad",
        monsters="troll",
        gear="brief_blade",
    )
    for audience in table.audiences:
        view = table.view(audience)
        assert (view.gear_deck_size, view.crests[0].guards_gear, view.crests[1].guards_gear) == (23, True, False)
        assert "brief_blade" not in repr(view)
        assert "brief_blade" not in repr(table.heard_by(audience))
    table.words("s_1 t_1 e_1", "a_2 x_1")
    table.fight(0, "troll")
    for audience in table.audiences:
        assert table.view(audience).players[0].stash == ("brief_blade",)
        assert [event.gear for event in table.heard_by(audience, "gear_claimed")] == ["brief_blade"]  # type: ignore[attr-defined]
    assert table.view().crests[0].guards_gear is False
    assert table.crest_of("troll").coins > 0


@rule("SS-209")
def test_an_aura_strengthens_those_that_stand_when_it_enters() -> None:
    row = [crest("craggy imp", 4), crest(""), crest("")]
    table = at_refill(*map(player, FULL), row=row, modifiers="inspiring rabid", monsters="troll kobold")
    coins = [one.coins for one in table.view().crests]
    assert coins == [5, MONSTERS["troll"].health + 1, MONSTERS["kobold"].health + 1]
    assert [(event.monster, event.by, event.coins, event.health) for event in table.events("health_added")] == [
        ("imp", "inspiring", 1, 5)
    ]
