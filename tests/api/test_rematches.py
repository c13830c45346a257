"""Playing again: one new match whoever asks, bots sit again, the old token takes the same seat and no other."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from tests.api.house import House, until
from tests.api.talk import Json, Table, Talk, key, open_table, play_on
from tests.api.test_leaving import dead

SHORT = {"turn_cap": 1, "length": "five_kills"}


def finished(talk: Talk, *bots: str | None, **more: Any) -> Table:
    table = open_table(talk, *bots, options=SHORT, **more)
    for _ in play_on(table, lambda items: items[0]) if table.tokens else ():
        pass
    until(lambda: table.look(table.host)["status"] == "over", "the match is over")
    return table


def over(table: Table) -> bool:
    return bool(table.look()["status"] == "over")


def again(table: Table, token: str | None, status: int = 201) -> Json:
    return table.talk.post(f"{table.path}/rematch", token=token, status=status)


def sit(talk: Talk, match: str, name: str, token: str | None = None, status: int = 201, **body: Any) -> Json:
    return talk.post(f"/v1/matches/{match}/seats", {"name": name, **body}, token, status)


def test_the_same_match_again(talk: Talk) -> None:
    table = finished(talk, None, "random", None, listed=True)
    before = table.look()
    asked = talk.ask("POST", f"{table.path}/rematch", token=table.tokens[1])
    assert set(asked.json()) == {"match"}
    assert asked.headers["Location"] == f"/v1/matches/{asked.json()['match']}"
    new = asked.json()["match"]
    assert new != table.id
    waiting = talk.get(f"/v1/matches/{new}")
    for name in ("game", "options", "listed", "spectators"):
        assert waiting[name] == before[name]
    assert waiting["chance"]["commitment"] != before["chance"]["commitment"]
    assert waiting["status"] == "waiting"
    assert waiting["seats"] == [
        {"kind": "reserved_seat", "seat": 0, "name": "Player 0"},
        {"kind": "bot_seat", "seat": 1, "bot": "random", "name": "Random"},
        {"kind": "reserved_seat", "seat": 2, "name": "Player 1"},
    ]
    after = table.look()
    assert (after["rematch"], after["status"], after["version"]) == (new, "over", before["version"] + 1)
    last = talk.get(f"{table.path}/events", params={"after": before["version"]})["items"]
    assert [(event["kind"], event["match"]) for event in last] == [("rematch_opened", new)]


def test_the_old_token_takes_the_same_seat_and_the_last_one_starts(talk: Talk) -> None:
    table = finished(talk, None, "random", None)
    new = again(table, table.host)["match"]
    second = sit(talk, new, "Basil", table.tokens[1])
    first = sit(talk, new, "Player 0", table.tokens[0], seat=0)
    assert (first["seat"], second["seat"]) == (0, 2)
    seen = talk.get(f"/v1/matches/{new}", first["token"])
    assert (seen["status"], seen["bearer"]) == ("running", {"kind": "player", "seat": 0})
    assert [seat["name"] for seat in seen["seats"]] == ["Player 0", "Random", "Basil"]
    assert talk.get(f"/v1/matches/{new}", table.tokens[0], status=403)["code"] == "token_of_another_match"
    assert table.look(table.tokens[0])["rematch"] == new


def test_a_kept_seat_is_nobody_elses(talk: Talk) -> None:
    table = finished(talk, None, None)
    new = again(table, table.tokens[0])["match"]
    assert sit(talk, new, "Thief", status=409)["code"] == "seat_taken"
    for seat in (0, 1):
        assert sit(talk, new, "Thief", status=409, seat=seat)["code"] == "seat_taken"
    assert sit(talk, new, "Thief", table.tokens[0], status=409, seat=1)["code"] == "seat_taken"
    assert sit(talk, new, "Thief", table.host, status=409)["code"] == "seat_taken"
    assert sit(talk, new, "Thief", table.tokens[0], status=422, seat=2)["code"] == "invalid_request"
    stranger = open_table(talk, None, None)
    for token in (stranger.tokens[0], stranger.host):
        assert sit(talk, new, "Thief", token, status=403)["code"] == "token_of_another_match"
    assert sit(talk, new, "Thief", "seat_" + "A" * 56, status=401)["code"] == "token_unknown"
    assert [seat["kind"] for seat in talk.get(f"/v1/matches/{new}")["seats"]] == ["reserved_seat"] * 2


def test_taking_the_kept_seat_again_answers_alike(talk: Talk) -> None:
    table = finished(talk, None, None)
    new = again(table, table.tokens[0])["match"]
    first = sit(talk, new, "Ambie", table.tokens[0])
    assert sit(talk, new, "Ambie", table.tokens[0]) == first
    keyed = {"headers": {"Idempotency-Key": key()}}
    path = f"/v1/matches/{new}/seats"
    assert talk.post(path, {"name": "Ambie"}, table.tokens[0], 201, **keyed) == first
    assert talk.get(f"/v1/matches/{new}")["seats"][0]["name"] == "Ambie"


def test_the_old_token_wakes_no_dead_token_of_the_new_match(talk: Talk) -> None:
    table = finished(talk, None, None)
    new = Table(talk, f"/v1/matches/{again(table, table.tokens[0])['match']}", "", [])
    first = sit(talk, new.id, "Ambie", table.tokens[0])["token"]
    renewed = talk.post(f"{new.path}/seats/0/token", token=first, status=201)["token"]
    assert sit(talk, new.id, "Ambie", table.tokens[0], status=409)["code"] == "seat_taken"
    talk.delete(f"{new.path}/seats/0", renewed)
    third = sit(talk, new.id, "Ambie", table.tokens[0])["token"]
    assert new.look(third)["bearer"] == {"kind": "player", "seat": 0}
    assert len({first, renewed, third}) == 3
    for token in (first, renewed):
        dead(new, token)


def test_a_token_renewed_in_the_old_match_is_the_one_that_counts(talk: Talk) -> None:
    table = finished(talk, None, None)
    new = again(table, table.tokens[0])["match"]
    renewed = talk.post(f"{table.path}/seats/0/token", token=table.tokens[0], status=201)["token"]
    assert sit(talk, new, "Ambie", table.tokens[0], status=401)["code"] == "token_unknown"
    assert sit(talk, new, "Ambie", renewed)["seat"] == 0


def test_a_key_asks_for_the_kept_seat_once(talk: Talk) -> None:
    table = finished(talk, None, None)
    new = again(table, table.tokens[0])["match"]
    headers, path = {"Idempotency-Key": key()}, f"/v1/matches/{new}/seats"
    first = talk.post(path, {"name": "Ambie"}, table.tokens[0], 201, headers=headers)
    assert talk.post(path, {"name": "Ambie"}, table.tokens[0], 201, headers=headers) == first
    talk.delete(f"{path}/0", first["token"])
    late = talk.post(path, {"name": "Ambie"}, table.tokens[0], 422, headers=headers)
    assert late["code"] == "idempotency_key_reused"
    assert talk.get(f"/v1/matches/{new}")["seats"][0] == {"kind": "open_seat", "seat": 0}


def test_everybody_sees_a_token_that_the_host_had_take_a_kept_seat(talk: Talk) -> None:
    table = finished(talk, None, None, None)
    new = again(table, table.host)["match"]
    first = sit(talk, new, "Ambie", table.tokens[0])["token"]
    stolen = [talk.post(f"{table.path}/seats/{seat}/token", token=table.host, status=201)["token"] for seat in (0, 1)]
    told = talk.get(f"{table.path}/events", params={"limit": 500})["items"]
    assert [event["seat"] for event in told if event["kind"] == "token_reissued"] == [0, 1]
    # What was claimed stays with who claimed it, and its token is nobody else's to ask for.
    assert sit(talk, new, "Thief", stolen[0], status=409)["code"] == "seat_taken"
    assert talk.get(f"/v1/matches/{new}", first)["bearer"] == {"kind": "player", "seat": 0}
    washed = talk.post(f"{table.path}/seats/1/token", token=stolen[1], status=201)["token"]
    assert sit(talk, new, "Thief", washed)["seat"] == 1
    heard = talk.get(f"/v1/matches/{new}/events", first)["items"]
    assert [event["seat"] for event in heard if event["kind"] == "token_reissued"] == [1]


def test_a_rematch_that_was_abandoned_is_followed_by_another(talk: Talk) -> None:
    table = finished(talk, None, None)
    first = again(table, table.host)
    claimed = sit(talk, first["match"], "Ambie", table.tokens[0])["token"]
    before = table.look()
    talk.delete(f"/v1/matches/{first['match']}", first["host_token"])
    second = again(table, table.tokens[0])
    assert second["match"] != first["match"]
    assert again(table, table.tokens[1]) == second
    asked = again(table, table.host)
    assert asked["match"] == second["match"]
    assert (table.look()["rematch"], table.look()["version"]) == (second["match"], before["version"] + 1)
    told = talk.get(f"{table.path}/events", params={"limit": 500})["items"]
    assert [event["match"] for event in told if event["kind"] == "rematch_opened"] == [first["match"], second["match"]]
    new = Table(talk, f"/v1/matches/{second['match']}", asked["host_token"], [])
    assert [seat["kind"] for seat in new.look()["seats"]] == ["reserved_seat"] * 2
    assert new.look(new.host)["bearer"] == {"kind": "host"}
    for token in (claimed, first["host_token"]):
        assert talk.get(new.path, token, 403)["code"] == "token_of_another_match"
    assert sit(talk, new.id, "Ambie", table.tokens[0])["seat"] == 0
    assert sit(talk, first["match"], "Basil", table.tokens[1], status=409)["code"] == "match_not_waiting"
    talk.delete(new.path, new.host)
    third = again(table, table.host)["match"]
    assert len({first["match"], second["match"], third}) == 3


def test_everybody_at_once_gets_one_match_after_one_that_was_abandoned(house: House, talk: Talk) -> None:
    table = finished(talk, None, None, None)
    gone = again(table, table.host)
    talk.delete(f"/v1/matches/{gone['match']}", gone["host_token"])
    asking = [*table.tokens, table.host] * 3
    with ThreadPoolExecutor(len(asking)) as pool:
        made = list(pool.map(lambda token: house.talk().post(f"{table.path}/rematch", token=token, status=201), asking))
    assert {one["match"] for one in made} == {table.look()["rematch"]} != {gone["match"]}
    told = [event["kind"] for event in talk.get(f"{table.path}/events", params={"limit": 500})["items"]]
    assert told.count("rematch_opened") == 2


def test_the_host_is_host_again(talk: Talk) -> None:
    table = finished(talk, None, None)
    new = again(table, table.tokens[0])["match"]
    asked = again(table, table.host)
    assert asked["match"] == new
    assert asked == again(table, table.host)
    path = f"/v1/matches/{new}"
    assert talk.get(path, asked["host_token"])["bearer"] == {"kind": "host"}
    opened = talk.delete(f"{path}/seats/1", asked["host_token"])
    assert opened["seats"][1] == {"kind": "open_seat", "seat": 1}
    guest = sit(talk, new, "Guest")
    assert guest["seat"] == 1
    assert sit(talk, new, "Late", table.tokens[1], status=409)["code"] == "seat_taken"
    started = talk.post(f"{path}/start", token=asked["host_token"])
    assert [seat["kind"] for seat in started["seats"]] == ["bot_seat", "player_seat"]
    assert started["status"] == "running"
    assert sit(talk, new, "Later", table.tokens[0], status=409)["code"] == "seat_taken"


def test_only_who_was_there_asks_and_only_when_it_is_over(talk: Talk, two: Table) -> None:
    assert again(two, two.tokens[0], status=409)["code"] == "match_not_over"
    assert "rematch" not in two.look()
    table = finished(talk, None, None)
    assert again(table, None, status=401)["code"] == "token_missing"
    assert again(table, two.tokens[0], status=403)["code"] == "token_of_another_match"
    assert again(table, "host_" + "A" * 56, status=401)["code"] == "token_unknown"
    assert "rematch" not in table.look()


def test_everybody_at_once_gets_one_match(house: House, talk: Talk) -> None:
    table = finished(talk, None, None, None)
    asking = [*table.tokens, table.host] * 3
    with ThreadPoolExecutor(len(asking)) as pool:
        made = list(pool.map(lambda token: house.talk().post(f"{table.path}/rematch", token=token, status=201), asking))
    assert {one["match"] for one in made} == {table.look()["rematch"]}
    assert len({one["host_token"] for one in made if "host_token" in one}) == 1
    told = [event["kind"] for event in talk.get(f"{table.path}/events", params={"limit": 500})["items"]]
    assert told.count("rematch_opened") == 1
    with ThreadPoolExecutor(6) as pool:
        seats = list(
            pool.map(
                lambda at: sit(house.talk(), made[0]["match"], f"P{at % 3}", table.tokens[at % 3])["seat"], range(6)
            )
        )
    assert seats == [0, 1, 2, 0, 1, 2]
    assert talk.get(f"/v1/matches/{made[0]['match']}")["status"] == "running"


def test_a_wait_at_the_old_match_ends_with_the_rematch(house: House, talk: Talk) -> None:
    table = finished(talk, None, None)
    version = table.look(table.tokens[1])["version"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(house.talk().get, table.path, table.tokens[1], params={"after": version, "wait": 25})
        new = again(table, table.tokens[0])["match"]
        assert waiting.result()["rematch"] == new


def test_bots_alone_play_again_at_once_and_again(talk: Talk) -> None:
    table = finished(talk, "random", "random")
    seen = [table.id]
    for _ in range(2):
        asked = again(table, table.host)
        table = Table(talk, f"/v1/matches/{asked['match']}", asked["host_token"], [])
        until(partial(over, table), "the bots have played again")
        seen.append(table.id)
    assert len(set(seen)) == 3


def test_a_bot_that_stood_in_sits_again(talk: Talk) -> None:
    table = open_table(talk, None, None, options=SHORT)
    talk.delete(f"{table.path}/seats/1", table.tokens[1])
    stayed = Table(talk, table.path, table.host, table.tokens[:1])
    for _ in play_on(stayed, lambda items: items[0]):
        pass
    until(lambda: table.look()["status"] == "over", "the match is over")
    assert again(table, table.tokens[1], status=401)["code"] == "token_unknown"
    new = again(table, table.tokens[0])["match"]
    assert [seat["kind"] for seat in talk.get(f"/v1/matches/{new}")["seats"]] == ["reserved_seat", "bot_seat"]
    assert sit(talk, new, "Gone", table.tokens[1], status=401)["code"] == "token_unknown"
    first = sit(talk, new, "Here", table.tokens[0])
    assert talk.get(f"/v1/matches/{new}", first["token"])["status"] == "running"
