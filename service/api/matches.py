"""Matches: open, join, start, look, act, record."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, responses
from schemas.contract import Contract
from service.api.exchange import BEARER, BEARER_OR_NOBODY, answer, not_modified, private, reads, refuses, takes, token
from service.errors import DecisionNotOpen, HouseError, MatchNotRunning
from service.games.kernel.game import Game
from service.matches import Matches, Opening
from service.problems import problem_response

LOOKING = ("token_unknown", "token_of_another_match", "match_unknown", "match_expired", "rules_fault")
WRITING = (
    "malformed_json",
    "payload_too_large",
    "unsupported_media_type",
    "invalid_request",
    "storage_full",
    "match_busy",
)
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "Audience and version."}}
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "Where the new match is."}}


def matches_blueprint(
    matches: Matches, titles: Mapping[str, Game[Any]], bots: tuple[str, ...], contract: Contract, problem: type[Schema]
) -> Blueprint:
    """Return the blueprint of matches."""
    blueprint = Blueprint("matches", __name__, url_prefix="/v1/matches", description="Matches and who sits at them.")

    @blueprint.route("", methods=["POST"])
    @blueprint.doc(operationId="openMatch", summary="Open a match", security=[{}])
    @reads(requests.IdempotencyHeader, "headers", "header")
    @takes(requests.open_match(contract, titles, bots))
    @blueprint.response(201, contract.match, description="Opened, with the host's token.", headers=ETAG | LOCATION)
    @refuses(blueprint, problem, *WRITING, "idempotency_key_reused", "rules_fault")
    def open_match(body: dict[str, Any], header: dict[str, str]) -> Response:
        shown = matches.open(_opening(body, titles), header.get("key"))
        location = f"/v1/matches/{shown.content['id']}"
        return private(shown.content, shown.etag, 201, Location=location)

    @blueprint.route("/<match>")
    @blueprint.doc(operationId="getMatch", summary="Look at a match, or wait for news of it", security=BEARER_OR_NOBODY)
    @reads(requests.LookQuery, "query", "query")
    @reads(requests.IfNoneMatchHeader, "headers", "header")
    @blueprint.response(200, contract.match, description="What the bearer sees.", headers=ETAG)
    @blueprint.alt_response(304, description="The bearer has it already.", success=True)
    @refuses(blueprint, problem, *LOOKING, "spectators_not_allowed", "invalid_request")
    def get_match(match: str, query: dict[str, int], header: dict[str, str]) -> Response:
        known = request.if_none_match.as_set() if header else set()
        shown = matches.look(match, token(), query.get("after"), query["wait"], known)
        return not_modified(shown) if isinstance(shown, str) else private(shown.content, shown.etag)

    @blueprint.route("/<match>/seats", methods=["POST"])
    @blueprint.doc(operationId="takeSeat", summary="Take a seat; the last one starts the match", security=[{}])
    @reads(requests.IdempotencyHeader, "headers", "header")
    @takes(requests.TakeSeatSchema)
    @blueprint.response(201, responses.SeatTokenSchema, description="Taken, with the seat's token.")
    @refuses(
        blueprint,
        problem,
        *WRITING,
        "match_unknown",
        "match_expired",
        "seat_taken",
        "idempotency_key_reused",
        "rules_fault",
    )
    def take_seat(match: str, body: dict[str, Any], header: dict[str, str]) -> Response:
        taken = matches.join(match, body["name"], body.get("seat"), header.get("key"))
        return answer(taken, 201, Cache_Control="no-store")

    @blueprint.route("/<match>/start", methods=["POST"])
    @blueprint.doc(operationId="startMatch", summary="Put bots on the open seats and start", security=BEARER)
    @takes(requests.start_match(bots), required=False)
    @blueprint.response(200, contract.match, description="Started.", headers=ETAG)
    @refuses(blueprint, problem, *LOOKING, *WRITING, "token_missing", "host_only")
    def start_match(match: str, body: dict[str, Any]) -> Response:
        shown = matches.start(match, token(), body["bot"])
        return private(shown.content, shown.etag)

    @blueprint.route("/<match>/actions", methods=["POST"])
    @blueprint.doc(operationId="submitAction", summary="Answer an open decision", security=BEARER)
    @takes(requests.submit_action(contract))
    @blueprint.response(200, contract.match, description="The new view, and the events it caused.", headers=ETAG)
    @refuses(
        blueprint, problem, *LOOKING, *WRITING, *("token_missing", "seat_only", "decision_closed", "match_not_running"),
        *("ruling_pending", "illegal_choice", "rules_version_unavailable"),
    )  # fmt: skip
    def submit_action(match: str, body: dict[str, Any]) -> Response:
        bearer = token()
        try:
            shown = matches.act(match, bearer, body["decision"], body["choice"])
        except (DecisionNotOpen, MatchNotRunning) as error:
            return _with_view(error, matches, match, bearer)
        return private(shown.content, shown.etag)

    @blueprint.route("/<match>/record")
    @blueprint.doc(operationId="getRecord", summary="Get the record of a match that is over", security=BEARER_OR_NOBODY)
    @reads(requests.NoQuery, "query", "query")
    @blueprint.response(200, contract.record, description="The record, with the seed.")
    @refuses(blueprint, problem, *LOOKING, "spectators_not_allowed", "match_not_over", "invalid_request")
    def get_record(match: str, query: object) -> Response:
        return answer(matches.record(match, token()), Cache_Control="private, no-cache", Vary="Authorization")

    return blueprint


def _opening(body: dict[str, Any], titles: Mapping[str, Game[Any]]) -> Opening:
    options = body.get("options") or titles[body["game"]].vocabulary.options()
    seats = tuple(seat.get("bot") for seat in body["seats"])
    return Opening(body["game"], options, seats, body["listed"], body["spectators"])


def _with_view(error: HouseError, matches: Matches, match: str, bearer: str | None) -> Response:
    """Show a client whose picture is old the match as it is now."""
    shown = matches.look(match, bearer)
    return problem_response(error, None if isinstance(shown, str) else shown.content)
