"""How a match begins: the decks, the monster row, the hands, and who holds the marker."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any

import pytest

from service.bots.random import Random
from service.games.kernel.errors import WrongSeats
from service.games.kernel.simulation import simulate
from service.games.spell_smashers.state import SpellSmashersOptions, State
from tests.games.kernel.driving import whim
from tests.games.spell_smashers.figures import GEAR, LETTERS, MODIFIERS, MONSTERS, QUESTS
from tests.games.spell_smashers.invariants import CONSONANTS, REGULAR, VOWELS, sound
from tests.games.spell_smashers.table import GAME, Table
from tests.rules import rule

SEEDS = range(12)
SEATS = range(2, 6)


def strings(value: object) -> set[str]:
    """Every string in a view."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, tuple):
        return set(chain.from_iterable(map(strings, value)))
    if is_dataclass(value):
        return set(chain.from_iterable(strings(getattr(value, part.name)) for part in fields(value)))
    return set()


@rule("SS-002", "SS-029", "SS-036", "SS-039", "SS-019")
@pytest.mark.parametrize("seats", SEATS)
def test_two_to_five_play_with_a_crest_each(seats: int) -> None:
    table = Table.opened(seats)
    assert len(table.view().players) == len(table.view().crests) == seats
    for one in table.view().crests:
        assert one.monster in MONSTERS
        assert one.modifier in MODIFIERS
    sound(table.state)


@rule("SS-002")
@pytest.mark.parametrize("seats", [0, 6])
def test_no_other_number_of_players_is_seated(seats: int) -> None:
    with pytest.raises(WrongSeats, match=str(seats)):
        simulate(GAME, SpellSmashersOptions(), [Random()] * seats, b"seed", whim)


@rule("SS-021", "SS-040", "SS-018", "SS-013")
@pytest.mark.parametrize("seats", SEATS)
def test_round_1_begins_with_nobody_ready(seats: int) -> None:
    table = Table.opened(seats)
    for audience in table.audiences:
        view = table.view(audience)
        assert (view.phase, view.round, view.rounds, view.order) == ("words", 1, 7, ())
        assert [one.ready for one in view.players] == [False] * seats
    assert table.asked == dict.fromkeys(range(seats), "prepare_word")


@rule("SS-041", "SS-026", "SS-027")
@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_is_four_consonants_and_three_vowels(seats: int) -> None:
    table = Table.opened(seats)
    for seat in range(seats):
        hand = table.view(seat).hand or ()
        assert (len(set(hand) & CONSONANTS), len(set(hand) & VOWELS), len(hand)) == (4, 3, 7)
    view = table.view()
    assert (view.consonants.deck_size, view.vowels.deck_size) == (57 - 4 * seats, 27 - 3 * seats)
    assert view.consonants.discards == view.vowels.discards == ()
    assert table.kinds("answered", "settled") == []


@rule("SS-025", "SS-016", "SS-024", "SS-023", "SS-034", "SS-035", "SS-033")
@pytest.mark.parametrize("seats", SEATS)
def test_all_other_decks_are_whole(seats: int) -> None:
    for seed in SEEDS:
        view = Table.opened(seats, seed=seed).view()
        assert (view.quest_deck_size, view.gear_deck_size) == (29, 24)
        assert (view.wounds.deck_size, view.wounds.discards) == (24, ())
        assert (view.modifiers.deck_size, view.modifiers.discards) == (27, ())
        assert view.monster_stack_size == 26 - seats
        assert (view.stock.elixir, view.stock.antidote, view.stock.tonic) == (5, 5, 5)
        assert view.removed == ()


@rule("SS-023", "SS-024", "SS-026", "SS-027", "SS-033", "SS-034", "SS-035", "SS-031")
@pytest.mark.parametrize(
    "pile",
    [
        lambda state: state.quests,
        lambda state: state.gear,
        lambda state: state.consonants.cards,
        lambda state: state.vowels.cards,
        lambda state: state.modifiers.cards,
        lambda state: state.wounds.cards,
        lambda state: state.monsters,
        lambda state: [crest.modifier for crest in state.crests],
        lambda state: [crest.monster for crest in state.crests],
    ],
    ids=["quests", "gear", "consonants", "vowels", "modifiers", "wounds", "monsters", "starting", "row"],
)
def test_every_deck_is_shuffled(pile: Callable[[State], list[str]]) -> None:
    orders = {tuple(pile(Table.opened(3, seed=seed).state)) for seed in SEEDS}
    assert len(orders) > 1
    assert tuple(pile(Table.opened(3, seed=5).state)) == tuple(pile(Table.opened(3, seed=5).state))


