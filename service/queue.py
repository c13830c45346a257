"""Sends tasks to the workers by their names. The request doesn't wait: what is lost, the sweeper finds."""

import logging
import queue
import threading
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass

from celery import Celery
from kombu.connection import Connection
from kombu.exceptions import OperationalError

from service import metrics
from service.logs import REQUEST
from service.settings import queue_address

MOVE_BOTS = "seats.move"
PLAY_CHUNK = "simulations.chunk"
ANSWER_QUESTION = "words.answer"
REQUEST_HEADER = "request_id"
"""Header of a message: which request it goes back to."""

WAITING_AT_MOST = 10_000

PRIORITY = {ANSWER_QUESTION: 9}
"""Of the messages of one queue those with the lowest number come first; what is not named here has 0.

A search lasts for seconds and is anybody's, so no match waits behind one.
"""

_AGAIN = {"max_retries": 2, "interval_start": 0.05, "interval_step": 0.2, "interval_max": 0.5}
"""Enough for a connection that was found broken; whoever is away for longer meets the sweeper."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Message:
    """A task by its name, and the context it was asked for in: the id of the request, and a trace if there is one."""

    task: str
    args: Sequence[str | int]
    context: Context


class Queue:
    """Sends from a thread of its own, so that a broker that is slow or gone delays no answer."""

    def __init__(self, broker_url: str) -> None:
        self._app = Celery("alehouse-sender", broker=queue_address(broker_url), set_as_current=False)
        self._app.conf.update(
            task_serializer="json",
            task_ignore_result=True,
            broker_connection_timeout=2,
            broker_transport_options={"socket_timeout": 5, "socket_connect_timeout": 2},
        )
        self._waiting: queue.Queue[_Message] = queue.Queue(WAITING_AT_MOST)
        self._lock = threading.Lock()
        self._sender: threading.Thread | None = None

    def move_bots(self, match: str) -> None:
        """Ask the workers to move the bots of a match."""
        self.send(MOVE_BOTS, match)

    def play_chunk(self, job: str, chunk: int) -> None:
        """Ask the workers to play a chunk of a job."""
        self.send(PLAY_CHUNK, job, chunk)

    def answer_question(self, question: str) -> None:
        """Ask the workers to answer a question about words."""
        self.send(ANSWER_QUESTION, question)

    def send(self, task: str, *args: str | int) -> None:
        """Send for a task by its name; returns at once, and raises nothing."""
        if self._sender is None:
            with self._lock:
                if self._sender is None:
                    self._sender = threading.Thread(target=self._send, name="queue", daemon=True)
                    self._sender.start()
        try:
            self._waiting.put_nowait(_Message(task, args, copy_context()))
        except queue.Full:
            metrics.UNSENT.labels(task).inc()
            _log.warning("queue full, left to the sweeper: %s %s", task, args)

    def _send(self) -> None:
        line = self._app.connection_for_write()
        while True:
            message = self._waiting.get()
            try:
                # A copy: what sending does to a context is no business of whoever asked for it.
                message.context.run(self._sent, message, line)
            except Exception as error:  # noqa: BLE001 - whatever it was, the thread lives on: there is no other
                metrics.UNSENT.labels(message.task).inc()
                _log.warning(
                    "queue unreachable, left to the sweeper: %s %s (%s)",
                    message.task,
                    message.args,
                    error,
                    exc_info=not isinstance(error, OperationalError | OSError),
                )
                # A full store leaves a connection that can't be mended; kombu's pools would hand it out again.
                with suppress(Exception):
                    line.release()
                line = self._app.connection_for_write()

    def _sent(self, message: _Message, line: Connection) -> None:
        self._app.send_task(
            message.task,
            args=message.args,
            connection=line,
            queue="bulk" if message.task.startswith("simulations.") else "fast",
            headers={REQUEST_HEADER: REQUEST.get()},
            priority=PRIORITY.get(message.task, 0),
            ignore_result=True,
            retry=True,
            retry_policy=_AGAIN,
        )
