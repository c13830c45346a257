"""The lobby: find a match, open one, start it, end it, play again."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, responses
from schemas.contract import Contract
from service.api.exchange import answer, private, token
from service.api.matches import ETAG, LOCATION, LOOK, MATCH, TOKEN, WRITE
from service.api.operations import BEARER, WHILE_DRAINING, Answer, Operation, Resource
from service.leaving import Leaving
from service.listing import Listing
from service.rematches import Rematches
from service.seating import Opening, Seating
from service.steps import Steps

HOST = ("token_missing", "host_only")

OPENING = """Whoever has the new match's id may take an open seat. The host's token is no seat's: with it one starts the
match, empties seats while it waits, abandons it, and gives a seat a new token, which everybody hears
(`token_reissued`).

How many seats there are may settle which options there are: `getGame` says of each for how many seats it is. One that
is named for others is refused. Spell Smashers with one seat is the solo game.

`"spectators": false` holds from the start of the match on. While the match waits, whoever has its id sees it with its
seats and names, as one must who is to take a seat. From then on it shows itself to the seats and the host alone."""

ABANDONING = """It is over for everybody at once, for good, and without an outcome. Its seed is disclosed. Its record is
there if it had started, and refused (`match_not_over`) if it never did. It has no rematch."""

REMATCH = """After a match that is over; one that was abandoned has none (`match_not_over`). Whoever asks, with a seat's
token or the host's, gets the same match; bots sit there already, and every player's seat is reserved for the seat's
token of this match, which takes it by `takeSeat`. The host may open a reserved seat for others (`leaveSeat`).

A rematch that was abandoned, or has expired, is followed by another one: asked again, this opens it and tells of it by
`rematch_opened` once more, and `rematch` names the last. One that is over stays: ask for the next one there."""


def lobby_blueprint(steps: Steps, contract: Contract, problem: type[Schema]) -> Blueprint:
    """Return the blueprint of how matches begin and end."""
    listing, seating, leaving, rematches = Listing(steps), Seating(steps), Leaving(steps), Rematches(steps)
    bots = tuple(steps.bots)
    resource = Resource("lobby", "How matches begin and end.", "/v1/matches", problem)

    @resource(
        Operation(
            "GET",
            "",
            "listMatches",
            "List the matches that their hosts have listed, newest first",
            Answer(200, responses.listed(contract), "A page of them."),
            refuses=("redis_unavailable",),
            query=requests.listing(tuple(steps.titles)),
        )
    )
    def list_matches(query: dict[str, Any]) -> Response:
        return answer(listing.page(**query), Cache_Control="no-store")

    @resource(
        Operation(
            "POST",
            "",
            "openMatch",
            "Open a match",
            Answer(201, contract.match, "Opened; with the host's token.", ETAG | LOCATION),
            refuses=(*WRITE, "redis_unavailable", "idempotency_key_reused", "rules_fault", "draining"),
            body=requests.open_match(contract, steps.titles, bots),
            example={"game": next(iter(steps.titles)), "seats": [{"kind": "open"}, {"kind": "bot", "bot": bots[0]}]},
            header=requests.IdempotencyHeader,
            description=f"{OPENING}\n\n{WHILE_DRAINING}",
        )
    )
    def open_match(body: dict[str, Any], header: dict[str, str]) -> Response:
        shown = seating.open(_opening(body, steps), header.get("key"))
        return private(shown.content, shown.etag, 201, Location=f"/v1/matches/{shown.content['id']}")

    @resource(
        Operation(
            "POST",
            "/<match>/start",
            "startMatch",
            "Put bots on the seats without a player, and start",
            Answer(200, contract.match, "Started.", ETAG),
            refuses=(*LOOK, *WRITE, *HOST, "match_not_waiting", "draining"),
            security=BEARER,
            body=requests.start_match(bots),
            example={"bot": bots[0]},
            body_required=False,
            description=WHILE_DRAINING,
        )
    )
    def start_match(match: str, body: dict[str, Any]) -> Response:
        shown = seating.start(match, token(), body["bot"])
        return private(shown.content, shown.etag)

    @resource(
        Operation(
            "DELETE",
            "/<match>",
            "abandonMatch",
            "End a match before it is over",
            Answer(200, contract.match, "Ended; what the host sees now.", ETAG),
            refuses=(*LOOK, *WRITE, *HOST, "match_not_running"),
            security=BEARER,
            description=ABANDONING,
        )
    )
    def abandon_match(match: str) -> Response:
        shown = leaving.abandon(match, token())
        return private(shown.content, shown.etag)

    @resource(
        Operation(
            "POST",
            "/<match>/rematch",
            "openRematch",
            "Play again; everybody who asks gets the same new match",
            Answer(201, responses.RematchSchema, "Open, with every seat kept for its player.", LOCATION),
            refuses=(*MATCH, *TOKEN, *WRITE, "token_missing", "match_not_over", "rules_fault", "draining"),
            security=BEARER,
            description=f"{REMATCH}\n\n{WHILE_DRAINING}",
        )
    )
    def open_rematch(match: str) -> Response:
        rematch = rematches.open(match, token())
        return answer(rematch, 201, Location=f"/v1/matches/{rematch.match}", Cache_Control="no-store")

    return resource.blueprint


def _opening(body: dict[str, Any], steps: Steps) -> Opening:
    options = body.get("options") or steps.titles[body["game"]].vocabulary.options()
    seats = tuple(seat.get("bot") for seat in body["seats"])
    return Opening(body["game"], options, seats, body["listed"], body["spectators"])
