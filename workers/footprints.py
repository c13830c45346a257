"""What each task leaves behind: a line, counts, and a trace; and where each process of a worker keeps its figures."""

import time
from typing import Any

from billiard.process import current_process
from celery import bootsteps, signals

from service import logs, metric_files, metrics, traces
from service.queue import REQUEST_HEADER
from service.settings import settings_from
from workers.answering import answer_operators
from workers.app import app

_QUIET = ("sweeper.sweep",)
"""Tasks that come every few seconds; they are counted, and nobody wants to read of them."""

_began: dict[str, float] = {}


@signals.celeryd_init.connect  # type: ignore[untyped-decorator, unused-ignore]
def begin(sender: str, **_: Any) -> None:
    """Name this worker by what stands before the @ of its host name, and start afresh with its figures."""
    metric_files.begin(sender.partition("@")[0])


@signals.setup_logging.connect  # type: ignore[untyped-decorator, unused-ignore]
def log(**_: Any) -> None:
    """Write lines as the API does; Celery sets up nothing where somebody else has."""
    logs.configure(metric_files.PLACE.part, settings_from().log_level)


class Operators(bootsteps.StartStopStep):
    """Answers operators, where there is a port to answer on: before the broker does, which may be away for long."""

    requires = ("celery.worker.components:Pool",)

    def start(self, _: object) -> None:
        """Begin when the pool has forked: a child has no use for the port."""
        settings = settings_from()
        if settings.worker_port is not None:
            answer_operators(settings.host, settings.worker_port)


app.steps["worker"].add(Operators)


@signals.worker_shutdown.connect  # type: ignore[untyped-decorator, unused-ignore]
def end(**_: Any) -> None:
    """Leave nothing behind."""
    metric_files.end()


@signals.worker_process_init.connect  # type: ignore[untyped-decorator, unused-ignore]
def begin_process(**_: Any) -> None:
    """Begin what must not cross a fork. A pool's processes are numbered, and a new one takes a dead one's number."""
    metric_files.PLACE.take(current_process().index)
    traces.begin("alehouse-worker", settings_from().traces_to)


@signals.worker_process_shutdown.connect  # type: ignore[untyped-decorator, unused-ignore]
def end_process(**_: Any) -> None:
    """Send the traces that wait."""
    traces.end()


@signals.task_prerun.connect  # type: ignore[untyped-decorator, unused-ignore]
def task_begins(task_id: str, task: Any, **_: Any) -> None:
    """Take on the id of the request that the task goes back to: its lines have it, and the tasks that it asks for."""
    logs.REQUEST.set(task.request.get(REQUEST_HEADER))
    _began[task_id] = time.perf_counter()


@signals.task_postrun.connect  # type: ignore[untyped-decorator, unused-ignore]
def task_ended(task_id: str, task: Any, args: Any, state: str | None = None, **_: Any) -> None:
    """Count and log the task."""
    seconds = time.perf_counter() - _began.pop(task_id, time.perf_counter())
    metrics.task_ended(task.name, state or "unknown", seconds)
    if task.name not in _QUIET:
        said = {"task": task.name, "state": (state or "unknown").lower(), "ms": round(seconds * 1000, 2)}
        logs.say("task", **said, **logs.named(args))
    logs.REQUEST.set(None)
