"""Battle Monsters: the choice of a monster, damage and rewards."""

import pytest

from service.games.spell_smashers.fighting import FightMonster
from tests.games.spell_smashers.figures import MODIFIERS, MONSTERS
from tests.games.spell_smashers.scenes import duel, of_lengths
from tests.games.spell_smashers.table import Table, crest, player
from tests.rules import rule

# --- the choice of a monster


@rule("SS-106", "SS-109", "SS-107")
def test_whose_turn_it_is_must_choose_a_monster_of_the_row() -> None:
    table = of_lengths(3, 4, 5)
    assert table.asked == {2: "choose_monster"}
    assert table.offered(2) == [FightMonster("centaur"), FightMonster("imp"), FightMonster("lich")]
    with pytest.raises(AssertionError, match="seat 0 is asked nothing"):
        table.fight(0, "imp")
    for elsewhere in ("naga", "troll", "nothing", ""):
        refusal = table.refused(2, FightMonster(elsewhere))
        assert (refusal.rule, refusal.pointer) == ("SS-109", "/choice/monster")


@rule("SS-110", "SS-111", "SS-119", "SS-060", "SS-118")
def test_a_defeated_monster_leaves_the_row_and_one_that_lives_stays() -> None:
    row = [crest("smoldering centaur", 4), crest("craggy imp", 40), crest("prickly lich", 30)]
    table = of_lengths(3, 4, 5, row=row)
    table.fight(2, "imp")
    assert table.offered(1) == [FightMonster("centaur"), FightMonster("imp"), FightMonster("lich")]
    table.fight(1, "centaur")
    assert table.players[1].trophies == ["centaur"]
    gone = table.view().crests[0]
    assert (gone.monster, gone.modifier, gone.coins, gone.ale) == (None, None, 0, 0)
    assert table.view().modifiers.discards[-1] == "smoldering"
    assert table.offered(0) == [FightMonster("imp"), FightMonster("lich")]
    assert table.refused(0, FightMonster("centaur")).rule == "SS-109"
    before = table.crest_of("imp").coins
    table.fight(0, "imp")
    assert before - table.crest_of("imp").coins == table.damage


@rule("SS-106", "SS-131")
def test_with_no_monster_left_the_battle_is_skipped_and_the_cards_stay() -> None:
    table = Table(
        player("c_1 a_1 t_1", quests="spotless"),
        player("a_2 x_1 e_1 b_1"),
        row=[crest("smoldering imp", 1), crest("")],
        monsters="",
        only=["monsters"],
        marker=0,
    )
    table.words("c_1 a_1 t_1", "a_2 x_1 e_1 b_1")
    assert [event.seat for event in table.events("monster_chosen")] == [1]
    assert table.players[1].trophies == ["imp"]
    assert [(event.seat, event.reason) for event in table.events("battle_skipped")] == [(0, "no_monster")]
    me = table.view(0)
    assert (me.hand, me.quests, me.players[0].coins) == (("c_1", "a_1", "t_1"), ("spotless",), 0)
    assert me.marker == 0
    assert me.players[0].word is None
    assert table.kinds("wounds_suffered") == ["wounds_suffered"]


# --- damage and rewards


@rule("SS-112", "SS-067")
def test_letters_wounds_and_trophies_deal_their_values() -> None:
    table = duel("g_1 m_1 wound_ff", "peevish naga", trophies="banshee")
    table.fight(0, "naga")
    assert table.damage == 8 + table.events("damage_counted")[0].bonuses[0].damage == 9
    assert [
        (dealt.tile, dealt.printed, dealt.factor, dealt.damage) for dealt in table.events("damage_counted")[0].tiles
    ] == [
        ("g_1", 1, 1, 1),
        ("m_1", 2, 1, 2),
        ("wound_ff", 3, 1, 3),
        ("banshee", 2, 1, 2),
    ]


@rule("SS-113", "SS-070", "SS-201", "SS-202")
@pytest.mark.parametrize(
    ("monster", "damage"),
    [("rash naga", 2 * 2 + 1 + 2 + 1), ("smoldering naga", 1 + 2 + 1), ("peevish naga", 2 + 1 + 2 + 1)],
)
def test_types_scale_each_card_and_gear_adds_to_the_sum(monster: str, damage: int) -> None:
    table = duel("f_1 o_3 m_2 d_2", monster, weapon="lengthy_lance", hand="t_1")
    table.fight(0, "naga")
    assert [(dealt.tile, dealt.type) for dealt in table.events("damage_counted")[0].tiles] == [
        ("f_1", "fire"),
        ("o_3", "earth"),
        ("m_2", "earth"),
        ("d_2", "earth"),
    ]
    assert [(bonus.gear, bonus.damage) for bonus in table.events("damage_counted")[0].bonuses] == [("lengthy_lance", 1)]
    assert table.damage == damage + 1


@rule("SS-201")
def test_resistance_of_the_ledger() -> None:
    table = duel("p_1 m_3", "smoldering naga")
    table.fight(0, "naga")
    assert table.damage == 2


@rule("SS-202")
def test_weakness_of_the_ledger() -> None:
    table = duel("p_1 m_3", "rash naga", trophies="wyvern")
    table.fight(0, "naga")
    assert table.damage == 6 + 2 + 4


