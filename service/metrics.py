"""What is counted, and how it is shown to Prometheus: by operation and task, never by path, match or player."""

import logging
import os
import threading
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    disable_created_metrics,
    generate_latest,
    values,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from service import logs
from service.metric_files import FOLDER, PLACE

SAME_SECONDS = 1.0
"""What is shown is made anew this often at most: it costs tens of milliseconds in which nobody else is answered."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_log = logging.getLogger(__name__)
_Kept: Any = values.MultiProcessValue(lambda: PLACE.name)  # type: ignore[no-untyped-call]


def _value(kind: str, name: str, *more: Any, **named: Any) -> Any:
    try:
        return _Kept(kind, name, *more, **named)
    except OSError as error:
        # A folder that is gone or full keeps figures from being shown, and nobody from playing.
        _log.warning("%s stays with its process: %s", name, error.strerror)
        return values.MutexValue(kind, name, *more, **named)  # type: ignore[no-untyped-call]


if FOLDER in os.environ:
    values.ValueClass = _value

disable_created_metrics()  # type: ignore[no-untyped-call]
_own = CollectorRegistry()
# Each has a label, so that none opens a file before it counts something: by then a process knows its place.

_REQUESTS = Counter("alehouse_requests", "Requests answered.", ("operation", "status"), registry=_own)
_SECONDS = Histogram(
    "alehouse_request_seconds",
    "Seconds until a request was answered; of a stream, until it began.",
    ("operation",),
    registry=_own,
    buckets=(0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30),
)
_COMMITS = Counter("alehouse_commits", "Steps of matches written to the store.", ("game",), registry=_own)
CONFLICTS = Counter(
    "alehouse_commit_conflicts", "Steps that somebody else's step came before.", ("game",), registry=_own
)
FAULTS = Counter(
    "alehouse_rules_faults",
    "Times that the rules of a game failed, or a bot in a simulation.",
    ("game",),
    registry=_own,
)
_OPEN = Gauge("alehouse_open", "Streams and polls open.", ("kind",), registry=_own, multiprocess_mode="livesum")
_TASKS = Counter("alehouse_tasks", "Tasks that workers ended.", ("task", "state"), registry=_own)
_TASK_SECONDS = Histogram(
    "alehouse_task_seconds",
    "Seconds that a task took.",
    ("task",),
    registry=_own,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)
_LOST = Counter("alehouse_log_lines_lost", "Lines that couldn't be written.", ("part",), registry=_own)
logs.when_lost(lambda: _LOST.labels(PLACE.part).inc())
UNSENT = Counter("alehouse_messages_unsent", "Messages to workers left to the sweeper.", ("task",), registry=_own)


class Figures(Protocol):
    """What is read anew whenever somebody asks."""

    def read(self) -> Mapping[str, tuple[str, Mapping[str, float]]]: ...


def request_answered(operation: str, status: int, seconds: float) -> None:
    """Count a request."""
    _requests(operation, status).inc()
    _seconds(operation).observe(seconds)


def task_ended(task: str, state: str, seconds: float) -> None:
    """Count a task; `state` is Celery's."""
    _TASKS.labels(task, state.lower()).inc()
    _TASK_SECONDS.labels(task).observe(seconds)


# Finding a figure by its labels costs more than counting.
@cache
def _requests(operation: str, status: int) -> Any:
    return _REQUESTS.labels(operation, status)


@cache
def _seconds(operation: str) -> Any:
    return _SECONDS.labels(operation)


@cache
def commits(game: str) -> Any:
    """Return the count of steps of one game."""
    return _COMMITS.labels(game)


@cache
def opened(kind: str) -> Any:
    """Return the gauge of what is open: "stream" or "poll"."""
    return _OPEN.labels(kind)


class Page:
    """Everything in Prometheus' text format: of all processes that share the folder, and of the store."""

    def __init__(self, figures: Figures | None = None) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Everybody() if FOLDER in os.environ else _own)
        if figures is not None:
            self._registry.register(_Store(figures))
        self._turn = threading.Lock()
        self._text = b""
        self._made = -SAME_SECONDS

    def text(self) -> bytes:
        """Return the page as it was at most a second ago, so that it matters little how many ask for it."""
        with self._turn:
            if time.monotonic() - self._made >= SAME_SECONDS:
                self._text = generate_latest(self._registry)
                self._made = time.monotonic()
            return self._text


class _Everybody:
    """Adds up the files of all processes."""

    def collect(self) -> Iterable[Metric]:
        # A file may go while it is read: a process ended, and another one begins.
        for _ in range(3):
            files = [str(path) for path in Path(os.environ[FOLDER]).glob("*.db")]
            try:
                merged: Iterable[Metric] = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]
            except FileNotFoundError:
                time.sleep(0.01)
            else:
                return merged
        return ()


class _Store:
    """Shows what the store says."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def collect(self) -> Iterable[Metric]:
        for name, (meaning, by_label) in self._figures.read().items():
            label = "queue" if "queue" in name else ""
            family = GaugeMetricFamily(name, meaning, labels=(label,) if label else ())
            for value, figure in by_label.items():
                family.add_metric((value,) if label else (), figure)
            yield family
