"""The solo set-up: decks, boss, difficulties, the first monsters and the hand."""

from collections import Counter

import pytest

from service.games.kernel.errors import WrongOption
from service.games.kernel.simulation import simulate
from service.games.spell_smashers.faces import BossFace, faces
from service.games.spell_smashers.state import SpellSmashersOptions
from tests.games.kernel.driving import opened, played, whim
from tests.games.spell_smashers.figures import BOSSES, MONSTERS, BossFigures
from tests.games.spell_smashers.invariants import SOLO_GEAR
from tests.games.spell_smashers.solo.table import BUILDINGS, SoloTable
from tests.games.spell_smashers.table import GAME
from tests.rules.ledger import rule

SEEDS = range(12)


@rule("SO-002", "SO-017")
def test_four_zones_with_a_building_each_and_no_crests() -> None:
    table = SoloTable.new()
    assert table.view(0).crests == ()
    assert [(zone.zone, zone.building, zone.destroyed) for zone in table.solo.zones] == [
        (1, "alchemist", False),
        (2, "armory", False),
        (3, "carpenters_guild", False),
        (4, "wizards_shop", False),
    ]
    assert {monster.zone for monster in MONSTERS.values()} | {boss.zone for boss in BOSSES.values()} == {1, 2, 3, 4}


@rule("SO-003", "SO-005")
def test_seventeen_gear_cards_and_the_usual_supply() -> None:
    decks = [SoloTable.new(seed).state for seed in SEEDS]
    for state in decks:
        assert sorted(state.gear) == sorted(SOLO_GEAR)
        assert len(state.gear) == 17
        assert state.round == 1
        assert state.stock == {"elixir": 5, "antidote": 5, "tonic": 5}
        assert len(state.consonants.cards) + len(state.vowels.cards) + len(state.players[0].hand) == 84
    assert len({tuple(state.gear) for state in decks}) > 1


@rule("SO-006", "SO-008")
def test_wounds_and_tiles_are_shuffled() -> None:
    states = [SoloTable.new(seed).state for seed in SEEDS]
    assert {len(state.wounds.cards) for state in states} == {24}
    assert len({tuple(state.wounds.cards) for state in states}) == len(states)
    assert len({tuple(state.monsters) for state in states}) == len(states)
    for state in states:
        solo = state.solo
        assert solo is not None
        assert len(state.monsters) + len(state.removed) + len(solo.monsters()) == 26


@rule("SO-009", "SO-010", "SO-011", "SO-012")
def test_starting_monsters_stand_outside_in_two_zones_with_all_their_health() -> None:
    table = SoloTable(phase="setup", monsters="minotaur revenant lich naga")
    assert table.board == {2: "- minotaur", 4: "- naga"}
    assert table.coins == {"minotaur": 11, "naga": 10}
    assert table.state.removed == ["revenant", "lich"]
    assert len(table.state.monsters) == 22
    assert [event.monster for event in table.events("monster_left")] == ["revenant", "lich"]


@rule("SO-080", "SO-075")
def test_extreme_begins_with_a_monster_in_every_zone() -> None:
    table = SoloTable(phase="setup", monsters="lich fury naga imp banshee ogre zombie", difficulty="extreme")
    assert table.board == {1: "- ogre", 2: "- lich", 3: "- imp", 4: "- naga"}
    assert table.state.removed == ["fury", "banshee"]
    for seed in SEEDS:
        new = SoloTable.new(seed, difficulty="extreme")
        assert sorted(new.board) == [1, 2, 3, 4]
        assert all(places.startswith("- ") for places in new.board.values())
        assert all(MONSTERS[places[2:]].zone == zone for zone, places in new.board.items())


@rule("SO-009", "SO-011")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_start_has_two_monsters_outside_the_zones_on_their_backs(seed: int) -> None:
    board = SoloTable.new(seed).board
    assert len(board) == 2
    assert all(places.startswith("- ") and MONSTERS[places[2:]].zone == zone for zone, places in board.items())


