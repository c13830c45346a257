"""The solo town: what is open, what it costs, and what the two new buildings do."""

from typing import Any

import pytest

from service.games.kernel.decisions import Choice
from service.games.spell_smashers.solo.town_decisions import (
    ClosedBuilding,
    StackTiles,
    StayAway,
    VisitCarpenter,
    VisitWizard,
)
from service.games.spell_smashers.town_decisions import TakeGear, VisitAlchemist, VisitArmory, VisitShaman
from tests.games.spell_smashers.solo.table import SoloTable
from tests.games.spell_smashers.table import player
from tests.rules.ledger import rule

HAND = "u_1 h_1 a_1 t_1 e_1 s_1 i_1"
VISITS: dict[str, Choice] = {
    "alchemist": VisitAlchemist(("elixir",)),
    "armory": VisitArmory(),
    "carpenters_guild": VisitCarpenter(monster="imp"),
    "wizards_shop": VisitWizard(),
}


def town(
    zones: dict[int, str] | None = None, *, coins: int = 20, me: dict[str, str] | None = None, **facts: Any
) -> SoloTable:
    """The town is open to a player with these coins, and an imp stands outside zone 3 unless others do."""
    facts = {"monsters": "fury kobold", **facts}
    return SoloTable(player(HAND, coins=coins, **(me or {})), zones or {3: "imp"}, phase="visit", **facts)


@rule("SO-031")
@pytest.mark.parametrize("building", VISITS)
def test_one_building_a_round(building: str) -> None:
    table = town(gear="tidal_trident brief_blade")
    table.do(VISITS[building])
    if building == "armory":
        table.do(TakeGear("brief_blade"))
    if building == "wizards_shop":
        table.do(table.offered(0)[0])
    assert [event.building for event in table.events("building_visited")] == [building]
    assert table.asked == {0: "prepare_word"}, "the hand was full"


@rule("SO-031")
def test_nobody_has_to_go_to_town() -> None:
    table = town()
    table.do(StayAway())
    assert table.kinds("building_visited", "visit_declined") == ["visit_declined"]
    assert table.me.coins == 20


@rule("SO-031")
def test_five_wounds_force_nobody() -> None:
    wounds = "wound_aw wound_gg wound_ex wound_ff wound_ft"
    table = SoloTable(player(f"u_1 a_1 {wounds}", coins=20), {3: "imp"}, phase="visit")
    kinds = {choice.kind for choice in table.offered(0)}
    assert kinds == {"visit_alchemist", "visit_armory", "visit_carpenter", "visit_wizard", "stay_away"}
    assert table.refused(0, VisitShaman()).pointer == "/choice/kind"


@rule("SO-031")
def test_where_nothing_can_be_paid_and_all_is_closed_nobody_is_asked() -> None:
    table = town({4: "naga -"}, coins=1)
    assert table.kinds("visit_declined") == ["visit_declined"]


@rule("SO-032")
@pytest.mark.parametrize(("building", "name"), [("alchemist", "ALCHEMIST"), ("wizards_shop", "WIZARD'S SHOP")])
def test_a_destroyed_building_is_closed(building: str, name: str) -> None:
    table = town(ruins=building)
    refusal = table.refused(0, VISITS[building])
    assert (refusal.rule, refusal.pointer) == ("SO-032", "/choice/kind")
    others = [other for other in ("ALCHEMIST", "ARMORY", "CARPENTER'S GUILD", "WIZARD'S SHOP") if other != name]
    assert refusal.detail == f"The {name} is destroyed; open: {', '.join(others)}."
    assert table.question(0).closed == (ClosedBuilding(building, "destroyed"),)  # type: ignore[attr-defined,arg-type]


@rule("SO-033")
def test_a_monster_on_a_building_closes_it_and_one_outside_does_not() -> None:
    table = town({2: "minotaur revenant", 3: "- imp"})
    refusal = table.refused(0, VisitArmory())
    assert (refusal.rule, refusal.pointer) == ("SO-033", "/choice/kind")
    assert refusal.detail == "The ARMORY is occupied by minotaur; open: ALCHEMIST, CARPENTER'S GUILD, WIZARD'S SHOP."
    outside = town({2: "- minotaur"})
    assert VisitArmory() in outside.offered(0)


