"""Every trait of a modifier, in battle and on entering."""

import pytest

from service.games.kernel.chance import SeededChance
from service.games.kernel.table import Table
from service.games.spell_smashers.damage_types import DealAs, SetTypes
from service.games.spell_smashers.gear_decisions import GiveUpGear
from service.games.spell_smashers.monster_row import enter
from service.games.spell_smashers.state import Crest, Deck, Player, State
from tests.games.spell_smashers.fights import battle
from tests.games.spell_smashers.figures import MODIFIERS
from tests.rules import rule


def having(trait: str) -> list[str]:
    return [card for card, figures in MODIFIERS.items() if figures.trait == trait]


OF_A_TYPE = {"fire": "a_1 t_1", "earth": "a_3 t_3", "water": "a_4 t_4"}


@rule("SS-201", "SS-070")
@pytest.mark.parametrize("modifier", having("Resistance"))
@pytest.mark.parametrize(("type", "tiles"), OF_A_TYPE.items())
def test_resistance_takes_the_damage_of_one_type(modifier: str, type: str, tiles: str) -> None:
    fight = battle(tiles, "centaur", modifier)
    assert fight.damage == (0 if MODIFIERS[modifier].param == type else 2)


@rule("SS-121", "SS-122", "SS-207")
def test_no_damage_takes_nothing_and_wounds_all_the_same() -> None:
    crest = Crest("centaur", "smoldering", 8, ale=2, gear="padded_plate")
    fight = battle("a_1 t_1", crest=crest)
    assert (fight.me.coins, fight.me.ale, fight.me.stash) == (0, 0, [])
    assert (crest.coins, crest.ale, crest.gear, crest.hurt) == (8, 2, "padded_plate", False)
    assert fight.wounds == 1


@rule("SS-202", "SS-070")
@pytest.mark.parametrize("modifier", having("Weakness"))
@pytest.mark.parametrize(("type", "tiles"), OF_A_TYPE.items())
def test_weakness_doubles_the_damage_of_one_type(modifier: str, type: str, tiles: str) -> None:
    fight = battle(tiles, "centaur", modifier)
    assert fight.damage == (4 if MODIFIERS[modifier].param == type else 2)


@rule("SS-203")
@pytest.mark.parametrize("modifier", having("Bite Back"))
@pytest.mark.parametrize("type", OF_A_TYPE)
@pytest.mark.parametrize("cards", [1, 2])
def test_bite_back_strikes_harder_for_any_number_of_cards_of_its_type(modifier: str, type: str, cards: int) -> None:
    fight = battle(" ".join(OF_A_TYPE[type].split()[:cards]), "centaur", modifier)
    assert fight.attack == fight.wounds == (2 if MODIFIERS[modifier].param == type else 1)


@rule("SS-203", "SS-069")
@pytest.mark.parametrize(("type", "attack"), [("earth", 2), ("water", 1)])
def test_bite_back_reads_a_wild_card_as_the_type_it_was_given(type: str, attack: int) -> None:
    choice = SetTypes((DealAs("a_6", type),))  # type: ignore[arg-type]
    assert battle("a_6 t_1", "centaur", "prickly", choice).attack == attack


@rule("SS-204")
@pytest.mark.parametrize("modifier", having("Extra Vicious"))
def test_extra_vicious_strikes_harder(modifier: str) -> None:
    fight = battle("a_1 t_1", "centaur", modifier)
    assert (fight.attack, fight.wounds) == (2, 2)


@rule("SS-210")
@pytest.mark.parametrize("modifier", having("Last Gasp"))
@pytest.mark.parametrize(("health", "attack"), [(2, 3), (1, 3), (3, 1)])
def test_last_gasp_wounds_whoever_defeats_it(modifier: str, health: int, attack: int) -> None:
    fight = battle("a_1 t_1", "centaur", modifier, health=health)
    assert (fight.attack, fight.wounds) == (attack, attack)


# --- Disarm


