"""`make long`: every test at full numbers from a fresh seed, which it prints; a table at the end."""

import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree


@dataclass(slots=True)
class Row:
    """What the tests of one file came to."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0


def rows(report: str) -> dict[str, Row]:
    """Read a junit report: a row for each file of tests, by its dotted name."""
    found: dict[str, Row] = defaultdict(Row)
    for case in ElementTree.fromstring(report).iter("testcase"):
        # A class of tests is part of the name that pytest gives; files begin with a small letter.
        name = ".".join(part for part in case.get("classname", "").split(".") if not part[:1].isupper())
        row = found[name or case.get("name", "")]
        row.seconds += float(case.get("time", "0"))
        outcomes = {outcome.tag for outcome in case}
        if outcomes & {"failure", "error"}:
            row.failed += 1
        elif "skipped" in outcomes:
            row.skipped += 1
        else:
            row.passed += 1
    return dict(sorted(found.items()))


def table(found: dict[str, Row], seed: str, seconds: float) -> str:
    """Write the rows for a closing note."""
    every = [*found.items(), ("all", _sum(found))]
    width = max(len(name) for name, _ in every)
    lines = [f"{'':{width}}  passed  failed  skipped  seconds"]
    lines += [f"{name:{width}}  {r.passed:6}  {r.failed:6}  {r.skipped:7}  {r.seconds:7.1f}" for name, r in every]
    return "\n".join([*lines, f"seed {seed}, {seconds:.0f} seconds by the clock"])


def _sum(found: dict[str, Row]) -> Row:
    every = found.values()
    return Row(
        sum(row.passed for row in every),
        sum(row.failed for row in every),
        sum(row.skipped for row in every),
        sum(row.seconds for row in every),
    )


def main(arguments: Sequence[str]) -> int:
    """Run pytest with `arguments`; returns its status."""
    seed = os.environ.get("ALEHOUSE_SEED") or str(secrets.randbelow(10**9))
    print(f"Seed {seed}; the same again: make long ALEHOUSE_SEED={seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        status = subprocess.call(
            [
                *(sys.executable, "-m", "pytest", "--dist", "loadfile", "--no-loadscope-reorder"),
                f"--hypothesis-seed={seed}",
                *("--timeout", "1800", "--junitxml", str(report), *arguments),
            ],
            env={**os.environ, "ALEHOUSE_LONG": "1", "ALEHOUSE_SEED": seed},
        )
        if report.exists():
            print(table(rows(report.read_text(encoding="utf-8")), seed, time.monotonic() - began))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
