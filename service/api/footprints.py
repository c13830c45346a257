"""What each request leaves behind: a line, counts, and its id in the answer."""

import re
from functools import cache
from time import perf_counter

from flask import Flask, Response, g, request

from service import metrics
from service.logs import REQUEST, named, request_id, say

HEADER = "X-Request-Id"
_NO_OPERATION = "none"


def leave_footprints(app: Flask) -> None:
    """Number, time, count and log every request. Call it before whatever else looks at requests."""

    def begin() -> None:
        g.began = perf_counter()
        REQUEST.set(request_id(request.headers.get(HEADER)))

    def end(response: Response) -> Response:
        operation, status = _operation(request.endpoint), response.status_code
        seconds = perf_counter() - g.began
        metrics.request_answered(operation, status, seconds)
        about = named(request.view_args.values()) if request.view_args else {}
        say("request", operation=operation, status=status, ms=round(seconds * 1000, 2), **about)
        response.headers[HEADER] = REQUEST.get() or ""
        return response

    app.before_request(begin)
    app.after_request(end)


@cache
def _operation(endpoint: str | None) -> str:
    """Return the id of an operation; the last part of an endpoint is one, unless Flask made it itself."""
    name = (endpoint or "").rpartition(".")[2]
    return name if re.fullmatch(r"[a-z]+[A-Z]\w*", name) else _NO_OPERATION
