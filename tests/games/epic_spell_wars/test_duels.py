"""Rounds and duels: dealing, the dead, the end of a duel, what is carried into the next, and the end of a match."""

from typing import Any

import pytest

from service.games.kernel.outcome import Outcome
from tests.games.epic_spell_wars.figures import MAIN_CARDS
from tests.games.epic_spell_wars.soundness import PROTON_GEM
from tests.games.epic_spell_wars.table import GAME, Table
from tests.rules import rule


def until_placing(table: Table) -> Table:
    """Play on, with nothing asked, until the next spells are asked for."""
    while True:
        table.start()
        question = table.question()
        if question is not None:
            assert question.decision.kind == "place_spell"
            return table
        table.finish()


def last_blow(hp: tuple[int, ...] = (20, 2), **facts: Any) -> Table:
    """A duel that seat 0 wins with Scorchia, played until the first spells of the next duel are asked for."""
    table = Table(hp, spells={0: ["scorchia"]}, **facts)
    table.play()
    return until_placing(table)


def of(table: Table, kind: str) -> list[Any]:
    return [event for event in table.events if event.kind == kind]


@rule("ES-001", "ES-028", "ES-030", "ES-031")
def test_a_round_fills_hands_to_eight_and_gives_the_dead_a_card() -> None:
    table = Table(
        (20, 0, 20, 20),
        hands={0: MAIN_CARDS[:5], 2: MAIN_CARDS[5:13]},
        phase="round_start",
    )
    deck = len(table.state.main_deck)
    until_placing(table)
    assert table.hand_sizes == (8, 0, 8, 8)
    assert deck - len(table.state.main_deck) == 3 + 0 + 8
    assert table.dead_wizards == (0, 1, 0, 0)
    assert {event.seat: event.count for event in of(table, "spell_cards_drawn")} == {0: 3, 3: 8}
    assert [event.seat for event in of(table, "dead_wizard_card_drawn")] == [1]
    assert table.kinds.index("dead_wizard_card_drawn") > table.kinds.index("spell_cards_drawn")


@rule("ES-028")
def test_only_the_owner_sees_what_is_drawn() -> None:
    table = Table(phase="round_start", main=["scorchia"])
    until_placing(table)
    for audience in table.audiences:
        assert ("scorchia_1" in str(table.heard_by(audience))) == (audience == 0)
        drawn = [event for event in table.heard_by(audience) if event.kind == "spell_cards_drawn"]
        assert [event.count for event in drawn] == [8, 8, 8]  # type: ignore[attr-defined]


@rule("ES-029", "ES-026", "ES-025", "ES-036")
def test_a_whole_round_and_the_next() -> None:
    hand = ["king_oberon", "delicious", "snakedance", "scorchia", "wyrmtor", "impatient", "chicken", "wild_magic"]
    table = Table((20, 20), phase="placing", hands={0: hand, 1: ["rose_bottom"]})
    table.place({0: ("king_oberon", "delicious", "snakedance"), 1: ("rose_bottom",)})
    kept = table.hands[0]
    assert len(kept) == 5
    table.finish()
    table.script(dice=[1, 1])
    table.play(phases=2)
    until_placing(table)
    assert kept < table.hands[0]
    assert table.hand_sizes == (8, 8)
    assert (table.state.duel, table.state.round) == (1, 2)
    order = ["spells_declared", "casting_began", "spell_named", "duel_round_began", "spell_cards_drawn"]
    firsts = [table.kinds.index(kind) for kind in order]
    assert firsts == sorted(firsts)
    assert [event.seat for event in of(table, "casting_began")] == [1, 0]


@rule("ES-025")
def test_two_alive_after_a_round_go_on_in_the_same_duel() -> None:
    table = Table((20, 0, 20), spells={0: ["king_oberon"]}, round=3)
    table.play()
    until_placing(table)
    assert (table.state.duel, table.state.round) == (1, 4)
    assert table.tokens == (0, 0, 0)


