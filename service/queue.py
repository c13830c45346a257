"""Sends tasks to the workers by their names. The request doesn't wait: what is lost, the sweeper finds."""

import logging
import queue
import threading

from celery import Celery
from kombu.exceptions import OperationalError

MOVE_BOTS = "seats.move"
WAITING_AT_MOST = 10_000

_AGAIN = {"max_retries": 2, "interval_start": 0.05, "interval_step": 0.2, "interval_max": 0.5}
"""Enough for a connection that was found broken; whoever is away for longer meets the sweeper."""

_log = logging.getLogger(__name__)


class Queue:
    """Sends from a thread of its own, so that a broker that is slow or gone delays no answer."""

    def __init__(self, broker_url: str) -> None:
        self._app = Celery("alehouse-sender", broker=broker_url, set_as_current=False)
        self._app.conf.update(
            task_serializer="json",
            task_ignore_result=True,
            broker_connection_timeout=2,
            broker_transport_options={"socket_timeout": 5, "socket_connect_timeout": 2},
        )
        self._waiting: queue.Queue[str] = queue.Queue(WAITING_AT_MOST)
        self._lock = threading.Lock()
        self._sender: threading.Thread | None = None

    def move_bots(self, match: str) -> None:
        """Ask the workers to move the bots of a match."""
        if self._sender is None:
            with self._lock:
                if self._sender is None:
                    self._sender = threading.Thread(target=self._send, name="queue", daemon=True)
                    self._sender.start()
        try:
            self._waiting.put_nowait(match)
        except queue.Full:
            _log.warning("queue full, left to the sweeper: %s", match)

    def _send(self) -> None:
        while True:
            match = self._waiting.get()
            try:
                self._app.send_task(
                    MOVE_BOTS, args=(match,), queue="fast", ignore_result=True, retry=True, retry_policy=_AGAIN
                )
            except (OperationalError, OSError) as error:
                _log.warning("queue unreachable, left to the sweeper: %s (%s)", match, error)
