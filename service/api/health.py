"""Whether this process lives, whether it can serve, what it counts, and the contract itself."""

from pathlib import Path

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema
from werkzeug.exceptions import NotFound

from schemas.responses import HealthSchema
from service import closing, metrics
from service.api.exchange import answer
from service.api.operations import Answer, Operation, Resource
from service.errors import Closing
from service.store import StoreFigures

TEXT = {"type": "string"}

CONTRACT = Path(__file__).parent / "openapi.yaml"
"""The committed contract, of which a wheel has a copy: to make it from the routes holds a process up for seconds."""


def health_blueprint(figures: StoreFigures, metrics_port: int | None, problem: type[Schema]) -> Blueprint:
    """Return the blueprint of what operators ask.

    With a `metrics_port`, the figures are shown to whoever asks on that port, and to nobody else.
    """
    resource = Resource("health", "For operators.", "", problem)
    page = metrics.Page(figures)

    @resource(
        Operation(
            "GET",
            "/healthz",
            "checkHealth",
            "Tell that the process lives",
            Answer(200, HealthSchema, "It does."),
            cost=0,
            description="Touches nothing else, so that a store that is away has no process killed.",
        )
    )
    def check_health() -> Response:
        return answer({"status": "ok"}, Cache_Control="no-store")

    @resource(
        Operation(
            "GET",
            "/readyz",
            "checkReadiness",
            "Tell that this process can serve",
            Answer(200, HealthSchema, "It can."),
            cost=0,
            refuses=("redis_unavailable", "closing"),
            description="The store has a tenth of a second to answer. A process that is to end says no before it does.",
        )
    )
    def check_readiness() -> Response:
        if closing.is_closing():
            raise Closing
        figures.ready()
        return answer({"status": "ok"}, Cache_Control="no-store")

    @resource(
        Operation(
            "GET",
            "/metrics",
            "showMetrics",
            "Show the figures of all processes on this machine, and of the store",
            Answer(200, TEXT, "In Prometheus' text format.", content_type="text/plain"),
            # Whoever asks is the operator's own, from an address that players may share; asking more often is no work.
            cost=0,
            refuses=("not_found",),
            description="An operator may keep it to a port of its own; then it is not found on this one. "
            "What is shown is up to a second old.",
        )
    )
    def show_metrics() -> Response:
        if metrics_port not in (None, int(request.environ["SERVER_PORT"])):
            raise NotFound("The figures are on another port.")
        return Response(page.text(), content_type=metrics.CONTENT_TYPE)

    @resource(
        Operation(
            "GET",
            "/openapi.yaml",
            "getContract",
            "Get this contract",
            Answer(200, TEXT, "The contract.", content_type="application/yaml"),
            cost=0,
        )
    )
    def get_contract() -> Response:
        return Response(CONTRACT.read_bytes(), content_type="application/yaml")

    return resource.blueprint
