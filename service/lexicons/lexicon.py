"""One lexicon: what is said of it, and its words."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

DEFAULT = "standard"
"""Name of the lexicon that holds where none is named."""


class LexiconChanged(Exception):
    """A lexicon's words are no longer those that it was listed with."""


class LexiconUnlisted(LookupError):
    """There is no lexicon of this name here, or it has other words than are meant."""

    def __init__(self, name: str, sha256: str | None) -> None:
        super().__init__(f"no lexicon {name!r}" if sha256 is None else f"no lexicon {name!r} with SHA-256 {sha256}")


@dataclass(frozen=True)
class Lexicon:
    """A list of words.

    name: what requests and options call it. size: how many words. licence: an SPDX expression. source: where the
    words come from, a sentence or two. sha256: of its text, in hex. read: returns that text, which is its words in
    order, each followed by a line feed.
    """

    name: str
    size: int
    licence: str
    source: str
    sha256: str
    read: Callable[[], str] = field(repr=False, compare=False)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word, read when first asked for and kept by the process; raises LexiconChanged."""
        text = self.read()
        found = hashlib.sha256(text.encode("ascii")).hexdigest()
        if found != self.sha256:
            raise LexiconChanged(
                f"The lexicon {self.name!r} has the SHA-256 {found} now; it was listed as {self.sha256}."
            )
        return frozenset(text.split())
