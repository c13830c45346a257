"""Houses inside the tests, and a match to begin with."""

from collections.abc import Iterator

import pytest
import redis

from service.embedded import prepare
from service.leash import Leash
from tests.api.house import until
from tests.api.simulating import Parlour
from tests.api.talk import Table, Talk, open_table


@pytest.fixture(scope="session")
def parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlour]:
    """A Redis server where no worker is: the tests themselves play what is asked for."""
    server = prepare(tmp_path_factory.mktemp("parlour"))
    with Leash() as leash, redis.Redis.from_url(server.url, socket_timeout=5) as store:
        leash.start(server.command)
        until(server.ready, "Redis answers")
        made = Parlour(server.url, store)
        yield made
        for one in made.clients:
            one.close()


@pytest.fixture
def inside(parlour: Parlour) -> Parlour:
    """A parlour in which nothing was asked for yet."""
    parlour.store.flushdb()
    # Half a second is twenty matches, as the tests cut them.
    parlour.remember_pace(25_000)
    return parlour


@pytest.fixture
def two(talk: Talk) -> Table:
    """A running match with two players, both with their whole hand to choose from: no Monster forces a rest."""
    return next(table for table in (open_table(talk, None, None) for _ in range(50)) if _all_free(table))


def _all_free(table: Table) -> bool:
    return all(len(table.look(token)["decisions"][0]["choices"]["items"]) == 6 for token in table.tokens)
