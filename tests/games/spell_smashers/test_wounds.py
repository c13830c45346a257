"""What follows a blow - wounds, quests, discards - and what types, traits and potions change."""

from typing import Any

import pytest

from service.games.spell_smashers.fighting import FightMonster
from service.games.spell_smashers.gear_decisions import GiveUpGear
from tests.games.spell_smashers.figures import MONSTERS, WOUNDS
from tests.games.spell_smashers.scenes import duel, town
from tests.games.spell_smashers.table import crest, ids
from tests.rules import rule

# --- wounds


@rule("SS-055", "SS-056", "SS-063", "SS-123", "SS-059")
@pytest.mark.parametrize("health", [1, 40])
@pytest.mark.parametrize("monster", ["automaton", "lich", "vampire", "hydra", "yeti"])
def test_wounds_are_as_many_as_the_attack_whether_or_not_it_falls(monster: str, health: int) -> None:
    row = [crest(f"craggy {monster}", health), crest("peevish troll")]
    table = duel("c_1 o_5 t_1", row=row, wounds="wound_aw wound_gg wound_ff wound_gn wound_mb")
    table.fight(0, monster)
    attack = MONSTERS[monster].attack
    drawn = ["wound_aw", "wound_gg", "wound_ff", "wound_gn", "wound_mb"][:attack]
    assert table.players[0].hand == drawn
    assert table.view().wounds.deck_size == 24 - attack
    [suffered] = table.heard_by(0, "wounds_suffered")
    [rumour] = table.heard_by(1, "wounds_suffered")
    assert suffered.cards == tuple(drawn)  # type: ignore[attr-defined]
    assert (rumour.wounds, rumour.cards) == (attack, None)  # type: ignore[attr-defined]


@rule("SS-034")
@pytest.mark.parametrize(("discarded", "suffered"), [("wound_gn wound_mb", 4), ("wound_gn", 3), ("", 2)])
def test_an_empty_wound_deck_takes_its_discards_and_then_fewer_are_suffered(discarded: str, suffered: int) -> None:
    elsewhere = {"wound_aw", "wound_gg", *ids(discarded)}
    hand = " ".join(card for card in WOUNDS if card not in elsewhere)
    row = [crest("craggy yeti"), crest("prickly troll")]
    table = duel(
        "c_1 o_5 t_1", row=row, hand=hand, wounds="wound_aw wound_gg", only=["wounds"], discards={"wounds": discarded}
    )
    table.fight(0, "yeti")
    [event] = table.events("wounds_suffered")
    assert (event.attack, event.wounds) == (4, suffered)
    assert (
        len([card for card in table.players[0].hand if card in ("wound_aw", "wound_gg", *ids(discarded))]) == suffered
    )
    assert [shuffled.cards for shuffled in table.events("pile_reshuffled")] == [len(ids(discarded))] * bool(discarded)


@rule("SS-124", "SS-064", "SS-065")
def test_a_wound_is_for_later_words_and_stays_in_hand_until_then() -> None:
    table = duel("c_1 o_5 t_1", "craggy lich", other="a_2 x_1", wounds="wound_aw", consonants="d_1 d_2 d_3 d_4 f_1 f_2")
    table.fight(0, "lich")
    table.fight(1, "golem")
    table.fight(2, "golem")
    town(table)
    assert table.players[0].hand == ["wound_aw"]
    table.draw(2, "ccccccc")
    assert {choice.consonants + choice.vowels for choice in table.offered(0)} == set(range(1, 7))
    table.draw(0, "vvvvvv")
    table.draw(1, "ccccccc")
    form: Any = table.question(0).choices
    assert "wound_aw" in [tile.tile for tile in form.tiles]


# --- quests and discards


@rule("SS-125", "SS-126", "SS-047", "SS-081", "SS-082")
def test_quests_are_completed_unasked_after_the_wounds_and_named_to_all() -> None:
    table = duel("c_1 o_5 t_1", "craggy lich", quests="short_work name_calling", other="a_2 x_1")
    table.forget()
    table.state.crests[0].coins = 1
    table.fight(0, "lich")
    assert (table.players[0].quests, table.players[0].completed) == (["name_calling"], ["short_work"])
    assert table.kinds("wounds_suffered", "quest_completed") == ["wounds_suffered", "quest_completed"]
    for audience in table.audiences:
        [completed] = table.heard_by(audience, "quest_completed")
        assert (completed.quest, completed.vp) == ("short_work", 2)  # type: ignore[attr-defined]
        me = table.view(audience).players[0]
        assert (me.incomplete_quests, me.completed_quests) == (1, ("short_work",))


@rule("SS-126")
def test_two_quests_in_one_battle() -> None:
    table = duel("l_2 o_5 t_1", "craggy lich", quests="name_calling spotless", other="a_2 x_1", armor="padded_plate")
    table.fight(0, "lich")
    assert (table.players[0].quests, table.players[0].completed) == ([], ["name_calling", "spotless"])