@rule("ES-117", "ES-030")
def test_each_later_round_gives_the_dead_another_card() -> None:
    hands = {0: ["king_oberon", "rose_bottom"], 2: ["king_oberon", "delicious", "rose_bottom", "delicious"]}
    table = Table((20, 2, 1), spells={0: ["scorchia"]}, hands=hands)
    table.play()
    assert table.dead_wizards == (0, 1, 0)
    for held, source in ((2, "king_oberon"), (3, "rose_bottom")):
        until_placing(table)
        assert table.dead_wizards == (0, held, 0)
        table.place({0: (source,), 2: (source, "delicious")})
        table.finish()
        table.play(phases=2)


@rule("ES-016", "ES-017", "ES-024")
def test_a_first_token_is_followed_by_another_duel() -> None:
    table = last_blow()
    assert table.tokens == (1, 0)
    assert table.outcome is None
    assert (table.state.duel, table.state.round) == (2, 1)
    assert [event.duel for event in of(table, "duel_began")] == [2]


@rule("ES-017")
@pytest.mark.parametrize(
    ("tokens_to_win", "tokens", "over"),
    [(1, (0, 0), True), (2, (0, 1), False), (2, (1, 1), True), (3, (1, 2), False), (3, (2, 0), True)],
)
def test_the_tokens_that_a_match_asks_for_win_it(tokens_to_win: int, tokens: tuple[int, int], over: bool) -> None:
    table = Table((20, 2), spells={0: ["scorchia"]}, tokens_to_win=tokens_to_win, tokens=tokens)
    table.play()
    outcome = table.outcome
    assert (outcome is not None) == over
    if outcome is not None:
        assert outcome.winners == (0,)
        assert outcome.ending == "last_wizard_standing"
    assert table.tokens == (tokens[0] + 1, tokens[1])


def test_a_match_that_is_won_pays_no_bonuses_out() -> None:
    table = Table((20, 2), spells={0: ["scorchia"]}, tokens=(1, 0), dead_wizards={0: ["afterlife_artifact"]})
    table.play()
    assert table.outcome is not None
    assert of(table, "treasure_gained") == []


@rule("ES-133")
def test_hands_and_treasures_are_discarded_at_the_end_of_a_duel_the_winners_too() -> None:
    table = last_blow(
        hands={0: ["rose_bottom"], 1: ["wyrmtor"]},
        treasures={0: ["fools_gold", "plink_cannon"], 1: ["kingor_crown"]},
    )
    assert table.treasures == (set(), set())
    assert {*table.state.treasure_discard} == {"fools_gold", "plink_cannon", "kingor_crown"}
    assert {"rose_bottom_1", "wyrmtor_1", "scorchia_1"} <= {*table.discard}
    assert table.spells == ([], [])


@rule("ES-133")
def test_placed_spells_are_discarded_too_and_a_placed_gem_with_the_treasures() -> None:
    table = Table(
        (20, 2, 0, 0), spells={0: ["scorchia"], 1: ["king_oberon", (PROTON_GEM, "quality")]}, hands={0: ["rose_bottom"]}
    )
    table.play()
    until_placing(table)
    assert {"king_oberon_1", "rose_bottom_1", "scorchia_1"} == {*table.discard}
    assert table.state.treasure_discard == [PROTON_GEM]


@rule("ES-134", "ES-018")
def test_the_next_duel_draws_on_from_the_same_decks() -> None:
    table = Table((20, 2), spells={0: ["scorchia"]})
    deck = list(table.state.main_deck)
    table.play()
    until_placing(table)
    drawn = [card for wizard in table.state.wizards for card in wizard.hand]
    assert drawn == deck[-1:-17:-1]
    assert table.state.main_deck == deck[:-16]
    assert table.chance.shuffled == []
    assert of(table, "spell_deck_shuffled") == []


@rule("ES-134")
def test_an_empty_deck_takes_its_discard_pile_when_a_card_is_needed_and_not_before() -> None:
    table = Table(
        (20, 20), hands={0: MAIN_CARDS[:7], 1: MAIN_CARDS[7:15]}, main=["wild_magic"], only=True, phase="round_start"
    )
    until_placing(table)
    assert table.state.main_deck == []
    assert table.chance.shuffled == []
    table = Table(
        (20, 20), hands={0: MAIN_CARDS[:7], 1: MAIN_CARDS[7:14]}, main=["wild_magic"], only=True, phase="round_start"
    )
    rest = 128 - 15
    assert len(table.discard) == rest
    until_placing(table)
    assert table.chance.shuffled == [rest]
    assert table.discard == []
    assert len(table.state.main_deck) == rest - 1
    assert [(event.deck, event.count) for event in of(table, "spell_deck_shuffled")] == [("main", rest)]


