"""Bad input: every refusal says which, why and what would do, and changes nothing."""

import json
import socket
from collections.abc import Mapping
from typing import Any

import pytest

from tests.api.house import House
from tests.api.talk import Json, Table, Talk, contract, open_table

OPEN: Json = {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "open"}]}

BAD_OPENINGS: dict[str, tuple[Any, str]] = {
    "no object": ([], ""),
    "null": (None, ""),
    "nothing": ({}, "/game"),
    "no such game": ({**OPEN, "game": "chess"}, "/game"),
    "a game that is no text": ({**OPEN, "game": ["squishem"]}, "/game"),
    "no seats": ({"game": "squishem"}, "/seats"),
    "one seat": ({**OPEN, "seats": OPEN["seats"][:1]}, "/seats"),
    "five seats": ({**OPEN, "seats": [{"kind": "open"}] * 5}, "/seats"),
    "seats that are no list": ({**OPEN, "seats": {"kind": "open"}}, "/seats"),
    "a seat of no kind": ({**OPEN, "seats": [{"kind": "open"}, {}]}, "/seats/1/kind"),
    "a seat of an unknown kind": ({**OPEN, "seats": [{"kind": "cat"}, {"kind": "open"}]}, "/seats/0/kind"),
    "a seat that is a text": ({**OPEN, "seats": ["open", {"kind": "open"}]}, "/seats/0"),
    "a bot without a name": ({**OPEN, "seats": [{"kind": "bot"}, {"kind": "open"}]}, "/seats/0/bot"),
    "an unknown bot": ({**OPEN, "seats": [{"kind": "open"}, {"kind": "bot", "bot": "deep"}]}, "/seats/1/bot"),
    "an open seat with a bot": ({**OPEN, "seats": [{"kind": "open", "bot": "random"}] * 2}, "/seats/0/bot"),
    "an unknown field": ({**OPEN, "colour": "red"}, "/colour"),
    "a field with a slash": ({**OPEN, "a/b~c": 1}, "/a~1b~0c"),
    "a switch that is a text": ({**OPEN, "listed": "yes"}, "/listed"),
    "a switch that is a number": ({**OPEN, "spectators": 1}, "/spectators"),
    "an unknown option": ({**OPEN, "options": {"speed": 1}}, "/options/speed"),
    "an option out of its values": ({**OPEN, "options": {"length": "short"}}, "/options/length"),
    "a number that is a text": ({**OPEN, "options": {"turn_cap": "7"}}, "/options/turn_cap"),
    "a number that is a fraction": ({**OPEN, "options": {"turn_cap": 7.5}}, "/options/turn_cap"),
    "a number that is true": ({**OPEN, "options": {"turn_cap": True}}, "/options/turn_cap"),
    "a number out of its bounds": ({**OPEN, "options": {"turn_cap": 0}}, "/options/turn_cap"),
    "null where a value stands": ({**OPEN, "options": {"length": None}}, "/options/length"),
}


@pytest.mark.parametrize(("body", "pointer"), BAD_OPENINGS.values(), ids=BAD_OPENINGS.keys())
def test_an_opening_that_is_not_well_formed_says_where(talk: Talk, body: Any, pointer: str) -> None:
    refused = talk.ask("POST", "/v1/matches", content=dumped(body), headers=JSON)
    assert refused.status_code == 422
    assert refused.json()["code"] == "invalid_request"
    assert pointer in [place["pointer"] for place in refused.json()["errors"]]


JSON = {"Content-Type": "application/json"}
BODIES: dict[str, tuple[bytes, Mapping[str, str], int, str]] = {
    "half a body": (b'{"game": "squi', JSON, 400, "malformed_json"),
    "no body": (b"", JSON, 400, "malformed_json"),
    "not a number": (b'{"game": NaN}', JSON, 400, "malformed_json"),
    "no UTF-8": (b'{"game": "\xff"}', JSON, 400, "malformed_json"),
    "half a surrogate pair": (b'{"game": "\\ud800"}', JSON, 400, "malformed_json"),
    "a deep nest": (b"[" * 20_000 + b"]" * 20_000, JSON, 400, "malformed_json"),
    "a form": (b"game=squishem", {"Content-Type": "application/x-www-form-urlencoded"}, 415, "unsupported_media_type"),
    "no type": (b"{}", {}, 415, "unsupported_media_type"),
    "too much": (b'"' + b"x" * 70_000 + b'"', JSON, 413, "payload_too_large"),
}


