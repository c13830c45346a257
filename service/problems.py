"""The one table from what went wrong to what HTTP says of it (RFC 9457)."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException

from service import errors
from service.games.kernel.decisions import Form
from service.games.kernel.errors import DecisionClosed, IllegalChoice, RulingPending, WrongRulesVersion
from service.wire import to_wire

_log = logging.getLogger(__name__)


class RequestInvalid(Exception):
    """A request is not well-formed: where (JSON pointers or names of parameters), and what is wrong there."""

    def __init__(self, places: Sequence[tuple[str, str]]) -> None:
        self.places = places[: errors.MOST_NAMED]
        super().__init__("The request is not well-formed; 'errors' says where.")


class JsonMalformed(Exception):
    """The body is no JSON."""


class TokenMalformed(Exception):
    """The header Authorization is there, but is no bearer token."""


@dataclass(frozen=True, slots=True)
class Problem:
    """How one kind of refusal looks."""

    status: int
    code: str
    title: str


PROBLEMS: dict[type[Exception], Problem] = {
    JsonMalformed: Problem(400, "malformed_json", "The body is no JSON"),
    errors.TokenMissing: Problem(401, "token_missing", "A token is missing"),
    errors.TokenUnknown: Problem(401, "token_unknown", "The token is not valid"),
    TokenMalformed: Problem(401, "token_unknown", "The token is not valid"),
    errors.TicketUnknown: Problem(401, "ticket_unknown", "The ticket is not valid"),
    errors.TokenOfAnotherMatch: Problem(403, "token_of_another_match", "The token belongs to another match"),
    errors.HostOnly: Problem(403, "host_only", "Only the host may do this"),
    errors.SeatOnly: Problem(403, "seat_only", "Only a seat may act"),
    errors.SpectatorsNotAllowed: Problem(403, "spectators_not_allowed", "Spectators are not allowed"),
    errors.MatchUnknown: Problem(404, "match_unknown", "There is no such match"),
    errors.GameUnknown: Problem(404, "game_unknown", "There is no such game"),
    errors.JobUnknown: Problem(404, "job_unknown", "There is no such simulation"),
    errors.ProblemUnknown: Problem(404, "problem_unknown", "There is no such problem"),
    errors.VersionUnknown: Problem(404, "version_unknown", "There is no such version"),
    errors.QuestionUnknown: Problem(404, "question_unknown", "There is no such question"),
    errors.SeatUnknown: Problem(404, "seat_unknown", "There is no such seat"),
    errors.DecisionNotOpen: Problem(409, "decision_closed", "That decision is closed"),
    DecisionClosed: Problem(409, "decision_closed", "That decision is closed"),
    errors.SeatTaken: Problem(409, "seat_taken", "The seat is taken"),
    errors.HintsNotAllowed: Problem(409, "hints_not_allowed", "This match goes without hints"),
    errors.NothingToHint: Problem(409, "nothing_to_hint", "There is nothing to give hints about"),
    errors.MatchNotRunning: Problem(409, "match_not_running", "The match is not running"),
    errors.MatchNotWaiting: Problem(409, "match_not_waiting", "The match is not waiting"),
    errors.SeatWithoutPlayer: Problem(409, "seat_without_player", "No player sits on that seat"),
    errors.MatchNotOver: Problem(409, "match_not_over", "The match is not over"),
    RulingPending: Problem(409, "ruling_pending", "The referee has not ruled yet"),
    errors.MatchExpired: Problem(410, "match_expired", "The match has expired"),
    errors.JobExpired: Problem(410, "job_expired", "The simulation has expired"),
    RequestInvalid: Problem(422, "invalid_request", "The request is not well-formed"),
    errors.MatchesInvalid: Problem(422, "invalid_request", "The request is not well-formed"),
    errors.SeatsInvalid: Problem(422, "invalid_request", "The request is not well-formed"),
    errors.OptionUnfit: Problem(422, "invalid_request", "The request is not well-formed"),
    errors.SeatInvalid: Problem(422, "invalid_request", "The request is not well-formed"),
    errors.BotUnknown: Problem(422, "invalid_request", "The request is not well-formed"),
    errors.CursorInvalid: Problem(422, "invalid_request", "The request is not well-formed"),
    errors.LexiconUnknown: Problem(422, "invalid_request", "The request is not well-formed"),
    errors.TilesTooMany: Problem(422, "invalid_request", "The request is not well-formed"),
    errors.NameInvalid: Problem(422, "invalid_request", "The request is not well-formed"),
    IllegalChoice: Problem(422, "illegal_choice", "That choice is not legal now"),
    errors.WordNotInLexicon: Problem(422, "word_not_in_lexicon", "That is no word of the lexicon"),
    errors.WordsThereAre: Problem(422, "words_there_are", "The tiles do spell a word"),
    errors.RecordOfOtherRules: Problem(422, "rules_version_unknown", "The record follows other rules"),
    errors.RecordDiverged: Problem(422, "record_diverged", "The record does not play again"),
    errors.IdempotencyKeyReused: Problem(422, "idempotency_key_reused", "The key was used for another request"),
    errors.RateLimited: Problem(429, "rate_limited", "Too many requests"),
    errors.FaultKept: Problem(500, "rules_fault", "The rules failed"),
    errors.StoreUnavailable: Problem(503, "redis_unavailable", "The store does not answer"),
    errors.Closing: Problem(503, "closing", "The service is closing"),
    errors.StoreFull: Problem(503, "storage_full", "The store is full"),
    errors.StoreBusy: Problem(503, "match_busy", "The match is busy"),
    errors.QueueFull: Problem(503, "queue_full", "Too much waits already"),
    errors.WordsQueueFull: Problem(503, "queue_full", "Too much waits already"),
    errors.RulingLate: Problem(503, "ruling_late", "The referee is late"),
    errors.Draining: Problem(503, "draining", "Nothing new begins now"),
    WrongRulesVersion: Problem(503, "rules_version_unavailable", "These rules are not here"),
}

PLAIN_HTTP = {
    400: Problem(400, "bad_request", "The request can't be read"),
    404: Problem(404, "not_found", "There is no such page"),
    405: Problem(405, "method_not_allowed", "That method is not allowed here"),
    408: Problem(408, "request_timeout", "The request came too slowly"),
    413: Problem(413, "payload_too_large", "The body is too large"),
    414: Problem(414, "uri_too_long", "The address is too long"),
    415: Problem(415, "unsupported_media_type", "The body must be JSON"),
    417: Problem(417, "expectation_failed", "That can't be expected here"),
    431: Problem(431, "headers_too_large", "The headers are too large"),
    501: Problem(501, "transfer_coding_unknown", "That transfer coding is not known"),
}
UNEXPECTED = Problem(500, "internal_error", "Something unexpected failed")

CODES = tuple(dict.fromkeys(problem.code for problem in (*PROBLEMS.values(), *PLAIN_HTTP.values(), UNEXPECTED)))
STATUS = {problem.code: problem.status for problem in (*PROBLEMS.values(), *PLAIN_HTTP.values(), UNEXPECTED)}

RETRY_AFTER_SECONDS = {
    "redis_unavailable": 1,
    "match_busy": 1,
    "closing": 1,
    "ruling_late": 2,
    "storage_full": 60,
    "draining": 60,
    "rules_version_unavailable": 30,
}
"""What is worth trying again, and after how long."""


@dataclass(frozen=True, slots=True)
class _Body:
    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: tuple[dict[str, str], ...] | None = None
    rule: str | None = None
    legal: Form[Any] | None = field(default=None)
    match: object | None = None
    fault: str | None = None


def problem_response(error: Exception, match: object | None = None) -> Response:
    """Return what HTTP says of `error`; `match` is the bearer's current view where that helps."""
    problem = PROBLEMS[type(error)]
    places: Sequence[tuple[str, str]] = ()
    rule = legal = fault = None
    if isinstance(error, RequestInvalid):
        places = error.places
    elif isinstance(error, IllegalChoice):
        places = ((error.refusal.pointer, error.refusal.detail),)
        rule, legal = error.refusal.rule, error.decision.choices
    elif isinstance(error, errors.Misplaced):
        places = ((error.pointer, str(error)),)
    elif isinstance(error, errors.FaultKept):
        fault = error.fault
    named = tuple({"pointer": pointer, "message": message} for pointer, message in places) or None
    response = _response(problem, str(error), errors=named, rule=rule, legal=legal, match=match, fault=fault)
    if isinstance(error, (errors.RateLimited, errors.QueueFull, errors.WordsQueueFull)):
        response.headers["Retry-After"] = str(error.seconds)
    return response


