"""Long work in pieces: the other requests of a process take their turns in between."""

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

AT_A_TIME = 32


def paced(items: Iterable[T]) -> Iterator[T]:
    """Yield `items`, and give way after each so many."""
    for at, item in enumerate(items):
        yield item
        if at % AT_A_TIME == AT_A_TIME - 1:
            # Under gevent this is where others go on; anywhere else it does no harm.
            time.sleep(0)