@rule("SO-033", "SO-032")
def test_the_refusal_names_the_only_building_that_is_open() -> None:
    table = town({1: "ogre -", 2: "minotaur -", 3: "imp -"}, ruins="armory", me={"potions": ""})
    open_ones = {choice.kind for choice in table.offered(0)}
    assert open_ones == {"visit_wizard", "stay_away"}
    assert "open: WIZARD'S SHOP." in table.refused(0, VisitArmory()).detail


@rule("SO-031", "SO-034", "SO-035", "SO-036")
def test_the_alchemist_sells_each_potion_once() -> None:
    table = town(coins=10)
    table.do(VisitAlchemist(("elixir", "antidote", "tonic")))
    assert (table.me.potions, table.me.coins) == (["elixir", "antidote", "tonic"], 0)
    held = town(coins=9, me={"potions": "tonic"})
    assert held.refused(0, VisitAlchemist(("tonic",))).pointer == "/choice/potions"
    assert VisitAlchemist(("elixir", "antidote")) in held.offered(0)


def test_the_armory_sells_gear_of_the_solo_deck() -> None:
    table = town(gear="tidal_trident brief_blade", coins=5)
    table.do(VisitArmory())
    table.do(TakeGear("tidal_trident"))
    assert (table.me.stash, table.me.coins) == (["tidal_trident"], 0)
    assert table.state.gear[0] == "brief_blade"


@rule("SO-037", "SO-038", "SO-039")
def test_the_carpenter_does_both_in_one_visit() -> None:
    table = town({2: "minotaur -", 3: "- imp"}, coins=16, ruins="armory:wound_gg")
    table.do(VisitCarpenter("armory", "minotaur"))
    assert table.me.coins == 0
    assert table.events("building_visited")[-1].price == 16
    assert table.ruins == []
    assert "minotaur" not in table.coins
    assert table.state.wounds.discards == ["wound_gg"]


@rule("SO-037")
@pytest.mark.parametrize(
    ("coins", "possible"),
    [(5, set()), (9, {(None, "imp")}), (15, {("armory", None), (None, "imp")}), (16, {("armory", "imp")})],
)
def test_the_carpenter_asks_for_ten_and_six(coins: int, possible: set[tuple[str | None, str | None]]) -> None:
    table = town(coins=coins, ruins="armory")
    offered = {(choice.repair, choice.monster) for choice in table.offered(0) if isinstance(choice, VisitCarpenter)}
    assert offered >= possible
    assert (("armory", "imp") in offered) == (coins >= 16)
    assert ((None, "imp") in offered) == (coins >= 6)
    assert (("armory", None) in offered) == (coins >= 10)
    assert (None, None) not in offered


def test_bracers_take_two_off_the_sum_of_a_visit() -> None:
    me = player(HAND, coins=14, armor="bargain_bracers")
    table = SoloTable(me, {3: "- imp"}, phase="visit", ruins="armory")
    table.do(VisitCarpenter("armory", "imp"))
    assert table.me.coins == 0


@rule("SO-038")
def test_a_repaired_building_stays_occupied() -> None:
    table = town({2: "minotaur -"}, coins=10, ruins="armory:wound_gg")
    table.do(VisitCarpenter("armory"))
    assert (table.ruins, table.board[2].split()[0]) == ([], "minotaur")
    assert table.events("building_repaired")[-1].building == "armory"


@rule("SO-038")
def test_only_a_ruin_can_be_repaired() -> None:
    table = town(coins=20, ruins="armory")
    refusal = table.refused(0, VisitCarpenter("alchemist"))
    assert refusal.pointer == "/choice/repair"
    assert "repairs a destroyed building for $10" in refusal.detail


