"""The embedded stack: Redis, the API and two workers on one machine, kept alive by one supervisor."""

import contextlib
import fcntl
import http.client
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from service import logs
from service.embedded import EmbeddedRedis, prepare
from service.leash import Leash
from service.lexicons import lexicons
from service.settings import Settings, data_folder, kept_secret, settings_from

_USUAL_PORTS = range(8000, 8020)
_BACKLOG = 2048
_STEADY_SECONDS = 10.0
_LONGEST_PAUSE = 10.0
_STARTS_BEFORE_READY = 5
LONGEST_LOG = 64 * 1024 * 1024
"""Bytes of a part's log before it begins anew; the one before it is kept."""
_SIGNALS = ((signal.SIGTERM, 5.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))
"""What a part is sent to stop it, and the seconds that each has to work."""
_SIGNALS_OF_THE_LAST = ((signal.SIGTERM, 30.0), (signal.SIGKILL, 5.0))
"""Redis may have much to write, and takes SIGQUIT for a crash."""


class StackFailed(RuntimeError):
    """The stack can't start or can't go on; the message is for the person at the terminal."""


@dataclass(slots=True)
class Part:
    """One child of the supervisor and what it takes to start it again."""

    name: str
    command: Sequence[str]
    last: bool = False
    keep: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    due: float = 0.0
    pause: float = field(default=0.1)
    starts: int = 0


