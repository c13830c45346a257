"""The clients play at the house that the tests of the API have."""

from tests.api.conftest import house

__all__ = ["house"]
