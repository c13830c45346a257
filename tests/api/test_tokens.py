"""Who may do what: tokens of seats, of the host, of another match, of nobody."""

import pytest

from service.seats import Tokens
from tests.api.house import SECRET
from tests.api.talk import Table, Talk, open_table

CHOICE = {"decision": "d_0000000000000000", "choice": {"kind": "coffee_break"}}


def forged(table: Table) -> dict[str, str]:
    """Return tokens that look right, but that this house never gave."""
    mine = table.tokens[0]
    others = Tokens(b"the secret of quite another house, as long")
    ours = Tokens(SECRET.encode())
    return {
        "garbage": "seat_" + "A" * 56,
        "empty of sense": "x",
        "cut": mine[:-1],
        "longer": mine + "A",
        "one letter changed": mine[:-1] + ("A" if mine[-1] != "A" else "B"),
        "seat called host": "host_" + mine.removeprefix("seat_"),
        "another secret": others.seat_token(table.id, 0, "00" * 8),
        "another nonce": ours.seat_token(table.id, 0, "00" * 8),
        "a seat too many": ours.seat_token(table.id, 7, "00" * 8),
        "a host's other nonce": ours.host_token(table.id, "00" * 8),
    }


FORGERIES = (
    "garbage", "empty of sense", "cut", "longer", "one letter changed", "seat called host", "another secret",
    "another nonce", "a seat too many", "a host's other nonce",
)  # fmt: skip


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_token_that_is_none_of_ours_is_never_a_spectator(two: Table, forgery: str) -> None:
    token = forged(two)[forgery]
    for path in ("", "/record"):
        refused = two.talk.ask("GET", two.path + path, token=token)
        assert (refused.status_code, refused.json()["code"]) == (401, "token_unknown")
        assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert two.talk.post(f"{two.path}/actions", CHOICE, token, status=401)["code"] == "token_unknown"
    assert two.talk.post(f"{two.path}/start", token=token, status=401)["code"] == "token_unknown"


@pytest.mark.parametrize("header", ["", "Bearer", "Basic eDp5", "Bearer a b", "Bearer \u00e4"])
def test_a_header_that_is_no_bearer_token_is_refused(two: Table, header: str) -> None:
    refused = two.talk.ask("GET", two.path, headers={"Authorization": header.encode()})
    assert (refused.status_code, refused.json()["code"]) == (401, "token_unknown")


def test_a_token_of_another_match_says_so(talk: Talk, two: Table) -> None:
    other = open_table(talk, None, None)
    for token in (other.tokens[0], other.host):
        assert talk.get(two.path, token, status=403)["code"] == "token_of_another_match"
        assert talk.post(f"{two.path}/actions", CHOICE, token, status=403)["code"] == "token_of_another_match"


def test_only_a_seat_acts_and_only_the_host_starts(talk: Talk, two: Table) -> None:
    assert talk.post(f"{two.path}/actions", CHOICE, status=401)["code"] == "token_missing"
    assert talk.post(f"{two.path}/actions", CHOICE, two.host, status=403)["code"] == "seat_only"
    assert talk.post(f"{two.path}/start", status=401)["code"] == "token_missing"
    assert talk.post(f"{two.path}/start", token=two.tokens[0], status=403)["code"] == "host_only"


def test_a_seat_can_not_answer_for_another(two: Table) -> None:
    (theirs,) = two.look(two.tokens[1])["decisions"]
    before = [two.look(token) for token in two.tokens]
    for choice in (theirs["choices"]["items"][0], before[0]["decisions"][0]["choices"]["items"][0]):
        refused = two.act(two.tokens[0], theirs, choice, status=409)
        assert refused["code"] == "decision_closed"
        assert "legal" not in refused
        assert refused["match"] == before[0]
    assert [two.look(token) for token in two.tokens] == before


def test_spectators_look_where_they_are_allowed(talk: Talk) -> None:
    private = open_table(talk, None, None, sit=False, spectators=False)
    assert private.look()["status"] == "waiting"
    tokens = [talk.post(f"{private.path}/seats", {"name": "A"}, status=201)["token"] for _ in range(2)]
    assert talk.get(private.path, status=403)["code"] == "spectators_not_allowed"
    assert talk.get(f"{private.path}/record", status=403)["code"] == "spectators_not_allowed"
    assert private.look(tokens[0])["status"] == "running"
    assert private.look(private.host)["status"] == "running"


def test_the_table_sees_no_hand_but_its_own(two: Table) -> None:
    first, second = (two.look(token) for token in two.tokens)
    assert first["view"]["hand"] != second["view"]["hand"]
    for bearer in (None, two.host):
        seen = two.look(bearer)
        assert "hand" not in seen["view"]
        assert seen["decisions"] == []
        assert seen["waiting_for"] == [0, 1]
    assert first["decisions"][0]["id"] not in two.talk.ask("GET", two.path, token=two.tokens[1]).text
