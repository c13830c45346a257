"""Trials in forked children: each starts from the same warm process, and leaves nothing behind in it."""

import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HUNG = "hung"
CRASHED = "crashed"


@dataclass(frozen=True)
class Trial:
    """One thing to try: a key, and what runs in the child; its result must be JSON."""

    key: str
    body: Callable[[], Any]


@dataclass
class Child:
    pid: int
    trial: Trial
    result: Path
    deadline: float

    def ended(self) -> bool:
        pid, _ = os.waitpid(self.pid, os.WNOHANG)
        return pid != 0

    def kill(self) -> None:
        os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def fork(trial: Trial, result: Path, seconds: float) -> Child:
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return Child(pid, trial, result, time.monotonic() + seconds)
    status = 1
    try:
        os.setpgid(0, 0)
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(silence, stream)
        result.write_text(json.dumps(trial.body()))
        status = 0
    finally:
        # Nothing of the parent's (its pytest session, its exit hooks) may run twice.
        os._exit(status)


def run(trials: Iterable[Trial], *, seconds: float, at_once: int = 2) -> Iterator[tuple[str, Any]]:
    """Run the trials, a few at a time; yields (key, result) as they end.

    The result is what the body returned, `HUNG` if it took longer than `seconds`, or `CRASHED` if the child died.
    Give it a process with a single thread: others do not survive a fork.
    """
    waiting = iter(trials)
    children: list[Child] = []
    with tempfile.TemporaryDirectory() as folder:
        exhausted = False
        number = 0
        try:
            while not exhausted or children:
                while not exhausted and len(children) < at_once:
                    trial = next(waiting, None)
                    if trial is None:
                        exhausted = True
                    else:
                        number += 1
                        children.append(fork(trial, Path(folder) / f"{number}.json", seconds))
                for child in list(children):
                    if child.ended():
                        children.remove(child)
                        yield (
                            child.trial.key,
                            json.loads(child.result.read_text()) if child.result.exists() else CRASHED,
                        )
                    elif time.monotonic() > child.deadline:
                        children.remove(child)
                        child.kill()
                        yield child.trial.key, HUNG
                time.sleep(0.005)
        finally:
            for child in children:
                child.kill()
