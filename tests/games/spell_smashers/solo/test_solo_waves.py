"""Round end: the refill, the wave, and how monsters advance, attack and destroy."""

import pytest

from service.games.spell_smashers.draws import DrawLetters
from service.games.spell_smashers.solo.zones import GiveUpBuilding
from tests.games.spell_smashers.figures import MODIFIERS
from tests.games.spell_smashers.solo.playing import fight_on, step
from tests.games.spell_smashers.solo.table import SoloTable
from tests.games.spell_smashers.table import player
from tests.rules.ledger import rule

HAND = "u_1 h_1 a_1 t_1 e_1 s_1 i_1"


def wave(zones: dict[int, str] | None = None, monsters: str = "", **facts: object) -> SoloTable:
    """The monsters of round 3 are about to come, or those of another round."""
    facts = {"round": 3, "phase": "wave", "monsters": monsters, **facts}
    return SoloTable(player(HAND), zones, **facts)  # type: ignore[arg-type]


@rule("SO-044", "SO-045")
def test_refill_then_marker_then_monsters() -> None:
    hand = "u_1 h_1 wound_aw wound_gg wound_ex"
    table = SoloTable(player(hand), {3: "imp"}, phase="refill", round=4, monsters="ogre naga", consonants="t_1 s_1")
    assert table.view(0).round == 4
    assert [(choice.consonants, choice.vowels) for choice in table.offered(0)] == [
        (1, 0),
        (0, 1),
        (2, 0),
        (1, 1),
        (0, 2),
    ]
    table.do(DrawLetters(2, 0))
    assert table.me.hand == [*hand.split(), "t_1", "s_1"]
    told = table.kinds("letters_drawn", "monster_drawn", "round_opened")
    assert told == ["letters_drawn", "monster_drawn", "monster_drawn", "round_opened"]
    assert table.view(0).round == table.events("round_opened")[-1].round == 5


@rule("SO-045")
def test_a_belt_fills_the_hand_to_eight() -> None:
    me = player(HAND, armor="bottomless_belt")
    table = SoloTable(me, {3: "imp"}, phase="refill", consonants="b_1")
    table.do(DrawLetters(1, 0))
    assert len(table.me.hand) == 8


@rule("SO-046")
def test_no_ale_comes() -> None:
    table = wave({3: "imp"}, "ogre naga", round=2, difficulty="advanced", modifiers="fabled")
    assert table.state.modifiers.cards[-1:] != ["fabled"]
    assert [place.ale for zone in table.state.solo.zones for place in (zone.inside, zone.outside)] == [0] * 8  # type: ignore[union-attr]
    assert table.kinds("ale_poured", "ale_gained") == []


@rule("SO-047", "SO-018")
def test_rounds_go_on_after_the_seventh() -> None:
    table = SoloTable(player(HAND), {3: "imp", 4: "- tyrannical_warlord"}, phase="refill", round=8)
    assert (table.view(0).round, table.solo.round_marker) == (9, 7)
    assert table.asked == {0: "prepare_word"}
    assert wave({3: "imp"}, "ogre naga", round=5).solo.round_marker == 5


@rule("SO-048", "SO-001")
def test_two_monsters_a_wave() -> None:
    table = SoloTable(player(HAND), {3: "imp"}, phase="refill", round=5, monsters="ogre naga lich")
    assert [event.monster for event in table.events("monster_drawn")] == ["ogre", "naga"]
    assert table.board == {1: "- ogre", 3: "- imp", 4: "- naga"}


