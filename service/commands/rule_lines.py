"""Lines of the rules, named as an author finds them."""

import traceback
from collections.abc import Iterable
from pathlib import Path

import service
from service.games.kernel.waits import Wait

ROOT = Path(service.__file__).parent.parent
RULES = "service/games/"


def wait_lines(waits: Iterable[Wait]) -> list[str]:
    """Return a line for each function that waits, the one that asks last."""
    return [f"{_short(wait.file)}:{wait.line}  {wait.function}" for wait in waits]


def raised_at(error: BaseException) -> str | None:
    """Return the innermost line of a title's rules in which `error`, or what caused it, was raised."""
    found = None
    while True:
        for frame in traceback.extract_tb(error.__traceback__):
            name = _short(frame.filename)
            if name.startswith(RULES) and not name.startswith(f"{RULES}kernel/"):
                found = f"{name}:{frame.lineno} in {frame.name}"
        if error.__cause__ is None:
            return found
        error = error.__cause__


def _short(file: str) -> str:
    path = Path(file)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else file
