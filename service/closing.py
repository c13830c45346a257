"""Whether the service is about to end: one byte, shared by the server and all the processes that it forks."""

import mmap

_byte = mmap.mmap(-1, 1)


def close() -> None:
    """Say that balancers should turn away: this process and those that it forked will end."""
    _byte[0] = 1


def is_closing() -> bool:
    """Tell whether `close` was called, here or in a process that this one was forked from or that it forked."""
    return _byte[0] == 1
