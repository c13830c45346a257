"""Tokens of seats and hosts: derived from the server's secret, so that nothing secret is stored."""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from service.errors import TicketUnknown, TokenUnknown

Role = Literal["seat", "host", "spectator"]
_ROLES: tuple[Role, ...] = ("seat", "host", "spectator")

READ_AT_ONCE = 4096
"""So many tokens are remembered by each process."""

_ID_BYTES = 16
_NONCE_BYTES = 8
_MARK_BYTES = 16
_MAC_BYTES = 16
_MATCH_ID = re.compile(r"m_[A-Za-z0-9_-]{22}", re.ASCII)
_JOB_ID = re.compile(r"s_[A-Za-z0-9_-]{22}", re.ASCII)
_QUESTION_ID = re.compile(r"w_[A-Za-z0-9_-]{22}", re.ASCII)
_TOKEN = re.compile(r"(seat|host)_([A-Za-z0-9_-]{56})", re.ASCII)
_TICKET = re.compile(r"tk_([A-Za-z0-9_-]{64})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Token:
    """What a genuine token or ticket says: whose it is. `nonce` (16 hex digits) dies with rotation.

    `seat` is -1 for all but a seat. No token says "spectator", but a ticket may.
    """

    role: Role
    match: str
    seat: int
    nonce: str


class Tokens:
    """Derives ids, nonces and tokens, and verifies tokens, all with HMAC-SHA-256 of one secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        # What a token says depends on the secret alone, so it can be remembered; if it still holds, the match knows.
        self.read = lru_cache(maxsize=READ_AT_ONCE)(self._read)

    def match_id(self, key: str | None) -> str:
        """Return a new match id of 128 bits; the same idempotency `key` always gives the same id."""
        return "m_" + _text(self._derived(_ID_BYTES, "match", key))

    def job_id(self, key: str | None) -> str:
        """Return a new id of a job, 128 bits that are its only key; the same idempotency `key` gives the same id."""
        return "s_" + _text(self._derived(_ID_BYTES, "job", key))

    def question_id(self, asked: bytes) -> str:
        """Return the id of a question about words, 128 bits; what its asker asks again has the same one."""
        return "w_" + _text(self._derived(_ID_BYTES, "question", hashlib.sha256(asked).hexdigest()))

    def nonce(self) -> str:
        """Return a new nonce of 64 bits, by chance: what made a token once never comes again."""
        return secrets.token_hex(_NONCE_BYTES)

    def mark(self, purpose: str, key: str) -> str:
        """Return what a match knows a request by: the same purpose and idempotency `key` always give the same mark."""
        return self._derived(_MARK_BYTES, f"mark/{purpose}", key).hex()

    def seat_token(self, match: str, seat: int, nonce: str) -> str:
        """Return the token of a seat of `match`."""
        return self._token("seat", match, seat, nonce)

    def host_token(self, match: str, nonce: str) -> str:
        """Return the token of the host of `match`."""
        return self._token("host", match, -1, nonce)

    def ticket(self, said: Token, expires: int) -> str:
        """Return a ticket that says what `said` says until the time `expires` (ms since 1970), and only to look."""
        head = _bytes(said.match[2:]) + said.seat.to_bytes(1, "big", signed=True)
        body = (
            head + _ROLES.index(said.role).to_bytes(1, "big") + expires.to_bytes(6, "big") + bytes.fromhex(said.nonce)
        )
        return "tk_" + _text(body + self._mac("ticket", body))

    def read_ticket(self, ticket: str, now: int) -> Token:
        """Return what a ticket says; raises TicketUnknown unless this secret made it and `now` (ms) is in its time."""
        found = _TICKET.fullmatch(ticket)
        if found is None:
            raise TicketUnknown
        raw = urlsafe_b64decode(found[1])
        body, mac = raw[:-_MAC_BYTES], raw[-_MAC_BYTES:]
        genuine = hmac.compare_digest(mac, self._mac("ticket", body))
        at = _ID_BYTES
        seat, role, expires, nonce = body[at : at + 1], body[at + 1], body[at + 2 : at + 8], body[-_NONCE_BYTES:]
        if not genuine or int.from_bytes(expires, "big") <= now:
            raise TicketUnknown
        match = "m_" + _text(body[:_ID_BYTES])
        return Token(_ROLES[role], match, int.from_bytes(seat, "big", signed=True), nonce.hex())

    def _read(self, token: str) -> Token:
        """Return what a token says; raises TokenUnknown unless this secret made it."""
        found = _TOKEN.fullmatch(token)
        if found is None:
            raise TokenUnknown
        role: Role = "seat" if found[1] == "seat" else "host"
        raw = urlsafe_b64decode(found[2])
        body, mac = raw[:-_MAC_BYTES], raw[-_MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(role, body)):
            raise TokenUnknown
        return Token(
            role,
            "m_" + _text(body[:_ID_BYTES]),
            int.from_bytes(body[_ID_BYTES : _ID_BYTES + 1], "big", signed=True),
            body[-_NONCE_BYTES:].hex(),
        )

    def _token(self, role: Role, match: str, seat: int, nonce: str) -> str:
        # One byte of padding fills the last group of four characters.
        body = _bytes(match[2:]) + seat.to_bytes(1, "big", signed=True) + b"\0" + bytes.fromhex(nonce)
        return f"{role}_" + _text(body + self._mac(role, body))

    def _mac(self, role: str, body: bytes) -> bytes:
        return hmac.digest(self._secret, f"token/{role}/".encode() + body, hashlib.sha256)[:_MAC_BYTES]

    def _derived(self, size: int, purpose: str, key: str | None) -> bytes:
        if key is None:
            return secrets.token_bytes(size)
        return hmac.digest(self._secret, f"{purpose}/{key}".encode(), hashlib.sha256)[:size]


def spectator_of(match: str) -> Token:
    """Return what somebody without a token would say."""
    return Token("spectator", match, -1, "0" * (2 * _NONCE_BYTES))


def is_match_id(text: str) -> bool:
    """Tell whether `text` has the form of a match id."""
    return _MATCH_ID.fullmatch(text) is not None


def is_job_id(text: str) -> bool:
    """Tell whether `text` has the form of a job's id."""
    return _JOB_ID.fullmatch(text) is not None


def is_question_id(text: str) -> bool:
    """Tell whether `text` has the form of the id of a question about words."""
    return _QUESTION_ID.fullmatch(text) is not None


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
