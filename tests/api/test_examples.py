"""The examples of the contract are whole: what the service answers, item by item, and what it takes back."""

import pytest

from tests.api.talk import Json, Talk, contract


def example(operation: str, status: str = "200") -> Json:
    """Return the example of an answer."""
    (found,) = [
        one["responses"][status]["content"]["application/json"]["example"]
        for operations in contract().document["paths"].values()
        for method, one in operations.items()
        if method != "parameters" and one["operationId"] == operation
    ]
    return dict(found)


@pytest.mark.parametrize(
    ("operation", "path"),
    [
        ("listGames", "/v1/games"),
        ("getGame", "/v1/games/squishem"),
        ("listCards", "/v1/games/squishem/cards"),
        ("getProblem", "/problems/illegal_choice"),
    ],
)
def test_what_changes_with_a_release_alone_is_shown_as_it_is(talk: Talk, operation: str, path: str) -> None:
    assert example(operation) == talk.get(path)


def test_the_record_shown_can_be_played_again(talk: Talk) -> None:
    assert talk.post("/v1/replays", example("getRecord")) == example("verifyRecord")
    assert example("verifyRecord")["verified"] is True


def test_the_transition_shown_can_be_played_on(talk: Talk) -> None:
    shown = example("playRecord")
    (audience,) = [one for one in shown["audiences"] if one["bearer"] == {"kind": "player", "seat": 0}]
    decision = audience["decisions"][0]
    action = {"decision": decision["id"], "choice": decision["choices"]["items"][0]}
    played = talk.post("/v1/transitions", {"record": shown["record"], "action": action})
    assert played["record"]["answers"][-1]["choice"] == action["choice"]
