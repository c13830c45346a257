"""Who may watch: anybody, or nobody but the players and the host once a match without spectators has started."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.house import House
from tests.api.talk import Table, Talk, open_table
from tests.api.test_leaving import sit

READS = ("", "/events", "/record", "/stream", "?version=1", "?after=0&wait=25")


def refused(table: Table) -> set[str]:
    """Return what somebody without a token is told at every door."""
    told = {table.talk.get(table.path + read, status=403)["code"] for read in READS}
    return told | {table.talk.post(f"{table.path}/stream-tickets", status=403)["code"]}


def test_a_match_without_spectators_shows_itself_to_who_sits_there_and_the_host(talk: Talk) -> None:
    table = open_table(talk, None, None, spectators=False)
    assert refused(table) == {"spectators_not_allowed"}
    for token in (*table.tokens, table.host):
        assert table.look(token)["status"] == "running"
        assert talk.get(f"{table.path}/events", token)["items"]
    talk.delete(table.path, table.host)
    assert refused(table) == {"spectators_not_allowed"}
    assert talk.get(f"{table.path}/record", table.tokens[0])["seats"] == 2
    stranger = open_table(talk, None, None)
    assert talk.get(table.path, stranger.tokens[0], 403)["code"] == "token_of_another_match"


def test_who_is_invited_sees_who_waits(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False, spectators=False)
    sit(table, "Ambie")
    assert table.look()["seats"][0]["name"] == "Ambie"
    assert [event["kind"] for event in talk.get(f"{table.path}/events")["items"]] == ["match_opened", "seat_taken"]
    sit(table, "Basil")
    assert refused(table) == {"spectators_not_allowed"}


@pytest.mark.parametrize("how", ["join", "start"])
def test_who_waits_without_a_token_is_sent_off_at_the_start(house: House, talk: Talk, how: str) -> None:
    table = open_table(talk, None, None, sit=False, spectators=False)
    sit(table, "Ambie")
    with ThreadPoolExecutor(2) as pool:
        waiting = [
            pool.submit(house.talk().get, table.path + path, status=403, params={"after": 2, "wait": 25})
            for path in ("", "/events")
        ]
        if how == "join":
            sit(table, "Basil")
        else:
            talk.post(f"{table.path}/start", token=table.host)
        assert {one.result()["code"] for one in waiting} == {"spectators_not_allowed"}


def test_a_match_with_spectators_is_open_to_the_end(two: Table) -> None:
    assert two.look()["bearer"] == {"kind": "spectator"}
    two.talk.delete(two.path, two.host)
    assert two.look()["status"] == "abandoned"
    assert two.talk.get(f"{two.path}/record")["seats"] == 2
