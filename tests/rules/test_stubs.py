"""The stub tool itself, on a title of four cards, one for each way a test can fail to notice."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

TITLE = """
from dataclasses import dataclass
from collections.abc import Callable

@dataclass(frozen=True)
class Card:
    id: str
    adds: Callable[[int], int] | None = None
    drinks: Callable[[], str] | None = None

def one(total): return total + 1
def ale(): return "ale"

CARDS = [Card("noticed", one), Card("unchecked", one), Card("uncalled", one), Card("broken", drinks=ale)]

class Game:
    def effects(self):
        return [(card, moment) for card in CARDS for moment in ("adds", "drinks") if getattr(card, moment)]

def total(*cards):
    sum = 0
    for card in cards:
        if card.adds: sum = card.adds(sum)
    return sum
"""

TESTS = """
from title import CARDS, total

NOTICED, UNCHECKED, UNCALLED, BROKEN = CARDS

def test_noticed(): assert total(NOTICED, NOTICED) == 2
def test_unchecked(): assert total(UNCHECKED) >= 0
def test_uncalled(): assert UNCALLED.adds
def test_broken(): assert BROKEN.drinks() == "ale"
"""

RUN = """
import sys
sys.path[:0] = [{toy!r}, {root!r}]
from title import Game
from tests.rules.stubs import effects_of, try_stubs
status, lines = try_stubs("toy", effects_of(Game())[:{effects}], [{toy!r}])
print("\\n".join(lines))
sys.exit(status)
"""


def run_toy(folder: Path, effects: int, tests: str = TESTS) -> tuple[int, list[str]]:
    (folder / "title.py").write_text(TITLE)
    (folder / "test_title.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\n")
    script = RUN.format(toy=str(folder), root=str(ROOT), effects=effects)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, [line for line in done.stdout.splitlines() if line.startswith(("toy ", "  "))]


def test_an_effect_that_nobody_misses_survives(tmp_path: Path) -> None:
    status, lines = run_toy(tmp_path, 4)
    assert status == 1
    assert lines == [
        "toy 1 / 4 effects missed when taken away",
        "  broken.drinks: test_title.py::test_broken only breaks: TypeError",
        "  uncalled.adds: no test calls it",
        "  unchecked.adds: its tests stay green",
    ]


def test_all_missed_is_success(tmp_path: Path) -> None:
    assert run_toy(tmp_path, 1) == (0, ["toy 1 / 1 effects missed when taken away"])


def test_tests_that_are_red_anyway_show_nothing(tmp_path: Path) -> None:
    status, lines = run_toy(tmp_path, 1, TESTS + "\ndef test_red(): assert total(NOTICED) == 9\n")
    assert status != 0
    assert lines[-1] == "toy 0 / 1 effects missed when taken away"
