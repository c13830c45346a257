"""What HTTP itself has to say: methods, ETags, types, and clients that are slow on purpose."""

import json
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from service.problems import PLAIN_HTTP
from tests.api.house import House
from tests.api.operations import OPERATIONS, Asked
from tests.api.talk import Talk, contract, open_table

PATHS = {one.path: {other.method for other in OPERATIONS if other.path == one.path} for one in OPERATIONS}
BODY_SECONDS = 20
CATALOGUE = ["/v1/games", "/v1/games/squishem", "/v1/games/squishem/cards", "/problems/not_found"]


@pytest.mark.parametrize("path", PATHS)
def test_a_method_that_a_path_does_not_have_is_refused_with_those_it_has(talk: Talk, path: str) -> None:
    refused = talk.ask("PATCH", path, body={})
    assert (refused.status_code, refused.json()["code"]) == (405, "method_not_allowed")
    assert PATHS[path] <= set(refused.headers["Allow"].split(", "))


@pytest.mark.parametrize("path", PATHS)
def test_what_has_no_body_has_no_type(house: House, path: str) -> None:
    told = house.ask("OPTIONS", path)
    assert (told.status_code, told.content) == (200, b"")
    assert PATHS[path] <= set(told.headers["Allow"].split(", "))
    assert "content-type" not in told.headers


@pytest.mark.parametrize("asked", [one for one in OPERATIONS if one.method == "GET"], ids=str)
def test_a_head_is_a_get_without_the_body(house: House, asked: Asked) -> None:
    got, head = house.ask("GET", asked.path), house.ask("HEAD", asked.path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert head.headers.get("content-type") == got.headers.get("content-type")


@pytest.mark.parametrize("path", CATALOGUE)
def test_who_has_it_is_told_so(talk: Talk, path: str) -> None:
    etag = talk.ask("GET", path).headers["ETag"]
    for has in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        same = talk.ask("GET", path, headers={"If-None-Match": has})
        assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", etag)
        assert "content-type" not in same.headers
    for has in ('"other"', etag.strip('"')[:-1], '"*"'):
        assert talk.ask("GET", path, headers={"If-None-Match": has}).status_code == 200


def test_a_match_is_as_the_client_has_it_or_not(talk: Talk) -> None:
    table = open_table(talk, None, None)
    for token in (*table.tokens, table.host, None):
        for params in ({}, {"version": 1}):
            etag = talk.ask("GET", table.path, token=token, params=params).headers["ETag"]
            for has in (etag, f"W/{etag}", "*"):
                same = talk.ask("GET", table.path, token=token, params=params, headers={"If-None-Match": has})
                assert (same.status_code, same.headers["ETag"]) == (304, etag)
            other = talk.ask("GET", table.path, token=token, params=params, headers={"If-None-Match": '"other"'})
            assert other.status_code == 200


def test_a_star_is_no_match_that_is_not_there(talk: Talk) -> None:
    for path in ("/v1/matches/m_" + "A" * 22, "/v1/games/chess", "/problems/chess"):
        assert talk.ask("GET", path, headers={"If-None-Match": "*"}).status_code == 404


def test_the_contract_lists_what_http_itself_refuses() -> None:
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| \S", contract().document["info"]["description"], re.MULTILINE)
    assert rows == [(str(status), one.code) for status, one in sorted(PLAIN_HTTP.items())]


def drip(house: House, head: bytes, drops: bytes) -> tuple[float, bytes]:
    """Send a head at once and then a byte a second; returns how long that could go on, and what was answered."""
    address = ("127.0.0.1", int(house.address.rpartition(":")[2]))
    with socket.create_connection(address, timeout=1) as line:
        line.sendall(head)
        began, answer = time.monotonic(), b""
        for at in range(len(drops)):
            try:
                line.sendall(drops[at : at + 1])
                part = line.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                break
            answer += part
            if not part:
                break
        return time.monotonic() - began, answer


def test_who_sends_a_byte_now_and_then_is_let_go(house: House) -> None:
    """Each byte comes long before a pause is too long; none of these may hold its connection for a minute."""
    post = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    slow = {
        "head": (b"GET /healthz HTTP/1.1\r\n", b"X-Slow: " + b"a" * 60),
        "body": (post + b"Content-Length: 60000\r\n\r\n{", b" " * 60),
        "chunks": (post + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n" * 10),
    }
    with ThreadPoolExecutor(len(slow)) as pool:
        ends = dict(zip(slow, pool.map(lambda one: drip(house, *one), slow.values()), strict=True))
    assert {name: seconds < 50 for name, (seconds, _) in ends.items()} == dict.fromkeys(slow, True)
    assert ends["head"][1] == b""
    for name in ("body", "chunks"):
        seconds, answer = ends[name]
        assert seconds > 15
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 408 ")
        assert b"Connection: close" in head
        contract().validator("Problem").validate(json.loads(body))
        assert json.loads(body)["code"] == "request_timeout"


@pytest.mark.long
def test_the_next_request_of_a_connection_has_its_whole_time_again(house: House) -> None:
    """A connection that is older than a body may take still takes a body."""
    with httpx.Client(base_url=house.address, trust_env=False, timeout=60) as client:
        opened = client.post("/v1/matches", json={"game": "squishem", "seats": [{"kind": "open"}] * 2}).json()
        began = time.monotonic()
        while time.monotonic() < began + BODY_SECONDS + 1:
            waited = client.get(f"/v1/matches/{opened['id']}", params={"after": opened["version"], "wait": 7})
            assert waited.status_code == 200
        assert client.post("/v1/matches", json={}).status_code == 422
