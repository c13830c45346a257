"""The mutation tools themselves, on a title of two functions of which one is tested."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.mutation import Fault, Mutant, faults_of, make

ROOT = Path(__file__).parents[2]

TITLE = '''
"""Numbers."""

LIMIT = 3

def capped(number: "int | None") -> int:
    return LIMIT if number > LIMIT else number

def halved(number):
    return number // 2
'''

TESTS = """
from title.numbers import capped, halved

def test_capped():
    assert [capped(number) for number in (2, 3, 4)] == [2, 3, 3]

def test_halved():
    assert halved(0) == 0
"""

RUN = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.rules.mutants import Explanation, sample, try_mutants
root = Path({toy!r})
known = [Explanation("title/numbers.py", "return number // 2", after, "a reason") for after in {explained!r}]
sys.exit(try_mutants(root, ["title"], ["test_title.py"], sample(root, ["title"], 99, 1), known, 60))
"""


def run_toy(folder: Path, tests: str, explained: tuple[str, ...] = ()) -> tuple[int, list[str]]:
    (folder / "title").mkdir()
    (folder / "title" / "__init__.py").touch()
    (folder / "title" / "numbers.py").write_text(TITLE)
    (folder / "test_title.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    script = RUN.format(toy=str(folder), root=str(ROOT), explained=explained)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_what_no_test_checks_survives(tmp_path: Path) -> None:
    status, lines = run_toy(tmp_path, TESTS)
    survivors = [line for line in lines if line.startswith("survived")]
    assert status == 1
    assert survivors
    assert all("return number // 2" in line for line in survivors)
    assert f"survivors {len(survivors)}" in lines[-1]


def test_an_explained_survivor_is_success(tmp_path: Path) -> None:
    places = [f"return number {operator} 2" for operator in ("*", "%", "**", "/")]
    places += ["return number // 1", "return number //  1", "return number //  3", "return number // 3"]
    status, lines = run_toy(tmp_path, TESTS, tuple(places))
    assert (status, lines[-1].endswith("survivors 0")) == (0, True), lines
    assert "explained 0" not in lines[-1]


def test_checked_to_the_last_place_nothing_survives(tmp_path: Path) -> None:
    status, lines = run_toy(
        tmp_path, TESTS + "    assert [halved(number) for number in (1, 5, 6, 9)] == [0, 2, 3, 4]\n"
    )
    assert status == 0, lines
    assert lines[-1].startswith("killed 5 / 5")


def test_tests_that_are_red_anyway_show_nothing(tmp_path: Path) -> None:
    status, lines = run_toy(tmp_path, TESTS + "    assert halved(4) == 1\n")
    assert status == 2
    assert lines[-1].startswith("The tests are red as they are: test_title.py::test_halved")


def mutants(folder: Path, source: str) -> list[Mutant]:
    path = folder / "source.py"
    path.write_text(source)
    return [mutant for fault in faults_of(path, folder) if (mutant := make(fault, folder)) is not None]


@pytest.mark.parametrize(
    "source",
    [
        "def f(x: 'int | None') -> 'int | None':\n    return x\n",
        "def f(x: int | None = None) -> int | None:\n    return x\n",
        "class C:\n    x: int | None\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import x\n",
    ],
)
def test_what_only_the_type_checker_reads_is_no_fault(tmp_path: Path, source: str) -> None:
    assert mutants(tmp_path, source) == []


FIELDLESS = """
@dataclass(frozen=True)
class Fieldless(Named):
    kind: ClassVar[str]
"""
WITH_A_FIELD = f"{FIELDLESS}    card: str\n"
OF_NOTHING = FIELDLESS.replace("(Named)", "")


@pytest.mark.parametrize(("source", "matters"), [(FIELDLESS, False), (WITH_A_FIELD, True), (OF_NOTHING, True)])
def test_a_decorator_matters_where_a_class_has_fields_or_inherits_none(
    tmp_path: Path, source: str, matters: bool
) -> None:
    assert any(mutant.after == "" for mutant in mutants(tmp_path, source)) == matters


def test_a_fault_says_its_place_and_what_it_did(tmp_path: Path) -> None:
    shown = {
        (mutant.fault.line, mutant.before, mutant.after.replace("  ", " "))
        for mutant in mutants(tmp_path, "x = 1\ny = 8\n")
    }
    assert shown == {(1, "x = 1", "x = 2"), (1, "x = 1", "x = 0"), (2, "y = 8", "y = 9"), (2, "y = 8", "y = 7")}


def test_faults_have_an_order_that_no_run_changes(tmp_path: Path) -> None:
    first, second = Fault("a.py", 1, 2, 1, "X", 0), Fault("a.py", 1, 10, 1, "X", 1)
    assert sorted([second, first]) == [first, second]
