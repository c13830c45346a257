"""Hints for a player who is asked for a word."""

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import hints as shapes
from schemas.contract import Contract
from schemas.words import AnswerQuery
from service.api.exchange import answer, asker, token
from service.api.matches import LOOK, MATCH, TOKEN
from service.api.operations import BEARER, Answer, Operation, Resource
from service.hints import Hints
from service.questions import Replied

SEATED = ("token_missing", "seat_only")
FULL = ("queue_full", "storage_full")
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "Where the hints will be."}}
LATER = "No worker has answered within a second; the hints will be at the Location."
ALLOWED = (
    "The best words for each monster, as this seat could spell them now: in games of words, while that decision is "
    "open, in a match that was opened with the option `hints`. The options stand in the match and in its record, so "
    "that everybody can see that it went with hints. A worker works them out, from what the seat sees alone; where "
    "none answers within a second, this is 202, and they stand at the `Location`, for ten minutes, for the same seat."
)


def hints_blueprint(hints: Hints, contract: Contract, problem: type[Schema]) -> Blueprint:
    """Return the blueprint of hints."""
    resource = Resource("hints", "The best words of a seat.", "/v1/matches", problem)
    schema = shapes.hints(contract)

    @resource(
        Operation(
            "POST",
            "/<match>/hints",
            "askForHints",
            "Ask for the best words of your seat",
            Answer(200, schema, "The hints."),
            later=Answer(202, schema, LATER, LOCATION),
            refuses=(
                *(*LOOK, *SEATED, *FULL, "match_not_running", "hints_not_allowed", "nothing_to_hint"),
                "rules_version_unavailable",
            ),
            security=BEARER,
            cost=10,
            description=ALLOWED,
        )
    )
    def ask_for_hints(match: str) -> Response:
        asked = hints.ask(match, token(), asker())
        if not asked.waits:
            return _shown(asked)
        return _shown(asked, 202, Location=f"/v1/matches/{match}/hints/{asked.id}")

    @resource(
        Operation(
            "GET",
            "/<match>/hints/<question>",
            "getHints",
            "See the hints that your seat asked for, or wait for them",
            Answer(200, schema, "How they stand, and the hints once they are there."),
            refuses=(*MATCH, *TOKEN, *SEATED, "question_unknown"),
            security=BEARER,
            query=AnswerQuery,
        )
    )
    def get_hints(match: str, question: str, query: dict[str, int]) -> Response:
        return _shown(hints.look(match, token(), question, query["wait"]))

    return resource.blueprint


def _shown(asked: Replied, status: int = 200, **headers: str) -> Response:
    return answer(asked.content, status, Cache_Control="no-store", Vary="Authorization", **headers)
