"""What each request leaves behind: a line, counts, and its id in the answer."""

import logging
import re
from contextvars import ContextVar
from functools import cache
from time import perf_counter

from flask import Flask, Response, request
from flask.globals import request_ctx

from service import metrics
from service.logs import REQUEST, named, request_id, say

HEADER = "X-Request-Id"
_NO_OPERATION = "none"
_log = logging.getLogger(__name__)
# Flask's own g costs many times as much.
_BEGAN: ContextVar[float] = ContextVar("began")


def leave_footprints(app: Flask) -> None:
    """Number, time, count and log every request. Call it before whatever else looks at requests."""

    def begin() -> None:
        _BEGAN.set(perf_counter())
        REQUEST.set(request_id(request.environ.get("HTTP_X_REQUEST_ID")))

    def end(response: Response) -> Response:
        response.headers.add(HEADER, REQUEST.get())
        try:
            leave(response)
        except Exception as error:  # noqa: BLE001 - what is done is done, whether or not it can be told
            _log.warning("A request left no footprint: %r", error)
        return response

    def leave(response: Response) -> None:
        asked = request_ctx.request
        operation, status = _operation(asked.endpoint), response.status_code
        seconds = perf_counter() - _BEGAN.get()
        metrics.request_answered(operation, status, seconds)
        places = asked.view_args
        about = named(places.values()) if places else {}
        say("request", operation=operation, status=status, ms=round(seconds * 1000, 2), **about)

    app.before_request(begin)
    app.after_request(end)


@cache
def _operation(endpoint: str | None) -> str:
    """Return the id of an operation; the last part of an endpoint is one, unless Flask made it itself."""
    name = (endpoint or "").rpartition(".")[2]
    return name if re.fullmatch(r"[a-z]+[A-Z]\w*", name) else _NO_OPERATION
