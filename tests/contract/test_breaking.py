"""A change of the contract that would break a client is found, one that would not is let through."""

import copy
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.api.talk import contract
from tests.contract import breaking
from tests.contract.breaking import Comparison

Json = dict[str, Any]
Change = Callable[[Json], object]


def found(change: Change) -> list[str]:
    """What breaks when the contract is changed so."""
    changed = copy.deepcopy(contract().document)
    change(changed)
    return list(Comparison(contract().document, changed).breaks())


def schema(document: Json, name: str) -> Json:
    made: Json = document["components"]["schemas"][name]
    return made


def operation(document: Json, path: str, method: str) -> Json:
    made: Json = document["paths"][path][method]
    return made


def parameter(document: Json, path: str, name: str) -> Json:
    (one,) = [one for one in operation(document, path, "get")["parameters"] if one["name"] == name]
    made: Json = one
    return made


MATCH, ACTIONS = "/v1/matches/{match}", "/v1/matches/{match}/actions"

BREAKING: dict[str, tuple[Change, str]] = {
    "a path goes": (lambda d: d["paths"].pop(ACTIONS), "POST /v1/matches/{match}/actions is gone."),
    "a method goes": (lambda d: d["paths"][MATCH].pop("get"), "GET /v1/matches/{match} is gone."),
    "an operation is renamed": (lambda d: operation(d, MATCH, "get").update(operationId="look"), "is look."),
    "a token is needed": (lambda d: operation(d, MATCH, "get")["security"].pop(), "can't be called with nothing"),
    "an answer goes": (lambda d: operation(d, MATCH, "get")["responses"].pop("304"), "doesn't answer 304"),
    "a header goes": (
        lambda d: operation(d, MATCH, "get")["responses"]["200"]["headers"].pop("ETag"),
        "no header ETag",
    ),
    "a parameter goes": (
        lambda d: operation(d, MATCH, "get")["parameters"].remove(parameter(d, MATCH, "wait")),
        "takes no parameter wait",
    ),
    "a parameter is needed": (lambda d: parameter(d, MATCH, "wait").update(required=True), "needs the parameter wait"),
    "a parameter is narrower": (
        lambda d: parameter(d, MATCH, "wait")["schema"].update(maximum=5),
        "wait has a maximum of 5.",
    ),
    "a body is needed": (
        lambda d: operation(d, "/v1/matches/{match}/start", "post")["requestBody"].update(required=True),
        "needs its body",
    ),
    "a field of an answer goes": (lambda d: schema(d, "SquishemMatch")["properties"].pop("version"), "version is gone"),
    "a field of an answer may be absent": (
        lambda d: schema(d, "SquishemMatch")["required"].remove("version"),
        "version may be absent",
    ),
    "a field of an answer has another type": (
        lambda d: schema(d, "SquishemMatch")["properties"].update(version={"type": "string"}),
        "version was integer, and is string.",
    ),
    "an event goes": (
        lambda d: schema(d, "Event")["discriminator"]["mapping"].pop("match_over"),
        "has no match_over any more",
    ),
    "deep inside, an event loses a field": (
        lambda d: schema(d, "CardsShownEvent")["properties"].pop("cards"),
        "<cards_shown>.cards is gone",
    ),
    "a field of a request goes": (lambda d: schema(d, "TakeSeat")["properties"].pop("seat"), "body.seat is gone"),
    "a field of a request is needed": (
        lambda d: schema(d, "TakeSeat")["required"].append("seat"),
        "body.seat is required",
    ),
    "a new field of a request is needed": (
        lambda d: (
            schema(d, "TakeSeat")["properties"].update(colour={"type": "string"}),
            schema(d, "TakeSeat")["required"].append("colour"),
        ),
        "body.colour is required",
    ),
    "a value of a request goes": (
        lambda d: schema(d, "SquishemOptionsRequest")["properties"]["length"]["enum"].remove("whole_deck"),
        "length loses 'whole_deck'",
    ),
    "a request is narrower": (
        lambda d: schema(d, "TakeSeat")["properties"]["name"].update(maxLength=24),
        "name has a maxLength of 24",
    ),
    "a request must match": (lambda d: schema(d, "TakeSeat")["properties"]["name"].update(pattern="^A"), "must match"),
    "a choice goes": (
        lambda d: schema(d, "Choice")["discriminator"]["mapping"].pop("attack"),
        "has no attack any more",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), BREAKING.values(), ids=BREAKING.keys())
def test_what_breaks_a_client_is_found(change: Change, sentence: str) -> None:
    assert [one for one in found(change) if sentence in one]


HARMLESS: dict[str, Change] = {
    "nothing": lambda d: None,
    "a new path": lambda d: d["paths"].update({"/v1/new": copy.deepcopy(d["paths"]["/v1/games"])}),
    "a new field of an answer": lambda d: schema(d, "SquishemMatch")["properties"].update(mood={"type": "string"}),
    "a field of an answer is always there": lambda d: schema(d, "SquishemMatch")["required"].append("outcome"),
    "a new optional field of a request": lambda d: schema(d, "TakeSeat")["properties"].update(hat={"type": "string"}),
    "a field of a request may be absent": lambda d: schema(d, "TakeSeat")["required"].remove("name"),
    "a new value of a request": lambda d: schema(d, "SquishemOptionsRequest")["properties"]["length"]["enum"].append(
        "x"
    ),
    "a new code": lambda d: schema(d, "Problem")["properties"]["code"]["enum"].append("too_late"),
    "a request is wider": lambda d: schema(d, "TakeSeat")["properties"]["name"].update(maxLength=999),
    "a refusal that no longer happens": lambda d: operation(d, MATCH, "get")["responses"].pop("410"),
    "a new refusal": lambda d: operation(d, MATCH, "get")["responses"].update(
        {"409": operation(d, ACTIONS, "post")["responses"]["409"]}
    ),
    "other words": lambda d: schema(d, "TakeSeat").update(description="Sits down."),
}


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS.keys())
def test_what_breaks_nobody_is_let_through(change: Change) -> None:
    assert found(change) == []


def test_the_last_tag_is_what_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    document = copy.deepcopy(contract().document)
    written = tmp_path / "openapi.yaml"
    written.write_text(json.dumps(document), encoding="utf-8")
    monkeypatch.setattr(breaking, "ROOT", tmp_path)
    git("init")
    git("add", ".")
    git("commit", "-m", "First")
    assert breaking.main() == 0
    assert "nothing was released" in capsys.readouterr().out
    git("tag", "v1")
    assert breaking.main() == 0
    assert "0 changes since v1" in capsys.readouterr().out
    del document["paths"][ACTIONS]
    written.write_text(json.dumps(document), encoding="utf-8")
    assert breaking.main() == 1
    assert "POST /v1/matches/{match}/actions is gone." in capsys.readouterr().out
    git("commit", "-am", "Second")
    git("tag", "v2")
    assert breaking.main() == 0
