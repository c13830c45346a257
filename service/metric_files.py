"""Where the processes of one machine keep the figures that /metrics adds up, and under which names.

prometheus-client has each process write files of its own. Its names are process ids, of which there are ever more as
workers are replaced; here they are places (api0, fast1) and an owner, which is the process that forked them: who comes
after goes on where the one before stopped. Two owners never share a file, however many run the same part; what an owner
leaves behind is cleared away when another begins. An owner holds a lock for as long as it or a child of it lives.
"""

import contextlib
import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir, mkdtemp

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that prometheus-client reads; without it figures stay in their process."""

_OF_OUR_OWN = "alehouse-metrics-"
_MADE = re.compile(rf"{_OF_OUR_OWN}([1-9][0-9]{{0,8}})-[a-z0-9_]{{8}}", re.ASCII)
_LOCK = ".owner"


class _Place:
    """The name of this process among those that share a folder."""

    part = "process"
    name = part
    _owner = ""
    _held = -1

    def own(self, part: str, owner: str, held: int) -> None:
        """Be the process that forks the others of its part, and hold this lock from now on."""
        self.part, self._owner, self._held = part, owner, held
        self.name = self.of(None)

    def take(self, number: int) -> None:
        """Be the process with this number of its part."""
        self.name = self.of(number)

    def of(self, number: int | None) -> str:
        """Return the name of such a process; None for the one that forks the others."""
        return f"{self.part}{'' if number is None else number}-{self._owner}"


PLACE = _Place()


def choose_folder() -> None:
    """Take the folder of the environment, or make one; before `service.metrics` is imported anywhere."""
    if not os.environ.get(FOLDER):
        _clear_away()
        os.environ[FOLDER] = mkdtemp(prefix=f"{_OF_OUR_OWN}{os.getpid()}-")
    Path(os.environ[FOLDER]).mkdir(parents=True, exist_ok=True, mode=0o700)


def _clear_away() -> None:
    """Remove what those left who were killed; whatever else has such a name is not ours."""
    for path in Path(gettempdir()).glob(f"{_OF_OUR_OWN}*"):
        made = _MADE.fullmatch(path.name)
        if made is None:
            continue
        try:
            os.kill(int(made[1]), 0)
        except ProcessLookupError:
            shutil.rmtree(path, ignore_errors=True)
        except PermissionError:
            continue


def begin(part: str) -> None:
    """Start afresh with figures of `part`, in the folder of the environment or in one that is made for it.

    For the process that will fork the others, before it does.
    """
    choose_folder()
    folder = Path(os.environ[FOLDER])
    with _alone(folder):
        living = _living(folder)
        for path in folder.glob("*.db"):
            if path.stem.rpartition("-")[2] not in living:
                path.unlink(missing_ok=True)
        owner = secrets.token_hex(4)
        held = os.open(folder / f"{owner}{_LOCK}", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(held, fcntl.LOCK_EX)
    PLACE.own(part, owner, held)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time begin: a lock that is made but not held yet looks like one that was left."""
    descriptor = os.open(folder / "beginning", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _living(folder: Path) -> set[str]:
    """Return the owners that live, and remove the locks of the others."""
    living = set()
    for path in folder.glob(f"*{_LOCK}"):
        descriptor = os.open(path, os.O_RDWR)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink(missing_ok=True)
        except BlockingIOError:
            living.add(path.stem)
        finally:
            os.close(descriptor)
    return living


def end() -> None:
    """Remove the folder if this process made it; one that was inherited is another's."""
    folder = os.environ.get(FOLDER, "")
    if folder.startswith(os.path.join(gettempdir(), f"{_OF_OUR_OWN}{os.getpid()}-")):
        shutil.rmtree(folder, ignore_errors=True)


def forget_open(number: int) -> None:
    """Take back what a process of ours that has died said of what is open right now."""
    for path in Path(os.environ[FOLDER]).glob(f"gauge_live*_{PLACE.of(number)}.db"):
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
