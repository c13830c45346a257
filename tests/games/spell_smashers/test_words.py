"""Prepare Words: gear and words in secret, what the referee refuses, and the reveal."""

from typing import Any

import pytest

from service.games.kernel.errors import RulingPending
from service.games.kernel.match import Action
from service.games.spell_smashers.potions import UseAntidote
from service.games.spell_smashers.spelling import CannotSpell, SpellWord, TonicOn
from tests.games.spell_smashers.figures import GEAR
from tests.games.spell_smashers.table import Table, ids, player
from tests.rules import rule


def two(mine: str = "c_1 a_1 t_1 s_1", other: str = "a_2 x_1 e_1", **facts: Any) -> Table:
    """A player with these tiles, and another."""
    return Table(player(mine, **facts), player(other))


# --- what a word may be made of


@rule("SS-087")
@pytest.mark.parametrize(
    ("hand", "trophies", "tiles", "word"),
    [
        ("c_1 a_1 t_1", "", "c_1 a_1 t_1", "cat"),
        ("c_1 t_1 e_2", "automaton", "c_1 automaton t_1", "cat"),
        ("b_1", "automaton troll", "automaton troll", "at"),
        ("wound_aw b_1", "", "wound_aw", "aw"),
        ("t_1 a_1 t_2 c_1", "", "t_1 a_1 c_1 t_2", "tact"),
    ],
)
def test_a_word_is_of_letters_wounds_and_trophies_in_any_mix(hand: str, trophies: str, tiles: str, word: str) -> None:
    table = two(hand, trophies=trophies)
    assert table.spell(0, tiles) == word
    assert table.asked == {1: "prepare_word"}


@rule("SS-087")
@pytest.mark.parametrize(
    ("tiles", "pointer"),
    [
        ("t_1 a_1 c_1 t_1", "/choice/tiles/3"),
        ("c_1 a_2 t_1", "/choice/tiles/1"),
        ("golem a_1", "/choice/tiles/0"),
        ("c_1 a_1 wound_tch", "/choice/tiles/2"),
        ("c_1 nonsense", "/choice/tiles/1"),
    ],
)
def test_a_tile_used_twice_or_not_held_is_refused_by_its_place(tiles: str, pointer: str) -> None:
    table = two()
    refusal = table.refused(0, SpellWord(tuple(ids(tiles))))
    assert (refusal.rule, refusal.pointer) == ("SS-087", pointer)
    assert repr(ids(tiles)[int(pointer[-1])]) in refusal.detail
    assert "s_1" in refusal.detail


def test_a_refusal_repeats_no_page_of_what_was_sent() -> None:
    table = two(potions="tonic")
    page = "x" * 5000
    for choice in (
        SpellWord((page, "a_1")),
        SpellWord(("c_1", "a_1"), weapon=page),
        SpellWord(("c_1", "a_1"), tonic=TonicOn(page, 0, "B")),
        SpellWord(("c_1", "a_1"), tonic=TonicOn("c_1", 0, page)),
    ):
        assert len(table.refused(0, choice).detail) < 200


@rule("SS-061")
def test_a_wound_keeps_its_letters_together_and_in_order() -> None:
    table = two("c_1 a_1 wound_tch h_1", trophies="troll")
    assert table.spell(0, "c_1 a_1 wound_tch", legal=False) == "catch"
    for split in ("wound_t", "tch", "t_1"):
        assert table.refused(0, SpellWord(("c_1", "a_1", split))).pointer == "/choice/tiles/2"
    assert table.spell(0, "wound_tch c_1 a_1", legal=False) == "tchca"
    assert table.spell(0, "c_1 a_1 troll", legal=False) == "cat"


@rule("SS-062")
def test_a_wound_spells_like_a_letter() -> None:
    table = two("l_1 wound_ock")
    assert table.spell(0, "l_1 wound_ock") == "lock"
    table.spell(1, "a_2 x_1")
    table.fight(0, "centaur")
    assert [(dealt.tile, dealt.damage) for dealt in table.events("damage_counted")[-1].tiles] == [
        ("l_1", 2),
        ("wound_ock", 3),
    ]


