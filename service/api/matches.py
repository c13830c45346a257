"""Matches: look, act, record."""

from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests
from schemas.contract import Contract
from service.api.exchange import answer, charge, not_modified, private, token
from service.api.operations import BEARER, BEARER_OR_NOBODY, Answer, Operation, Resource
from service.errors import DecisionNotOpen, HouseError, MatchNotRunning, WordNotInLexicon, WordsThereAre
from service.matches import Matches
from service.past_views import PastViews
from service.problems import problem_response
from service.rulings import with_referee

MATCH = ("match_unknown", "match_expired", "redis_unavailable")
TOKEN = ("token_unknown", "token_of_another_match")
LOOK = (*MATCH, *TOKEN, "rules_fault")
WRITE = ("storage_full", "match_busy")
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "Audience and version."}}
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "Where the new match is."}}

RULINGS = (
    "In games of words the referee rules on a word, or on the claim that there is none. It waits for that for about a "
    "second: legal, it is answered with 200; against it, with 422 `word_not_in_lexicon` or `words_there_are`, of which "
    "nobody else hears, and the question is open again under a new id. Until there is a ruling another choice is "
    "refused (409 `ruling_pending`)."
)
WITH_REFEREE = (
    "The referee has not ruled within a second: the decision is `with_referee`. The same choice sent again waits again "
    "and gets the same ruling; a late one against it is an event for its owner alone."
)
REPLAY_COST = 20
EVENTS_A_UNIT = 16
LOOKING_BACK = (
    f"With `version` the match is played again: that costs {REPLAY_COST} units of an allowance more, and one for every "
    f"{EVENTS_A_UNIT} events that the bearer has heard of; 304 and what is refused cost none of it."
)


def matches_blueprint(
    matches: Matches,
    past: PastViews,
    contract: Contract,
    problem: type[Schema],
) -> Blueprint:
    """Return the blueprint of matches."""
    resource = Resource("matches", "A match that is played.", "/v1/matches", problem)

    @resource(
        Operation(
            "GET",
            "/<match>",
            "getMatch",
            "Look at a match, or wait for news of it",
            Answer(200, contract.match, "What the bearer sees.", ETAG),
            refuses=(*LOOK, "spectators_not_allowed", "version_unknown"),
            security=BEARER_OR_NOBODY,
            query=requests.LookQuery,
            header=requests.IfNoneMatchHeader,
            conditional=True,
            description=LOOKING_BACK,
        )
    )
    def get_match(match: str, query: dict[str, int], header: dict[str, str]) -> Response:
        has = request.if_none_match.contains_weak
        if "version" in query:
            shown = past.look(match, token(), query["version"], has, _charge_replay)
        else:
            shown = matches.look(match, token(), query.get("after"), query["wait"], has)
        return not_modified(shown) if isinstance(shown, str) else private(shown.content, shown.etag)

    @resource(
        Operation(
            "POST",
            "/<match>/actions",
            "submitAction",
            "Answer an open decision",
            Answer(200, contract.match, "The new view, and the events that it caused.", ETAG),
            later=Answer(202, contract.match, WITH_REFEREE, ETAG),
            refuses=(
                *(*LOOK, *WRITE, "token_missing", "seat_only", "decision_closed", "match_not_running"),
                *("ruling_pending", "illegal_choice", "word_not_in_lexicon", "words_there_are"),
                "rules_version_unavailable",
            ),
            security=BEARER,
            body=requests.submit_action(contract),
            description=RULINGS,
        )
    )
    def submit_action(match: str, body: dict[str, Any]) -> Response:
        bearer = token()
        try:
            shown = matches.act(match, bearer, body["decision"], body["choice"])
        except (DecisionNotOpen, MatchNotRunning, WordNotInLexicon, WordsThereAre) as error:
            return _with_view(error, matches, match, bearer)
        return private(shown.content, shown.etag, 202 if with_referee(shown, body["decision"]) else 200)

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


def _charge_replay(events: int) -> None:
    """Looking back costs about what the record would, sent in.

    By what the bearer has heard: the number of answers would tell of those that nobody else may know of.
    """
    charge(REPLAY_COST + events // EVENTS_A_UNIT)


def _with_view(error: HouseError, matches: Matches, match: str, bearer: str | None) -> Response:
    """Show a client whose picture is old the match as it is now."""
    shown = matches.look(match, bearer)
    return problem_response(error, None if isinstance(shown, str) else shown.content)
