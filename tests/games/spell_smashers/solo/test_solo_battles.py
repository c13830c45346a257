"""A battle in a zone: the split, coins and trophies, wounds, and every modifier."""

import pytest

from service.games.spell_smashers.damage_types import DealAs, SetTypes
from service.games.spell_smashers.gear_decisions import GiveUpGear
from service.games.spell_smashers.solo.split import Share, SplitDamage
from service.games.spell_smashers.solo.zone_battle import FightZone
from service.games.spell_smashers.state import Player
from tests.games.spell_smashers.solo.table import SoloTable, share
from tests.games.spell_smashers.table import player
from tests.rules.ledger import rule

SEVEN = "m_1 a_1 z_1"
"""MAZ, and it deals 2 + 1 + 4."""


def before(zone: str, word: str = SEVEN, me: Player | None = None, **facts: object) -> SoloTable:
    """A word is revealed, and these monsters of zone 3 are all that there are."""
    weapon, armor = facts.pop("weapon", None), facts.pop("armor", None)
    table = SoloTable(me or player(f"{word} u_1"), {3: zone}, **facts)  # type: ignore[arg-type]
    table.spell(0, word, weapon=weapon, armor=armor)  # type: ignore[arg-type]
    return table


@rule("SO-023")
def test_one_zone_with_a_monster_is_battled() -> None:
    table = SoloTable(SEVEN, {1: "ogre", 3: "imp zombie"})
    table.spell(0, SEVEN)
    assert table.offered(0) == [FightZone(1), FightZone(3)]
    refusal = table.refused(0, FightZone(2))
    assert (refusal.rule, refusal.pointer) == ("SO-023", "/choice/zone")
    assert "1, 3" in refusal.detail
    table.battle(1)
    assert table.coins == {"ogre": 3, "imp": 8, "zombie": 10}


@rule("SO-023")
def test_without_any_monster_the_cards_stay() -> None:
    table = SoloTable(player("c_1 t_1", trophies="automaton"))
    table.spell(0, "c_1 automaton t_1")
    assert table.events("battle_skipped")[-1].reason == "no_monster"
    assert (table.me.hand, table.me.trophies, table.solo.spent_trophies) == (["c_1", "t_1"], ["automaton"], ())
    assert table.asked == {0: "choose_visit"}


@rule("SO-024")
def test_tiles_and_gear_make_the_points_and_the_word_is_discarded() -> None:
    word = "a_1 p_1 m_1"
    table = before("dragon", word, player(f"{word} u_1", stash="brief_blade"), weapon="brief_blade")
    [counted] = table.events("zone_points_counted")
    assert [tile.points for tile in counted.tiles] == [1, 3, 2]
    assert [(bonus.gear, bonus.damage) for bonus in counted.bonuses] == [("brief_blade", 2)]
    assert counted.points == 8
    assert table.coins == {"dragon": 4}
    assert table.me.hand[0] == "u_1"
    assert {"a_1", "p_1", "m_1"} <= {*table.state.vowels.discards, *table.state.consonants.discards}
    assert table.me.weapon == "brief_blade"


@rule("SO-024")
def test_the_starting_stick_helps_a_long_word() -> None:
    table = before("dragon", "c_1 a_1 r_1 e_1 t_1")
    assert table.coins == {"dragon": 6}


@rule("SO-025")
def test_every_split_that_adds_up_is_offered() -> None:
    table = before("imp:5 zombie:4")
    splits = [{one.monster: one.untyped for one in choice.shares} for choice in table.offered(0)]
    assert splits == [{"imp": 5, "zombie": 2}, {"imp": 4, "zombie": 3}, {"imp": 3, "zombie": 4}]


@rule("SO-025", "SO-027")
@pytest.mark.parametrize(("imp", "zombie"), [(5, 2), (4, 3), (3, 4)])
def test_each_split_is_played_as_sent(imp: int, zombie: int) -> None:
    table = before("imp:5 zombie:4")
    table.battle(3, imp=imp, zombie=zombie)
    left = {"imp": 5 - imp, "zombie": 4 - zombie}
    assert table.coins == {monster: coins for monster, coins in left.items() if coins}
    assert table.me.coins == 7
    taken = {one.monster: (one.untyped, one.coins, one.health) for one in table.events("damage_split")[-1].shares}
    assert taken == {"imp": (imp, imp, left["imp"]), "zombie": (zombie, zombie, left["zombie"])}


