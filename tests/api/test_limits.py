"""Rate limits: who spends whose allowance, what the headers say, and that no operation is without one."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.leash import Leash
from service.settings import settings_from
from tests.api.house import SECRET, House, until
from tests.api.operations import OPERATIONS, Asked
from tests.api.talk import Talk, open_table

LIMITED = [one for one in OPERATIONS if "429" in one.responses]
HOUSEKEEPING = {"checkHealth", "checkReadiness", "getContract"}


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
    assert {one.id for one in OPERATIONS} - {one.id for one in LIMITED} <= HOUSEKEEPING | {"getDocs"}


@pytest.fixture(scope="module")
def tight(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """An API on the session's Redis that allows thirty units a minute."""
    with Leash() as leash:
        house = House(leash, tmp_path_factory.mktemp("tight"), redis_url, ALEHOUSE_RATE="30")
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
    answers = [games(client, "192.0.2.1") for _ in range(9)]
    assert [answer.status_code for answer in answers] == [200] * 7 + [429] * 2
    assert [left(answer) for answer in answers] == [6, 5, 4, 3, 2, 1, 0, 0, 0]
    assert answers[6].headers["RateLimit"].endswith(";t=60")
    assert answers[8].headers["Retry-After"] == "9"
    assert answers[8].headers["Cache-Control"] == "no-store"


def test_what_is_refused_spends_nothing(client: FlaskClient) -> None:
    for _ in range(7):
        games(client, "192.0.2.2")
    waits = [int(games(client, "192.0.2.2").headers["Retry-After"]) for _ in range(50)]
    assert max(waits) <= 9


def test_it_is_allowed_again_when_it_was_said_to_be(redis_url: str) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="60").test_client()
    for _ in range(60):
        games(client, "192.0.2.3")
    refused = games(client, "192.0.2.3")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    until(lambda: games(client, "192.0.2.3").status_code == 200, "a second is enough for one", seconds=3)


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


def test_each_genuine_token_has_its_own_and_a_made_up_one_has_none(talk: Talk, client: FlaskClient) -> None:
    table = open_table(talk, None, None)
    for token in (*table.tokens, table.host):
        assert left(games(client, "192.0.2.7", Authorization=f"Bearer {token}")) == 6
        assert left(games(client, "192.0.2.8", Authorization=f"Bearer {token}")) == 5
    forged = [token[:-1] + ("A" if token[-1] != "A" else "B") for token in table.tokens]
    made_up = [*forged, "seat_" + "A" * 56, "x"]
    numbers = [left(games(client, "192.0.2.7", Authorization=f"Bearer {token}")) for token in made_up]
    numbers.append(left(games(client, "192.0.2.7", Authorization="Basic eDp5")))
    numbers.append(left(games(client, "192.0.2.7")))
    assert numbers == [6, 5, 4, 3, 2, 1]


def test_nobody_is_believed_about_his_address_but_a_proxy_of_ours(redis_url: str, client: FlaskClient) -> None:
    for at in range(7):
        games(client, "192.0.2.9", X_Forwarded_For=f"198.51.100.{at}")
    assert games(client, "192.0.2.9", X_Forwarded_For="198.51.100.99").status_code == 429
    behind = app_of(redis_url, ALEHOUSE_RATE="7", ALEHOUSE_PROXIES="1").test_client()
    # The proxy of ours writes the last one; what stands before it, anybody may have written.
    assert left(games(behind, "192.0.2.9", X_Forwarded_For="198.51.100.200, 203.0.113.1")) == 6
    assert left(games(behind, "192.0.2.9", X_Forwarded_For="198.51.100.201, 203.0.113.1")) == 5
    assert left(games(behind, "192.0.2.9", X_Forwarded_For="203.0.113.2")) == 6


def test_many_at_once_are_allowed_as_many_as_there_are(redis_url: str, tmp_path: Path) -> None:
    """Two processes, one allowance."""
    with Leash() as leash:
        house = House(leash, tmp_path, redis_url, ALEHOUSE_RATE="40", ALEHOUSE_API_WORKERS="2")
        house.start_api()
        until(house.ready, "the API answers")
        token = open_table(house.talk(), "random", None).tokens[0]

        with httpx.Client(trust_env=False, headers={"Authorization": f"Bearer {token}"}) as many:
            began = time.monotonic()
            with ThreadPoolExecutor(16) as pool:
                answers = list(pool.map(lambda _: many.get(f"{house.address}/v1/games"), range(120)))
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
