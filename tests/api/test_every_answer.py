"""Answers that any operation may give, whatever it is for: each of them, from each operation that documents it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from flask import Flask

from service.app import create_app
from service.seats import Tokens
from service.settings import settings_from
from tests.api.house import SECRET
from tests.api.operations import OPERATIONS, PLACES, Asked
from tests.api.talk import Json, Talk

CHOICE: Json = {"decision": "d_0000000000000000", "choice": {"kind": "coffee_break"}}
BODIES: dict[str, Json] = {
    "openMatch": {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "open"}]},
    "takeSeat": {"name": "Ambie"},
    "submitAction": CHOICE,
    "checkWords": {"words": ["ale"]},
    "searchWords": {"tiles": [{"letters": "ale"}]},
    "submitSimulation": {"game": "squishem", "seats": [{"kind": "bot", "bot": "random"}] * 2, "matches": 10},
}
TOKEN = Tokens(SECRET.encode()).seat_token(PLACES["match"], 0, "00" * 8)


def app_without_redis(folder: Path) -> Flask:
    url = f"unix://{folder}/nobody-listens.sock"
    return create_app(settings_from({"REDIS_URL": url, "ALEHOUSE_SECRET": SECRET}))


def inside(app: Flask) -> Iterator[Talk]:
    transport = httpx.WSGITransport(app, raise_app_exceptions=False)
    with httpx.Client(transport=transport, base_url="http://inside") as client:
        yield Talk(client)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """An API whose Redis is gone."""
    yield from inside(app_without_redis(tmp_path_factory.mktemp("alone")))


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """An API with a fault that nobody foresaw."""
    app = app_without_redis(tmp_path_factory.mktemp("broken"))

    @app.before_request
    def fail() -> None:
        raise ZeroDivisionError("nobody foresaw it")

    yield from inside(app)


def having(code: str) -> list[Asked]:
    return [one for one in OPERATIONS if any(code in answer["description"] for answer in one.responses.values())]


def sent(asked: Asked, talk: Talk, **more: Any) -> httpx.Response:
    return asked.send(talk, body=BODIES.get(asked.id, {} if asked.has_body else None), **more)


@pytest.mark.parametrize("asked", [one for one in having("invalid_request") if not one.has_body], ids=str)
def test_what_an_operation_does_not_take_is_refused(talk: Talk, asked: Asked) -> None:
    refused = asked.send(talk, params={"colour": "red"}, headers={"Idempotency-Key": "short"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request")
    assert [place["pointer"] for place in refused.json()["errors"]] in (["colour"], ["Idempotency-Key"])


@pytest.mark.parametrize("asked", having("match_unknown"), ids=str)
def test_a_match_that_never_was_is_unknown(talk: Talk, asked: Asked) -> None:
    refused = sent(asked, talk, token=TOKEN)
    assert (refused.status_code, refused.json()["code"]) == (404, "match_unknown")


@pytest.mark.parametrize("asked", having("redis_unavailable"), ids=str)
def test_without_redis_it_says_to_come_back(alone: Talk, asked: Asked) -> None:
    refused = sent(asked, alone, token=TOKEN)
    assert (refused.status_code, refused.json()["code"]) == (503, "redis_unavailable")
    assert refused.headers["Retry-After"] == "1"


@pytest.mark.parametrize("asked", OPERATIONS, ids=str)
def test_a_fault_that_nobody_foresaw_tells_nothing(broken: Talk, asked: Asked) -> None:
    failed = sent(asked, broken)
    assert (failed.status_code, failed.json()["code"]) == (500, "internal_error")
    assert "foresaw" not in failed.text
    assert "Traceback" not in failed.text
