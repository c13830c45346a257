"""Records sent in: verify one, or play it on. Nothing is stored."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, responses
from schemas.contract import Contract
from service.api.exchange import answer
from service.api.operations import Answer, Operation, Resource
from service.games.kernel.engine import Action, Record
from service.replays import Replays

LARGEST_RECORD = 1024 * 1024


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
            cost=20,
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
                *("rules_version_unknown", "record_diverged", "decision_closed", "ruling_pending"),
                *("illegal_choice", "rules_fault", "storage_full"),
            ),
            body=requests.play_record(contract),
            largest_body=LARGEST_RECORD,
            cost=20,
        )
    )
    def play_record(body: dict[str, Any]) -> Response:
        action = body.get("action")
        chosen = None if action is None else Action(action["decision"], action["choice"])
        return answer(replays.next(body["record"], chosen), Cache_Control="no-store")

    return resource.blueprint
