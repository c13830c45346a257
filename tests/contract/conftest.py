"""The generators of clients, installed once."""

from pathlib import Path

import pytest

from tests.contract.generators import node_modules


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the locked TypeScript generators."""
    folder = tmp_path_factory.mktemp("node")
    node_modules(folder)
    return folder
