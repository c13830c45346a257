"""The contract explained: as a page for people, by Redoc, which this server brings itself; and problem by problem."""

from pathlib import Path

from flask import Blueprint as PlainBlueprint
from flask import Response, request, send_from_directory
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, responses
from service.advice import EXPLAINED
from service.api.exchange import ETAG_OF_CONTENT, cacheable
from service.api.operations import Answer, Operation, Resource
from service.errors import ProblemUnknown
from service.wire import to_wire

REDOC = Path(__file__).parent / "redoc"

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Alehouse: the contract</title>
<style>body { margin: 0 }</style>
</head>
<body>
<redoc spec-url="openapi.yaml"></redoc>
<script src="docs/redoc.standalone.js"></script>
</body>
</html>
"""

NOBODY_ELSE = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The browser asks this server alone, whatever the page would like.

Redoc would like its maker's emblem from cdn.redoc.ly, which no option of its takes away; refused, it shows none.
"""


def docs_blueprint(problem: type[Schema]) -> Blueprint:
    """Return the blueprint of the page and the problems."""
    resource = Resource("docs", "What explains the rest.", "", problem)
    explained = {code: to_wire(one) for code, one in EXPLAINED.items()}

    @resource(
        Operation(
            "GET",
            "/docs",
            "getDocs",
            "Read this contract as a page",
            Answer(200, {"type": "string"}, "A page that shows the contract.", content_type="text/html"),
            cost=0,
        )
    )
    def get_docs() -> Response:
        if request.path.endswith("/"):
            # The page's own links are relative, so that a proxy may serve all of it under a path of its own.
            return Response(status=308, headers={"Location": "../docs"})
        return Response(PAGE, mimetype="text/html", headers={"Content-Security-Policy": NOBODY_ELSE})

    @resource(
        Operation(
            "GET",
            "/problems/<code>",
            "getProblem",
            "Learn what a problem means and what to do about it",
            Answer(200, responses.ProblemKindSchema, "The problem explained.", ETAG_OF_CONTENT),
            refuses=("problem_unknown",),
            query=requests.NoQuery,
            header=requests.IfNoneMatchHeader,
            conditional=True,
        )
    )
    def get_problem(code: str, query: object, header: object) -> Response:
        if code not in explained:
            raise ProblemUnknown(code)
        return cacheable(explained[code])

    return resource.blueprint


def redoc_blueprint() -> PlainBlueprint:
    """Return the blueprint of the page's script, which is no part of the contract."""
    blueprint = PlainBlueprint("redoc", __name__)

    @blueprint.get("/docs/redoc.standalone.js")
    def send_redoc() -> Response:
        return send_from_directory(REDOC, "redoc.standalone.js", mimetype="text/javascript", max_age=86400)

    return blueprint
