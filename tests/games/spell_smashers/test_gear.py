"""Every gear card in its owner's battle: what it gives, and where it gives nothing."""

from typing import Any

import pytest

from service.games.kernel.chance import SeededChance
from service.games.kernel.decisions import Choice, Refusal
from service.games.kernel.table import Table
from service.games.spell_smashers.damage_types import DealAs, SetTypes
from service.games.spell_smashers.draws import DrawLetters
from service.games.spell_smashers.events import InitiativeSet
from service.games.spell_smashers.gear_decisions import HealWounds, KeepLetter, KeepNoLetter
from service.games.spell_smashers.initiative import set_initiative
from service.games.spell_smashers.state import Player, Word
from service.games.spell_smashers.town_decisions import TakeGear, VisitAlchemist, VisitArmory, VisitGuild, VisitTavern
from tests.games.spell_smashers.fights import Fight, bare, battle, played
from tests.games.spell_smashers.figures import GEAR, QUESTS
from tests.rules import rule

SPIRE = "s_1 p_1 i_1 r_1 e_1"
"""Five fire cards of 7 printed damage."""

WEAPONS: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("searing_sabre", "a_1 t_3", {}, 1),
    ("searing_sabre", "a_3 t_3", {}, 0),
    ("searing_sabre", SPIRE, {}, 3),
    ("searing_sabre", "wound_ui dragon", {}, 2),
    ("searing_sabre", "a_1 t_1", {"modifier": "rash"}, 2),
    ("searing_sabre", "a_1 t_1", {"modifier": "smoldering"}, 2),
    ("boulder_bludgeon", "a_3 t_3 n_3 d_2", {}, 3),
    ("boulder_bludgeon", "a_3 t_3 e_1", {}, 2),
    ("boulder_bludgeon", "a_1 t_1", {}, 0),
    ("tidal_trident", "a_4 t_4 n_4 d_3", {}, 3),
    ("tidal_trident", "a_4 t_4 e_1", {}, 2),
    ("tidal_trident", "a_1 t_1", {}, 0),
    ("lengthy_lance", "a_1 t_1 e_1", {}, 0),
    ("lengthy_lance", "a_1 t_1", {}, 0),
    ("lengthy_lance", "a_1 wound_tch", {}, 1),
    ("lengthy_lance", SPIRE, {"armor": "speedy_sandals"}, 2),
    ("lengthy_lance", "p_1 r_1 i_1 n_1 t_1 e_1 r_2", {}, 4),
    ("lengthy_lance", "p_1 r_1 i_1 n_1 t_1 e_1 r_2 s_1", {}, 4),
    ("double_daggers", "e_1 wound_gg", {}, 4),
    ("double_daggers", "a_1 s_1 wound_sk e_1 wound_gg", {}, 4),
    ("double_daggers", "g_1 i_1 g_2", {}, 0),
    ("double_daggers", "a_1 d_1 e_1", {"letters": "ADD"}, 4),
    ("double_daggers", "a_1 d_1 d_2", {"letters": "ADE"}, 0),
    ("scarred_scythe", "a_1 wound_tch", {}, 3),
    ("scarred_scythe", "wound_imp wound_ui wound_sk", {}, 6),
    ("scarred_scythe", "a_1 t_1", {"hand": "wound_tch"}, 0),
    ("hunters_harpoon", "a_1 dragon", {}, 2),
    ("hunters_harpoon", "automaton dragon golem", {}, 4),
    ("hunters_harpoon", "a_1 t_1", {"trophies": "dragon"}, 0),
    ("brief_blade", "a_1 wound_tch", {}, 2),
    ("brief_blade", "a_1 t_1", {"armor": "speedy_sandals"}, 2),
    ("brief_blade", "wound_tch wound_ui", {}, 0),
    ("patient_pike", "a_1 t_1", {"place": 1, "of": 2}, 4),
    ("patient_pike", "a_1 t_1", {"place": 0, "of": 2}, 0),
    ("patient_pike", "a_1 t_1", {}, 4),
    ("contract_crossbow", "a_1 t_1", {"completed": "wordy"}, 1),
    ("contract_crossbow", "a_1 t_1", {"completed": "wordy seesaw one_blow bookends too_much"}, 4),
    ("contract_crossbow", "a_1 t_1", {"quests": "seeing_double"}, 0),
    ("jealous_javelin", "a_1 t_1", {"other": Player(trophies=["yeti"])}, 3),
    ("jealous_javelin", "a_1 t_1", {"other": Player(trophies=["yeti"]), "trophies": "dragon"}, 0),
    ("jealous_javelin", "a_1 t_1", {}, 0),
    ("avaricious_axe", SPIRE, {}, 0),
)


