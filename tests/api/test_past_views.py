"""Looking back: each earlier version as it was seen, by whom it was seen, and nothing beyond."""

import pytest

from tests.api.records import OF_THE_HOUSE, Served, heard, played
from tests.api.talk import Json, Table, Talk, open_table


@pytest.fixture(scope="module")
def served(talk: Talk, seed: int) -> Served:
    return played(talk, seed + 1, 3, turn_cap=6)


def test_every_version_that_was_seen_is_seen_again(talk: Talk, served: Served) -> None:
    now = talk.get(served.path)
    for audience, token in enumerate(served.tokens):
        for version, seen in served.looks[audience].items():
            past = talk.get(served.path, token, params={"version": version})
            assert "decisions" not in past
            # What may change after a version: when the match expires.
            expected = {key: value for key, value in seen.items() if key != "decisions"}
            assert {**past, "expires_at": ""} == {**expected, "expires_at": ""}
            assert past["expires_at"] == now["expires_at"]


def test_a_version_within_a_step_shows_what_was_before_it(talk: Talk, served: Served) -> None:
    """Nobody ever saw the table in the midst of a step; its number says what is shown."""
    for audience, token in enumerate(served.tokens):
        looks = served.looks[audience]
        for version in range(min(looks), max(looks) + 1):
            past = talk.get(served.path, token, params={"version": version})
            before = max(seen for seen in looks if seen <= version)
            assert past["version"] == before
            assert past["view"] == looks[before]["view"]


def test_the_seed_and_the_outcome_are_of_the_last_version(talk: Talk, served: Served) -> None:
    last = talk.get(served.path, served.tokens[0])["version"]
    past = talk.get(served.path, served.tokens[0], params={"version": last})
    assert (past["status"], past["chance"]["seed"]) == ("over", served.record["seed"])
    earlier = talk.get(served.path, served.tokens[0], params={"version": last - 1})
    assert earlier["status"] == "running"
    assert "outcome" not in earlier
    assert "seed" not in earlier["chance"]


def test_before_the_start_there_is_nothing_to_view(talk: Talk, served: Served) -> None:
    events = heard(talk, served, 0)
    started = next(event["n"] for event in events if event["kind"] == "match_started")
    for version in range(1, started + 1):
        past = talk.get(served.path, params={"version": version})
        assert past["status"] == "waiting"
        assert past["version"] == min(version, started - 1)
        assert "view" not in past
        assert "waiting_for" not in past


@pytest.mark.parametrize("over", [1, 7, 2**40])
def test_a_version_that_is_not_yet_is_unknown(talk: Talk, served: Served, over: int) -> None:
    for token in served.tokens:
        last = talk.get(served.path, token)["version"]
        refused = talk.get(served.path, token, status=404, params={"version": last + over})
        assert refused["code"] == "version_unknown"


@pytest.mark.parametrize(
    "query",
    [
        *({"version": 0}, {"version": -1}, {"version": "x"}, {"version": 2**64}),
        *({"version": 3, "after": 1}, {"version": 3, "wait": 1}),
    ],
)
def test_a_version_stands_alone_and_counts_from_one(talk: Talk, served: Served, query: Json) -> None:
    refused = talk.get(served.path, status=422, params=query)
    assert [place["pointer"] for place in refused["errors"]] == ["version"]


def test_looking_back_opens_no_other_hand(two: Table) -> None:
    (decision,) = two.look(two.tokens[0])["decisions"]
    card = decision["choices"]["items"][0]["card"]
    two.act(two.tokens[0], decision, decision["choices"]["items"][0])
    for token in (*two.tokens, two.host, None):
        now = two.look(token)
        past = [two.look(token, params={"version": version}) for version in range(1, now["version"] + 1)]
        assert past[-1]["view"] == now["view"]
        laid = {seen["view"]["players"][0].get("laid") for seen in past if "view" in seen}
        assert laid == ({None, card} if token == two.tokens[0] else {None})


def test_a_match_that_waits_has_versions_too(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)
    assert [table.look(params={"version": version})["version"] for version in (1, 2)] == [1, 2]
    assert table.talk.get(table.path, status=404, params={"version": 3})["code"] == "version_unknown"


def test_a_token_of_nobody_sees_no_past(talk: Talk, served: Served) -> None:
    token = served.tokens[0]
    assert token is not None
    refused = talk.get(served.path, token[:-1] + ("A" if token[-1] != "A" else "B"), status=401, params={"version": 3})
    assert refused["code"] == "token_unknown"


def test_where_spectators_are_not_allowed_they_see_no_past(talk: Talk) -> None:
    table = open_table(talk, "random", None, spectators=False)
    assert table.talk.get(table.path, status=403, params={"version": 1})["code"] == "spectators_not_allowed"
    assert table.look(table.tokens[0], params={"version": 1})["status"] == "waiting"


def test_the_past_is_not_what_the_client_has_now(talk: Talk, served: Served) -> None:
    now = talk.ask("GET", served.path)
    past = talk.ask("GET", served.path, params={"version": 5}, headers={"If-None-Match": now.headers["ETag"]})
    assert past.status_code == 200
    assert past.headers["ETag"] != now.headers["ETag"]


def test_what_the_house_tells_is_named_here(talk: Talk, served: Served) -> None:
    kinds = {event["kind"] for event in heard(talk, served, len(served.tokens) - 1)}
    assert kinds >= OF_THE_HOUSE