@rule("SS-113")
@pytest.mark.parametrize(("weapon", "damage"), [("brief_blade", 2), (None, 0)])
def test_a_word_that_is_all_resisted_deals_what_the_weapon_adds(weapon: str | None, damage: int) -> None:
    table = duel("f_1 e_1", "smoldering naga", weapon=weapon)
    table.fight(0, "naga")
    assert table.damage == damage


@rule("SS-050", "SS-114", "SS-051", "SS-049", "SS-028")
def test_damage_takes_coins_of_the_crest_and_they_do_not_come_back() -> None:
    table = duel(
        "p_1 o_3 t_3", "craggy naga", coins=2, other="a_2 x_1", row=[crest("prickly naga", 11), crest("craggy troll")]
    )
    table.fight(0, "naga")
    assert (table.damage, table.crest_of("naga").coins) == (5, 6)
    for audience in table.audiences:
        assert table.view(audience).players[0].coins == 7
        assert table.view(audience).crests[0].coins == 6
    assert [(event.seat, event.coins, event.source) for event in table.events("coins_gained")] == [(0, 5, "crest")]


@rule("SS-116", "SS-117", "SS-051", "SS-052", "SS-048")
@pytest.mark.parametrize(
    ("health", "coins", "left", "falls"), [(4, 4, 0, True), (5, 5, 0, True), (6, 5, 1, False), (1, 1, 0, True)]
)
def test_the_last_coin_is_the_defeat_and_overkill_pays_nothing(health: int, coins: int, left: int, falls: bool) -> None:
    table = duel("p_1 o_3 t_3", row=[crest("prickly naga", health), crest("craggy troll")])
    table.fight(0, "naga")
    assert table.damage == 5
    assert table.players[0].coins == coins
    for audience in table.audiences:
        assert table.view(audience).players[0].trophies == (("naga",) if falls else ())
    assert table.view().crests[0].coins == left
    assert table.kinds("monster_defeated") == ["monster_defeated"] * falls


@rule("SS-052")
def test_only_the_one_who_takes_the_last_coin_gets_the_tile() -> None:
    table = duel("p_1 o_3 t_3", other="a_2 x_1", row=[crest("prickly naga", 6), crest("craggy troll")])
    table.fight(0, "naga")
    table.fight(1, "naga")
    assert [one.trophies for one in table.players] == [[], ["naga"], []]
    assert [one.coins for one in table.players] == [5, 1, 0]


@rule("SS-115")
def test_coins_won_are_spent_in_the_same_round() -> None:
    table = duel("p_1 o_3 m_2", "prickly naga", other="a_2 x_1")
    table.fight(0, "naga")
    assert (table.players[0].coins, table.kinds("coins_gained")) == (6, ["coins_gained"])
    table.fight(1, "troll")
    table.fight(2, "troll")
    for seat in table.state.clockwise():
        table.answer(seat, table.offered(seat)[0])
    table.answer(2, table.offered(2)[0])
    assert {choice.kind for choice in table.offered(0)} >= {"visit_armory", "visit_tavern", "visit_alchemist"}


@rule("SS-120", "SS-173", "SS-014")
def test_any_damage_takes_all_ale_and_the_next_finds_none() -> None:
    row = [crest("famed naga", 40, ale=3), crest("craggy troll")]
    table = duel("c_1 a_1 t_1", other="a_2 x_1", row=row, ale=29)
    table.fight(0, "naga")
    table.fight(1, "naga")
    assert [one.ale for one in table.view().players] == [32, 0, 0]
    assert table.crest_of("naga").ale == 0
    assert [(event.seat, event.ale, event.source) for event in table.events("ale_gained")] == [(0, 3, "crest")]


@rule("SS-121", "SS-122", "SS-173")
def test_without_damage_the_ale_stays_and_wounds_are_suffered() -> None:
    row = [crest("smoldering dragon", ale=2), crest("craggy troll")]
    table = duel("c_1 a_1 t_1", other="a_4 x_1", row=row, wounds="wound_aw wound_gg wound_ff")
    table.fight(0, "dragon")
    assert table.damage == 0
    me = table.view(0)
    assert (me.players[0].coins, me.players[0].ale, me.crests[0].ale, me.crests[0].coins) == (0, 0, 2, 13)
    assert me.hand == ("wound_aw", "wound_gg")
    assert table.kinds("coins_gained", "ale_gained") == []
    table.fight(1, "dragon")
    assert (table.view().players[1].ale, table.view().players[1].coins) == (2, 5)


# --- example B


@rule("SS-132", "SS-133", "SS-134")
@pytest.mark.parametrize(("tiles", "cards", "stick"), [("s_2 p_1 i_2 r_2 e_3", 10, 1), ("s_2 p_1 i_2 e_3", 9, 0)])
def test_example_b(tiles: str, cards: int, stick: int) -> None:
    table = duel(tiles, "rash centaur", wounds="wound_aw", other="a_2 x_1")
    before = table.view().crests[0]
    assert (before.modifier, before.monster, before.coins) == ("rash", "centaur", 11)
    assert MODIFIERS["rash"].health + MONSTERS["centaur"].health == 11
    table.fight(0, "centaur")
    [counted] = table.events("damage_counted")
    assert sum(dealt.damage for dealt in counted.tiles) == cards
    assert [(bonus.gear, bonus.damage) for bonus in counted.bonuses] == [("starting_stick", 1)] * stick
    assert table.damage == cards + stick
    if stick:
        me = table.view(0)
        assert (me.players[0].coins, me.players[0].trophies, me.players[0].wounds) == (11, ("centaur",), 1)
        assert me.crests[0].monster is None
