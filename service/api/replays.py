"""Records sent in: verify one, or play it on. Nothing is stored."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, responses
from schemas.contract import Contract
from service.api.exchange import answer, asker
from service.api.matches import REPLAY_COST
from service.api.operations import Answer, Operation, Resource
from service.games.kernel.match import Action, Record
from service.replays import Replays

LARGEST_RECORD = 1024 * 1024

VERIFIED = (
    "`verified` means: played from its seed, every answer was asked for and legal when its turn came, and every phase "
    "ended in the state on record, no phase more or less. A record may stop before the end of the match. What it does "
    "not mean: that the match was played here, or by whom (compare with `getRecord`); nor that a ruling of the referee "
    "is true (ask `checkWords`); nor that sealed answers to one question came in this order, for any order of them "
    "leads to the same state. An option that is left out has its default. "
    "With `commitment`, the seed must also be the one that was promised."
)
PLAYED_ON = (
    "Nothing is stored, and no state is taken on trust: the record is played again from its seed. Hashes in `phases` "
    "must be right, but the last ones, or all, may be left out: the record in the answer has every one.\n\n"
    "What is put to the referee is ruled on in the same request, by a worker, and the record in the answer has each "
    "ruling, with the SHA-256 of the lexicon. Against the word of this very action it is 422 `word_not_in_lexicon`, "
    "against its claim that there is none 422 `words_there_are`: the record stays as it was, and the decision open. "
    "Where no worker rules within about a second it is 503 `ruling_late`, and the same request finds the "
    "ruling later: it is kept for ten minutes."
)


def replays_blueprint(replays: Replays, contract: Contract, problem: type[Schema]) -> Blueprint:
    """Return the blueprint of records that are sent in."""
    resource = Resource("records", "Records, played again and on.", "/v1", problem)

    @resource(
        Operation(
            "POST",
            "/replays",
            "verifyRecord",
            "Play a record again, and say whether it holds",
            Answer(200, responses.verified(contract), "What playing it again showed."),
            refuses=("rules_version_unknown", "rules_fault", "storage_full"),
            body=contract.record,
            query=requests.CommitmentQuery,
            largest_body=LARGEST_RECORD,
            cost=REPLAY_COST,
            description=VERIFIED,
        )
    )
    def verify_record(body: Record, query: dict[str, str]) -> Response:
        return answer(replays.verify(body, query.get("commitment")), Cache_Control="no-store")

    @resource(
        Operation(
            "POST",
            "/transitions",
            "playRecord",
            "Play a record on by one action",
            Answer(200, contract.transition, "The next record, and what everybody sees and hears of it."),
            refuses=(
                *("rules_version_unknown", "record_diverged", "decision_closed", "illegal_choice"),
                *("word_not_in_lexicon", "words_there_are", "ruling_late", "queue_full"),
                *("rules_fault", "redis_unavailable", "storage_full"),
            ),
            body=requests.play_record(contract),
            largest_body=LARGEST_RECORD,
            cost=REPLAY_COST,
            description=PLAYED_ON,
        )
    )
    def play_record(body: dict[str, Any]) -> Response:
        action = body.get("action")
        chosen = None if action is None else Action(action["decision"], action["choice"])
        return answer(replays.next(body["record"], chosen, asker()), Cache_Control="no-store")

    return resource.blueprint
