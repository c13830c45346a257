"""Lexicons that an operator adds: each a file NAME.txt in the folder that ALEHOUSE_LEXICONS names.

A word a line, in any order; blank lines and repetitions don't matter. Lines before the first word may begin with #, and
`# licence: ` and `# source: ` say there what the catalogue shows.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from service.lexicons.lexicon import Lexicon
from service.settings import SettingInvalid

UNSTATED = "NOASSERTION"
"""What SPDX calls a licence of which nothing is said."""

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_WORD = re.compile(r"[a-z]{2,32}")
_SAID = re.compile(r"#\s*(licence|source):\s*(\S.*)")


class LexiconInvalid(SettingInvalid):
    """A file of the operator's is no lexicon, or its folder can't be read."""


def added(folder: Path, taken: Sequence[str]) -> Iterator[Lexicon]:
    """Yield the lexicons of a folder in the order of their names, none of which may be in `taken`.

    Raises LexiconInvalid, which names the file, the line where there is one, and what would have been allowed.
    """
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".txt" and not path.name.startswith("."))
    except OSError as error:
        raise _invalid(folder, f"can't be read: {error.strerror}; it must be a folder.") from error
    for path in paths:
        if not _NAME.fullmatch(path.stem):
            raise _invalid(path, "has no name for a lexicon: 1 to 32 of a-z, 0-9, _ and -, a letter first, and .txt.")
        if path.stem in taken:
            raise _invalid(path, f"has a name that is taken: {', '.join(taken)} come with Alehouse.")
        yield _lexicon(path)


def _lexicon(path: Path) -> Lexicon:
    said, words = _parsed(path)
    if not words:
        raise _invalid(path, "has no word: a lexicon has one a line.")
    return Lexicon(
        name=path.stem,
        size=len(words),
        licence=said.get("licence", UNSTATED),
        source=said.get("source", "Added by the operator."),
        sha256=hashlib.sha256(_text(words).encode("ascii")).hexdigest(),
        read=partial(_read, path),
    )


def _read(path: Path) -> str:
    return _text(_parsed(path)[1])


def _text(words: frozenset[str]) -> str:
    return "".join(f"{word}\n" for word in sorted(words))


def _parsed(path: Path) -> tuple[dict[str, str], frozenset[str]]:
    """Return what is said of the words, and the words."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise _invalid(path, f"is not UTF-8 at byte {error.start}: words are of the letters a to z.") from error
    except OSError as error:
        raise _invalid(path, f"can't be read: {error.strerror}.") from error
    said: dict[str, str] = {}
    words: set[str] = set()
    for number, line in enumerate(lines, start=1):
        if _WORD.fullmatch(line):
            words.add(line)
        elif line.startswith("#") and not words:
            if found := _SAID.fullmatch(line.rstrip()):
                said[found[1]] = found[2]
        elif line.strip():
            raise LexiconInvalid(
                f"ALEHOUSE_LEXICONS: {path}, line {number}, is {line[:40]!r}: a word is 2 to 32 letters from a to z, "
                "in lower case."
            )
    return said, frozenset(words)


def _invalid(path: Path, why: str) -> LexiconInvalid:
    return LexiconInvalid(f"ALEHOUSE_LEXICONS: {path} {why}")