def test_nothing_is_drawn_when_deck_and_discard_pile_are_empty() -> None:
    table = Table((20, 20), hands={0: MAIN_CARDS[:8], 1: MAIN_CARDS[8:11]}, phase="round_start")
    table.state.wizards[0].hand += table.state.main_deck
    table.state.main_deck.clear()
    until_placing(table)
    assert table.hand_sizes == (125, 3)


@rule("ES-135", "ES-136", "ES-137", "ES-020")
def test_dead_wizard_cards_pay_out_in_the_next_duel_and_are_discarded() -> None:
    table = last_blow(
        (20, 2, 0, 0),
        dead_wizards={2: ["the_big_house", "afterlife_artifact", "giant_space_kingdom"], 3: ["the_big_house"] * 2},
        treasures={0: ["fools_gold"], 1: ["kingor_crown"]},
        treasure_deck=["plink_cannon"],
    )
    # The one slain last drew Nectar of Nirvana, which does nothing.
    assert table.hp == (20, 20, 25, 25)
    assert table.treasures == (set(), set(), {"plink_cannon"}, set())
    assert table.dead_wizards == (0, 0, 0, 0)
    assert len(table.state.dead_wizard_discard) == 3 + 2 + 1
    assert table.tokens == (1, 0, 0, 0)
    assert table.hand_sizes == (8, 8, 8, 8)


@rule("ES-137", "ES-021")
@pytest.mark.parametrize(
    ("cards", "hp"),
    [
        ([], 20),
        (["the_big_house"], 23),
        (["giant_space_kingdom"], 22),
        (["the_big_house", "giant_space_kingdom"], 25),
        (["the_big_house", "the_big_house"], 25),
    ],
)
def test_the_next_duel_begins_at_20_and_what_the_cards_add_up_to_25(cards: list[str], hp: int) -> None:
    assert last_blow((7, 2), dead_wizards={0: cards}).hp == (hp, 20)


@rule("ES-135")
def test_bonuses_come_after_everything_was_cleared() -> None:
    table = last_blow(dead_wizards={0: ["afterlife_artifact"]}, treasures={0: ["fools_gold"]})
    assert table.treasures[0]
    assert "fools_gold" in table.state.treasure_discard
    assert table.treasures[0] & {"fools_gold"} == set()


@rule("ES-025")
def test_at_the_round_cap_the_most_hp_have_the_token() -> None:
    table = Table((9, 12, 12, 0), spells={0: ["king_oberon"]}, round=5, round_cap=5)
    table.state.wizards[2].hp = 10
    table.play()
    until_placing(table)
    assert table.tokens == (0, 1, 0, 0)
    assert (table.state.duel, table.state.round) == (2, 1)
    [ended] = of(table, "duel_ended")
    assert (ended.ending, ended.seat) == ("round_cap", 1)


@pytest.mark.parametrize("hp", [(9, 12), (9, 12, 11), (9, 12, 0)])
def test_a_match_that_is_won_at_the_round_cap_says_so(hp: tuple[int, ...]) -> None:
    table = Table(hp, spells={0: ["king_oberon"]}, round=5, round_cap=5, tokens=(0, 1))
    table.play()
    assert table.outcome == Outcome((1,), "round_cap")


def test_a_match_that_is_won_by_a_death_in_the_last_round_is_won_by_that() -> None:
    table = Table((20, 2), spells={0: ["scorchia"]}, round=5, round_cap=5, tokens=(1, 1))
    table.play()
    assert table.outcome == Outcome((0,), "last_wizard_standing")


