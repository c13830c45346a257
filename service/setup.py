"""What a match was opened with and who sits where: the part of a match that play doesn't change."""

import unicodedata
from functools import lru_cache
from typing import Literal

import msgspec

from service.errors import NameInvalid
from service.games.kernel.outcome import Outcome

Status = Literal["waiting", "running", "over", "faulted", "abandoned"]

LONGEST_NAME = 24
_JOINERS = "\u200c\u200d"
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs, as Unicode has it, of which nothing is to be seen."""


class Seat(msgspec.Struct, frozen=True, array_like=True):
    """One seat: open, reserved for who had it before, a bot's (`bot` is its key) or a player's.

    A player's `nonce` makes the seat's token. `reissued`: the host has had a token of this player's in hand.
    """

    kind: Literal["open", "reserved", "bot", "player"]
    name: str | None = None
    bot: str | None = None
    nonce: str | None = None
    reissued: bool = False


class Setup(msgspec.Struct, frozen=True, array_like=True):
    """A match but for the place where play stands. `seed` is secret until the match has ended.

    `created_at` is in ms since 1970; `request` is the digest of what it was opened with. `rematch` is the match that
    follows this one, after so many that came to nothing (`rematches_gone`); `rematch_of` the one before it.
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
    rematch: str | None = None
    rematches_gone: int = 0
    rematch_of: str | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing can happen in it any more, so that its secrets may be told."""
        return self.status in ("over", "abandoned")


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Setup)


def encode_setup(setup: Setup) -> bytes:
    return _encoder.encode(setup)


@lru_cache(maxsize=1024)
def decode_setup(data: bytes) -> Setup:
    return _decoder.decode(data)


def bot_name(bot: str) -> str:
    """Return the name that a bot has at every table, from its key."""
    return bot.capitalize()


def player_name(text: str) -> str:
    """Return `text` as the name of a player, in NFC and without blanks around it.

    Raises NameInvalid unless it has 1 to 24 characters, none of them a control or a bidi character, and begins with one
    that shows.
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
    first = name[0]
    if first in _JOINERS + _BLANKS or unicodedata.category(first)[0] == "M":
        raise NameInvalid(
            f"The name begins with U+{ord(first):04X}, which shows nothing; a name begins with what shows."
        )
    return name