@rule("SS-053", "SS-129")
def test_a_trophy_spells_from_the_word_after_the_battle_it_was_won_in() -> None:
    table = two(other="a_2 x_1")
    form: Any = table.question(0).choices
    assert [tile.tile for tile in form.tiles] == ["c_1", "a_1", "t_1", "s_1"]
    won = Table(player("h_1 e_2", trophies="automaton"), player("a_2 x_1"), phase="words", round=2)
    form = won.question(0).choices
    assert [(tile.tile, tile.letters, tile.damage, tile.type, tile.sort) for tile in form.tiles] == [
        ("h_1", "H", 1, "fire", "letter"),
        ("e_2", "E", 1, "fire", "letter"),
        ("automaton", "A", 1, "earth", "trophy"),
    ]
    assert won.spell(0, "h_1 automaton") == "ha"


def test_the_form_shows_a_client_all_that_it_must_draw() -> None:
    table = two("q_1 wound_qui e_8", trophies="sphinx", stash="brief_blade padded_plate", potions="tonic")
    form: Any = table.question(0).choices
    assert [(tile.tile, tile.letters, tile.damage, tile.type, tile.sort) for tile in form.tiles] == [
        ("q_1", "Q", 4, "water", "letter"),
        ("wound_qui", "QUI", 4, "water", "wound"),
        ("e_8", "E", 1, "wild", "letter"),
        ("sphinx", "S", 1, "wild", "trophy"),
    ]
    assert (form.weapons, form.armor, form.tonic) == (("brief_blade",), ("padded_plate",), True)
    assert form.listed() is None


@rule("SS-098")
def test_a_word_has_two_letters_of_however_few_cards() -> None:
    table = two("a_1 x_1 wound_ex", "a_2 e_1")
    for tiles in ((), ("a_1",)):
        refusal = table.refused(0, SpellWord(tiles))
        assert (refusal.rule, refusal.pointer) == ("SS-098", "/choice/tiles")
    assert table.spell(0, "wound_ex", legal=False) == "ex"
    assert table.spell(0, "a_1 x_1") == "ax"


# --- what the referee says


@rule("SS-096", "SS-097", "SS-099", "SS-100")
@pytest.mark.parametrize(("tiles", "word"), [("p_1 a_1 r_1 i_1 s_1", "paris"), ("d_1 o_1 n_1 t_1", "dont")])
def test_what_is_no_word_of_the_lexicon_comes_back_to_its_owner(tiles: str, word: str) -> None:
    table = two("p_1 a_1 r_1 i_1 s_1 d_1 o_1 n_1 t_1")
    before: Any = table.question(0).choices
    table.forget()
    assert table.spell(0, tiles, legal=False) == word
    assert table.asked == {0: "prepare_word", 1: "prepare_word"}
    assert table.question(0).choices == before
    assert [event.word for event in table.heard_by(0, "word_refused")] == [word.upper()]  # type: ignore[attr-defined]
    assert table.heard_by(1) == table.heard_by(None) == []
    assert [one.ready for one in table.view().players] == [False, False]


@rule("SS-099")
@pytest.mark.parametrize("lexicon", ["family", "standard", "large"])
def test_the_lexicon_of_the_match_is_the_one_that_rules(lexicon: Any) -> None:
    table = two()
    table.state.lexicon = lexicon
    table.answer(0, SpellWord(("c_1", "a_1", "t_1")))
    put: Any = table.referee(0)
    assert (put.about, put.word, put.lexicon) == (0, "cat", lexicon)


