"""`alehouse worker` on another machine: it needs to know the store and the secret, and nothing else."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.house import SECRET, until
from tests.api.talk import Json, open_table
from tests.commands.operated import Operated
from tests.commands.running import called
from tests.test_stack import children, none_lives

ALEHOUSE = Path(sys.executable).parent / "alehouse"
JOB = {"game": "squishem", "seats": [{"kind": "bot", "bot": "random"}] * 2, "matches": 60, "seed": 3}


class Machines:
    """Workers as machines have them, which know two settings and have no data folder."""

    def __init__(self, url: str, folder: Path) -> None:
        self._settings = {"REDIS_URL": url, "ALEHOUSE_SECRET": SECRET}
        self.folder = folder
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, *queue: str) -> subprocess.Popen[bytes]:
        folder = self.folder / str(len(self.running))
        folder.mkdir()
        with (folder / "said").open("wb") as said:
            process = subprocess.Popen(
                [str(ALEHOUSE), "worker", *queue], env=self._settings, cwd=folder, stdout=said, stderr=said
            )
        self.running.append(process)
        return process


@pytest.fixture
def machines(operated: Operated, tmp_path: Path) -> Iterator[Machines]:
    made = Machines(operated.url, tmp_path)
    yield made
    for process in made.running:
        below = [process.pid, *children(process.pid)]
        process.kill()
        process.wait()
        until(lambda below=below: none_lives(below), "nothing is left of a worker that was killed")  # type: ignore[misc]


def over(operated: Operated) -> bool:
    """Let bots play a match against each other, to its end."""
    table = open_table(operated.here, "random", "random")
    until(lambda: operated.here.get(table.path)["status"] == "over", "the bots have played")
    return True


def played(operated: Operated) -> Json:
    """Have a simulation played, and return what came of it."""
    job = operated.here.post("/v1/simulations", JOB, status=202)
    path = f"/v1/simulations/{job['id']}"
    until(lambda: operated.here.get(path)["status"] == "done", "the simulation is done")
    results: Json = operated.here.get(path)["results"]
    return results


def test_one_joins_and_one_that_is_lost_is_not_missed(operated: Operated, machines: Machines) -> None:
    first = machines.start()
    assert over(operated)
    alone = played(operated)
    second = machines.start()
    until(lambda: len([line for line in children(second.pid).values() if "celery" in line]) >= 4, "it has both queues")
    below = [first.pid, *children(first.pid)]
    first.kill()
    first.wait()
    until(lambda: none_lives(below), "those below it end with it")
    assert over(operated)
    assert played(operated) == alone
    second.send_signal(signal.SIGTERM)
    below = [second.pid, *children(second.pid)]
    assert second.wait(60) == 0
    assert none_lives(below)
    assert sorted(path.name for path in machines.folder.glob("*/*")) == ["said", "said"], "it writes nowhere else"


def test_without_the_secret_it_says_so() -> None:
    called("worker", REDIS_URL="redis://127.0.0.1:1/0").failed("ALEHOUSE_SECRET is not set")
    called("worker", "slow", REDIS_URL="redis://127.0.0.1:1/0").failed("'slow'", "fast", "bulk", status=2)