@pytest.mark.parametrize(("weapon", "tiles", "how", "bonus"), WEAPONS)
def test_a_weapon_adds_to_the_damage_once(weapon: str, tiles: str, how: dict[str, Any], bonus: int) -> None:
    fight = battle(tiles, weapon=weapon, **{"modifier": "famed", **how})
    assert fight.bonuses == ({weapon: bonus} if bonus else {})
    (counted,) = fight.of("damage_counted")
    assert fight.damage == sum(tile.damage for tile in counted.tiles) + bonus
    assert fight.gained("crest") == fight.damage


def test_every_weapon_is_tried() -> None:
    assert {weapon for weapon, *_ in WEAPONS} == {card for card, figures in GEAR.items() if figures.slot == "weapon"}


@rule("SS-044", "SS-132")
@pytest.mark.parametrize(("tiles", "bonus"), [("a_1 t_1 e_1 s_1", 0), (SPIRE, 1), ("c_1 a_1 wound_tch", 1)])
def test_the_starting_stick_adds_1_from_5_letters_on(tiles: str, bonus: int) -> None:
    assert battle(tiles).bonuses == ({"starting_stick": 1} if bonus else {})


def test_the_starting_stick_is_silent_beside_a_weapon() -> None:
    assert battle(SPIRE, weapon="brief_blade").bonuses == {}


def test_the_starting_stick_works_from_the_moment_on_that_a_weapon_is_lost() -> None:
    fight = battle(SPIRE, "centaur", "grasping", weapon="lengthy_lance")
    assert (fight.bonuses, fight.me.weapon) == ({"starting_stick": 1}, "")


@pytest.mark.parametrize(("health", "coins"), [(7, 5), (6, 5), (8, 0)])
def test_avaricious_axe_pays_for_a_defeat(health: int, coins: int) -> None:
    fight = battle(SPIRE, weapon="avaricious_axe", health=health)
    assert fight.gained("avaricious_axe") == coins
    assert fight.me.coins == min(7, health) + coins


@pytest.mark.parametrize(
    ("monster", "modifier", "health", "wounds"),
    [("hydra", "famed", 50, 2), ("centaur", "famed", 50, 0), ("kobold", "famed", 50, 0), ("centaur", "vile", 2, 2)],
)
def test_padded_plate_keeps_one_wound_off(monster: str, modifier: str, health: int, wounds: int) -> None:
    fight = battle("a_1 t_1", monster, modifier, health=health, armor="padded_plate")
    assert (fight.wounds, len(fight.me.hand)) == (wounds, wounds)


@pytest.mark.parametrize(
    ("modifier", "health", "wounds"), [("famed", 2, 0), ("famed", 3, 3), ("vile", 2, 0), ("vile", 1, 0)]
)
def test_heroic_helm_keeps_off_what_a_fallen_monster_deals(modifier: str, health: int, wounds: int) -> None:
    assert battle("a_1 t_1", "hydra", modifier, health=health, armor="heroic_helm").wounds == wounds


# --- Chameleon Cloak


def test_chameleon_cloak_changes_the_type_of_one_tile() -> None:
    change = SetTypes((), cloak=DealAs("p_2", "fire"))
    fight = battle("p_2 a_3", "centaur", "rash", change, armor="chameleon_cloak")
    assert fight.damage == 3 * 2 + 1


def test_chameleon_cloak_may_stay_unused() -> None:
    assert battle("p_2 a_3", "centaur", "rash", SetTypes(()), armor="chameleon_cloak").damage == 4


