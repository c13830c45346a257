"""gunicorn's configuration: `gunicorn --config python:service.serving "service.app:create_app()"`.

It lies in the package, so that an installed Alehouse finds it as a clone does.
"""

import threading
import time
from pathlib import Path
from typing import Any

from service.settings import settings_from

_settings = settings_from()

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.api_workers
worker_class = "gevent"
worker_connections = 10_000
backlog = 2048

# A wait lasts up to 25 seconds, so a worker that goes has time to answer the last one.
timeout = 60
graceful_timeout = 30
keepalive = 15
max_requests = 50_000
max_requests_jitter = 5_000

# The worker's sign of life is a file touched once a second: in memory, where a slow disk can't make it look dead.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
# It would write a socket into the home directory, which an image may not have.
control_socket_disable = True

loglevel = "warning"
accesslog = None


def post_worker_init(worker: Any) -> None:
    """Let streams and waits end as soon as the worker is told to go: a client's next connection finds another."""

    def close_when_told() -> None:
        while worker.alive:
            time.sleep(0.5)
        worker.wsgi.extensions["hub"].close()

    threading.Thread(target=close_when_told, name="closing", daemon=True).start()
