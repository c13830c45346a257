"""Matches: open, join, start, look, act, record."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, responses
from schemas.contract import Contract
from service.api.exchange import answer, not_modified, private, token
from service.api.operations import BEARER, BEARER_OR_NOBODY, Answer, Operation, Resource
from service.errors import DecisionNotOpen, HouseError, MatchNotRunning
from service.games.kernel.game import Game
from service.matches import Matches, Opening
from service.problems import problem_response

MATCH = ("match_unknown", "match_expired", "redis_unavailable")
TOKEN = ("token_unknown", "token_of_another_match")
LOOK = (*MATCH, *TOKEN, "rules_fault")
WRITE = ("storage_full", "match_busy")
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "Audience and version."}}
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "Where the new match is."}}


def matches_blueprint(
    matches: Matches, titles: Mapping[str, Game[Any]], bots: tuple[str, ...], contract: Contract, problem: type[Schema]
) -> Blueprint:
    """Return the blueprint of matches."""
    resource = Resource("matches", "Matches and who sits at them.", "/v1/matches", problem)

    @resource(
        Operation(
            "POST",
            "",
            "openMatch",
            "Open a match",
            Answer(201, contract.match, "Opened; with the host's token.", ETAG | LOCATION),
            refuses=(*WRITE, "redis_unavailable", "idempotency_key_reused", "rules_fault"),
            body=requests.open_match(contract, titles, bots),
            example={"game": next(iter(titles)), "seats": [{"kind": "open"}, {"kind": "bot", "bot": bots[0]}]},
            header=requests.IdempotencyHeader,
        )
    )
    def open_match(body: dict[str, Any], header: dict[str, str]) -> Response:
        shown = matches.open(_opening(body, titles), header.get("key"))
        return private(shown.content, shown.etag, 201, Location=f"/v1/matches/{shown.content['id']}")

    @resource(
        Operation(
            "GET",
            "/<match>",
            "getMatch",
            "Look at a match, or wait for news of it",
            Answer(200, contract.match, "What the bearer sees.", ETAG),
            refuses=(*LOOK, "spectators_not_allowed"),
            security=BEARER_OR_NOBODY,
            query=requests.LookQuery,
            header=requests.IfNoneMatchHeader,
            conditional=True,
        )
    )
    def get_match(match: str, query: dict[str, int], header: dict[str, str]) -> Response:
        known = request.if_none_match.as_set(include_weak=True) if header else ()
        shown = matches.look(match, token(), query.get("after"), query["wait"], known)
        return not_modified(shown) if isinstance(shown, str) else private(shown.content, shown.etag)

    @resource(
        Operation(
            "POST",
            "/<match>/seats",
            "takeSeat",
            "Take a seat; the last one starts the match",
            Answer(201, responses.SeatTokenSchema, "Taken; with the seat's token."),
            refuses=(*MATCH, *WRITE, "seat_taken", "idempotency_key_reused", "rules_fault"),
            body=requests.TakeSeatSchema,
            example={"name": "Ambie"},
            header=requests.IdempotencyHeader,
        )
    )
    def take_seat(match: str, body: dict[str, Any], header: dict[str, str]) -> Response:
        taken = matches.join(match, body["name"], body.get("seat"), header.get("key"))
        return answer(taken, 201, Cache_Control="no-store")

    @resource(
        Operation(
            "POST",
            "/<match>/start",
            "startMatch",
            "Put bots on the open seats, and start",
            Answer(200, contract.match, "Started.", ETAG),
            refuses=(*LOOK, *WRITE, "token_missing", "host_only"),
            security=BEARER,
            body=requests.start_match(bots),
            example={"bot": bots[0]},
            body_required=False,
        )
    )
    def start_match(match: str, body: dict[str, Any]) -> Response:
        shown = matches.start(match, token(), body["bot"])
        return private(shown.content, shown.etag)

    @resource(
        Operation(
            "POST",
            "/<match>/actions",
            "submitAction",
            "Answer an open decision",
            Answer(200, contract.match, "The new view, and the events that it caused.", ETAG),
            refuses=(
                *(*LOOK, *WRITE, "token_missing", "seat_only", "decision_closed", "match_not_running"),
                *("ruling_pending", "illegal_choice", "rules_version_unavailable"),
            ),
            security=BEARER,
            body=requests.submit_action(contract),
        )
    )
    def submit_action(match: str, body: dict[str, Any]) -> Response:
        bearer = token()
        try:
            shown = matches.act(match, bearer, body["decision"], body["choice"])
        except (DecisionNotOpen, MatchNotRunning) as error:
            return _with_view(error, matches, match, bearer)
        return private(shown.content, shown.etag)

    @resource(
        Operation(
            "GET",
            "/<match>/record",
            "getRecord",
            "Get the record of a match that is over",
            Answer(200, contract.record, "The record, with the seed."),
            refuses=(*LOOK, "spectators_not_allowed", "match_not_over"),
            security=BEARER_OR_NOBODY,
            query=requests.NoQuery,
        )
    )
    def get_record(match: str, query: object) -> Response:
        return answer(matches.record(match, token()), Cache_Control="private, no-cache", Vary="Authorization")

    return resource.blueprint


def _opening(body: dict[str, Any], titles: Mapping[str, Game[Any]]) -> Opening:
    options = body.get("options") or titles[body["game"]].vocabulary.options()
    seats = tuple(seat.get("bot") for seat in body["seats"])
    return Opening(body["game"], options, seats, body["listed"], body["spectators"])


def _with_view(error: HouseError, matches: Matches, match: str, bearer: str | None) -> Response:
    """Show a client whose picture is old the match as it is now."""
    shown = matches.look(match, bearer)
    return problem_response(error, None if isinstance(shown, str) else shown.content)