@rule("SS-101", "SS-100")
def test_initiative_is_that_of_the_word_that_was_accepted() -> None:
    table = two("c_1 a_1 t_1 s_1 o_1 e_2 l_1", "a_2 x_1 e_1 t_2")
    table.spell(0, "c_1 a_1 t_1 s_1 o_1 e_2 l_1", legal=False)
    table.spell(0, "c_1 a_1 t_1")
    table.spell(1, "a_2 x_1 e_1 t_2")
    order = [(place.seat, place.initiative) for place in table.events("initiative_set")[-1].order]
    assert order == [(1, 4), (0, 3)]


# --- in secret, then all at once


@rule("SS-088", "SS-089", "SS-040", "SS-018")
def test_a_word_is_unseen_until_all_are_in() -> None:
    table = Table(
        player("c_1 a_1 t_1 s_1", stash="brief_blade padded_plate", potions="tonic"),
        player("a_2 x_1 e_1"),
        player("o_1 h_1 e_2"),
    )
    quiet = {audience: table.view(audience) for audience in (1, 2, None)}
    table.forget()
    table.spell(0, "c_1 a_1 t_1", weapon="brief_blade", armor="padded_plate", tonic=TonicOn("t_1", 0, "P"))
    table.claim(2)
    for audience in (1, None):
        view = table.view(audience)
        assert [one.ready for one in view.players] == [True, False, True]
        for seat in (0, 2):
            seen, before = view.players[seat], quiet[audience].players[seat]
            assert (seen.word, seen.stash, seen.weapon, seen.armor) == (None, before.stash, None, None)
            assert (seen.potions, seen.consonants, seen.vowels) == (before.potions, before.consonants, before.vowels)
        assert {event.kind for event in table.heard_by(audience)} == {"answered"}
    mine = table.view(0).players[0].word
    assert mine is not None
    assert (mine.letters, mine.tiles, mine.weapon) == ("CAP", ("c_1", "a_1", "t_1"), "brief_blade")
    assert table.asked == {1: "prepare_word"}


@rule("SS-094", "SS-095", "SS-089")
def test_the_last_word_shows_all_with_their_lengths_and_gear() -> None:
    table = Table(
        player("m_1 a_1 c_1 e_1", stash="brief_blade padded_plate"),
        player("h_1 a_2 m_2 s_1 t_1 e_2 r_1"),
        player("l_1 wound_ock"),
    )
    table.spell(1, "h_1 a_2 m_2 s_1 t_1 e_2 r_1")
    table.spell(0, "m_1 a_1 c_1 e_1", armor="padded_plate")
    assert table.kinds("words_revealed") == []
    table.forget()
    table.spell(2, "l_1 wound_ock")
    [revealed] = table.heard_by(None, "words_revealed")
    shown: Any = revealed
    assert [(one.seat, one.word, one.length, one.weapon, one.armor) for one in shown.words] == [
        (0, "MACE", 4, None, "padded_plate"),
        (1, "HAMSTER", 7, None, None),
        (2, "LOCK", 4, None, None),
    ]
    assert shown.words[2].tiles == ("l_1", "wound_ock")
    for audience in table.audiences:
        words = [one.word.letters for one in table.view(audience).players if one.word is not None]
        assert words == ["MACE", "HAMSTER", "LOCK"]
        assert [one.ready for one in table.view(audience).players] == [False] * 3


# --- gear


@rule("SS-085", "SS-045", "SS-072")
@pytest.mark.parametrize(
    ("weapon", "armor", "pointer"),
    [
        ("padded_plate", None, "/choice/weapon"),
        (None, "brief_blade", "/choice/armor"),
        ("brief_blade", "tidal_trident", "/choice/armor"),
        ("searing_sabre", None, "/choice/weapon"),
        (None, "nothing", "/choice/armor"),
        ("starting_stick", None, "/choice/weapon"),
    ],
)
def test_a_weapon_and_an_armor_that_are_owned(weapon: str | None, armor: str | None, pointer: str) -> None:
    table = two(stash="brief_blade tidal_trident padded_plate")
    choices = (SpellWord(("c_1", "a_1", "t_1"), weapon, armor), CannotSpell(weapon, armor))
    for refusal in [table.refused(0, choice) for choice in choices]:
        assert (refusal.rule, refusal.pointer) == ("SS-085", pointer)
        allowed = "padded_plate." if pointer == "/choice/armor" else "brief_blade, tidal_trident."
        assert refusal.detail.endswith(allowed)


