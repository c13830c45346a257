"""Where coroutines of the rules wait, for whoever writes them."""

from __future__ import annotations

from dataclasses import dataclass
from types import CoroutineType, GeneratorType
from typing import Any

from service.games.kernel.table import Ask

_KERNEL = Ask.__await__.__code__.co_filename


@dataclass(frozen=True, slots=True)
class Wait:
    """A function of the rules that waits: its qualified name, its file and the line that awaits."""

    function: str
    file: str
    line: int


def chain(flow: Any) -> tuple[Wait, ...]:
    """Return the functions that wait for each other below `flow`, the one that asks last."""
    found: list[Wait] = []
    while True:
        if isinstance(flow, CoroutineType):
            code, frame, inner = flow.cr_code, flow.cr_frame, flow.cr_await
        elif isinstance(flow, GeneratorType):
            code, frame, inner = flow.gi_code, flow.gi_frame, flow.gi_yieldfrom
        else:
            return tuple(found)
        if frame is None or code.co_filename == _KERNEL:
            return tuple(found)
        found.append(Wait(code.co_qualname, code.co_filename, frame.f_lineno))
        flow = inner