@rule("SO-026")
@pytest.mark.parametrize(
    ("shares", "pointer", "says"),
    [
        ((Share("imp", untyped=5),), "/choice/shares", "2 points are left over while zombie would have coins left"),
        ((), "/choice/shares", "7 points are left over while imp and zombie"),
        ((Share("imp", untyped=6), Share("zombie", untyped=1)), "/choice/shares/0", "more than imp can take"),
        ((Share("imp", untyped=5), Share("zombie", untyped=3)), "/choice/shares/1/untyped", "more than is left of 7"),
        ((Share("imp", untyped=5), Share("zombie", untyped=-1)), "/choice/shares/1/untyped", "below 0"),
        ((Share("imp", fire=5), Share("zombie", untyped=2)), "/choice/shares/0/fire", "5 fire for imp"),
        ((Share("imp", untyped=5), Share("ogre", untyped=2)), "/choice/shares/1/monster", "'ogre' does not stand"),
        ((Share("imp", untyped=4), Share("imp", untyped=3)), "/choice/shares/1/monster", "has a share already"),
    ],
)
def test_other_splits_are_refused(shares: tuple[Share, ...], pointer: str, says: str) -> None:
    table = before("imp:5 zombie:4")
    refusal = table.refused(0, SplitDamage(shares))
    assert refusal.pointer == pointer
    assert says in refusal.detail
    assert "Assign all 7 points (7 untyped) to imp (5 coins) and zombie (4 coins)" in refusal.detail


@rule("SO-025")
def test_a_share_without_points_says_nothing() -> None:
    tables = before("imp:9 zombie:4"), before("imp:9 zombie:4")
    for table, shares in zip(tables, ((), (Share("zombie"),)), strict=True):
        table.do(SplitDamage((Share("imp", untyped=7), *shares)))
        assert table.coins == {"imp": 2, "zombie": 4}
    split, other = (table.events("damage_split")[-1].shares for table in tables)
    assert split == other


def test_a_refusal_repeats_no_page_of_what_was_sent() -> None:
    refusal = before("imp:5 zombie:4").refused(0, SplitDamage((Share("x" * 5000, untyped=7),)))
    assert f"'{'x' * 40}...' does not stand" in refusal.detail
    assert len(refusal.detail) < 300


@rule("SO-026", "SO-028")
def test_points_are_left_over_only_when_all_have_fallen() -> None:
    table = before("imp:3 zombie:2")
    assert table.asked == {0: "choose_visit"}, "there was one split alone"
    assert table.events("damage_split")[-1].left_over == 2
    assert table.me.trophies == ["imp", "zombie"]
    assert table.me.coins == 5
    assert table.board == {}


@rule("SO-028")
def test_two_can_fall_at_once_and_lie_face_up() -> None:
    table = before("imp:5 zombie:2")
    assert [event.monster for event in table.events("monster_slain")] == ["imp", "zombie"]
    assert table.me.trophies == ["imp", "zombie"]
    assert table.solo.spent_trophies == ()


@rule("SO-029")
def test_a_spared_monster_does_not_wound() -> None:
    table = before("imp:8 dragon", wounds="wound_gg wound_ff")
    table.battle(3, imp=7)
    assert [(one.monster, one.attack) for one in table.events("zone_struck_back")[-1].attacks] == [("imp", 0)]
    assert not any(card.startswith("wound") for card in table.me.hand)


@rule("SO-030")
def test_attacks_add_up_and_the_fallen_strike_too() -> None:
    table = before("ogre:2 dragon", wounds="wound_gg wound_ff wound_aw")
    table.battle(3, ogre=2, dragon=5)
    assert [(one.monster, one.attack) for one in table.events("zone_struck_back")[-1].attacks] == [
        ("ogre", 1),
        ("dragon", 2),
    ]
    assert table.me.hand == ["u_1", "wound_gg", "wound_ff", "wound_aw"]
    assert table.heard_by(None, "zone_struck_back")[-1].cards is None  # type: ignore[attr-defined]


@rule("SO-030")
@pytest.mark.parametrize(("armor", "wounds"), [("padded_plate", 2), ("heroic_helm", 2), (None, 3)])
def test_armor_acts_on_the_sum_and_the_helm_on_what_falls(armor: str | None, wounds: int) -> None:
    me = player(f"{SEVEN} u_1", stash=armor or "")
    table = before("ogre:2 dragon", me=me, armor=armor)
    table.battle(3, ogre=2, dragon=5)
    assert len([card for card in table.me.hand if card.startswith("wound")]) == wounds


def test_the_axe_pays_for_each_that_falls() -> None:
    table = before("imp:5 zombie:2", me=player(f"{SEVEN} u_1", stash="avaricious_axe"), weapon="avaricious_axe")
    assert [event.source for event in table.events("coins_gained")] == ["zone", "avaricious_axe", "avaricious_axe"]
    assert table.me.coins == 7 + 10


@rule("SO-034", "SO-078")
def test_an_elixir_changes_a_type() -> None:
    table = before("rusty+dragon:30", "a_1 m_1", player("a_1 m_1 u_1", potions="elixir"), difficulty="advanced")
    table.do(SetTypes((), DealAs("m_1", "water")))
    assert table.coins == {"dragon": 30 - 1 - 4}
    assert table.me.potions == []
    assert table.state.stock["elixir"] == 5


@rule("SO-024")
def test_wild_cards_get_a_type_after_the_zone_is_chosen() -> None:
    table = SoloTable("s_5 a_1 m_1", {3: "flammable+dragon:30", 1: "ogre"}, difficulty="advanced")
    table.spell(0, "m_1 a_1 s_5")
    table.do(FightZone(3))
    assert table.asked == {0: "choose_types"}
    table.battle(3, wild="s_5 fire")
    assert table.coins["dragon"] == 30 - 8


