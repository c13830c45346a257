"""Whether this process lives, whether it can serve, and the contract itself."""

from collections.abc import Callable

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas.responses import HealthSchema
from service.api.exchange import answer, refuses
from service.store import MatchStore


def health_blueprint(store: MatchStore, contract: Callable[[], str], problem: type[Schema]) -> Blueprint:
    """Return the blueprint of what operators ask; `contract` is called for the text of openapi.yaml."""
    blueprint = Blueprint("health", __name__, description="For operators.")

    @blueprint.route("/healthz")
    @blueprint.doc(operationId="checkHealth", summary="Tell that the process lives", security=[{}])
    @blueprint.response(200, HealthSchema, description="It lives.")
    @refuses(blueprint, problem)
    def check_health() -> Response:
        return answer({"status": "ok"}, Cache_Control="no-store")

    @blueprint.route("/readyz")
    @blueprint.doc(operationId="checkReadiness", summary="Tell that the store answers", security=[{}])
    @blueprint.response(200, HealthSchema, description="It can serve.")
    @refuses(blueprint, problem)
    def check_readiness() -> Response:
        store.ready()
        return answer({"status": "ok"}, Cache_Control="no-store")

    @blueprint.route("/openapi.yaml")
    @blueprint.doc(operationId="getContract", summary="Get this contract", security=[{}])
    @blueprint.response(200, {"type": "string"}, content_type="application/yaml", description="The contract.")
    @refuses(blueprint, problem)
    def get_contract() -> Response:
        return Response(contract(), content_type="application/yaml")

    return blueprint
