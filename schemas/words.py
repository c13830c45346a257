"""Questions about words: what is asked, and what is answered."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

from marshmallow import ValidationError, validate
from marshmallow import fields as kinds

from schemas.derived import Closed, StrictBoolean, TupleOf
from schemas.questions import Fields, question
from schemas.requests import WholeNumber
from schemas.responses import Open
from service.asking import Find
from service.lexicons import DEFAULT
from service.lexicons.solver import LONGEST_TILE, MOST_TILES
from service.words import LONGEST_WORD, MOST_FORKS, MOST_LISTED, WORDS_AT_ONCE

LARGEST_VALUE = 1000
"""No tile and no bonus is worth more, or less than minus as much."""

LEXICON = {
    "description": "Name of a lexicon, as the list of lexicons has it.",
    "pattern": "^[a-z][a-z0-9_-]{0,31}$",
}
FIND = (
    "`best`: the word with the highest score; of several the longest, then the first in the alphabet. `every`: all "
    "words with their scores, in that order. `exists`: whether there is any."
)
SCORE = {"description": "The values of its tiles, and the bonus for its length."}


class Lowercase(kinds.String):
    """A text of so many letters from a to z at most, in lower case."""

    def __init__(self, longest: int, **more: Any) -> None:
        self._shape = re.compile(f"[a-z]{{1,{longest}}}")
        self._longest = longest
        super().__init__(metadata={**more.pop("metadata", {}), "pattern": f"^[a-z]{{1,{longest}}}$"}, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if not isinstance(value, str) or self._shape.fullmatch(value) is None:
            raise ValidationError(f"Must be 1 to {self._longest} letters from a to z, in lower case.")
        return value


def _lexicon() -> kinds.String:
    return kinds.String(load_default=DEFAULT, validate=validate.Length(1, 32), metadata=LEXICON)


class CheckWordsSchema(Closed):
    """Asks which words are legal."""

    lexicon = _lexicon()
    words = TupleOf(
        Lowercase(LONGEST_WORD),
        required=True,
        validate=validate.Length(max=WORDS_AT_ONCE),
        metadata={
            "description": "Letters from a to z in lower case, as the lexicons have them. Capitals are refused, for "
            "they mostly mark names, which no lexicon has; whoever means none sends lower case."
        },
    )


class AskedTileSchema(Closed):
    """A tile to spell with."""

    letters = Lowercase(
        LONGEST_TILE,
        required=True,
        metadata={"description": "Its letters; several stay together, in this order."},
    )
    value = kinds.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(-LARGEST_VALUE, LARGEST_VALUE),
        metadata={"description": "What it adds to the score of a word that uses it."},
    )


class SearchWordsSchema(Closed):
    """Asks what tiles spell. A word uses each of them once at most."""

    lexicon = _lexicon()
    find = kinds.String(load_default="best", validate=validate.OneOf(get_args(Find)), metadata={"description": FIND})
    tiles = TupleOf(
        kinds.Nested(AskedTileSchema),
        required=True,
        validate=validate.Length(max=MOST_TILES),
        metadata={"description": f"The tiles: with the blanks, {MOST_TILES} at most."},
    )
    blanks = kinds.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(0, MOST_FORKS),
        metadata={
            "description": "How many blanks there are beside the tiles: each is any letter, and worth nothing. With "
            f"`change` {MOST_FORKS - 1} at most, for more of both would take too long."
        },
    )
    change = StrictBoolean(
        load_default=False,
        metadata={"description": "One letter of one tile may be another letter, as by a tonic."},
    )
    bonus = TupleOf(
        kinds.Integer(strict=True, validate=validate.Range(-LARGEST_VALUE, LARGEST_VALUE)),
        load_default=(),
        validate=validate.Length(max=LONGEST_WORD + 1),
        metadata={
            "description": "What a word's length adds to its score: entry N for N letters, counted from 0; the last "
            "entry for longer words, too."
        },
    )
    limit = kinds.Integer(
        strict=True,
        load_default=500,
        validate=validate.Range(1, MOST_LISTED),
        metadata={"description": "With `every`: how many words to list at most; `count` has all."},
    )


class AnswerQuery(Closed):
    """Waits for the answer where asked."""

    wait = WholeNumber(
        load_default=0, validate=validate.Range(0, 25), metadata={"description": "Seconds to wait for it, at most."}
    )


class CheckedWordSchema(Open):
    """A word that was asked about."""

    word = kinds.String(required=True)
    legal = StrictBoolean(required=True, metadata={"description": "The lexicon has it."})


class SpeltWordSchema(Open):
    """A word that the tiles spell."""

    word = kinds.String(required=True)
    score = kinds.Integer(strict=True, required=True, metadata=SCORE)


class ChangedLetterSchema(Open):
    """The tile of which a letter was changed."""

    tile = kinds.Integer(strict=True, required=True, metadata={"description": "Its place among the `tiles`, from 0."})
    letters = kinds.String(required=True, metadata={"description": "Its letters in the word."})


class BestWordSchema(Open):
    """The best word, and how it is laid."""

    word = kinds.String(required=True)
    score = kinds.Integer(strict=True, required=True, metadata=SCORE)
    tiles = kinds.List(
        kinds.Integer(strict=True),
        required=True,
        metadata={
            "description": "The tiles that spell it, in its order: places among the `tiles` that were asked with, from "
            "0, with the blanks after them."
        },
    )
    change = kinds.Nested(ChangedLetterSchema)


AGAIN = "What the same address asks again while it is kept has the same one."
OF_LEXICON: Fields = MappingProxyType(
    {
        "lexicon": kinds.String(required=True, metadata=LEXICON),
        "sha256": kinds.String(
            required=True,
            metadata={"description": "SHA-256 (hex) of the lexicon that is asked.", "pattern": "^[0-9a-f]{64}$"},
        ),
    }
)

WORD_CHECK = question(
    "WordCheck",
    "Which words are legal; a question that may not have its answer yet.",
    AGAIN,
    asked=OF_LEXICON,
    answer={
        "results": kinds.List(
            kinds.Nested(CheckedWordSchema),
            metadata={"description": "Each word that was asked about, in that order; once it is `done`."},
        ),
    },
)
WORD_SEARCH = question(
    "WordSearch",
    "What tiles spell; a question that may not have its answer yet.",
    AGAIN,
    asked=OF_LEXICON,
    answer={
        "find": kinds.String(required=True, validate=validate.OneOf(get_args(Find)), metadata={"description": FIND}),
        "exists": StrictBoolean(metadata={"description": "The tiles spell a word; once it is `done`."}),
        "best": kinds.Nested(BestWordSchema),
        "count": kinds.Integer(strict=True, metadata={"description": "With `every`: how many words the tiles spell."}),
        "words": kinds.List(
            kinds.Nested(SpeltWordSchema),
            metadata={"description": "With `every`: the words, the best first; as many as the `limit`."},
        ),
    },
)
