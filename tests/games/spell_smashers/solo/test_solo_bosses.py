"""The four bosses: their traits, and how they fall."""

import pytest

from service.games.spell_smashers.potions import KeepAntidote, UseAntidote
from service.games.spell_smashers.solo.boss_decisions import ShedTo
from service.games.spell_smashers.solo.split import Share, SplitDamage
from tests.games.spell_smashers.solo.table import SoloTable, share
from tests.games.spell_smashers.table import player
from tests.rules.ledger import rule

HAND = "u_1 h_1 a_1 t_1 e_1"
SEVEN = "m_1 a_1 z_1"


def against(boss: str, places: str, word: str = SEVEN, **facts: object) -> SoloTable:
    """A word is revealed in round 8, and the boss stands in zone 1 as `places` says."""
    me = facts.pop("me", None) or player(f"{word} u_1")
    table = SoloTable(me, {1: places}, boss=boss, round=8, **facts)  # type: ignore[arg-type]
    table.spell(0, word)
    return table


@rule("SO-060")
@pytest.mark.parametrize(("coins", "after"), [(10, 12), (21, 22), (22, 22)])
def test_the_vulture_regains_a_coin_a_wound_up_to_its_health(coins: int, after: int) -> None:
    me = player(f"{HAND} wound_gg wound_ff")
    table = SoloTable(me, {1: f"- insatiable_vulture:{coins}"}, boss="insatiable_vulture", phase="refill", round=7)
    assert table.coins["insatiable_vulture"] == after
    gained = [(event.coins, event.health) for event in table.events("boss_feasted")]
    assert gained == ([(after - coins, after)] if after > coins else [])


@rule("SO-060")
def test_the_vulture_does_nothing_before_it_comes() -> None:
    me = player(f"{HAND} wound_gg wound_ff")
    table = SoloTable(me, {1: "ogre"}, boss="insatiable_vulture", phase="refill", round=5)
    assert table.kinds("boss_feasted") == []
    arriving = SoloTable(me, {1: "ogre"}, boss="insatiable_vulture", phase="refill", round=6)
    assert arriving.kinds("boss_feasted") == []
    assert arriving.coins["insatiable_vulture"] == 22


@rule("SO-035", "SO-060")
def test_an_antidote_may_spoil_the_feast() -> None:
    me = player(f"{HAND} wound_gg wound_ff", potions="antidote")
    table = SoloTable(me, {1: "- insatiable_vulture:10"}, boss="insatiable_vulture", phase="refill", round=7)
    assert table.asked == {0: "feast_antidote"}
    table.do(UseAntidote("wound_gg", "vowel"))
    assert table.coins["insatiable_vulture"] == 11
    kept = SoloTable(
        player(f"{HAND} wound_gg wound_ff", potions="antidote"),
        {1: "- insatiable_vulture:10"},
        boss="insatiable_vulture",
        phase="refill",
        round=7,
    )
    kept.do(KeepAntidote())
    assert kept.coins["insatiable_vulture"] == 12
    assert kept.me.potions == ["antidote"]


@rule("SO-060", "SO-029")
@pytest.mark.parametrize(("points", "coins", "attacks"), [(7, 5, 1), (2, 0, 0), (1, 0, 0), (3, 1, 1)])
def test_the_colossus_ignores_the_first_two(points: int, coins: int, attacks: int) -> None:
    table = against("unyielding_colossus", "dragon:20 unyielding_colossus")
    split = (Share("dragon", untyped=7 - points), Share("unyielding_colossus", untyped=points))
    table.do(SplitDamage(tuple(one for one in split if one.untyped)))
    assert table.coins["unyielding_colossus"] == 16 - coins
    struck = [one.monster for one in table.events("zone_struck_back")[-1].attacks]
    assert struck.count("unyielding_colossus") == attacks


@rule("SO-060", "SO-026")
def test_ignored_points_count_as_assigned() -> None:
    table = against("unyielding_colossus", "imp:3 unyielding_colossus:3", "a_1 m_1 z_1")
    splits = [{one.monster: one.untyped for one in choice.shares} for choice in table.offered(0)]
    assert splits == [{"imp": 3, "unyielding_colossus": 4}, {"imp": 2, "unyielding_colossus": 5}]
    refusal = table.refused(0, SplitDamage((Share("imp", untyped=1), Share("unyielding_colossus", untyped=6))))
    assert "unyielding_colossus (3 coins, ignores 2)" in refusal.detail
    table.battle(1, imp=2, unyielding_colossus=5)
    assert table.outcome is not None
    assert table.outcome.ending == "town_saved"


