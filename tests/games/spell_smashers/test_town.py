"""Visit Town: quest draws for all, then one building for each."""

from collections.abc import Sequence

import pytest

from service.games.kernel.decisions import Choice
from service.games.spell_smashers.cards import Potion
from service.games.spell_smashers.gear import GEARS
from service.games.spell_smashers.potions import UseAntidote
from service.games.spell_smashers.state import Player, State
from service.games.spell_smashers.town_decisions import (
    KeepQuest,
    ReturnQuest,
    TakeGear,
    VisitAlchemist,
    VisitArmory,
    VisitGuild,
    VisitShaman,
    VisitTavern,
)
from tests.games.spell_smashers.fights import Fight, bare, played
from tests.rules import rule

FIVE = ["wound_aw", "wound_gg", "wound_ex", "wound_ff", "wound_ft"]
QUEST_DECK = ("wordy", "seesaw", "one_blow", "bookends", "too_much", "spotless")
"""The top card is the last."""


def in_town(*players: Player, quests: Sequence[str] = QUEST_DECK, gear: Sequence[str] = (), place: int = 0) -> State:
    """A table in the phase of visits; `place` counts those who have visited."""
    state = bare(*players)
    state.phase, state.place = "visit", place
    state.quests, state.gear = list(quests), list(gear)
    return state


def visit(me: Player, *answers: Choice, quests: Sequence[str] = QUEST_DECK, gear: Sequence[str] = ()) -> Fight:
    """Seat 0 of two visits."""
    return played(in_town(me, Player(), quests=quests, gear=gear), *answers)


def draw(*players: Player, answers: Sequence[Choice], quests: Sequence[str] = QUEST_DECK, marker: int = 0) -> Fight:
    """All players draw quests."""
    state = bare(*players)
    state.phase, state.quests, state.marker = "town_quests", list(quests), marker
    return played(state, *answers)


def offered(fight: Fight, at: int = 0) -> list[Choice]:
    """What a question of the visit allows."""
    return list(fight.asked[at].choices.listed() or ())


# --- quests


@rule("SS-135")
@pytest.mark.parametrize(("kept", "under"), [("spotless", "too_much"), ("too_much", "spotless")])
def test_each_player_keeps_one_of_two_quests_and_the_other_goes_under_the_deck(kept: str, under: str) -> None:
    fight = draw(Player(), Player(), answers=[KeepQuest(kept), KeepQuest("bookends")])
    assert [player.quests for player in fight.state.players] == [[kept], ["bookends"]]
    assert fight.state.quests == ["one_blow", under, "wordy", "seesaw"]
    assert offered(fight) == [KeepQuest("spotless"), KeepQuest("too_much")]


@rule("SS-135", "SS-164")
def test_quests_are_drawn_clockwise_from_the_holder_of_the_marker() -> None:
    answers = [KeepQuest("spotless"), KeepQuest("bookends"), KeepQuest("seesaw")]
    fight = draw(Player(), Player(), Player(), answers=answers, marker=2)
    assert [question.seat for question in fight.asked] == [2, 0, 1]


@rule("SS-135")
def test_the_last_quest_is_kept_unasked_and_then_there_is_none() -> None:
    fight = draw(Player(), Player(), answers=[], quests=["wordy"])
    assert [player.quests for player in fight.state.players] == [["wordy"], []]
    assert (fight.asked, fight.state.quests) == ([], [])


@rule("SS-136", "SS-079")
@pytest.mark.parametrize("returned", ["rare_letter", "epic_tale", "spotless"])
def test_of_three_incomplete_quests_any_one_goes_under_the_deck(returned: str) -> None:
    me = Player(quests=["rare_letter", "epic_tale"])
    fight = draw(me, answers=[KeepQuest("spotless"), ReturnQuest(returned)])
    assert sorted(me.quests) == sorted({"rare_letter", "epic_tale", "spotless"} - {returned})
    assert fight.state.quests == [returned, "too_much", "wordy", "seesaw", "one_blow", "bookends"]
    assert len(fight.state.quests) == len(QUEST_DECK)


