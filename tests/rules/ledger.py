"""The ledgers: every rule of a title in our own words, with what a test has to show."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent


class UnknownRule(LookupError):
    """A test claims a rule that no ledger holds."""


@dataclass(frozen=True)
class Rule:
    """One ledger entry: its id (`SQ-051`), the rule, and what a test of it has to show."""

    id: str
    rule: str
    shown_by: str


@dataclass(frozen=True)
class Ledger:
    """The rules of one title, in the order of its rulebook. `game` is the title's package, which may be one within."""

    game: str
    rules: tuple[Rule, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(entry.id for entry in self.rules)


def read_ledger(path: Path) -> Ledger:
    """Read one ledger file.

    Raises:
        TypeError: an entry lacks a key or has one too many.
    """
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    return Ledger(content["game"], tuple(Rule(**entry) for entry in content["rules"]))


@cache
def ledgers(folder: Path = HERE) -> tuple[Ledger, ...]:
    """Every ledger of the folder, by file name."""
    return tuple(read_ledger(path) for path in sorted(folder.glob("*.yaml")))


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as showing these rules.

    Raises:
        UnknownRule: no id is given, or one that stands in no ledger.
    """
    known = {id_ for ledger in ledgers() for id_ in ledger.ids}
    unknown = [id_ for id_ in ids if id_ not in known]
    if unknown or not ids:
        claimed = ", ".join(unknown) or "a mark without ids"
        raise UnknownRule(f"No ledger holds {claimed}; there are {len(known)} rules, up to {max(known)}.")
    return pytest.mark.rule(*ids)
