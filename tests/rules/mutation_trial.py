"""What runs in a forked child for a mutant: the tests that cover it, with the mutated module in place of the file."""

import importlib
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Generator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import coverage as coverage_py
import pytest

from tests.rules.mutation import Mutant

KILLED = "killed"
SURVIVED = "survived"
QUIET = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly")


@dataclass(frozen=True)
class Coverage:
    """Which tests run a line: file -> line (as text) -> test ids; and how long each test takes, in seconds."""

    lines: dict[str, dict[str, list[str]]]
    seconds: dict[str, float]

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that cover the mutant, quickest first; all of them for what already runs at import."""
        lines = self.lines.get(mutant.fault.file, {})
        covering = {
            test for line in range(mutant.fault.line, mutant.fault.last_line + 1) for test in lines.get(str(line), [])
        }
        if "" in covering or not covering:
            covering = set(self.seconds)
        return sorted(covering, key=lambda test: (self.seconds[test], test))


@dataclass
class CoveragePlugin:
    """A pytest plugin that names each test as the context of the lines it runs."""

    measure: Any
    seconds: dict[str, float] = field(default_factory=dict)
    red: list[str] = field(default_factory=list)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self.measure.switch_context(item.nodeid)
        result = yield
        self.measure.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.red.append(report.nodeid)


def coverage_of(tests: Sequence[str], files: Sequence[str]) -> dict[str, Any]:
    """Run the tests as they are: {"red": failed ids, "seconds": by id, "lines": file -> line -> ids}.

    A line that runs at import has "" among its ids.
    """
    measure = coverage_py.Coverage(data_file=None, config_file=False, include=list(files))
    plugin = CoveragePlugin(measure)
    measure.start()
    status = int(pytest.main([*(option for option in QUIET if option != "-x"), *tests], plugins=[plugin]))
    measure.stop()
    if status not in (0, 1) or (status == 1 and not plugin.red):
        plugin.red.append(f"pytest ended with status {status}")
    found = measure.get_data()
    lines = {
        str(Path(file).relative_to(Path.cwd())): {
            str(line): contexts for line, contexts in found.contexts_by_lineno(file).items()
        }
        for file in found.measured_files()
    }
    return {"red": plugin.red, "seconds": plugin.seconds, "lines": lines}


class MutantLoader(SourceFileLoader):
    """Loads a module from the mutated source instead of its file."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(Path.cwd() / mutant.fault.file))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.mutant.source, self.path, "exec", dont_inherit=True)


class MutantFinder(MetaPathFinder):
    """Puts one mutated module in front of its file."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.mutant.module:
            return None
        return importlib.util.spec_from_file_location(
            fullname, str(Path.cwd() / self.mutant.fault.file), loader=MutantLoader(self.mutant)
        )


def warm_up(tests: Sequence[str]) -> None:
    """Load pytest's plugins and collect these tests, so that every child forked from here need not."""
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        pytest.main([*QUIET, "--collect-only", *tests])


def outcome(mutant: Mutant, tests: Sequence[str], packages: Sequence[str]) -> str:
    """Run the tests with the mutant in place: KILLED, SURVIVED, or what went wrong with the trial itself.

    A mutant with which one of the packages can't be imported is killed. Run it in a child: the mutant stays imported.
    """
    if mutant.module in sys.modules:
        return f"{mutant.module} was imported before its mutant"
    sys.meta_path.insert(0, MutantFinder(mutant))
    if not all(imports(package) for package in packages):
        return KILLED
    status = int(pytest.main([*QUIET, *tests]))
    # 4: a test was not found. They are all there, so their module can't be imported with the mutant.
    return {0: SURVIVED, 1: KILLED, 4: KILLED}.get(status, f"pytest ended with status {status}")


def imports(package: str) -> bool:
    """Whether a package and all its modules can be imported."""
    try:
        folders = importlib.import_module(package).__path__
        for module in pkgutil.iter_modules(folders, prefix=f"{package}."):
            importlib.import_module(module.name)
    except Exception:  # noqa: BLE001
        return False
    return True
