"""Where the processes of one machine keep the figures that /metrics adds up, and under which names.

prometheus-client has each process write files of its own. Its names are process ids, of which there are ever more as
workers are replaced; here they are places (api0, fast1): who comes after goes on where the one before stopped.
"""

import contextlib
import os
import re
import shutil
from pathlib import Path
from tempfile import gettempdir, mkdtemp

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that prometheus-client reads; without it figures stay in their process."""

_OF_OUR_OWN = "alehouse-metrics-"


class _Place:
    """The name of this process among those that share a folder."""

    part = "process"
    name = part

    def take(self, number: int | None) -> None:
        """Be the process with this number of its part; None for the one that forks the others."""
        self.name = self.part if number is None else f"{self.part}{number}"


PLACE = _Place()


def choose_folder() -> None:
    """Take the folder of the environment, or make one; before `service.metrics` is imported anywhere."""
    if not os.environ.get(FOLDER):
        _clear_away()
        os.environ[FOLDER] = mkdtemp(prefix=f"{_OF_OUR_OWN}{os.getpid()}-")
    Path(os.environ[FOLDER]).mkdir(parents=True, exist_ok=True, mode=0o700)


def _clear_away() -> None:
    """Remove what those left who were killed."""
    for path in Path(gettempdir()).glob(f"{_OF_OUR_OWN}*"):
        owner = path.name.removeprefix(_OF_OUR_OWN).partition("-")[0]
        try:
            os.kill(int(owner), 0)
        except (ProcessLookupError, ValueError):
            shutil.rmtree(path, ignore_errors=True)
        except PermissionError:
            continue


def begin(part: str) -> None:
    """Start afresh with the figures of `part`, in the folder of the environment or in one that is made for it.

    For the process that will fork the others, before it does.
    """
    choose_folder()
    folder = Path(os.environ[FOLDER])
    for path in folder.glob("*.db"):
        if re.search(rf"_{part}\d*\.db$", path.name):
            path.unlink(missing_ok=True)
    PLACE.part = part
    PLACE.take(None)


def end() -> None:
    """Remove the folder if this process made it; one that was inherited is another's."""
    folder = os.environ.get(FOLDER, "")
    if folder.startswith(os.path.join(gettempdir(), f"{_OF_OUR_OWN}{os.getpid()}-")):
        shutil.rmtree(folder, ignore_errors=True)


def forget_open(place: str) -> None:
    """Take back what a process that has died said of what is open right now."""
    for path in Path(os.environ[FOLDER]).glob(f"gauge_live*_{place}.db"):
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
