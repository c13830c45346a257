"""Bodies that can't be read, for every operation that reads one: too large, of another type, no JSON, no object."""

from collections.abc import Iterator

import pytest

from tests.api.operations import OPERATIONS, Asked
from tests.api.talk import Talk

READING = [one for one in OPERATIONS if one.has_body]
JSON = {"Content-Type": "application/json"}
LARGEST = {"verifyRecord": 1024 * 1024, "playRecord": 1024 * 1024}


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
