"""Rate limits: one allowance for each seat and each host of a match, one for each address, and a cap on the address.

Tokens are many and cost nothing, so what is counted is whose they are: a new token of the same seat spends what the old
one left, and who opens ever more matches meets the cap.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable

from flask import Flask, Response, g, request

from service.api.exchange import token
from service.api.operations import Operation
from service.errors import RateLimited, TokenUnknown
from service.problems import TokenMalformed
from service.seats import Tokens
from service.store import Allowances, Spent

WINDOW_SECONDS = 60
LARGEST_BODY = 1024 * 1024
CAP = 10
"""How many times its own allowance an address may spend with all the tokens that are used from it."""

LARGEST_CAP = 10_000_000
GONE_AT_ONCE = 4096
"""So many tokens that have died are remembered by each process."""

GONE = frozenset({"token_unknown", "match_unknown", "match_expired"})
"""Refusals which show that a genuine token is worth nothing any more."""


def limit_rates(app: Flask, allowances: Allowances, caps: Allowances, tokens: Tokens) -> Callable[[int], None]:
    """Let every operation take its cost from the allowance of whoever asks, and say in headers what is left.

    `caps` is what each address may spend with tokens. Whether a token still holds, only the match knows, and the use
    case asks it: what a dead one took is given back to its seat then, and the address pays. Returns what takes more
    from the address, where the work turns out to be more; that raises RateLimited.
    """
    gone: OrderedDict[str, None] = OrderedDict()

    def spend() -> None:
        operation: Operation | None = getattr(app.view_functions.get(request.endpoint or ""), "operation", None)
        if operation is None or not operation.cost or request.method == "OPTIONS":
            return
        cost, address = operation.cost + _kilobytes(), _network(request.remote_addr or "")
        sent, seat = _seat(tokens) if operation.security else ("", None)
        if seat is None or sent in gone:
            _told("default", allowances, allowances.spend(address, cost))
            return
        _told("default", allowances, allowances.spend(seat, cost))
        capped = caps.spend(f"with-tokens/{address}", cost)
        if not capped.enough:
            allowances.give_back(seat, cost)
            _told("address", caps, capped)
        g.with_token = sent, seat, address, cost

    def charge(units: int) -> None:
        _told("default", allowances, allowances.spend(_network(request.remote_addr or ""), units))

    def tell(response: Response) -> Response:
        if g.get("refused") in GONE and "with_token" in g:
            sent, seat, address, cost = g.with_token
            allowances.give_back(seat, cost)
            # What is left to the seat is no business of who has it no more.
            g.spent = "default", allowances.burst, allowances.spend(address, cost)
            gone[sent] = None
            if len(gone) > GONE_AT_ONCE:
                gone.popitem(last=False)
        if "spent" in g:
            policy, burst, spent = g.spent
            response.headers.add("RateLimit-Policy", f'"{policy}";q={burst};w={WINDOW_SECONDS}')
            response.headers.add("RateLimit", f'"{policy}";r={spent.left};t={-(-spent.milliseconds // 1000)}')
        return response

    app.before_request(spend)
    app.after_request(tell)
    return charge


def _told(policy: str, allowances: Allowances, spent: Spent) -> None:
    """Keep what the headers will say; raises RateLimited where there was not enough."""
    g.spent = policy, allowances.burst, spent
    if not spent.enough:
        raise RateLimited(spent.milliseconds)


def _kilobytes() -> int:
    """What the body adds: work grows with it. One that doesn't say how long it is counts as the longest."""
    unsaid = LARGEST_BODY if "Transfer-Encoding" in request.headers else 0
    return (unsaid if request.content_length is None else min(request.content_length, LARGEST_BODY)) // 1024


def _seat(tokens: Tokens) -> tuple[str, str | None]:
    """Return the token that was sent, and whose it is: None unless it is a genuine one of the match that is asked."""
    try:
        sent = token()
        said = None if sent is None else tokens.read(sent)
    except (TokenMalformed, TokenUnknown):
        return "", None
    if sent is None or said is None or said.match != (request.view_args or {}).get("match"):
        return "", None
    return sent, f"{said.match}/{said.role}/{said.seat}"


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
