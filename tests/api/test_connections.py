"""How many connections the store opens, however many ask at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import redis

from service.embedded import prepare
from service.leash import Leash
from service.store import MOST_CONNECTIONS, MatchStore
from tests.api.house import until

ASKING = 4 * MOST_CONNECTIONS


def test_those_who_ask_together_take_turns(tmp_path: Path) -> None:
    server = prepare(tmp_path)
    with Leash() as leash, redis.Redis.from_url(server.url, socket_timeout=5) as onlooker:
        leash.start(server.command)
        until(server.ready, "Redis answers")
        store, together = MatchStore(server.url), Barrier(ASKING)

        def ask(_: int) -> object:
            together.wait(30)
            return [store.load("m_" + "0" * 22) for _ in range(5)]

        with ThreadPoolExecutor(ASKING) as pool:
            assert list(pool.map(ask, range(ASKING))) == [[None] * 5] * ASKING
        others = [client for client in onlooker.client_list() if client["id"] != str(onlooker.client_id())]
        assert 0 < len(others) <= MOST_CONNECTIONS
        store.close()
