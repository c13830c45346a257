"""The contract as a page for people, shown by Redoc, which this server brings itself."""

from pathlib import Path

from flask import Blueprint, Response, send_from_directory

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
"""The browser asks this server alone, whatever the page would like."""


def docs_blueprint() -> Blueprint:
    """Return the blueprint of the page and its script. They are no part of the contract."""
    blueprint = Blueprint("docs", __name__)

    @blueprint.get("/docs")
    def show_docs() -> Response:
        return Response(PAGE, mimetype="text/html", headers={"Content-Security-Policy": NOBODY_ELSE})

    @blueprint.get("/docs/redoc.standalone.js")
    def send_redoc() -> Response:
        return send_from_directory(REDOC, "redoc.standalone.js", mimetype="text/javascript", max_age=86400)

    return blueprint
