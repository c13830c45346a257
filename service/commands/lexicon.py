"""`alehouse lexicon build`: indexes of lexicons, made before anybody waits for them."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from service.commands import CommandFailed, UsageWrong
from service.lexicons import Lexicon, LexiconChanged, lexicons
from service.lexicons.solver import WOUNDS, ChunksInvalid, Solver
from service.settings import index_folder, lexicon_folder


def run(asked: argparse.Namespace) -> int:
    """Make the index of each lexicon that is named, in turn, and tell where it lies."""
    known = lexicons(lexicon_folder())
    for name in asked.lexicons:
        if name not in known:
            raise UsageWrong(f"There is no lexicon {name!r}: there are {', '.join(known)}.")
    chunks = WOUNDS if asked.chunks is None else tuple(filter(None, asked.chunks.split(",")))
    folder = index_folder() if asked.folder is None else Path(asked.folder)
    for name in dict.fromkeys(asked.lexicons or known):
        print(_made(known[name], chunks, folder))
        sys.stdout.flush()
    return 0


def _made(lexicon: Lexicon, chunks: Sequence[str], folder: Path) -> Path:
    try:
        file = Solver(lambda: lexicon.words, lexicon.sha256, chunks, folder).file
    except ChunksInvalid as error:
        raise UsageWrong(f"--chunks: {error}") from error
    except LexiconChanged as error:
        raise CommandFailed(str(error)) from error
    if file is None:
        raise CommandFailed(f"The index of {lexicon.name!r} can't be kept in {folder}: the folder can't be written.")
    return file
