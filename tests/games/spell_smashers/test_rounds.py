"""The round as a whole: gear over a round, the town of four, and the end of the match."""

from itertools import groupby
from typing import Any

import pytest

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
from tests.games.spell_smashers.table import GAME, Table, crest, player
from tests.rules import rule

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
