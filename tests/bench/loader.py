"""A small HTTP client that keeps a number of connections busy from one thread, and takes little of the machine."""

import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Load:
    """What one run measured; latencies in milliseconds, ascending."""

    seconds: float
    latencies: Sequence[float]
    refused: int

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.latencies) / self.seconds

    def latency(self, share: float) -> float:
        """Return the latency that this share of the answers stayed within, in milliseconds."""
        return self.latencies[min(len(self.latencies) - 1, int(len(self.latencies) * share))]


class Connection:
    """One keep-alive connection with at most one request under way."""

    __slots__ = ("_need", "_seen", "began", "line", "status")

    def __init__(self, address: tuple[str, int]) -> None:
        self.line = socket.create_connection(address, timeout=30)
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.began = 0.0
        self.status = 0
        self._seen = b""
        self._need = -1

    def send(self, request: bytes) -> None:
        """Send one whole request."""
        self.began = time.perf_counter()
        self._seen, self._need = b"", -1
        self.line.sendall(request)

    def receive(self) -> bytes | None:
        """Take in what has come; the body once it is whole. Raises ConnectionError when the other side hung up."""
        part = self.line.recv(262_144)
        if not part:
            raise ConnectionError("The server hung up in the middle of an answer.")
        self._seen += part
        if self._need < 0:
            head = self._seen.find(b"\r\n\r\n")
            if head < 0:
                return None
            lines = self._seen[:head].lower().split(b"\r\n")
            self.status = int(lines[0].split()[1])
            length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
            self._need = head + 4 + length
        if len(self._seen) < self._need:
            return None
        return self._seen[self._seen.find(b"\r\n\r\n") + 4 :]


def request(method: str, path: str, body: bytes = b"", headers: Sequence[tuple[str, str]] = ()) -> bytes:
    """Return the bytes of one request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers)]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def load(address: tuple[str, int], make: Callable[[int], bytes], connections: int, seconds: float) -> Load:
    """Send requests over `connections` connections for `seconds`; `make` gets the number of the connection."""
    lines = [Connection(address) for _ in range(connections)]
    latencies: list[float] = []
    refused = 0
    with selectors.DefaultSelector() as selector:
        for at, line in enumerate(lines):
            selector.register(line.line, selectors.EVENT_READ, (at, line))
            line.send(make(at))
        began = time.perf_counter()
        end = began + seconds
        while (now := time.perf_counter()) < end:
            for key, _ in selector.select(0.1):
                at, line = key.data
                if line.receive() is None:
                    continue
                latencies.append((time.perf_counter() - line.began) * 1000)
                refused += line.status >= 400
                line.send(make(at))
    for line in lines:
        line.line.close()
    return Load(now - began, sorted(latencies), refused)