class Stack:
    """Runs the parts until it is told to stop; `folder` holds their data and logs, `environ` is what they see.

    Without a folder they write to this process's own standard error.
    """

    def __init__(self, folder: Path | None, environ: Mapping[str, str], leash: Leash) -> None:
        self._logs = None if folder is None else folder / "log"
        self._folder = folder
        self._environ = dict(environ)
        self._leash = leash
        self._parts: list[Part] = []
        self._wishes = 0
        self._ready = False
        if self._logs is not None:
            self._logs.mkdir(exist_ok=True)

    @contextlib.contextmanager
    def signals(self) -> Iterator[None]:
        """Turn Ctrl-C and the like into a wish to stop, and let them and a child's end cut a pause short."""
        self._wake, waker = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(waker, False)
        old = {sign: signal.signal(sign, self._wish) for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
        old[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        before = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            for sign, handler in old.items():
                signal.signal(sign, handler)
            os.close(self._wake)
            os.close(waker)

    def _wish(self, *_: object) -> None:
        self._wishes += 1

    def _pause(self, seconds: float) -> None:
        if select.select([self._wake], [], [], seconds)[0]:
            with contextlib.suppress(BlockingIOError):
                os.read(self._wake, 4096)

    @property
    def told_to_stop(self) -> bool:
        """Whether somebody wants the stack to end."""
        return self._wishes > 0

    def add(self, part: Part) -> None:
        """Take on a part and start it."""
        self._parts.append(part)
        if self._logs is not None:
            log = self._logs / f"{part.name}.log"
            if log.exists():
                log.replace(log.with_suffix(".log.1"))
        self._start(part)

    def _start(self, part: Part) -> None:
        with contextlib.ExitStack() as closing:
            log = None
            if self._logs is not None:
                log = closing.enter_context(open(self._logs / f"{part.name}.log", "ab"))
            part.process = self._leash.start(
                part.command, last=part.last, keep=part.keep, env=self._environ, output=log, folder=self._folder
            )
        part.started = time.monotonic()
        part.starts += 1

    def wait_until(self, ready: Callable[[], bool], what: str, seconds: float) -> bool:
        """Tend the parts until `ready`; False when told to stop before. Raises StackFailed after `seconds`."""
        deadline = time.monotonic() + seconds
        while not ready():
            if self.told_to_stop:
                return False
            if time.monotonic() > deadline:
                raise StackFailed(f"{what} was not ready within {seconds:.0f} seconds; its log is in {self._logs}.")
            self.tend()
            self._pause(0.05)
        return True

    def run(self) -> None:
        """Tend the parts until told to stop."""
        self._ready = True
        while not self.told_to_stop:
            self.tend()
            self._pause(1.0)

    def tend(self) -> None:
        """Start again what has ended, after a pause that doubles while it keeps ending."""
        if self._leash.renew():
            logs.warn("The watcher ended; started another.")
        now = time.monotonic()
        for part in self._parts:
            if part.process is not None and part.process.poll() is not None:
                self._mourn(part, now)
            if part.process is None and now >= part.due:
                self._start(part)
            self._shorten(part)

    def _mourn(self, part: Part, now: float) -> None:
        assert part.process is not None
        status = part.process.returncode
        self._leash.forget(part.process)
        part.process = None
        if not self._ready and part.starts >= _STARTS_BEFORE_READY:
            raise StackFailed(f"{part.name} ended {part.starts} times with status {status}.\n{self._tail(part)}")
        part.pause = 0.1 if now - part.started > _STEADY_SECONDS else min(part.pause * 2, _LONGEST_PAUSE)
        part.due = now + part.pause
        logs.warn(f"{part.name} ended with status {status}; starting it again.")

    def _shorten(self, part: Part) -> None:
        """Move what a log holds out of the way once it is long; whoever writes there appends, and so begins anew."""
        log = None if self._logs is None else self._logs / f"{part.name}.log"
        if log is not None and log.exists() and log.stat().st_size > LONGEST_LOG:
            shutil.copyfile(log, log.with_suffix(".log.1"))
            os.truncate(log, 0)

    def _tail(self, part: Part) -> str:
        if self._logs is None:
            return "Its log is above."
        lines = (self._logs / f"{part.name}.log").read_text(errors="replace").splitlines()
        return "\n".join(f"  {line}" for line in lines[-15:])

    def stop(self) -> None:
        """Stop every part, Redis last; a second wish to stop makes it quick."""
        for last in (False, True):
            running = [part.process for part in self._parts if part.last is last and part.process is not None]
            self._end(running, _SIGNALS_OF_THE_LAST if last else _SIGNALS)

    def _end(self, running: Sequence[subprocess.Popen[bytes]], signals: Sequence[tuple[signal.Signals, float]]) -> None:
        for sign, seconds in signals:
            for process in running:
                process.send_signal(sign)
            deadline, wishes = time.monotonic() + seconds, self._wishes
            while any(process.poll() is None for process in running):
                left = deadline - time.monotonic()
                if left <= 0 or self._wishes > max(wishes, 1):
                    break
                self._pause(min(left, 0.2))
            else:
                break
        for process in running:
            self._leash.forget(process)


def work(environ: Mapping[str, str] = os.environ) -> int:
    """Run a worker of each queue until Ctrl-C or SIGTERM, with nothing but the settings; returns the exit status.

    Their log goes to standard error. Raises StackFailed when one doesn't come up.
    """
    settings = settings_from(environ)
    # Said here in one line, not again and again by each part.
    lexicons(settings.lexicon_folder)
    logs.configure("worker", settings.log_level)
    with Leash() as leash:
        stack = Stack(None, environ, leash)
        with stack.signals():
            try:
                stack.add(Part("fast", worker_command("fast", settings.fast_workers)))
                stack.add(Part("bulk", worker_command("bulk", settings.bulk_workers)))
                stack.run()
            finally:
                stack.stop()
    return 0


def up(environ: Mapping[str, str] = os.environ, port: int | None = None) -> int:
    """Run the whole stack until Ctrl-C or SIGTERM; returns the exit status.

    Raises StackFailed when the folder is in use, a port that was asked for is taken, or a part doesn't come up.
    """
    folder = data_folder(environ)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _locked(folder) as lock, Leash(held=(lock,)) as leash, contextlib.ExitStack() as closing:
        surroundings = {**environ, "ALEHOUSE_DATA": str(folder)}
        surroundings.setdefault("ALEHOUSE_SECRET", kept_secret(folder))
        if port is not None:
            surroundings["ALEHOUSE_PORT"] = str(port)
        redis = None if environ.get("REDIS_URL") else prepare(folder / "redis")
        if redis is not None:
            surroundings["REDIS_URL"] = redis.url
        settings = settings_from(surroundings)
        lexicons(settings.lexicon_folder)
        listener = closing.enter_context(_listen(settings.host, settings.port, bool(surroundings.get("ALEHOUSE_PORT"))))
        settings_port: int = listener.getsockname()[1]
        surroundings["ALEHOUSE_PORT"] = str(settings_port)
        # The API shows the workers' figures too: all of them keep theirs in one folder.
        surroundings["PROMETHEUS_MULTIPROC_DIR"] = str(folder / "metrics")
        surroundings.pop("ALEHOUSE_WORKER_PORT", None)
        logs.configure("up", settings.log_level)
        stack = Stack(folder, surroundings, leash)
        closing.enter_context(stack.signals())
        try:
            if _bring_up(stack, redis, settings, listener):
                _greet(settings.host, settings_port, folder)
                stack.run()
        finally:
            logs.say("Stopping.")
            stack.stop()
    return 0


def _bring_up(stack: Stack, redis: EmbeddedRedis | None, settings: Settings, listener: socket.socket) -> bool:
    if redis is not None:
        stack.add(Part("redis", redis.command, last=True))
        # A long log takes its time to be read, and nothing is wrong meanwhile.
        if not stack.wait_until(redis.ready, "Redis", seconds=300):
            return False
    binds = [f"fd://{listener.fileno()}"]
    if settings.metrics_port is not None:
        binds.append(f"{settings.host}:{settings.metrics_port}")
    stack.add(Part("api", api_command(*binds), keep=(listener.fileno(),)))
    stack.add(Part("fast", worker_command("fast", settings.fast_workers)))
    stack.add(Part("bulk", worker_command("bulk", settings.bulk_workers)))
    address = (_reachable(settings.host), listener.getsockname()[1])
    return stack.wait_until(lambda: _answers(*address), "The API", seconds=60)


def api_command(*binds: str) -> tuple[str, ...]:
    """Return the command of the API's server, which listens on `binds` as gunicorn writes them."""
    return (
        *(sys.executable, "-P", "-m", "gunicorn", "--config", "python:service.serving"),
        *(part for bind in binds for part in ("--bind", bind)),
        "service.app:create_app()",
    )


def worker_command(queue: str, processes: int) -> tuple[str, ...]:
    """Return the command of a worker that runs up to `processes` tasks of one queue at once."""
    return (
        *(sys.executable, "-P", "-m", "celery", "--quiet", "--app", "workers.app", "worker", "--queues", queue),
        *("--hostname", f"{queue}@%h", "--concurrency", str(processes), "--loglevel", "WARNING"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    )


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[int]:
    path = folder / "lock"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + 15
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                owner = os.pread(descriptor, 20, 0).decode().strip()
                # A killed owner's watcher keeps the lock until the last child has ended: that is soon.
                if _lives(owner) or time.monotonic() > deadline:
                    raise StackFailed(
                        f"{folder} is in use by another alehouse up (process {owner or 'unknown'}): "
                        "stop that one, or choose another folder with ALEHOUSE_DATA."
                    ) from None
                time.sleep(0.05)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield descriptor
    finally:
        os.close(descriptor)


def _lives(process: str) -> bool:
    if not process.isdigit():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _listen(host: str, port: int, asked_for: bool) -> socket.socket:
    # The supervisor holds the socket, so callers wait in its queue while the API is started again.
    for candidate in () if asked_for else _USUAL_PORTS:
        with contextlib.suppress(OSError):
            return socket.create_server((host, candidate), backlog=_BACKLOG)
    try:
        return socket.create_server((host, port if asked_for else 0), backlog=_BACKLOG)
    except OSError as error:
        raise StackFailed(
            f"{host}:{port} can't be listened on ({error.strerror}): choose another ALEHOUSE_HOST or ALEHOUSE_PORT."
        ) from None


def _reachable(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "") else host


def _answers(host: str, port: int) -> bool:
    line = http.client.HTTPConnection(host, port, timeout=2)
    try:
        line.request("GET", "/readyz")
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def _greet(host: str, port: int, folder: Path) -> None:
    address = f"http://{_reachable(host)}:{port}"
    print(f"Alehouse is open at {address}  (its data and logs are in {folder}; Ctrl-C closes it)")
    print(f"Try:  curl {address}/v1/games", flush=True)
