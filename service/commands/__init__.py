"""What `alehouse` can do besides running the house, one module a command; `service.cli` reads the command line."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path


class CommandFailed(Exception):
    """A command can't do what it was asked; the message is one line for the person at the terminal."""


class UsageWrong(Exception):
    """An argument has a value that can't be used; the message names it and says what it may be."""


def text_of(path: str) -> bytes:
    """Return what the file holds, or standard input for `-`; raises CommandFailed."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise CommandFailed(f"{path} can't be read: {error.strerror}.") from error


def store_url(environ: Mapping[str, str] = os.environ) -> str:
    """Return the address of the store: REDIS_URL, else that of the embedded Redis which runs on this data folder.

    Raises CommandFailed where there is neither, and SettingInvalid.
    """
    from service.embedded import running
    from service.settings import data_folder, redis_url

    if environ.get("REDIS_URL"):
        return redis_url(environ)
    folder = data_folder(environ)
    server = running(folder / "redis")
    if server is None:
        raise CommandFailed(
            f"There is no store: REDIS_URL is not set, and no `alehouse up` runs on {folder} "
            "(set REDIS_URL, or ALEHOUSE_DATA to the folder of one that does)."
        )
    return server.url
