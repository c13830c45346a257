"""Expiry: a day to fill the seats, thirty days after the last action; then every door says that it has expired."""

from collections.abc import Iterator
from typing import cast

import msgspec
import pytest
import redis

from service.setup import decode_setup, encode_setup
from tests.api.house import House, until
from tests.api.talk import Table, Talk, key, open_table
from tests.api.test_leaving import sit
from tests.api.test_rematches import finished

HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture
def store(house: House) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(house.url, socket_timeout=5) as store:
        yield store


def of(table: Table) -> str:
    return f"match:{{{table.id}}}"


def left(store: redis.Redis, table: Table) -> int:
    """Return how many seconds a match has left, all of it alike."""
    times = {int(store.ttl(key)) for key in (of(table), *(f"{of(table)}:{part}" for part in ("log", "told")))}
    times.discard(-2)
    assert max(times) - min(times) <= 1
    return max(times)


def expire(store: redis.Redis, table: Table) -> None:
    for part in ("", ":log", ":told"):
        store.pexpire(of(table) + part, 1)
    until(lambda: not store.exists(of(table)), "it has expired")


def test_a_match_waits_a_day_from_its_opening_whatever_happens(talk: Talk, store: redis.Redis) -> None:
    table = open_table(talk, None, None, None, sit=False)
    assert DAY - 60 < left(store, table) <= DAY
    setup = decode_setup(cast("bytes", store.hget(of(table), "setup")))
    old = msgspec.structs.replace(setup, created_at=setup.created_at - 23 * HOUR * 1000)
    store.hset(of(table), "setup", encode_setup(old))
    before = table.look()["expires_at"]
    taken = sit(table, "Ambie")
    assert HOUR - 60 < left(store, table) <= HOUR
    talk.post(f"{table.path}/seats/0/token", token=taken["token"], status=201)
    talk.delete(f"{table.path}/seats/0", table.host)
    assert HOUR - 60 < left(store, table) <= HOUR
    assert table.look()["expires_at"] == before
    assert talk.post(f"{table.path}/start", token=table.host)["expires_at"] > before
    assert 30 * DAY - 60 < left(store, table) <= 30 * DAY


def test_a_match_is_kept_thirty_days_after_its_last_action(talk: Talk, store: redis.Redis) -> None:
    table = open_table(talk, None, None)
    store.expire(of(table), 100)
    (decision,) = table.look(table.tokens[0])["decisions"]
    table.act(table.tokens[0], decision, decision["choices"]["items"][0])
    assert 30 * DAY - 60 < left(store, table) <= 30 * DAY
    store.expire(of(table), 100)
    talk.delete(table.path, table.host)
    assert 30 * DAY - 60 < left(store, table) <= 30 * DAY


def test_every_door_of_an_expired_match_says_so(talk: Talk, store: redis.Redis) -> None:
    table = open_table(talk, None, None)
    (decision,) = table.look(table.tokens[0])["decisions"]
    expire(store, table)
    action = {"decision": decision["id"], "choice": decision["choices"]["items"][0]}
    token = table.tokens[0]
    gone = [
        talk.get(table.path, token, 410),
        talk.get(table.path, None, 410),
        talk.get(table.path, token, 410, params={"version": 1}),
        talk.get(f"{table.path}/events", token, 410),
        talk.get(f"{table.path}/record", token, 410),
        talk.get(f"{table.path}/stream", token, 410),
        talk.post(f"{table.path}/stream-tickets", token=token, status=410),
        talk.post(f"{table.path}/actions", action, token, 410),
        talk.post(f"{table.path}/hints", token=token, status=410),
        talk.get(f"{table.path}/hints/w_{'A' * 22}", token, 410),
        talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=410),
        talk.post(f"{table.path}/seats/0/token", token=token, status=410),
        talk.post(f"{table.path}/start", token=table.host, status=410),
        talk.post(f"{table.path}/rematch", token=token, status=410),
        talk.delete(f"{table.path}/seats/0", token, 410),
        talk.delete(table.path, table.host, 410),
    ]
    assert {one["code"] for one in gone} == {"match_expired"}
    assert not store.exists(of(table))


def test_no_door_opens_to_a_match_that_never_was(talk: Talk, two: Table) -> None:
    path, token = f"/v1/matches/m_{'A' * 22}", two.tokens[0]
    unknown = [
        talk.get(path, token, 404),
        talk.get(f"{path}/events", token, 404),
        talk.get(f"{path}/stream", token, 404),
        talk.post(f"{path}/stream-tickets", token=token, status=404),
        talk.post(f"{path}/seats", {"name": "Ambie"}, status=404),
        talk.post(f"{path}/seats/0/token", token=token, status=404),
        talk.post(f"{path}/start", token=token, status=404),
        talk.post(f"{path}/rematch", token=token, status=404),
        talk.delete(f"{path}/seats/0", token, 404),
        talk.delete(path, token, 404),
    ]
    assert {one["code"] for one in unknown} == {"match_unknown"}


def test_a_rematch_that_nobody_joined_in_time_can_be_opened_anew(talk: Talk, store: redis.Redis) -> None:
    table = finished(talk, None, None)
    first = talk.post(f"{table.path}/rematch", token=table.host, status=201)
    new = Table(talk, f"/v1/matches/{first['match']}", first["host_token"], [])
    promise = new.look()["chance"]
    taken = talk.post(f"{new.path}/seats", {"name": "Ambie"}, table.tokens[0], 201)
    expire(store, new)
    assert new.talk.get(new.path, status=410)["code"] == "match_expired"
    again = talk.post(f"{table.path}/rematch", token=table.host, status=201)
    anew = Table(talk, f"/v1/matches/{again['match']}", again["host_token"], [])
    assert anew.id != new.id
    assert anew.look()["chance"] != promise
    for token in (first["host_token"], taken["token"]):
        assert talk.get(anew.path, token, 403)["code"] == "token_of_another_match"
        assert talk.get(new.path, token, 410)["code"] == "match_expired"
    assert anew.look(anew.host)["bearer"] == {"kind": "host"}
    assert talk.post(f"{table.path}/rematch", token=table.host, status=201) == again
    assert table.look()["rematch"] == anew.id


def test_the_old_seat_of_an_expired_match_takes_none(talk: Talk, store: redis.Redis) -> None:
    table = finished(talk, None, None)
    new = talk.post(f"{table.path}/rematch", token=table.host, status=201)["match"]
    expire(store, table)
    refused = talk.post(f"/v1/matches/{new}/seats", {"name": "Ambie"}, table.tokens[0], 410)
    assert refused["code"] == "match_expired"
    assert table.id in refused["detail"]


def test_an_opening_sent_again_after_a_day_opens_anew(talk: Talk, store: redis.Redis) -> None:
    headers = {"Idempotency-Key": key()}
    body = {"game": "squishem", "seats": [{"kind": "open"}] * 2}
    first = talk.post("/v1/matches", body, status=201, headers=headers)
    table = Table(talk, f"/v1/matches/{first['id']}", first["host_token"], [])
    expire(store, table)
    again = talk.post("/v1/matches", body, status=201, headers=headers)
    assert again["id"] == first["id"]
    assert again["chance"]["commitment"] != first["chance"]["commitment"]
