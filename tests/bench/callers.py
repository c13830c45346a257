"""Two ways to send a request: straight into an application, and over HTTP to a server."""

import io
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from flask import Flask

from tests.bench.loader import Connection, request


@dataclass
class Timed:
    """Seconds that requests of one kind took on the wall, and, where it can be known, of computing."""

    wall: list[float] = field(default_factory=list)
    computing: list[float] = field(default_factory=list)


class Caller(Protocol):
    """Sends one request and returns the body of its answer; raises RuntimeError unless that is a success."""

    def __call__(
        self, method: str, path: str, body: bytes = b"", token: str = "", timed: Timed | None = None
    ) -> bytes: ...


class Inside:
    """Calls an application in this process, without the cost of a client or a server."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def __call__(self, method: str, path: str, body: bytes = b"", token: str = "", timed: Timed | None = None) -> bytes:
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "bench",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "bench",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.url_scheme": "http",
            "wsgi.version": (1, 0),
            "wsgi.multithread": False,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        if token:
            environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        answered: list[str] = []

        def begin(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], Any]:
            answered.append(status)
            return lambda _: None

        wall, computing = time.perf_counter(), time.thread_time()
        answer = b"".join(self._app.wsgi_app(environ, begin))
        if timed is not None:
            timed.wall.append(time.perf_counter() - wall)
            timed.computing.append(time.thread_time() - computing)
        if not answered[0].startswith("20"):
            raise RuntimeError(f"{method} {path} answered {answered[0]}: {answer[:300]!r}")
        return answer


class Outside:
    """Calls a server over one connection that stays open, and anew where the server has closed it for being quiet."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address
        self._line = Connection(address)

    def __call__(self, method: str, path: str, body: bytes = b"", token: str = "", timed: Timed | None = None) -> bytes:
        asked = request(method, path, body, [("Authorization", f"Bearer {token}")] if token else ())
        try:
            answer = self._answer(asked)
        except ConnectionError:
            self.close()
            self._line = Connection(self._address)
            answer = self._answer(asked)
        if timed is not None:
            timed.wall.append(time.perf_counter() - self._line.began)
        if self._line.status >= 300:
            raise RuntimeError(f"{method} {path} answered {self._line.status}: {answer[:300]!r}")
        return answer

    def _answer(self, asked: bytes) -> bytes:
        self._line.send(asked)
        while (answer := self._line.receive()) is None:
            pass
        return answer

    def close(self) -> None:
        self._line.line.close()
