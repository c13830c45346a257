"""The application: wiring, nothing else."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import yaml
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask, Response
from flask_smorest import Api, Blueprint
from marshmallow import Schema
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter

from schemas import responses
from schemas.contract import Contract
from schemas.derived import OneOfKinds
from schemas.glossary import meaning
from schemas.own_meanings import IN_ONE
from service import problems
from service.api.docs import docs_blueprint, redoc_blueprint
from service.api.exchange import without_type
from service.api.footprints import leave_footprints
from service.api.games import games_blueprint
from service.api.health import health_blueprint
from service.api.hints import hints_blueprint
from service.api.lexicons import lexicons_blueprint
from service.api.limits import CAP, LARGEST_CAP, limit_rates
from service.api.lobby import lobby_blueprint
from service.api.matches import matches_blueprint
from service.api.origins import allow_origins
from service.api.preface import preface
from service.api.replays import replays_blueprint
from service.api.seats import seats_blueprint
from service.api.simulations import simulations_blueprint
from service.api.watching import watching_blueprint
from service.api.words import words_blueprint
from service.bots import BOTS
from service.games.catalogue import TITLES
from service.games.kernel.game import Game
from service.hints import Hints
from service.hub import Hub
from service.jobs import Jobs
from service.lexicons import lexicons
from service.matches import Matches
from service.past_views import PastViews
from service.questions import Questions
from service.queue import Queue
from service.replays import Replays
from service.scores import Scores
from service.seats import Tokens
from service.settings import Settings, settings_from
from service.simulations import Simulations
from service.steps import Steps
from service.store import Allowances, JobStore, MatchStore, QuestionStore, StoreFigures
from service.watching import Watching
from service.words import Words

LARGEST_BODY = 64 * 1024


class _Converter(OpenAPIConverter):
    """Writes unions, which apispec passes over, and says what everything means."""

    def schema2jsonschema(self, schema: Schema) -> dict[str, Any]:
        if not isinstance(schema, OneOfKinds):
            plain: dict[str, Any] = super().schema2jsonschema(schema)
            for name, field in plain.get("properties", {}).items():
                of = type(schema).__name__.removesuffix("Schema")
                said = IN_ONE.get(f"{of}.{name}") if "$ref" in field else meaning(name, of)
                if said and name != "kind":
                    field.setdefault("description", said)
            if schema.__doc__ and type(schema).__module__ != "marshmallow.schema":
                plain.setdefault("description", schema.__doc__)
            return plain
        members = {tag: self.resolve_nested_schema(member) for tag, member in schema.type_schemas.items()}
        return {
            "oneOf": list(members.values()),
            "discriminator": {
                "propertyName": schema.type_field,
                "mapping": {tag: member["$ref"] for tag, member in members.items()},
            },
            **({"description": schema.__doc__} if schema.__doc__ else {}),
        }


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


class _Number(IntegerConverter):
    """Reads the digits of ASCII alone: int() would take those of every alphabet."""

    regex = "(?:0|[1-9][0-9]*)"


class _Flask(Flask):
    """Has plain functions alone, and so needs not look at each, several times a request, whether it is a coroutine."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