@pytest.mark.parametrize("tiles", ["wound_aw a_3", "golem a_3", "s_5 a_3"])
def test_chameleon_cloak_changes_wounds_trophies_and_wild_cards_too(tiles: str) -> None:
    first = tiles.split()[0]
    wild = (DealAs("s_5", "earth"),) if first == "s_5" else ()
    change = SetTypes(wild, cloak=DealAs(first, "fire"))
    fight = battle(tiles, "centaur", "rash", change, armor="chameleon_cloak")
    assert fight.of("damage_counted")[0].tiles[0].type == "fire"
    assert fight.of("damage_counted")[0].tiles[0].factor == 2


def test_an_elixir_changes_another_tile_than_the_cloak() -> None:
    change = SetTypes((), DealAs("p_2", "fire"), DealAs("a_3", "fire"))
    fight = battle("p_2 a_3", "centaur", "rash", change, armor="chameleon_cloak", potions=["elixir"])
    assert fight.damage == 8
    assert (fight.me.potions, fight.state.stock["elixir"]) == ([], 6)


def test_without_cloak_elixir_or_wild_card_nobody_is_asked_for_types() -> None:
    assert battle("p_2 a_3", "centaur", "rash").asked == []


# --- after the wounds


def test_cleansing_cuirass_takes_wounds_of_the_hand_just_suffered_ones_included() -> None:
    fight = battle("a_1 wound_tch", "centaur", "", HealWounds(("wound_ex", "wound_aw")),
                   armor="cleansing_cuirass", hand="wound_ex e_1", wounds=("wound_aw",))  # fmt: skip
    assert fight.me.hand == ["e_1"]
    assert sorted(fight.state.wounds.discards) == ["wound_aw", "wound_ex", "wound_tch"]
    assert fight.wounds == 1


@pytest.mark.parametrize("healed", [(), ("wound_ex",), ("wound_aw",)])
def test_cleansing_cuirass_takes_no_more_than_its_owner_says(healed: tuple[str, ...]) -> None:
    fight = battle("a_1 wound_tch", "centaur", "", HealWounds(healed),
                   armor="cleansing_cuirass", hand="wound_ex", wounds=("wound_aw",))  # fmt: skip
    assert fight.me.hand == [card for card in ("wound_ex", "wound_aw") if card not in healed]


def test_cleansing_cuirass_offers_no_wound_of_the_word_and_two_at_most() -> None:
    fight = battle("a_1 wound_tch", "centaur", "", HealWounds(()),
                   armor="cleansing_cuirass", hand="wound_ex wound_ff", wounds=("wound_aw",))  # fmt: skip
    (question,) = fight.asked
    offered = {choice.wounds for choice in question.choices.listed() or ()}
    assert {len(wounds) for wounds in offered} == {0, 1, 2}
    assert {wound for wounds in offered for wound in wounds} == {"wound_ex", "wound_ff", "wound_aw"}
    refused = question.refusal(HealWounds(("wound_tch",)))
    assert isinstance(refused, Refusal)
    assert refused.pointer == "/choice/wounds"


@pytest.mark.parametrize(
    ("tiles", "hand", "wounds"), [("a_1 t_1", "wound_ex", ("wound_aw",)), ("a_1 wound_tch", "e_1", ())]
)
def test_cleansing_cuirass_needs_a_wound_in_the_word_and_one_in_hand(
    tiles: str, hand: str, wounds: tuple[str, ...]
) -> None:
    fight = battle(tiles, armor="cleansing_cuirass", hand=hand, wounds=wounds)
    assert fight.asked == []
    assert fight.me.hand == [hand, *wounds]


def test_cleansing_cuirass_leaves_the_number_of_wounds_suffered() -> None:
    fight = battle("a_1 wound_tch", "centaur", "", HealWounds(("wound_aw",)),
                   armor="cleansing_cuirass", quests="spotless", wounds=("wound_aw",))  # fmt: skip
    assert fight.me.quests == ["spotless"]


