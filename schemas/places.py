"""Where something is wrong in what was sent."""

from collections.abc import Iterator
from typing import Any


def places(messages: Any, prefix: str = "", *, in_body: bool = True) -> Iterator[tuple[str, str]]:
    """Yield each place and what marshmallow said of it: JSON pointers, or names of parameters outside a body."""
    if isinstance(messages, dict):
        for key, inside in messages.items():
            step = str(key).replace("~", "~0").replace("/", "~1") if in_body else str(key)
            place = prefix if key == "_schema" else f"{prefix}/{step}" if in_body else step
            yield from places(inside, place, in_body=in_body)
    else:
        for message in messages if isinstance(messages, list) else [messages]:
            yield prefix, str(message)
