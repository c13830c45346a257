"""Rate limits: who spends whose allowance, what the headers say, and that no operation is without one."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.leash import Leash
from service.settings import settings_from
from tests.api.house import SECRET, House, until
from tests.api.operations import OPERATIONS, Asked
from tests.api.simulating import Parlour
from tests.api.talk import Table, Talk, key, open_table

LIMITED = [one for one in OPERATIONS if "429" in one.responses]
REFILLED = 60
"""What an allowance of 1,100 a minute may get back between two requests on a slow machine."""

HOUSEKEEPING = {"checkHealth", "checkReadiness", "getContract", "getDocs", "showMetrics"}


def app_of(redis_url: str, **environ: str) -> Flask:
    return create_app(settings_from({"REDIS_URL": redis_url, "ALEHOUSE_SECRET": SECRET, **environ}))


@pytest.fixture(scope="module")
def client(redis_url: str) -> FlaskClient:
    """An API that allows seven units a minute, without a network between."""
    return app_of(redis_url, ALEHOUSE_RATE="7").test_client()


def games(client: FlaskClient, address: str, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.get("/v1/games", environ_base={"REMOTE_ADDR": address}, headers=named)


def left(response: TestResponse) -> int:
    return int(response.headers["RateLimit"].removeprefix('"default";r=').partition(";")[0])


def test_all_but_the_housekeeping_is_limited() -> None:
    assert {one.id for one in OPERATIONS} - {one.id for one in LIMITED} == HOUSEKEEPING


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """An API that allows thirty units a minute, on a Redis of its own: who spends all here asks others too."""
    with Leash() as leash:
        house = House(leash, tmp_path_factory.mktemp("tight"), ALEHOUSE_RATE="30")
        house.start_redis()
        house.start_api()
        until(house.ready, "the API answers")
        yield house.talk()
        house.close()


@pytest.mark.parametrize("asked", LIMITED, ids=str)
def test_each_operation_refuses_too_many(tight: Talk, asked: Asked) -> None:
    answer = asked.send(tight)
    for _ in range(100):
        if answer.status_code == 429:
            break
        answer = asked.send(tight)
    assert answer.json()["code"] == "rate_limited"
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.headers["RateLimit-Policy"] == '"default";q=30;w=60'
    # What is cheaper may still be allowed.
    assert answer.headers["RateLimit"].startswith('"default";r=')


@pytest.mark.parametrize("asked", [one for one in OPERATIONS if one.id in HOUSEKEEPING], ids=str)
def test_the_housekeeping_is_never_refused(tight: Talk, asked: Asked) -> None:
    assert {asked.send(tight).status_code for _ in range(40)} == {200}


def test_the_headers_count_down_and_the_rest_is_refused(client: FlaskClient) -> None:
    began = time.monotonic()
    answers = [games(client, "192.0.2.1") for _ in range(9)]
    lasted = time.monotonic() - began
    assert [answer.status_code for answer in answers] == [200] * 7 + [429] * 2
    assert [left(answer) for answer in answers] == [6, 5, 4, 3, 2, 1, 0, 0, 0]
    full, again = int(answers[6].headers["RateLimit"].rpartition("=")[2]), int(answers[8].headers["Retry-After"])
    assert 60 - lasted <= full <= 60
    assert 60 / 7 - lasted <= again <= 9
    assert answers[8].headers["Cache-Control"] == "no-store"


def test_what_is_refused_spends_nothing(client: FlaskClient) -> None:
    for _ in range(7):
        games(client, "192.0.2.2")
    waits = [int(games(client, "192.0.2.2").headers["Retry-After"]) for _ in range(50)]
    assert max(waits) <= 9


def test_it_is_allowed_again_when_it_was_said_to_be(redis_url: str) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="60").test_client()
    # A slow machine gets one more for every second that this takes.
    asked = (games(client, "192.0.2.3") for _ in range(1000))
    refused = next(answer for answer in asked if answer.status_code == 429)
    assert refused.headers["Retry-After"] == "1"
    until(lambda: games(client, "192.0.2.3").status_code == 200, "a second is enough for one")


def test_addresses_do_not_spend_for_one_another(client: FlaskClient) -> None:
    for _ in range(8):
        games(client, "192.0.2.4")
    assert games(client, "192.0.2.4").status_code == 429
    assert left(games(client, "192.0.2.5")) == 6


def test_a_network_of_ipv6_is_one_address(client: FlaskClient) -> None:
    assert left(games(client, "2001:db8:0:1::1")) == 6
    assert left(games(client, "2001:db8:0:1:ffff::2")) == 5
    assert left(games(client, "2001:db8:0:2::1")) == 6
    assert left(games(client, "::ffff:192.0.2.6")) == 6
    assert left(games(client, "192.0.2.6")) == 5


def look(client: FlaskClient, table: Table, token: str | None, address: str, **more: str) -> TestResponse:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return client.get(table.path, environ_base={"REMOTE_ADDR": address}, headers=headers, query_string=more)


def test_each_seat_and_each_host_has_its_own_wherever_it_asks_from(talk: Talk, client: FlaskClient) -> None:
    table = open_table(talk, None, None)
    for token in (*table.tokens, table.host):
        assert left(look(client, table, token, "192.0.2.7")) == 6
        assert left(look(client, table, token, "192.0.2.8")) == 5
    assert left(look(client, table, None, "192.0.2.7")) == 6


def test_a_new_token_spends_what_the_old_one_left(talk: Talk, client: FlaskClient) -> None:
    table = open_table(talk, None, None)
    token = table.tokens[0]
    for at in range(7):
        spent = look(client, table, token, "192.0.2.20")
        assert (spent.status_code, left(spent)) == (200, 6 - at)
        # The host's asking: it spends nothing of the seat's.
        token = talk.post(f"{table.path}/seats/0/token", token=table.host, status=201)["token"]
    assert look(client, table, token, "192.0.2.20").status_code == 429
    assert look(client, table, table.tokens[1], "192.0.2.20").status_code == 200


def test_a_token_that_counts_for_nothing_charges_the_address(talk: Talk, client: FlaskClient) -> None:
    """Made up, forged, malformed, or genuine, but of another match."""
    table, other = open_table(talk, None, None), open_table(talk, None, None)
    forged = [token[:-1] + ("A" if token[-1] != "A" else "B") for token in table.tokens]
    strange = [*forged, "seat_" + "A" * 56, "x", other.host, other.tokens[0]]
    assert [left(look(client, table, token, "192.0.2.21")) for token in strange] == [6, 5, 4, 3, 2, 1]
    assert (
        left(client.get(table.path, environ_base={"REMOTE_ADDR": "192.0.2.21"}, headers={"Authorization": "Basic x"}))
        == 0
    )
    assert left(look(client, table, table.tokens[0], "192.0.2.21")) == 6


def test_a_dead_token_charges_the_address_and_not_who_has_the_seat_now(talk: Talk, client: FlaskClient) -> None:
    table = open_table(talk, None, None)
    dead, statuses = [], []
    for _ in range(7):
        dead.append(table.tokens[0])
        table.tokens[0] = talk.post(f"{table.path}/seats/0/token", token=table.host, status=201)["token"]
    for token in dead:
        refused = look(client, table, token, "192.0.2.22")
        statuses.append((refused.status_code, left(refused)))
    assert statuses == [(401, spent) for spent in (6, 5, 4, 3, 2, 1, 0)]
    assert games(client, "192.0.2.22").status_code == 429
    # A dead token that was seen to be dead gets no further answer than the address has.
    assert {look(client, table, token, "192.0.2.22").status_code for token in dead} == {429}
    assert left(look(client, table, table.tokens[0], "192.0.2.22")) == 6


BEFORE_THE_TOKEN: dict[str, tuple[int, dict[str, Any]]] = {
    "no JSON": (400, {"data": b"{", "content_type": "application/json"}),
    "too large": (413, {"data": b" " * 70_000, "content_type": "application/json"}),
    "no type": (415, {"data": b"{}"}),
    "no action": (422, {"json": {}}),
}


@pytest.mark.parametrize(("status", "sent"), BEFORE_THE_TOKEN.values(), ids=BEFORE_THE_TOKEN.keys())
def test_what_is_refused_before_the_token_is_looked_at_is_no_burden_to_the_seat(
    talk: Talk, client: FlaskClient, status: int, sent: dict[str, Any]
) -> None:
    table = open_table(talk, None, None)
    dead, address = table.tokens[0], f"192.0.2.{status % 400 + 40}"
    assert left(look(client, table, dead, address)) == 6
    table.tokens[0] = talk.post(f"{table.path}/seats/0/token", token=table.host, status=201)["token"]
    headers = {"Authorization": f"Bearer {dead}"}
    path = f"{table.path}/actions"
    refused = client.post(path, environ_base={"REMOTE_ADDR": address}, headers=headers, **sent)
    assert refused.status_code == status
    # Said of the address, which has not asked before: the seat has less.
    assert left(refused) == (0 if status == 413 else 6)
    assert left(look(client, table, table.tokens[0], address)) == 5


def test_a_dead_token_is_dead_where_the_seat_has_nothing_left(talk: Talk, client: FlaskClient) -> None:
    """And learns nothing of it."""
    table = open_table(talk, None, None)
    dead = table.tokens[0]
    table.tokens[0] = talk.post(f"{table.path}/seats/0/token", token=table.host, status=201)["token"]
    for _ in range(7):
        assert look(client, table, table.tokens[0], "192.0.2.30").status_code == 200
    assert look(client, table, table.tokens[0], "192.0.2.30").status_code == 429
    refused = look(client, table, dead, "192.0.2.31")
    assert (refused.status_code, left(refused)) == (401, 6)


def test_who_has_left_asks_again_at_the_cost_of_the_address(talk: Talk, client: FlaskClient) -> None:
    """The same leaving, with the same key, is answered alike for ever: not out of the pocket of who came after."""
    table = open_table(talk, None, None, None, sit=False)
    taken = talk.post(f"{table.path}/seats", {"name": "Ambie", "seat": 0}, status=201)
    headers = {"Authorization": f"Bearer {taken['token']}", "Idempotency-Key": key()}
    answers = []
    for address in ("192.0.2.32", "192.0.2.33"):
        for _ in range(3):
            answers.append(
                client.delete(f"{table.path}/seats/0", environ_base={"REMOTE_ADDR": address}, headers=headers)
            )
    assert [(answer.status_code, left(answer)) for answer in answers] == [(200, 6), (200, 5), (200, 4)] * 2
    after = talk.post(f"{table.path}/seats", {"name": "Basil", "seat": 0}, status=201)
    assert left(look(client, table, after["token"], "192.0.2.32")) == 6


def in_chunks(client: FlaskClient, path: str, content: bytes, address: str) -> TestResponse:
    """Send a body whose length nothing says; the server before us knows its end."""
    return client.post(
        path,
        input_stream=BytesIO(content),
        content_type="application/json",
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"REMOTE_ADDR": address, "wsgi.input_terminated": True},
    )


@pytest.mark.parametrize(
    ("path", "length", "units"),
    [
        ("/v1/matches", 2, 1),
        ("/v1/matches", 3000, 3),
        ("/v1/matches", 70_000, 65),
        ("/v1/replays", 2, 20),
        ("/v1/replays", 300_000, 312),
        ("/v1/replays", 1_100_000, 1044),
    ],
)
def test_a_body_costs_what_is_read_of_it_said_or_not(redis_url: str, path: str, length: int, units: int) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="1100").test_client()
    content = b"{}" + b" " * (length - 2)
    where = f"{units // 256}.{units % 256}"
    address = {"REMOTE_ADDR": f"10.0.{where}"}
    said = client.post(path, data=content, content_type="application/json", environ_base=address)
    unsaid = in_chunks(client, path, content, f"10.1.{where}")
    assert said.status_code == unsaid.status_code == (413 if length in (70_000, 1_100_000) else 422)
    for answer in (said, unsaid):
        assert 1100 - units <= left(answer) <= 1100 - units + REFILLED


def test_a_length_that_is_only_claimed_costs_no_more_than_the_largest_body(redis_url: str) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="1100").test_client()
    for path, length, units in (("/v1/matches", 10**12, 65), ("/v1/replays", 10**12, 1044)):
        claimed = {"REMOTE_ADDR": f"10.2.0.{units % 256}", "CONTENT_LENGTH": str(length)}
        refused = client.post(path, content_type="application/json", environ_overrides=claimed)
        assert refused.status_code == 413
        assert 1100 - units <= left(refused) <= 1100 - units + REFILLED


def test_chunks_that_are_too_much_are_refused_once_they_are_read(redis_url: str) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="100").test_client()
    content = b"{" + b" " * 50_000
    assert in_chunks(client, "/v1/replays", content, "192.0.2.34").status_code == 400
    # Enough for the operation, not for what comes: no word on the JSON.
    refused = in_chunks(client, "/v1/replays", content, "192.0.2.34")
    assert (refused.status_code, left(refused)) == (429, 12)
    # Who sends more than an allowance pays all of it, and no more.
    whole = in_chunks(client, "/v1/replays", b"{" + b" " * 200_000, "192.0.2.35")
    assert (whole.status_code, left(whole)) == (400, 0)


def test_a_match_that_is_gone_has_no_allowance_to_give(talk: Talk, client: FlaskClient, redis_url: str) -> None:
    table = open_table(talk, None, None)
    with redis.Redis.from_url(redis_url, socket_timeout=5) as store:
        store.delete(f"match:{{{table.id}}}")
    answers = [look(client, table, token, "192.0.2.23") for token in (*table.tokens, table.host)]
    assert [answer.status_code for answer in answers] == [410] * 3
    assert left(games(client, "192.0.2.23")) == 3
    assert [left(look(client, table, token, "192.0.2.23")) for token in table.tokens] == [2, 1]


@pytest.mark.parametrize("asked", [one for one in LIMITED if not one.security], ids=str)
def test_what_needs_no_bearer_charges_the_address_whatever_bearer_is_sent(
    talk: Talk, redis_url: str, asked: Asked
) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="1").test_client()
    table, address = open_table(talk, None, None), f"198.51.100.{LIMITED.index(asked)}"
    statuses = [
        client.open(
            asked.path,
            method=asked.method,
            environ_base={"REMOTE_ADDR": address},
            headers={"Authorization": f"Bearer {token}"},
            json={} if asked.has_body else None,
        ).status_code
        for token in (*table.tokens, table.host)
    ]
    assert statuses[0] != 429
    assert statuses[1:] == [429, 429]


def test_most_requests_with_a_token_cost_no_round_trip(inside: Parlour) -> None:
    """On a Redis that nobody else asks meanwhile."""
    client, table = app_of(inside.url).test_client(), open_table(inside.talk(), None, None)

    def asked(command: str) -> int:
        return int(inside.store.info("commandstats")[f"cmdstat_{command}"]["calls"])

    look(client, table, table.tokens[0], "192.0.2.26")
    scripts, loads = asked("evalsha"), asked("hmget")
    for _ in range(200):
        assert look(client, table, table.tokens[0], "192.0.2.26").status_code == 200
    assert asked("evalsha") - scripts <= 200 // 20 + 10
    # Only after a refusal is the match asked once more whether the token holds.
    assert asked("hmget") - loads <= 200 + 20


def test_who_opens_ever_more_matches_meets_the_cap_of_the_address(talk: Talk, redis_url: str) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="2").test_client()
    tables = [open_table(talk, None, None) for _ in range(5)]
    tokens = [(table, token) for table in tables for token in (*table.tokens, table.host)]
    answers = [look(client, table, token, "192.0.2.24") for table, token in tokens for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 10
    assert answers[-1].headers["RateLimit-Policy"] == '"address";q=20;w=60'
    assert answers[-1].headers["RateLimit"].startswith('"address";r=0;t=')
    # What the cap refuses, the seat has not spent.
    assert left(look(client, *tokens[-1], "192.0.2.25")) == 1


def test_nobody_is_believed_about_his_address_but_a_proxy_of_ours(redis_url: str, client: FlaskClient) -> None:
    for at in range(7):
        games(client, "192.0.2.9", X_Forwarded_For=f"198.51.100.{at}")
    assert games(client, "192.0.2.9", X_Forwarded_For="198.51.100.99").status_code == 429
    behind = app_of(redis_url, ALEHOUSE_RATE="7", ALEHOUSE_PROXIES="1").test_client()
    # The proxy of ours writes the last one; what stands before it, anybody may have written.
    assert left(games(behind, "192.0.2.9", X_Forwarded_For="198.51.100.200, 203.0.113.1")) == 6
    assert left(games(behind, "192.0.2.9", X_Forwarded_For="198.51.100.201, 203.0.113.1")) == 5
    assert left(games(behind, "192.0.2.9", X_Forwarded_For="203.0.113.2")) == 6


def test_many_at_once_are_allowed_as_many_as_there_are(tmp_path: Path) -> None:
    """Two processes, one allowance."""
    with Leash() as leash:
        house = House(leash, tmp_path, ALEHOUSE_RATE="40", ALEHOUSE_API_WORKERS="2")
        house.start_redis()
        house.start_api()
        until(house.ready, "the API answers")
        table = open_table(house.talk(), "random", None)
        token, path = table.tokens[0], table.path

        with httpx.Client(trust_env=False, timeout=60, headers={"Authorization": f"Bearer {token}"}) as many:
            began = time.monotonic()
            with ThreadPoolExecutor(16) as pool:
                answers = list(pool.map(lambda _: many.get(f"{house.address}{path}"), range(120)))
            back = (time.monotonic() - began) * 40 / 60
        house.close()
    allowed = [answer for answer in answers if answer.status_code == 200]
    assert {answer.status_code for answer in answers} == {200, 429}
    assert 40 <= len(allowed) <= 41 + back
    assert "40" not in {answer.headers["RateLimit"].partition(";r=")[2].partition(";")[0] for answer in allowed}


def test_without_a_store_what_needs_none_goes_on(tmp_path: Path) -> None:
    client = app_of(f"unix://{tmp_path}/nobody-listens.sock", ALEHOUSE_RATE="3").test_client()
    answers = [games(client, "192.0.2.10") for _ in range(9)]
    assert {answer.status_code for answer in answers} == {200}
    assert {left(answer) for answer in answers} == {3}
    assert client.get("/v1/matches/m_" + "A" * 22).status_code == 503
