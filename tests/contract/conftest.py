"""The clients play at the house that the tests of the API have."""

from pathlib import Path

import pytest

from tests.api.conftest import house, talk
from tests.contract.generators import node_modules

__all__ = ["house", "node", "talk"]


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the locked TypeScript generators."""
    folder = tmp_path_factory.mktemp("node")
    node_modules(folder)
    return folder
