"""The forms that values take: on the wire, in the store, in a token."""

from dataclasses import dataclass
from typing import Any, ClassVar

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.codec import CODEC, StoredUnreadable, match_codec
from service.errors import TokenUnknown
from service.games.catalogue import TITLES
from service.games.kernel.engine import Play, new_match
from service.games.kernel.match import Action, Answer, PhaseEnd
from service.seats import Tokens, is_match_id
from service.wire import to_plain, to_wire

SECRET = b"a secret that is long enough for tests"


@dataclass(frozen=True, slots=True)
class Leaf:
    kind: ClassVar[str] = "leaf"

    name: str
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Bare:
    leaves: tuple[Leaf, ...]
    flag: bool = False


@dataclass(frozen=True, slots=True)
class Nothing:
    kind: ClassVar[str] = "nothing"


def test_what_is_absent_is_absent_and_kind_comes_first() -> None:
    assert to_wire(Leaf("a")) == b'{"kind":"leaf","name":"a"}'
    assert to_wire(Leaf("a", 0)) == b'{"kind":"leaf","name":"a","size":0}'
    assert to_wire(Bare((Leaf("a"), Leaf("b", 2)))) == (
        b'{"leaves":[{"kind":"leaf","name":"a"},{"kind":"leaf","name":"b","size":2}],"flag":false}'
    )
    assert to_wire({"one": Nothing(), "two": orjson.Fragment(b"[1]")}) == b'{"one":{"kind":"nothing"},"two":[1]}'
    assert to_plain(Bare(())) == {"leaves": [], "flag": False}


@pytest.mark.parametrize("value", [{1, 2}, object(), Leaf, b"x"])
def test_what_has_no_form_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        to_wire(value)


def test_a_match_and_its_log_come_back_from_the_store_as_they_were() -> None:
    game = TITLES["squishem"]
    codec = match_codec(game)
    options = game.vocabulary.options()
    match = new_match(game, CODEC, options, 2, "5e" * 32).match
    kinds: set[type] = set()
    while True:
        stored = codec.encode_place(match)
        again = codec.decode_place(stored, rules_version=1, options=options, seats=2, seed=match.seed)
        assert again == match
        assert codec.encode_place(again) == stored
        with Play(game, CODEC, again) as play:
            if play.outcome() is not None:
                break
            first = play.pending()[0]
            step = play.act(Action(first.id, first.decision.choices.listed()[0]))  # type: ignore[index]
        for line in step.logged:
            kinds.add(type(line))
            assert codec.decode_line(codec.encode_line(line)) == line
        match = step.match
    assert kinds == {Answer, PhaseEnd}


def test_the_order_of_a_dict_outlives_the_store() -> None:
    kept = CODEC.decode(CODEC.encode({"b": 1, "a": 2}), dict[str, int])
    assert list(kept) == ["b", "a"]


@given(st.binary(max_size=60))
def test_bytes_that_the_house_never_wrote_are_named(data: bytes) -> None:
    codec = match_codec(TITLES["squishem"])
    options = TITLES["squishem"].vocabulary.options()
    with pytest.raises(StoredUnreadable):
        codec.decode_place(b"\x94\x01" + data, rules_version=1, options=options, seats=2, seed="00")


@given(st.integers(0, 5), st.binary(min_size=8, max_size=8), st.integers(0, 60), st.integers(1, 255))
def test_a_token_says_whose_it_is_until_a_single_bit_changes(seat: int, nonce: bytes, at: int, change: int) -> None:
    tokens = Tokens(SECRET)
    match = tokens.match_id(None)
    token = tokens.seat_token(match, seat, nonce.hex())
    said = tokens.read(token)
    assert (said.role, said.match, said.seat, said.nonce) == ("seat", match, seat, nonce.hex())
    host = tokens.read(tokens.host_token(match, nonce.hex()))
    assert (host.role, host.match, host.nonce) == ("host", match, nonce.hex())
    changed = token[:at] + chr(ord(token[at]) ^ change) + token[at + 1 :]
    for forged in (changed, token + "A", token[:-1], token.replace("seat_", "host_"), token + "\n"):
        with pytest.raises(TokenUnknown):
            tokens.read(forged)
    with pytest.raises(TokenUnknown):
        Tokens(SECRET + b"!").read(token)


def test_ids_and_marks_come_from_the_key_and_nonces_from_chance() -> None:
    tokens = Tokens(SECRET)
    assert tokens.match_id("k" * 22) == tokens.match_id("k" * 22)
    assert tokens.match_id("k" * 22) != tokens.match_id("l" * 22)
    assert tokens.match_id("k" * 22) != Tokens(SECRET + b"!").match_id("k" * 22)
    assert len({tokens.match_id(None) for _ in range(100)}) == 100
    assert tokens.mark("seat/m", "k" * 22) == tokens.mark("seat/m", "k" * 22) != tokens.mark("left/m", "k" * 22)
    assert len({tokens.nonce() for _ in range(100)}) == 100
    assert all(is_match_id(tokens.match_id(None)) for _ in range(100))
    assert not any(
        map(is_match_id, ("", "m_", "m_" + "A" * 21, "m_" + "A" * 23, "m_" + "é" * 22, "m_" + "A" * 22 + "\n"))
    )
