"""Operations: a view, what it reads, answers and refuses; said once, for Flask and the contract alike."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, wraps
from pathlib import Path
from typing import Any

import orjson
from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema

from service.api.exchange import body, loaded, query
from service.problems import STATUS

View = Callable[..., Response]

NOBODY: tuple[Mapping[str, list[str]], ...] = ()
BEARER: tuple[Mapping[str, list[str]], ...] = ({"bearer": []},)
BEARER_OR_NOBODY = (*BEARER, {})

EXAMPLES = Path(__file__).parent / "examples.json"
"""Real answers, by operation and status; `make examples` gathers them anew."""

EVERYWHERE = ("internal_error",)

WHILE_DRAINING = (
    "While a release is prepared no match and no simulation begins (503 `draining`, with `Retry-After`); what is "
    "running goes on, and a request that was carried out before still gets its answer."
)
IN_PATH = {
    "match": "Id of a match.",
    "seat": "Number of a seat, from 0.",
    "game": "Key of a game, as the list of games has it.",
    "code": "The `code` of a problem.",
    "simulation": "Id of a simulation.",
    "question": "Id of a question about words.",
}

RETRY = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds after which to ask again."}}
LIMITS = {
    "RateLimit": {
        "schema": {"type": "string"},
        "description": "What is left of the allowance that paid (r), and seconds until all is back (t).",
    },
    "RateLimit-Policy": {
        "schema": {"type": "string"},
        "description": "The allowance (q) and its seconds (w): `default`, or `address` where its cap is met.",
    },
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a view answers when it doesn't refuse."""

    status: int
    schema: type[Schema] | dict[str, str]
    description: str
    headers: Mapping[str, Any] = field(default_factory=dict)
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path. `body`, `query` and `header` are loaded, and given to the view by these names.

    `later`: what else is answered where the work isn't done yet. `conditional`: the answer may also be 304. `nothing`:
    when the answer may also be 204. `body_required`: without a body, it is taken for an empty object. `largest_body`:
    in bytes, where it may be larger than elsewhere.
    `cost`: what it takes from the allowance of whoever asks, beside a unit for each kilobyte of its body and what the
    view may `charge`; what costs nothing is not limited. `description`: what a client must know beyond the summary, in
    Markdown.
    """

    method: str
    rule: str
    id: str
    summary: str
    answer: Answer
    later: Answer | None = None
    refuses: tuple[str, ...] = ()
    security: tuple[Mapping[str, list[str]], ...] = NOBODY
    body: type[Schema] | None = None
    example: Mapping[str, Any] | None = None
    body_required: bool = True
    query: type[Schema] | None = None
    header: type[Schema] | None = None
    conditional: bool = False
    nothing: str | None = None
    largest_body: int | None = None
    cost: int = 1
    description: str | None = None


class Resource:
    """A blueprint that every operation of one resource is added to; `problem` is the schema of refusals."""

    def __init__(self, name: str, description: str, prefix: str, problem: type[Schema]) -> None:
        self.blueprint = Blueprint(name, __name__, url_prefix=prefix, description=description)
        self._problem = problem

    def __call__(self, operation: Operation) -> Callable[[View], View]:
        """Return a decorator that adds a view."""

        def decorate(view: View) -> View:
            reading = _reading(operation, view)
            # Put on by hand: smorest's own decorators would wrap the view once for each refusal.
            reading._apidoc = self._documented(operation)  # type: ignore[attr-defined]
            reading.operation = operation  # type: ignore[attr-defined]
            route = self.blueprint.route(
                operation.rule, methods=[operation.method], endpoint=operation.id, parameters=_in_path(operation.rule)
            )
            route(reading)
            return view

        return decorate

    def _documented(self, operation: Operation) -> dict[str, Any]:
        blueprint, answer = self.blueprint, operation.answer
        examples = _examples().get(operation.id, {})

        def documented() -> None: ...

        documented = blueprint.response(
            answer.status,
            answer.schema,
            content_type=answer.content_type,
            description=answer.description,
            example=examples.get(str(answer.status)),
            headers={**answer.headers, **(LIMITS if operation.cost else {})} or None,
        )(documented)
        if (later := operation.later) is not None:
            documented = blueprint.alt_response(
                later.status,
                schema=later.schema,
                description=later.description,
                example=examples.get(str(later.status)),
                headers={**later.headers, **LIMITS},
                success=True,
            )(documented)
        if operation.conditional:
            documented = blueprint.alt_response(
                304, description="The client has it already.", headers={**answer.headers, **LIMITS}, success=True
            )(documented)
        if operation.nothing is not None:
            documented = blueprint.alt_response(204, description=operation.nothing, success=True)(documented)
        for status, codes in _by_status(operation).items():
            documented = blueprint.alt_response(
                status,
                schema=self._problem,
                content_type="application/problem+json",
                description=f"Code: {', '.join(codes)}.",
                example=examples.get(str(status)),
                headers=LIMITS | RETRY if status == 429 else RETRY if status == 503 else None,
            )(documented)
        documented = blueprint.doc(
            operationId=operation.id, summary=operation.summary, security=[dict(one) for one in operation.security]
        )(documented)
        costs = (f"It costs {operation.cost} units of an allowance.",) if operation.cost > 1 else ()
        if said := " ".join((*filter(None, (operation.description,)), *costs)):
            documented = blueprint.doc(description=said)(documented)
        apidoc: dict[str, Any] = documented._apidoc  # type: ignore[attr-defined]
        parameters = [
            {
                "in": place,
                "required": place == "json" and operation.body_required,
                "schema": schema,
                **({"example": operation.example} if place == "json" and operation.example else {}),
            }
            for place, schema in (
                ("query", operation.query),
                ("headers", operation.header),
                ("json", operation.body),
            )
            if schema is not None
        ]
        if parameters:
            apidoc["arguments"] = {"parameters": parameters}
        return apidoc


def _in_path(rule: str) -> list[dict[str, str]]:
    names = re.findall(r"<(?:\w+:)?(\w+)>", rule)
    return [{"in": "path", "name": name, "description": IN_PATH[name]} for name in names]


@cache
def _examples() -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]] = orjson.loads(EXAMPLES.read_bytes())
    return found


def _by_status(operation: Operation) -> dict[int, list[str]]:
    refused: defaultdict[int, list[str]] = defaultdict(list)
    codes = [*operation.refuses, *EVERYWHERE, *(("rate_limited",) if operation.cost else ())]
    if operation.body is not None:
        codes += ["malformed_json", "payload_too_large", "unsupported_media_type", "invalid_request"]
    if operation.query is not None or operation.header is not None:
        codes.append("invalid_request")
    for code in dict.fromkeys(codes):
        refused[STATUS[code]].append(code)
    return dict(sorted(refused.items()))


def _reading(operation: Operation, view: View) -> View:
    """Return `view` with what the request holds loaded for it."""
    of_body, of_query, of_header = (
        None if schema is None else schema() for schema in (operation.body, operation.query, operation.header)
    )
    names = () if of_header is None else tuple(one.data_key or name for name, one in of_header.fields.items())

    @wraps(view)
    def reading(**places: Any) -> Response:
        if operation.largest_body is not None:
            request.max_content_length = operation.largest_body
        if of_query is not None:
            places["query"] = loaded(of_query, query(), in_body=False)
        if of_header is not None:
            given = {name: request.headers[name] for name in names if name in request.headers}
            places["header"] = loaded(of_header, given, in_body=False) if given else {}
        if of_body is not None:
            places["body"] = loaded(of_body, body(required=operation.body_required), in_body=True)
        return view(**places)

    return reading
