"""Parameters outside the body: numbers are digits of ASCII, and each parameter is sent once."""

import pytest

from tests.api.talk import Talk, contract, open_table

NOT_WHOLE = ["\u0663", "\uff13", "1_0", "+5", " 5", "5 ", "05", "-0", "1.0", "1e1", "0x5", "", "\u0967", "9" * 3900]
MATCH = "/v1/matches/m_" + "A" * 22
NUMBERS = [
    (path.replace("/v1/matches/{match}", MATCH), parameter["name"])
    for path, operations in contract().document["paths"].items()
    for parameter in operations.get("get", {}).get("parameters", ())
    if parameter["in"] == "query" and parameter["schema"]["type"] == "integer"
]


def test_there_are_numbers_to_try() -> None:
    assert {name for _, name in NUMBERS} == {"open_seats", "limit", "after", "wait", "version"}


@pytest.mark.parametrize(("path", "name"), NUMBERS)
@pytest.mark.parametrize("value", NOT_WHOLE, ids=lambda value: ascii(value)[:10])
def test_a_number_is_digits_and_nothing_else(talk: Talk, path: str, name: str, value: str) -> None:
    refused = talk.ask("GET", path, params={name: value})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request")
    assert [place["pointer"] for place in refused.json()["errors"]] == [name]


@pytest.mark.parametrize("value", ["\u0663".encode(), b"1_0", b"+5", b"1, 2", b"05"], ids=repr)
def test_a_number_in_a_header_too(talk: Talk, value: bytes) -> None:
    refused = talk.ask("GET", f"{MATCH}/stream", headers={"Last-Event-ID": value})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"] == "Last-Event-ID"


@pytest.mark.parametrize("seat", ["\u0660", "%D9%A0", "00", "+0", "0_0", "-0"])
def test_a_seat_in_the_path_too(talk: Talk, seat: str) -> None:
    table = open_table(talk, None, None)
    refused = talk.ask("DELETE", f"{table.path}/seats/{seat}", token=table.tokens[0])
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert table.look()["status"] == "running"


@pytest.mark.parametrize(("path", "name"), NUMBERS)
def test_a_parameter_is_sent_once(talk: Talk, path: str, name: str) -> None:
    refused = talk.ask("GET", f"{path}?{name}=1&{name}=1")
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request")
    assert [place["pointer"] for place in refused.json()["errors"]] == [name]


def test_each_repeated_parameter_is_named(talk: Talk) -> None:
    refused = talk.get("/v1/matches?limit=1&game=squishem&limit=2&game=squishem&status=over", status=422)
    assert {place["pointer"] for place in refused["errors"]} == {"limit", "game"}


def test_numbers_as_they_should_be_are_taken(talk: Talk) -> None:
    table = open_table(talk, None, None)
    for value in ("0", "5", "10", "9007199254740992"):
        assert talk.ask("GET", table.path, params={"after": value}).status_code == 200
