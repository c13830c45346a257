"""What is asked about words and what is answered, as it is stored."""

import zlib
from typing import Literal

import msgspec

from service.codec import CODEC, StoredUnreadable

QuestionStatus = Literal["queued", "done", "failed"]
Find = Literal["best", "every", "exists"]


class WordCheck(msgspec.Struct, frozen=True, array_like=True, tag="check"):
    """Which of the words are legal? `words` has them in their order with spaces between; `sha256` is the lexicon's."""

    lexicon: str
    sha256: str
    words: str


class WordSearch(msgspec.Struct, frozen=True, array_like=True, tag="search"):
    """What can be spelt? `tiles` are (letters, value); `blanks` come after them, and are worth nothing.

    change: one letter of one tile may be another one. bonus: as the solver takes it. limit: how many of `every` word.
    """

    lexicon: str
    sha256: str
    find: Find
    tiles: tuple[tuple[str, int], ...]
    blanks: int = 0
    change: bool = False
    bonus: tuple[int, ...] = ()
    limit: int = 0


class HintsAsked(msgspec.Struct, frozen=True, array_like=True, tag="hints"):
    """What promises most to a seat of a match? `view` and `choices` are what it sees of an open decision, encoded."""

    match: str
    seat: int
    decision: str
    game: str
    rules_version: int
    view: bytes
    choices: bytes


Question = WordCheck | WordSearch | HintsAsked


class Checked(msgspec.Struct, frozen=True, array_like=True):
    """A digit for each word that was asked about: 1 where it is legal, 0 where it isn't."""

    legal: str


class Spelt(msgspec.Struct, frozen=True, array_like=True):
    """A word and its score; the tiles in the order in which they spell it, and which of them has other letters then."""

    word: str
    score: int
    tiles: tuple[int, ...]
    change: tuple[int, str] | None = None


class Searched(msgspec.Struct, frozen=True, array_like=True):
    """Whether there is any word; the best one; or how many there are, and the first of them, the best in front."""

    exists: bool
    best: Spelt | None = None
    count: int = 0
    words: tuple[tuple[str, int], ...] = ()


def encode_asked(asked: Question) -> bytes:
    """Return a question as bytes, the same ones each time: they are what makes its id."""
    return zlib.compress(CODEC.encode(asked), 1)


def decode_asked(data: bytes) -> Question:
    """Return what was stored; raises StoredUnreadable."""
    try:
        return CODEC.decode(zlib.decompress(data), Question)  # type: ignore[arg-type]
    except zlib.error as error:
        raise StoredUnreadable(f"{len(data)} stored bytes are no question: {error}") from error


def encode_answer(answer: Checked | Searched) -> bytes:
    return CODEC.encode(answer)


def decode_checked(data: bytes) -> Checked:
    """Return what was stored; raises StoredUnreadable."""
    return CODEC.decode(data, Checked)


def decode_searched(data: bytes) -> Searched:
    """Return what was stored; raises StoredUnreadable."""
    return CODEC.decode(data, Searched)
