"""A house of one's own for a test: Redis, the API and a worker as real processes, each of which may be killed."""

import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import httpx
import redis

from service import metrics
from service.embedded import EmbeddedRedis, prepare
from service.leash import Leash
from service.stack import api_command, worker_command
from tests.api.talk import ROOT, Talk

SECRET = "a secret of the tests, long enough for all"


def until(true: Callable[[], object], what: str, seconds: float = 60) -> None:
    """Wait for a condition; the pause only keeps the looking cheap."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"not within {seconds} seconds: {what}"
        time.sleep(0.02)


def counted(figure: str) -> float:
    """Return what this process, or all that share its folder of figures, have counted of `figure` under any label."""
    found = re.findall(rf"^{figure}\{{.*}} (\S+)$", metrics.Page().text().decode(), re.MULTILINE)
    return sum(map(float, found))


class House:
    """Redis (its own unless a `url` is given), one API process tree and one worker; `environ` is for both.

    With `always` its Redis has each write on the disk before it answers. API and workers write their lines to `output`,
    or to this process's own standard error.
    """

    def __init__(
        self,
        leash: Leash,
        folder: Path,
        url: str | None = None,
        *,
        always: bool = False,
        output: IO[bytes] | None = None,
        **environ: str,
    ) -> None:
        self._leash = leash
        # The tests ask much from one address.
        self._more = {"ALEHOUSE_API_WORKERS": "1", "ALEHOUSE_RATE": "10000000", **environ}
        self._folder = folder
        self._output = output
        self._server: EmbeddedRedis | None = None if url else prepare(folder)
        if always:
            conf = folder / "redis.conf"
            conf.write_text(conf.read_text().replace("appendfsync everysec", "appendfsync always"))
        self.url = url or self._prepared.url
        # Held open, so that callers wait while the API is started again.
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._clients: list[httpx.Client] = []
        self.redis: subprocess.Popen[bytes] | None = None
        self.api: subprocess.Popen[bytes]
        self.worker: subprocess.Popen[bytes]
        self.bulk: subprocess.Popen[bytes]

    @property
    def _prepared(self) -> EmbeddedRedis:
        assert self._server is not None
        return self._server

    def start_redis(self) -> None:
        self.redis = self._leash.start(self._prepared.command, last=True, output=subprocess.DEVNULL)
        until(self._prepared.ready, "Redis answers")

    def start_api(self, **more: str) -> None:
        descriptor = self._listener.fileno()
        self.api = self._start(api_command(f"fd://{descriptor}"), more, (descriptor,))

    def start_worker(self, **more: str) -> None:
        self.worker = self._start(worker_command("fast", 1), more)

    def start_bulk(self, processes: int = 1, **more: str) -> None:
        self.bulk = self._start(worker_command("bulk", processes), more)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send one request on a connection of its own; its answer is held against nothing."""
        # Nothing here is encrypted, and to read the machine's certificates takes longer than the request.
        return httpx.request(method, self.address + path, timeout=60, trust_env=False, verify=False, **more)

    def ready(self) -> bool:
        try:
            return self.ask("GET", "/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self, victim: subprocess.Popen[bytes]) -> None:
        """End a process and all that it started, as a power cut would."""
        os.killpg(victim.pid, signal.SIGKILL)
        victim.wait(60)

    def kill_amid(self, victim: str, seconds: float, doing: Callable[[], object]) -> None:
        """Kill "api", "worker", "bulk" or "redis" so many seconds after something was begun, and start it again."""
        process: subprocess.Popen[bytes] = getattr(self, victim)
        struck = threading.Timer(seconds, self.kill, [process])
        struck.start()

        def start_again() -> None:
            struck.join()
            getattr(self, f"start_{victim}")()

        again = threading.Thread(target=start_again)
        again.start()
        doing()
        again.join()

    def empty_queue(self) -> None:
        """Lose every message that waits for a worker."""
        with redis.Redis.from_url(self.url, socket_timeout=5) as store:
            store.delete("fast", "fast\x06\x169")

    def talk(self) -> Talk:
        client = httpx.Client(base_url=self.address, timeout=60, trust_env=False, verify=False)
        self._clients.append(client)
        return Talk(client)

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self._listener.close()

    def _start(
        self, command: Sequence[str], more: Mapping[str, str], keep: Sequence[int] = ()
    ) -> subprocess.Popen[bytes]:
        environ = {**self._environ(), **more}
        return self._leash.start(command, keep=keep, env=environ, output=self._output, folder=self._folder)

    def _environ(self) -> dict[str, str]:
        environ = {**os.environ, "REDIS_URL": self.url, "ALEHOUSE_SECRET": SECRET, "PYTHONPATH": str(ROOT)}
        for name in ("BROKER_URL", "PROMETHEUS_MULTIPROC_DIR"):
            environ.pop(name, None)
        return {**environ, **self._more}
