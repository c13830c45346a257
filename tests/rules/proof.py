"""Which rules are proved: by a marked test that passes and that ran its title's own lines while it did."""

import importlib
import pkgutil
import sys
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.rules.ledger import Ledger


@dataclass(frozen=True)
class Verdict:
    """What a run showed of one ledger: the ids proved, and why each other one is not."""

    game: str
    proved: tuple[str, ...]
    unproved: dict[str, str]

    @property
    def line(self) -> str:
        return f"{self.game} {len(self.proved)} / {len(self.proved) + len(self.unproved)} proved"


def package_folder(name: str) -> Path | None:
    """The folder of a title's package with all its modules imported, or None if there is no such package yet.

    Importing everything beforehand keeps what runs at import from counting as a proof.
    """
    try:
        package = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is not None and (name == missing.name or name.startswith(missing.name + ".")):
            return None
        raise
    for module in pkgutil.walk_packages(package.__path__, prefix=name + "."):
        importlib.import_module(module.name)
    return Path(next(iter(package.__path__))).resolve()


@dataclass
class LineWatch:
    """Counts the lines run inside one folder, by `sys.settrace`; frames of any other file are left untraced."""

    folder: str
    lines: set[tuple[str, int]] = field(default_factory=set)

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_name == "<module>" or not frame.f_code.co_filename.startswith(self.folder):
            return None
        return self.line

    def line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self.line


class ProofPlugin:
    """A pytest plugin that keeps, for each rule, whether one of its marked tests passed on its title's lines."""

    def __init__(self, ledgers: Sequence[Ledger], parent: str = "service.games") -> None:
        self.ledgers = ledgers
        self.folders = {ledger.game: package_folder(f"{parent}.{ledger.game}") for ledger in ledgers}
        self.game_of = {id_: ledger.game for ledger in ledgers for id_ in ledger.ids}
        self.proved: set[str] = set()
        self.reasons: dict[str, str] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        ids = claims(item)
        watches = {
            game: LineWatch(f"{folder}/")
            for game in {self.game_of[id_] for id_ in ids}
            if (folder := self.folders[game]) is not None
        }
        before = sys.gettrace()

        def trace(frame: FrameType, event: str, argument: Any) -> Any:
            for watch in watches.values():
                if (inner := watch(frame, event, argument)) is not None:
                    return inner
            return None

        sys.settrace(trace)
        try:
            result = yield
        finally:
            sys.settrace(before)
            item.stash[RAN] = {game for game, watch in watches.items() if watch.lines}
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Generator[None, Any, Any]:
        report = yield
        for id_ in claims(item):
            if report.when == "call":
                self._judge(id_, item, report)
            elif not report.passed:
                self.reasons[id_] = f"{item.nodeid} {report.outcome} in its {report.when}"
        return report

    def _judge(self, id_: str, item: pytest.Item, report: pytest.TestReport) -> None:
        if not report.passed or hasattr(report, "wasxfail"):
            self.reasons[id_] = f"{item.nodeid} {report.outcome}"
        elif self.game_of[id_] not in item.stash.get(RAN, set()):
            self.reasons.setdefault(id_, f"{item.nodeid} passed without running a line of {self.game_of[id_]}")
        else:
            self.proved.add(id_)

    def verdicts(self) -> Iterable[Verdict]:
        """One verdict a ledger, ids in ledger order."""
        for ledger in self.ledgers:
            yield Verdict(
                ledger.game,
                tuple(id_ for id_ in ledger.ids if id_ in self.proved),
                {id_: self.reasons.get(id_, "no test is marked") for id_ in ledger.ids if id_ not in self.proved},
            )


RAN = pytest.StashKey[set[str]]()


def claims(item: pytest.Item) -> list[str]:
    """The ids that the item's marks name."""
    return [id_ for mark in item.iter_markers("rule") for id_ in mark.args]


def prove(ledgers: Sequence[Ledger], arguments: Sequence[str], parent: str = "service.games") -> tuple[int, list[str]]:
    """Run the marked tests; returns an exit status (0: all proved, all passed) and the lines to print."""
    plugin = ProofPlugin(ledgers, parent)
    status = int(pytest.main(["-q", "-m", "rule", "-p", "no:cacheprovider", *arguments], plugins=[plugin]))
    lines = []
    for verdict in plugin.verdicts():
        lines.append(verdict.line)
        lines.extend(f"  {id_}: {reason}" for id_, reason in verdict.unproved.items())
        status = status or (1 if verdict.unproved else 0)
    return status, lines
