"""A leash on child processes: when their owner dies, by kill -9 too, they die with it.

Linux has PR_SET_PDEATHSIG and macOS has nothing like it, and it never reaches grandchildren such as a worker's pool.
So one small watcher process holds the read end of a pipe whose write end only the owner keeps. End of file means that
the owner is gone, and the watcher then stops each process group that it was told of. This file is its own program and
imports nothing but the standard library, so that the watcher and the launch of a child cost some ten milliseconds.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

_PYTHON = (sys.executable, "-I", "-S", str(Path(__file__).resolve()))
_GRACE = 5.0
"""Seconds that a group has between SIGTERM and SIGKILL once the owner is gone."""


class Leash:
    """Starts children that can't outlive this process.

    A child leads its own session, so a terminal's Ctrl-C reaches the owner alone and the owner decides the order in
    which things stop. The descriptors in `held` (a lock, say) stay open in the watcher until the last child has ended.
    """

    def __init__(self, held: Sequence[int] = ()) -> None:
        self._held = tuple(held)
        self._groups: dict[int, str] = {}
        self._children: dict[int, subprocess.Popen[bytes]] = {}
        self._watch()

    def _watch(self) -> None:
        end, self._pipe = os.pipe()
        try:
            self._watcher = subprocess.Popen(
                [*_PYTHON, "watch", str(end)],
                pass_fds=(end, *self._held),
                start_new_session=True,
                stdin=subprocess.DEVNULL,
            )
        finally:
            os.close(end)
        for group, order in self._groups.items():
            self._tell(f"+{group} {order}")

    def _tell(self, line: str) -> None:
        with contextlib.suppress(BrokenPipeError):  # a dead watcher is replaced by renew()
            os.write(self._pipe, f"{line}\n".encode())

    def start(
        self,
        command: Sequence[str],
        *,
        last: bool = False,
        keep: Sequence[int] = (),
        env: Mapping[str, str] | None = None,
        output: int | IO[bytes] | None = None,
        folder: Path | None = None,
    ) -> subprocess.Popen[bytes]:
        """Start `command` in `folder`; with `last` it is stopped only after all the others have ended.

        The child inherits the descriptors in `keep`, and writes what it prints to `output`.
        """
        order = "last" if last else "first"
        child = subprocess.Popen(
            [*_PYTHON, "tie", str(self._pipe), order, *command],
            pass_fds=(self._pipe, *keep),
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=None if env is None else dict(env),
            cwd=folder,
        )
        self._groups[child.pid] = order
        self._children[child.pid] = child
        return child

    def forget(self, child: subprocess.Popen[bytes]) -> None:
        """End what is left of a child's group once the child itself has ended."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        self._groups.pop(child.pid, None)
        self._children.pop(child.pid, None)
        self._tell(f"-{child.pid}")

    def renew(self) -> bool:
        """Start another watcher if ours has died; says whether it had."""
        if self._watcher.poll() is None:
            return False
        os.close(self._pipe)
        self._watch()
        return True

    def close(self) -> None:
        """Let go: the watcher stops whatever still runs, and ends."""
        os.close(self._pipe)
        # The watcher counts a child that its parent, we, hasn't collected as still running.
        while self._watcher.poll() is None:
            for child in self._children.values():
                child.poll()
            time.sleep(0.01)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS answers so for a group of zombies
        return False
    return True


def _stop(groups: Sequence[int]) -> None:
    for sign, seconds in ((signal.SIGTERM, _GRACE), (signal.SIGKILL, 1.0)):
        for group in groups:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, sign)
        deadline = time.monotonic() + seconds
        while any(_alive(group) for group in groups):
            if time.monotonic() > deadline:
                break
            time.sleep(0.02)
        else:
            return


def _watch(pipe: int) -> None:
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)
    groups: dict[int, str] = {}
    with open(pipe, encoding="ascii") as lines:
        for line in lines:
            group, _, order = line[1:].strip().partition(" ")
            if line.startswith("+"):
                groups[int(group)] = order
            else:
                groups.pop(int(group), None)
    for order in ("first", "last"):
        _stop([group for group, of in groups.items() if of == order])


def _tie(pipe: int, order: str, command: list[str]) -> None:
    # The group is on the leash before the command runs, so no instant is left in which it could be orphaned.
    os.write(pipe, f"+{os.getpid()} {order}\n".encode())
    os.close(pipe)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]} can't be started: {error.strerror}.")


if __name__ == "__main__":
    if sys.argv[1] == "watch":
        _watch(int(sys.argv[2]))
    else:
        _tie(int(sys.argv[2]), sys.argv[3], sys.argv[4:])
