"""Questions about words. The workers answer them: no process of the API holds a word of a lexicon."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import words as shapes
from service.api.exchange import answer, asker, charge
from service.api.operations import Answer, Operation, Resource
from service.questions import Replied
from service.words import AskedTile, Search, Words

WORDS_A_UNIT = 100
"""So many words of a check cost as much as one plain request."""

LARGEST_CHECK = 512 * 1024
"""Ten thousand words of 32 letters, with what JSON puts around them, are less."""

FORK_COST = 20
EVERY_COST = 10

FULL = ("queue_full", "redis_unavailable", "storage_full")
KEPT = ("question_unknown", "redis_unavailable")
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "Where the answer will be."}}
LATER = "No worker has answered within a second; the answer will be at the Location."
KEPT_SO_LONG = (
    "A worker answers, mostly within some milliseconds; where none does within a second, this is 202, and the answer "
    "stands at the `Location`, for ten minutes. Asked again in that time it is the same question, and answered at once."
)


def words_blueprint(words: Words, problem: type[Schema]) -> Blueprint:
    """Return the blueprint of questions about words."""
    resource = Resource("words", "Which words are legal, and what tiles spell.", "/v1/words", problem)

    @resource(
        Operation(
            "POST",
            "/checks",
            "checkWords",
            "Ask which words are legal",
            Answer(200, shapes.WORD_CHECK, "Which of them are legal, in their order."),
            later=Answer(202, shapes.WORD_CHECK, LATER, LOCATION),
            refuses=FULL,
            body=shapes.CheckWordsSchema,
            example={"lexicon": "standard", "words": ["hamster", "qzx"]},
            largest_body=LARGEST_CHECK,
            description=f"{KEPT_SO_LONG} Each {WORDS_A_UNIT} words cost one more unit of the allowance.",
        )
    )
    def check_words(body: dict[str, Any]) -> Response:
        charge(len(body["words"]) // WORDS_A_UNIT)
        return _answered(words.check(body["lexicon"], body["words"], asker()), "checks")

    @resource(
        Operation(
            "GET",
            "/checks/<question>",
            "getWordCheck",
            "See which words are legal, or wait for the answer",
            Answer(200, shapes.WORD_CHECK, "How it stands, and the answer once it is there."),
            refuses=KEPT,
            query=shapes.AnswerQuery,
        )
    )
    def get_word_check(question: str, query: dict[str, int]) -> Response:
        return _shown(words.look_check(question, query["wait"]))

    @resource(
        Operation(
            "POST",
            "/solutions",
            "searchWords",
            "Ask what tiles spell",
            Answer(200, shapes.WORD_SEARCH, "What they spell."),
            later=Answer(202, shapes.WORD_SEARCH, LATER, LOCATION),
            refuses=FULL,
            body=shapes.SearchWordsSchema,
            example={"tiles": [{"letters": one, "value": 1} for one in ("st", "o", "r", "m", "e")], "blanks": 1},
            cost=5,
            description=f"{KEPT_SO_LONG} Each blank, and a change, costs {FORK_COST} units more, `every` {EVERY_COST}.",
        )
    )
    def search_words(body: dict[str, Any]) -> Response:
        search = _search(body)
        charge(FORK_COST * (search.blanks + search.change) + EVERY_COST * (search.find == "every"))
        return _answered(words.search(body["lexicon"], search, asker()), "solutions")

    @resource(
        Operation(
            "GET",
            "/solutions/<question>",
            "getWordSearch",
            "See what tiles spell, or wait for the answer",
            Answer(200, shapes.WORD_SEARCH, "How it stands, and the answer once it is there."),
            refuses=KEPT,
            query=shapes.AnswerQuery,
        )
    )
    def get_word_search(question: str, query: dict[str, int]) -> Response:
        return _shown(words.look_search(question, query["wait"]))

    return resource.blueprint


def _search(body: dict[str, Any]) -> Search:
    more = {name: value for name, value in body.items() if name not in ("lexicon", "tiles")}
    return Search(tiles=tuple(AskedTile(**tile) for tile in body["tiles"]), **more)


def _answered(replied: Replied, kind: str) -> Response:
    if not replied.waits:
        return _shown(replied)
    return answer(replied.content, 202, Location=f"/v1/words/{kind}/{replied.id}", Cache_Control="no-store")


def _shown(replied: Replied) -> Response:
    return answer(replied.content, Cache_Control="no-store")
