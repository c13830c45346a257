"""Golden records of the current rules replay to the same events; a difference means a new `rules_version`."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.engine import replay
from service.games.kernel.errors import GameError, ReplayDiverged, WrongRulesVersion
from service.games.spell_smashers.cards import Trait
from service.games.spell_smashers.modifiers import MODIFIERS
from service.games.squishem.heroes import ATTACK
from service.games.squishem.monsters import MONSTER
from tests.games.golden_records import GOLDEN, path_of, paths, read, record_of, replayed
from tests.games.titles import UNDER_TEST
from tests.rules.stubs import effects_of

COMES_UP = {
    "epic_spell_wars": r'"(?:component_resolves|treasure_gained|dead_wizard_card_played)","seat":\d,"\w+":"{}(?:_\d)?"',
    "spell_smashers": '"{}"',
    "squishem": '"{}"',
}


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_a_golden_record_replays_to_the_same_events(path: Path):
    head, steps = read(path)
    game = TITLES[head["game"]]
    assert head["rules_version"] == game.rules_version, "write new ones: python -m tests.games.golden_records"
    for at, (now, golden) in enumerate(zip(replayed(game, record_of(game, head, steps)), steps, strict=True)):
        assert now == golden, f"step {at} is another than on record: {game.title} needs a new rules_version"


def test_every_title_of_the_catalogue_has_golden_records():
    assert {UNDER_TEST[key].make().key for key in GOLDEN} == {*TITLES}


@pytest.mark.parametrize("key", sorted(TITLES))
def test_every_card_of_a_title_comes_up_in_them(key: str):
    """A card that never does could change unnoticed; one of a hand has come up when something tells that it acts."""
    # Not the first line: what a match is opened with may name a card that then does nothing.
    texts = [path.read_text(encoding="utf-8") for path in paths() if path.stem.startswith(key)]
    told = "".join(text.partition("\n")[2] for text in texts)
    cards: list[Any] = [card for card, _ in TITLES[key].effects()]
    acting = COMES_UP[key]
    missing = {card.id for card in cards if not any(re.search(acting.format(name), told) for name in names(card))}
    assert sorted(missing) == []


def names(card: Any) -> list[str]:
    """What a card goes by in events: a trait by the modifiers that have it."""
    return [one.id for one in MODIFIERS if one.trait is card] if isinstance(card, Trait) else [card.id]


def test_a_changed_card_is_noticed():
    head, steps = read(path_of("squishem", 0))
    game = TITLES[head["game"]]
    record = record_of(game, head, steps)
    for card in MONSTER.values():
        if card.hp is not None:
            object.__setattr__(card, "hp", card.hp + 1)
    try:
        with pytest.raises((ReplayDiverged, AssertionError)):
            assert list(replayed(game, record)) == steps
        with pytest.raises(ReplayDiverged):
            replay(game, CODEC, record)
    finally:
        for card in MONSTER.values():
            if card.hp is not None:
                object.__setattr__(card, "hp", card.hp - 1)


@pytest.mark.parametrize(
    ("cards", "number"), [(MONSTER, "hp"), (ATTACK, "damage"), (ATTACK, "priority")], ids=["hp", "damage", "priority"]
)
def test_each_printed_number_counts_somewhere(cards: Mapping[str, Any], number: str):
    golden = [read(path) for path in paths() if path.stem.startswith("squishem")]
    assert all(as_golden(*one) for one in golden)
    unnoticed = []
    for card in cards.values():
        printed = getattr(card, number)
        if printed is not None:
            object.__setattr__(card, number, printed + 1)
            if all(as_golden(*one) for one in golden):
                unnoticed.append(card.id)
            object.__setattr__(card, number, printed)
    assert unnoticed == []


def test_each_effect_of_epic_spell_wars_changes_something_somewhere():
    golden = [read(path) for path in paths() if path.stem.startswith("epic_spell_wars")]
    assert all(as_golden(*one) for one in golden)
    unnoticed = []
    for effect in effects_of(TITLES["epic_spell_wars"]):
        original = getattr(effect.card, effect.moment)
        effect.take_away()
        try:
            if all(as_golden(*one) for one in golden):
                unnoticed.append(effect.key)
        finally:
            effect.put(original)
    assert unnoticed == []


def as_golden(head: dict[str, Any], steps: list[dict[str, Any]]) -> bool:
    game = TITLES[head["game"]]
    try:
        return all(
            now == golden for now, golden in zip(replayed(game, record_of(game, head, steps)), steps, strict=True)
        )
    except (GameError, AssertionError, ValueError):
        return False


def test_a_record_of_other_rules_is_not_replayed():
    head, steps = read(path_of("squishem", 0))
    game = TITLES[head["game"]]
    with pytest.raises(WrongRulesVersion):
        replay(game, CODEC, record_of(game, {**head, "rules_version": 99}, steps))
