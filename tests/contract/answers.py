"""Which test produces which documented answer: `python -m tests.contract.answers` prints the table, and wants no holes.

Whatever a test holds against the contract is noted: the operation, the status, the test. A whole run (`make test`)
leaves its notes behind; where they are of other sources than these, or there are none, the tests of the API run anew.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

NOTES = "ALEHOUSE_ANSWERS"
"""The variable that names the file of notes while tests run; the processes that tests start have it too."""

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / ".answers.json"

Pairs = dict[str, dict[str, str]]
"""The test that produces an answer, by operation and status."""

_noted: set[tuple[str, int]] = set()


def note(operation: str, status: int) -> None:
    """Note that the test which runs now got this answer, and found it to be as documented."""
    if NOTES in os.environ and (operation, status) not in _noted:
        _noted.add((operation, status))
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
        line = json.dumps([operation, status, test]) + "\n"
        # One write, so that the lines of several processes don't mix.
        with Path(os.environ[NOTES]).open("ab", buffering=0) as notes:
            notes.write(line.encode())


def digest() -> str:
    """Return what changes whenever a source does that the answers depend on."""
    found = hashlib.sha256()
    for top in ("openapi.yaml", "service", "schemas", "workers", "tests"):
        place = ROOT / top
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.suffix in (".py", ".lua", ".yaml") and "node_modules" not in path.parts:
                found.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def keep(notes: Path, sources: str) -> Pairs:
    """Keep what a whole and successful run of `sources` noted (their digest from before the run), and return it."""
    pairs: Pairs = {}
    for line in notes.read_text(encoding="utf-8").splitlines():
        operation, status, test = json.loads(line)
        pairs.setdefault(operation, {}).setdefault(str(status), test)
    KEPT.write_text(json.dumps({"digest": sources, "pairs": pairs}), encoding="utf-8")
    return pairs


def kept() -> Pairs | None:
    """Return what was kept of these very sources, if anything."""
    if not KEPT.exists():
        return None
    found = json.loads(KEPT.read_text(encoding="utf-8"))
    pairs: Pairs = found["pairs"]
    return pairs if found["digest"] == digest() else None


def documented(document: dict[str, Any]) -> Pairs:
    """Return every documented answer, of which no test is known yet."""
    return {
        operation["operationId"]: dict.fromkeys(operation["responses"], "")
        for operations in document["paths"].values()
        for method, operation in operations.items()
        if method != "parameters"
    }


def table(there: Pairs, seen: Pairs) -> tuple[list[str], int]:
    """Return one line for each documented answer with the test that produces it, and how many have none."""
    lines, holes = [], 0
    for operation, answers in there.items():
        for status in answers:
            test = seen.get(operation, {}).get(status, "")
            holes += not test
            lines.append(f"{operation:18}{status:5}{test or '--- NO TEST ---'}")
    return lines, holes


def main() -> int:
    """Print the table; returns 1 where an answer is documented that no test produces."""
    from tests.api.talk import contract

    seen = kept()
    if seen is None:
        print("No whole run of the tests has seen these sources; the tests of the API run now.", file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            notes = Path(folder) / "notes"
            notes.touch()
            sources = digest()
            command = [sys.executable, "-m", "pytest", "-q", "tests/api"]
            if subprocess.run(command, cwd=ROOT, env={**os.environ, NOTES: str(notes)}).returncode:
                return 1
            seen = keep(notes, sources)
    lines, holes = table(documented(contract().document), seen)
    print(*lines, sep="\n")
    print(f"{len(lines)} documented answers, {holes} that no test produces.")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
