"""The round as a whole: its phases, its end, the town of four, and the end of the match."""

from itertools import groupby
from typing import Any

import pytest

from service.games.spell_smashers.state import Player
from service.games.spell_smashers.town_decisions import (
    KeepQuest,
    TakeGear,
    VisitAlchemist,
    VisitArmory,
    VisitGuild,
    VisitShaman,
    VisitTavern,
)
from tests.games.kernel.driving import Playing, chance_of, opened
from tests.games.spell_smashers.figures import MODIFIERS, MONSTERS
from tests.games.spell_smashers.table import GAME, Table, crest, ids, player
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


# --- gear over the round


@rule("SS-073", "SS-074", "SS-151")
def test_gear_bought_waits_for_the_next_word_and_active_gear_stays_until_then() -> None:
    table = Table(
        player("s_1 t_1 e_1", stash="bottomless_belt", coins=5),
        player("a_2 x_1"),
        gear="brief_blade lengthy_lance",
        row="drenched naga, craggy troll",
    )
    table.spell(0, "s_1 t_1 e_1", armor="bottomless_belt")
    table.spell(1, "a_2 x_1")
    table.fight(0, "naga")
    table.fight(1, "naga")
    keep_any(table)
    table.answer(1, VisitGuild())
    table.answer(1, table.offered(1)[0])
    table.answer(0, VisitArmory())
    table.answer(0, TakeGear("brief_blade"))
    assert (table.players[0].weapon, table.players[0].armor, table.players[0].stash) == (
        "",
        "bottomless_belt",
        ["brief_blade"],
    )
    table.draw(1, "ccccvvv")
    table.draw(0, "ccccccvv")
    assert len(table.players[0].hand) == 8
    assert table.view().order == ()
    form: Any = table.question(0).choices
    assert (form.weapons, form.armor) == (("brief_blade",), ("bottomless_belt",))
    assert (table.players[0].weapon, table.players[0].armor) == ("", "bottomless_belt")
    word = " ".join(table.players[0].hand[:2])
    table.spell(0, word, weapon="brief_blade")
    table.spell(1, " ".join(table.players[1].hand[:3]))
    assert (table.players[0].weapon, table.players[0].armor) == ("brief_blade", "")
    assert table.players[0].stash == ["bottomless_belt"]


def keep_any(table: Table) -> None:
    """Everybody keeps the first quest looked at, and gives the first back where that makes three."""
    while set(table.asked.values()) & {"choose_quest", "choose_returned"}:
        [(seat, _)] = table.asked.items()
        assert isinstance(seat, int)
        table.answer(seat, table.offered(seat)[0])


# --- the town of example C


@rule("SS-160", "SS-161", "SS-162", "SS-163", "SS-164", "SS-138", "SS-137")
def test_example_c() -> None:
    five = "wound_aw wound_gg wound_ex wound_ff wound_ft"
    table = Table(
        player(five, trophies="naga golem"),
        player("", coins=7),
        player("", coins=5),
        player("wound_gh wound_gn wound_mb", coins=3),
        phase="town_quests",
        gear="brief_blade avaricious_axe",
        quests="wordy seesaw one_blow bookends too_much spotless epic_tale rare_letter",
        row="rash centaur, craggy imp, prickly lich, famed ogre",
    )
    for seat, quest in enumerate(["wordy", "one_blow", "spotless", "epic_tale"]):
        assert table.asked == {seat: "choose_quest"}
        table.answer(seat, KeepQuest(quest))
        assert table.players[seat].quests == [quest]
    assert table.kinds("building_visited") == []
    assert table.asked == {0: "choose_building"}
    assert table.offered(0) == [VisitShaman("naga"), VisitShaman("golem")]
    table.answer(0, VisitShaman("golem"))
    table.answer(1, VisitAlchemist(("elixir", "tonic")))
    table.answer(2, VisitArmory())
    table.answer(2, TakeGear("avaricious_axe"))
    table.answer(3, VisitTavern())
    ambie, blake, corinne, devon = table.view().players
    assert (ambie.wounds, ambie.trophies, len(table.view().wounds.discards)) == (0, ("naga",), 5)
    assert table.view().removed == ("golem",)
    assert (blake.coins, blake.potions) == (0, ("elixir", "tonic"))
    assert (corinne.coins, corinne.stash, table.state.gear[0]) == (0, ("avaricious_axe",), "brief_blade")
    assert (devon.coins, devon.ale, devon.wounds) == (0, 3, 3)


@rule("SS-020", "SS-001", "SS-137")
def test_five_buildings_and_nothing_else_each_once_a_round() -> None:
    table = Table(player("", coins=20), player("", coins=20), phase="visit")
    kinds = {choice.kind for choice in table.offered(0)}
    assert kinds == {"visit_shaman", "visit_tavern", "visit_guild", "visit_armory", "visit_alchemist"}
    table.answer(0, VisitTavern())
    assert table.asked == {1: "choose_building"}
    table.answer(1, VisitTavern())
    assert table.asked == {0: "choose_draws"}