# Modifiers, on points of one type each: m_1 fire 2, a_1 fire 1, z_1 fire 4; k_1 earth 3; q_1 water 4.


@rule("SO-030", "SO-078")
def test_resisted_points_may_be_assigned_and_are_lost() -> None:
    table = before("fireproof+imp zombie:3", "k_1 a_1 m_1", difficulty="advanced")
    assert table.question(0).choices.points.of() == (3, 3, 0, 0)  # type: ignore[attr-defined]
    table.battle(3, imp="3f", zombie="3e")
    assert table.coins == {"imp": 10}
    assert table.me.coins == 3
    assert [one.monster for one in table.events("zone_struck_back")[-1].attacks] == ["zombie"]


@rule("SO-030", "SO-026")
def test_points_are_not_left_over_while_a_resistant_monster_lives() -> None:
    table = before("fireproof+imp zombie:3", "k_1 a_1 m_1", difficulty="advanced")
    refusal = table.refused(0, SplitDamage((share("zombie", "3e"),)))
    assert "3 points are left over while imp would have coins left" in refusal.detail
    refusal = table.refused(0, SplitDamage((share("zombie", "3f 3e"),)))
    assert "6 points are more than zombie can take" in refusal.detail


@rule("SO-030", "SO-078")
def test_weak_points_take_two_coins_and_the_last_may_be_one_too_many() -> None:
    table = before("flammable+imp:5 zombie", "k_1 a_1 m_1", difficulty="advanced")
    form = table.question(0).choices
    target = form.targets[0]  # type: ignore[attr-defined]
    assert (target.coins, target.fire, target.earth, target.water) == (5, 2, 1, 1)
    refusal = table.refused(0, SplitDamage((share("imp", "3f 1e"), share("zombie", "2e"))))
    assert refusal.pointer == "/choice/shares/0"
    table.battle(3, imp="3f", zombie="3e")
    assert table.me.trophies == ["imp"]
    assert table.me.coins == 5 + 3


@rule("SO-030", "SO-078")
@pytest.mark.parametrize(("modifier", "coins"), [("flammable", 20 - 14), ("fireproof", 20), ("savage", 20 - 7)])
def test_a_monster_alone_takes_every_point_by_its_type(modifier: str, coins: int) -> None:
    table = before(f"{modifier}+imp:20", difficulty="advanced")
    assert table.asked[0] != "choose_split"
    assert table.coins == {"imp": coins}


@rule("SO-078")
@pytest.mark.parametrize(
    ("modifier", "attack"), [("savage", 1), ("scalding", 1), ("venomous", 0), ("vile", 0), ("hoarding", 0)]
)
def test_extra_vicious_and_bite_back_add_to_the_attack(modifier: str, attack: int) -> None:
    table = before(f"{modifier}+imp:20", difficulty="advanced")
    assert [one.attack for one in table.events("zone_struck_back")[-1].attacks] == [attack]


@rule("SO-078")
def test_last_gasp_counts_for_what_falls_alone() -> None:
    table = before("vile+imp:3 vengeful+zombie", difficulty="advanced", wounds="wound_gg wound_ff")
    table.battle(3, imp=3, zombie=4)
    assert [one.attack for one in table.events("zone_struck_back")[-1].attacks] == [2, 0]
    assert table.me.hand == ["u_1", "wound_gg", "wound_ff"]
    assert table.state.modifiers.discards == ["vile"]


@rule("SO-078")
def test_each_disarming_monster_takes_a_card_damaged_or_not() -> None:
    me = player(f"{SEVEN} u_1", stash="brief_blade padded_plate")
    table = before(
        "grasping+imp thieving+zombie", me=me, difficulty="advanced", weapon="brief_blade", armor="padded_plate"
    )
    table.do(GiveUpGear("brief_blade"))
    assert table.asked == {0: "choose_split"}, "the second card went without a question"
    assert [event.gear for event in table.events("gear_disarmed")] == ["brief_blade", "padded_plate"]
    assert table.events("zone_points_counted")[-1].points == 7
    assert table.state.gear[:2] == ["padded_plate", "brief_blade"]


@rule("SO-078")
def test_well_equipped_is_claimed_with_the_first_coin() -> None:
    table = SoloTable(
        f"{SEVEN} u_1",
        {1: "ogre"},
        difficulty="advanced",
        phase="wave",
        round=2,
        modifiers="hoarding",
        gear="tidal_trident",
        monsters="dragon naga",
    )
    assert table.state.gear[-1] != "tidal_trident"
    assert table.solo.zones[2].outside is not None
    assert table.solo.zones[2].outside.guards_gear
    table.spell(0, SEVEN)
    table.do(FightZone(3))
    assert table.events("gear_claimed")[-1].gear == "tidal_trident"
    assert table.me.stash == ["tidal_trident"]
    assert table.coins["dragon"] == 12 + 5 - 7
