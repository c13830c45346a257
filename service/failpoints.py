"""Named points at which a test may have a process die, as by a power cut.

Only tests set ALEHOUSE_FAILPOINTS; without it `reach` does nothing. It holds entries with a semicolon between:

    bot.chosen=3                the process is killed when it gets there for the third time
    bot.chosen=3!               with all that it was started with: its group, as when a whole worker goes
    bot.chosen=3@/path/deaths   as long as that file isn't empty; each death takes one byte from it
"""

import fcntl
import os
import re
import signal
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from service.settings import SettingInvalid

POINTS: Mapping[str, str] = {
    "match.committed": "a step of a match is written, nobody is sent for yet",
    "action.taken": "an action is written, its answer not sent",
    "bot.chosen": "a bot has chosen, its choice isn't written",
    "bot.moved": "a bot's choice is written, the message that asked for it not acknowledged",
    "word.ruled": "the referee has ruled on a word, the ruling isn't written",
    "job.opened": "a simulation is written, none of its chunks sent for",
    "chunk.match": "a run of a chunk is about to play its next match",
    "chunk.played": "a run has played all its matches, and handed nothing in",
    "chunk.counted": "a chunk is counted, the next one not sent for",
    "question.opened": "a question about words is written, not sent for",
    "question.begun": "a worker has begun with a question, and answered nothing",
    "question.answered": "an answer is written, the message that asked for it not acknowledged",
}

_ENTRY = re.compile(r"(?P<point>[a-z.]+)=(?P<time>[1-9][0-9]{0,8})(?P<group>!?)(?:@(?P<deaths>/.+))?")


@dataclass(slots=True)
class _Trap:
    """Kills at the `time`-th visit."""

    time: int
    group: bool
    deaths: Path | None
    visits: int = 0


class Failpoints:
    """What ALEHOUSE_FAILPOINTS asks for; visits are counted in each process for itself."""

    def __init__(self, said: str) -> None:
        self._traps: dict[str, list[_Trap]] = {}
        for point, trap in map(_trap, said.split(";")):
            self._traps.setdefault(point, []).append(trap)
        self._lock = threading.Lock()

    def reach(self, point: str) -> None:
        """Die here, if it is time."""
        for trap in self._traps.get(point, ()):
            with self._lock:
                trap.visits += 1
                if trap.visits != trap.time or not (trap.deaths is None or _taken(trap.deaths)):
                    continue
                if trap.group:
                    os.killpg(os.getpgrp(), signal.SIGKILL)
                os.kill(os.getpid(), signal.SIGKILL)


def _trap(entry: str) -> tuple[str, _Trap]:
    found = _ENTRY.fullmatch(entry)
    if found is None or found["point"] not in POINTS:
        raise SettingInvalid(
            f"ALEHOUSE_FAILPOINTS has {entry[:60]!r}: an entry is POINT=TIME, perhaps with ! and @/FILE after it, "
            f"where POINT may be {', '.join(POINTS)}."
        )
    deaths = Path(found["deaths"]) if found["deaths"] else None
    return found["point"], _Trap(int(found["time"]), bool(found["group"]), deaths)


def _taken(deaths: Path) -> bool:
    """Take one byte of the file; False where there is none left."""
    with open(deaths, "r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        left = file.seek(0, os.SEEK_END)
        if left:
            file.truncate(left - 1)
        return left > 0


def _nothing(point: str) -> None:
    """Go on."""


reach: Callable[[str], None] = Failpoints(said).reach if (said := os.environ.get("ALEHOUSE_FAILPOINTS")) else _nothing
"""To be called at a point."""