@rule("SS-080", "SS-148", "SS-194")
@pytest.mark.parametrize("guild", [True, False])
def test_only_its_owner_learns_which_quests_were_seen_kept_and_returned(guild: bool) -> None:
    me = Player(quests=["rare_letter", "epic_tale"])
    answers: list[Choice] = [KeepQuest("spotless"), ReturnQuest("epic_tale")]
    fight = visit(me, VisitGuild(), *answers) if guild else draw(me, answers=answers)
    mine = [event for event in fight.heard(0) if event.kind.startswith("quest")]
    assert [event.kind for event in mine] == ["quests_seen", "quest_kept", "quest_returned"]
    assert [getattr(event, "quest", None) for event in mine] == [None, "spotless", "epic_tale"]
    for audience in (1, None):
        theirs = [event for event in fight.heard(audience) if event.kind.startswith("quest")]
        assert [event.kind for event in theirs] == ["quest_kept", "quest_returned"]
        assert [getattr(event, "quest", None) for event in theirs] == [None, None]
        assert [getattr(event, "incomplete", None) for event in theirs] == [3, 2]


# --- the choice of a building


@rule("SS-137", "SS-020")
@pytest.mark.parametrize(
    ("coins", "kinds"),
    [
        (0, {"visit_shaman", "visit_guild"}),
        (2, {"visit_shaman", "visit_guild", "visit_alchemist"}),
        (3, {"visit_shaman", "visit_guild", "visit_alchemist", "visit_tavern"}),
        (5, {"visit_shaman", "visit_guild", "visit_alchemist", "visit_tavern", "visit_armory"}),
    ],
)
def test_a_visit_is_to_a_building_whose_price_can_be_paid(coins: int, kinds: set[str]) -> None:
    fight = visit(Player(coins=coins), VisitShaman(), gear=["brief_blade"])
    assert {choice.kind for choice in offered(fight)} == kinds


@rule("SS-139", "SS-066", "SS-160")
@pytest.mark.parametrize("trophies", [["dragon", "golem"], ["yeti", "naga", "ogre"]])
def test_five_wounds_leave_the_shaman_alone(trophies: list[str]) -> None:
    me = Player(coins=20, hand=[*FIVE, "e_1"], trophies=list(trophies))
    fight = visit(me, VisitShaman(trophies[0]), gear=["brief_blade"])
    assert offered(fight) == [VisitShaman(trophy) for trophy in trophies]
    refusal = fight.asked[0].refusal(VisitTavern())
    assert refusal is not None
    assert (refusal.rule, refusal.pointer) == ("SS-139", "/choice/kind")
    assert (me.hand, me.trophies) == (["e_1"], trophies[1:])


@rule("SS-139")
def test_four_wounds_leave_the_choice() -> None:
    me = Player(coins=3, hand=FIVE[:4])
    assert VisitTavern() in offered(visit(me, VisitTavern()))
    assert (me.ale, len(me.hand)) == (4, 4)


@rule("SS-142")
@pytest.mark.parametrize("trophies", [[], ["dragon"]])
def test_the_only_way_out_of_five_wounds_is_taken_unasked(trophies: list[str]) -> None:
    me = Player(coins=20, hand=list(FIVE), trophies=list(trophies))
    fight = visit(me)
    assert (fight.asked, me.hand, me.trophies, me.coins) == ([], [], [], 20)
    assert fight.state.removed == trophies


@rule("SS-066", "SS-157")
def test_an_antidote_lifts_the_forced_visit() -> None:
    me = Player(coins=3, hand=list(FIVE), potions=["antidote"])
    state = in_town(me, Player())
    fight = played(state, VisitTavern(), first=UseAntidote("wound_gg", "vowel"))
    assert {choice.kind for choice in offered(fight)} > {"visit_guild", "visit_tavern"}
    assert (me.ale, me.coins, me.potions) == (4, 0, [])


