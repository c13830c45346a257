"""The lexicons of one process and their solvers, each read when it is first needed and kept."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from service.lexicons import lexicons
from service.lexicons.lexicon import Lexicon, LexiconUnlisted
from service.lexicons.solver import WOUNDS, Solver, is_kept
from service.settings import index_folder, lexicon_folder


class Library:
    """Solvers know the chunks of Spell Smashers; their indexes are kept in `folder`."""

    def __init__(self, lexicons: Mapping[str, Lexicon], folder: Path | None) -> None:
        self.lexicons = lexicons
        self._folder = folder
        self._solvers: dict[str, Solver] = {}

    def lexicon(self, name: str, sha256: str | None = None) -> Lexicon:
        """Return a lexicon; raises LexiconUnlisted where there is none of this name, or not with this SHA-256."""
        found = self.lexicons.get(name)
        if found is None or sha256 not in (None, found.sha256):
            raise LexiconUnlisted(name, sha256)
        return found

    def solver(self, name: str, sha256: str | None = None) -> Solver:
        """Return the solver of a lexicon; raises as `lexicon`. Where no index is kept, it is made: for some seconds."""
        lexicon = self.lexicon(name, sha256)
        solver = self._solvers.get(name)
        if solver is None:
            solver = Solver(lambda: lexicon.words, lexicon.sha256, WOUNDS, self._folder)
            self._solvers[name] = solver
        return solver

    @property
    def opened(self) -> tuple[str, ...]:
        """The lexicons whose solvers are open."""
        return tuple(self._solvers)

    def read(self) -> None:
        """Read every word, and open each index that is kept: whoever is forked then shares them."""
        for name, lexicon in self.lexicons.items():
            assert lexicon.words
            if is_kept(lexicon.sha256, WOUNDS, self._folder):
                self.solver(name)


@cache
def house_library() -> Library:
    """Return this process's own, of the shipped lexicons and the operator's; raises LexiconInvalid."""
    return Library(lexicons(lexicon_folder()), index_folder())