@pytest.mark.parametrize(("content", "headers", "status", "code"), BODIES.values(), ids=BODIES.keys())
def test_a_body_that_can_not_be_read_is_refused(
    talk: Talk, content: bytes, headers: Mapping[str, str], status: int, code: str
) -> None:
    refused = talk.ask("POST", "/v1/matches", content=content, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def sent_raw(house: House, request: bytes) -> tuple[bytes, bytes]:
    """Return head and body of what is answered to bytes that no client would send."""
    with socket.create_connection(("127.0.0.1", int(house.address.rpartition(":")[2])), timeout=60) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        head, _, body = b"".join(iter(lambda: line.recv(65536), b"")).partition(b"\r\n\r\n")
    return head, body


@pytest.mark.parametrize("chunks", [b"ZZ\r\n{}\r\n0\r\n\r\n", b"5\r\n{}"], ids=["no length", "cut off"])
def test_chunks_that_are_none_are_a_body_that_can_not_be_read(house: House, chunks: bytes) -> None:
    head = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head, body = sent_raw(house, head + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunks)
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["code"] == "malformed_json"


def healthy(line: socket.socket) -> bool:
    """Ask for the health on a connection that is open, and read the answer to its end."""
    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    answer = b""
    while not answer.endswith(b"}") and (part := line.recv(65536)):
        answer += part
    return answer.startswith(b"HTTP/1.1 200 ")


def test_a_body_that_stalls_does_not_hold_its_connection(house: House) -> None:
    head = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    address = ("127.0.0.1", int(house.address.rpartition(":")[2]))
    with (
        socket.create_connection(address, timeout=60) as line,
        socket.create_connection(address, timeout=60) as idle,
    ):
        line.sendall(head)
        assert healthy(idle)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
        # Between two requests a connection may be still for longer than within one.
        assert healthy(idle)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"Connection: close" in answer
    assert b'"request_timeout"' in answer


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (b"\0\1\2\r\n\r\n", 400, "bad_request"),
        (b"get /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request"),
        (b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400, "bad_request"),
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri_too_long"),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 9000 + b"\r\n\r\n", 431, "headers_too_large"),
        (b"GET /healthz HTTP/1.1\r\n" + b"X: a\r\n" * 101 + b"\r\n", 431, "headers_too_large"),
        (b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417, "expectation_failed"),
        (b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: tea\r\n\r\n", 501, "transfer_coding_unknown"),
    ],
    ids=["no HTTP", "no method", "no length", "a long path", "a long header", "many headers", "a hope", "a coding"],
)
def test_what_is_no_request_is_a_problem_and_no_page(house: House, request_: bytes, status: int, code: str) -> None:
    head, body = sent_raw(house, request_)
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/problem+json" in head
    problem = json.loads(body)
    contract().validator("Problem").validate(problem)
    assert (problem["code"], problem["status"]) == (code, status)


