"""New tokens for old: the one before dies at once, a lost answer can be asked for again, the dead stay dead."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.house import House
from tests.api.talk import Json, Table, Talk, key, open_table
from tests.api.test_leaving import dead

Headers = dict[str, str]


def renew(table: Table, token: str | None, seat: int = 0, status: int = 201, same: Headers | None = None) -> Json:
    return table.talk.post(f"{table.path}/seats/{seat}/token", token=token, status=status, headers=same)


def keyed() -> Headers:
    return {"Idempotency-Key": key()}


@pytest.mark.parametrize("who", ["seat", "host"])
def test_a_new_token_kills_the_one_before(two: Table, who: str) -> None:
    before = two.look(two.tokens[0])
    renewed = renew(two, two.tokens[0] if who == "seat" else two.host)
    assert renewed["seat"] == 0
    dead(two, two.tokens[0])
    told = 0 if who == "seat" else 1
    assert {**two.look(renewed["token"]), "expires_at": ""} == {
        **before,
        "expires_at": "",
        "version": before["version"] + told,
    }
    (decision,) = before["decisions"]
    two.act(renewed["token"], decision, decision["choices"]["items"][0])
    assert two.look(two.tokens[1])["version"] == before["version"] + told + 1


def test_nobody_hears_that_a_player_renewed_his_own_token(two: Table) -> None:
    before = [two.look(token) for token in (two.tokens[1], two.host, None)]
    renewed = renew(two, two.tokens[0])["token"]
    renew(two, renewed, same=keyed())
    assert [two.look(token) for token in (two.tokens[1], two.host, None)] == before


def last_event(table: Table, token: str | None) -> Json:
    items: list[Json] = table.talk.get(f"{table.path}/events", token, params={"limit": 500})["items"]
    return {name: value for name, value in items[-1].items() if name not in ("n", "at")}


def test_everybody_hears_that_the_host_took_a_seats_token(house: House, two: Table) -> None:
    before = two.look(two.tokens[1])["version"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(house.talk().get, two.path, two.tokens[1], params={"after": before, "wait": 25})
        renewed = renew(two, two.host)["token"]
        assert waiting.result()["version"] == before + 1
    for token in (renewed, two.tokens[1], two.host, None):
        assert last_event(two, token) == {"kind": "token_reissued", "seat": 0}


def test_the_hosts_request_is_told_once_and_never_passes_for_the_players(two: Table) -> None:
    same = keyed()
    players = renew(two, two.tokens[0], same=same)
    hosts = renew(two, two.host, same=same)
    assert hosts != players
    assert renew(two, two.host, same=same) == hosts
    told = [event["kind"] for event in two.talk.get(f"{two.path}/events", params={"limit": 500})["items"]]
    assert told.count("token_reissued") == 1
    for token in (two.tokens[0], players["token"]):
        assert renew(two, token, status=401, same=same)["code"] == "token_unknown"
        dead(two, token)


def test_the_hosts_key_gives_nothing_to_the_token_that_died_of_it(two: Table) -> None:
    same = keyed()
    renew(two, two.host, same=same)
    assert renew(two, two.tokens[0], status=401, same=same)["code"] == "token_unknown"
    dead(two, two.tokens[0])


def test_a_lost_answer_can_be_asked_for_with_the_same_key(two: Table) -> None:
    same = keyed()
    first = renew(two, two.tokens[0], same=same)
    assert renew(two, two.tokens[0], same=same) == first
    assert renew(two, first["token"], same=same) == first
    dead(two, two.tokens[0])


def test_another_key_does_not_help_a_dead_token(two: Table) -> None:
    renew(two, two.tokens[0], same=keyed())
    assert renew(two, two.tokens[0], status=401, same=keyed())["code"] == "token_unknown"
    assert renew(two, two.tokens[0], status=401)["code"] == "token_unknown"


def test_the_key_gives_nothing_to_other_dead_tokens(two: Table) -> None:
    oldest = two.tokens[0]
    second = renew(two, oldest)["token"]
    same = keyed()
    third = renew(two, second, same=same)
    assert renew(two, second, same=same) == third
    assert renew(two, oldest, status=401, same=same)["code"] == "token_unknown"
    assert renew(two, two.tokens[1], status=403, same=same)["code"] == "host_only"
    assert renew(two, "seat_" + "A" * 56, status=401, same=same)["code"] == "token_unknown"


def test_a_key_sent_late_wakes_no_dead_token(two: Table) -> None:
    same = keyed()
    first = renew(two, two.tokens[0], same=same)
    second = renew(two, first["token"])
    assert renew(two, two.tokens[0], status=401, same=same)["code"] == "token_unknown"
    assert renew(two, second["token"], status=422, same=same)["code"] == "idempotency_key_reused"
    dead(two, first["token"])
    assert two.look(second["token"])["bearer"] == {"kind": "player", "seat": 0}


def test_a_dead_token_stays_dead_however_many_follow(talk: Talk) -> None:
    table = open_table(talk, None, None, None, sit=False)
    taking, renewing = keyed(), keyed()
    body = {"name": "Ambie"}
    first = talk.post(f"{table.path}/seats", body, status=201, headers=taking)["token"]
    token = second = renew(table, first, same=renewing)["token"]
    for _ in range(520):
        token = renew(table, token)["token"]
    for same in (renewing, keyed()):
        for dead_one in (first, second):
            assert renew(table, dead_one, status=401, same=same)["code"] == "token_unknown"
    assert renew(table, token, status=422, same=renewing)["code"] == "idempotency_key_reused"
    assert talk.post(f"{table.path}/seats", body, status=422, headers=taking)["code"] == "idempotency_key_reused"
    assert [seat["kind"] for seat in table.look(token)["seats"]] == ["player_seat", "open_seat", "open_seat"]
    for dead_one in (first, second):
        dead(table, dead_one)


def test_a_key_is_of_one_seat(two: Table) -> None:
    same = keyed()
    tokens = {renew(two, two.host, seat, same=same)["token"] for seat in (0, 1)}
    assert len(tokens) == 2
    assert [two.look(token)["bearer"]["kind"] for token in tokens] == ["player", "player"]


def test_taking_a_seat_again_after_its_token_was_renewed_takes_no_second_seat(talk: Talk) -> None:
    table = open_table(talk, None, None, None, sit=False)
    same = keyed()
    first = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201, headers=same)
    renew(table, first["token"])
    late = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=422, headers=same)
    assert late["code"] == "idempotency_key_reused"
    assert [seat["kind"] for seat in table.look()["seats"]] == ["player_seat", "open_seat", "open_seat"]


def test_twice_at_once_with_the_same_key_is_one_token(house: House, two: Table) -> None:
    same = keyed()
    with ThreadPoolExecutor(6) as pool:
        made = list(
            pool.map(
                lambda _: house.talk().post(f"{two.path}/seats/0/token", token=two.tokens[0], status=201, headers=same),
                range(6),
            )
        )
    assert {one["token"] for one in made} == {made[0]["token"]}
    assert two.look(made[0]["token"])["bearer"] == {"kind": "player", "seat": 0}
    dead(two, two.tokens[0])


def test_twice_at_once_without_a_key_leaves_one_living_token(house: House, two: Table) -> None:
    with ThreadPoolExecutor(6) as pool:
        made = list(
            pool.map(lambda _: house.talk().ask("POST", f"{two.path}/seats/0/token", token=two.tokens[0]), range(6))
        )
    assert sorted(one.status_code for one in made) == [201] + [401] * 5


def test_the_host_and_the_seat_at_once_leave_one_living_token(house: House, two: Table) -> None:
    tokens = [two.host, two.tokens[0]] * 3
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda token: house.talk().ask("POST", f"{two.path}/seats/0/token", token=token), tokens))
    given = [one.json()["token"] for one in made if one.status_code == 201]
    living = [token for token in given if two.talk.ask("GET", two.path, token=token).status_code == 200]
    assert len(given) >= 3
    assert len(living) == 1
    dead(two, two.tokens[0])


def test_a_wait_ends_with_the_token_that_waits(house: House, two: Table) -> None:
    version = two.look(two.tokens[0])["version"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(
            house.talk().get, two.path, two.tokens[0], status=401, params={"after": version, "wait": 25}
        )
        renew(two, two.tokens[0])
        assert waiting.result()["code"] == "token_unknown"


def test_only_the_seat_itself_and_the_host_renew_a_players_token(talk: Talk) -> None:
    table = open_table(talk, None, "random", None, sit=False)
    ambie = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)["token"]
    assert renew(table, None, status=401)["code"] == "token_missing"
    assert renew(table, ambie, 1, status=403)["code"] == "host_only"
    for seat in (1, 2):
        assert renew(table, table.host, seat, status=409)["code"] == "seat_without_player"
    for token in (table.host, ambie):
        assert renew(table, token, 3, status=404)["code"] == "seat_unknown"
    other = open_table(talk, None, None, sit=False)
    assert renew(table, other.host, status=403)["code"] == "token_of_another_match"
    refused = talk.post(f"{table.path}/seats/0/token", token=ambie, status=422, headers={"Idempotency-Key": "short"})
    assert [place["pointer"] for place in refused["errors"]] == ["Idempotency-Key"]
    assert table.look(ambie)["bearer"] == {"kind": "player", "seat": 0}
