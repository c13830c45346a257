"""Game set-up: what lies where before the first turn, and who may know it."""

import pytest

from service.games.squishem.decisions import LayAttack
from service.games.squishem.events import DeckShuffled
from tests.games.squishem.figures import HERO_COLOURS, MONSTERS
from tests.games.squishem.table import COFFEE, Table
from tests.rules import rule

BELONGING = {id_: figures.hero for id_, figures in MONSTERS.items() if figures.hero}


@rule("SQ-010", "SQ-012")
@pytest.mark.parametrize("hero", HERO_COLOURS)
def test_a_player_starts_with_the_heros_five_attacks_and_coffee_break(hero: str) -> None:
    other = "elf" if hero != "elf" else "cleric"
    table = Table.opened(hero, other)
    assert table.state.players[0].hero == hero
    table.state.deck.append("slightly_damp_ogre")
    assert len(table.offered(hero)) == 6
    assert table.offered(hero) == table.hand(hero)


@rule("SQ-011")
@pytest.mark.parametrize("hero", HERO_COLOURS)
def test_the_portrait_is_in_no_hand_and_cannot_be_laid(hero: str) -> None:
    other = "elf" if hero != "elf" else "cleric"
    table = Table.opened(hero, other)
    table.state.deck.append("slightly_damp_ogre")
    refusal = table.asked(hero).decision.refusal(LayAttack(f"portrait_{hero}"))
    assert refusal is not None
    assert refusal.rule == "SQ-020"
    assert table.seen_by(hero)["players"][0]["hero"] == hero
    assert f"portrait_{hero}" not in table.seen_by(hero)["hand"]


@rule("SQ-013")
@pytest.mark.parametrize(
    ("heroes", "size"),
    [(("elf", "cleric"), 24), (("barbarian", "summoner", "elf"), 25), (("cleric", "barbarian", "summoner", "elf"), 26)],
)
def test_the_deck_holds_the_shared_monsters_and_those_of_the_heroes_in_play(heroes: tuple[str, ...], size: int) -> None:
    table = Table.opened(*heroes)
    expected = {id_ for id_ in MONSTERS if BELONGING.get(id_) in (None, *heroes)}
    assert len(table.state.deck) == size
    assert set(table.state.deck) == expected
    assert [event.event for event in table.told if isinstance(event.event, DeckShuffled)] == [DeckShuffled(size)]


@rule("SQ-013")
def test_the_deck_is_shuffled_by_chance() -> None:
    orders = {tuple(Table.opened("elf", "cleric", seed=bytes([seed])).state.deck) for seed in range(20)}
    tops = {order[-1] for order in orders}
    assert len(orders) == 20
    assert len(tops) > 8
    assert (
        Table.opened("elf", "cleric", seed=b"same").state.deck == Table.opened("elf", "cleric", seed=b"same").state.deck
    )


@rule("SQ-014")
def test_nobody_sees_what_is_in_the_deck_and_all_see_how_many() -> None:
    table = Table("elf", "cleric", monsters={"slightly_damp_ogre": 9}, deck=("soggy_phoenix", "umbrella_troll"))
    table.start()
    for audience in table.audiences:
        seen = table.seen_by(audience)
        assert seen["deck_size"] == 2
        for hidden in ("soggy_phoenix", "umbrella_troll"):
            assert hidden not in str(seen)
            assert hidden not in str(table.heard_by(audience))
        table.state.deck.reverse()
        assert table.seen_by(audience) == seen


@rule("SQ-013", "SQ-014")
def test_shuffling_tells_the_number_of_cards_and_no_card() -> None:
    table = Table.opened("elf", "cleric")
    for audience in table.audiences:
        heard = str(table.heard_by(audience))
        assert "DeckShuffled(cards=24)" in heard
        assert not [monster for monster in MONSTERS if monster in heard]


def test_the_turn_cap_follows_the_length() -> None:
    caps = {
        length: Table.opened("elf", "cleric", length=length).state.turn_cap
        for length in ("three_kills", "five_kills", "whole_deck")
    }
    assert caps == {"three_kills": 60, "five_kills": 100, "whole_deck": 200}


def test_every_card_of_a_hand_is_shown_to_its_owner_alone() -> None:
    table = Table("elf", "cleric")
    table.start()
    assert table.seen_by("cleric")["hand"][-1] == "coffee_break_cleric"
    assert len(table.seen_by("cleric")["hand"]) == 6
    assert table.seen_by(None).get("hand") is None
    assert COFFEE in table.offered("elf")
