"""The table and the JSON say what was measured; the figures themselves decide nothing."""

import io
import os
import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from rich.console import Console

from tests.api.talk import ROOT
from tests.bench.figures import Goal, Measured, row, show, write
from tests.conftest import LONG

ROWS = (
    row("an action", "ms", [3.0, 1.0, 2.0], "a floor", [1.0], Goal(1.6)),
    row("memory", "MB", [250.0], "nobody", [100.0], Goal(300, ratio=False)),
    row("matches", "matches/s", [10.0], "one", [5.0]),
)
MEASURED = Measured(ROWS, {"crowds": "RuntimeError: A stream [ended]."}, {"rounds": 1})


def test_a_ratio_is_of_medians_and_a_goal_is_of_a_ratio_or_of_a_figure() -> None:
    assert [one.ratio for one in ROWS] == [2.0, 2.5, 2.0]
    assert [one.met for one in ROWS] == [False, True, None]
    assert ROWS[0].here.p10 < ROWS[0].here.median == 2.0 < ROWS[0].here.p90


def test_everything_stands_in_the_table() -> None:
    written = io.StringIO()
    show(MEASURED, Console(file=written, width=160))
    lines = written.getvalue().splitlines()
    for one in ROWS:
        (line,) = [line for line in lines if one.figure in line]
        assert {one.unit, one.beside, f"{one.ratio:.2f}"} <= {cell.strip() for cell in line.split("│")}
    assert lines[-1] == "crowds could not be measured: RuntimeError: A stream [ended]."


def test_everything_stands_in_the_json(tmp_path: Path) -> None:
    write(MEASURED, tmp_path / "build" / "bench.json")
    read = orjson.loads((tmp_path / "build" / "bench.json").read_bytes())
    assert [(one["figure"], one["ratio"], one["met"]) for one in read["rows"]] == [
        (one.figure, one.ratio, one.met) for one in ROWS
    ]
    assert read["rows"][0]["goal"] == {"most": 1.6, "ratio": True}
    assert read["failed"] == dict(MEASURED.failed)
    assert read["about"] == {"rounds": 1}


@pytest.mark.skipif(not LONG, reason="every part takes a minute and more: make long")
@pytest.mark.timeout(1200)
def test_every_part_can_be_measured() -> None:
    environ = {**os.environ, "ALEHOUSE_BENCH_ROUNDS": "1"}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench"], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    read = orjson.loads((ROOT / "build" / "bench.json").read_bytes())
    assert read["failed"] == {}
    for one in read["rows"]:
        assert one["figure"][:20] in ran.stdout
        assert one["here"]["p10"] <= one["here"]["median"] <= one["here"]["p90"]
        assert one["ratio"] > 0
