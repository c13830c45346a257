"""CORS: which web pages of other origins may call. No cookie is ever read, so no page acts as its visitor."""

from flask import Flask, Response
from flask.globals import request_ctx

ANY = "*"
METHODS = "GET, POST, DELETE"
HEADERS = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Request-Id"
EXPOSED = "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
PREFLIGHT_SECONDS = 3600


def allow_origins(app: Flask, origins: tuple[str, ...]) -> None:
    """Let pages of `origins` read every response; "*" is any origin, and none at all adds no header."""
    if not origins:
        return

    anybody = ANY in origins

    def allow(response: Response) -> Response:
        asked = request_ctx.request
        origin = ANY if anybody else asked.headers.get("Origin")
        if not anybody:
            # Caches must not give one origin what was answered to another.
            response.vary.add("Origin")
            if origin not in origins:
                return response
        response.headers.add("Access-Control-Allow-Origin", origin)
        response.headers.add("Access-Control-Expose-Headers", EXPOSED)
        if asked.method == "OPTIONS" and "Access-Control-Request-Method" in asked.headers:
            response.headers["Access-Control-Allow-Methods"] = METHODS
            response.headers["Access-Control-Allow-Headers"] = HEADERS
            response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
        return response

    app.after_request(allow)
