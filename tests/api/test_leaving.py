"""Leaving, being sent away, giving the match up: who may, what becomes of the seat, and whose token is dead."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.house import House, until
from tests.api.talk import Json, Table, Talk, key, open_table


def seat_path(table: Table, seat: int) -> str:
    return f"{table.path}/seats/{seat}"


def sit(table: Table, name: str, status: int = 201, **more: object) -> Json:
    return table.talk.post(f"{table.path}/seats", {"name": name, **more}, status=status)


def events(table: Table, token: str | None = None) -> list[Json]:
    page = table.talk.get(f"{table.path}/events", token, params={"limit": 500})
    items: list[Json] = page["items"]
    while "next" in page:
        page = table.talk.get(page["next"], token)
        items += page["items"]
    return items


def dead(table: Table, token: str) -> None:
    """See that a token opens nothing any more."""
    choice = {"decision": "d_0000000000000000", "choice": {"kind": "coffee_break"}}
    refused = [
        table.talk.get(table.path, token, status=401),
        table.talk.get(f"{table.path}/events", token, status=401),
        table.talk.post(f"{table.path}/actions", choice, token, status=401),
        table.talk.post(f"{table.path}/stream-tickets", token=token, status=401),
        table.talk.post(f"{table.path}/seats/0/token", token=token, status=401),
        table.talk.delete(f"{table.path}/seats/0", token, status=401),
    ]
    assert {one["code"] for one in refused} == {"token_unknown"}


def test_who_leaves_before_the_start_leaves_an_open_seat(talk: Talk) -> None:
    table = open_table(talk, None, None, None, sit=False)
    ambie, basil = sit(table, "Ambie"), sit(table, "Basil")
    left = talk.delete(seat_path(table, 0), ambie["token"])
    assert left["bearer"] == {"kind": "spectator"}
    assert left["seats"][0] == {"kind": "open_seat", "seat": 0}
    assert left == table.look()
    assert events(table)[-1] | {"at": ""} == {"kind": "seat_left", "n": 4, "at": "", "seat": 0, "name": "Ambie"}
    dead(table, ambie["token"])
    assert table.look(basil["token"])["bearer"] == {"kind": "player", "seat": 1}
    again = sit(table, "Cleo")
    assert (again["seat"], again["token"] == ambie["token"]) == (0, False)
    dead(table, ambie["token"])


def test_the_request_that_took_a_seat_can_not_take_it_again_for_who_has_left(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    headers = {"Idempotency-Key": key()}
    first = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201, headers=headers)
    talk.delete(seat_path(table, 0), first["token"])
    late = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=422, headers=headers)
    assert late["code"] == "idempotency_key_reused"
    assert [seat["kind"] for seat in table.look()["seats"]] == ["open_seat", "open_seat"]
    dead(table, first["token"])


def test_a_bot_plays_on_for_who_leaves_a_running_match(talk: Talk) -> None:
    table = open_table(talk, None, None)
    left = talk.delete(seat_path(table, 1), table.tokens[1])
    assert left["status"] == "running"
    assert left["bearer"] == {"kind": "spectator"}
    assert "hand" not in left["view"]
    assert left["seats"][1] == {"kind": "bot_seat", "seat": 1, "bot": "random", "name": "Random"}
    told = next(event for event in events(table) if event["kind"] == "seat_left")
    assert (told["seat"], told["name"], told["bot"]) == (1, "Player 1", "random")
    dead(table, table.tokens[1])
    until(lambda: table.look()["waiting_for"] == [0], "the bot has answered")
    table.act(table.tokens[0], (found := table.look(table.tokens[0])["decisions"][0]), found["choices"]["items"][0])


def test_an_answer_given_before_leaving_stands(talk: Talk) -> None:
    table = open_table(talk, None, None, None)
    (mine,) = table.look(table.tokens[0])["decisions"]
    table.act(table.tokens[0], mine, mine["choices"]["items"][0])
    assert talk.delete(seat_path(table, 0), table.tokens[0])["waiting_for"] == [1, 2]
    for seat in (1, 2):
        (theirs,) = table.look(table.tokens[seat])["decisions"]
        table.act(table.tokens[seat], theirs, theirs["choices"]["items"][0])
    answered = [event["seat"] for event in events(table) if event["kind"] == "answered"]
    assert answered[:3] == [0, 1, 2]


def test_when_all_have_left_the_bots_end_the_match(talk: Talk) -> None:
    table = open_table(talk, None, None, options={"turn_cap": 3})
    for seat, token in enumerate(table.tokens):
        talk.delete(seat_path(table, seat), token)
    until(lambda: table.look()["status"] == "over", "the bots have played to the end")
    record = talk.get(f"{table.path}/record")
    assert {answer["owner"] for answer in record["answers"]} == {0, 1}


def test_leaving_a_match_without_spectators_shows_nothing_of_it(talk: Talk) -> None:
    table = open_table(talk, None, None, spectators=False)
    headers = {"Idempotency-Key": key()}
    for _ in range(2):
        left = talk.ask("DELETE", seat_path(table, 0), token=table.tokens[0], headers=headers)
        assert (left.status_code, left.content) == (204, b"")
        assert "ETag" not in left.headers
    assert table.look(table.host)["seats"][0]["kind"] == "bot_seat"
    assert talk.get(table.path, status=403)["code"] == "spectators_not_allowed"
    dead(table, table.tokens[0])


def test_leaving_before_the_start_shows_what_whoever_is_invited_sees(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False, spectators=False)
    ambie = sit(table, "Ambie")["token"]
    headers = {"Idempotency-Key": key()}
    assert talk.delete(seat_path(table, 0), ambie, headers=headers) == table.look()
    for name in ("Basil", "Cleo"):
        sit(table, name)
    late = talk.ask("DELETE", seat_path(table, 0), token=ambie, headers=headers)
    assert (late.status_code, late.content) == (204, b"")
    assert [seat["name"] for seat in table.look(table.host)["seats"]] == ["Basil", "Cleo"]


@pytest.mark.parametrize("started", [False, True])
def test_leaving_sent_again_with_its_key_is_answered_alike(talk: Talk, started: bool) -> None:
    table = open_table(talk, None, None, None, sit=False)
    ambie, basil = sit(table, "Ambie")["token"], sit(table, "Basil")["token"]
    if started:
        sit(table, "Cleo")
    headers, other = {"Idempotency-Key": key()}, {"Idempotency-Key": key()}
    first = talk.delete(seat_path(table, 0), ambie, headers=headers)
    again = talk.delete(seat_path(table, 0), ambie, headers=headers)
    assert (again["bearer"], again["seats"]) == (first["bearer"], first["seats"])
    assert again["bearer"] == {"kind": "spectator"}
    assert [event["kind"] for event in events(table)].count("seat_left") == 1
    # The key opens this one answer to this one token.
    for at, token, same, status in ((0, ambie, other, 401), (0, ambie, None, 401), (1, ambie, headers, 401),
                                    (0, basil, headers, 403)):  # fmt: skip
        talk.delete(seat_path(table, at), token, status, headers=same)
    assert talk.get(table.path, ambie, 401, headers=headers)["code"] == "token_unknown"
    assert talk.post(f"{table.path}/seats/0/token", token=ambie, status=401, headers=headers)["code"] == "token_unknown"
    assert talk.delete(table.path, ambie, 401, headers=headers)["code"] == "token_unknown"
    dead(table, ambie)


def test_leaving_sent_again_spares_who_has_the_seat_now(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    headers = {"Idempotency-Key": key()}
    ambie = sit(table, "Ambie")["token"]
    talk.delete(seat_path(table, 0), ambie, headers=headers)
    basil = sit(table, "Basil", seat=0)["token"]
    again = talk.delete(seat_path(table, 0), ambie, headers=headers)
    assert again["seats"][0] == {"kind": "player_seat", "seat": 0, "name": "Basil"}
    assert table.look(basil)["bearer"] == {"kind": "player", "seat": 0}


def test_leaving_with_a_key_at_once_is_done_once_and_answered_alike(house: House, two: Table) -> None:
    headers = {"Idempotency-Key": key()}
    with ThreadPoolExecutor(6) as pool:
        sent = list(
            pool.map(
                lambda _: house.talk().delete(seat_path(two, 0), two.tokens[0], headers=headers)["bearer"], range(6)
            )
        )
    assert sent == [{"kind": "spectator"}] * 6
    assert [event["kind"] for event in events(two)].count("seat_left") == 1


def test_only_the_seat_itself_and_the_host_empty_it(talk: Talk) -> None:
    table = open_table(talk, None, None, None, sit=False)
    ambie, basil = sit(table, "Ambie"), sit(table, "Basil")
    before = table.look()
    assert talk.delete(seat_path(table, 0), basil["token"], status=403)["code"] == "host_only"
    assert talk.delete(seat_path(table, 0), status=401)["code"] == "token_missing"
    for seat in (3, 10**30):
        assert talk.delete(seat_path(table, seat), table.host, status=404)["code"] == "seat_unknown"
        assert talk.delete(seat_path(table, seat), ambie["token"], status=404)["code"] == "seat_unknown"
    assert talk.ask("DELETE", f"{table.path}/seats/-1", token=table.host).status_code == 404
    assert talk.ask("DELETE", f"{table.path}/seats/x", token=table.host).json()["code"] == "not_found"
    other = open_table(talk, None, None, sit=False)
    assert talk.delete(seat_path(table, 0), other.host, status=403)["code"] == "token_of_another_match"
    assert table.look() == before


def test_the_host_sends_players_and_bots_away_while_the_match_waits(talk: Talk) -> None:
    table = open_table(talk, None, "random", None, sit=False)
    ambie = sit(table, "Ambie")
    sent = talk.delete(seat_path(table, 0), table.host)
    assert sent["bearer"] == {"kind": "host"}
    assert talk.delete(seat_path(table, 1), table.host)["seats"] == [
        {"kind": "open_seat", "seat": seat} for seat in range(3)
    ]
    dead(table, ambie["token"])
    told = [(event["seat"], event["name"]) for event in events(table) if event["kind"] == "seat_left"]
    assert told == [(0, "Ambie"), (1, "Random")]
    version = table.look()["version"]
    assert talk.delete(seat_path(table, 2), table.host)["version"] == version


def test_nobody_is_sent_away_from_a_running_match(two: Table) -> None:
    refused = two.talk.delete(seat_path(two, 0), two.host, status=409)
    assert refused["code"] == "match_not_waiting"
    assert two.look(two.tokens[0])["seats"][0]["kind"] == "player_seat"


def test_sending_away_sent_again_with_its_key_spares_who_came_after(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    headers = {"Idempotency-Key": key()}
    sit(table, "Ambie")
    talk.delete(seat_path(table, 0), table.host, headers=headers)
    basil = sit(table, "Basil", seat=0)
    again = talk.delete(seat_path(table, 0), table.host, headers=headers)
    assert again["seats"][0] == {"kind": "player_seat", "seat": 0, "name": "Basil"}
    sit(table, "Cleo")
    assert talk.delete(seat_path(table, 0), table.host, headers=headers)["status"] == "running"
    assert table.look(basil["token"])["bearer"] == {"kind": "player", "seat": 0}


def test_sending_away_from_an_open_seat_is_done_too_and_not_again(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    headers = {"Idempotency-Key": key()}
    talk.delete(seat_path(table, 0), table.host, headers=headers)
    ambie = sit(table, "Ambie", seat=0)["token"]
    talk.delete(seat_path(table, 0), table.host, headers=headers)
    assert table.look(ambie)["bearer"] == {"kind": "player", "seat": 0}


def test_a_key_stays_spent_however_many_follow(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    headers = {"Idempotency-Key": key()}
    sit(table, "Ambie", seat=0)
    talk.delete(seat_path(table, 0), table.host, headers=headers)
    for _ in range(260):
        talk.delete(seat_path(table, 0), sit(table, "Basil", seat=0)["token"], headers={"Idempotency-Key": key()})
    cleo = sit(table, "Cleo", seat=0)["token"]
    talk.delete(seat_path(table, 0), table.host, headers=headers)
    assert table.look(cleo)["bearer"] == {"kind": "player", "seat": 0}


def test_two_send_somebody_away_at_once_and_it_is_told_once(house: House, talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    sit(table, "Ambie")
    with ThreadPoolExecutor(6) as pool:
        sent = list(pool.map(lambda _: house.talk().delete(seat_path(table, 0), table.host), range(6)))
    assert {one["seats"][0]["kind"] for one in sent} == {"open_seat"}
    assert [event["kind"] for event in events(table)] == ["match_opened", "seat_taken", "seat_left"]


def test_leaving_twice_at_once_empties_the_seat_once(house: House, two: Table) -> None:
    with ThreadPoolExecutor(6) as pool:
        sent = list(
            pool.map(lambda _: house.talk().ask("DELETE", seat_path(two, 0), token=two.tokens[0]).status_code, range(6))
        )
    assert sorted(sent) == [200] + [401] * 5
    assert [event["kind"] for event in events(two)].count("seat_left") == 1


@pytest.mark.parametrize("round_", range(5))
def test_leaving_while_acting_either_acts_or_is_refused(house: House, two: Table, round_: int) -> None:
    (mine,) = two.look(two.tokens[0])["decisions"]
    choices = mine["choices"]["items"]
    body = {"decision": mine["id"], "choice": choices[round_ % len(choices)]}
    with ThreadPoolExecutor(2) as pool:
        acting = pool.submit(house.talk().ask, "POST", f"{two.path}/actions", body, two.tokens[0])
        leaving = pool.submit(house.talk().delete, seat_path(two, 0), two.tokens[0])
        acted, left = acting.result(), leaving.result()
    assert acted.status_code in (200, 401)
    assert left["seats"][0]["kind"] == "bot_seat"
    until(lambda: two.look(two.tokens[1])["waiting_for"] == [1], "the seat has its answer")
    assert [event["seat"] for event in events(two) if event["kind"] == "answered"] == [0]
    kinds = [event["kind"] for event in events(two)]
    acted_first = kinds.index("answered") < kinds.index("seat_left")
    assert acted_first == (acted.status_code == 200)


def test_a_wait_ends_when_the_waiting_seat_is_lost(house: House, talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    ambie = sit(table, "Ambie")
    version = table.look(ambie["token"])["version"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(
            house.talk().get, table.path, ambie["token"], status=401, params={"after": version, "wait": 25}
        )
        talk.delete(seat_path(table, 0), table.host)
        assert waiting.result()["code"] == "token_unknown"


def test_nobody_leaves_what_is_over(talk: Talk) -> None:
    table = open_table(talk, None, "random", options={"turn_cap": 1})
    talk.delete(table.path, table.host)
    refused = talk.delete(seat_path(table, 0), table.tokens[0], status=409)
    assert refused["code"] == "match_not_running"
    assert table.look(table.tokens[0])["seats"][0]["kind"] == "player_seat"


def test_the_host_gives_a_running_match_up(two: Table) -> None:
    (mine,) = two.look(two.tokens[0])["decisions"]
    choice = mine["choices"]["items"][0]
    acted = two.act(two.tokens[0], mine, choice)
    for token, code in ((None, "token_missing"), (two.tokens[0], "host_only")):
        refused = two.talk.delete(two.path, token, status=401 if token is None else 403)
        assert refused["code"] == code
    ended = two.talk.delete(two.path, two.host)
    assert ended["status"] == "abandoned"
    assert ended["chance"]["commitment"] == acted["chance"]["commitment"]
    assert "outcome" not in ended
    assert two.talk.delete(two.path, two.host) == ended
    assert events(two)[-1]["kind"] == "match_abandoned"
    for token in (*two.tokens, two.host, None):
        seen = two.look(token)
        assert (seen["status"], seen["decisions"], seen["waiting_for"]) == ("abandoned", [], [])
        assert seen["view"]["kind"] == "squishem"
    record = two.talk.get(f"{two.path}/record")
    assert record["seed"] == ended["chance"]["seed"]
    assert [answer["seat"] for answer in record["answers"]] == [0]
    assert two.talk.post(f"{two.path}/rematch", token=two.host, status=409)["code"] == "match_not_over"
    assert two.talk.post("/v1/replays", record)["verified"] is True
    assert two.act(two.tokens[0], mine, choice)["events"] == acted["events"]
    refused = two.act(two.tokens[1], {"id": "d_0000000000000000"}, choice, status=409)
    assert refused["code"] == "match_not_running"


def test_a_match_that_never_started_is_given_up_for_good(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False)
    ambie = sit(table, "Ambie")
    assert talk.delete(table.path, table.host)["status"] == "abandoned"
    assert sit(table, "Basil", status=409)["code"] == "match_not_waiting"
    assert talk.post(f"{table.path}/start", token=table.host, status=409)["code"] == "match_not_waiting"
    assert talk.get(f"{table.path}/record", status=409)["code"] == "match_not_over"
    assert talk.post(f"{table.path}/rematch", token=table.host, status=409)["code"] == "match_not_over"
    seen = table.look(ambie["token"])
    assert "view" not in seen
    assert "seed" in seen["chance"]


def test_a_match_that_is_over_is_not_given_up(talk: Talk) -> None:
    table = open_table(talk, "random", "random", options={"turn_cap": 1})
    until(lambda: table.look()["status"] == "over", "the bots have played")
    assert talk.delete(table.path, table.host, status=409)["code"] == "match_not_running"
    assert table.look()["status"] == "over"


def test_a_wait_ends_when_the_match_is_given_up(house: House, two: Table) -> None:
    version = two.look(two.tokens[1])["version"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(house.talk().get, two.path, two.tokens[1], params={"after": version, "wait": 25})
        two.talk.delete(two.path, two.host)
        assert waiting.result()["status"] == "abandoned"


def test_giving_up_while_bots_play_ends_it_once(house: House, talk: Talk) -> None:
    table = open_table(talk, "random", "random", options={"length": "whole_deck"})
    with ThreadPoolExecutor(4) as pool:
        sent = list(
            pool.map(lambda _: house.talk().ask("DELETE", table.path, token=table.host).json()["status"], range(4))
        )
    kinds = [event["kind"] for event in events(table)]
    if sent == [409] * 4:
        assert kinds[-1] == "match_over"
    else:
        assert sent == ["abandoned"] * 4
        assert kinds[-1] == "match_abandoned"
        assert kinds.count("match_abandoned") == 1
    version = table.look()["version"]
    assert table.look(params={"after": version, "wait": 1})["version"] == version