@pytest.mark.parametrize(
    ("monster", "wounds", "coins"), [("kobold", ("wound_aw",), 2), ("centaur", ("wound_aw",), 0), ("centaur", (), 2)]
)
def test_mercenary_mantle_pays_where_no_wound_was_suffered(monster: str, wounds: tuple[str, ...], coins: int) -> None:
    assert battle("a_1 t_1", monster, armor="mercenary_mantle", wounds=wounds).gained("mercenary_mantle") == coins


@pytest.mark.parametrize(
    ("monster", "wounds", "ale"),
    [
        ("dragon", ("wound_aw", "wound_gg"), 1),
        ("hydra", ("wound_aw", "wound_gg", "wound_ff"), 1),
        ("dragon", ("wound_aw",), 0),
        ("centaur", ("wound_aw",), 0),
    ],
)
def test_tavern_tabard_pours_for_two_wounds_really_drawn(monster: str, wounds: tuple[str, ...], ale: int) -> None:
    fight = battle("a_1 t_1", monster, armor="tavern_tabard", wounds=wounds)
    assert fight.me.ale == ale
    assert [event.source for event in fight.of("ale_gained")] == ["tavern_tabard"] * ale


# --- quests, and the word's cards


@pytest.mark.parametrize(
    ("quests", "coins"), [("", 0), ("soft_landing", 3), ("soft_landing spotless", 3), ("soft_landing pure_element", 6)]
)
def test_jobbers_jerkin_pays_for_each_quest_completed(quests: str, coins: int) -> None:
    assert battle(SPIRE, armor="jobbers_jerkin", quests=quests).gained("jobbers_jerkin") == coins
    assert set(quests.split()) <= set(QUESTS)


def test_retrieving_robe_returns_one_letter() -> None:
    fight = battle("p_1 i_1 t_1", "kobold", "", KeepLetter("p_1"), armor="retrieving_robe", hand="e_1")
    assert sorted(fight.me.hand) == ["e_1", "p_1"]
    assert (fight.state.consonants.discards, fight.state.vowels.discards) == (["t_1"], ["i_1"])


def test_retrieving_robe_may_return_nothing() -> None:
    fight = battle("p_1 i_1", "kobold", "", KeepNoLetter(), armor="retrieving_robe")
    assert fight.me.hand == []


def test_retrieving_robe_returns_letter_cards_alone() -> None:
    fight = battle("a_1 wound_tch dragon", "kobold", "", KeepNoLetter(), armor="retrieving_robe")
    assert fight.asked[0].choices.listed() == (KeepLetter("a_1"), KeepNoLetter())
    refused = fight.asked[0].refusal(KeepLetter("wound_tch"))
    assert refused is not None
    assert refused.pointer == "/choice/tile"


def test_retrieving_robe_does_nothing_for_a_word_without_letter_cards() -> None:
    assert battle("wound_tch dragon", "kobold", armor="retrieving_robe").asked == []


# --- initiative


@pytest.mark.parametrize(("place", "of", "coins"), [(0, 2, 2), (1, 2, 0), (0, 1, 2)])
def test_preemptive_pauldrons_pay_the_first_in_initiative(place: int, of: int, coins: int) -> None:
    fight = battle("a_1 t_1", armor="preemptive_pauldrons", place=place, of=of)
    assert fight.gained("preemptive_pauldrons") == coins


def test_preemptive_pauldrons_pay_at_no_damage_too() -> None:
    fight = battle("a_1 t_1", "centaur", "smoldering", armor="preemptive_pauldrons")
    assert (fight.damage, fight.gained("preemptive_pauldrons")) == (0, 2)


def order(*players: tuple[str, str], marker: int = 0) -> list[tuple[int, int]]:
    """The order of initiative, of (letters, armor) by seat: seats with their initiative."""
    state = bare(*(Player(armor=armor, word=Word(["a_1"], letters, "", armor)) for letters, armor in players))
    state.marker = marker
    table = Table(state, SeededChance(bytes(32)), [])
    set_initiative(table)
    assert table.told is not None
    (told,) = (told.event for told in table.told)
    assert isinstance(told, InitiativeSet)
    assert state.order == [place.seat for place in told.order]
    return [(place.seat, place.initiative) for place in told.order]


