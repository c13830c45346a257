"""The same request sent again: done once, answered alike; another under the same name: refused."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.house import House
from tests.api.talk import Json, Table, Talk, key, open_table

OPEN: Json = {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "open"}]}


def test_an_opening_sent_again_opens_one_match(talk: Talk) -> None:
    headers = {"Idempotency-Key": key()}
    first = talk.post("/v1/matches", OPEN, status=201, headers=headers)
    assert talk.post("/v1/matches", OPEN, status=201, headers=headers) == first
    spelt_out = {**OPEN, "listed": False, "spectators": True, "options": {}}
    assert talk.post("/v1/matches", spelt_out, status=201, headers=headers) == first
    refused = talk.post("/v1/matches", {**OPEN, "listed": True}, status=422, headers=headers)
    assert refused["code"] == "idempotency_key_reused"
    other = talk.post("/v1/matches", OPEN, status=201, headers={"Idempotency-Key": key()})
    assert other["id"] != first["id"]
    assert talk.post("/v1/matches", OPEN, status=201)["id"] not in (first["id"], other["id"])


def test_an_opening_sent_again_after_the_start_still_gives_the_host_token(talk: Talk) -> None:
    headers = {"Idempotency-Key": key()}
    first = talk.post("/v1/matches", OPEN, status=201, headers=headers)
    talk.post(f"/v1/matches/{first['id']}/start", token=first["host_token"])
    again = talk.post("/v1/matches", OPEN, status=201, headers=headers)
    assert (again["id"], again["host_token"]) == (first["id"], first["host_token"])
    assert again["chance"]["commitment"] == first["chance"]["commitment"]


def test_taking_a_seat_again_gives_the_same_token(talk: Talk) -> None:
    table = open_table(talk, None, None, None, sit=False)
    headers = {"Idempotency-Key": key()}
    first = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201, headers=headers)
    assert talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201, headers=headers) == first
    assert talk.post(f"{table.path}/seats", {"name": "Ambie", "seat": 0}, status=201, headers=headers) == first
    for other in ({"name": "Basil"}, {"name": "Ambie", "seat": 1}):
        refused = talk.post(f"{table.path}/seats", other, status=422, headers=headers)
        assert refused["code"] == "idempotency_key_reused"
    assert [seat["kind"] for seat in table.look()["seats"]] == ["player_seat", "open_seat", "open_seat"]
    second = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)
    assert (second["seat"], second["token"] == first["token"]) == (1, False)


def test_an_action_sent_again_is_applied_once(two: Table) -> None:
    (decision,) = two.look(two.tokens[0])["decisions"]
    one, other = decision["choices"]["items"][:2]
    first = two.act(two.tokens[0], decision, one)
    assert two.act(two.tokens[0], decision, one) == first
    refused = two.act(two.tokens[0], decision, other, status=409)
    assert refused["code"] == "decision_closed"
    assert refused["match"] == two.look(two.tokens[0])
    assert two.act(two.tokens[1], decision, one, status=409)["code"] == "decision_closed"


def test_an_action_sent_again_later_still_tells_what_it_caused(two: Table) -> None:
    (decision,) = two.look(two.tokens[0])["decisions"]
    choice = decision["choices"]["items"][0]
    first = two.act(two.tokens[0], decision, choice)
    (theirs,) = two.look(two.tokens[1])["decisions"]
    two.act(two.tokens[1], theirs, theirs["choices"]["items"][0])
    again = two.act(two.tokens[0], decision, choice)
    assert again["events"] == first["events"]
    assert again["version"] > first["version"]
    assert {key: value for key, value in again.items() if key != "events"} == two.look(two.tokens[0])


def test_the_last_action_of_a_match_can_be_sent_again(talk: Talk, seed: int) -> None:
    table = open_table(talk, None, None, options={"turn_cap": 1})
    last: tuple[str, Json, Json] | None = None
    answer: Json = {}
    while (look := table.look(table.tokens[0]))["status"] == "running":
        token = table.tokens[look["waiting_for"][0]]
        decision = table.look(token)["decisions"][0]
        last = token, decision, decision["choices"]["items"][0]
        answer = table.act(*last)
    assert last is not None
    assert answer["status"] == "over"
    assert table.act(*last) == answer
    refused = table.act(last[0], {"id": "d_0000000000000000"}, last[2], status=409)
    assert refused["code"] == "match_not_running"
    assert refused["match"]["outcome"] == answer["outcome"]


def test_a_decision_keeps_its_id_whatever_others_do(two: Table) -> None:
    (before,) = two.look(two.tokens[1])["decisions"]
    (mine,) = two.look(two.tokens[0])["decisions"]
    two.act(two.tokens[0], mine, mine["choices"]["items"][0])
    assert two.look(two.tokens[1])["decisions"] == [before]


def test_nothing_is_acted_before_the_start(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    token = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)["token"]
    refused = table.act(token, {"id": "d_0000000000000000"}, {"kind": "coffee_break"}, status=409)
    assert refused["code"] == "match_not_running"
    assert refused["match"]["status"] == "waiting"


@pytest.mark.parametrize("round_", range(5))
def test_the_same_action_sent_at_once_is_applied_once(house: House, two: Table, round_: int) -> None:
    (decision,) = two.look(two.tokens[0])["decisions"]
    body = {"decision": decision["id"], "choice": decision["choices"]["items"][round_]}
    before = two.look(two.tokens[0])["version"]

    def send(_: int) -> Json:
        return house.talk().post(f"{two.path}/actions", body, two.tokens[0])

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(8)))
    assert [answer["events"] for answer in answers] == [answers[0]["events"]] * 8
    assert {answer["version"] for answer in answers} == {before + 1}


def test_of_different_choices_sent_at_once_one_is_applied(house: House, two: Table) -> None:
    (decision,) = two.look(two.tokens[0])["decisions"]
    items = decision["choices"]["items"]

    def send(choice: Json) -> int:
        body = {"decision": decision["id"], "choice": choice}
        return house.talk().ask("POST", f"{two.path}/actions", body, two.tokens[0]).status_code

    with ThreadPoolExecutor(len(items)) as pool:
        statuses = list(pool.map(send, items))
    assert sorted(statuses) == [200] + [409] * (len(items) - 1)
    assert two.look(two.tokens[0])["view"]["players"][0]["laid"] is not None


def test_everybody_at_once_takes_the_seats_once(house: House, talk: Talk) -> None:
    table = open_table(talk, None, None, None, None, sit=False)

    def sit(at: int) -> tuple[int, int]:
        answer = house.talk().ask("POST", f"{table.path}/seats", {"name": f"Player {at}"})
        return answer.status_code, answer.json().get("seat", -1)

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(sit, range(8)))
    assert answers == [(201, seat) for seat in range(4)] + [(409, -1)] * 4
    assert table.look()["status"] == "running"