@rule("SS-023", "SS-024", "SS-033", "SS-034", "SS-035", "SS-026", "SS-027")
@pytest.mark.parametrize("seats", [2, 5])
def test_no_view_names_a_card_that_lies_hidden(seats: int) -> None:
    table = Table.opened(seats)
    state = table.state
    decks = [state.quests, state.gear, state.consonants.cards, state.vowels.cards, state.wounds.cards]
    hidden = {*chain(*decks), *state.modifiers.cards, *state.monsters}
    for audience in table.audiences:
        others = {card for seat, one in enumerate(state.players) if seat != audience for card in one.hand}
        assert strings(table.view(audience)) & (hidden | others) == set()


@rule("SS-007", "SS-030", "SS-031", "SS-032", "SS-033")
@pytest.mark.parametrize("seats", SEATS)
def test_a_starting_modifier_lies_on_each_crest_and_the_others_are_out(seats: int) -> None:
    drawn = set()
    for seed in SEEDS:
        state = Table.opened(seats, seed=seed).state
        row = [crest.modifier for crest in state.crests]
        assert all(MODIFIERS[card].starting for card in row)
        assert len(set(row)) == seats
        assert set(state.modifiers.cards) == REGULAR
        assert state.modifiers.discards == []
        drawn |= set(row)
    assert len(drawn) == 9 or seats < 5


@rule("SS-037", "SS-038", "SS-028")
@pytest.mark.parametrize("seats", SEATS)
def test_all_see_a_monster_with_the_coins_of_its_tile_and_its_modifier(seats: int) -> None:
    for seed in SEEDS:
        table = Table.opened(seats, seed=seed)
        for audience in table.audiences:
            for one in table.view(audience).crests:
                assert one.monster is not None
                assert one.modifier is not None
                assert one.coins == MONSTERS[one.monster].health + MODIFIERS[one.modifier].health
        entered = table.events("monster_entered")
        assert [(event.crest, event.health) for event in entered] == [
            (place, one.coins) for place, one in enumerate(table.view().crests)
        ]


@rule("SS-022")
@pytest.mark.parametrize("seats", SEATS)
def test_no_ale_but_that_of_the_famed(seats: int) -> None:
    famed = 0
    for seed in SEEDS:
        view = Table.opened(seats, seed=seed).view()
        assert [one.ale for one in view.players] == [0] * seats
        assert [one.ale for one in view.crests] == [int(one.modifier == "famed") for one in view.crests]
        famed += sum(one.ale for one in view.crests)
    assert famed


@rule("SS-042", "SS-017")
@pytest.mark.parametrize("seats", SEATS)
def test_chance_picks_the_first_holder_of_the_marker_unless_an_option_names_him(seats: int) -> None:
    assert {Table.opened(seats, seed=seed).view().marker for seed in range(40)} == set(range(seats))
    for marker in range(seats):
        for seed in SEEDS:
            table = Table.opened(seats, marker, seed)
            assert {table.view(audience).marker for audience in table.audiences} == {marker}
    assert {Table.opened(seats, seats, seed).view().marker for seed in SEEDS} == {0}


@rule("SS-043", "SS-028")
@pytest.mark.parametrize(
    ("seats", "marker", "coins"),
    [
        (4, 2, [2, 3, 0, 1]),
        (2, 0, [0, 1]),
        (2, 1, [1, 0]),
        (3, 1, [2, 0, 1]),
        (5, 0, [0, 1, 2, 3, 4]),
        (5, 4, [1, 2, 3, 4, 0]),
    ],
)
def test_coins_go_up_by_one_clockwise_from_the_holder(seats: int, marker: int, coins: list[int]) -> None:
    table = Table.opened(seats, marker)
    for audience in table.audiences:
        assert [one.coins for one in table.view(audience).players] == coins


@rule("SS-044")
@pytest.mark.parametrize("seats", SEATS)
def test_players_begin_with_nothing_else(seats: int) -> None:
    view = Table.opened(seats).view()
    for one in view.players:
        assert (one.ale, one.wounds, one.incomplete_quests) == (0, 0, 0)
        assert one.completed_quests == one.trophies == one.potions == one.stash == ()
        assert (one.weapon, one.armor, one.word) == (None, None, None)


def test_the_lexicon_of_the_options_is_that_of_the_match() -> None:
    state: Any = GAME.setup(SpellSmashersOptions(lexicon="family"), 2, Table.opened(2).playing.play._table.chance)
    assert GAME.view(state, None).lexicon == "family"
    assert Table.opened(2).view().lexicon == "standard"


def test_the_box_that_is_dealt_is_the_printed_one() -> None:
    state = Table.opened(5).state
    assert sorted(state.quests) == sorted(QUESTS)
    assert sorted(state.gear) == sorted(GEAR)
    assert {card[0] for card in (*CONSONANTS, *VOWELS)} == set(LETTERS)
