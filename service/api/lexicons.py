"""The catalogue of lexicons. Their words are the workers' business: no process of the API holds them."""

from collections.abc import Mapping

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import responses
from schemas.requests import IfNoneMatchHeader, NoQuery
from service.api.exchange import ETAG_OF_CONTENT, cacheable
from service.api.operations import Answer, Operation, Resource
from service.lexicons import DEFAULT, Lexicon
from service.wire import to_wire


def lexicons_blueprint(lexicons: Mapping[str, Lexicon], problem: type[Schema]) -> Blueprint:
    """Return the blueprint of the lexicons that there are."""
    resource = Resource("lexicons", "Which words there are.", "/v1/lexicons", problem)
    listing = to_wire({"items": [_shown(lexicon) for lexicon in lexicons.values()]})

    @resource(
        Operation(
            "GET",
            "",
            "listLexicons",
            "List every lexicon",
            Answer(200, responses.LexiconsSchema, "Every lexicon, the default first.", ETAG_OF_CONTENT),
            query=NoQuery,
            header=IfNoneMatchHeader,
            conditional=True,
            description=(
                "A lexicon decides which words are legal. `standard`, `family` and `large` come with the service; an "
                "operator may add others, which are read when the service starts. A lexicon is the same wherever its "
                "`sha256` is."
            ),
        )
    )
    def list_lexicons(query: object, header: object) -> Response:
        return cacheable(listing)

    return resource.blueprint


def _shown(lexicon: Lexicon) -> dict[str, object]:
    return {
        "name": lexicon.name,
        "size": lexicon.size,
        "licence": lexicon.licence,
        "source": lexicon.source,
        "sha256": lexicon.sha256,
        "default": lexicon.name == DEFAULT,
    }
