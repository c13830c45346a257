"""Seats: take one, give it up, renew its token."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, responses
from schemas.contract import Contract
from service.api.exchange import answer, private, token
from service.api.matches import ETAG, LOOK, MATCH, TOKEN, WRITE
from service.api.operations import BEARER, BEARER_OR_NOBODY, WHILE_DRAINING, Answer, Operation, Resource
from service.leaving import Leaving
from service.renewal import Renewal
from service.seating import Seating
from service.steps import Steps

SEAT = ("seat_unknown", "not_found", "token_missing", "host_only")


def seats_blueprint(steps: Steps, contract: Contract, problem: type[Schema]) -> Blueprint:
    """Return the blueprint of seats."""
    seating, leaving, renewal = Seating(steps), Leaving(steps), Renewal(steps)
    resource = Resource("seats", "Who sits at a match.", "/v1/matches", problem)

    @resource(
        Operation(
            "POST",
            "/<match>/seats",
            "takeSeat",
            "Take a seat; the last one starts the match",
            Answer(201, responses.SeatTokenSchema, "Taken; with the seat's token."),
            refuses=(
                *(*MATCH, *TOKEN, *WRITE, "seat_taken", "match_not_waiting", "idempotency_key_reused", "rules_fault"),
                "draining",
            ),
            security=BEARER_OR_NOBODY,
            body=requests.TakeSeatSchema,
            example={"name": "Ambie"},
            header=requests.IdempotencyHeader,
            description=f"{WHILE_DRAINING} A seat that leaves another one open can be taken.",
        )
    )
    def take_seat(match: str, body: dict[str, Any], header: dict[str, str]) -> Response:
        taken = seating.join(match, body["name"], body.get("seat"), header.get("key"), token())
        return answer(taken, 201, Cache_Control="no-store")

    @resource(
        Operation(
            "DELETE",
            "/<match>/seats/<int:seat>",
            "leaveSeat",
            "Leave; the host: send somebody away before the start",
            Answer(200, contract.match, "Left; what the bearer sees now.", ETAG),
            refuses=(*LOOK, *WRITE, *SEAT, "match_not_waiting", "match_not_running"),
            security=BEARER,
            header=requests.IdempotencyHeader,
        )
    )
    def leave_seat(match: str, seat: int, header: dict[str, str]) -> Response:
        shown = leaving.leave(match, seat, token(), header.get("key"))
        return private(shown.content, shown.etag)

    @resource(
        Operation(
            "POST",
            "/<match>/seats/<int:seat>/token",
            "renewToken",
            "Give a seat a new token; the one before dies",
            Answer(201, responses.SeatTokenSchema, "The seat's token from now on."),
            refuses=(*MATCH, *TOKEN, *WRITE, *SEAT, "seat_without_player", "idempotency_key_reused"),
            security=BEARER,
            header=requests.IdempotencyHeader,
        )
    )
    def renew_token(match: str, seat: int, header: dict[str, str]) -> Response:
        taken = renewal.renew(match, seat, token(), header.get("key"))
        return answer(taken, 201, Cache_Control="no-store")

    return resource.blueprint
