"""A task for the worker's tests: it says what its process knows of words before anybody asks."""

import gc
import json
from typing import Any

import redis

from service.lexicons.library import house_library
from workers.app import app


@app.task(name="wordy.tell")
def tell(url: str, key: str) -> None:
    """Note which lexicons and indexes had been read before this task, and whether the collector passes things over."""
    there = house_library().lexicons
    told = {
        "read": [name for name, lexicon in there.items() if "words" in vars(lexicon)],
        "opened": house_library().opened,
        "frozen": gc.get_freeze_count() > 0,
        "qi": [name for name, lexicon in there.items() if "qi" in lexicon.words],
    }
    store: Any = redis.Redis.from_url(url, socket_timeout=5)
    store.rpush(key, json.dumps(told))
    store.close()
