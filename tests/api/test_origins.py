"""CORS: what a web page of another origin may send and read."""

import pytest
from flask.testing import FlaskClient

from service.settings import SettingInvalid, settings_from
from tests.api.house import SECRET
from tests.api.operations import OPERATIONS, Asked
from tests.api.talk import Talk
from tests.api.test_limits import app_of

PAGE = "https://play.example"
ALLOWED = "Access-Control-Allow-Origin"


def names(text: str | None) -> set[str]:
    return {name.strip().lower() for name in (text or "").split(",")}


@pytest.fixture(scope="module")
def client(redis_url: str) -> FlaskClient:
    return app_of(redis_url).test_client()


@pytest.mark.parametrize("asked", OPERATIONS, ids=str)
def test_every_operation_can_be_called_from_a_page(client: FlaskClient, asked: Asked) -> None:
    """As a browser would: it asks first, and then must be let read the answer, refusals too."""
    wanted = "authorization,content-type,idempotency-key,if-none-match,last-event-id"
    ask = {"Access-Control-Request-Method": asked.method, "Access-Control-Request-Headers": wanted}
    first = client.options(asked.path, headers={"Origin": PAGE, **ask})
    assert first.status_code == 200
    assert first.headers[ALLOWED] == "*"
    assert asked.method.lower() in names(first.headers["Access-Control-Allow-Methods"])
    assert names(wanted) <= names(first.headers["Access-Control-Allow-Headers"])
    assert int(first.headers["Access-Control-Max-Age"]) > 0
    then = client.open(asked.path, method=asked.method, headers={"Origin": PAGE})
    assert then.headers[ALLOWED] == "*"
    exposed = names(then.headers["Access-Control-Expose-Headers"])
    assert exposed >= {"etag", "location", "retry-after", "ratelimit", "ratelimit-policy"}
    assert "Access-Control-Allow-Credentials" not in then.headers


def test_every_header_that_a_client_needs_can_be_read(talk: Talk) -> None:
    """What the contract documents is exposed, or a page could not use it."""
    answer = talk.ask("GET", "/v1/games", headers={"Origin": PAGE})
    exposed = names(answer.headers["Access-Control-Expose-Headers"])
    documented = {
        name.lower() for one in OPERATIONS for said in one.responses.values() for name in said.get("headers", {})
    }
    assert documented <= exposed


def test_asking_first_spends_nothing(redis_url: str) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="2").test_client()
    ask = {"Origin": PAGE, "Access-Control-Request-Method": "GET"}
    here = {"REMOTE_ADDR": "192.0.2.70"}
    for _ in range(10):
        assert client.options("/v1/games", headers=ask, environ_base=here).status_code == 200
    assert client.get("/v1/games", environ_base=here).status_code == 200


def test_what_is_refused_can_be_read_too(redis_url: str) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="1").test_client()
    here = {"REMOTE_ADDR": "192.0.2.71"}
    statuses = set()
    for path in ("/v1/games", "/v1/games", "/nowhere", "/v1/games?surprise=1"):
        answer = client.get(path, headers={"Origin": PAGE}, environ_base=here)
        statuses.add(answer.status_code)
        assert answer.headers[ALLOWED] == "*"
    assert statuses == {200, 429, 404}


@pytest.fixture(scope="module")
def chosen(redis_url: str) -> FlaskClient:
    return app_of(redis_url, ALEHOUSE_ORIGINS=f"{PAGE}, http://localhost:5173").test_client()


@pytest.mark.parametrize("origin", [PAGE, "http://localhost:5173"])
def test_a_chosen_origin_is_named_and_caches_are_warned(chosen: FlaskClient, origin: str) -> None:
    answer = chosen.get("/v1/games", headers={"Origin": origin})
    assert answer.headers[ALLOWED] == origin
    assert "origin" in names(answer.headers["Vary"])


@pytest.mark.parametrize(
    "origin",
    [
        *("https://evil.example", "https://play.example.evil.example", "http://play.example"),
        *("https://play.example:8443", "null", "https://PLAY.example", ""),
    ],
)
def test_any_other_origin_is_told_nothing(chosen: FlaskClient, origin: str) -> None:
    for method in ("GET", "OPTIONS"):
        ask = {"Origin": origin, "Access-Control-Request-Method": "GET"}
        answer = chosen.open("/v1/games", method=method, headers=ask)
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
        assert "origin" in names(answer.headers["Vary"])


def test_what_already_varies_goes_on_varying(chosen: FlaskClient) -> None:
    opening = {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "open"}]}
    answer = chosen.post("/v1/matches", json=opening, headers={"Origin": PAGE})
    assert answer.status_code == 201
    assert names(answer.headers["Vary"]) == {"authorization", "origin"}


def test_with_none_there_is_no_such_header(redis_url: str) -> None:
    client = app_of(redis_url, ALEHOUSE_ORIGINS="none").test_client()
    answer = client.get("/v1/games", headers={"Origin": PAGE})
    assert answer.status_code == 200
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize(
    "origins",
    [
        *("play.example", "https://play.example/", "https://*.example", "ftp://play.example", "https://a b"),
        *("https://play.example,", "none,https://play.example", "https://PLAY.example"),
    ],
)
def test_what_is_no_origin_is_no_setting(origins: str) -> None:
    with pytest.raises(SettingInvalid, match="ALEHOUSE_ORIGINS"):
        settings_from({"ALEHOUSE_SECRET": SECRET, "ALEHOUSE_ORIGINS": origins})
