"""What is taken at a look is what the fields would have made of it, and nothing that they refuse."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from marshmallow import ValidationError

from schemas.contract import Contract
from schemas.derived import Closed, Looked
from schemas.ready import Unfit
from service.games.catalogue import TITLES
from service.wire import to_plain
from tests.games.golden_records import paths, read

EACH = 8
"""Choices of a kind that are tried."""

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 3, -1, 10**20, 1.0, 0.5, "", "x", "\0", "0", "fire"),
    *([], ["x"], [1], [[]], ["x"] * 40, {}, {"kind": "x"}),
)


def _schemas() -> dict[str, Looked]:
    members = Contract(TITLES).recorded_choice.members  # type: ignore[attr-defined]
    return {kind: one for kind, one in members.items() if isinstance(one, Looked)}


def _choices() -> dict[str, list[Any]]:
    """Return different choices of every kind that recorded matches have, in wire form."""
    found: dict[str, list[Any]] = {}
    for path in paths():
        for step in read(path)[1]:
            for answer in step["answers"]:
                some = found.setdefault(answer["choice"]["kind"], [])
                if answer["choice"] not in some and len(some) < EACH:
                    some.append(answer["choice"])
    return found


def _changed(value: Any) -> Iterator[Any]:
    """Yield `value` with one thing in it another, one more or one less, at every depth."""
    yield from deepcopy(ODD)
    if isinstance(value, dict):
        yield {**value, "more": 1}
        for key, one in value.items():
            yield {name: other for name, other in value.items() if name != key}
            yield from ({**value, key: changed} for changed in _changed(one))
    if isinstance(value, list):
        yield [*value, *value]
        for at, one in enumerate(value):
            yield from ([*value[:at], changed, *value[at + 1 :]] for changed in _changed(one))


def _by_fields(schema: Looked, value: Any) -> Any:
    try:
        return Closed.load(schema, value)
    except ValidationError as error:
        return error.messages


def _loaded(schema: Looked, value: Any) -> Any:
    try:
        return schema.load(value)
    except ValidationError as error:
        return error.messages


SCHEMAS, CHOICES = _schemas(), _choices()


def test_every_kind_of_choice_is_taken_at_a_look() -> None:
    assert SCHEMAS.keys() == Contract(TITLES).recorded_choice.members.keys()  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", sorted(SCHEMAS.keys() & CHOICES.keys()))
def test_a_look_finds_what_the_fields_do(kind: str) -> None:
    schema = SCHEMAS[kind]
    for plain in CHOICES[kind]:
        assert to_plain(schema.look(plain)) == plain
        for changed in _changed(plain):
            found = _loaded(schema, deepcopy(changed))
            expected = _by_fields(schema, changed)
            assert found == expected, changed
            # A number that is one and a flag that is true are equal, and aren't the same.
            assert repr(found) == repr(expected), changed


def test_a_look_leaves_long_lists_to_who_lets_others_go_on() -> None:
    wounds = SCHEMAS["heal_wounds"]
    assert wounds.look({"kind": "heal_wounds", "wounds": ["x"] * 32}).wounds == ("x",) * 32
    with pytest.raises(Unfit):
        wounds.look({"kind": "heal_wounds", "wounds": ["x"] * 33})
