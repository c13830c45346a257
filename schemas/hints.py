"""Hints: what a player is told of the words that he could spell."""

from marshmallow import Schema
from marshmallow import fields as kinds

from schemas.contract import Contract
from schemas.derived import StrictBoolean
from schemas.questions import question
from schemas.responses import Open


def hints(contract: Contract) -> type[Schema]:
    """Return the schema of hints, which may not have been worked out yet."""
    to_send = {"description": "The choice to send for it."}

    class HintedWordSchema(Open):
        """A word of the lexicon of the match, against one monster."""

        word = kinds.String(required=True)
        damage = kinds.Integer(strict=True, required=True, metadata={"description": "Damage that it deals."})
        defeats = StrictBoolean(required=True, metadata={"description": "The monster falls by it."})
        choice = kinds.Nested(contract.choice, required=True, metadata=to_send)

    class MonsterHintSchema(Open):
        """The best words against one monster."""

        monster = kinds.String(required=True)
        health = kinds.Integer(strict=True, required=True, metadata={"description": "Coins that it has left."})
        words = kinds.List(
            kinds.Nested(HintedWordSchema),
            required=True,
            metadata={"description": "The best words, the most damage first; empty where the tiles spell none."},
        )

    class WordHintsSchema(Open):
        """What a seat could spell."""

        choice = kinds.Nested(
            contract.choice,
            required=True,
            metadata={"description": "What the bot `greedy` would send: a word, or the claim that there is none."},
        )
        monsters = kinds.List(
            kinds.Nested(MonsterHintSchema),
            required=True,
            metadata={"description": "The monsters of the row, from left to right."},
        )

    return question(
        "SeatHints",
        "Hints that a seat asked for; a question that may not have its answer yet.",
        "Asked again while nothing has changed: the same.",
        asked={
            "match": kinds.String(required=True, metadata={"description": "Id of the match."}),
            "decision": kinds.String(
                required=True, metadata={"description": "Id of the decision that they are about."}
            ),
            "hints": kinds.Nested(WordHintsSchema, metadata={"description": "The hints; once it is `done`."}),
        },
        answer={},
    )
