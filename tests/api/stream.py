"""A reader of server-sent events on a socket of its own, which may be slow or go away as a test likes."""

import json
import socket
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tests.contract.answers import note


@dataclass(frozen=True, slots=True)
class Frame:
    """One event as it came: its type ("message" unless named), its id and its data."""

    type: str
    id: int | None
    data: Any


class Ended(Exception):
    """The server has ended the stream."""


class Stream:
    """One connection that follows one match."""

    def __init__(
        self,
        address: str,
        path: str,
        token: str | None = None,
        last: int | None = None,
        seconds: float = 60,
        buffer: int | None = None,
    ) -> None:
        host = urlsplit(address)
        self._line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if buffer is not None:
            self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self._line.settimeout(seconds)
        self._seconds = seconds
        self._line.connect((host.hostname, host.port))
        lines = [f"GET {path} HTTP/1.1", "Host: alehouse", "Accept: text/event-stream"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"Last-Event-ID: {last}"] if last is not None else []
        self._line.sendall("\r\n".join([*lines, "", ""]).encode())
        self._raw = b""
        self._text = b""
        self.retry: int | None = None
        while b"\r\n\r\n" not in self._raw:
            self._receive()
        head, _, self._raw = self._raw.partition(b"\r\n\r\n")
        first, *rest = head.decode("latin-1").split("\r\n")
        self.status = int(first.split()[1])
        self.headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
        if self.headers.get("content-type", "").startswith("text/event-stream") or self.status == 204:
            note("streamEvents", self.status)

    def next(self) -> Frame:
        """Return the next event; raises Ended, or TimeoutError when none comes for as long as was set."""
        deadline = time.monotonic() + self._seconds
        while True:
            if time.monotonic() > deadline:
                raise TimeoutError("Nothing but comments came.")
            block = self._block().decode()
            named: dict[str, str] = {}
            for line in block.split("\n"):
                name, _, value = line.partition(":")
                named[name] = value.removeprefix(" ")
            if "retry" in named:
                self.retry = int(named["retry"])
            if "data" in named:
                number = int(named["id"]) if "id" in named else None
                return Frame(named.get("event", "message"), number, json.loads(named["data"]))

    def comment(self) -> str:
        """Return the next comment; an event before it is an error."""
        while True:
            block = self._block().decode()
            assert not block.startswith(("id", "event", "data")), block
            if block.startswith(":"):
                return block.removeprefix(":").strip()

    def take(self, count: int) -> list[Frame]:
        """Return the next `count` events."""
        return [self.next() for _ in range(count)]

    def rest(self) -> list[Frame]:
        """Return all that comes until the server ends the stream."""
        frames = []
        while True:
            try:
                frames.append(self.next())
            except Ended:
                return frames

    def close(self) -> None:
        """Go away without a word."""
        self._line.close()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _block(self) -> bytes:
        while b"\n\n" not in self._text:
            self._text += self._chunk()
        block, _, self._text = self._text.partition(b"\n\n")
        return block

    def _chunk(self) -> bytes:
        while b"\r\n" not in self._raw:
            self._receive()
        head, _, self._raw = self._raw.partition(b"\r\n")
        size = int(head, 16)
        while len(self._raw) < size + 2:
            self._receive()
        chunk, self._raw = self._raw[:size], self._raw[size + 2 :]
        if not size:
            raise Ended
        return chunk

    def _receive(self) -> None:
        part = self._line.recv(65536)
        if not part:
            raise Ended
        self._raw += part
