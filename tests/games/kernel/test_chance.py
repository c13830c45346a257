"""Chance: its published algorithm, recomputed; no value is likelier than another; it goes on from anywhere."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.games.kernel.chance import SeededChance

SEED = bytes(range(32))


def words(seed: bytes) -> Iterator[int]:
    """The words of the published algorithm, written anew: SHA-512 of seed and block number, eight words each."""
    block = 0
    while True:
        digest = hashlib.sha512(seed + bytes.fromhex(f"{block:016x}")).hexdigest()
        yield from (int(digest[place : place + 16], 16) for place in range(0, 128, 16))
        block += 1


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 2**64), min_size=1, max_size=40))
def test_anybody_can_compute_every_draw_again(seed, ranges):
    chance, stream = SeededChance(seed), words(seed)
    for n in ranges:
        word = next(word for word in stream if word < 2**64 // n * n)
        assert chance.below(n) == word % n


def test_a_word_of_the_last_incomplete_span_is_passed_over():
    n = 2**63 + 1
    kept = [word for word, _ in zip(words(SEED), range(64), strict=False) if word < n]
    assert 0 < len(kept) < 64
    chance = SeededChance(SEED)
    assert [chance.below(n) for _ in kept] == kept
    assert chance.drawn > len(kept)


def chi_squared(counts: Counter, values: int, draws: int) -> float:
    expected = draws / values
    return sum((counts[value] - expected) ** 2 / expected for value in range(values))


# The 99.99th percentile of chi squared for so many degrees of freedom, from the usual tables.
@pytest.mark.parametrize(("n", "limit"), [(2, 15.14), (3, 18.42), (6, 25.74), (10, 33.72), (20, 50.80)])
def test_every_value_is_equally_likely(n, limit):
    chance, draws = SeededChance(SEED), 20_000
    counts = Counter(chance.below(n) for _ in range(draws))
    assert set(counts) == set(range(n))
    assert chi_squared(counts, n, draws) < limit


def test_every_order_of_a_shuffle_is_equally_likely():
    chance, draws = SeededChance(SEED), 24_000
    orders = list(permutations("abcd"))
    counts: Counter = Counter()
    for _ in range(draws):
        cards = list("abcd")
        chance.shuffle(cards)
        counts[orders.index(tuple(cards))] += 1
    assert chi_squared(counts, 24, draws) < 56.5


def test_a_shuffle_that_swaps_with_any_place_would_be_noticed():
    class Naive(SeededChance):
        def shuffle(self, cards):
            for place in range(len(cards)):
                other = self.below(len(cards))
                cards[place], cards[other] = cards[other], cards[place]

    chance, draws = Naive(SEED), 24_000
    orders = list(permutations("abcd"))
    counts: Counter = Counter()
    for _ in range(draws):
        cards = list("abcd")
        chance.shuffle(cards)
        counts[orders.index(tuple(cards))] += 1
    assert chi_squared(counts, 24, draws) > 56.5


@given(st.lists(st.integers(1, 100), max_size=30), st.lists(st.integers(1, 100), min_size=1, max_size=30))
def test_seed_and_counter_are_its_whole_state(before, after):
    live = SeededChance(SEED)
    for n in before:
        live.below(n)
    cold = SeededChance(SEED, live.drawn)
    assert [live.below(n) for n in after] == [cold.below(n) for n in after]
    assert live.drawn == cold.drawn


def test_a_die_shows_one_to_its_sides():
    chance = SeededChance(SEED)
    assert {chance.roll(6) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_a_single_option_needs_no_draw():
    chance = SeededChance(SEED)
    assert chance.pick(["only"]) == "only"
    assert chance.drawn == 0
    assert {chance.pick("ab") for _ in range(50)} == {"a", "b"}


def test_a_shuffle_keeps_every_card():
    cards = list(range(52))
    SeededChance(SEED).shuffle(cards)
    assert cards != sorted(cards) == list(range(52))


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_a_range_that_chance_has_no_answer_for_is_refused(n):
    with pytest.raises(ValueError, match=rf"not below {n}\."):
        SeededChance(SEED).below(n)
