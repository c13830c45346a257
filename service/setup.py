"""What a match was opened with and who sits where: the part of a match that play doesn't change."""

import unicodedata
from functools import lru_cache
from typing import Literal

import msgspec

from service.errors import NameInvalid
from service.games.kernel.outcome import Outcome

Status = Literal["waiting", "running", "over", "faulted"]

LONGEST_NAME = 24
_JOINERS = "\u200c\u200d"


class Seat(msgspec.Struct, frozen=True, array_like=True):
    """One seat: open, a bot's (`bot` is its key) or a player's (`nonce` makes the seat's token)."""

    kind: Literal["open", "bot", "player"]
    name: str | None = None
    bot: str | None = None
    nonce: str | None = None


class Setup(msgspec.Struct, frozen=True, array_like=True):
    """A match but for the place where play stands. `seed` is secret until the match is over.

    `created_at` is in ms since 1970; `request` is the digest of what it was opened with.
    """

    game: str
    rules_version: int
    options: bytes
    seats: tuple[Seat, ...]
    listed: bool
    spectators: bool
    status: Status
    seed: str
    created_at: int
    host_nonce: str
    request: str
    outcome: Outcome | None = None


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Setup)


def encode_setup(setup: Setup) -> bytes:
    return _encoder.encode(setup)


@lru_cache(maxsize=1024)
def decode_setup(data: bytes) -> Setup:
    return _decoder.decode(data)


def player_name(text: str) -> str:
    """Return `text` as the name of a player, in NFC and without blanks around it.

    Raises NameInvalid unless it has 1 to 24 characters, none of them a control or a bidi character.
    """
    name = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise NameInvalid(f"The name has {len(name)} characters; a name has 1 to {LONGEST_NAME}.")
    for character in name:
        category = unicodedata.category(character)
        if (category[0] == "C" and character not in _JOINERS) or category in ("Zl", "Zp"):
            raise NameInvalid(
                f"The name has the character U+{ord(character):04X}; "
                "a name has none that controls or reverses text, nor one that is unassigned."
            )
    if all(character in _JOINERS for character in name):
        raise NameInvalid("The name shows nothing; a name has 1 character that shows.")
    return name