@rule("SO-048", "SO-001", "SO-059")
def test_the_boss_comes_alone_after_round_six() -> None:
    table = SoloTable(
        player(HAND), {3: "imp"}, phase="refill", round=6, monsters="ogre naga lich", boss="mercurial_basilisk"
    )
    assert [event.monster for event in table.events("monster_drawn")] == ["mercurial_basilisk"]
    assert table.board == {2: "- mercurial_basilisk", 3: "- imp"}
    assert table.coins["mercurial_basilisk"] == 25
    assert table.solo.boss_in_play
    after = SoloTable(
        player(HAND),
        {2: "- mercurial_basilisk"},
        phase="refill",
        round=7,
        monsters="ogre naga lich",
        boss="mercurial_basilisk",
    )
    assert [event.monster for event in after.events("monster_drawn")] == ["ogre", "naga"]


@rule("SO-048")
@pytest.mark.parametrize("left", ["ogre", ""])
def test_an_empty_stack_brings_nobody(left: str) -> None:
    table = wave({3: "imp"}, left, only="monsters")
    assert [event.monster for event in table.events("monster_drawn")] == left.split()
    assert table.solo.next_zone is None
    assert table.asked == {0: "prepare_word"}


@rule("SO-001", "SO-048")
def test_six_waves_and_then_the_boss_and_then_more() -> None:
    table = fight_on(SoloTable.new(2, boss="insatiable_vulture", round_cap=9), spare_boss=True)
    came: list[list[str]] = [[]]
    for event in table.events("monster_drawn", "monster_left", "round_opened"):
        if event.kind == "round_opened":
            came.append([])
        elif event.kind == "monster_drawn":
            came[-1].append(event.monster)
        elif event.reason == "setup":
            came[-1].remove(event.monster)
    assert [len(wave) for wave in came] == [2, 2, 2, 2, 2, 2, 1, 2, 2, 0]
    assert came[6] == ["insatiable_vulture"]


@rule("SO-049", "SO-051", "SO-052")
def test_the_second_of_a_wave_meets_the_first() -> None:
    table = wave({}, "ogre centaur")
    assert table.board == {1: "ogre centaur"}
    kinds = ("monster_drawn", "monster_placed", "monster_advanced")
    assert table.kinds(*kinds) == [
        "monster_drawn",
        "monster_placed",
        "monster_drawn",
        "monster_advanced",
        "monster_placed",
    ]


@rule("SO-051")
def test_an_empty_zone_is_entered_outside() -> None:
    table = wave({}, "naga imp")
    assert table.board == {3: "- imp", 4: "- naga"}
    assert all(zone.inside is None for zone in table.solo.zones)


@rule("SO-052")
def test_one_that_is_alone_inside_stays() -> None:
    table = wave({1: "ogre -"}, "centaur imp")
    assert table.board == {1: "ogre centaur", 3: "- imp"}
    assert table.ruins == []
    assert table.kinds("monster_advanced") == []


@rule("SO-050")
@pytest.mark.parametrize("seed", range(4))
def test_a_zone_never_holds_more_than_two(seed: int) -> None:
    table = SoloTable.new(seed, difficulty="extreme")
    boards = 0
    while table.outcome is None:
        for zone in table.solo.zones:
            standing = [place.monster for place in (zone.inside, zone.outside) if place is not None]
            assert len(standing) == len(set(standing)) <= 2
            boards += 1
        step(table)
    assert boards > 20


@rule("SO-053", "SO-055", "SO-056", "SO-054")
def test_a_third_monster_makes_the_first_attack() -> None:
    table = wave(
        {1: "savage+ogre:4 centaur", 2: "- lich"}, "kobold naga", wounds="wound_gg wound_ff", difficulty="advanced"
    )
    assert table.board == {1: "centaur kobold", 2: "- lich", 4: "- naga"}
    assert table.ruins == ["alchemist"]
    [fallen] = table.events("building_destroyed")
    assert (fallen.building, fallen.monster, fallen.wound) == ("alchemist", "ogre", "wound_gg")
    assert table.solo.zones[0].wound == "wound_gg"
    assert "wound_gg" not in table.state.wounds.cards
    assert table.state.removed == ["ogre"]
    assert table.state.modifiers.discards == ["savage"]
    assert (table.me.coins, table.me.trophies) == (0, [])
    assert [(event.monster, event.reason) for event in table.events("monster_left")] == [("ogre", "attack")]
    kinds = ("building_destroyed", "monster_left", "monster_advanced", "monster_placed")
    assert table.kinds(*kinds)[:4] == list(kinds)


