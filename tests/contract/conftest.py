"""The generators of clients, installed once."""

import fcntl
import os
from pathlib import Path

import pytest

from tests.contract.generators import node_modules


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the locked TypeScript generators, which all processes of a run share, and files of its own."""
    mine = tmp_path_factory.mktemp("node")
    # With several processes each has a folder in the one of the run.
    run = mine.parent.parent if "PYTEST_XDIST_WORKER" in os.environ else mine.parent
    shared = run / "shared-node"
    shared.mkdir(exist_ok=True)
    with (run / "shared-node.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "whole").exists():
            node_modules(shared)
            (shared / "whole").touch()
    for name in ("package.json", "package-lock.json", "node_modules"):
        (mine / name).symlink_to(shared / name)
    return mine
