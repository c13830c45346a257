"""Following a match: pages of events, the stream, and tickets for it."""

import contextlib
import socket
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, responses
from schemas.contract import Contract
from service.api.exchange import answer, nothing, token
from service.api.matches import LOOK
from service.api.operations import BEARER_OR_NOBODY, Answer, Operation, Resource
from service.problems import RequestInvalid
from service.watching import Watching

SLOWEST_SECONDS = 30
"""A client that takes nothing for so long is dropped; it comes back to where it was."""

TEXT = {"type": "string", "description": "Each `data` is an event as in `listEvents`, each `id` its `n`."}
FOLLOW = (*LOOK[:-1], "spectators_not_allowed")


def watching_blueprint(watching: Watching, contract: Contract, problem: type[Schema]) -> Blueprint:
    """Return the blueprint of following a match."""
    resource = Resource("watching", "Following a match.", "/v1/matches", problem)

    @resource(
        Operation(
            "GET",
            "/<match>/events",
            "listEvents",
            "Read the events of a match, or wait for the next",
            Answer(200, responses.events(contract), "What the bearer may know of what happened."),
            refuses=FOLLOW,
            security=BEARER_OR_NOBODY,
            query=requests.EventsQuery,
        )
    )
    def list_events(match: str, query: dict[str, int]) -> Response:
        page = watching.events(match, token(), query["after"], query["wait"], query["limit"])
        following = f"/v1/matches/{match}/events?after={page.last}&limit={query['limit']}"
        content = {"items": page.items, **({"next": following} if page.more else {})}
        return answer(content, Cache_Control="private, no-cache", Vary="Authorization")

    @resource(
        Operation(
            "GET",
            "/<match>/stream",
            "streamEvents",
            "Follow the events of a match as they happen (server-sent events)",
            Answer(
                200,
                TEXT,
                "Events as they happen. A comment every 15 seconds shows that the line stands. An event `reset` says "
                "that there is less than the client has: look at the match anew, and go on from the `id` of the reset. "
                "The stream ends with the match, and when the token or the ticket dies. What comes after the end is a "
                "`rematch_opened` at most: wait for it with `getMatch`.",
                content_type="text/event-stream",
            ),
            refuses=(*FOLLOW, "ticket_unknown"),
            security=BEARER_OR_NOBODY,
            query=requests.StreamQuery,
            header=requests.LastEventHeader,
            nothing="The match has ended, and the client has all of it; a browser comes back no more.",
        )
    )
    def stream_events(match: str, query: dict[str, Any], header: dict[str, int]) -> Response:
        bearer, ticket = token(), query.get("ticket")
        if bearer is not None and ticket is not None:
            raise RequestInvalid([("ticket", "Must not come together with the header Authorization.")])
        events = watching.stream(match, bearer, ticket, header.get("after", query["after"]))
        if events is None:
            return nothing()
        _drop_when_stuck()
        return Response(events, content_type="text/event-stream", headers=STREAMED)

    @resource(
        Operation(
            "POST",
            "/<match>/stream-tickets",
            "openStreamTicket",
            "Get an address of the stream that needs no header",
            Answer(200, responses.StreamTicketSchema, "Good for an hour, as often as wanted."),
            refuses=FOLLOW,
            security=BEARER_OR_NOBODY,
            query=requests.NoQuery,
        )
    )
    def open_stream_ticket(match: str, query: object) -> Response:
        made = watching.ticket(match, token())
        url = f"/v1/matches/{match}/stream?ticket={made.ticket}"
        return answer({"url": url, "expires_at": made.expires_at}, Cache_Control="no-store")

    return resource.blueprint


# Proxies must pass each event on as it comes, and keep none.
STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization"}


def _drop_when_stuck() -> None:
    """Give up on a client that reads no more, or is gone without a word."""
    line = request.environ.get("gunicorn.socket")
    if line is not None:
        line.settimeout(SLOWEST_SECONDS)
        with contextlib.suppress(OSError, AttributeError):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SLOWEST_SECONDS * 1000)
