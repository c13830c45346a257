"""Values of the rules as lines of text."""

from typing import Any

from service.games.kernel.events import Told
from service.games.kernel.match import Answer, Pending
from service.wire import to_plain


def line_of(value: object) -> str:
    """Return an event or a choice as its kind and its fields."""
    plain = to_plain(value)
    kind = plain.pop("kind", "")
    return f"{kind} {fields_of(plain)}".rstrip()


def fields_of(plain: dict[str, Any]) -> str:
    """Return names and values as NAME=VALUE, which `--options` of `alehouse simulate` takes too."""
    return " ".join(f"{name}={_text(item)}" for name, item in plain.items())


def told_lines(told: Told) -> list[str]:
    """Return what was told, with who heard it where not all did."""
    if told.seat is None:
        return [line_of(told.event)]
    lines = [f"{line_of(told.event)}  (to seat {told.seat} alone)"]
    return lines if told.rest is None else [*lines, f"{line_of(told.rest)}  (to the rest)"]


def answer_line(at: int, answer: Answer) -> str:
    """Return the answer number `at`, from 0."""
    return f"answer {at}: {_seat(answer.seat)}, {answer.question}: {line_of(answer.choice)}"


def decision_line(pending: Pending) -> str:
    """Return an open decision with its id."""
    decision = pending.decision
    state = ", with the referee" if pending.with_referee else ", at will" if decision.optional else ""
    return f"{pending.id}: {_seat(decision.seat)}{state}, {decision.kind}: {decision.prompt}"


def choice_lines(pending: Pending) -> list[str]:
    """Return the legal choices, one by one where they can be listed."""
    listed = pending.decision.choices.listed()
    return [line_of(pending.decision.choices)] if listed is None else [line_of(choice) for choice in listed]


def _seat(seat: int) -> str:
    return f"seat {seat}" if seat >= 0 else "the referee"


def _text(item: Any) -> str:
    if isinstance(item, list):
        return "[" + ", ".join(map(_text, item)) + "]"
    if isinstance(item, dict):
        return "{" + fields_of(item) + "}"
    return str(item).lower() if isinstance(item, bool) else str(item)
