"""`make bench`: one table of what things cost, each beside its baseline, which takes turns with it in the same run.

Prints the table and writes build/bench.json. Figures decide nothing: the exit status is 1 only when something could not
be measured. `make bench ROUNDS=20` measures longer; names of parts after `python -m tests.bench` measure only those.
"""

import os
import platform
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from rich.console import Console

from tests.api.talk import ROOT
from tests.bench import actions, crowds, decisions, simulating, waiting, words
from tests.bench.figures import Measured, Row, show, write
from tests.bench.premises import Premises, premises

Part = Callable[[Premises, int], Iterable[Row]]

PARTS: Mapping[str, Part] = {
    "actions": actions.measured,
    "crowds": crowds.measured,
    "waiting": waiting.measured,
    "decisions": decisions.measured,
    "simulations": simulating.measured,
    "words": words.measured,
}
ROUNDS = 3
OUT = ROOT / "build" / "bench.json"
WIDTH = 180
"""Characters of a line, where nobody's terminal says how many."""


def main(names: Sequence[str], rounds: int) -> int:
    """Measure the parts of these names, or all; returns the exit status."""
    unknown = [name for name in names if name not in PARTS]
    if unknown or rounds < 1:
        sys.exit(f"{', '.join(unknown) or rounds}: parts are {', '.join(PARTS)}, and there is one round or more.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    rows: list[Row] = []
    failed: dict[str, str] = {}
    began = time.monotonic()
    with premises() as there:
        for name in names or PARTS:
            print(f"{time.monotonic() - began:4.0f} s  {name}", file=sys.stderr, flush=True)
            try:
                rows += PARTS[name](there, rounds)
            except (Exception, AssertionError) as error:  # noqa: BLE001 - whatever went wrong, the others are measured
                failed[name] = f"{type(error).__name__}: {error}"
    about = {"rounds": rounds, "seconds": round(time.monotonic() - began, 1), "cores": os.cpu_count()}
    measured = Measured(rows, failed, {**about, "python": platform.python_version(), "machine": platform.machine()})
    console = Console()
    show(measured, console if console.is_terminal else Console(width=WIDTH))
    write(measured, OUT)
    return 1 if failed else 0


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1:], int(os.environ.get("ALEHOUSE_BENCH_ROUNDS") or ROUNDS)))
    sys.exit(130)
