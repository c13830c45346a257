"""The catalogue: titles, their options and their cards."""

from collections.abc import Mapping
from dataclasses import fields
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import responses
from schemas.contract import Contract
from schemas.requests import IfNoneMatchHeader, NoQuery
from service.api.exchange import ETAG_OF_CONTENT, answer, cacheable
from service.api.operations import Answer, Operation, Resource
from service.bots import HouseBot, bots_of
from service.errors import GameUnknown
from service.games.kernel.game import Game, Options
from service.scores import Scores
from service.store import BEST
from service.wire import to_wire

SCORES = f"""A game whose wins are scored has boards, on which wins are compared; others have none. In Spell Smashers
there is one for each boss and difficulty of the solo game, named `boss/difficulty`.

A board keeps the best {BEST} wins, of equal ones the older. On it are matches that this server played to their end,
under the names that their players gave, unless the match allowed hints or a bot has won it."""


def games_blueprint(
    titles: Mapping[str, Game[Any]],
    bots: Mapping[str, HouseBot],
    scores: Scores,
    contract: Contract,
    problem: type[Schema],
) -> Blueprint:
    """Return the blueprint of the titles: what changes only with a release, and their best wins."""
    resource = Resource("games", "What can be played.", "/v1/games", problem)
    shown = {key: _game(game, tuple(bots_of(key, bots))) for key, game in titles.items()}
    listing = to_wire({"items": list(shown.values())})
    each = {key: to_wire(game) for key, game in shown.items()}
    cards = {key: to_wire({"items": game.cards()}) for key, game in titles.items()}

    def found(bodies: Mapping[str, bytes], game: str) -> Response:
        if game not in bodies:
            raise GameUnknown(game, tuple(titles))
        return cacheable(bodies[game])

    @resource(
        Operation(
            "GET",
            "",
            "listGames",
            "List every game",
            Answer(200, responses.GamesSchema, "Every game.", ETAG_OF_CONTENT),
            query=NoQuery,
            header=IfNoneMatchHeader,
            conditional=True,
        )
    )
    def list_games(query: object, header: object) -> Response:
        return cacheable(listing)

    @resource(
        Operation(
            "GET",
            "/<game>",
            "getGame",
            "Look at a game: seats, options, bots",
            Answer(200, responses.GameSchema, "The game.", ETAG_OF_CONTENT),
            refuses=("game_unknown",),
            query=NoQuery,
            header=IfNoneMatchHeader,
            conditional=True,
        )
    )
    def get_game(game: str, query: object, header: object) -> Response:
        return found(each, game)

    @resource(
        Operation(
            "GET",
            "/<game>/cards",
            "listCards",
            "List a game's cards as content",
            Answer(200, responses.cards(contract), "The cards.", ETAG_OF_CONTENT),
            refuses=("game_unknown",),
            query=NoQuery,
            header=IfNoneMatchHeader,
            conditional=True,
        )
    )
    def list_cards(game: str, query: object, header: object) -> Response:
        return found(cards, game)

    @resource(
        Operation(
            "GET",
            "/<game>/scores",
            "listScores",
            "List the best wins of a game",
            Answer(200, responses.ScoresSchema, "Every board of the game, with its wins."),
            refuses=("game_unknown", "redis_unavailable"),
            query=NoQuery,
            description=SCORES,
        )
    )
    def list_scores(game: str, query: object) -> Response:
        return answer({"items": scores.best(game)}, Cache_Control="no-cache")

    return resource.blueprint


def _game(game: Game[Any], bots: tuple[str, ...]) -> dict[str, object]:
    return {
        "game": game.key,
        "title": game.title,
        "rules_version": game.rules_version,
        "seats": {"least": game.seats.start, "most": game.seats.stop - 1},
        "options": _options(game.vocabulary.options),
        "bots": bots,
        "endings": game.vocabulary.endings,
        "components": game.components(),
    }


def _without_none(hint: Any) -> Any:
    """Return what an option is where it is named."""
    inside = get_args(hint)
    return next(one for one in inside if one is not NoneType) if NoneType in inside else hint


def _options(kind: type[Options]) -> list[dict[str, object]]:
    hints = get_type_hints(kind)
    shown: list[dict[str, object]] = []
    for field in fields(kind):
        hint = _without_none(hints[field.name])
        default = field.metadata.get("absent", field.default)
        more: dict[str, object] = {} if default is None else {"default": default}
        if (seats := field.metadata.get("seats")) is not None:
            more["seats"] = {"least": seats.start, "most": seats.stop - 1}
        if get_origin(hint) is Literal:
            values = get_args(hint)
            shown.append({"kind": "text_option", "name": field.name, "values": values, **more})
        elif hint is bool:
            shown.append({"kind": "switch_option", "name": field.name, **more})
        elif hint is int:
            bounds = {to: field.metadata[of] for of, to in (("min", "least"), ("max", "most")) if of in field.metadata}
            shown.append({"kind": "number_option", "name": field.name, **bounds, **more})
        else:
            raise TypeError(f"Option {field.name!r} is {hint!r}; it may be a Literal of texts, a bool or an int.")
    return shown