@rule("SS-076", "SS-080")
def test_a_quest_waits_for_a_battle_of_its_owner() -> None:
    table = duel("c_1 o_5 t_1", "craggy lich", other="l_2 a_2 x_1", quests="rare_letter", hand="z_1")
    table.fight(0, "lich")
    table.fight(1, "lich")
    assert (table.players[0].quests, table.players[0].completed) == (["rare_letter"], [])
    assert table.kinds("quest_completed") == []
    for audience in (1, None):
        view = table.view(audience)
        assert view.players[0].incomplete_quests == 1
        assert view.quests == (None if audience is None else ())


@rule("SS-127", "SS-128", "SS-129", "SS-053")
def test_the_word_goes_to_three_piles_and_trophies_stay() -> None:
    table = duel(
        "c_1 o_5 t_1 e_1 wound_tch",
        "craggy lich",
        trophies="automaton",
        hand="s_1 wound_gg",
        wounds="wound_aw",
        weapon="brief_blade",
        other="a_2 x_1",
    )
    table.fight(0, "lich")
    view = table.view(0)
    assert view.hand == ("s_1", "wound_gg", "wound_aw")
    assert view.consonants.discards == ("c_1", "t_1")
    assert view.vowels.discards == ("o_5", "e_1")
    assert view.wounds.discards == ("wound_tch",)
    assert (view.players[0].trophies, view.players[0].weapon) == (("automaton",), "brief_blade")
    assert view.players[0].word is None


@rule("SS-108")
def test_the_six_steps_of_a_battle_in_order() -> None:
    row = [crest("famed lich", 3, ale=1), crest("craggy troll")]
    table = duel("c_1 o_5 t_1 s_5", row=row, quests="short_work", other="a_2 x_1")
    table.forget()
    table.fight(0, "lich", wild="s_5 fire")
    assert table.kinds()[: table.kinds().index("tiles_discarded") + 1] == [
        "answered",
        "monster_chosen",
        "asked",
        "answered",
        "types_chosen",
        "damage_counted",
        "coins_gained",
        "ale_gained",
        "monster_defeated",
        "wounds_suffered",
        "quest_completed",
        "tiles_discarded",
    ]


@rule("SS-208", "SS-044")
def test_disarm_takes_a_card_before_the_types_and_the_damage() -> None:
    row = [crest("grasping naga"), crest("craggy troll")]
    table = duel("c_1 o_5 t_1 e_1 s_5", row=row, weapon="brief_blade", armor="padded_plate", other="a_2 x_1")
    table.fight(0, "naga")
    assert table.asked == {0: "choose_disarmed"}
    assert table.offered(0) == [GiveUpGear("brief_blade"), GiveUpGear("padded_plate")]
    table.answer(0, GiveUpGear("brief_blade"))
    assert table.asked == {0: "choose_types"}
    table.fight(0, wild="s_5 water")
    assert [bonus.gear for bonus in table.events("damage_counted")[0].bonuses] == ["starting_stick"]
    assert table.state.gear[0] == "brief_blade"
    assert (table.players[0].weapon, table.players[0].armor) == ("", "padded_plate")


@rule("SS-059", "SS-204")
@pytest.mark.parametrize(("monster", "wounds"), [("lich", 2), ("troll", 1)])
def test_a_trait_bears_on_its_own_monster_alone(monster: str, wounds: int) -> None:
    table = duel("c_1 o_5 t_1", row=[crest("peevish lich"), crest("craggy troll")], other="a_2 x_1")
    table.fight(0, monster)
    assert table.events("wounds_suffered")[0].wounds == wounds


@rule("SS-069")
@pytest.mark.parametrize(("type_", "damage"), [("earth", 3), ("fire", 2), ("water", 2)])
def test_a_wild_card_takes_its_type_once_the_monster_is_chosen(type_: str, damage: int) -> None:
    table = duel("s_5 d_1", "brittle naga", other="a_2 x_1")
    assert table.asked == {0: "choose_monster"}
    table.answer(0, FightMonster("naga"))
    assert table.asked == {0: "choose_types"}
    table.fight(0, wild=f"s_5 {type_}")
    assert table.damage == damage
    assert table.asked == {1: "choose_monster"}


@rule("SS-156", "SS-197", "SS-155")
@pytest.mark.parametrize("tile", ["p_3", "wound_ff", "banshee"])
def test_an_elixir_changes_the_type_of_any_one_card(tile: str) -> None:
    table = duel("p_3 wound_ff", "rash naga", trophies="banshee", potions="elixir", other="a_2 x_1")
    table.answer(0, FightMonster("naga"))
    form: Any = table.question(0).choices
    assert (form.tiles, form.wild, form.elixir, form.cloak) == (("p_3", "wound_ff", "banshee"), (), True, False)
    table.fight(0, elixir=f"{tile} fire")
    assert table.damage == 3 + 3 + 2 + {"p_3": 3, "wound_ff": 3, "banshee": 2}[tile]
    assert (table.view().players[0].potions, table.view().stock.elixir) == ((), 5)


def test_an_elixir_may_be_kept() -> None:
    table = duel("p_3 o_3", "rash naga", potions="elixir", other="a_2 x_1")
    table.fight(0, "naga")
    assert (table.damage, table.view().players[0].potions, table.view().stock.elixir) == (4, ("elixir",), 4)
