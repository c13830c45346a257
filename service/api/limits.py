"""Rate limits: one allowance for each seat and each host of a match, one for each address, and a cap on the address.

Tokens are many and cost nothing, so what is counted is whose they are: a new token of the same seat spends what the old
one left, and who opens ever more matches meets the cap.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from flask import Flask, Request, Response, g
from flask.globals import request_ctx

from service.api.exchange import token
from service.api.operations import Operation
from service.errors import RateLimited, StoreUnavailable, TokenUnknown
from service.problems import TokenMalformed
from service.seats import Token, Tokens
from service.store import Allowances, Spent

WINDOW_SECONDS = 60
CAP = 10
"""How many times its own allowance an address may spend with all the tokens that are used from it."""

LARGEST_CAP = 10_000_000
GONE_AT_ONCE = 4096
"""So many tokens that have died are remembered by each process."""


@dataclass(slots=True)
class _Bill:
    """What a request has taken so far, and from whom: a seat (or a host) while its token holds, or the address.

    `told` is what the headers will say: which policy, its whole allowance, and what was last spent of it.
    """

    till: "_Till"
    address: str
    token: str = ""
    said: Token | None = None
    units: int = 0
    held: bool = False
    told: tuple[str, int, Spent] | None = None

    @property
    def seat(self) -> str:
        return f"{self.said.match}/{self.said.role}/{self.said.seat}" if self.said is not None else ""

    def charge(self, units: int) -> None:
        """Put more on the bill; raises RateLimited."""
        self.till.take(self, units)

    def tell(self, policy: str, allowances: Allowances, spent: Spent) -> None:
        """Keep what the headers will say; raises RateLimited where there was not enough."""
        self.told = policy, allowances.burst, spent
        if not spent.enough:
            raise RateLimited(spent.milliseconds)


class _Till:
    """Takes units for requests: `caps` is what each address may spend with tokens."""

    def __init__(
        self, allowances: Allowances, caps: Allowances, tokens: Tokens, holds: Callable[[Token], bool]
    ) -> None:
        self._allowances = allowances
        self._caps = caps
        self._tokens = tokens
        self._holds = holds
        self._gone: OrderedDict[str, None] = OrderedDict()

    def bill(self, asked: Request, *, to_seat: bool) -> _Bill:
        """Return an empty bill; it goes to a seat only where a genuine token of the match that is asked says so."""
        address = _network(asked.remote_addr or "")
        sent, said = _said(asked, self._tokens) if to_seat else ("", None)
        return _Bill(self, address) if sent in self._gone else _Bill(self, address, sent, said)

    def take(self, bill: _Bill, units: int) -> None:
        """Put more on a bill, in all no more than a whole allowance; raises RateLimited where there is not enough."""
        allowances, units = self._allowances, min(units, self._allowances.burst - bill.units)
        if units <= 0:
            return
        if bill.said is not None:
            spent = allowances.spend(bill.seat, units)
            if spent.enough or self.held(bill):
                bill.tell("default", allowances, spent)
                capped = self._caps.spend(f"with-tokens/{bill.address}", units)
                if not capped.enough:
                    allowances.give_back(bill.seat, units)
                    bill.tell("address", self._caps, capped)
                bill.units += units
                return
        bill.tell("default", allowances, allowances.spend(bill.address, units))
        bill.units += units

    def held(self, bill: _Bill) -> bool:
        """Ask the match whether the token holds; where it doesn't, the address has the bill from now on."""
        if bill.said is None or bill.held:
            return bill.held
        with suppress(StoreUnavailable):
            bill.held = self._holds(bill.said)
            if not bill.held:
                self._to_address(bill)
            return bill.held
        return True

    def _to_address(self, bill: _Bill) -> None:
        self._allowances.give_back(bill.seat, bill.units)
        self._gone[bill.token] = None
        if len(self._gone) > GONE_AT_ONCE:
            self._gone.popitem(last=False)
        bill.said = None
        if bill.units:
            # What is left to the seat is no business of who has it no more.
            bill.told = "default", self._allowances.burst, self._allowances.spend(bill.address, bill.units)


def limit_rates(
    app: Flask, allowances: Allowances, caps: Allowances, tokens: Tokens, holds: Callable[[Token], bool]
) -> None:
    """Let every operation take its cost from the allowance of whoever asks, and say in headers what is left.

    `caps` is what each address may spend with tokens. Whether a token `holds`, only its match knows. The use case asks
    it, and what it answers is paid by the seat; after a refusal, which may have come before that, it is asked here.
    """
    till = _Till(allowances, caps, tokens, holds)

    def spend() -> None:
        # Each look through Flask's proxies costs as much as what is looked for.
        asked = request_ctx.request
        operation: Operation | None = getattr(app.view_functions.get(asked.endpoint or ""), "operation", None)
        if operation is None or not operation.cost or asked.method == "OPTIONS":
            return
        bill = g.bill = till.bill(asked, to_seat=bool(operation.security))
        bill.charge(operation.cost + _kilobytes(asked, operation))

    def tell(response: Response) -> Response:
        # With a key, leaving and renewing are answered to the token that died of it, too.
        bill: _Bill | None = g.get("bill")
        if bill is None:
            return response
        headers = request_ctx.request.headers
        if "Idempotency-Key" in headers or g.get("refused") not in (None, "redis_unavailable"):
            till.held(bill)
        if bill.told is not None:
            policy, burst, spent = bill.told
            response.headers.add("RateLimit-Policy", f'"{policy}";q={burst};w={WINDOW_SECONDS}')
            response.headers.add("RateLimit", f'"{policy}";r={spent.left};t={-(-spent.milliseconds // 1000)}')
        return response

    app.before_request(spend)
    app.after_request(tell)


def _kilobytes(asked: Request, operation: Operation) -> int:
    """What the body adds, for work grows with it. A longer one than is read costs no more; chunks, once they are."""
    length = asked.content_length or 0
    return min(length, operation.largest_body or asked.max_content_length or 0) // 1024 if length >= 1024 else 0


def _said(asked: Request, tokens: Tokens) -> tuple[str, Token | None]:
    """Return the token that was sent, and what it says: None unless it is a genuine one of the match that is asked."""
    try:
        sent = token()
        said = None if sent is None else tokens.read(sent)
    except (TokenMalformed, TokenUnknown):
        return "", None
    if sent is None or said is None or said.match != (asked.view_args or {}).get("match"):
        return "", None
    return sent, said


@lru_cache(maxsize=4096)
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
