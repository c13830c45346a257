"""A store that the commands of these tests have for themselves."""

from collections.abc import Iterator

import pytest
import redis

from service.embedded import prepare
from service.leash import Leash
from tests.api.house import until
from tests.commands.operated import Operated


@pytest.fixture(scope="session")
def _served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Operated]:
    server = prepare(tmp_path_factory.mktemp("operated"))
    with Leash() as leash, redis.Redis.from_url(server.url, socket_timeout=5) as client:
        leash.start(server.command)
        until(server.ready, "Redis answers")
        made = Operated(server.url, client)
        yield made
        made.close()


@pytest.fixture
def operated(_served: Operated) -> Operated:
    """An empty store, and houses on it."""
    _served.redis.flushdb()
    return _served