NAMES = {
    "empty": "",
    "blank": "  \t ",
    "too long": "x" * 25,
    "a control": "Am\x07bie",
    "a NUL": "Am\x00bie",
    "a line": "Am\nbie",
    "reversing": "Am\u202ebie",
    "isolating": "Am\u2066bie",
    "no width": "Am\u200bbie",
    "nothing to see": "\u200d\u200d",
    "unassigned": "Am\U000e0fffbie",
    "a letter that is blank": "\u3164\u3164",
    "a sign that is blank": "\u2800",
    "a mark alone": "\u0301",
    "a mark on what stands before": "\u0336Ambie",
    "a private sign": "Am\ue000bie",
    "too long once composed": "\u0958" * 13,
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_that_does_not_show_is_refused(talk: Talk, name: str) -> None:
    table = open_table(talk, None, None, sit=False)
    refused = talk.post(f"{table.path}/seats", {"name": name}, status=422)
    assert [place["pointer"] for place in refused["errors"]] == ["/name"]
    assert table.look()["version"] == 1


@pytest.mark.parametrize("name", ["x" * 24, "Zoë", "山田", "👩‍🚒", "O'Neill <b>"])
def test_any_name_that_shows_is_kept_in_one_form(talk: Talk, name: str) -> None:
    table = open_table(talk, None, None, sit=False)
    talk.post(f"{table.path}/seats", {"name": f" {name} "}, status=201)
    assert table.look()["seats"][0]["name"] == name


def test_a_name_is_kept_composed(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    talk.post(f"{table.path}/seats", {"name": "Zoe\u0308"}, status=201)
    assert table.look()["seats"][0]["name"] == "Zo\u00eb"


@pytest.mark.parametrize("seat", [2, -1, 10, 10**30, 0.0, True, "0"])
def test_a_seat_that_is_not_there_can_not_be_taken(talk: Talk, seat: object) -> None:
    table = open_table(talk, None, None, sit=False)
    refused = talk.post(f"{table.path}/seats", {"name": "Ambie", "seat": seat}, status=422)
    assert refused["code"] == "invalid_request"
    assert [place["pointer"] for place in refused["errors"]] == ["/seat"]


def test_a_seat_is_taken_once(talk: Talk) -> None:
    table = open_table(talk, None, "random", None, sit=False)
    talk.post(f"{table.path}/seats", {"name": "Ambie", "seat": 0}, status=201)
    for seat in (0, 1):
        refused = talk.post(f"{table.path}/seats", {"name": "Basil", "seat": seat}, status=409)
        assert refused["code"] == "seat_taken"
        assert "open are 2" in refused["detail"]
    talk.post(f"{table.path}/seats", {"name": "Basil"}, status=201)
    assert talk.post(f"{table.path}/seats", {"name": "Cleo"}, status=409)["code"] == "seat_taken"


@pytest.mark.parametrize("match", ["m_AAAAAAAAAAAAAAAAAAAAAA", "m_short", "x", "m_" + "A" * 23, "%00", "{m}"])
def test_a_match_that_is_not_there_is_unknown(talk: Talk, match: str) -> None:
    path = f"/v1/matches/{match}"
    assert talk.get(path, status=404)["code"] == "match_unknown"
    assert talk.post(f"{path}/seats", {"name": "Ambie"}, status=404)["code"] == "match_unknown"
    assert talk.get(f"{path}/record", status=404)["code"] == "match_unknown"


@pytest.mark.parametrize("query", [{"after": "x"}, {"after": "-1"}, {"wait": "26"}, {"wait": "1.5"}, {"later": "1"}])
def test_a_query_that_is_not_well_formed_is_refused(two: Table, query: dict[str, str]) -> None:
    refused = two.talk.get(two.path, two.tokens[0], status=422, params=query)
    assert [place["pointer"] for place in refused["errors"]] == list(query)


@pytest.mark.parametrize("bad", ["short", "x" * 65, "with space in the middle..", "ü" * 22])
def test_an_idempotency_key_has_a_form(talk: Talk, bad: str) -> None:
    refused = talk.post("/v1/matches", OPEN, status=422, headers={"Idempotency-Key": bad.encode()})
    assert [place["pointer"] for place in refused["errors"]] == ["Idempotency-Key"]


BAD_ACTIONS: dict[str, tuple[Any, str]] = {
    "no choice": ({"decision": "d"}, "/choice"),
    "no decision": ({"choice": {"kind": "coffee_break"}}, "/decision"),
    "a decision that is a number": ({"decision": 1, "choice": {"kind": "coffee_break"}}, "/decision"),
    "a choice of no kind": ({"decision": "d", "choice": {}}, "/choice/kind"),
    "a choice of an unknown kind": ({"decision": "d", "choice": {"kind": "resign"}}, "/choice/kind"),
    "a choice that is a list": ({"decision": "d", "choice": []}, "/choice"),
    "a choice with less": ({"decision": "d", "choice": {"kind": "attack"}}, "/choice/card"),
    "a choice with more": ({"decision": "d", "choice": {"kind": "coffee_break", "card": "x"}}, "/choice/card"),
    "a choice that is null": ({"decision": "d", "choice": None}, "/choice"),
    "a card with a NUL": ({"decision": "d", "choice": {"kind": "attack", "card": "x\0"}}, "/choice/card"),
}


@pytest.mark.parametrize(("body", "pointer"), BAD_ACTIONS.values(), ids=BAD_ACTIONS.keys())
def test_an_action_that_is_not_well_formed_says_where(two: Table, body: Any, pointer: str) -> None:
    refused = two.talk.post(f"{two.path}/actions", body, two.tokens[0], status=422)
    assert refused["code"] == "invalid_request"
    assert pointer in [place["pointer"] for place in refused["errors"]]


def test_an_illegal_choice_names_the_rule_and_what_is_legal(two: Table) -> None:
    before = two.look(two.tokens[0])
    (decision,) = before["decisions"]
    stolen = two.look(two.tokens[1])["decisions"][0]["choices"]["items"][0]
    refused = two.act(two.tokens[0], decision, stolen, status=422)
    assert refused["code"] == "illegal_choice"
    assert refused["rule"] == "SQ-020"
    assert refused["legal"] == decision["choices"]
    assert refused["errors"] == [{"pointer": "/choice/card", "message": refused["detail"]}]
    wrong_kind = two.act(two.tokens[0], decision, {"kind": "monster", "monster": "x"}, status=422)
    assert [place["pointer"] for place in wrong_kind["errors"]] == ["/choice/kind"]
    assert two.look(two.tokens[0]) == before


def test_what_is_no_page_and_no_method_is_a_problem_too(talk: Talk) -> None:
    for path in ("/v2/matches", "/v1//games", "/v1/matches//seats"):
        assert talk.ask("GET", path).json()["code"] == "not_found"
    refused = talk.ask("DELETE", "/v1/games")
    assert (refused.status_code, refused.json()["code"]) == (405, "method_not_allowed")
    assert "GET" in refused.headers["Allow"]
    assert talk.get("/v1/games/chess", status=404)["code"] == "game_unknown"
    assert talk.get("/v1/games/chess/cards", status=404)["code"] == "game_unknown"


def dumped(body: Any) -> bytes:
    return json.dumps(body).encode()
