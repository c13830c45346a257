"""What the contract says before its operations: how matches are followed, who pays, and what HTTP itself refuses."""

from service.problems import PLAIN_HTTP

_TEXT = """Tabletop games over HTTP: open a match, take a seat, look, act.

**Whose view.** Every answer about a match is what the bearer may see: a seat's token sees that seat's hand and
questions, the host's token and no token at all see what everybody sees. Tokens go into `Authorization: Bearer`.
Fields that a client doesn't know, and new kinds in a union of an answer, are to be passed over: later versions add
some. Requests are closed: what they misspell is refused.

**Times** are RFC 3339 in UTC, **ids** are opaque, **pages** are followed by asking for `next` as it is: a path with
its query, relative to this server.

**Parameters** of the query are sent once each; a whole number is written in the digits 0 to 9, without sign, blanks
or leading zeros. Anything else is 422 `invalid_request`, with the parameter's name as `pointer`.

**Sending again.** What takes an `Idempotency-Key` (opening a match, taking, leaving and emptying a seat, a new token)
can be sent again with the same key: 22 to 64 random characters, made anew for each thing that is wanted, and kept for
its retries. All else can be sent again as it is.

**Rate limits.** Each operation but the health checks, this contract and its page costs a unit, more where it says so,
and each whole kilobyte of a body another: at once where `Content-Length` says how many, up to the largest body that
the operation reads; of a body in chunks once it is read, before anything is done. A seat and a host have an allowance
of their own a minute, whichever token of theirs is sent and from wherever. Everything else is paid by the address
that asks (a /64 of IPv6): operations that need no bearer, whatever bearer is sent; spectators and tickets; tokens
that are made up, of another match, or dead. All seats and hosts that ask from one address may spend ten such
allowances together. `RateLimit` says what is left, 429 `rate_limited` in `Retry-After` when to come back; a 429 has
done nothing.

**Bodies** are JSON in UTF-8. Of a name that stands twice in one object the last value counts, and nobody is told.

**Caching.** Where an answer has an `ETag`, `If-None-Match` with it, or with `*`, is answered 304 while it is still
true.

**Methods.** `HEAD` is answered as `GET`, without the body; `OPTIONS` with the methods in `Allow`, and what CORS asks
for.

**Refusals** are `application/problem+json` (RFC 9457). Clients branch on `code`; `type` is an address of this server
that says what it means and what to do. Beside the refusals that each operation names, any request may meet what HTTP
itself refuses:

| status | code | when |
|---|---|---|
{refusals}

A request must be there whole in time: its head within 15 seconds of the connection or of the answer before, or the
connection is closed without a word; its body within 20 seconds, without a pause of 10.
"""

_WHEN = {
    "bad_request": "What was sent is no HTTP, or breaks its rules",
    "not_found": "No operation has this path, or a seat in it is no number",
    "method_not_allowed": "The path has other methods; `Allow` names them",
    "request_timeout": "The body came too slowly; the connection is closed",
    "payload_too_large": "The body is over 64 KiB, or over 1 MiB where records are sent in",
    "uri_too_long": "The first line is over 4,094 bytes",
    "unsupported_media_type": "A body is expected as `application/json`, and is something else",
    "expectation_failed": "A header `Expect` asks for anything but `100-continue`",
    "headers_too_large": "More than 100 headers, or one over 8,190 bytes",
    "transfer_coding_unknown": "`Transfer-Encoding` names anything but `chunked`",
}


def preface() -> str:
    """Return the description of the whole contract, in Markdown."""
    rows = [f"| {status} | `{one.code}` | {_WHEN[one.code]} |" for status, one in sorted(PLAIN_HTTP.items())]
    return _TEXT.replace("{refusals}", "\n".join(rows))
