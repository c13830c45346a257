"""The proof tool itself, on a title of three lines: it must not take a claim for a proof."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

TITLE = """
def add(a, b):
    return a + b
TOTAL = add(1, 1)
"""

TESTS = """
import pytest
from toys.toy import sums

@pytest.mark.rule("T-1", "T-2")
def test_passes_on_the_titles_lines(): assert sums.add(1, 2) == 3

# T-3
def test_named_in_a_comment_only(): assert sums.add(1, 2) == 3

@pytest.mark.rule("T-4")
def test_runs_nothing_that_import_did_not(): assert sums.TOTAL == 2

@pytest.fixture
def three(): return sums.add(1, 2)

@pytest.mark.rule("T-5")
def test_runs_the_title_in_its_set_up_only(three): assert three == 3

@pytest.mark.rule("T-6")
def test_skips(): pytest.skip()

@pytest.mark.xfail(strict=False)
@pytest.mark.rule("T-7")
def test_is_expected_to_fail(): assert sums.add(1, 2) == 3
"""

FAILING = """
@pytest.mark.rule("T-8")
def test_fails(): assert sums.add(1, 2) == 4
"""

RUN = """
import sys
from pathlib import Path
sys.path[:0] = [{toy!r}, {root!r}]
from tests.rules.ledger import read_ledger
from tests.rules.proof import prove
status, lines = prove([read_ledger(Path({toy!r}) / "toy.yaml")], [{toy!r}], "toys")
print("\\n".join(lines))
sys.exit(status)
"""


def prove_toy(folder: Path, ids: int, tests: str) -> tuple[int, list[str]]:
    package = folder / "toys" / "toy"
    package.mkdir(parents=True)
    (folder / "toys" / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "sums.py").write_text(TITLE)
    rules = ", ".join(f"{{id: T-{number}, rule: sums add, shown_by: a sum}}" for number in range(1, ids + 1))
    (folder / "toy.yaml").write_text(f"game: toy\nrules: [{rules}]\n")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = rule\n")
    (folder / "test_toy.py").write_text(tests)
    script = RUN.format(toy=str(folder), root=str(ROOT))
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, [line for line in done.stdout.splitlines() if line.startswith(("toy ", "  T-"))]


def test_only_a_passing_test_that_ran_the_title_is_a_proof(tmp_path: Path) -> None:
    status, (count, *reasons) = prove_toy(tmp_path, 8, TESTS + FAILING)
    assert status != 0
    assert count == "toy 2 / 8 proved"
    assert [reason.strip().partition(": ")[0] for reason in reasons] == ["T-3", "T-4", "T-5", "T-6", "T-7", "T-8"]
    for reason, why in zip(
        reasons,
        ["no test is marked", "without running a line", "without running a line", "skipped", "passed", "failed"],
        strict=True,
    ):
        assert why in reason


def test_all_proved_is_success(tmp_path: Path) -> None:
    assert prove_toy(tmp_path, 2, TESTS.partition("# T-3")[0]) == (0, ["toy 2 / 2 proved"])
