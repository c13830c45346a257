"""What simulations are asked for with, and what is answered."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from marshmallow import EXCLUDE, Schema, validate
from marshmallow import fields as kinds

from schemas.contract import TIME, Contract
from schemas.derived import Closed, StrictBoolean, constant, union
from schemas.requests import WholeNumber, bot_seat
from schemas.responses import Open
from service.games.kernel.game import Game
from service.settings import LARGEST_JOB
from service.wanted import LARGEST_SEED, JobStatus

MATCHES = "How many matches: as many as the server allows, which is 100,000 unless its operator says otherwise."
SEED = (
    "What all chance comes from; the same request with the same seed has the same results. Left out, the server picks "
    "one and shows it."
)
ROTATE = "The bots move up one seat from match to match, so that no bot has the better seat more often."


def submit(contract: Contract, titles: Mapping[str, Game[Any]], bots: Sequence[str]) -> type[Schema]:
    """Return the schema of asking for a simulation: one shape a title, because its options are its own."""
    members = {}
    for game in titles.values():
        least, most = game.seats.start, game.seats.stop - 1
        body = {
            "__doc__": f"Asks for many matches of {game.title} between bots.",
            "game": constant(game.key),
            "options": kinds.Nested(contract.options(game)),
            "seats": kinds.List(
                kinds.Nested(bot_seat(tuple(bots))), required=True, validate=validate.Length(least, most)
            ),
            "matches": kinds.Integer(
                strict=True,
                required=True,
                validate=validate.Range(1, LARGEST_JOB),
                metadata={"description": MATCHES},
            ),
            "seed": kinds.Integer(
                strict=True, validate=validate.Range(0, LARGEST_SEED), metadata={"description": SEED}
            ),
            "rotate": StrictBoolean(load_default=False, metadata={"description": ROTATE}),
        }
        members[game.key] = type(f"Simulate{type(game).__name__}Schema", (Closed,), body)
    return union("Simulate", members, by="game", about="What a simulation is asked for with.")


class SimulationQuery(Closed):
    """Waits for a simulation where asked."""

    after = WholeNumber(
        validate=validate.Range(0, 2**53),
        metadata={
            "description": "With `wait`: answer as soon as more matches than this are done, or the simulation has "
            "ended. Left out: as soon as it has ended."
        },
    )
    wait = WholeNumber(
        load_default=0, validate=validate.Range(0, 25), metadata={"description": "Seconds to wait for it, at most."}
    )


class RowsQuery(Closed):
    """Which rows."""

    after = WholeNumber(
        validate=validate.Range(0, 2**53),
        metadata={"description": "Rows of matches past this number; left out, from the first on."},
    )
    limit = WholeNumber(
        load_default=100, validate=validate.Range(1, 1000), metadata={"description": "Rows to answer with, at most."}
    )


class BotTallySchema(Open):
    """How one bot did."""

    seat = kinds.Integer(
        strict=True, required=True, metadata={"description": "Its place among the `seats` that were asked for."}
    )
    bot = kinds.String(required=True)
    wins = kinds.Integer(
        strict=True, required=True, metadata={"description": "Matches that it won, alone or with others."}
    )
    shared = kinds.Integer(
        strict=True, required=True, metadata={"description": "Those of its `wins` that others had too."}
    )
    win_rate = kinds.Float(required=True, metadata={"description": "`wins` in each match that was played, 0 to 1."})
    interval = kinds.List(
        kinds.Float(),
        required=True,
        validate=validate.Length(equal=2),
        metadata={"description": "Wilson's score interval of `win_rate` at 95 %: lower end, upper end."},
    )


class EndingTallySchema(Open):
    """How often matches ended so."""

    ending = kinds.String(required=True)
    matches = kinds.Integer(strict=True, required=True, metadata={"description": "How many matches ended so."})


class TurnsSchema(Open):
    """How long the matches were, in turns."""

    mean = kinds.Float(required=True, metadata={"description": "The mean length."})
    p5 = kinds.Integer(strict=True, required=True, metadata={"description": "5 % of the matches were no longer."})
    p50 = kinds.Integer(strict=True, required=True, metadata={"description": "Half of the matches were no longer."})
    p95 = kinds.Integer(strict=True, required=True, metadata={"description": "95 % of the matches were no longer."})


RESULTS = type(
    "SimulationResultsSchema",
    (Open,),
    {
        "__doc__": "What the matches counted so far come to. Counts are exact: each match is in them once.",
        "partial": StrictBoolean(
            required=True, metadata={"description": "There are matches that are not counted yet."}
        ),
        "matches": kinds.Integer(strict=True, required=True, metadata={"description": "How many matches are counted."}),
        "decisions": kinds.Integer(
            strict=True, required=True, metadata={"description": "How many decisions the bots took in them."}
        ),
        "bots": kinds.List(
            kinds.Nested(BotTallySchema), required=True, metadata={"description": "How each bot did, by its seat."}
        ),
        "endings": kinds.List(
            kinds.Nested(EndingTallySchema),
            required=True,
            metadata={"description": "How often each ending of the game came, also those that never did."},
        ),
        "turns": kinds.Nested(TurnsSchema),
    },
)


def simulation(contract: Contract, titles: Mapping[str, Game[Any]], bots: Sequence[str]) -> type[Schema]:
    """Return the schema of how a simulation stands."""
    members = {}
    for game in titles.values():
        body = {
            "__doc__": f"How a simulation of {game.title} stands.",
            "game": constant(game.key),
            "id": kinds.String(
                required=True, metadata={"description": "Whoever has it may look at the simulation, and cancel it."}
            ),
            "status": kinds.String(
                required=True,
                validate=validate.OneOf(get_args(JobStatus)),
                metadata={
                    "description": "`queued` until the first match is begun, then `running`; ended: `done`, "
                    "`cancelled`, or `failed`, with the `cause`."
                },
            ),
            "seats": kinds.List(kinds.Nested(bot_seat(tuple(bots))), required=True),
            "options": kinds.Nested(contract.shown_options(game), required=True),
            "seed": kinds.Integer(strict=True, required=True, metadata={"description": "What all chance comes from."}),
            "rotate": StrictBoolean(required=True, metadata={"description": ROTATE}),
            "matches": kinds.Integer(
                strict=True, required=True, metadata={"description": "How many matches were asked for."}
            ),
            "done": kinds.Integer(
                strict=True, required=True, metadata={"description": "How many of them are played and counted."}
            ),
            "rate": kinds.Float(metadata={"description": "Matches a second, from the start to the last news."}),
            "seconds_left": kinds.Float(
                metadata={"description": "How long the rest takes at this `rate`; absent once it has ended."}
            ),
            "created_at": kinds.String(required=True, metadata=TIME),
            "started_at": kinds.String(metadata=TIME),
            "ended_at": kinds.String(metadata=TIME),
            "expires_at": kinds.String(
                required=True,
                metadata={**TIME, "description": "Until when it is kept; later with its news. RFC 3339, UTC."},
            ),
            "cause": kinds.String(metadata={"description": "Why it failed, in one sentence for a person."}),
            "results": kinds.Nested(RESULTS, required=True),
            "Meta": type("Meta", (), {"unknown": EXCLUDE}),
        }
        members[game.key] = type(f"{type(game).__name__}SimulationSchema", (Schema,), body)
    return union("Simulation", members, by="game", about="How a simulation stands.")


class SimulatedMatchSchema(Open):
    """One match of a simulation."""

    match = kinds.Integer(strict=True, required=True, metadata={"description": "Its number, from 0."})
    seed = kinds.String(
        required=True, metadata={"description": "64 hex digits that follow from the simulation's seed and the number."}
    )
    winners = kinds.List(
        kinds.Integer(strict=True),
        required=True,
        metadata={"description": "Who won, by place among the `seats` that were asked for; several share it."},
    )
    ending = kinds.String(required=True)
    turns = kinds.Integer(strict=True, required=True, metadata={"description": "How many turns it lasted."})
    decisions = kinds.Integer(
        strict=True, required=True, metadata={"description": "How many decisions the bots took in it."}
    )


class SimulatedMatchesSchema(Open):
    """Matches of a simulation in order of their numbers."""

    items = kinds.List(kinds.Nested(SimulatedMatchSchema), required=True)
    next = kinds.String(
        metadata={
            "format": "uri-reference",
            "description": "Where the next page is; absent at the end of what there is by now.",
        }
    )