@rule("SS-208")
@pytest.mark.parametrize("modifier", having("Disarm"))
@pytest.mark.parametrize(("lost", "kept"), [("brief_blade", "padded_plate"), ("padded_plate", "brief_blade")])
def test_disarm_takes_the_active_gear_that_its_owner_names(modifier: str, lost: str, kept: str) -> None:
    fight = battle("a_1 t_1", "centaur", modifier, GiveUpGear(lost),
                   weapon="brief_blade", armor="padded_plate", gear="heroic_helm")  # fmt: skip
    assert {fight.me.weapon, fight.me.armor} == {kept, ""}
    assert fight.state.gear[0] == lost
    assert fight.bonuses == ({"brief_blade": 2} if kept == "brief_blade" else {})
    assert fight.wounds == (0 if kept == "padded_plate" else 1)


@rule("SS-208")
@pytest.mark.parametrize(("weapon", "armor"), [("brief_blade", ""), ("", "padded_plate")])
def test_disarm_takes_the_only_active_gear_unasked(weapon: str, armor: str) -> None:
    fight = battle("a_1 t_1", "centaur", "grasping", weapon=weapon, armor=armor)
    assert (fight.me.weapon, fight.me.armor, fight.asked) == ("", "", [])
    assert fight.state.gear == [weapon or armor]
    assert [event.gear for event in fight.of("gear_disarmed")] == [weapon or armor]


@rule("SS-208")
def test_disarm_finds_nothing_where_no_gear_is_active() -> None:
    fight = battle("a_1 t_1", "centaur", "grasping")
    assert (fight.of("gear_disarmed"), fight.damage) == ([], 2)


# --- on entering


def entering(modifier: str, *others: Crest, gear: tuple[str, ...] = ("padded_plate", "heroic_helm")) -> State:
    """A row that an Automaton with this modifier has just entered, last."""
    state = State(
        lexicon="standard",
        players=[Player(), Player()],
        marker=0,
        crests=[*others, Crest()],
        stock={"elixir": 5, "antidote": 5, "tonic": 5},
        modifiers=Deck(),
        monsters=["zombie", "automaton"],
        gear=list(gear),
    )
    enter(Table(state, SeededChance(bytes(32)), []), len(others), modifier)
    return state


@rule("SS-205")
@pytest.mark.parametrize("modifier", having("Legendary"))
def test_legendary_enters_with_an_ale(modifier: str) -> None:
    assert [crest.ale for crest in entering(modifier, Crest("kobold", "rash", 9)).crests] == [0, 1]


@rule("SS-206")
@pytest.mark.parametrize("modifier", having("Well Equipped"))
def test_well_equipped_guards_the_top_gear_card(modifier: str) -> None:
    state = entering(modifier)
    assert (state.crests[0].gear, state.gear) == ("heroic_helm", ["padded_plate"])


@rule("SS-206")
def test_well_equipped_guards_nothing_where_no_gear_is_left() -> None:
    assert entering("hoarding", gear=()).crests[0].gear == ""


@rule("SS-207")
def test_the_first_damage_claims_what_is_guarded() -> None:
    crest = Crest("automaton", "hoarding", 15, gear="heroic_helm")
    fight = battle("a_1 t_1", crest=crest)
    assert (fight.me.stash, crest.gear) == (["heroic_helm"], "")
    assert [event.gear for event in fight.of("gear_claimed")] == ["heroic_helm"]


@rule("SS-209")
@pytest.mark.parametrize("modifier", having("Health Aura"))
def test_health_aura_strengthens_all_others_once(modifier: str) -> None:
    gain = MODIFIERS[modifier].param
    assert isinstance(gain, int)
    state = entering(modifier, Crest("kobold", "rash", 9), Crest(), Crest("yeti", "famed", 3))
    assert [crest.coins for crest in state.crests] == [9 + gain, 0, 3 + gain, 10 + MODIFIERS[modifier].health]


@pytest.mark.parametrize("modifier", [*having("Resistance"), *having("Disarm"), *having("Last Gasp")])
def test_other_traits_do_nothing_on_entering(modifier: str) -> None:
    state = entering(modifier, Crest("kobold", "rash", 9))
    assert [(crest.coins, crest.ale, crest.gear) for crest in state.crests] == [
        (9, 0, ""),
        (10 + MODIFIERS[modifier].health, 0, ""),
    ]