@rule("SO-013")
def test_a_boss_is_drawn_and_waits_beside_the_board() -> None:
    drawn = Counter(SoloTable.new(seed).solo.boss for seed in range(60))
    assert set(drawn) == set(BOSSES)
    table = SoloTable.new(3)
    assert table.solo.boss not in table.coins
    assert not table.solo.boss_in_play
    for boss in BOSSES:
        assert SoloTable.new(3, boss=boss).solo.boss == boss


@rule("SO-013", "SO-060")
def test_the_four_bosses_are_as_printed() -> None:
    shown = {
        face.card: BossFigures(face.name, face.trait, face.health, face.attack, face.zone, face.text)
        for face in faces()
        if isinstance(face, BossFace)
    }
    assert shown == BOSSES


@rule("SO-014", "SO-015", "SO-016")
def test_a_hand_of_seven_and_neither_coins_nor_a_marker() -> None:
    table = SoloTable.new()
    me = table.view(0).players[0]
    assert (me.consonants, me.vowels, me.wounds, me.coins) == (4, 3, 0, 0)
    assert table.view(0).marker is None
    assert table.asked == {0: "prepare_word"}
    table.spell(0, " ".join(table.me.hand[:3]))
    assert table.view(0).marker is None
    assert table.kinds("tiebreaker_taken", "initiative_set") == []


@rule("SO-004", "SO-014", "SO-046")
@pytest.mark.parametrize("number", range(3))
def test_no_quest_no_ale_no_marker_in_a_whole_match(number: int) -> None:
    difficulty = ("standard", "advanced", "extreme")[number]
    playing = played(GAME, 1, number, options=SpellSmashersOptions(difficulty=difficulty))  # type: ignore[arg-type]
    kinds = {told.event.kind for told in playing.told}
    foreign = {"quests_seen", "quest_kept", "quest_completed", "ale_poured", "ale_gained", "tiebreaker_taken"}
    assert kinds & foreign == set()
    assert "monster_drawn" in kinds
    state = playing.play._table.state
    assert (state.quests, state.players[0].quests, state.players[0].ale) == ([], [], 0)


@rule("SO-007", "SO-076")
def test_standard_leaves_the_modifiers_in_the_box() -> None:
    state = SoloTable.new(difficulty="standard").state
    assert state.modifiers.cards == state.modifiers.discards == []
    assert state.crests == []


@rule("SO-075")
def test_standard_is_what_nobody_has_to_ask_for() -> None:
    assert SoloTable.new().solo.difficulty == "standard"
    for difficulty in ("standard", "advanced", "extreme"):
        table = SoloTable.new(difficulty=difficulty)
        assert table.solo.difficulty == difficulty
        assert len(table.board) == (4 if difficulty == "extreme" else 2)
        assert bool(table.state.modifiers.cards) == (difficulty != "standard")


@rule("SO-075")
@pytest.mark.parametrize(
    ("seats", "options", "named"),
    [
        (1, SpellSmashersOptions(marker=0), "marker"),
        (2, SpellSmashersOptions(difficulty="standard"), "difficulty"),
        (5, SpellSmashersOptions(boss="random"), "boss"),
        (3, SpellSmashersOptions(round_cap=40), "round_cap"),
    ],
)
def test_options_of_the_other_mode_are_refused(seats: int, options: SpellSmashersOptions, named: str) -> None:
    with pytest.raises(WrongOption, match=f"'{named}' does not fit"):
        opened(GAME, seats, 1, options)
    with pytest.raises(WrongOption, match=named):
        simulate(GAME, options, [None] * seats, b"seed", whim)  # type: ignore[list-item]


@rule("SO-017", "SO-002")
def test_the_buildings_of_several_players_are_not_there() -> None:
    table = SoloTable("u_1 a_1", phase="visit", monsters="imp ogre")
    kinds = {choice.kind for choice in table.offered(0)}
    assert kinds == {"visit_wizard", "stay_away"}
    assert tuple(zone.building for zone in table.solo.zones) == BUILDINGS