class _Api(Api):
    """Documents no refusal that nobody named, and lets the one table answer."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask, **options: Any) -> None:
        self._blueprints: list[Blueprint] = []
        super().__init__(app, **options)

    def register_blueprint(self, blueprint: Blueprint) -> None:
        """Serve a blueprint; what it says of itself is not written down before somebody asks for the contract."""
        self._app.register_blueprint(blueprint)
        self._blueprints.append(blueprint)

    def contract(self) -> dict[str, Any]:
        """Describe every blueprint, once, and return the whole."""
        for blueprint in self._blueprints:
            blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
            self.spec.tag({"name": blueprint.name, "description": blueprint.description})
        self._blueprints.clear()
        made: dict[str, Any] = self.spec.to_dict()
        return made

    def _register_responses(self) -> None:
        """Keep its shapes of errors and pages out of the contract: ours are others."""

    def _register_etag_headers(self) -> None: ...

    def _register_pagination_header(self) -> None: ...

    def handle_http_exception(self, error: HTTPException) -> Response:
        return problems.refuse_plain_http(error)


def create_app(settings: Settings | None = None, titles: Mapping[str, Game[Any]] = TITLES) -> Flask:
    """Return the application; without `settings` it reads the environment."""
    settings = settings or settings_from()
    app = _Flask(__name__)
    app.config.update(
        API_TITLE="Alehouse",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        MAX_CONTENT_LENGTH=LARGEST_BODY,
    )
    app.url_map.strict_slashes = False
    # It would redirect, to whatever Host the client names.
    app.url_map.merge_slashes = False
    app.url_map.converters["int"] = _Number
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, 0, 0, 0, 0)  # type: ignore[method-assign]
    store, tokens = MatchStore(settings.redis_url), Tokens(settings.secret)
    queue = Queue(settings.broker_url)
    steps = Steps(store, queue, tokens, titles, BOTS)
    leave_footprints(app)
    rate, cap = settings.rate, min(settings.rate * CAP, LARGEST_CAP)
    limit_rates(app, Allowances(settings.redis_url, rate), Allowances(settings.redis_url, cap), tokens, steps.holds)
    allow_origins(app, settings.origins)
    app.after_request(without_type)
    hub = Hub(store)
    watching = Watching(steps, hub)
    contract = Contract(titles)
    problem = responses.problem(contract, problems.CODES)
    api = _Api(app, spec_kwargs={"marshmallow_plugin": _Plugin(), **_preface()})
    api.spec.components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    bots = tuple(BOTS)
    api.register_blueprint(games_blueprint(titles, BOTS, Scores(steps), contract, problem))
    known = lexicons(settings.lexicon_folder)
    api.register_blueprint(lexicons_blueprint(known, problem))
    questions = Questions(QuestionStore(settings.redis_url), queue, tokens, hub)
    words = Words(questions, known)
    api.register_blueprint(words_blueprint(words, problem))
    api.register_blueprint(hints_blueprint(Hints(steps, questions), contract, problem))
    api.register_blueprint(lobby_blueprint(steps, contract, problem))
    api.register_blueprint(seats_blueprint(steps, contract, problem))
    api.register_blueprint(matches_blueprint(Matches(steps, watching), PastViews(steps), contract, problem))
    api.register_blueprint(watching_blueprint(watching, contract, problem))
    api.register_blueprint(replays_blueprint(Replays(steps, words.rule), contract, problem))
    simulations = Simulations(Jobs(steps, JobStore(settings.redis_url), settings), hub)
    api.register_blueprint(simulations_blueprint(simulations, titles, bots, contract, problem))
    figures = StoreFigures(settings.redis_url, settings.broker_url)
    api.register_blueprint(health_blueprint(figures, settings.metrics_port, problem))
    api.register_blueprint(docs_blueprint(problem))
    app.register_blueprint(redoc_blueprint())
    problems.register(app)
    app.extensions["alehouse"] = api
    app.extensions["hub"] = hub
    return app


@cache
def openapi_yaml() -> str:
    """Return the contract that routes and schemas make, as YAML; needs neither Redis nor a setting."""
    app = create_app(settings_from({"ALEHOUSE_SECRET": "of no use where nothing is served."}))
    made = app.extensions["alehouse"].contract()
    made["components"]["schemas"] = dict(sorted(made["components"]["schemas"].items()))
    spec = {part: made[part] for part in ("openapi", "info", "servers", "tags", "paths", "components")}
    return str(yaml.dump(spec, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120))


class _Dumper(yaml.SafeDumper):
    """Writes what occurs twice twice."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _preface() -> dict[str, Any]:
    return {
        "info": {
            "description": preface(),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This server."}],
    }
