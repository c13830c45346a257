"""Looking: versions, etags, waits that end with the news and with nothing else."""

import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.api.house import House, until
from tests.api.talk import ROOT, Json, Table, Talk, open_table


def test_an_etag_is_of_one_audience_and_one_version(two: Table) -> None:
    tags = {}
    for name, token in {"s0": two.tokens[0], "s1": two.tokens[1], "host": two.host, "spectators": None}.items():
        seen = two.talk.ask("GET", two.path, token=token)
        tags[name] = seen.headers["ETag"]
        assert tags[name] == f'"{name}.{seen.json()["version"]}"'
        assert seen.headers["Cache-Control"] == "private, no-cache"
        assert seen.headers["Vary"] == "Authorization"
    for name, token in {"s0": two.tokens[0], "s1": two.tokens[1], "host": two.host, "spectators": None}.items():
        for tagged, tag in tags.items():
            seen = two.talk.ask("GET", two.path, token=token, headers={"If-None-Match": tag})
            assert seen.status_code == (304 if tagged == name else 200)
            assert seen.headers["ETag"] == tags[name]


def test_a_304_ends_with_the_next_event(two: Table) -> None:
    tag = two.talk.ask("GET", two.path, token=two.tokens[1]).headers["ETag"]
    (decision,) = two.look(two.tokens[0])["decisions"]
    two.act(two.tokens[0], decision, decision["choices"]["items"][0])
    seen = two.talk.ask("GET", two.path, token=two.tokens[1], headers={"If-None-Match": f'W/"x", {tag}'})
    assert seen.status_code == 200
    assert seen.headers["ETag"] != tag
    both = two.talk.ask(
        "GET", two.path, token=two.tokens[1], headers={"If-None-Match": f"{tag}, {seen.headers['ETag']}"}
    )
    assert both.status_code == 304


def test_a_look_does_not_wait_for_what_has_happened(two: Table) -> None:
    began = time.monotonic()
    seen = two.look(two.tokens[0], params={"after": 0, "wait": 25})
    assert seen["version"] > 0
    assert time.monotonic() - began < 20


def test_a_wait_without_news_ends_with_the_same_view(two: Table) -> None:
    now = two.look(two.tokens[0])
    began = time.monotonic()
    assert two.look(two.tokens[0], params={"after": now["version"], "wait": 1}) == now
    assert time.monotonic() - began >= 1


@pytest.mark.parametrize("bearer", [0, 1, None])
def test_a_wait_ends_when_somebody_acts(house: House, two: Table, bearer: int | None) -> None:
    token = None if bearer is None else two.tokens[bearer]
    version = two.look(token)["version"]
    with ThreadPoolExecutor(1) as pool:
        began = time.monotonic()
        waiting = pool.submit(house.talk().get, two.path, token, params={"after": version, "wait": 25})
        (decision,) = two.look(two.tokens[0])["decisions"]
        two.act(two.tokens[0], decision, decision["choices"]["items"][0])
        seen = waiting.result()
    assert seen["version"] == version + 1
    assert time.monotonic() - began < 20


def test_a_wait_ends_when_the_match_starts(house: House, talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    token = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)["token"]
    version = table.look(token)["version"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(house.talk().get, table.path, token, params={"after": version, "wait": 25})
        talk.post(f"{table.path}/start", token=table.host)
        assert waiting.result()["status"] == "running"


def test_many_waits_at_once_all_end_with_the_news(house: House, two: Table) -> None:
    version = two.look()["version"]
    talks = [house.talk() for _ in range(40)]
    with ThreadPoolExecutor(len(talks)) as pool:
        waiting: list[Future[Json]] = [
            pool.submit(talk.get, two.path, params={"after": version, "wait": 25}) for talk in talks
        ]
        (decision,) = two.look(two.tokens[0])["decisions"]
        began = time.monotonic()
        two.act(two.tokens[0], decision, decision["choices"]["items"][0])
        seen = [one.result() for one in waiting]
    assert {one["version"] for one in seen} == {version + 1}
    assert time.monotonic() - began < 20


def test_a_bot_moves_without_anybody_asking(talk: Talk) -> None:
    table = open_table(talk, None, "random")
    until(lambda: table.look()["waiting_for"] == [0], "the bot has answered")


def test_expiry_is_counted_from_what_the_bearer_has_heard(two: Table) -> None:
    before = [two.look(token)["expires_at"] for token in two.tokens]
    created = two.look()["created_at"]
    assert created < before[0]
    (decision,) = two.look(two.tokens[0])["decisions"]
    answer = two.act(two.tokens[0], decision, decision["choices"]["items"][0])
    assert answer["expires_at"][:10] > created[:10]
    assert two.look(two.tokens[1])["expires_at"] == answer["expires_at"]


def test_the_catalogue_can_be_kept(talk: Talk) -> None:
    for path in ("/v1/games", "/v1/games/squishem", "/v1/games/squishem/cards"):
        first = talk.ask("GET", path)
        assert first.headers["Cache-Control"] == "public, max-age=300"
        again = talk.ask("GET", path, headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
        assert not again.content
        assert talk.ask("GET", path, headers={"If-Match": '"another"'}).status_code == 200
    (game,) = (one for one in talk.get("/v1/games")["items"] if one["game"] == "squishem")
    assert game == talk.get("/v1/games/squishem")
    assert game["seats"] == {"least": 2, "most": 4}
    assert game["bots"] == ["random", "greedy"]
    assert game["options"][0] == {
        "kind": "text_option",
        "name": "length",
        "values": ["three_kills", "five_kills", "whole_deck"],
        "default": "three_kills",
    }
    assert game["options"][2] == {"kind": "number_option", "name": "turn_cap", "least": 1, "most": 1000}
    assert len(talk.get("/v1/games/squishem/cards")["items"]) == 54


def test_health_and_contract(talk: Talk) -> None:
    assert talk.get("/healthz") == {"status": "ok"}
    assert talk.get("/readyz") == {"status": "ok"}
    assert talk.ask("GET", "/openapi.yaml").text == (ROOT / "openapi.yaml").read_text(encoding="utf-8")
