"""Reading records that somebody has in a file."""

from dataclasses import dataclass
from typing import Any

import orjson
from marshmallow import Schema, ValidationError

from schemas.contract import Contract
from schemas.places import places
from service.commands import CommandFailed
from service.games.catalogue import TITLES
from service.games.kernel.decisions import Choice
from service.games.kernel.match import Record


@dataclass(frozen=True, slots=True)
class Sent:
    """A record, and what was published of its seed where the file says so."""

    record: Record
    commitment: str | None


def record_in(text: bytes, named: str) -> Sent:
    """Return the record that `text` holds, as `POST /v1/replays` takes it, perhaps with a `commitment` beside.

    Raises CommandFailed, which says where in the file `named` so something is wrong.
    """
    try:
        plain = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise CommandFailed(f"{named} is no JSON: {error}.") from error
    commitment = plain.pop("commitment", None) if isinstance(plain, dict) else None
    if not isinstance(commitment, str | None):
        raise CommandFailed(f"{named}: /commitment: Not a valid string.")
    record: Record = _loaded(Contract(TITLES).record, plain, named)
    return Sent(record, commitment)


def record_of(plain: Any, named: str) -> Record:
    """Return the record that these plain values are; raises CommandFailed."""
    record: Record = _loaded(Contract(TITLES).record, plain, named)
    return record


def choice_of(plain: Any, named: str) -> Choice:
    """Return the choice that these plain values are; raises CommandFailed."""
    choice: Choice = _loaded(Contract(TITLES).choice, plain, named)
    return choice


def _loaded(schema: type[Schema], plain: Any, named: str) -> Any:
    try:
        return schema().load(plain)
    except ValidationError as error:
        pointer, said = next(places(error.messages))
        raise CommandFailed(f"{named}: {pointer or '/'}: {said}") from error
