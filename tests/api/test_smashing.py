"""Words of Spell Smashers over HTTP, whatever dies."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.leash import Leash
from tests.api.house import House, until
from tests.api.mortal import Deaths
from tests.api.talk import Json, Table, open_table
from tests.api.test_hints import asked, hints

pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[House]:
    """A house whose worker may be killed; it has none yet."""
    with Leash() as leash:
        house = House(leash, tmp_path, always=True)
        house.start_redis()
        house.start_api()
        until(house.ready, "the API answers")
        yield house
        house.close()


def told(table: Table, kind: str) -> list[Json]:
    events: list[Json] = table.talk.get(f"{table.path}/events", params={"limit": 500})["items"]
    return [event for event in events if event["kind"] == kind]


@pytest.mark.parametrize("group", [False, True], ids=["one process", "the whole worker"])
def test_a_worker_dies_between_a_word_and_its_ruling_and_the_word_counts_once(
    own: House, tmp_path: Path, group: bool
) -> None:
    """A word or a claim, as the hand has it: the ruling is lost with the worker, and made once by another."""
    deaths = Deaths(tmp_path / "deaths")
    deaths.folder.mkdir()
    deaths.at("word.ruled", 1, group=group)
    own.start_worker(**deaths.environ)
    table = open_table(own.talk(), None, None, game="spell_smashers", options={"hints": True})
    bodies = []
    for seat, token in enumerate(table.tokens):
        bodies.append({"decision": asked(table, seat)["id"], "choice": hints(table, seat)["hints"]["choice"]})
        answer = table.talk.ask("POST", f"{table.path}/actions", bodies[seat], token)
        if group and seat == 0:
            until(lambda: own.worker.poll() is not None, "the worker has died")
            own.start_worker()
        while answer.status_code == 202:
            answer = table.talk.ask("POST", f"{table.path}/actions", bodies[seat], token)
        assert answer.status_code == 200
    assert not deaths.left()
    # Each hint's choice was legal, so nobody was asked again, and the match has gone on: words were revealed, or
    # somebody can spell none.
    assert len(told(table, "words_revealed")) + len(told(table, "claims_made")) == 1
    with redis.Redis.from_url(own.url, socket_timeout=5) as store:
        until(lambda: store.zscore("matches:due", table.id) is None, "nobody waits for the referee")
    table.talk.delete(table.path, table.host)
    record = table.talk.get(f"{table.path}/record")
    rulings = [one["choice"] for one in record["answers"] if one["choice"]["kind"] in ("ruling", "word_count")]
    assert len(rulings) == 2
    assert table.talk.post("/v1/replays", record)["verified"] is True