@rule("SS-138")
def test_two_players_may_visit_the_same_building() -> None:
    one, two = Player(coins=5), Player(coins=5)
    state = in_town(one, two, gear=["padded_plate", "heroic_helm", "brief_blade"])
    played(state, VisitArmory(), TakeGear("brief_blade"))
    state.place, state.phase = 1, "visit"
    played(state, VisitArmory(), TakeGear("padded_plate"))
    assert (one.stash, two.stash, state.gear) == (["brief_blade"], ["padded_plate"], ["heroic_helm"])


# --- SHAMAN


@rule("SS-140", "SS-141", "SS-192")
def test_the_shaman_takes_all_wounds_and_then_a_trophy() -> None:
    me = Player(hand=["wound_aw", "e_1", "wound_gg", "wound_ex"], trophies=["dragon", "golem"])
    fight = visit(me, VisitShaman("dragon"))
    assert (me.hand, me.trophies) == (["e_1"], ["golem"])
    assert sorted(fight.state.wounds.discards) == ["wound_aw", "wound_ex", "wound_gg"]
    assert fight.state.removed == ["dragon"]
    told = [kind for kind in fight.kinds if kind in ("building_visited", "tiles_discarded", "trophy_given_up")]
    assert told == ["building_visited", "tiles_discarded", "trophy_given_up"]


@rule("SS-141")
def test_the_shaman_takes_a_trophy_for_no_wound_at_all() -> None:
    me = Player(hand=["e_1"], trophies=["dragon"])
    fight = visit(me, VisitShaman("dragon"))
    assert (me.hand, me.trophies, fight.of("tiles_discarded")) == (["e_1"], [], [])
    assert VisitShaman() not in offered(fight)


@rule("SS-142")
def test_the_shaman_is_free_without_a_trophy() -> None:
    me = Player(hand=["wound_aw"], coins=1)
    fight = visit(me, VisitShaman())
    assert (me.hand, me.coins, fight.of("trophy_given_up")) == ([], 1, [])


# --- TAVERN


@rule("SS-143", "SS-144", "SS-163", "SS-193")
@pytest.mark.parametrize(("wounds", "coins"), [(3, 5), (4, 3), (1, 3)])
def test_the_tavern_pours_an_ale_for_each_wound_for_3(wounds: int, coins: int) -> None:
    me = Player(hand=[*FIVE[:wounds], "e_1"], coins=coins, ale=2)
    fight = visit(me, VisitTavern())
    assert (me.ale, me.coins, len(me.hand)) == (2 + wounds, coins - 3, wounds + 1)
    assert [kind for kind in fight.kinds if kind in ("building_visited", "ale_gained")] == [
        "building_visited",
        "ale_gained",
    ]


@rule("SS-144")
def test_the_tavern_takes_its_price_for_nothing() -> None:
    me = Player(coins=3)
    fight = visit(me, VisitTavern())
    assert (me.ale, me.coins, fight.of("ale_gained")) == (0, 0, [])


# --- GUILD


@rule("SS-146", "SS-078")
def test_the_guild_gives_one_of_two_quests_for_nothing() -> None:
    me = Player(quests=["epic_tale"])
    fight = visit(me, VisitGuild(), KeepQuest("too_much"))
    assert me.quests == ["epic_tale", "too_much"]
    assert fight.state.quests == ["spotless", "wordy", "seesaw", "one_blow", "bookends"]
    assert [event.price for event in fight.of("building_visited")] == [0]


@rule("SS-147")
def test_the_guild_keeps_the_limit_of_two() -> None:
    me = Player(quests=["epic_tale", "rare_letter"])
    fight = visit(me, VisitGuild(), KeepQuest("too_much"), ReturnQuest("too_much"))
    assert me.quests == ["epic_tale", "rare_letter"]
    assert fight.state.quests[:2] == ["too_much", "spotless"]


def test_the_guild_may_be_visited_for_nothing_at_all() -> None:
    me = Player()
    assert visit(me, VisitGuild(), quests=()).of("quest_kept") == []
    assert me.quests == []


# --- ARMORY


