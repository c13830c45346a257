"""Where things are measured: one Redis, with servers on it that run as they do under `alehouse up`."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from service.leash import Leash
from tests.api.house import SECRET, House, until
from tests.api.talk import ROOT
from tests.bench.callers import Outside

Address = tuple[str, int]

FLOOR = "tests.bench.floor:served()"


class Premises:
    """A Redis that runs; servers are added as they are needed, and end with it. Their lines go to a file."""

    def __init__(self, leash: Leash, folder: Path, stack: ExitStack) -> None:
        self._leash = leash
        self.folder = folder
        self._stack = stack
        self._log = stack.enter_context((folder / "log").open("ab"))
        self.house = self._house(None)
        self.house.start_redis()
        self.url = self.house.url
        self._apis: dict[tuple[tuple[str, str], ...], House] = {}

    def environ(self) -> dict[str, str]:
        return {"ALEHOUSE_SECRET": SECRET, "REDIS_URL": self.url, "ALEHOUSE_RATE": "10000000"}

    def api(self, **environ: str) -> House:
        """Return a house whose API answers; the same one for the same settings."""
        key = tuple(sorted(environ.items()))
        if key not in self._apis:
            house = self._apis[key] = self._house(self.url, **environ)
            house.start_api()
            until(house.ready, "the API answers")
        return self._apis[key]

    def floor(self) -> Address:
        """Start the bare floor under the server's own configuration, with one process."""
        listener = self._stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        descriptor = listener.fileno()
        command = (sys.executable, "-P", "-m", "gunicorn", "--config", "python:service.serving", "--workers", "1")
        environ = {**os.environ, **self.environ(), "PYTHONPATH": str(ROOT)}
        self._leash.start(
            [*command, "--bind", f"fd://{descriptor}", FLOOR], keep=(descriptor,), env=environ, output=self._log
        )
        address: Address = listener.getsockname()
        # The listener is open already, so that the first request waits for the server.
        first = Outside(address)
        first("GET", "/healthz")
        first.close()
        return address

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Let a process end what it does, and wait for it."""
        process.terminate()
        process.wait(60)
        self._leash.forget(process)

    def _house(self, url: str | None, **environ: str) -> House:
        house = House(self._leash, self.folder, url, output=self._log, always=False, **environ)
        self._stack.callback(house.close)
        return house


def address_of(house: House) -> Address:
    host, _, port = house.address.removeprefix("http://").partition(":")
    return host, int(port)


@contextmanager
def premises() -> Iterator[Premises]:
    """Make the premises; at the end, however it comes, no process is left."""
    with TemporaryDirectory() as folder, ExitStack() as stack, Leash() as leash:
        yield Premises(leash, Path(folder), stack)