@rule("SO-039", "SO-040")
def test_a_monster_sent_away_leaves_nothing() -> None:
    table = SoloTable(
        player(HAND, coins=8), {2: "hoarding+minotaur -"}, difficulty="advanced", phase="visit", monsters="imp naga"
    )
    table.do(VisitCarpenter(monster="minotaur"))
    assert "minotaur" not in table.coins
    assert (table.me.coins, table.me.trophies) == (2, [])
    assert table.state.removed == ["minotaur"]
    assert table.state.modifiers.discards == ["hoarding"]
    assert not any(card.startswith("wound") for card in table.me.hand)
    assert table.solo.zones[1].inside is None


@rule("SO-041")
def test_the_boss_stays() -> None:
    table = town({3: "imp", 4: "- tyrannical_warlord"}, round=8)
    refusal = table.refused(0, VisitCarpenter(monster="tyrannical_warlord"))
    assert (refusal.rule, refusal.pointer) == ("SO-041", "/choice/monster")
    assert "a monster other than the boss" in refusal.detail


@rule("SO-042", "SO-043")
def test_tiles_come_in_the_order_in_which_they_were_returned() -> None:
    table = town({3: "imp"}, monsters="ogre naga lich dragon", coins=0)
    size = len(table.state.monsters)
    table.do(VisitWizard())
    assert table.events("tiles_seen")[-1].tiles == ("ogre", "naga", "lich", "dragon")
    assert table.events("building_visited")[-1].price == 0
    table.do(StackTiles(("dragon", "lich", "naga", "ogre")))
    assert [event.monster for event in table.events("monster_drawn")] == ["dragon", "lich"]
    assert len(table.state.monsters) == size - 2
    assert table.solo.foreseen == ("naga", "ogre")
    assert table.solo.next_zone == 4


@rule("SO-043")
def test_looking_changes_no_numbers_and_nobody_else_sees_it() -> None:
    table = town(monsters="ogre naga lich dragon", coins=0)
    stack = list(table.state.monsters)
    table.do(VisitWizard())
    assert table.state.monsters == stack
    assert table.heard_by(None, "tiles_seen")[-1].tiles is None  # type: ignore[attr-defined]
    table.do(StackTiles(("lich", "naga", "dragon", "ogre")))
    seen = table.heard_by(None, "tiles_returned")[-1]
    assert (seen.tiles, seen.zone) == (None, 2)  # type: ignore[attr-defined]
    spectators = table.view(None).solo
    assert spectators is not None
    assert spectators.foreseen == ()
    assert table.solo.foreseen == ("dragon", "ogre")
    assert sorted(stack) == sorted([*table.state.monsters, "lich", "naga"])


@rule("SO-042")
@pytest.mark.parametrize(
    "tiles",
    [("ogre", "naga", "lich"), ("ogre", "ogre", "naga", "lich"), ("ogre", "naga", "lich", "yeti"), ()],
)
def test_an_order_that_is_none_is_refused(tiles: tuple[str, ...]) -> None:
    table = town(monsters="ogre naga lich dragon")
    table.do(VisitWizard())
    refusal = table.refused(0, StackTiles(tiles))
    assert (refusal.rule, refusal.pointer) == ("SO-042", "/choice/tiles")
    assert "Put back ogre, naga, lich, dragon, each once" in refusal.detail


@rule("SO-042")
@pytest.mark.parametrize("left", ["ogre naga", "ogre", ""])
def test_fewer_than_four_tiles_are_looked_at_as_they_are(left: str) -> None:
    table = town(monsters=left, only="monsters", coins=0)
    if not left:
        assert table.kinds("visit_declined") == ["visit_declined"], "there is nothing to look at"
        return
    table.do(VisitWizard())
    assert table.events("tiles_seen")[-1].tiles == tuple(left.split())
    if left != "ogre":
        table.do(StackTiles(("naga", "ogre")))
    drawn = [event.monster for event in table.events("monster_drawn")]
    assert drawn == sorted(left.split())
