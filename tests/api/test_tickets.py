"""Tickets of streams: read-only, of one audience of one match, for an hour, and dead with the token."""

from datetime import UTC, datetime, timedelta

import pytest

from service.errors import TicketUnknown, TokenUnknown
from service.seats import Role, Token, Tokens
from tests.api.house import SECRET, House
from tests.api.stream import Stream
from tests.api.talk import Table, Talk, open_table
from tests.api.telling import Teller

NOW = 1_800_000_000_000


@pytest.fixture(scope="module")
def teller(redis_url: str) -> Teller:
    return Teller(redis_url)


def address(table: Table, token: str | None) -> str:
    url: str = table.talk.post(f"{table.path}/stream-tickets", token=token)["url"]
    assert url.startswith(f"{table.path}/stream?ticket=tk_")
    return url


def test_a_ticket_shows_what_its_bearer_may_know(house: House, two: Table, teller: Teller) -> None:
    teller.tell(two.id, 0, 1, 1, None)
    for token in (*two.tokens, two.host, None):
        url = address(two, token)
        version = two.look(token)["version"]
        for _ in range(2):
            with Stream(house.address, url) as by_ticket, Stream(house.address, f"{two.path}/stream", token) as direct:
                assert by_ticket.status == 200
                assert by_ticket.take(version) == direct.take(version)


def test_a_ticket_lasts_an_hour(house: House, two: Table) -> None:
    made = two.talk.post(f"{two.path}/stream-tickets", token=two.tokens[0])
    left = datetime.fromisoformat(made["expires_at"]) - datetime.now(UTC)
    assert timedelta(minutes=59) < left <= timedelta(hours=1)
    tokens = Tokens(SECRET.encode())
    said = tokens.read(two.tokens[0])
    for expires, status in ((datetime.now(UTC) + timedelta(minutes=1), 200), (datetime.now(UTC), 401)):
        ticket = tokens.ticket(said, int(expires.timestamp() * 1000))
        with Stream(house.address, f"{two.path}/stream?ticket={ticket}") as stream:
            assert stream.status == status


def test_a_ticket_only_looks_and_only_streams(two: Table) -> None:
    ticket = address(two, two.tokens[0]).partition("ticket=")[2]
    (decision,) = two.look(two.tokens[0])["decisions"]
    assert two.act(ticket, decision, decision["choices"]["items"][0], status=401)["code"] == "token_unknown"
    for path in (two.path, f"{two.path}/events", f"{two.path}/stream"):
        assert two.talk.get(path, ticket, status=401)["code"] == "token_unknown"
    assert two.talk.get(two.path, params={"ticket": ticket}, status=422)["code"] == "invalid_request"
    assert two.talk.post(f"{two.path}/stream-tickets", token=ticket, status=401)["code"] == "token_unknown"


def test_a_token_is_no_ticket_and_the_two_do_not_mix(two: Table) -> None:
    stream, ticket = f"{two.path}/stream", address(two, two.tokens[0]).partition("ticket=")[2]
    for wrong in (two.tokens[0], two.host, "tk_", ticket[3:], ticket + "A", "tk_" + "A" * 64):
        assert two.talk.get(stream, params={"ticket": wrong}, status=401)["code"] == "ticket_unknown"
    both = two.talk.get(stream, two.tokens[0], params={"ticket": ticket}, status=422)
    assert [place["pointer"] for place in both["errors"]] == ["ticket"]


def test_a_ticket_is_of_its_match_alone(talk: Talk, two: Table) -> None:
    other = open_table(talk, None, None)
    ticket = address(two, two.tokens[0]).partition("ticket=")[2]
    refused = talk.get(f"{other.path}/stream", params={"ticket": ticket}, status=403)
    assert refused["code"] == "token_of_another_match"
    assert (
        talk.post(f"{other.path}/stream-tickets", token=two.tokens[0], status=403)["code"] == "token_of_another_match"
    )


def test_a_ticket_dies_with_its_token(house: House, two: Table, teller: Teller) -> None:
    urls = [address(two, token) for token in two.tokens]
    with Stream(house.address, urls[1]) as stream:
        heard = stream.take(two.look(two.tokens[1])["version"])
        teller.renonce(two.id, 1)
        teller.tell(two.id, None, 1)
        assert stream.rest() == []
        assert heard
    assert two.talk.get(urls[1], status=401)["code"] == "ticket_unknown"
    assert two.talk.post(f"{two.path}/stream-tickets", token=two.tokens[1], status=401)["code"] == "token_unknown"
    with Stream(house.address, urls[0]) as stream:
        assert stream.status == 200


def test_tickets_of_spectators_end_where_spectators_are_not_allowed(house: House, talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False, spectators=False)
    token = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)["token"]
    urls = {whose: address(table, whose) for whose in (None, table.host, token)}
    talk.post(f"{table.path}/start", token=table.host)
    assert talk.get(urls[None], status=403)["code"] == "spectators_not_allowed"
    assert talk.post(f"{table.path}/stream-tickets", status=403)["code"] == "spectators_not_allowed"
    for whose in (table.host, token):
        with Stream(house.address, urls[whose]) as stream:
            assert stream.status == 200


SAID = (
    Token("seat", "m_" + "A" * 22, 0, "0123456789abcdef"),
    Token("seat", "m_" + "B" * 21 + "A", 5, "f" * 16),
    Token("host", "m_" + "A" * 22, -1, "0123456789abcdef"),
    Token("spectator", "m_" + "A" * 22, -1, "0" * 16),
)


@pytest.mark.parametrize("said", SAID)
def test_a_ticket_says_what_it_was_made_of(said: Token) -> None:
    tokens = Tokens(SECRET.encode())
    ticket = tokens.ticket(said, NOW)
    assert tokens.read_ticket(ticket, NOW - 1) == said
    for late in (NOW, NOW + 1):
        with pytest.raises(TicketUnknown):
            tokens.read_ticket(ticket, late)


def test_no_ticket_can_be_made_from_another() -> None:
    tokens = Tokens(SECRET.encode())
    ticket = tokens.ticket(SAID[0], NOW)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for at in range(3, len(ticket)):
        for bit in range(6):
            changed = alphabet[alphabet.index(ticket[at]) ^ (1 << bit)]
            with pytest.raises(TicketUnknown):
                tokens.read_ticket(ticket[:at] + changed + ticket[at + 1 :], NOW - 1)


def test_tickets_and_tokens_are_never_taken_for_each_other() -> None:
    tokens = Tokens(SECRET.encode())
    role: Role
    for role, token in (
        ("seat", tokens.seat_token(SAID[0].match, 0, SAID[0].nonce)),
        ("host", tokens.host_token(SAID[0].match, SAID[0].nonce)),
    ):
        body = token.removeprefix(f"{role}_")
        for forged in (token, f"tk_{body}", f"tk_{body}AAAAAAAA"):
            with pytest.raises(TicketUnknown):
                tokens.read_ticket(forged, 0)
    ticket = tokens.ticket(SAID[0], NOW)
    for forged in (
        ticket,
        "seat_" + ticket[3:],
        "host_" + ticket[3:],
        "seat_" + ticket[3:59],
        "spectator_" + ticket[3:59],
    ):
        with pytest.raises(TokenUnknown):
            tokens.read(forged)
    with pytest.raises(TicketUnknown):
        Tokens(b"another secret, quite as long as it has to be").read_ticket(ticket, 0)
