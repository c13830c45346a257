"""Lexicons: which words there are. Three are shipped, and an operator may add more."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from service.lexicons.added import LexiconInvalid, added
from service.lexicons.lexicon import DEFAULT, Lexicon, LexiconChanged
from service.lexicons.shipped import shipped

__all__ = ["DEFAULT", "Lexicon", "LexiconChanged", "LexiconInvalid", "lexicons"]


def lexicons(folder: Path | None = None) -> Mapping[str, Lexicon]:
    """Return every lexicon by its name: the shipped ones, then those that `folder` adds, by name.

    None of their words is kept until somebody asks for them. Raises LexiconInvalid where `folder` has a file that can't
    be one.
    """
    ours = {lexicon.name: lexicon for lexicon in shipped()}
    more = {} if folder is None else {lexicon.name: lexicon for lexicon in added(folder, taken=tuple(ours))}
    return MappingProxyType(ours | more)