def test_at_the_round_cap_a_tie_leaves_the_token_in_the_box() -> None:
    table = Table((10, 12, 12, 0), spells={0: ["king_oberon"]}, round=5, round_cap=5)
    table.play()
    until_placing(table)
    assert table.tokens == (0, 0, 0, 0)
    assert table.state.duel == 2
    [ended] = of(table, "duel_ended")
    assert (ended.ending, ended.seat, ended.tokens) == ("round_cap", None, None)


@pytest.mark.parametrize(("tokens", "winners"), [((1, 0, 0), (0,)), ((0, 1, 1), (0, 1, 2)), ((0, 0, 1), (0, 2))])
def test_at_the_duel_cap_the_most_tokens_win_and_equals_share(
    tokens: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    table = Table((20, 2, 0), spells={0: ["scorchia"]}, duel=4, duel_cap=4, tokens=tokens, tokens_to_win=3)
    table.play()
    outcome = table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ending) == (winners, "duel_cap")


def test_the_dead_draw_at_a_rounds_start_after_the_living_have_filled_up_each_card_done_before_the_next() -> None:
    table = Table(
        (20, 0, 20, 0, 2),
        phase="round_start",
        dead_wizard_deck=["backlash_from_beyond", "the_big_house", "afterlife_artifact"],
    )
    table.start()
    question = table.question()
    assert question is not None
    # The first of the dead has drawn a Backlash, and names his victim before the next one draws.
    assert (question.seat, question.decision.kind) == (1, "choose_foe")
    assert table.hand_sizes == (8, 0, 8, 0, 8)
    assert table.dead_wizards == (0, 0, 0, 0, 0)
    table.answer(question, 4)
    # Slain here he draws at once, and not again with those who were dead before.
    drawn = [event.seat for event in of(table, "dead_wizard_card_drawn")]
    assert drawn == [1, 4, 3]
    assert table.dead_wizards == (0, 0, 0, 1, 1)
    table.finish()
    assert table.state.wizards[4].dead_wizards == ["the_big_house_1"]


def test_a_duel_may_end_at_a_rounds_start() -> None:
    table = Table((2, 0, 20), phase="round_start", dead_wizard_deck=["backlash_from_beyond"])
    table.start()
    table.answer_of(1, 0)
    table.finish()
    assert table.tokens == (0, 0, 1)
    assert table.state.duel == 2
    until_placing(table)
    assert table.hand_sizes == (8, 8, 8)


def test_bonuses_go_by_seat_and_in_the_order_in_which_they_were_drawn() -> None:
    table = Table(
        (20, 2, 0),
        spells={0: ["scorchia"]},
        dead_wizards={0: ["afterlife_artifact"], 2: ["afterlife_artifact", "the_big_house"]},
        dead_wizard_deck=["giant_space_kingdom"],
        treasure_deck=["fools_gold", "plink_cannon"],
    )
    table.play()
    played = [(event.seat, event.card) for event in of(table, "dead_wizard_card_played")]
    assert played == [
        (0, "afterlife_artifact_1"),
        (1, "giant_space_kingdom_1"),
        (2, "afterlife_artifact_2"),
        (2, "the_big_house_1"),
    ]
    assert table.treasures == ({"fools_gold"}, set(), {"plink_cannon"})
    assert table.hp == (20, 22, 23)


def test_first_hands_are_filled_then_grow_by_pixie_paradise_then_by_what_was_set_aside() -> None:
    table = last_blow(
        dead_wizards={0: ["wild_furicorn_meadow", "pixie_paradise"]},
        hands={1: ["wild_magic"]},
    )
    assert table.hand_sizes == (11, 8)
    whose = [
        (event.kind, event.seat)
        for event in table.events
        if event.kind in ("spell_cards_drawn", "wild_magic_set_aside", "wild_magic_taken")
    ]
    assert whose == [
        ("wild_magic_set_aside", 0),
        ("spell_cards_drawn", 0),
        ("spell_cards_drawn", 1),
        ("spell_cards_drawn", 0),
        ("wild_magic_taken", 0),
    ]
    counts = [event.count for event in of(table, "spell_cards_drawn")]
    assert counts == [8, 8, 2]


def test_the_length_of_a_match_is_its_rounds_over_all_duels() -> None:
    table = last_blow(round=3)
    assert GAME.length(table.state) == 4
