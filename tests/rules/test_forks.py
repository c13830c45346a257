"""Trials in children, run from a process of their own: a test process may have threads."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

RUN = """
import os, threading
from tests.rules.forks import Trial, run
seen = []
def remember(): seen.append(1); return seen
trials = [
    Trial("first", remember), Trial("second", remember),
    Trial("hangs", threading.Event().wait), Trial("dies", lambda: os._exit(3)), Trial("raises", lambda: 1 / 0),
]
print(sorted(run(trials, seconds=2), key=lambda pair: pair[0]))
print(seen)
"""


def test_a_trial_ends_in_its_result_whatever_becomes_of_the_child() -> None:
    done = subprocess.run([sys.executable, "-c", RUN], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    results, seen = done.stdout.splitlines()
    assert results == (
        "[('dies', 'crashed'), ('first', [1]), ('hangs', 'hung'), ('raises', 'crashed'), ('second', [1])]"
    )
    assert seen == "[]"