@rule("SO-060")
def test_the_basilisk_resists_what_hurt_it_most() -> None:
    word = "m_1 k_1 z_1"
    table = against("mercurial_basilisk", "- mercurial_basilisk", word)
    assert table.solo.resists == "fire"
    assert table.coins["mercurial_basilisk"] == 25 - 9
    assert [event.type for event in table.events("skin_shed")] == ["fire"]
    again = against("mercurial_basilisk", "- mercurial_basilisk", word, resists="fire")
    assert again.coins["mercurial_basilisk"] == 25 - 3
    assert again.solo.resists == "earth"
    assert against("mercurial_basilisk", "- mercurial_basilisk").solo.resists == "fire"


@rule("SO-060")
def test_a_tie_of_types_is_the_players() -> None:
    table = against("mercurial_basilisk", "- mercurial_basilisk", "k_1 a_1 m_1 v_1")
    assert table.asked == {0: "choose_shed"}
    assert table.offered(0) == [ShedTo("fire"), ShedTo("earth"), ShedTo("water")]
    table.do(ShedTo("earth"))
    assert table.solo.resists == "earth"
    two = against("mercurial_basilisk", "- mercurial_basilisk", "k_1 a_1 m_1 b_2")
    assert two.offered(0) == [ShedTo("fire"), ShedTo("earth")]
    refusal = two.refused(0, ShedTo("water"))
    assert (refusal.rule, refusal.pointer) == ("SO-060", "/choice/type")


@rule("SO-060")
def test_the_basilisk_keeps_its_skin_where_no_typed_point_took_a_coin() -> None:
    all_resisted = against("mercurial_basilisk", "- mercurial_basilisk", resists="fire")
    assert all_resisted.coins["mercurial_basilisk"] == 25
    assert all_resisted.solo.resists == "fire"
    word = "c_1 a_1 t_1 e_1 s_1"
    by_gear = against("mercurial_basilisk", "- mercurial_basilisk", word, resists="fire")
    assert by_gear.coins["mercurial_basilisk"] == 24
    assert by_gear.solo.resists == "fire"
    assert by_gear.kinds("skin_shed") == []


@rule("SO-060", "SO-025")
def test_types_are_split_where_the_basilisk_stands() -> None:
    table = against("mercurial_basilisk", "ogre mercurial_basilisk", "k_1 a_1 m_1")
    table.do(SplitDamage((share("ogre", "3f 1e"), share("mercurial_basilisk", "2e"))))
    assert table.coins == {"ogre": 6, "mercurial_basilisk": 23}
    assert table.solo.resists == "earth"


@rule("SO-060", "SO-048")
def test_the_warlord_calls_a_third_monster() -> None:
    zones = {4: "- tyrannical_warlord"}
    table = SoloTable(player(HAND), zones, phase="wave", round=8, monsters="ogre lich imp naga")
    assert [event.monster for event in table.events("monster_drawn")] == ["ogre", "lich", "imp"]
    before = SoloTable(player(HAND), {}, phase="wave", round=6, monsters="ogre lich imp naga")
    assert [event.monster for event in before.events("monster_drawn")] == ["ogre", "lich"]
    arrival = SoloTable(player(HAND), {}, phase="wave", round=7, monsters="ogre lich imp naga")
    assert [event.monster for event in arrival.events("monster_drawn")] == ["tyrannical_warlord"]
    others = SoloTable(
        player(HAND),
        {2: "- mercurial_basilisk"},
        boss="mercurial_basilisk",
        phase="wave",
        round=8,
        monsters="ogre naga imp",
    )
    assert len(others.events("monster_drawn")) == 2


@rule("SO-029", "SO-060")
def test_a_boss_wounds_like_a_monster() -> None:
    table = against("unyielding_colossus", "- unyielding_colossus", wounds="wound_gg wound_ff")
    assert table.me.hand == ["u_1", "wound_gg", "wound_ff"]
