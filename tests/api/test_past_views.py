"""Looking back: each earlier version as it was seen, by whom it was seen, and nothing beyond."""

import pytest

from service.app import create_app
from service.games.kernel.chance import Chance
from service.games.kernel.game import Options
from service.games.squishem.game import Squishem
from service.games.squishem.state import State
from service.settings import settings_from
from tests.api.house import SECRET
from tests.api.records import OF_THE_HOUSE, Served, heard, played
from tests.api.talk import Json, Table, Talk, open_table
from tests.api.test_limits import app_of, left


@pytest.fixture(scope="module")
def served(talk: Talk, seed: int) -> Served:
    return played(talk, seed + 1, 3, turn_cap=6)


def test_every_version_that_was_seen_is_seen_again(talk: Talk, served: Served) -> None:
    now = talk.get(served.path)
    for audience, token in enumerate(served.tokens):
        for version, seen in served.looks[audience].items():
            past = talk.get(served.path, token, params={"version": version})
            # What may change after a version: when the match expires, and what can still be answered.
            decisions = [{**decision, "state": "past"} for decision in seen["decisions"]]
            assert past == {**seen, "decisions": decisions, "expires_at": now["expires_at"]}


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
        assert past.keys().isdisjoint({"view", "waiting_for", "decisions"})


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


def test_who_sat_where_is_as_it_was(talk: Talk) -> None:
    table = open_table(talk, "random", None, None, sit=False)
    seen = [table.look()["seats"]]

    def sit(name: str) -> str:
        token: str = talk.post(f"{table.path}/seats", {"name": name}, status=201)["token"]
        seen.append(table.look()["seats"])
        return token

    first = sit("Ambie")
    talk.delete(f"{table.path}/seats/1", first)
    seen.append(table.look()["seats"])
    sit("Basil")
    second = sit("Cato")
    started = table.look()["version"]
    talk.delete(f"{table.path}/seats/2", second)
    (left,) = [
        event["n"]
        for event in talk.get(f"{table.path}/events", params={"after": started, "limit": 500})["items"]
        if event["kind"] == "seat_left"
    ]
    seen.append(table.look()["seats"])
    # Opened and a bot seated in one; then one event each, but for the start, which tells of the deal too.
    versions = [2, 3, 4, 5, 6, left]
    for token in (None, table.host):
        for version, seats in zip(versions, seen, strict=True):
            assert table.look(token, params={"version": version})["seats"] == seats
        assert table.look(token, params={"version": left - 1})["seats"] == seen[-2]
    assert [seat["kind"] for seat in seen[-2]] == ["bot_seat", "player_seat", "player_seat"]
    assert seen[-1][2] == {"kind": "bot_seat", "seat": 2, "bot": "random", "name": "Random"}


def test_a_rematch_is_there_from_its_opening_on_and_its_kept_seats_until_they_are_taken(talk: Talk, seed: int) -> None:
    served = played(talk, seed + 2, 3, turn_cap=1)
    last = talk.get(served.path)["version"]
    new = talk.post(f"{served.path}/rematch", token=served.tokens[0], status=201)["match"]
    assert talk.get(served.path, params={"version": last + 1})["rematch"] == new
    assert "rematch" not in talk.get(served.path, params={"version": last})
    path = f"/v1/matches/{new}"
    kept = talk.get(path)
    assert [seat["kind"] for seat in kept["seats"]] == ["reserved_seat"] * 3
    talk.post(f"{path}/seats", {"name": "Somebody new"}, served.tokens[1], 201)
    assert talk.get(path)["seats"][1] == {"kind": "player_seat", "seat": 1, "name": "Somebody new"}
    assert talk.get(path, params={"version": kept["version"]})["seats"] == kept["seats"]


def test_a_past_view_offers_nothing_that_can_be_answered(two: Table) -> None:
    """Not even where the question is open yet: one look has one meaning of `open`."""
    now = two.look(two.tokens[0])
    past = two.look(two.tokens[0], params={"version": now["version"]})
    assert [(one["state"], one["id"]) for one in past["decisions"]] == [("past", now["decisions"][0]["id"])]
    for other in (two.host, None):
        assert two.look(other, params={"version": two.look(other)["version"]})["decisions"] == []


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


def test_looking_back_costs_what_playing_again_does(redis_url: str, talk: Talk, served: Served) -> None:
    # One comes back a second: nothing while a request is answered.
    client = app_of(redis_url, ALEHOUSE_RATE="60").test_client()
    last = talk.get(served.path)["version"]
    costs, etag = {}, ""
    for at, (version, known) in enumerate(((last, False), (3, False), (last, True), (last + 1, False))):
        seen = client.get(
            served.path,
            query_string={"version": version},
            headers={"If-None-Match": etag} if known else {},
            environ_base={"REMOTE_ADDR": f"192.0.2.{90 + at}"},
        )
        costs[seen.status_code, version] = 60 - left(seen)
        etag = etag or seen.headers["ETag"]
    played_again = 21 + last // 16
    assert costs == {(200, last): played_again, (200, 3): played_again, (304, last): 1, (404, last + 1): 1}


def test_what_it_costs_tells_nothing_of_what_others_have_not_heard(redis_url: str, talk: Talk) -> None:
    table = open_table(talk, None, None, game="spell_smashers")
    client = app_of(redis_url, ALEHOUSE_RATE="60").test_client()

    def cost(address: str) -> int:
        environ = {"REMOTE_ADDR": address}
        return 60 - left(client.get(table.path, query_string={"version": 1}, environ_base=environ))

    before = cost("192.0.2.96")
    for _ in range(4):
        (decision,) = table.look(table.tokens[0])["decisions"]
        tiles = [tile["tile"] for tile in decision["choices"]["tiles"]]
        body = {"decision": decision["id"], "choice": {"kind": "spell_word", "tiles": tiles}}
        while (said := talk.ask("POST", f"{table.path}/actions", body, table.tokens[0])).status_code == 202:
            pass
        assert said.json()["code"] == "word_not_in_lexicon"
    assert cost("192.0.2.97") == before


def test_a_match_is_played_again_once_a_look(redis_url: str, talk: Talk, served: Served) -> None:
    class Counting(Squishem):
        set_up = 0

        def setup(self, options: Options, seats: int, chance: Chance) -> State:
            self.set_up += 1
            return super().setup(options, seats, chance)

    counting = Counting()
    settings = settings_from({"REDIS_URL": redis_url, "ALEHOUSE_SECRET": SECRET})
    client = create_app(settings, {"squishem": counting}).test_client()
    last = talk.get(served.path)["version"]
    for version in (last, last // 2, last):
        before = counting.set_up
        assert client.get(served.path, query_string={"version": version}).status_code == 200
        assert counting.set_up == before + 1


def test_what_the_house_tells_is_named_here(talk: Talk, served: Served) -> None:
    kinds = {event["kind"] for event in heard(talk, served, len(served.tokens) - 1)}
    assert kinds >= OF_THE_HOUSE
