"""A task for the worker's tests: it says where it runs, and ends when it may."""

import os
import time
from typing import Any

import redis

from workers.app import app


@app.task(name="slow.run")
def run(name: str, url: str) -> None:
    """Note the process that runs this, wait for leave to end, note the end."""
    store: Any = redis.Redis.from_url(url, socket_timeout=5)
    store.rpush(f"{name}:ran", os.getpid())
    while not store.exists(f"{name}:may-end"):
        time.sleep(0.02)
    store.rpush(f"{name}:ended", os.getpid())
    store.close()