def _response(problem: Problem, detail: str, **more: Any) -> Response:
    # The rate limits ask what came of the request.
    g.refused = problem.code
    body = _Body(f"/problems/{problem.code}", problem.title, problem.status, problem.code, detail, **more)
    response = Response(to_wire(body), problem.status, content_type="application/problem+json")
    response.headers["Cache-Control"] = "no-store"
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if problem.code in RETRY_AFTER_SECONDS:
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS[problem.code])
    return response


def plain_http(status: int) -> Problem:
    """Return what a status of HTTP's own is called here."""
    return PLAIN_HTTP.get(status) or replace(UNEXPECTED if status >= 500 else PLAIN_HTTP[400], status=status)


def refuse_plain_http(error: HTTPException) -> Response:
    """Return what HTTP itself refuses, in the same shape as everything else."""
    if error.response is not None:
        return error.response  # type: ignore[return-value]
    status = error.code or 500
    response = _response(plain_http(status), error.description or error.name)
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def register(app: Flask) -> None:
    """Let the table answer for every named error, and for what nobody named."""
    for kind in PROBLEMS:
        app.register_error_handler(kind, problem_response)

    def unexpected(error: Exception) -> Response:
        _log.error("unexpected", exc_info=error)
        return _response(UNEXPECTED, "Something unexpected failed; nothing was changed.")

    app.register_error_handler(Exception, unexpected)
