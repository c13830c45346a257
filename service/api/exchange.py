"""Reading requests and writing responses, with what the contract says of both."""

import re
from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from functools import wraps
from typing import Any, TypeVar, cast

import orjson
from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import UnsupportedMediaType

from service.problems import STATUS, JsonMalformed, RequestInvalid, TokenMalformed
from service.wire import to_wire

View = TypeVar("View", bound=Callable[..., Any])

EVERYWHERE = ("redis_unavailable", "internal_error")
BEARER = [{"bearer": []}]
BEARER_OR_NOBODY = [{"bearer": []}, {}]

_BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/=-]+) *", re.IGNORECASE | re.ASCII)


def answer(content: object, status: int = 200, **headers: str) -> Response:
    """Return `content` in wire form; underscores in names of headers stand for hyphens."""
    response = Response(to_wire(content), status, mimetype="application/json")
    for name, value in headers.items():
        response.headers[name.replace("_", "-")] = value
    return response


def private(content: object, etag: str, status: int = 200, **headers: str) -> Response:
    """Return what one bearer alone may see."""
    response = answer(content, status, **headers)
    response.headers["ETag"] = f'"{etag}"'
    return _kept_private(response)


def not_modified(etag: str) -> Response:
    """Say that the bearer has it already."""
    response = Response(status=304)
    response.headers["ETag"] = f'"{etag}"'
    return _kept_private(response)


def _kept_private(response: Response) -> Response:
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    return response


def token() -> str | None:
    """Return the bearer's token, None without one; what is no token is never taken for a spectator."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    found = _BEARER.fullmatch(header)
    if found is None:
        raise TokenMalformed("The header Authorization must be 'Bearer', a space and a token.")
    return found[1]


def takes(schema: type[Schema], name: str = "body", required: bool = True) -> Callable[[View], View]:
    """Give the view the loaded body of the request as the argument `name`."""
    loader = schema()

    def decorate(view: View) -> View:
        @wraps(view)
        def reading(*args: Any, **kwargs: Any) -> Any:
            return view(*args, **kwargs, **{name: _loaded(loader, _body(required))})

        _documented(reading, {"in": "json", "required": required, "schema": schema})
        return cast("View", reading)

    return decorate


def reads(schema: type[Schema], location: str, name: str) -> Callable[[View], View]:
    """Give the view the loaded `query` or `headers` as the argument `name`."""
    loader = schema()
    wanted = {field.data_key or key for key, field in loader.fields.items()}

    def decorate(view: View) -> View:
        @wraps(view)
        def reading(*args: Any, **kwargs: Any) -> Any:
            if location == "headers":
                given = {key: request.headers[key] for key in wanted if key in request.headers}
            else:
                given = request.args.to_dict()
            return view(*args, **kwargs, **{name: _loaded(loader, given, "") if given or loader.fields else {}})

        _documented(reading, {"in": location, "required": False, "schema": schema})
        return cast("View", reading)

    return decorate


def refuses(blueprint: Blueprint, problem: type[Schema], *codes: str) -> Callable[[View], View]:
    """Say in the contract which refusals a view may answer with."""
    by_status: defaultdict[int, list[str]] = defaultdict(list)
    for code in (*codes, *EVERYWHERE):
        by_status[STATUS[code]].append(code)

    def decorate(view: View) -> View:
        for status, these in sorted(by_status.items()):
            document = blueprint.alt_response(
                status,
                schema=problem,
                content_type="application/problem+json",
                description=f"Code: {', '.join(these)}.",
            )
            view = document(view)
        return view

    return decorate


def _documented(view: Callable[..., Any], parameter: dict[str, Any]) -> None:
    view._apidoc = deepcopy(getattr(view, "_apidoc", {}))  # type: ignore[attr-defined]
    view._apidoc.setdefault("arguments", {}).setdefault("parameters", []).append(parameter)  # type: ignore[attr-defined]


def _body(required: bool) -> Any:
    data = request.get_data()
    if not data and not required:
        return {}
    if request.mimetype != "application/json":
        raise UnsupportedMediaType(f"The body is {request.mimetype or 'of no type'!r}; it must be application/json.")
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise JsonMalformed(f"The body is no JSON: {error}.") from error


def _loaded(loader: Schema, given: Any, root: str = "/") -> Any:
    try:
        return loader.load(given)
    except ValidationError as error:
        raise RequestInvalid(list(_places(error.messages, root.rstrip("/"), root))) from error


def _places(messages: Any, prefix: str, root: str) -> Any:
    """Yield a pointer and a sentence for each thing that is wrong."""
    if isinstance(messages, dict):
        for key, inside in messages.items():
            if key == "_schema":
                yield from _places(inside, prefix, root)
            else:
                step = str(key).replace("~", "~0").replace("/", "~1")
                yield from _places(inside, f"{prefix}/{step}" if root else step, root)
    elif isinstance(messages, list):
        for message in messages:
            yield prefix, str(message)
    else:
        yield prefix, str(messages)