@rule("SS-149", "SS-150", "SS-162", "SS-195", "SS-071")
@pytest.mark.parametrize(("taken", "other"), [("avaricious_axe", "brief_blade"), ("brief_blade", "avaricious_axe")])
def test_the_armory_sells_one_of_the_top_two(taken: str, other: str) -> None:
    me = Player(coins=5, weapon="lengthy_lance")
    fight = visit(me, VisitArmory(), TakeGear(taken), gear=["padded_plate", "brief_blade", "avaricious_axe"])
    assert offered(fight, 1) == [TakeGear("avaricious_axe"), TakeGear("brief_blade")]
    assert (me.coins, me.stash, me.weapon) == (0, [taken], "lengthy_lance")
    assert fight.state.gear == [other, "padded_plate"]
    assert fight.kinds.index("building_visited") < fight.kinds.index("gear_seen")


@rule("SS-149")
def test_nobody_else_sees_what_the_armory_showed() -> None:
    fight = visit(Player(coins=5), VisitArmory(), TakeGear("brief_blade"), gear=["brief_blade", "padded_plate"])
    assert "gear_seen" in [event.kind for event in fight.heard(0)]
    for audience in (1, None):
        assert "padded_plate" not in repr(fight.heard(audience))
        assert "brief_blade" in repr(fight.heard(audience))


@rule("SS-150")
def test_the_armory_sells_the_last_card_unasked_and_is_closed_without_one() -> None:
    me = Player(coins=5)
    fight = visit(me, VisitArmory(), gear=["brief_blade"])
    assert (me.stash, fight.state.gear, len(fight.asked)) == (["brief_blade"], [], 1)
    assert VisitArmory() not in offered(visit(Player(coins=5), VisitGuild(), quests=()))


@rule("SS-150")
def test_a_whole_gear_deck_loses_one_card_a_visit() -> None:
    deck = [card.id for card in GEARS]
    fight = visit(Player(coins=9), VisitArmory(), TakeGear(deck[-1]), gear=deck)
    assert fight.state.gear == [deck[-2], *deck[:-2]]


# --- ALCHEMIST


@rule("SS-152", "SS-153", "SS-161", "SS-196")
@pytest.mark.parametrize(
    ("coins", "potions", "left"),
    [
        (7, ("elixir", "tonic"), 0),
        (10, ("elixir", "antidote", "tonic"), 0),
        (2, ("elixir",), 0),
        (4, ("antidote",), 1),
        (6, ("tonic",), 1),
    ],
)
def test_the_alchemist_sells_each_potion_for_its_price(coins: int, potions: tuple[Potion, ...], left: int) -> None:
    me = Player(coins=coins)
    fight = visit(me, VisitAlchemist(potions))
    assert (tuple(me.potions), me.coins) == (potions, left)
    assert fight.state.stock == {kind: 5 - (kind in potions) for kind in ("elixir", "antidote", "tonic")}


@rule("SS-152", "SS-154", "SS-196")
@pytest.mark.parametrize(
    ("held", "asked"),
    [
        ([], ()),
        (["elixir"], ("elixir",)),
        ([], ("elixir", "elixir")),
        (["tonic"], ("antidote", "tonic")),
        (["elixir", "antidote", "tonic"], ("tonic",)),
    ],
)
def test_the_alchemist_sells_no_potion_twice(held: list[Potion], asked: tuple[Potion, ...]) -> None:
    fight = visit(Player(coins=30, potions=list(held)), VisitGuild(), quests=())
    refusal = fight.asked[0].refusal(VisitAlchemist(asked))
    assert refusal is not None
    assert refusal.pointer == ("/choice/kind" if len(held) == 3 else "/choice/potions")


@rule("SS-152")
@pytest.mark.parametrize(("coins", "sets"), [(1, 0), (2, 1), (3, 2), (5, 4), (7, 5), (8, 6), (10, 7)])
def test_the_alchemist_offers_what_the_coins_pay(coins: int, sets: int) -> None:
    fight = visit(Player(coins=coins), VisitGuild(), quests=())
    assert sum(choice.kind == "visit_alchemist" for choice in offered(fight)) == sets
