"""Words are read once, by the process that forks the others; and only where somebody may ask about words."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from service.embedded import prepare
from service.leash import Leash
from service.lexicons import lexicons
from service.lexicons.solver import WOUNDS, Solver
from service.settings import index_folder
from service.stack import worker_command
from tests.api.house import until
from tests.workers.test_app import ROOT
from workers.app import app

pytestmark = [pytest.mark.timeout(120), pytest.mark.xdist_group("workers")]
KEY = "told"


class Telling:
    """A Redis server, and workers that tell what they know."""

    def __init__(self, leash: Leash, url: str, folder: Path) -> None:
        self._leash = leash
        self._url = url
        self.folder = folder

    def worker(self, queue: str) -> subprocess.Popen[bytes]:
        environ = {**os.environ, "REDIS_URL": self._url, "ALEHOUSE_SECRET": "s" * 32, "PYTHONPATH": str(ROOT)}
        environ |= {"ALEHOUSE_LEXICONS": str(self.folder), "ALEHOUSE_DATA": str(self.folder.parent)}
        environ.pop("BROKER_URL", None)
        return self._leash.start([*worker_command(queue, 1), "--include", "tests.workers.wordy"], env=environ)

    def told(self, queue: str) -> dict[str, Any]:
        with app.connection_for_write(self._url) as line:
            app.send_task("wordy.tell", (self._url, KEY), queue=queue, connection=line)
        with redis.Redis.from_url(self._url, socket_timeout=5) as store:
            until(lambda: store.llen(KEY), "the task ran")
            told: dict[str, Any] = json.loads(store.lpop(KEY))
            return told


@pytest.fixture
def telling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Telling]:
    server = prepare(tmp_path / "redis")
    monkeypatch.setenv("REDIS_URL", server.url)
    monkeypatch.setenv("ALEHOUSE_SECRET", "s" * 32)
    folder = tmp_path / "lexicons"
    folder.mkdir()
    (folder / "club.txt").write_text("qi\n")
    with Leash() as leash:
        leash.start(server.command, last=True)
        until(server.ready, "Redis answers")
        yield Telling(leash, server.url, folder)


def test_the_fast_queue_has_every_word_and_every_index_that_is_kept_before_its_first_task(telling: Telling) -> None:
    club = lexicons(telling.folder)["club"]
    Solver(lambda: club.words, club.sha256, WOUNDS, index_folder({"ALEHOUSE_DATA": str(telling.folder.parent)}))
    telling.worker("fast")
    every = ["standard", "family", "large", "club"]
    # The others are made when a search needs them: no bot waits for that.
    assert telling.told("fast") == {"read": every, "opened": ["club"], "frozen": True, "qi": every}


def test_the_bulk_queue_reads_words_only_when_asked(telling: Telling) -> None:
    telling.worker("bulk")
    told = telling.told("bulk")
    assert (told["read"], told["opened"], told["frozen"]) == ([], [], False)
    assert told["qi"] == ["standard", "family", "large", "club"]


def test_a_worker_does_not_begin_with_a_lexicon_that_is_none(telling: Telling) -> None:
    (telling.folder / "club.txt").write_text("Qi\n")
    assert telling.worker("fast").wait(60) != 0
