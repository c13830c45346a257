"""What lies in the box: the registry held against the card list."""

from collections import Counter
from typing import TypeVar

import pytest

from service.games.spell_smashers.faces import (
    GearFace,
    LetterFace,
    ModifierFace,
    MonsterTileFace,
    QuestFace,
    WoundFace,
    components,
    faces,
)
from tests.games.spell_smashers.figures import (
    GEAR,
    LETTERS,
    MODIFIERS,
    MONSTERS,
    QUESTS,
    WOUNDS,
    GearFigures,
    MonsterFigures,
    QuestFigures,
    WoundFigures,
)
from tests.rules import rule

F = TypeVar("F")


def of(shape: type[F]) -> list[F]:
    return [face for face in faces() if isinstance(face, shape)]


def box() -> dict[str, int]:
    return {component.name: component.count for component in components()}


@rule("SS-001", "SS-002", "SS-008", "SS-011", "SS-013", "SS-014", "SS-015", "SS-018", "SS-019")
@pytest.mark.parametrize(
    ("thing", "count"),
    [
        ("town_board", 1),
        ("player_board", 5),
        ("boss", 4),
        ("player_aid", 5),
        ("round_marker", 1),
        ("ale", 30),
        ("coin", 55),
        ("tiebreaker_marker", 1),
        ("ready_token", 5),
        ("monster_crest", 5),
    ],
)
def test_the_things_that_are_no_cards(thing: str, count: int) -> None:
    assert box()[thing] == count


@rule("SS-016")
def test_fifteen_potion_tokens() -> None:
    assert [box()[potion] for potion in ("elixir", "antidote", "tonic")] == [5, 5, 5]


@rule("SS-003", "SS-004", "SS-005", "SS-068")
def test_eighty_four_letters_of_two_decks() -> None:
    printed = {
        (f"{letter}_{copy}", letter.upper(), figures.damage, type_, figures.deck)
        for letter, figures in LETTERS.items()
        for copy, type_ in enumerate(figures.types, 1)
    }
    shown = [(face.card, face.letters, face.damage, face.type, face.deck) for face in of(LetterFace)]
    assert len(shown) == 84
    assert set(shown) == printed
    assert Counter(face.deck for face in of(LetterFace)) == {"consonant": 57, "vowel": 27}
    assert (box()["consonant"], box()["vowel"]) == (57, 27)
    assert {face.letters for face in of(LetterFace) if face.deck == "vowel"} == set("AEIOU")


@rule("SS-006", "SS-068")
def test_twenty_four_wounds_no_two_alike() -> None:
    shown = {face.card: WoundFigures(face.letters, face.damage, face.type) for face in of(WoundFace)}
    assert shown == WOUNDS
    assert len(of(WoundFace)) == len({face.letters for face in of(WoundFace)}) == box()["wound"] == 24


@rule("SS-012", "SS-068")
def test_a_monster_for_each_letter() -> None:
    shown = {
        face.card: MonsterFigures(face.name, face.letters, face.damage, face.type, face.health, face.attack, face.zone)
        for face in of(MonsterTileFace)
    }
    assert shown == MONSTERS
    assert "".join(face.letters for face in of(MonsterTileFace)) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert len(of(MonsterTileFace)) == box()["monster_tile"] == 26


@rule("SS-007", "SS-030")
def test_thirty_six_modifiers_nine_of_them_for_the_start() -> None:
    shown = {face.card: (face.name, face.starting, face.health, face.trait, face.text) for face in of(ModifierFace)}
    printed = {
        id_: (card.title, card.starting, card.health, card.trait.lower().replace(" ", "_"), card.text)
        for id_, card in MODIFIERS.items()
    }
    assert shown == printed
    assert {face.card: face.type for face in of(ModifierFace) if face.type} == {
        id_: card.param for id_, card in MODIFIERS.items() if isinstance(card.param, str)
    }
    assert len(of(ModifierFace)) == 36
    assert (box()["starting_modifier"], box()["regular_modifier"]) == (9, 27)


@rule("SS-009", "SS-071")
def test_twenty_four_gear_cards_of_two_slots() -> None:
    shown = {face.card: GearFigures(face.name, face.slot, face.multiplayer_only, face.text) for face in of(GearFace)}
    assert shown == GEAR
    assert len(of(GearFace)) == box()["gear"] == 24
    assert Counter(face.slot for face in of(GearFace)) == {"weapon": 12, "armor": 12}
    assert "starting_stick" not in shown


@rule("SS-010")
def test_twenty_nine_quests() -> None:
    assert {face.card: QuestFigures(face.name, face.vp, face.text) for face in of(QuestFace)} == QUESTS
    assert len(of(QuestFace)) == box()["quest"] == 29


def test_every_card_has_an_id_of_its_own() -> None:
    assert len({face.card for face in faces()}) == len(faces()) == 84 + 24 + 26 + 36 + 24 + 29 + 4  # type: ignore[attr-defined]