@pytest.mark.parametrize(
    ("armor", "expected"),
    [("speedy_sandals", [(1, 5), (0, 4)]), ("", [(0, 4), (1, 3)]), ("padded_plate", [(0, 4), (1, 3)])],
)
def test_speedy_sandals_add_2_initiative(armor: str, expected: list[tuple[int, int]]) -> None:
    assert order(("MACE", ""), ("AXE", armor)) == expected


def test_preemptive_pauldrons_win_ties_even_against_the_marker() -> None:
    assert order(("MACE", ""), ("TOAD", "preemptive_pauldrons"), ("IDOL", "")) == [(1, 4), (0, 4), (2, 4)]
    assert order(("MACE", ""), ("TOAD", "preemptive_pauldrons"), ("IDOL", ""), marker=2) == [(1, 4), (2, 4), (0, 4)]


def test_preemptive_pauldrons_win_no_more_than_ties() -> None:
    assert order(("MACES", ""), ("TOAD", "preemptive_pauldrons")) == [(0, 5), (1, 4)]
    assert order(("AXE", "speedy_sandals"), ("TOADS", "preemptive_pauldrons")) == [(1, 5), (0, 5)]


# --- town and refill


def visit(
    me: Player, *answers: Choice, gear: tuple[str, ...] = ("padded_plate", "heroic_helm", "brief_blade")
) -> Fight:
    """Seat 0 visits the town."""
    state = bare(me, Player())
    state.phase, state.gear = "visit", list(gear)
    return played(state, *answers)


@pytest.mark.parametrize(
    ("choice", "coins", "left"),
    [
        (VisitTavern(), 1, 0),
        (VisitTavern(), 4, 3),
        (VisitAlchemist(("elixir",)), 0, 0),
        (VisitAlchemist(("elixir", "antidote", "tonic")), 8, 0),
        (VisitGuild(), 0, 0),
    ],
)
def test_bargain_bracers_take_2_off_a_visit_but_never_pay(choice: Choice, coins: int, left: int) -> None:
    fight = visit(Player(coins=coins, armor="bargain_bracers"), choice)
    assert fight.me.coins == left
    assert [event.price for event in fight.of("building_visited")] == [coins - left]


def test_bargain_bracers_make_the_armory_cost_3() -> None:
    fight = visit(Player(coins=3, armor="bargain_bracers"), VisitArmory(), TakeGear("brief_blade"))
    assert (fight.me.coins, fight.me.stash) == (0, ["brief_blade"])


@pytest.mark.parametrize(("armor", "offered"), [("bargain_bracers", True), ("", False), ("padded_plate", False)])
def test_bargain_bracers_act_only_while_worn(armor: str, offered: bool) -> None:
    fight = visit(Player(coins=3, armor=armor, stash=["bargain_bracers"] * (not armor)), VisitGuild())
    assert fight.asked[0].choices.contains(VisitArmory()) is offered


@pytest.mark.parametrize(("armor", "size"), [("bottomless_belt", 8), ("", 7), ("padded_plate", 7)])
@pytest.mark.parametrize("held", ["a_1 t_1", "a_1 t_1 wound_tch wound_aw wound_ex wound_ff"])
def test_bottomless_belt_refills_to_8(armor: str, size: int, held: str) -> None:
    hand = held.split()
    missing = size - len(hand)
    state = bare(Player(hand=hand, armor=armor), Player(hand=list(held.split())))
    state.phase = "refill"
    fight = played(state, DrawLetters(missing, 0))
    assert len(fight.me.hand) == size


def test_bottomless_belt_never_discards() -> None:
    hand = [f"wound_{letters}" for letters in ("aw", "gg", "ex", "ff", "ft", "gh", "ght", "gn", "mb")]
    state = bare(Player(hand=list(hand), armor="bottomless_belt"), Player())
    state.phase = "refill"
    assert played(state).me.hand == hand
