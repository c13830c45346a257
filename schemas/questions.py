"""What every question to a worker has: an answer may have to wait for it."""

from collections.abc import Mapping
from typing import Any, get_args

from marshmallow import Schema, validate
from marshmallow import fields as kinds

from schemas.contract import TIME
from schemas.responses import Open
from service.asking import QuestionStatus

Fields = Mapping[str, kinds.Field[Any]]


def question(name: str, about: str, again: str, asked: Fields, answer: Fields) -> type[Schema]:
    """Return the schema of a question, as it stands: what was `asked`, and the `answer` once there is one.

    again: when asking once more is the same question.
    """
    body = {
        "__doc__": about,
        "id": kinds.String(required=True, metadata={"description": again}),
        "status": kinds.String(
            required=True,
            validate=validate.OneOf(get_args(QuestionStatus)),
            metadata={
                "description": "`queued` until a worker has answered; then `done`, or `failed`, with the `cause`."
            },
        ),
        **asked,
        "created_at": kinds.String(
            required=True, metadata={**TIME, "description": "When it was asked; RFC 3339, UTC."}
        ),
        "expires_at": kinds.String(
            required=True, metadata={**TIME, "description": "Until when it is kept; RFC 3339, UTC."}
        ),
        "cause": kinds.String(metadata={"description": "Why it failed, in one sentence for a person."}),
        **answer,
    }
    return type(f"{name}Schema", (Open,), body)
