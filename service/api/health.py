"""Whether this process lives, whether it can serve, and the contract itself."""

from collections.abc import Callable

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas.responses import HealthSchema
from service.api.exchange import answer
from service.api.operations import Answer, Operation, Resource
from service.store import MatchStore

TEXT = {"type": "string"}


def health_blueprint(store: MatchStore, contract: Callable[[], str], problem: type[Schema]) -> Blueprint:
    """Return the blueprint of what operators ask; `contract` is called for the text of openapi.yaml."""
    resource = Resource("health", "For operators.", "", problem)

    @resource(
        Operation(
            "GET",
            "/healthz",
            "checkHealth",
            "Tell that the process lives",
            Answer(200, HealthSchema, "It does."),
            cost=0,
        )
    )
    def check_health() -> Response:
        return answer({"status": "ok"}, Cache_Control="no-store")

    @resource(
        Operation(
            "GET",
            "/readyz",
            "checkReadiness",
            "Tell that the store answers",
            Answer(200, HealthSchema, "It does."),
            cost=0,
            refuses=("redis_unavailable",),
        )
    )
    def check_readiness() -> Response:
        store.ready()
        return answer({"status": "ok"}, Cache_Control="no-store")

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
        return Response(contract(), content_type="application/yaml")

    return resource.blueprint
