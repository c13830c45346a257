"""The address in every problem's `type` says what it means."""

import re

import pytest
from flask import Response

from service.problems import CODES, STATUS, plain_http
from tests.api.talk import Talk
from tests.api.test_limits import app_of


@pytest.mark.parametrize("code", CODES)
def test_every_kind_of_problem_is_explained_at_its_address(talk: Talk, code: str) -> None:
    told = talk.get(f"/problems/{code}")
    assert (told["code"], told["status"]) == (code, STATUS[code])
    for sentence in (told["meaning"], told["remedy"]):
        assert re.fullmatch(r"[A-Z/].{10,200}[.]", sentence)


def test_a_problem_leads_to_its_own_explanation(talk: Talk) -> None:
    problem = talk.get("/v1/games/chess", status=404)
    told = talk.get(problem["type"])
    assert {name: told[name] for name in ("code", "status", "title")} == {
        name: problem[name] for name in ("code", "status", "title")
    }


@pytest.mark.parametrize("code", ["chess", "NOT_FOUND", "not_found.html", "%00", "x" * 300])
def test_no_other_problem_is_explained(talk: Talk, code: str) -> None:
    refused = talk.get(f"/problems/{code}", status=404)
    assert refused["code"] == "problem_unknown"
    assert len(refused["detail"]) < 200


def test_what_explains_is_kept_by_clients(talk: Talk) -> None:
    etag = talk.ask("GET", "/problems/not_found").headers["ETag"]
    assert talk.ask("GET", "/problems/not_found", headers={"If-None-Match": etag}).status_code == 304
    assert talk.ask("GET", "/problems/rate_limited", headers={"If-None-Match": etag}).status_code == 200


def test_what_fails_after_an_answer_was_made_is_no_fault_of_the_request(redis_url: str) -> None:
    app = app_of(redis_url)

    def fail(response: Response) -> Response:
        raise ZeroDivisionError

    app.after_request(fail)
    refused = app.test_client().get("/healthz")
    assert refused.status_code == 500
    assert refused.get_json()["code"] == "internal_error"


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, "bad_request"), (418, "bad_request"), (501, "transfer_coding_unknown"), (502, "internal_error")],
)
def test_a_status_that_nobody_named_has_a_code_of_its_kind(status: int, code: str) -> None:
    assert (plain_http(status).status, plain_http(status).code) == (status, code)
