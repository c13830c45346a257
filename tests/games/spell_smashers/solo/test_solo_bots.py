"""Bots in the solo game: every answer legal, every word known, the town held longer than by chance."""

from typing import Any

import pytest

from service.bots import BOTS
from service.bots.spell_smashers import greedy
from service.bots.spell_smashers.hints import word_hints
from service.games.catalogue import TITLES
from service.games.kernel.chance import SeededChance
from service.games.kernel.decisions import Choice, Decision, RuleOnWord
from service.games.kernel.simulation import simulate
from service.games.spell_smashers.damage_types import DealAs, SetTypes
from service.games.spell_smashers.solo.boss_decisions import ShedTo
from service.games.spell_smashers.solo.split import SplitDamage
from service.games.spell_smashers.solo.town_decisions import StackTiles, StayAway, VisitCarpenter
from service.games.spell_smashers.solo.zone_battle import FightZone
from service.games.spell_smashers.solo.zones import GiveUpBuilding
from service.games.spell_smashers.spelling import SpellWord, WordForm
from service.games.spell_smashers.state import SpellSmashersOptions
from service.lexicons.lexicon import DEFAULT
from service.lexicons.library import house_library
from service.lexicons.referee import rule as ruling
from service.tallies import counts_of, play_matches
from tests.games.spell_smashers.solo.table import SoloTable, share
from tests.games.spell_smashers.table import player
from tests.rules.ledger import rule

GAME = TITLES["spell_smashers"]
BOSSES = ("insatiable_vulture", "unyielding_colossus", "mercurial_basilisk", "tyrannical_warlord")


def answer(table: SoloTable) -> Choice:
    """What greedy would answer now."""
    decision = table.question(0)
    return greedy.choose(table.view(0), decision, SeededChance(b""))


@pytest.mark.parametrize("difficulty", ["standard", "advanced", "extreme"])
@pytest.mark.parametrize("boss", BOSSES)
def test_greedy_plays_to_the_end_and_holds_longer_than_random(boss: str, difficulty: str, seed: int) -> None:
    options = SpellSmashersOptions(boss=boss, difficulty=difficulty)  # type: ignore[arg-type]
    lasted: dict[str, float] = {}
    for bot in ("greedy", "random"):
        rows = list(play_matches(GAME, options, [BOTS[bot]], seed, range(6), rotate=False))
        counts = counts_of(rows)
        assert sum(number for name, number in counts.items() if name.startswith("ending/")) == 6
        lasted[bot] = sum(row.turns for row in rows) / len(rows)
    # A town that is extreme to hold falls early to both.
    assert lasted["greedy"] > lasted["random"]


def test_the_words_of_bots_are_known(seed: int) -> None:
    words = house_library().lexicon(DEFAULT).words
    spelled: list[str] = []

    def ruled(decision: Decision[Any]) -> Choice:
        if isinstance(decision, RuleOnWord):
            spelled.append(decision.word)
        return ruling(decision)

    for bot in ("greedy", "random"):
        simulate(GAME, SpellSmashersOptions(), [BOTS[bot]], seed.to_bytes(32, "big"), ruled)
    assert len(spelled) > 6
    assert {*spelled} <= {*words}


def test_a_monster_beside_the_boss_falls_first() -> None:
    table = SoloTable("m_1 a_1 z_1", {4: "tyrannical_warlord naga:5", 1: "- kobold:5"}, round=8)
    table.spell(0, "m_1 a_1 z_1")
    assert answer(table) == FightZone(4)
    table.do(FightZone(4))
    assert answer(table) == SplitDamage((share("tyrannical_warlord", "2u"), share("naga", "5u")))


def test_the_boss_is_felled_where_that_can_be() -> None:
    table = SoloTable("m_1 a_1 z_1", {4: "tyrannical_warlord:4 naga:5", 1: "ogre:3 kobold:4"}, round=8)
    table.spell(0, "m_1 a_1 z_1")
    assert answer(table) == FightZone(4)
    table.do(FightZone(4))
    assert answer(table) == SplitDamage((share("tyrannical_warlord", "4u"), share("naga", "3u")))


def test_types_are_split_where_they_take_most() -> None:
    table = SoloTable("k_1 a_1 m_1", {3: "fireproof+imp:3 zombie:9"}, difficulty="advanced")
    table.spell(0, "k_1 a_1 m_1")
    assert answer(table) == SplitDamage((share("imp", "3e"), share("zombie", "3f")))


def test_wild_cards_take_what_is_weak() -> None:
    table = SoloTable("m_1 a_1 s_5", {3: "rusty+dragon:20"}, difficulty="advanced")
    table.spell(0, "m_1 a_1 s_5")
    assert answer(table) == SetTypes((DealAs("s_5", "water"),))


def test_a_third_ruin_is_repaired_and_a_town_without_need_is_not() -> None:
    hand = "u_1 h_1 a_1 t_1 e_1 s_1 i_1"
    table = SoloTable(player(hand, coins=10), {1: "- ogre"}, phase="visit", ruins="armory wizards_shop alchemist")
    choice = answer(table)
    assert isinstance(choice, VisitCarpenter)
    assert choice.repair is not None
    bare = SoloTable(player(hand, coins=1), {1: "ogre -"}, phase="visit", ruins="wizards_shop armory")
    assert bare.kinds("visit_declined") == ["visit_declined"]
    idle = SoloTable(player(hand, coins=7), {1: "ogre -"}, phase="visit", ruins="wizards_shop armory")
    assert answer(idle) == StayAway()


def test_tiles_are_put_where_there_is_room() -> None:
    hand = "u_1 h_1 a_1 t_1 e_1 s_1 i_1"
    zones = {1: "ogre kobold", 2: "- lich"}
    table = SoloTable(player(hand), zones, phase="visit", monsters="centaur troll imp naga")
    table.do(next(choice for choice in table.offered(0) if choice.kind == "visit_wizard"))
    choice = answer(table)
    assert isinstance(choice, StackTiles)
    assert set(choice.tiles[:2]) == {"imp", "naga"}


def test_a_ruin_is_made_of_what_is_occupied_anyway() -> None:
    zones = {1: "ogre centaur", 2: "minotaur -"}
    table = SoloTable(player("u_1"), zones, phase="wave", round=3, monsters="kobold naga", ruins="alchemist")
    assert answer(table) == GiveUpBuilding("armory")


def test_the_boss_sheds_to_what_the_hand_lacks() -> None:
    zones = {1: "- mercurial_basilisk"}
    table = SoloTable("k_1 a_1 m_1 v_1 b_1 x_1 z_1", zones, boss="mercurial_basilisk", round=8)
    table.spell(0, "k_1 a_1 m_1 v_1")
    assert answer(table) == ShedTo("water")


@rule("SO-020")
def test_hints_are_for_every_monster_but_the_boss() -> None:
    table = SoloTable("c_1 a_1 t_1 s_1", {4: "- tyrannical_warlord", 1: "ogre:3 kobold"}, round=8)
    form = table.question(0).choices
    assert isinstance(form, WordForm)
    hints = word_hints(table.view(0), 0, form)
    assert [(one.monster, one.health) for one in hints.monsters] == [("ogre", 3), ("kobold", 9)]
    assert isinstance(hints.choice, SpellWord)
    assert all(word.choice.tiles for one in hints.monsters for word in one.words)
    table.spell(0, " ".join(hints.choice.tiles))
    assert table.kinds("words_revealed") == ["words_revealed"]