@rule("SS-072", "SS-085", "SS-046", "SS-086")
@pytest.mark.parametrize(
    ("weapon", "armor"), [("brief_blade", None), (None, "padded_plate"), ("brief_blade", "padded_plate"), (None, None)]
)
def test_of_much_gear_two_are_used_and_the_rest_is_stashed(weapon: str | None, armor: str | None) -> None:
    all_of_it = {"brief_blade", "tidal_trident", "lengthy_lance", "padded_plate", "heroic_helm"}
    table = two(weapon="tidal_trident", armor="heroic_helm", stash="brief_blade lengthy_lance padded_plate")
    table.spell(0, "c_1 a_1 t_1", weapon=weapon, armor=armor)
    table.spell(1, "a_2 x_1")
    for audience in table.audiences:
        me = table.view(audience).players[0]
        assert (me.weapon, me.armor) == (weapon, armor)
        assert set(me.stash) == all_of_it - {weapon, armor}
        assert len(me.stash) == len(all_of_it) - (weapon is not None) - (armor is not None)
    table.fight(0, "imp")
    assert table.damage == 3 + 2 * (weapon is not None)


@rule("SS-073", "SS-085")
def test_gear_chosen_with_a_claim_is_used_as_well() -> None:
    table = two(stash="brief_blade padded_plate")
    table.claim(0, weapon="brief_blade")
    table.spell(1, "a_2 x_1")
    table.draw(0, "ccccvvv")
    table.claim(0, armor="padded_plate")
    assert (table.players[0].weapon, table.players[0].armor) == ("", "padded_plate")
    assert table.players[0].stash == ["brief_blade"]


# --- tonic


@rule("SS-158", "SS-199", "SS-155")
def test_a_tonic_changes_a_letter_of_a_tile_and_is_spent_at_the_reveal() -> None:
    table = two("i_1 wound_tch a_1", potions="tonic")
    word = table.spell(0, "i_1 wound_tch", tonic=TonicOn("wound_tch", 0, "N"))
    assert word == "inch"
    assert (table.view().players[0].potions, table.view().stock.tonic) == (("tonic",), 4)
    table.spell(1, "a_2 x_1")
    assert (table.view().players[0].potions, table.view().stock.tonic) == ((), 5)
    shown = table.events("words_revealed")[-1].words[0]
    assert (shown.word, shown.length) == ("INCH", 4)
    assert (shown.tonic.tile, shown.tonic.place, shown.tonic.letter) == ("wound_tch", 0, "N")
    assert [(event.seat, event.potion) for event in table.events("potion_used")] == [(0, "tonic")]


@rule("SS-158", "SS-100")
def test_a_refused_word_gives_the_tonic_back() -> None:
    table = two("c_1 a_1 t_1", potions="tonic")
    table.spell(0, "c_1 a_1 t_1", tonic=TonicOn("t_1", 0, "Z"), legal=False)
    table.spell(0, "c_1 a_1 t_1")
    table.spell(1, "a_2 x_1")
    assert table.view().players[0].potions == ("tonic",)


@rule("SS-159")
def test_a_tonic_leaves_value_type_and_length_alone() -> None:
    table = two("q_1 t_1", "a_2 x_1 e_1", potions="tonic")
    assert table.spell(0, "q_1 t_1", tonic=TonicOn("q_1", 0, "A")) == "at"
    table.spell(1, "a_2 x_1 e_1")
    assert [place.initiative for place in table.events("initiative_set")[-1].order] == [3, 2]
    table.fight(1, "imp")
    table.fight(0, "imp")
    first = table.events("damage_counted")[-1].tiles[0]
    assert (first.tile, first.printed, first.type, first.damage) == ("q_1", 4, "water", 4)


