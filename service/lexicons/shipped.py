"""The lexicons that come with Alehouse: `make lexicons` makes their files."""

import json
import lzma
from functools import partial
from pathlib import Path

from service.lexicons.lexicon import Lexicon

LISTS = Path(__file__).parent / "lists"
FIGURES = "figures.json"
COMPACT = "{}.txt.xz"


def shipped() -> tuple[Lexicon, ...]:
    """Return them, the default first."""
    figures = json.loads((LISTS / FIGURES).read_text(encoding="ascii"))
    return tuple(Lexicon(**one, read=partial(_text, LISTS / COMPACT.format(one["name"]))) for one in figures)


def _text(path: Path) -> str:
    return lzma.decompress(path.read_bytes()).decode("ascii")
