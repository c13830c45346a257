"""The beginning of a match: heroes, HP, hands and decks, and who may know what."""

from dataclasses import asdict
from typing import Any

import pytest

from service.games.epic_spell_wars.decisions import BecomeWizard
from tests.games.epic_spell_wars.figures import (
    COMPONENTS,
    DEAD_WIZARD_CARDS,
    HEROES,
    MAIN_CARDS,
    TREASURES,
)
from tests.games.epic_spell_wars.soundness import WILD, design_of
from tests.games.epic_spell_wars.table import Table
from tests.rules import rule


def placing(seats: int = 3, **options: Any) -> Table:
    """A new match when the first spells are asked for."""
    table = Table.opened(seats, **options)
    table.start()
    while not table.state.wizards[0].hand:
        table.finish()
        table.start()
    return table


def piles(table: Table) -> tuple[list[str], list[str], list[str]]:
    state = table.state
    main = [*state.main_deck, *(card for wizard in state.wizards for card in wizard.hand)]
    return main, list(state.treasure_deck), list(state.dead_wizard_deck)


@rule("ES-018")
def test_each_deck_is_shuffled_by_itself() -> None:
    one, same, other = (piles(placing(seed=seed)) for seed in (b"one", b"one", b"other"))
    assert one == same
    for mine, theirs, printed in zip(one, other, (MAIN_CARDS, tuple(TREASURES), DEAD_WIZARD_CARDS), strict=True):
        assert mine != theirs
        assert sorted(mine) == sorted(theirs) == sorted(printed)
        assert tuple(mine) not in (printed, printed[::-1])
    assert [(event.deck, event.count) for event in placing().events if event.kind == "spell_deck_shuffled"] == [
        ("main", 128),
        ("treasure", 25),
        ("dead_wizard", 25),
    ]


@rule("ES-019")
def test_heroes_at_random_are_all_different_and_nobody_is_asked() -> None:
    drawn = set()
    for seed in (b"1", b"2", b"3", b"4"):
        table = Table.opened(6, seed=seed)
        table.start()
        heroes = [wizard.hero for wizard in table.state.wizards]
        assert len({*heroes}) == 6
        assert {*heroes} <= {*HEROES}
        assert [event.hero for event in table.events if event.kind == "wizard_chosen"] == heroes
        assert not [event for event in table.events if getattr(event, "question", "") == "choose_wizard"]
        drawn.add(tuple(heroes))
    assert len(drawn) > 1


@rule("ES-019")
def test_chosen_heroes_are_taken_seat_by_seat_from_those_left() -> None:
    table = Table.opened(3, heroes="choose")
    table.start()
    left = list(HEROES)
    for seat, hero in enumerate(("hogs_the_house", "pisster", "jung_jung")):
        question = table.question_to(seat)
        assert [choice.hero for choice in question.decision.choices.listed() or ()] == left
        for taken in {*HEROES} - {*left}:
            refusal = table.refused(question, BecomeWizard(taken))
            assert (refusal.rule, refusal.pointer) == ("ES-019", "/choice/hero")
        table.answer(question, BecomeWizard(hero))
        left.remove(hero)
    assert [wizard.hero for wizard in table.state.wizards] == ["hogs_the_house", "pisster", "jung_jung"]


@rule("ES-020", "ES-028", "ES-031")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_everybody_starts_with_20_hp_and_eight_cards_of_the_main_deck(seats: int) -> None:
    table = placing(seats)
    assert table.hp == (20,) * seats
    assert table.hand_sizes == (8,) * seats
    assert table.tokens == (0,) * seats
    assert len(table.state.main_deck) == 128 - 8 * seats
    for hand in table.hands:
        assert all(design_of(card) == WILD or design_of(card) in COMPONENTS for card in hand)


@rule("ES-022", "ES-023", "ES-010", "ES-011")
def test_three_decks_lie_apart_of_which_only_the_main_deck_was_dealt_from() -> None:
    table = placing(4)
    state = table.state
    assert sorted(state.treasure_deck) == sorted(TREASURES)
    assert sorted(state.dead_wizard_deck) == sorted(DEAD_WIZARD_CARDS)
    assert (state.main_discard, state.treasure_discard, state.dead_wizard_discard) == ([], [], [])
    assert [wizard.treasures for wizard in state.wizards] == [[]] * 4
    assert [wizard.dead_wizards for wizard in state.wizards] == [[]] * 4


@rule("ES-022", "ES-046")
def test_every_audience_sees_three_decks_and_each_players_hero_spell_and_treasures() -> None:
    table = placing(4)
    for audience in table.audiences:
        view = asdict(table.seen_by(audience))
        assert view["main_deck_size"] == 96
        assert view["treasure_deck_size"] == 25
        assert view["dead_wizard_deck_size"] == 25
        assert view["main_discard"] == view["treasure_discard"] == view["dead_wizard_discard"] == ()
        assert [player["hero"] for player in view["wizards"]] == [wizard.hero for wizard in table.state.wizards]
        for player in view["wizards"]:
            assert player["treasures"] == ()
            assert "spell" in player


@rule("ES-022")
def test_the_discard_piles_are_open_to_everybody() -> None:
    table = Table(discard=["scorchia", "wild_magic"])
    for audience in table.audiences:
        assert asdict(table.seen_by(audience))["main_discard"] == ("scorchia_1", "wild_magic_1")


def test_a_hand_and_the_decks_are_hidden_from_others() -> None:
    table = placing(3)
    for audience in table.audiences:
        text = str(asdict(table.seen_by(audience)))
        named = {card for card in (*MAIN_CARDS, *TREASURES, *DEAD_WIZARD_CARDS) if f"'{card}'" in text}
        assert named == (set() if audience is None else table.hands[audience])


def test_a_match_begins_with_the_first_round_of_the_first_duel() -> None:
    table = placing()
    [duel] = [event for event in table.events if event.kind == "duel_began"]
    [round_] = [event for event in table.events if event.kind == "duel_round_began"]
    assert duel.duel == round_.duel == round_.round == 1
    for audience in table.audiences:
        view = table.seen_by(audience)
        assert (view.duel, view.round, view.tokens_to_win, view.round_cap, view.duel_cap) == (1, 1, 2, 60, 20)
