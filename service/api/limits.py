"""Rate limits: one allowance for each genuine token, or for each address without one."""

import hashlib
import ipaddress
from collections.abc import Callable
from functools import lru_cache, partial

from flask import Flask, Response, g, request

from service.api.exchange import token
from service.errors import RateLimited, TokenUnknown
from service.problems import TokenMalformed
from service.seats import Tokens
from service.store import Allowances, Spent

WINDOW_SECONDS = 60
LARGEST_BODY = 1024 * 1024
OWNERS_AT_ONCE = 4096
"""So many genuine tokens are remembered by each process."""


def limit_rates(app: Flask, allowances: Allowances, tokens: Tokens) -> Callable[[int], None]:
    """Let every operation take its cost from the allowance of whoever asks, and say in headers what is left.

    Returns what takes more units, where the work turns out to be more; raises RateLimited.
    """
    policy = f'"default";q={allowances.burst};w={WINDOW_SECONDS}'
    owner = lru_cache(OWNERS_AT_ONCE)(partial(_owner, tokens))

    def spend() -> None:
        cost = getattr(app.view_functions.get(request.endpoint or ""), "cost", 0)
        if cost and request.method != "OPTIONS":
            g.spender = _spender(owner)
            charge(cost + _kilobytes())

    def charge(units: int) -> None:
        g.spent = spent = allowances.spend(g.spender, units)
        if not spent.enough:
            raise RateLimited(spent.milliseconds)

    def tell(response: Response) -> Response:
        spent: Spent | None = g.get("spent")
        if spent is not None:
            response.headers.add("RateLimit-Policy", policy)
            response.headers.add("RateLimit", f'"default";r={spent.left};t={-(-spent.milliseconds // 1000)}')
        return response

    app.before_request(spend)
    app.after_request(tell)
    return charge


def _kilobytes() -> int:
    """What the body adds: work grows with it. One that doesn't say how long it is counts as the longest."""
    unsaid = LARGEST_BODY if "Transfer-Encoding" in request.headers else 0
    return (unsaid if request.content_length is None else min(request.content_length, LARGEST_BODY)) // 1024


def _spender(owner: Callable[[str], str]) -> str:
    """Only a genuine token has an allowance of its own: whoever makes tokens up gets no more by it."""
    try:
        sent = token()
        if sent is not None:
            return owner(sent)
    except (TokenMalformed, TokenUnknown):
        pass
    return _network(request.remote_addr or "")


def _owner(tokens: Tokens, sent: str) -> str:
    tokens.read(sent)
    return hashlib.sha256(sent.encode()).hexdigest()[:32]


def _network(address: str) -> str:
    """One who has an address of IPv6 has a whole /64 of them."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "nowhere"
    if parsed.version == 4:
        return address
    mapped = parsed.ipv4_mapped
    return str(mapped or ipaddress.ip_network((parsed.packed, 64), strict=False))
