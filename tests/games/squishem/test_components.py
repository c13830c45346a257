"""What lies in the box: the registry held against the card list."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise

import pytest

from service.bots.random import Random
from service.games.kernel.chance import SeededChance
from service.games.kernel.errors import WrongSeats
from service.games.kernel.simulation import simulate
from service.games.squishem.decisions import TakeHero
from service.games.squishem.faces import AttackFace, CoffeeBreakFace, MonsterFace, PortraitFace
from service.games.squishem.state import SquishemOptions
from tests.games.squishem.figures import ATTACKS, HERO_COLOURS, MONSTERS, AttackFigures, MonsterFigures
from tests.games.squishem.table import SQUISHEM, Table
from tests.rules import rule


def box() -> dict[str, int]:
    return {component.name: component.count for component in SQUISHEM.components()}


def portraits() -> list[PortraitFace]:
    return [face for face in SQUISHEM.cards() if isinstance(face, PortraitFace)]


def coffee_breaks() -> list[CoffeeBreakFace]:
    return [face for face in SQUISHEM.cards() if isinstance(face, CoffeeBreakFace)]


def attacks() -> list[AttackFace]:
    return [face for face in SQUISHEM.cards() if isinstance(face, AttackFace)]


def monsters() -> list[MonsterFace]:
    return [face for face in SQUISHEM.cards() if isinstance(face, MonsterFace)]


def every_card() -> list[PortraitFace | CoffeeBreakFace | AttackFace | MonsterFace]:
    return [*portraits(), *coffee_breaks(), *attacks(), *monsters()]


def entered(monster: str) -> int:
    """The HP with which a monster enters among four players."""
    table = Table(*HERO_COLOURS, monsters={}, deck=(monster,))
    table.start()
    return table.monsters[monster]


def laid_out(hp: int) -> Iterator[Counter[str]]:
    """Every way to show so many HP with a large card (10 or 20) or none, and small ones (1 or 5)."""
    for large in (0, 10, 20):
        for fives in range((hp - large) // 5 + 1 if hp >= large else 0):
            yield Counter(large=large > 0, small=fives + (hp - large - 5 * fives))


@rule("SQ-001", "SQ-002", "SQ-003")
def test_twelve_hp_cards_show_the_hp_of_all_that_can_be_in_play() -> None:
    small, large = box()["hp_card_1_5"], box()["hp_card_10_20"]
    assert (small, large, small + large) == (10, 2, 12)
    highest = max(entered(monster) for monster, figures in MONSTERS.items() if figures.hp is not None)
    assert highest == 18
    needed = [
        min((a + b for a in laid_out(first) for b in laid_out(second) if (a + b)["large"] <= large), key=Counter.total)
        for first, second in combinations_with_replacement(range(highest + 1), 2)
    ]
    assert max(cards["small"] for cards in needed) == small


@rule("SQ-004", "SQ-005", "SQ-006", "SQ-007")
def test_the_twenty_six_monster_cards() -> None:
    assert len(monsters()) == len({face.card for face in monsters()}) == 26
    assert [face.card for face in monsters() if face.hp is None] == ["double_trouble"]
    belonging = {face.card: face.hero for face in monsters() if face.hero is not None}
    assert belonging == {
        "disappointed_grandmother": "elf",
        "demon_with_a_receipt": "summoner",
        "self_help_troll": "barbarian",
        "heckling_gargoyle": "cleric",
    }
    assert len(monsters()) - len(belonging) - 1 == 21
    assert {name: box()[name] for name in ("double_trouble", "individual_monster", "hero_monster")} == {
        "double_trouble": 1,
        "individual_monster": 21,
        "hero_monster": 4,
    }


@rule("SQ-007")
def test_each_hero_has_a_colour_and_a_monster_of_it() -> None:
    assert {face.card.removeprefix("portrait_"): face.colour for face in portraits()} == HERO_COLOURS
    assert {face.hero: face.colour for face in monsters() if face.hero or face.colour} == HERO_COLOURS


@rule("SQ-008", "SQ-010")
def test_four_heroes_have_seven_cards_each() -> None:
    assert len(portraits()) == len(coffee_breaks()) == 4
    assert Counter(face.hero for face in attacks()) == dict.fromkeys(HERO_COLOURS, 5)
    assert {face.hero for face in coffee_breaks()} == set(HERO_COLOURS)
    assert box()["portrait"] + box()["attack"] + box()["coffee_break"] == 28
    assert len({face.card for face in every_card()}) == 28 + 26
    assert len(SQUISHEM.cards()) == 28 + 26


@rule("SQ-008")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play_with_different_heroes(seats: int) -> None:
    match = simulate(SQUISHEM, SquishemOptions(), [Random()] * seats, b"seed")
    assert set(match.outcome.winners) <= set(range(seats))
    drawn = [SQUISHEM.setup(SquishemOptions(), seats, SeededChance(bytes([seed]))).players for seed in range(30)]
    for players in drawn:
        assert len({player.hero for player in players} & set(HERO_COLOURS)) == seats
    assert {players[0].hero for players in drawn} == set(HERO_COLOURS)


@rule("SQ-008")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_no_other_number_of_players_is_seated(seats: int) -> None:
    with pytest.raises(WrongSeats, match=str(seats)):
        simulate(SQUISHEM, SquishemOptions(), [Random()] * seats, b"seed")


@rule("SQ-008")
def test_a_hero_is_taken_once() -> None:
    table = Table.choosing("cleric", "elf", "summoner", "barbarian")
    left = ["elf", "summoner", "barbarian", "cleric"]
    for hero in ("cleric", "elf", "summoner"):
        question = table.asked(hero)
        assert question.decision.choices.listed() == tuple(TakeHero(other) for other in left)
        table.answer(question, TakeHero(hero))
        left.remove(hero)
    assert table.question() is None
    assert [player.hero for player in table.state.players] == ["cleric", "elf", "summoner", "barbarian"]


@rule("SQ-035", "SQ-036", "SQ-037")
def test_every_attack_shows_its_six_facts() -> None:
    shown = {
        face.card: AttackFigures(face.name, face.element, face.type, face.priority, face.damage, face.text)
        for face in attacks()
    }
    assert shown == ATTACKS
    assert {figures.type for figures in shown.values()} == {"melee", "range", "magic"}
    assert {figures.element for figures in shown.values()} == {"wind", "water", "fire", "earth"}


@rule("SQ-038")
def test_every_monster_shows_its_three_facts() -> None:
    shown = {face.card: MonsterFigures(face.name, face.hp, face.hero, face.text) for face in monsters()}
    assert shown == MONSTERS


def test_only_the_rulebooks_own_cards_call_themselves_so() -> None:
    printed = {face.card for face in every_card() if face.source == "rulebook"}
    assert printed == {
        "elf_disdain_dirk",
        "elf_out_of_my_sight",
        "summoner_demonic_sea_cuke",
        "double_trouble",
        "philosopher_potato",
        "portrait_elf",
        "portrait_summoner",
        *(face.card for face in coffee_breaks()),
    }


@rule("SQ-034")
@pytest.mark.parametrize(
    ("element", "card"),
    [
        ("wind", "out_of_my_sight"),
        ("water", "disdain_dirk"),
        ("fire", "flaming_review"),
        ("earth", "artisanal_pinecone"),
    ],
)
def test_a_text_on_an_element_acts_on_that_element_alone(element: str, card: str) -> None:
    for monster, named in {"soggy_phoenix": "fire", "houseplant_horror": "water"}.items():
        turn = Table("elf", "barbarian", monsters={monster: 99}).turn(elf=card, barbarian="coffee")
        assert turn.cancelled == ({card} if element == named else set())


@rule("SQ-034")
@pytest.mark.parametrize(
    ("type_", "card"), [("melee", "disdain_dirk"), ("range", "flaming_review"), ("magic", "out_of_my_sight")]
)
def test_a_text_on_a_type_acts_on_that_type_alone(type_: str, card: str) -> None:
    for monster, named in {"umbrella_troll": "range", "auditor_wraith": "magic"}.items():
        turn = Table("elf", "barbarian", monsters={monster: 99}).turn(elf=card, barbarian="coffee")
        assert turn.cancelled == ({card} if type_ == named else set())
    turn = Table("elf", "summoner").turn(elf=card, summoner="goose_portal")
    assert turn.cancelled == ({card} if type_ == "melee" else set())


def test_no_two_attacks_of_a_hero_share_a_priority() -> None:
    for hero in HERO_COLOURS:
        priorities = sorted(face.priority for face in attacks() if face.hero == hero)
        assert all(low < high for low, high in pairwise(priorities)), hero