@rule("SO-054", "SO-078")
def test_hidden_gear_goes_under_its_deck_with_the_attacker() -> None:
    table = wave(
        {1: "- ogre"}, "centaur naga", round=2, difficulty="advanced", modifiers="hoarding", gear="tidal_trident"
    )
    assert table.board[1] == "ogre centaur"
    # The centaur has it; two more push it out.
    again = SoloTable(
        player(HAND),
        {1: "- ogre"},
        phase="wave",
        round=2,
        difficulty="advanced",
        modifiers="hoarding",
        gear="tidal_trident",
        monsters="centaur kobold troll golem",
    )
    assert again.board == {1: "centaur kobold"}
    assert again.solo.zones[0].inside is not None
    assert again.solo.zones[0].inside.guards_gear
    again.claim(0)
    play_to_the_next_wave(again)
    assert again.board == {1: "troll golem"}
    assert again.state.gear[0] == "tidal_trident"
    assert again.me.stash == []


def play_to_the_next_wave(table: SoloTable) -> None:
    round_ = table.view(0).round
    while table.view(0).round == round_:
        step(table)
    while table.asked[0] != "prepare_word":
        step(table)


@rule("SO-055")
def test_wounds_are_reshuffled_for_a_ruin_or_there_is_no_card() -> None:
    table = wave({1: "ogre centaur"}, "kobold naga", only="wounds", discards={"wounds": "wound_gg"})
    assert len(table.events("pile_reshuffled")) == 1
    assert table.solo.zones[0].wound is not None
    every = (
        "wound_aw wound_gg wound_ex wound_ff wound_ft wound_gh wound_ght wound_gn wound_imp wound_mb wound_nch "
        "wound_nk wound_oa wound_ock wound_oun wound_ph wound_pt wound_qui wound_sk wound_sw wound_tch wound_ui "
        "wound_wh wound_xi"
    )
    bare = SoloTable(player(every), {1: "ogre centaur"}, phase="wave", round=3, monsters="kobold naga")
    assert bare.ruins == ["alchemist"]
    assert bare.solo.zones[0].wound is None
    assert bare.events("building_destroyed")[-1].wound is None


@rule("SO-057", "SO-058")
def test_over_a_ruin_the_player_names_another_building() -> None:
    table = wave({1: "ogre centaur", 2: "minotaur lich"}, "kobold naga", ruins="alchemist:wound_gg", wounds="wound_ff")
    assert table.asked == {0: "choose_ruin"}
    assert table.offered(0) == [GiveUpBuilding(name) for name in ("armory", "carpenters_guild", "wizards_shop")]
    assert table.solo.arriving is not None
    assert table.solo.arriving.monster == "kobold"
    refusal = table.refused(0, GiveUpBuilding("alchemist"))
    assert (refusal.rule, refusal.pointer) == ("SO-057", "/choice/building")
    assert "armory, carpenters_guild, wizards_shop" in refusal.detail
    table.do(GiveUpBuilding("armory"))
    assert table.ruins == ["alchemist", "armory"]
    assert (table.solo.zones[0].wound, table.solo.zones[1].wound) == ("wound_gg", "wound_ff")
    assert table.board == {1: "centaur kobold", 2: "minotaur lich", 4: "- naga"}
    assert table.state.removed == ["ogre"]
    assert table.solo.arriving is None


