"""What the cards of every title share: an id made of the title, a text, and effects at moments that the title names."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

NO_EFFECT = "No effect."
"""The text of a card that does nothing."""


def snake_case(title: str) -> str:
    """Return a title as an id: lower case, words joined by underscores."""
    return "_".join(re.findall(r"[a-z0-9]+", title.lower().replace("'", "")))


def text_of(effect: Callable[..., object]) -> str:
    """Return an effect's text; raises ValueError without a docstring, so that no such card is registered."""
    if not effect.__doc__:
        raise ValueError(f"{effect.__name__} has no docstring; a card's docstring is its text.")
    return " ".join(effect.__doc__.split())


def effects_of(cards: Iterable[Any]) -> list[tuple[object, str]]:
    """Return every effect of some cards: the card that has it, and the field that holds it, which is its moment."""
    return [(card, field.name) for card in cards for field in fields(card) if callable(getattr(card, field.name))]
