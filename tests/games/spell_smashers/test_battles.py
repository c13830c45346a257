"""Battle Monsters: who goes first, the six steps of a battle, and who holds the marker after it."""

from itertools import permutations
from typing import Any

import pytest

from service.games.kernel.decisions import Choice
from service.games.spell_smashers.fighting import FightMonster
from service.games.spell_smashers.gear_decisions import GiveUpGear
from service.games.spell_smashers.state import Player
from tests.games.spell_smashers.figures import MODIFIERS, MONSTERS, WOUNDS
from tests.games.spell_smashers.table import Table, crest, ids, player
from tests.rules import rule

HANDS = ("a_1 b_1 c_1 d_1 e_1 f_1 g_1", "a_2 b_2 c_2 d_2 e_2 f_2 g_2", "a_3 h_1 c_3 d_3 e_3 l_1 g_3")
MORE_HANDS = (*HANDS, "a_4 h_2 k_1 d_4 e_4 l_2 p_1")


def of_lengths(*lengths: int, marker: int = 0, **facts: Any) -> Table:
    """Players whose words have these lengths."""
    table = Table(*(player(hand) for hand in MORE_HANDS[: len(lengths)]), marker=marker, **facts)
    table.words(*(" ".join(ids(hand)[:length]) for hand, length in zip(MORE_HANDS, lengths, strict=False)))
    return table


def duel(mine: str, monster: str = "rash centaur", other: str = "a_2 x_1", **facts: Any) -> Table:
    """The first of three players has this word, goes first, and stands before this monster; two others are there."""
    me = {name: facts.pop(name) for name in list(facts) if name in Player.__dataclass_fields__}
    weapon, armor = (me.pop(slot, None) for slot in ("weapon", "armor"))
    gear = " ".join(card for card in (me.pop("stash", ""), weapon, armor) if card)
    spare = me.pop("hand", "")
    row = facts.pop("row", None) or [crest(monster), crest("drenched troll")]
    players = (player(f"{mine} {spare}", stash=gear, **me), player(other), player("u_1 h_3"))
    table = Table(*players, row=[*row, crest("parched golem")], marker=0, **facts)
    table.spell(0, mine if not me.get("trophies") else f"{mine} {me['trophies']}", weapon=weapon, armor=armor)
    table.spell(1, other)
    table.spell(2, "u_1 h_3")
    return table


# --- initiative


@rule("SS-102", "SS-103", "SS-107")
@pytest.mark.parametrize("lengths", list(permutations((7, 4, 5))))
def test_the_longest_word_battles_first(lengths: tuple[int, ...]) -> None:
    row = [crest("prickly naga", 90), crest("craggy troll"), crest("famed lich")]
    table = of_lengths(*lengths, row=row)
    expected = sorted(range(3), key=lambda seat: -lengths[seat])
    assert table.view().order == tuple(expected)
    for seat in expected:
        assert table.asked == {seat: "choose_monster"}
        table.fight(seat, "naga")


@rule("SS-102")
def test_letters_count_and_not_cards() -> None:
    table = Table(player("c_1 a_1 t_1"), player("l_1 wound_ock"), marker=0)
    table.words("c_1 a_1 t_1", "l_1 wound_ock")
    assert [(place.seat, place.initiative) for place in table.events("initiative_set")[-1].order] == [(1, 4), (0, 3)]


@rule("SS-104")
@pytest.mark.parametrize(
    ("lengths", "marker", "order"),
    [
        ((2, 4, 3, 4), 2, (3, 1, 2, 0)),
        ((2, 3, 4, 4), 2, (2, 3, 1, 0)),
        ((4, 4, 4, 4), 2, (2, 3, 0, 1)),
        ((4, 4, 4, 4), 0, (0, 1, 2, 3)),
        ((4, 3, 4, 3), 3, (0, 2, 3, 1)),
    ],
)
def test_ties_go_clockwise_from_the_holder(lengths: tuple[int, ...], marker: int, order: tuple[int, ...]) -> None:
    assert of_lengths(*lengths, marker=marker).view().order == order


EXAMPLE = {
    "ambie": "l_1 a_1 n_1 t_1 e_1 r_1 n_2",
    "blake": "s_1 p_1 i_1 r_2 e_2",
    "corinne": "b_1 l_2 u_1 e_3",
    "devon": "c_1 h_1 a_2 r_3 m_1",
}


@rule("SS-105")
@pytest.mark.parametrize("seating", list(permutations(EXAMPLE)))
def test_example_a(seating: tuple[str, ...]) -> None:
    table = Table(*(player(EXAMPLE[name]) for name in seating), marker=seating.index("devon"))
    table.words(*(EXAMPLE[name] for name in seating))
    places = table.events("initiative_set")[-1].order
    assert [seating[place.seat] for place in places] == ["ambie", "devon", "blake", "corinne"]
    assert [place.initiative for place in places] == [7, 5, 5, 4]


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


def town(table: Table) -> None:
    """Everybody keeps the first quest and visits the GUILD, and keeps the first there."""
    while set(table.asked.values()) & {"choose_quest", "choose_building", "choose_returned"}:
        [(seat, kind)] = table.asked.items()
        assert isinstance(seat, int)
        guild: list[Choice] = [choice for choice in table.offered(seat) if choice.kind == "visit_guild"]
        table.answer(seat, guild[0] if kind == "choose_building" else table.offered(seat)[0])


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


# --- the marker


@rule("SS-130")
@pytest.mark.parametrize(("lengths", "takes_it"), [((5, 3, 2, 4), 2), ((2, 2, 3, 3), 1), ((3, 3, 3, 3), 3)])
def test_the_last_in_initiative_takes_the_marker(lengths: tuple[int, ...], takes_it: int) -> None:
    row = [crest("prickly naga", 90), crest("craggy troll"), crest("famed lich"), crest("brittle imp")]
    table = of_lengths(*lengths, row=row)
    for seat in table.view().order:
        assert table.view().marker == 0
        table.fight(seat, "naga")
    for audience in table.audiences:
        assert table.view(audience).marker == takes_it
    assert [event.seat for event in table.events("tiebreaker_taken")] == [takes_it]


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
