"""gunicorn's configuration: `gunicorn --config python:service.serving "service.app:create_app()"`.

It lies in the package, so that an installed Alehouse finds it too; deploy/gunicorn.conf.py is this very file.
"""

import json
import signal
import socket
import threading
import time
from pathlib import Path
from typing import Any

from gunicorn import util

from service import closing, logs, metric_files, traces
from service.settings import settings_from

STALLED_SECONDS = 10
"""How long a client may be still amid its body, or take nothing of an answer; gunicorn itself waits for ever."""

BODY_SECONDS = 20
"""How long a body may take in all: who sends a byte now and then is never still."""

_settings = settings_from()

bind = [f"{_settings.host}:{port}" for port in (_settings.port, _settings.metrics_port) if port]
workers = _settings.api_workers
worker_class = "gevent"
worker_connections = 10_000
backlog = 2048

# A wait lasts up to 25 seconds, so a worker that goes has time to answer the last one.
timeout = 60
graceful_timeout = 30
# The whole head of a request must be there in this time too.
keepalive = 15
max_requests = 50_000
max_requests_jitter = 5_000

# The worker's sign of life is a file touched once a second: in memory, where a slow disk can't make it look dead.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
# It would write a socket into the home directory, which an image may not have.
control_socket_disable = True

# Each request's line is written by the application, which knows what must not be in it.
loglevel = "warning"
accesslog = None
logconfig_dict = logs.configure("api", _settings.log_level)


def on_starting(server: Any) -> None:
    """Make a place for the figures before any worker writes there."""
    metric_files.begin("api")
    server.places = {}


def when_ready(server: Any) -> None:
    """Say on /readyz that the end is near before the sockets close, and close when balancers have had time to see it.

    A second SIGTERM closes at once.
    """

    def closing_begins(*_: object) -> None:
        if closing.is_closing() or not _settings.closing_seconds:
            closing.close()
            server.signal(signal.SIGTERM, None)
            return
        closing.close()
        signal.alarm(_settings.closing_seconds)

    signal.signal(signal.SIGALRM, lambda *_: server.signal(signal.SIGTERM, None))
    signal.signal(signal.SIGTERM, closing_begins)


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker the first place that is free."""
    taken = set(server.places.values())
    server.places[worker] = min(set(range(len(taken) + 1)) - taken)


def post_fork(server: Any, worker: Any) -> None:
    """Begin what must not cross a fork."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    metric_files.PLACE.take(server.places[worker])


def child_exit(server: Any, worker: Any) -> None:
    """Free a dead worker's place; nothing that it had open is."""
    metric_files.forget_open(server.places.pop(worker))


def on_exit(server: Any) -> None:
    """Leave nothing behind."""
    metric_files.end()


def post_worker_init(worker: Any) -> None:
    """Begin traces, now that sockets and threads are gevent's.

    And let streams and waits end as soon as the worker is told to go: a client's next connection finds another.
    """
    traces.begin("alehouse-api", _settings.traces_to)
    traces.follow(worker.wsgi)

    def close_when_told() -> None:
        while worker.alive:
            time.sleep(0.5)
        worker.wsgi.extensions["hub"].close()

    threading.Thread(target=close_when_told, name="closing", daemon=True).start()


def _refuse(line: socket.socket, status: int, reason: str, detail: str) -> None:
    """Refuse what can't be read as HTTP in the shape of every other refusal, where gunicorn would write a page."""
    # Here rather than above: the master reads this file, and Flask must wait until gevent has patched the worker.
    from service.problems import plain_http

    kind = plain_http(status)
    problem = {
        "type": f"/problems/{kind.code}",
        "title": kind.title,
        "status": status,
        "code": kind.code,
        "detail": detail or reason,
    }
    body = json.dumps(problem).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nCache-Control: no-store\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(line, head.encode() + body)


util.write_error = _refuse


def pre_request(worker: object, request: Any) -> None:
    """Let go of a client that stalls amid its body, or amid reading an answer; a parked look does neither."""
    unreader = request.unreader
    unreader.sock.settimeout(STALLED_SECONDS)
    deadline = time.monotonic() + BODY_SECONDS

    def chunk(size_hint: int | None = None) -> bytes:
        left = deadline - time.monotonic()
        try:
            if left <= 0:
                raise TimeoutError
            unreader.sock.settimeout(min(left, STALLED_SECONDS))
            return type(unreader).chunk(unreader, size_hint)  # type: ignore[no-any-return]
        except TimeoutError:
            # What is left of this body would be taken for the next request.
            request.force_close()
            raise
        finally:
            unreader.sock.settimeout(STALLED_SECONDS)

    unreader.chunk = chunk


def post_request(worker: object, request: Any, environ: object, response: object) -> None:
    """Let a connection that only waits for its next request lie idle as long as `keepalive` says."""
    vars(request.unreader).pop("chunk", None)
    request.unreader.sock.settimeout(None)