@rule("SO-059")
@pytest.mark.parametrize(
    ("standing", "placed", "ruins"),
    [
        ("", "- tyrannical_warlord", []),
        ("naga", "naga tyrannical_warlord", []),
        ("naga -", "naga tyrannical_warlord", []),
        ("naga hydra", "hydra tyrannical_warlord", ["wizards_shop"]),
    ],
)
def test_the_boss_pushes_like_a_monster(standing: str, placed: str, ruins: list[str]) -> None:
    zones = {4: standing} if standing else {}
    table = wave(zones, "imp", round=7, boss="tyrannical_warlord")
    assert table.board == {4: placed}
    assert table.ruins == ruins
    assert table.outcome is None


@rule("SO-061", "SO-062")
def test_example_e() -> None:
    table = wave({2: "- minotaur"}, "wyvern revenant")
    assert [(event.monster, event.zone) for event in table.events("monster_drawn")] == [("wyvern", 3), ("revenant", 2)]
    assert table.board == {2: "minotaur revenant", 3: "- wyvern"}
    armory = table.solo.zones[1]
    assert armory.building == "armory"
    assert armory.inside is not None
    assert armory.inside.monster == "minotaur"


# Modifiers of the waves


@rule("SO-076", "SO-007")
@pytest.mark.parametrize("round_", [2, 4, 6])
def test_no_modifier_at_standard(round_: int) -> None:
    table = wave({}, "ogre naga", round=round_)
    assert [event.modifier for event in table.events("monster_drawn")] == [None, None]


@rule("SO-077", "SO-079")
@pytest.mark.parametrize("difficulty", ["advanced", "extreme"])
@pytest.mark.parametrize("round_", [2, 3, 4, 5, 6, 8])
def test_the_first_monster_of_even_rounds_has_one(difficulty: str, round_: int) -> None:
    table = wave({}, "ogre naga", round=round_, difficulty=difficulty, modifiers="savage rabid")
    first, second = table.events("monster_drawn")
    assert first.modifier == ("savage" if round_ in (2, 4, 6) else None)
    assert second.modifier is None


@rule("SO-077")
def test_the_waves_after_rounds_one_three_and_five_are_meant() -> None:
    for round_ in range(1, 6):
        table = SoloTable(
            player(HAND), {3: "imp"}, phase="refill", round=round_, difficulty="advanced", monsters="ogre naga"
        )
        first, second = table.events("monster_drawn")
        assert bool(first.modifier) == (round_ in (1, 3, 5))
        assert second.modifier is None
        assert first.modifier is None or not MODIFIERS[first.modifier].starting


@rule("SO-077")
def test_modifiers_come_again_when_their_deck_is_out() -> None:
    table = wave({}, "ogre naga", round=4, difficulty="advanced", discards={"modifiers": "savage"})
    assert table.events("monster_drawn")[0].modifier is not None


@rule("SO-078", "SO-012")
@pytest.mark.parametrize(("modifier", "coins"), [("rusty", 6), ("bloodthirsty", 0), ("renowned", 5)])
def test_a_modifier_adds_its_coins(modifier: str, coins: int) -> None:
    table = wave({}, "ogre naga", round=2, difficulty="advanced", modifiers=modifier)
    assert table.coins["ogre"] == 10 + coins
    assert table.coins["naga"] == 10


@rule("SO-078")
@pytest.mark.parametrize(("modifier", "coins"), [("inspiring", 1), ("rousing", 2)])
def test_health_aura_reaches_every_other_monster_in_play(modifier: str, coins: int) -> None:
    zones = {1: "kobold centaur", 2: "- lich:3"}
    table = wave(zones, "ogre naga", round=2, difficulty="advanced", modifiers=modifier)
    told = {event.monster: (event.coins, event.health) for event in table.events("monster_strengthened")}
    assert told == {"kobold": (coins, 9 + coins), "centaur": (coins, 7 + coins), "lich": (coins, 3 + coins)}
    own = MODIFIERS[modifier].health
    assert table.coins == {"centaur": 7 + coins, "lich": 3 + coins, "ogre": 10 + own, "naga": 10}
