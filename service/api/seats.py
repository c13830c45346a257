"""Seats: take one, give it up, renew its token."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, responses
from schemas.contract import Contract
from service.api.exchange import answer, nothing, private, token
from service.api.matches import ETAG, LOOK, MATCH, TOKEN, WRITE
from service.api.operations import BEARER, BEARER_OR_NOBODY, WHILE_DRAINING, Answer, Operation, Resource
from service.leaving import Leaving
from service.renewal import Renewal
from service.seating import Seating
from service.steps import Steps

SEAT = ("seat_unknown", "not_found", "token_missing", "host_only")

TAKING = """Whoever has the match's id may take an open seat.

In a rematch a reserved seat is for the token that held it in the match before: sent as bearer, it takes that seat, and
may ask again for the same answer. For all else in the new match the old token stays one of another match (403). Where
the host had that token reissued, everybody hears `token_reissued` here too.

With an `Idempotency-Key` the same seat and token are answered again for as long as that token lives; once it is
renewed, or its seat left, the key is refused (`idempotency_key_reused`) and takes no other seat. A dead token never
lives again."""

LEAVING = """With the seat's own token it is given up: the token dies at once, the seat is open again, or goes to a bot
where the match is running. The answer is what somebody without a token sees: 200 with the match, or 204 where that is
nothing, in a match without spectators that has started. With the host's token it empties a seat while the match waits.

Sent again with the same `Idempotency-Key` and token it is done once and answered alike, as the match is then: the token
that died of it still gets this answer, and nothing else. Without a key it gets `token_unknown`."""

RENEWING = """With the seat's own token nobody else notices. The host may do so too, for a player who has lost a token;
the host then has the seat's token, and with it sees and plays the seat's hand and may claim its place in a rematch. So
it is told: everybody hears the event `token_reissued`, and the token that the player had is refused (`token_unknown`).

With an `Idempotency-Key` the same token is answered again, also to the token that died of the request, for as long as
the new one lives; after that the key is refused. The host's request is never taken for the player's, whatever its
key."""


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
            description=f"{TAKING}\n\n{WHILE_DRAINING} A seat that leaves another one open can be taken.",
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
            nothing="Left; without spectators, there is nothing for the bearer to see any more.",
            description=LEAVING,
        )
    )
    def leave_seat(match: str, seat: int, header: dict[str, str]) -> Response:
        shown = leaving.leave(match, seat, token(), header.get("key"))
        return nothing() if shown is None else private(shown.content, shown.etag)

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
            description=RENEWING,
        )
    )
    def renew_token(match: str, seat: int, header: dict[str, str]) -> Response:
        taken = renewal.renew(match, seat, token(), header.get("key"))
        return answer(taken, 201, Cache_Control="no-store")

    return resource.blueprint