@rule("SS-015", "SS-028")
def test_coins_never_run_out() -> None:
    table = Table(player("s_1 t_1", coins=60), player("a_2 x_1"), row=[crest("rash golem", 40), crest("craggy imp")])
    table.words("s_1 t_1", "a_2 x_1")
    table.fight(0, "golem")
    assert table.view().players[0].coins == 60 + table.damage == 60 + 4


# --- the end


def random_match(seats: int, seed: int) -> tuple[Playing, list[tuple[int, str]]]:
    """A random match to its end, without interrupts; and the phase and round before each of its questions."""
    playing = opened(GAME, seats, seed)
    chance = chance_of(seed, seats)
    seen = []
    while playing.play.outcome() is None:
        view: Any = playing.play.view(None)
        seen.append((view.round, view.phase))
        assert view.order == () or view.phase not in ("words", "redraw", "words_again")
        playing.act(playing.choose(chance, interrupts=0))
    return playing, seen


@rule("SS-083", "SS-084", "SS-191", "SS-178", "SS-179", "SS-077", "SS-164", "SS-017")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_seven_rounds_of_words_battles_and_town_the_last_without_town(seats: int, seed: int) -> None:
    playing, seen = random_match(seats, seed)
    town = ["words", "battle", "town", "refill"]
    name = {"redraw": "words", "words_again": "words", "town_quests": "town", "visit": "town"}
    for round_, group in groupby(seen, key=lambda one: one[0]):
        phases = [phase for phase, _ in groupby(name.get(phase, phase) for _, phase in group)]
        wanted = town if round_ < 7 else ["words", "battle", "last_antidotes"]
        assert [phase for phase in wanted if phase in phases] == phases, f"round {round_}"
        assert phases[0] == "words"
    assert {round_ for round_, _ in seen} == set(range(1, 8))
    told = [one.event for one in playing.told]
    assert [event.round for event in told if event.kind == "round_opened"] == [1, 2, 3, 4, 5, 6, 7]  # type: ignore[attr-defined]
    visits = [event.kind for event in told if event.kind in ("round_opened", "quest_kept", "building_visited")]
    rounds = [list(group) for opens, group in groupby(visits, key=lambda kind: kind == "round_opened") if not opens]
    assert len(rounds) == 6
    for one in rounds:
        assert one.count("building_visited") == seats
        assert one[:seats] == ["quest_kept"] * seats or one.index("building_visited") <= seats
    after = told[max(at for at, event in enumerate(told) if event.kind == "tiebreaker_taken") :]
    assert {event.kind for event in after} <= {"tiebreaker_taken", "points_counted", "asked", "answered", *ANTIDOTE}
    playing.play.close()


ANTIDOTE = {"potion_used", "tiles_discarded", "letters_drawn", "pile_reshuffled"}


@rule("SS-178", "SS-179", "SS-186", "SS-124", "SS-083")
def test_round_7_goes_from_the_last_battle_to_the_scores() -> None:
    five = "wound_aw wound_gg wound_ex wound_ff wound_ft"
    table = Table(
        player(f"o_1 wound_ock {five}", coins=4, trophies="golem"),
        player("a_2 x_1", coins=9),
        round=7,
        row=[crest("peevish lich", 40), crest("craggy imp", ale=1)],
        wounds="wound_tch wound_ui",
    )
    table.words("o_1 wound_ock", "a_2 x_1")
    table.fight(0, "lich")
    table.fight(1, "lich")
    outcome = table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ending) == ((1,), "seven_rounds")
    assert table.asked == {}
    view = table.view(0)
    assert (view.round, view.players[0].wounds, view.players[1].wounds) == (7, 7, 2)
    assert [(row.trophies, row.coins, row.wounds, row.total) for row in view.scores] == [
        (3, 8 // 5, -7, 3 + 1 - 7),
        (0, 14 // 5, -2, 2 - 2),
    ]
    assert (view.quest_deck_size, [one.ale for one in view.crests]) == (29, [0, 1])
    assert [len(one.hand) for one in table.players] == [7, 2]


@rule("SS-180", "SS-200", "SS-187", "SS-190")
def test_example_d_at_the_end_of_a_match() -> None:
    corinne = player(
        "s_1 t_1 wound_tch wound_ui",
        trophies="naga golem imp kobold",
        stash="brief_blade padded_plate heroic_helm",
        completed="wordy rough_company short_work to_the_coin",
        ale=5,
        coins=29,
    )
    table = Table(
        corinne, player("a_2 x_1"), round=7, row=[crest("prickly zombie", 90), crest("craggy automaton")], marker=0
    )
    table.words("s_1 t_1", "a_2 x_1")
    table.fight(0, "zombie")
    table.fight(1, "zombie")
    row = table.view().scores[0]
    assert (row.trophies, row.gear, row.quests, row.ale, row.coins, row.wounds, row.total) == (12, 1, 7, 5, 6, -2, 29)
    assert table.players[0].coins == 31
    for audience in table.audiences:
        counted: list[Any] = list(table.heard_by(audience, "points_counted"))
        assert [(event.seat, event.total) for event in counted] == [(0, 29), (1, table.view().scores[1].total)]
    assert table.outcome is not None
    assert table.outcome.winners == (0,)
