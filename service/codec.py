"""How values are stored: MessagePack, dataclasses in and dataclasses out. Never pickle: stored bytes run no code.

The order of a dict is kept as it is: rules may iterate it, and must find the same order after a reload.
"""

from typing import Any, TypeVar

import msgspec

from service.games.kernel.decisions import Choice, Ruling, WordCount
from service.games.kernel.game import Game, Options
from service.games.kernel.match import Answer, Match, PhaseEnd

T = TypeVar("T")

_encode = msgspec.msgpack.Encoder().encode


class Decoders(dict[type, "msgspec.msgpack.Decoder[Any]"]):
    """A decoder of each type, made when it is first needed."""

    def __missing__(self, kind: type) -> "msgspec.msgpack.Decoder[Any]":
        made: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(kind)
        self[kind] = made
        return made


DECODERS = Decoders()


class StoredUnreadable(Exception):
    """Stored bytes are not what this version of the house wrote."""


class Codec:
    """The kernel's codec: any dataclass of plain fields to bytes and back."""

    def encode(self, value: object) -> bytes:
        return _encode(value)

    def decode(self, data: bytes, kind: type[T]) -> T:
        try:
            decoded: T = DECODERS[kind].decode(data)
        except msgspec.MsgspecError as error:
            raise StoredUnreadable(f"{len(data)} stored bytes are no {kind.__name__}: {error}") from error
        return decoded


CODEC = Codec()


class _Answer(msgspec.Struct, array_like=True, frozen=True):
    seat: int
    owner: int
    question: str
    ordinal: int
    fingerprint: str
    kind: str
    choice: msgspec.Raw
    interrupt: bool


class _PhaseEnd(msgspec.Struct, array_like=True, frozen=True):
    phase: int
    state_hash: str


class _Place(msgspec.Struct, array_like=True, frozen=True):
    """Where play stands; what a match was opened with is stored beside it."""

    phase: int
    drawn: int
    state: bytes
    answers: list[_Answer]
    interrupted: tuple[int, ...]


class MatchCodec:
    """Turns the place where a match of one title stands, and the lines of its log, into bytes and back."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._choices: dict[str, type[Choice]] = {choice.kind: choice for choice in _choices_of(game)}

    def encode_options(self, options: Options) -> bytes:
        return _encode(options)

    def decode_options(self, data: bytes) -> Options:
        return CODEC.decode(data, self._game.vocabulary.options)

    def encode_place(self, match: Match) -> bytes:
        """Return phase, chance drawn, checkpoint and answers of `match`, but nothing that never changes."""
        answers = [_row(answer) for answer in match.answers]
        return _encode((match.phase, match.drawn, match.state, answers, match.interrupted))

    def decode_place(self, data: bytes, *, rules_version: int, options: Options, seats: int, seed: str) -> Match:
        """Return the match that stands where `encode_place` saw it; raises StoredUnreadable."""
        place = CODEC.decode(data, _Place)
        answers = tuple(self._answer(row) for row in place.answers)
        return Match(
            self._game.key,
            rules_version,
            options,
            seats,
            seed,
            place.phase,
            place.drawn,
            place.state,
            answers,
            place.interrupted,
        )

    def encode_line(self, line: Answer | PhaseEnd) -> bytes:
        """Return one line of a match's log."""
        return _encode((line.phase, line.state_hash) if isinstance(line, PhaseEnd) else _row(line))

    def decode_line(self, data: bytes) -> Answer | PhaseEnd:
        """Return one line of a match's log; the two kinds differ in their number of fields. Raises StoredUnreadable."""
        if data[0] == 0x92:  # an array of two
            end = CODEC.decode(data, _PhaseEnd)
            return PhaseEnd(end.phase, end.state_hash)
        return self._answer(CODEC.decode(data, _Answer))

    def _answer(self, row: _Answer) -> Answer:
        kind = self._choices.get(row.kind)
        if kind is None:
            raise StoredUnreadable(f"{row.kind!r} is no kind of choice of {self._game.key!r}.")
        choice = CODEC.decode(row.choice, kind)
        return Answer(row.seat, row.owner, row.question, row.ordinal, row.fingerprint, choice, row.interrupt)


def _choices_of(game: Game[Any]) -> set[type[Choice]]:
    return {
        Ruling,
        WordCount,
        *game.vocabulary.choices,
        *(choice for decision in game.vocabulary.decisions for choice in decision.offers),
    }


def _row(answer: Answer) -> tuple[object, ...]:
    return (
        answer.seat,
        answer.owner,
        answer.question,
        answer.ordinal,
        answer.fingerprint,
        answer.choice.kind,
        answer.choice,
        answer.interrupt,
    )


_codecs: dict[int, MatchCodec] = {}


def match_codec(game: Game[Any]) -> MatchCodec:
    """Return the codec of `game`'s matches, made once."""
    codec = _codecs.get(id(game))
    if codec is None:
        # A codec holds its game, so that no other can come to have the same id.
        codec = _codecs[id(game)] = MatchCodec(game)
    return codec
