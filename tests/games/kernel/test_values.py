"""Values: compared and hashed by their fields, without a place for others."""

from dataclasses import fields
from typing import Any, ClassVar

import pytest

from service.games.kernel.decisions import Choice, Ruling
from service.games.kernel.values import value


@value
class Bet(Choice):
    """A choice of two parts."""

    kind: ClassVar[str] = "bet"

    coins: int
    on: str = "red"


def test_a_value_is_what_its_fields_are() -> None:
    assert Bet(2) == Bet(2, "red") != Bet(2, "black")
    assert hash(Bet(2)) == hash(Bet(2, "red"))
    other: Any = Ruling(legal=True)
    assert Bet(1) != other
    assert repr(Bet(2)) == "Bet(coins=2, on='red')"
    assert [part.name for part in fields(Bet)] == ["coins", "on"]


def test_a_value_has_no_place_for_anything_else() -> None:
    bet: Any = Bet(2)
    with pytest.raises(AttributeError):
        bet.odds = 3
