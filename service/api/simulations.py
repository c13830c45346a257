"""Simulations: ask for many matches between bots, follow them, and take what came out."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import requests, simulations
from schemas.contract import Contract
from service.api.exchange import answer, asker, charge, not_modified, private
from service.api.operations import WHILE_DRAINING, Answer, Operation, Resource
from service.games.kernel.game import Game
from service.rows import csv_lines, json_lines
from service.simulations import Simulations, Submission

MATCHES_A_UNIT = 50
"""So many matches of a simulation cost as much as one plain request."""

JOB = ("job_unknown", "job_expired", "redis_unavailable")
TEXT = {"type": "string"}
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "Status, and how many matches are done."}}
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "Where the simulation is."}}
ROWS = (
    "The rows come in order of their numbers. While the simulation runs they end before the first match that is not "
    "played yet, so that going on after the last one misses none; once it has ended, they are all that there are."
)


def simulations_blueprint(
    running: Simulations,
    titles: Mapping[str, Game[Any]],
    bots: tuple[str, ...],
    contract: Contract,
    problem: type[Schema],
) -> Blueprint:
    """Return the blueprint of simulations."""
    resource = Resource("simulations", "Many matches between bots.", "/v1/simulations", problem)
    shown = simulations.simulation(contract, titles, bots)

    @resource(
        Operation(
            "POST",
            "",
            "submitSimulation",
            "Let bots play many matches against one another",
            Answer(202, shown, "The workers will play them; it stands at the Location.", ETAG | LOCATION),
            refuses=("queue_full", "redis_unavailable", "storage_full", "draining", "idempotency_key_reused"),
            body=simulations.submit(contract, titles, bots),
            example={
                "game": next(iter(titles)),
                "seats": [{"kind": "bot", "bot": bots[0]}] * 2,
                "matches": 1000,
                "seed": 7,
            },
            header=requests.IdempotencyHeader,
            cost=20,
            description="What comes out depends on what is asked for alone, never on how many workers there are. "
            f"Each {MATCHES_A_UNIT} matches cost one more unit of the allowance. {WHILE_DRAINING}",
        )
    )
    def submit_simulation(body: dict[str, Any], header: dict[str, str]) -> Response:
        charge(body["matches"] // MATCHES_A_UNIT)
        job = running.submit(_submission(body, titles), header.get("key"), asker())
        return private(job.content, job.etag, 202, Location=f"/v1/simulations/{job.content['id']}")

    @resource(
        Operation(
            "GET",
            "/<simulation>",
            "getSimulation",
            "See how a simulation stands, or wait for it",
            Answer(200, shown, "How it stands, and what it has come to so far.", ETAG),
            refuses=JOB,
            query=simulations.SimulationQuery,
            header=requests.IfNoneMatchHeader,
            conditional=True,
        )
    )
    def get_simulation(simulation: str, query: dict[str, int], header: dict[str, str]) -> Response:
        job = running.look(simulation, query.get("after"), query["wait"], request.if_none_match.contains_weak)
        return not_modified(job) if isinstance(job, str) else private(job.content, job.etag)

    @resource(
        Operation(
            "DELETE",
            "/<simulation>",
            "cancelSimulation",
            "End a simulation before all is played",
            Answer(200, shown, "Ended; what was counted stays. One that had ended before is as it was.", ETAG),
            refuses=(*JOB, "storage_full"),
        )
    )
    def cancel_simulation(simulation: str) -> Response:
        job = running.cancel(simulation)
        return private(job.content, job.etag)

    @resource(
        Operation(
            "GET",
            "/<simulation>/results",
            "listSimulatedMatches",
            "Read the matches of a simulation one by one",
            Answer(200, simulations.SimulatedMatchesSchema, "A page of rows, one a match."),
            refuses=JOB,
            query=simulations.RowsQuery,
            description=ROWS,
        )
    )
    def list_simulated_matches(simulation: str, query: dict[str, int]) -> Response:
        limit = query["limit"]
        page = running.page(simulation, query.get("after", -1), limit)
        following = (
            f"/v1/simulations/{simulation}/results?after={page.items[-1].match}&limit={limit}" if page.more else ""
        )
        content = {"items": page.items, **({"next": following} if following else {})}
        return answer(content, Cache_Control="private, no-cache")

    @resource(
        Operation(
            "GET",
            "/<simulation>/results.csv",
            "exportSimulationCsv",
            "Get the matches of a simulation as CSV",
            Answer(200, TEXT, "A header, then a row a match.", content_type="text/csv"),
            refuses=JOB,
            query=requests.NoQuery,
            cost=20,
            description=f"{ROWS} As RFC 4180 has it; several winners stand in one field, with spaces between.",
        )
    )
    def export_simulation_csv(simulation: str, query: object) -> Response:
        return Response(csv_lines(running.parts(simulation)), content_type="text/csv; header=present", headers=EXPORTED)

    @resource(
        Operation(
            "GET",
            "/<simulation>/results.ndjson",
            "exportSimulationNdjson",
            "Get the matches of a simulation as newline-delimited JSON",
            Answer(
                200,
                TEXT,
                "A line a match, each the JSON of an item of `listSimulatedMatches`.",
                content_type="application/x-ndjson",
            ),
            refuses=JOB,
            query=requests.NoQuery,
            cost=20,
            description=ROWS,
        )
    )
    def export_simulation_ndjson(simulation: str, query: object) -> Response:
        return Response(json_lines(running.parts(simulation)), content_type="application/x-ndjson", headers=EXPORTED)

    return resource.blueprint


EXPORTED = {"Cache-Control": "private, no-cache"}


def _submission(body: dict[str, Any], titles: Mapping[str, Game[Any]]) -> Submission:
    options = body.get("options") or titles[body["game"]].vocabulary.options()
    bots = tuple(seat["bot"] for seat in body["seats"])
    return Submission(body["game"], options, bots, body["matches"], body.get("seed"), body["rotate"])
