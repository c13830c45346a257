"""The solver finds what a plain search finds, whatever lies in the hand."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.lexicons import DEFAULT, lexicons
from service.lexicons.solver import MOST_TILES, WOUNDS, Change, ChunksInvalid, Solver, Spelling, Tile, TilesInvalid
from tests.conftest import LONG
from tests.lexicons import naive
from tests.lexicons.hands import any_hand, hand

STICK = (0, 0, 0, 0, 0, 1)
BONUSES = ((), STICK, (0, 0, -2, 5, 0, 0, 3, 1))
SHARES = 4
HANDS = (20_000 if LONG else 2_000) // SHARES
WORDS = 600


def solver(words: list[str], *chunks: str) -> Solver:
    return Solver(lambda: words, "of a test", chunks)


def letters(text: str, *values: int) -> list[Tile]:
    return [Tile(letter, values[at] if values else 1) for at, letter in enumerate(text)]


def sampled(random: Random, count: int) -> list[str]:
    """Draw words that hands can spell: short ones, most of them."""
    words = sorted(lexicons()[DEFAULT].words)
    return random.sample([word for word in words if len(word) <= 5], count * 2 // 3) + random.sample(
        [word for word in words if 5 < len(word) < 12], count // 3
    )


@pytest.mark.parametrize("share", range(SHARES))
def test_it_finds_what_a_plain_search_finds(seed: int, share: int) -> None:
    random = Random(f"{seed} {share}")
    words = sampled(random, WORDS)
    ours = solver(words, *WOUNDS)
    met = {"none": 0, "blank": 0, "chunk": 0, "change": 0}
    for _ in range(HANDS):
        tiles, bonus, change = any_hand(random), random.choice(BONUSES), random.random() < 0.25
        wanted = naive.scores(words, tiles, bonus, change)
        said = f"{tiles} {bonus} {change} (seed {seed}, share {share})"
        assert ours.every(tiles, bonus, change=change) == wanted, said
        assert ours.exists(tiles, change=change) == bool(wanted), said
        best = ours.best(tiles, bonus, change=change)
        assert (best and (best.word, best.score)) == naive.first(wanted), said
        if best is None:
            met["none"] += 1
            continue
        assert naive.shows(best, tiles, bonus, change), f"{best} {said}"
        met["blank"] += any(tiles[at].blank for at in best.tiles)
        met["chunk"] += any(len(tiles[at].text) > 1 for at in best.tiles)
        met["change"] += best.change is not None
    # Hands of every kind did come up, and were solved with what is special about them.
    assert min(met.values()) > HANDS // 100, met


@pytest.mark.long
def test_it_finds_what_a_plain_search_finds_in_a_whole_lexicon(seed: int) -> None:
    random = Random(seed)
    words = sorted(word for word in lexicons()[DEFAULT].words if len(word) <= 32)
    ours = solver(words, *WOUNDS)
    for turn in range(200):
        tiles = hand(random, trophies=turn % 2 == 1, wounds=turn % 4 > 1)
        change = turn % 10 == 0
        wanted = naive.scores(words, tiles, STICK, change)
        assert ours.every(tiles, STICK, change=change) == wanted
        best = ours.best(tiles, STICK, change=change)
        assert (best and (best.word, best.score)) == naive.first(wanted)


TEXTS = st.text("abc", min_size=1, max_size=4)
TILES = st.lists(
    st.one_of(
        st.builds(Tile, TEXTS, st.integers(-5, 5), st.just(False)),
        st.builds(Tile, st.just(""), st.integers(-5, 5), st.just(True)),
    ),
    max_size=7,
)


@given(
    words=st.sets(st.text("abcd", min_size=1, max_size=7), max_size=30),
    chunks=st.sets(st.text("abc", min_size=2, max_size=4), max_size=6),
    tiles=TILES,
    bonus=st.lists(st.integers(-4, 4), max_size=6).map(tuple),
    change=st.booleans(),
)
def test_few_letters_and_many_ways_to_lay_them(
    words: set[str], chunks: set[str], tiles: list[Tile], bonus: tuple[int, ...], change: bool
) -> None:
    ours = solver(sorted(words), *chunks)
    wanted = naive.scores(words, tiles, bonus, change)
    assert ours.every(tiles, bonus, change=change) == wanted
    assert ours.exists(tiles, change=change) == bool(wanted)
    best = ours.best(tiles, bonus, change=change)
    assert (best and (best.word, best.score)) == naive.first(wanted)
    assert best is None or naive.shows(best, tiles, bonus, change)


def test_a_chunk_is_whole_and_in_its_order() -> None:
    ours = solver(["echt", "etch", "tech", "the"], "tch", "ch")
    assert ours.best([Tile("tch", 3), Tile("e", 1)]) == Spelling("etch", 4, (1, 0))
    assert ours.every([Tile("ch", 2), *letters("te")]) == {"echt": 4, "etch": 4, "tech": 4}
    assert ours.every([Tile("hc", 2), *letters("te")]) == {}


def test_the_best_way_to_lay_a_word_counts() -> None:
    ours = solver(["sting"], "st", "ing")
    tiles = [Tile("st", 1), Tile("ing", 9), *letters("sting", 2, 2, 0, 0, 0)]
    assert ours.best(tiles) == Spelling("sting", 13, (2, 3, 1))


def test_the_dearest_of_equal_tiles_is_used() -> None:
    assert solver(["ebb"]).best(letters("bebb", 1, 0, 5, 3)) == Spelling("ebb", 8, (1, 2, 3))


def test_a_blank_takes_a_letter_and_its_own_value() -> None:
    ours = solver(["cat", "cot"])
    assert ours.best([*letters("ct"), Tile("", 0, blank=True)]) == Spelling("cat", 2, (0, 2, 1))
    assert ours.best([*letters("cat", 1, 1, 1), Tile("", 4, blank=True)]) is not None
    assert ours.every([*letters("cat"), Tile("", 4, blank=True)]) == {"cat": 6, "cot": 6}


def test_a_changed_letter_is_told() -> None:
    ours = solver(["chat"], "sh")
    assert ours.best([Tile("sh", 2), *letters("at")]) is None
    assert ours.best([Tile("sh", 2), *letters("at")], change=True) == Spelling("chat", 4, (0, 1, 2), Change(0, "ch"))
    assert ours.best(letters("chet"), change=True) == Spelling("chat", 4, (0, 1, 2, 3), Change(2, "a"))
    assert ours.exists(letters("chet"), change=True)
    assert not ours.exists(letters("shet"), change=True)
    # What needs no change has none.
    assert ours.best(letters("chat"), change=True) == Spelling("chat", 4, (0, 1, 2, 3))


def test_ties_go_to_the_longer_word_then_by_the_alphabet() -> None:
    ours = solver(["on", "no", "one", "eon"])
    assert ours.best(letters("noe", 1, 1, 0)) == Spelling("eon", 2, (2, 1, 0))
    assert ours.best(letters("no")) == Spelling("no", 2, (0, 1))


def test_a_bonus_by_letters_may_make_a_cheaper_word_the_best() -> None:
    ours = solver(["axe", "stand"])
    tiles = letters("axestnd", 1, 4, 1, 0, 0, 1, 1)
    assert ours.best(tiles) == Spelling("axe", 6, (0, 1, 2))
    found = ours.best(tiles, (0, 0, 0, 0, 0, 4))
    assert found is not None
    assert (found.word, found.score) == ("stand", 7)


def test_values_below_zero_are_used_where_a_word_needs_them() -> None:
    assert solver(["at"]).best(letters("at", -2, -3), STICK) == Spelling("at", -5, (0, 1))


def test_no_tiles_and_no_words() -> None:
    assert solver(["at"]).best([]) is None
    assert solver([]).best(letters("at")) is None
    assert solver([]).every(letters("at"), change=True) == {}
    assert not solver([]).exists([])


def test_fourteen_of_the_longest_tiles_and_the_longest_words() -> None:
    longest = "abcd" * 8
    ours = solver([longest, longest + "a"], "abcd")
    assert ours.best([Tile("abcd", 100)] * MOST_TILES) == Spelling(longest, 800, tuple(range(8)))
    assert ours.every([Tile("abcd", 1)] * MOST_TILES) == {longest: 8}


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        ([Tile("a")] * 15, "15 tiles are too many: a hand has at most 14"),
        ([Tile("a"), Tile("abcde")], "Tile 1 is 'abcde': a tile has 1 to 4 letters"),
        ([Tile("")], "Tile 0 is ''"),
        ([Tile("É")], "Tile 0 is 'É'"),
        ([Tile("A")], "Tile 0 is 'A'"),
        ([Tile("a", 1, blank=True)], "Tile 0 is blank and has the letters 'a'"),
    ],
)
@pytest.mark.parametrize("change", [False, True])
def test_tiles_that_are_none(tiles: list[Tile], why: str, change: bool) -> None:
    ours = solver(["at"], "at")
    for asked in (ours.best, ours.every, ours.exists):
        with pytest.raises(TilesInvalid, match=why):
            asked(tiles, change=change)


@pytest.mark.parametrize("chunk", ["a", "abcde", "A1", ""])
def test_chunks_that_are_none(chunk: str) -> None:
    with pytest.raises(ChunksInvalid, match="is no chunk"):
        solver(["at"], chunk)


def test_more_chunks_than_symbols() -> None:
    with pytest.raises(ChunksInvalid, match="38 chunks are too many: an index has at most 37"):
        solver(["at"], *(f"a{chr(97 + at % 26)}{chr(97 + at // 26)}" for at in range(38)))
