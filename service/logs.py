"""Log lines: one JSON object each, or words and colours where a person sits at the terminal.

A line names operations, tasks, matches and jobs by their ids; never a token, a ticket, a seed or a player's name.
"""

import logging.config
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from contextvars import ContextVar
from functools import partial
from typing import Any, TextIO

import orjson
import structlog

from service.settings import Level

LEVELS: Mapping[Level, int] = {"info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The id of the request that is being answered, or that a task goes back to."""

_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,48}", re.ASCII)
"""Shorter than any token, so that none gets into the lines this way."""

_SECRETS = re.compile(r"\b(seat|host|tk)_[A-Za-z0-9_-]{40,}|://[^/@\s]*@", re.ASCII)
_ID = re.compile(r"([msw])_[A-Za-z0-9_-]{22}", re.ASCII)
_OF = {"m": "match", "s": "simulation", "w": "question"}

Fields = MutableMapping[str, Any]

_line: Any = structlog.get_logger()
_lost: list[Callable[[], object]] = []


def say(event: str, **fields: object) -> None:
    """Write a line of level info. `fields` are the caller's promise that nothing secret is among them.

    A line that can't be written is lost, and what it tells of goes on.
    """
    try:
        _line.info(event, **fields)
    except OSError:
        _lose()


def warn(event: str, **fields: object) -> None:
    """Write a line of level warning, or lose it."""
    try:
        _line.warning(event, **fields)
    except OSError:
        _lose()


def when_lost(count: Callable[[], object]) -> None:
    """Have each line that is lost counted."""
    _lost.append(count)


def _lose() -> None:
    for count in _lost:
        count()


def request_id(given: str | None) -> str:
    """Return `given` where it is well-formed (8 to 48 letters, digits, '.', '_', '-'), else a new id."""
    if given is not None and _WELL_FORMED.fullmatch(given):
        return given
    return os.urandom(8).hex()


def named(values: Iterable[object]) -> dict[str, str]:
    """Return those of `values` that have the form of an id, by what they are of; the rest may be anything."""
    return {_OF[found[1]]: found[0] for one in values if isinstance(one, str) and (found := _ID.fullmatch(one))}


def configure(part: str, level: Level = "info", stream: TextIO | None = None) -> dict[str, Any]:
    """Let this process, and what it forks, write its lines; `part` says in each of them which process it is.

    Returns the same for the logging module's dictConfig, which has been given it: servers want to give it again.
    """
    stream = stream or sys.stderr
    plain: list[Any] = [_Stamp(part)]
    if stream.isatty():
        render: list[Any] = [structlog.dev.ConsoleRenderer(timestamp_key="at")]
        factory: Any = structlog.WriteLoggerFactory(stream)
    else:
        render = [structlog.processors.format_exc_info, _json]
        factory = partial(_Lines, stream.fileno())
    structlog.configure(
        processors=[structlog.processors.add_log_level, *plain, *render],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=factory,
        cache_logger_on_first_use=True,
    )
    global _line
    # Bound, because what get_logger returns binds anew for each line.
    _line = structlog.get_logger().bind()
    libraries = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"()": _Formatter, "before": [structlog.stdlib.add_log_level, *plain], "render": render}
        },
        "handlers": {"stream": {"()": _Libraries, "formatter": "line", "stream": stream}},
        "root": {"level": max(LEVELS[level], logging.WARNING), "handlers": ["stream"]},
        # They come with ways of their own.
        "loggers": {
            name: {"handlers": [], "propagate": True, "level": "WARNING"}
            for name in ("gunicorn.error", "gunicorn.access", "celery", "celery.task")
        },
    }
    logging.config.dictConfig(libraries)
    return libraries


class _Formatter(structlog.stdlib.ProcessorFormatter):
    """Writes what libraries say in the same form; they don't know what is secret, so what looks so is taken out."""

    def __init__(self, before: list[Any], render: list[Any], **_: object) -> None:
        super().__init__(
            processors=[_library_fields, *render[:-1], render[-1] if render[-1] is not _json else _json_text],
            foreign_pre_chain=before,
        )

    def format(self, record: logging.LogRecord) -> str:
        return _SECRETS.sub("<secret>", super().format(record))


class _Libraries(logging.StreamHandler[TextIO]):
    """Writes what libraries say."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name that logging calls
        if isinstance(sys.exc_info()[1], OSError):
            _lose()
        else:
            super().handleError(record)


class _Lines:
    """Writes each line by one call, so that the lines of several processes don't mix."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def info(self, line: bytes) -> None:
        os.write(self._descriptor, line + b"\n")

    warning = error = info


class _Stamp:
    """Adds the time, which process a line is from, and the request that it belongs to."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._second = 0
        self._until_second = ""

    def __call__(self, _: object, __: str, fields: Fields) -> Fields:
        second, nanoseconds = divmod(time.time_ns(), 1_000_000_000)
        if second != self._second:
            # Many lines come within one second.
            self._second, self._until_second = second, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
        fields["at"] = f"{self._until_second}.{nanoseconds // 1_000_000:03d}Z"
        fields["part"] = self._part
        request = REQUEST.get()
        if request is not None:
            fields["request"] = request
        return fields


def _library_fields(_: object, __: str, fields: Fields) -> Fields:
    record = fields.pop("_record")
    fields.pop("_from_structlog")
    fields["logger"] = record.name
    return fields


def _json(_: object, __: str, fields: Fields) -> bytes:
    return orjson.dumps(fields, default=repr)


def _json_text(_: object, __: str, fields: Fields) -> str:
    return _json(_, __, fields).decode()