@rule("SS-199", "SS-158")
@pytest.mark.parametrize("tile", ["c_1", "wound_tch", "automaton"])
def test_any_letter_of_the_word_may_become_any_other(tile: str) -> None:
    table = two("c_1 a_1 wound_tch", trophies="automaton", potions="tonic")
    form: Any = table.question(0).choices
    letters = {"c_1": "C", "wound_tch": "TCH", "automaton": "A"}[tile]
    word = ("c_1", "automaton", "wound_tch")
    for place, letter in enumerate(letters):
        for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            allowed = form.contains(SpellWord(word, tonic=TonicOn(tile, place, other)))
            assert allowed == (other != letter)


@rule("SS-158")
@pytest.mark.parametrize(
    ("tonic", "pointer"),
    [
        (TonicOn("s_1", 0, "E"), "/choice/tonic/tile"),
        (TonicOn("a_2", 0, "E"), "/choice/tonic/tile"),
        (TonicOn("t_1", 1, "E"), "/choice/tonic/place"),
        (TonicOn("t_1", -1, "E"), "/choice/tonic/place"),
        (TonicOn("t_1", 0, "T"), "/choice/tonic/letter"),
        (TonicOn("t_1", 0, "e"), "/choice/tonic/letter"),
        (TonicOn("t_1", 0, ""), "/choice/tonic/letter"),
        (TonicOn("t_1", 0, "ES"), "/choice/tonic/letter"),
    ],
)
def test_a_tonic_changes_one_letter_of_a_tile_of_the_word(tonic: TonicOn, pointer: str) -> None:
    table = two(potions="tonic")
    refusal = table.refused(0, SpellWord(("c_1", "a_1", "t_1"), tonic=tonic))
    assert (refusal.rule, refusal.pointer) == ("SS-158", pointer)


@rule("SS-158")
@pytest.mark.parametrize("potions", ["", "elixir antidote"])
def test_without_a_tonic_no_letter_changes(potions: str) -> None:
    refusal = two(potions=potions).refused(0, SpellWord(("c_1", "a_1"), tonic=TonicOn("a_1", 0, "B")))
    assert (refusal.rule, refusal.pointer) == ("SS-158", "/choice/tonic")


# --- potions meanwhile


@rule("SS-157")
def test_no_antidote_while_the_referee_is_asked_about_its_owner() -> None:
    table = two("c_1 a_1 t_1 s_1", potions="antidote")
    before = table.item(0, optional=True)
    table.answer(0, SpellWord(("c_1", "a_1", "t_1")))
    with pytest.raises(RulingPending):
        table.playing.act(Action(before.id, UseAntidote("s_1", "vowel")))
    table.rule(0, legal=True)
    after = table.item(0, optional=True)
    cards = [{choice.card for choice in item.decision.choices.listed() or ()} for item in (before, after)]
    assert cards == [{"c_1", "a_1", "t_1", "s_1"}, {"s_1"}]
    table.answer(0, UseAntidote("s_1", "vowel"), optional=True)
    assert "s_1" not in table.players[0].hand


@rule("SS-157", "SS-198")
def test_an_antidote_before_the_word_gives_it_a_new_letter() -> None:
    table = Table(player("c_1 a_1 s_1", potions="antidote"), player("a_2 x_1"), consonants="t_1")
    table.answer(0, UseAntidote("s_1", "consonant"), optional=True)
    assert table.players[0].hand == ["c_1", "a_1", "t_1"]
    assert table.view().consonants.discards == ("s_1",)
    assert table.view().stock.antidote == 5
    assert table.spell(0, "c_1 a_1 t_1") == "cat"


def test_gear_of_the_figures_is_of_two_slots() -> None:
    assert {figures.slot for figures in GEAR.values()} == {"weapon", "armor"}
