"""The antidote: a card of the hand for a letter, whenever the match waits."""

import pytest

from service.games.kernel.chance import SeededChance
from service.games.kernel.decisions import Choice
from service.games.kernel.table import Table
from service.games.spell_smashers.potions import KeepAntidote, LastAntidote, UseAntidote, drink, interrupts
from service.games.spell_smashers.state import Deck, Player, State, Word
from service.games.spell_smashers.town_decisions import VisitGuild
from tests.games.spell_smashers.fights import Fight, bare, played
from tests.rules import rule


def holder(*hand: str, word: Word | None = None) -> Player:
    return Player(hand=list(hand), potions=["antidote"], word=word)


def use(state: State, card: str, deck: str) -> Fight:
    """Seat 0 uses an antidote now."""
    table = Table(state, SeededChance(bytes(32)), [])
    choice = UseAntidote(card, deck)  # type: ignore[arg-type]
    (decision,) = interrupts(state, 0)
    assert decision.refusal(choice) is None
    drink(table, 0, choice)
    assert table.told is not None
    return Fight(state, table.told)


def possible(state: State, seat: int = 0) -> set[tuple[str, str]]:
    """What an antidote could do."""
    return {
        (choice.card, choice.deck) for decision in interrupts(state, seat) for choice in decision.choices.listed() or ()
    }


@rule("SS-157", "SS-155", "SS-198", "SS-065")
@pytest.mark.parametrize(
    ("card", "pile"), [("wound_aw", "wounds"), ("e_1", "vowels"), ("t_1", "consonants")], ids=["wound", "E", "T"]
)
@pytest.mark.parametrize(("deck", "drawn"), [("consonant", "l_3"), ("vowel", "u_3")])
def test_an_antidote_trades_a_card_for_a_letter_of_a_deck(card: str, pile: str, deck: str, drawn: str) -> None:
    state = bare(holder("wound_aw", "e_1", "t_1"), Player())
    fight = use(state, card, deck)
    assert sorted(fight.me.hand) == sorted({"wound_aw", "e_1", "t_1", drawn} - {card})
    assert getattr(state, pile).discards == [card]
    assert (fight.me.potions, state.stock["antidote"]) == ([], 6)
    assert fight.kinds == ["potion_used", "tiles_discarded", "letters_drawn"]


@rule("SS-157")
def test_others_see_what_an_antidote_discards_but_not_what_it_draws() -> None:
    fight = use(bare(holder("e_1"), Player()), "e_1", "vowel")
    assert [getattr(event, "cards", None) for event in fight.heard(0)] == [None, ("e_1",), ("u_3",)]
    assert [getattr(event, "cards", None) for event in fight.heard(1)] == [None, ("e_1",), None]


@rule("SS-157")
def test_without_an_antidote_or_a_card_there_is_nothing_to_do() -> None:
    state = bare(Player(hand=["e_1"], potions=["tonic", "elixir"]), holder())
    assert interrupts(state, 0) == interrupts(state, 1) == ()


@rule("SS-157")
def test_a_card_of_a_prepared_word_cannot_go() -> None:
    state = bare(holder("e_1", "t_1", "wound_aw", word=Word(["t_1", "e_1"], "TE", "", "")), Player())
    assert {card for card, _ in possible(state)} == {"wound_aw"}
    (decision,) = interrupts(state, 0)
    refusal = decision.refusal(UseAntidote("t_1", "vowel"))
    assert refusal is not None
    assert (refusal.rule, refusal.pointer) == ("SS-157", "/choice/card")


@rule("SS-157")
def test_a_player_who_claims_to_have_no_word_may_trade_any_card() -> None:
    state = bare(holder("e_1", "t_1", word=Word([], "", "", "")), Player())
    assert {card for card, _ in possible(state)} == {"e_1", "t_1"}


@rule("SS-157")
def test_an_empty_deck_is_offered_only_for_a_card_of_its_own() -> None:
    state = bare(holder("e_1", "t_1", "wound_aw"), Player())
    state.vowels = Deck()
    assert {card for card, deck in possible(state) if deck == "vowel"} == {"e_1"}
    assert {card for card, deck in possible(state) if deck == "consonant"} == {"e_1", "t_1", "wound_aw"}


@rule("SS-157")
def test_the_discarded_card_may_be_drawn_again() -> None:
    state = bare(holder("e_1"), Player())
    state.vowels = Deck()
    assert use(state, "e_1", "vowel").me.hand == ["e_1"]


@rule("SS-157")
def test_a_deck_whose_cards_all_lie_in_its_discards_is_offered() -> None:
    state = bare(holder("wound_aw"), Player())
    state.vowels = Deck([], ["u_1"])
    assert use(state, "wound_aw", "vowel").me.hand == ["u_1"]


def test_an_antidote_may_be_used_while_another_player_is_asked() -> None:
    state = bare(Player(coins=1), holder("wound_aw"))
    state.phase = "visit"
    played(state, VisitGuild(), first=UseAntidote("wound_aw", "vowel"), seat=1)
    assert state.players[1].hand == ["u_3"]


# --- before the scores


def last(*players: Player, answers: tuple[Choice, ...], first: Choice | None = None, marker: int = 0) -> Fight:
    state = bare(*players)
    state.phase, state.round, state.marker = "last_antidotes", 7, marker
    return played(state, *answers, first=first)


def test_every_holder_of_an_antidote_is_asked_once_more_clockwise_from_the_marker() -> None:
    players = [holder("wound_aw"), Player(hand=["e_1"]), holder("e_2"), holder()]
    fight = last(*players, answers=(KeepAntidote(), UseAntidote("wound_aw", "vowel")), marker=2)
    assert [question.seat for question in fight.asked] == [2, 0]
    assert all(isinstance(question, LastAntidote) for question in fight.asked)
    assert [player.hand for player in players] == [["u_3"], ["e_1"], ["e_2"], []]
    assert [player.potions for player in players] == [[], [], ["antidote"], ["antidote"]]


def test_an_antidote_used_out_of_turn_leaves_nothing_but_to_pass() -> None:
    me = holder("wound_aw", "wound_gg")
    fight = last(me, Player(), answers=(KeepAntidote(),), first=UseAntidote("wound_aw", "vowel"))
    assert fight.asked[0].choices.listed() == (KeepAntidote(),)
    assert (me.hand, me.potions) == (["wound_gg", "u_3"], [])
