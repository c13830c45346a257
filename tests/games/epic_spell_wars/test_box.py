"""What lies in the box: the registry held against the card list."""

from collections import Counter
from typing import Any

import pytest

from service.games.epic_spell_wars.faces import (
    DeadWizardFace,
    DeliveryFace,
    QualityFace,
    SourceFace,
    TreasureFace,
    WildMagicFace,
    WizardFace,
)
from service.games.epic_spell_wars.state import EpicSpellWarsOptions
from service.games.kernel.chance import SeededChance
from service.games.kernel.errors import WrongSeats
from service.games.kernel.simulation import simulate
from tests.games.epic_spell_wars.figures import (
    COMPONENTS,
    DEAD_WIZARD_CARDS,
    DEAD_WIZARDS,
    GLYPHS,
    HEROES,
    MAIN_CARDS,
    TREASURES,
    WILD_MAGIC,
)
from tests.games.epic_spell_wars.table import GAME, Table, cast
from tests.rules import rule
from tests.rules.stubs import effects_of

TYPES = {"source": SourceFace, "quality": QualityFace, "delivery": DeliveryFace}


def box() -> dict[str, int]:
    return {component.name: component.count for component in GAME.components()}


def of(kind: type) -> list:
    return [face for face in GAME.cards() if type(face) is kind]


@rule("ES-005", "ES-006", "ES-007", "ES-032", "ES-033", "ES-034")
@pytest.mark.parametrize("type_", TYPES)
def test_there_are_forty_cards_of_each_type_two_of_each_of_twenty_designs(type_: str) -> None:
    faces = of(TYPES[type_])
    printed = {id_: figures.name for id_, figures in COMPONENTS.items() if figures.type == type_}
    assert len({face.card for face in faces}) == len(faces) == box()[type_] == 40
    assert {face.design: face.name for face in faces} == printed
    assert len({face.name for face in faces}) == 20
    assert Counter(face.design for face in faces) == dict.fromkeys(printed, 2)
    assert {face.card for face in faces} == {f"{design}_{n}" for design in printed for n in (1, 2)}


@rule("ES-032")
def test_every_source_is_a_name_in_the_possessive() -> None:
    assert [face.name for face in of(SourceFace) if not face.name.endswith(("'s", "s'"))] == []


@rule("ES-008")
def test_eight_heroes_differ_in_name_alone() -> None:
    assert {face.card: face.name for face in of(WizardFace)} == HEROES
    assert len(HEROES) == box()["hero"] == 8
    assert not {effect.name for effect in effects_of(GAME)} & {*HEROES}


@rule("ES-009", "ES-099")
def test_eight_wild_magic_cards_belong_to_the_one_main_deck() -> None:
    faces = of(WildMagicFace)
    assert [face.card for face in faces] == list(WILD_MAGIC)
    assert box()["wild_magic"] == 8
    assert not any(hasattr(face, "glyph") or hasattr(face, "type") for face in faces)
    table = Table.opened(3)
    table.start()
    main = [*table.state.main_deck, *(card for hand in table.hands for card in hand)]
    assert sorted(main) == sorted(MAIN_CARDS)
    assert len(main) == 128


@rule("ES-010")
def test_twenty_five_treasures_each_another_one() -> None:
    faces = of(TreasureFace)
    assert {face.card: face.name for face in faces} == TREASURES
    assert len(faces) == len({face.name for face in faces}) == box()["treasure"] == 25
    glyphs = {face.card: face.glyph for face in faces if face.glyph is not None}
    assert glyphs == {
        "demon_shoes": "dark",
        "moccasins_of_mana": "arcane",
        "pumps_of_power": "elemental",
        "tricksters_boots": "illusion",
        "wood_lords_clogs": "primal",
    }


@rule("ES-011")
def test_twenty_five_dead_wizard_cards_of_eight_designs() -> None:
    faces = of(DeadWizardFace)
    assert sorted(face.card for face in faces) == sorted(DEAD_WIZARD_CARDS)
    assert Counter(face.design for face in faces) == {design: count for design, (_, count) in DEAD_WIZARDS.items()}
    assert {face.design: face.name for face in faces} == {design: name for design, (name, _) in DEAD_WIZARDS.items()}
    assert len(faces) == box()["dead_wizard"] == 25


@rule("ES-012", "ES-013", "ES-015")
def test_tokens_counters_dice_and_the_mountain() -> None:
    assert box()["last_wizard_standing_token"] == 7
    assert box()["skull_counter"] == 6
    assert box()["die"] == 4
    assert box()["mt_skullzfyre"] == 1
    assert not [card for card, _ in GAME.effects() if "mountain" in getattr(card, "text", "").lower()]


@rule("ES-012")
def test_six_players_with_a_token_each_need_the_seventh_for_the_match() -> None:
    table = Table((0, 2, 0, 0, 0, 20), spells={5: ["scorchia"]}, tokens=(1,) * 6)
    table.play()
    assert sum(table.tokens) == box()["last_wizard_standing_token"]


@rule("ES-013")
def test_two_to_six_wizards_may_play() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(WrongSeats, match=f"{seats} seats"):
            simulate(GAME, EpicSpellWarsOptions(), [None] * seats, b"seed")  # type: ignore[list-item]
    for seats in GAME.seats:
        assert len(GAME.setup(EpicSpellWarsOptions(), seats, SeededChance(b"seed")).wizards) == seats


@rule("ES-014")
def test_a_power_roll_may_have_more_dice_than_the_box() -> None:
    turn = cast(
        "death_wish", treasures={0: ["demon_shoes", "phister_cannon"]}, bonus_dice={0: ["x", "y"]}, dice=[1] * 5
    )
    [roll] = [event for event in turn.events if event.kind == "power_dice_rolled"]
    assert roll.rolled == (1,) * 5


@rule("ES-035")
def test_deliveries_alone_have_initiatives_and_each_of_them_rolls() -> None:
    printed = {id_: figures.initiative for id_, figures in COMPONENTS.items() if figures.type == "delivery"}
    assert {face.design: face.initiative for face in of(DeliveryFace)} == printed
    assert {*printed.values()} == {*range(1, 21)}
    assert len(printed) == 20
    assert all(face.bands for face in of(DeliveryFace))
    assert not any(hasattr(face, "initiative") for face in [*of(SourceFace), *of(QualityFace)])


@rule("ES-067", "ES-068")
def test_every_component_has_one_of_the_five_glyphs() -> None:
    faces = [face for kind in TYPES.values() for face in of(kind)]
    assert {face.design: face.glyph for face in faces} == {id_: figures.glyph for id_, figures in COMPONENTS.items()}
    assert Counter(face.glyph for face in faces) == dict.fromkeys(GLYPHS, 24)


def test_every_effect_belongs_to_a_card_that_is_shown() -> None:
    cards: list[Any] = list(GAME.cards())
    shown = {getattr(face, "design", face.card) for face in cards}
    assert {effect.name for effect in effects_of(GAME)} <= shown
