"""The bare floor: the least that Flask and Redis do for a request that changes something, and no game at all."""

import os
from types import SimpleNamespace
from typing import Any

import orjson
import redis
from flask import Flask, Response, request

COMMIT = """
local version = redis.call('HGET', KEYS[1], 'version')
if version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', version + 1, 'blob', ARGV[2])
redis.call('RPUSH', KEYS[2], ARGV[3])
redis.call('EXPIRE', KEYS[1], 2592000)
redis.call('EXPIRE', KEYS[2], 2592000)
return 1
"""


def floor_app(url: str) -> Flask:
    """Return an application that parses JSON, reads a blob, commits one by compare-and-set, and answers."""
    app = Flask(__name__)
    client = redis.Redis.from_url(url, socket_timeout=5)
    commit = client.register_script(COMMIT)

    @app.get("/floor/<key>")
    def look(key: str) -> Response:
        version: Any = client.hget(f"floor:{{{key}}}", "version")
        return Response(orjson.dumps({"version": int(version)}), content_type="application/json")

    @app.post("/floor/<key>")
    def change(key: str) -> Response:
        asked = orjson.loads(request.get_data(cache=False))
        name = f"floor:{{{key}}}"
        kept: Any = client.hmget(name, ["version", "blob", "told"])
        version, blob, told = kept
        commit(keys=[name, f"{name}:told"], args=[version, blob, told])
        return Response(
            orjson.dumps({"version": int(version) + 1, "answer": "x" * asked["answer"]}),
            content_type="application/json",
        )

    @app.get("/healthz")
    def health() -> Response:
        return Response(b"{}", content_type="application/json")

    return app


def served() -> Flask:
    """Return the floor for a server, on the Redis of the environment."""
    app = floor_app(os.environ["REDIS_URL"])
    # The server's configuration closes the hub of whatever it serves.
    app.extensions["hub"] = SimpleNamespace(close=lambda: None)
    return app
