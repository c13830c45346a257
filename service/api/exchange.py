"""Reading requests and writing responses."""

import hashlib
import re
from itertools import islice
from typing import Any

import orjson
from flask import Response, g, request
from flask.globals import request_ctx
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge, RequestTimeout, UnsupportedMediaType

from schemas.places import places
from service.errors import MOST_NAMED
from service.problems import JsonMalformed, RequestInvalid, TokenMalformed
from service.wire import to_wire

ETAG_OF_CONTENT = {"ETag": {"schema": {"type": "string"}, "description": "Changes when the content does."}}

_BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/=-]+) *", re.IGNORECASE | re.ASCII)


def answer(content: object, status: int = 200, **headers: str) -> Response:
    """Return `content` in wire form; underscores in names of headers stand for hyphens."""
    named = [(name.replace("_", "-"), value) for name, value in headers.items()]
    return Response(to_wire(content), status, named, content_type="application/json")


def private(content: object, etag: str, status: int = 200, **headers: str) -> Response:
    """Return what one bearer alone may see."""
    return answer(content, status, ETag=f'"{etag}"', Cache_Control="private, no-cache", Vary="Authorization", **headers)


def nothing() -> Response:
    """Say that it is done, and that there is nothing to see."""
    return Response(status=204, headers={"Cache-Control": "no-store"})


def not_modified(etag: str) -> Response:
    """Say that the bearer has it already."""
    headers = {"ETag": f'"{etag}"', "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return Response(status=304, headers=headers)


def cacheable(body: bytes) -> Response:
    """Return JSON that changes only with a release, or 304 where the client has it."""
    tag = hashlib.sha256(body).hexdigest()[:32]
    known = request.if_none_match.contains_weak(tag)
    response = Response(b"" if known else body, 304 if known else 200, content_type="application/json")
    response.headers["Cache-Control"] = "public, max-age=300"
    response.set_etag(tag)
    return response


def without_type(response: Response) -> Response:
    """What has no body is of no type; Flask would call it HTML."""
    if response.status_code in (204, 304) or request.method == "OPTIONS":
        response.headers.pop("Content-Type", None)
    return response


def query() -> dict[str, str]:
    """Return the parameters of the query; raises RequestInvalid where one is sent twice."""
    repeated = [name for name, values in request.args.lists() if len(values) > 1]
    if repeated:
        raise RequestInvalid([(name, "Must be sent once.") for name in repeated])
    return request.args.to_dict()


def token() -> str | None:
    """Return the bearer's token, None without one; what is no token is never taken for a spectator."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    found = _BEARER.fullmatch(header)
    if found is None:
        raise TokenMalformed("The header Authorization must be 'Bearer', a space and a token.")
    return found[1]


def charge(units: int) -> None:
    """Take more from the allowance of whoever asks, before there is work; raises RateLimited."""
    g.bill.charge(units)


def asker() -> str:
    """Return the address of whoever asks, as the rate limits count it."""
    return str(g.bill.address)


def body(*, required: bool) -> Any:
    """Return the body as plain values, or an empty object where it is absent and not required.

    Raises JsonMalformed, UnsupportedMediaType, RequestEntityTooLarge, RequestTimeout, RateLimited.
    """
    asked = request_ctx.request
    try:
        sent = asked.get_data(cache=False)
    except RequestEntityTooLarge:
        raise
    except Exception as error:
        # The server gave up waiting; werkzeug has a name of its own for that.
        if TimeoutError in (type(error), type(error.__context__)):
            raise RequestTimeout(
                "The body was not there in time; it must come whole, and without long pauses."
            ) from error
        # Chunks that are none, or end too early: each server has its own names for them.
        raise JsonMalformed("The body can't be read: it is not sent as its headers say.") from error
    if asked.content_length is None:
        # What was said before the body came is paid already.
        charge(len(sent) // 1024)
        largest = asked.max_content_length
        if largest is not None and len(sent) >= largest:
            # Of a body without a length, werkzeug reads as much as is allowed and says nothing of the rest.
            raise RequestEntityTooLarge
    if not sent and not required:
        return {}
    if asked.headers.get("Content-Type") != "application/json" and asked.mimetype != "application/json":
        raise UnsupportedMediaType(f"The body is {asked.mimetype or 'of no type'!r}; it must be application/json.")
    try:
        return orjson.loads(sent)
    except orjson.JSONDecodeError as error:
        raise JsonMalformed(f"The body is no JSON: {error}.") from error


def loaded(schema: Schema, given: Any, *, in_body: bool) -> Any:
    """Return what `schema` makes of `given`; raises RequestInvalid with JSON pointers, or names outside the body."""
    try:
        return schema.load(given)
    except ValidationError as error:
        raise RequestInvalid(list(islice(places(error.messages, in_body=in_body), MOST_NAMED))) from error
