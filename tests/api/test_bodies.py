"""Bodies that can't be read, for every operation that reads one: too large, of another type, no JSON, no object."""

import json
import time
from collections.abc import Iterator

import pytest
from marshmallow import ValidationError, validate
from marshmallow import fields as kinds

from schemas.derived import TupleOf
from tests.api.operations import OPERATIONS, Asked
from tests.api.talk import Talk
from tests.api.test_limits import app_of

READING = [one for one in OPERATIONS if one.has_body]
JSON = {"Content-Type": "application/json"}
LARGEST = {"verifyRecord": 1024 * 1024, "playRecord": 1024 * 1024, "checkWords": 512 * 1024}


def largest(asked: Asked) -> int:
    return LARGEST.get(asked.id, 64 * 1024)


@pytest.mark.parametrize("asked", READING, ids=str)
def test_a_body_too_large_is_refused(talk: Talk, asked: Asked) -> None:
    refused = asked.send(talk, content=b"{}" + b" " * (largest(asked) - 1), headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (413, "payload_too_large")
    allowed = asked.send(talk, content=b"[]" + b" " * (largest(asked) - 2), headers=JSON)
    assert (allowed.status_code, allowed.json()["code"]) == (422, "invalid_request")


@pytest.mark.parametrize("asked", READING, ids=str)
def test_a_body_of_no_known_length_is_refused_when_it_proves_too_large(talk: Talk, asked: Asked) -> None:
    """Its first part alone would be a whole object."""

    def pieces() -> Iterator[bytes]:
        yield b"{}"
        for _ in range(largest(asked) // 1024 + 1):
            yield b" " * 1024

    refused = asked.send(talk, content=pieces(), headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (413, "payload_too_large")


@pytest.mark.parametrize("asked", READING, ids=str)
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
def test_a_body_of_another_type_is_refused(talk: Talk, asked: Asked, kind: str) -> None:
    refused = asked.send(talk, content=b"{}", headers={"Content-Type": kind})
    assert (refused.status_code, refused.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize("asked", READING, ids=str)
@pytest.mark.parametrize("content", [b"{", b"\xff", b"[" * 5000, b'{"a": Infinity}', b"'x'"], ids=repr)
def test_a_body_that_is_no_json_is_refused(talk: Talk, asked: Asked, content: bytes) -> None:
    refused = asked.send(talk, content=content, headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed_json")


@pytest.mark.parametrize("asked", READING, ids=str)
@pytest.mark.parametrize("content", [b"null", b"[]", b"7", b'"x"', b"true", b'{"surprise": {}}'], ids=repr)
def test_a_body_that_says_something_else_is_refused(talk: Talk, asked: Asked, content: bytes) -> None:
    refused = asked.send(talk, content=content, headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request")
    assert refused.json()["errors"]


def many(fills: bytes, length: int = 1_040_000) -> bytes:
    """A list of so many bytes that holds nothing but this."""
    return b"[" + b",".join([fills] * (length // (len(fills) + 1))) + b"]"


RECORD = (
    b'{"game": "squishem", "rules_version": 1, "options": {}, "seats": 2, "seed": "'
    + b"0" * 64
    + b'", "answers": %b, "phases": %b}'
)
UNKNOWN = b"{" + b",".join(b'"f%06d": 0' % at for at in range(70_000)) + b"}"
TIRING = {
    "answers": ("/v1/replays", RECORD % (many(b"{}"), b"[]"), {"/answers"}),
    "hashes": ("/v1/replays", RECORD % (b"[]", many(b"0")), {"/phases"}),
    "answers to play on": (
        "/v1/transitions",
        b'{"record": ' + RECORD % (many(b"{}"), b"[]") + b"}",
        {"/record/answers"},
    ),
    "seats": ("/v1/matches", b'{"game": "squishem", "seats": ' + many(b"{}", 64_000) + b"}", {"/seats"}),
    "fields of a record": ("/v1/replays", b'{"game": "squishem",' + UNKNOWN[1:], None),
    "fields of an answer": ("/v1/replays", RECORD % (b"[" + UNKNOWN + b"]", b"[]"), None),
    "wrong answers": ("/v1/replays", RECORD % (b"[" + b",".join([b"{}"] * 4000) + b"]", b"[]"), None),
    "words": ("/v1/words/checks", b'{"words": ' + many(b'"ale"', 500_000) + b"}", {"/words"}),
    "wrong words": ("/v1/words/checks", b'{"words": [' + b",".join([b'"ALE"'] * 10_000) + b"]}", None),
    "wrong hashes": ("/v1/replays", RECORD % (b"[]", b"[" + b",".join([b"0"] * 4000) + b"]"), None),
}


@pytest.mark.parametrize(("path", "content", "at"), TIRING.values(), ids=TIRING.keys())
def test_a_body_of_rubbish_tires_nobody(redis_url: str, path: str, content: bytes, at: set[str] | None) -> None:
    """Looked at one by one, the items of the first took thirty seconds and an answer of 160 times the body."""
    client = app_of(redis_url).test_client()
    began = time.process_time()
    refused = client.post(path, data=content, headers=JSON)
    lasted = time.process_time() - began
    said = json.loads(refused.data)
    assert (refused.status_code, said["code"]) == (422, "invalid_request")
    named = [one["pointer"] for one in said["errors"]]
    # A list that is too long is the only fault: of its items nothing is said.
    assert len(named) == 20 if at is None else set(named) == at
    assert len(refused.data) < 4000
    assert lasted < 2


def test_who_sends_a_long_list_is_told_the_first_faults_of_it() -> None:
    """A right one among them is passed over, and after twenty wrong ones nothing more is looked at."""
    hashes = TupleOf(kinds.String(), validate=validate.Length(max=100))
    with pytest.raises(ValidationError) as refused:
        hashes.deserialize(["right", *[0] * 60])
    assert list(refused.value.messages_dict) == [*range(1, 21)]
    assert list(hashes.deserialize(["right"] * 100)) == ["right"] * 100


def test_of_a_name_that_stands_twice_the_last_value_counts(talk: Talk) -> None:
    """As the contract says of bodies."""
    seats = b'[{"kind": "open"}, {"kind": "open"}, {"kind": "open"}]'

    def opened(first: bytes, last: bytes) -> int:
        content = b'{"game": "squishem", "seats": %b, "seats": %b}' % (first, last)
        return talk.ask("POST", "/v1/matches", content=content, headers=JSON).status_code

    assert (opened(b"[]", seats), opened(seats, b"[]")) == (201, 422)
