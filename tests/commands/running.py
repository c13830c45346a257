"""Runs the command `alehouse` as a person does: a process of its own, its output, its exit status."""

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND = (sys.executable, "-m", "service.cli")
HOUSE = ("REDIS_URL", "BROKER_URL", "ALEHOUSE_SECRET", "ALEHOUSE_DATA", "PYTHONPATH")


@dataclass(frozen=True)
class Ran:
    """What a command said, and its exit status."""

    status: int
    out: str
    err: str

    def failed(self, *words: str, status: int = 1) -> None:
        """Assert that it failed with one line that has these words."""
        assert (self.status, self.out) == (status, ""), self
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("alehouse"), self.err
        assert [word for word in words if word not in self.err] == [], self.err


def called(*arguments: str, **more: str) -> Ran:
    """Run the command in this process, where only what it does and says matters: a second less than a real one."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(out), redirect_stderr(err):
        for name in HOUSE:
            patched.delenv(name, raising=False)
        for name, value in more.items():
            patched.setenv(name, value)
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
    return Ran(status, out.getvalue(), err.getvalue())


def environ(more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a command: no house of the caller's, and these variables."""
    kept = {name: value for name, value in os.environ.items() if name not in HOUSE}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def alehouse(*arguments: str, sent: str = "", folder: Path | None = None, **more: str) -> Ran:
    """Run the command to its end."""
    ran = subprocess.run(
        [*COMMAND, *arguments],
        input=sent,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environ(more),
        timeout=100,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)
