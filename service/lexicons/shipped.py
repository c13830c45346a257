"""The lexicons that come with Alehouse: `make lexicons` makes their files."""

import json
import lzma
from functools import partial
from pathlib import Path

from service.lexicons.lexicon import Lexicon

LISTS = Path(__file__).parent / "lists"
LICENCES = Path(__file__).parent / "licences"
"""What the sources ask to be passed on, and a notice of what was made of them."""

FIGURES = "figures.json"
COMPACT = "{}.txt.xz"


def shipped() -> tuple[Lexicon, ...]:
    """Return them, the default first."""
    figures = json.loads((LISTS / FIGURES).read_text(encoding="ascii"))
    return tuple(Lexicon(**one, read=partial(_text, LISTS / COMPACT.format(one["name"]))) for one in figures)


def _text(path: Path) -> str:
    return lzma.decompress(path.read_bytes()).decode("ascii")
