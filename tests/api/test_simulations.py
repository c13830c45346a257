"""Simulations over HTTP: asked for, refused, and what they come to. The test itself plays the chunks."""

from collections.abc import Callable
from itertools import pairwise

import httpx
import pytest

from service.games.catalogue import TITLES
from service.wanted import decode_wanted, pace_name
from service.wire import to_plain
from tests.api.house import until
from tests.api.simulating import Parlour, asked, came_to, pages, path, pure, submit
from tests.api.talk import Json, Talk, key


@pytest.fixture
def talk(inside: Parlour) -> Talk:
    return inside.talk()


@pytest.mark.parametrize(
    ("bots", "seed", "rotate", "options"),
    [
        (("random", "random"), 0, False, {}),
        (("random", "random", "random"), 2**53 - 1, True, {"length": "five_kills"}),
        (("random",) * 4, 11, True, {"turn_cap": 4}),
    ],
)
def test_it_comes_to_what_the_bots_do_without_a_house(
    inside: Parlour, talk: Talk, bots: tuple[str, ...], seed: int, rotate: bool, options: Json
) -> None:
    inside.remember_pace(25_000, bots, **options)
    job = submit(talk, 70, bots, seed=seed, rotate=rotate, options=options)
    assert (job["status"], job["done"], job["matches"]) == ("queued", 0, 70)
    assert not {"rate", "started_at", "ended_at", "cause"} & job.keys()
    assert job["results"]["partial"] is True
    assert inside.play(job) == 4
    done = talk.get(path(job))
    expected = pure(70, bots, seed, rotate=rotate, **options)
    assert (done["status"], done["done"]) == ("done", 70)
    assert done["results"] == came_to(expected, bots)
    assert (done["seed"], done["rotate"], [seat["bot"] for seat in done["seats"]]) == (seed, rotate, list(bots))
    assert done["options"] == to_plain(TITLES["squishem"].vocabulary.options(**options))
    assert done["created_at"] <= done["started_at"] <= done["ended_at"] < done["expires_at"]
    assert done["rate"] > 0
    assert "seconds_left" not in done
    assert talk.get(f"{path(job)}/results")["items"] == [to_plain(row) for row in expected]


@pytest.mark.parametrize("milliseconds", ["1", "5", "60", "10000"])
def test_the_size_of_chunks_changes_nothing(inside: Parlour, talk: Talk, milliseconds: str) -> None:
    job = submit(talk, 200, seed=3)
    chunks = inside.play(job, inside.chunks(ALEHOUSE_CHUNK_MS=milliseconds))
    assert talk.get(path(job))["results"] == came_to(pure(200, seed=3), ("random", "random"))
    rows = [row for page in pages(talk, job, 64) for row in page]
    assert rows == [to_plain(row) for row in pure(200, seed=3)]
    if milliseconds == "1":
        assert chunks > 10


def test_chunks_grow_to_the_time_that_they_shall_last(inside: Parlour, talk: Talk) -> None:
    """Nobody has a measure of the first ones; after them there is one, which the next job begins with."""
    inside.store.flushdb()
    first = submit(talk, 400)
    # One match each, so that the slowest has the whole time of a task; then eight times as many at most.
    assert spans(inside, first) == [(at, at + 1) for at in range(8)]
    chunks = inside.chunks(ALEHOUSE_CHUNK_MS="10000")
    inside.play(first, chunks, at_most=1)
    assert spans(inside, first)[8:] == [(8, 16)]
    inside.play(first, chunks, at_most=8)
    assert spans(inside, first)[15:] == [(64, 72), (72, 136)]
    inside.store.set(f"pace:{pace_name(decode_wanted(inside.wanted(first)))}", 25_000)
    assert spans(inside, submit(talk, 50)) == [(0, 20), (20, 40), (40, 50)]
    assert spans(inside, submit(inside.talk(ALEHOUSE_CHUNK_MS="1000"), 50)) == [(0, 40), (40, 50)]


def spans(inside: Parlour, job: Json) -> list[tuple[int, int]]:
    played = inside.jobs().store.played(job["id"])
    return list(pairwise(played.firsts))


def test_without_a_seed_the_server_picks_one_and_shows_it(inside: Parlour, talk: Talk) -> None:
    first, second = submit(talk, 5), submit(talk, 5)
    assert first["seed"] != second["seed"]
    assert 0 <= first["seed"] < 2**53
    inside.play(first)
    expected = came_to(pure(5, seed=first["seed"]), ("random", "random"))
    assert talk.get(path(first))["results"] == expected


def test_asked_again_with_the_same_key_it_is_the_same_job(inside: Parlour, talk: Talk) -> None:
    headers = {"Idempotency-Key": key()}
    first = talk.ask("POST", "/v1/simulations", asked(30), headers=headers)
    again = talk.ask("POST", "/v1/simulations", asked(30), headers=headers)
    assert first.json() == again.json()
    assert first.headers["Location"] == again.headers["Location"] == path(first.json())
    until(lambda: inside.messages(first.json()) == 2, "both chunks are sent for")
    inside.play(first.json())
    later = talk.post("/v1/simulations", asked(30), status=202, headers=headers)
    assert (later["id"], later["status"], later["seed"]) == (first.json()["id"], "done", first.json()["seed"])
    other = talk.post("/v1/simulations", asked(31), status=422, headers=headers)
    assert other["code"] == "idempotency_key_reused"
    seeded = talk.post("/v1/simulations", asked(30, seed=first.json()["seed"]), status=422, headers=headers)
    assert seeded["code"] == "idempotency_key_reused"
    another = submit(talk, 30)
    assert another["id"] != first.json()["id"]
    until(lambda: inside.messages(another) > 0, "its chunks are sent for, after all that came before")
    assert inside.messages(first.json()) == 2


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"game": "chess"}, "/game"),
        ({"seats": [{"kind": "bot", "bot": "random"}]}, "/seats"),
        ({"seats": [{"kind": "bot", "bot": "random"}] * 5}, "/seats"),
        ({"seats": [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "deep"}]}, "/seats/1/bot"),
        ({"seats": [{"kind": "open", "bot": "random"}, {"kind": "bot", "bot": "random"}]}, "/seats/0/kind"),
        ({"options": {"length": "for_ever"}}, "/options/length"),
        ({"options": {"width": 3}}, "/options/width"),
        ({"matches": 0}, "/matches"),
        ({"matches": 100_001}, "/matches"),
        ({"matches": 10**9}, "/matches"),
        ({"matches": "10"}, "/matches"),
        ({"matches": 2.5}, "/matches"),
        ({"seed": -1}, "/seed"),
        ({"seed": 2**53}, "/seed"),
        ({"seed": "7"}, "/seed"),
        ({"rotate": "yes"}, "/rotate"),
        ({"workers": 4}, "/workers"),
    ],
    ids=str,
)
def test_what_can_not_be_played_is_refused(inside: Parlour, talk: Talk, wrong: Json, pointer: str) -> None:
    refused = talk.post("/v1/simulations", {**asked(10), **wrong}, status=422)
    assert refused["code"] == "invalid_request"
    assert [place["pointer"] for place in refused["errors"]] == [pointer]
    assert not inside.store.exists("jobs:unfinished")


def test_the_operator_says_how_large_one_may_be(inside: Parlour) -> None:
    talk = inside.talk(ALEHOUSE_LARGEST_JOB="20")
    assert submit(talk, 20)["matches"] == 20
    refused = talk.post("/v1/simulations", asked(21), status=422)
    assert refused["errors"] == [{"pointer": "/matches", "message": "21 matches are not allowed; allowed are 1 to 20."}]


def crowd(inside: Parlour) -> Callable[..., httpx.Response]:
    """Return how an address asks a house, in which a hundred matches may be unfinished, for some."""
    talk = inside.talk(ALEHOUSE_UNFINISHED="100", ALEHOUSE_PROXIES="1")

    def ask(address: str, matches: int, **headers: str) -> httpx.Response:
        return talk.ask("POST", "/v1/simulations", asked(matches), headers={"X-Forwarded-For": address, **headers})

    return ask


def test_too_many_are_asked_to_wait_and_what_is_played_leaves_room_at_once(inside: Parlour, talk: Talk) -> None:
    ask, headers = crowd(inside), {"Idempotency-Key": key()}
    first = ask("1.0.0.1", 60, **headers)
    second = ask("1.0.0.2", 40).json()
    refused = ask("1.0.0.3", 1)
    assert (refused.status_code, refused.json()["code"], refused.headers["Retry-After"]) == (503, "queue_full", "10")
    assert ask("1.0.0.1", 60, **headers).json() == first.json()
    talk.delete(path(second))
    assert ask("1.0.0.3", 40).status_code == 202
    inside.play(first.json(), at_most=1)
    assert ask("1.0.0.4", 20).status_code == 202
    assert ask("1.0.0.5", 1).status_code == 503
    inside.play(first.json())
    assert ask("1.0.0.5", 40).status_code == 202


def test_one_address_has_a_quarter_of_the_house_or_one_simulation(inside: Parlour) -> None:
    ask = crowd(inside)
    # As slow as that, who is refused needs not ask soon again.
    inside.remember_pace(1_000_000)
    assert ask("1.0.0.1", 60).status_code == 202
    assert "of yours" in ask("1.0.0.1", 1).json()["detail"]
    assert [ask("1.0.0.2", 10).status_code for _ in range(2)] == [202, 202]
    refused = ask("1.0.0.2", 50)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "45")
    assert ask("1.0.0.2", 5).status_code == 202
    assert ask("1.0.0.3", 15).status_code == 202
    refused = ask("1.0.0.4", 30)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "30")
    assert "of yours" not in refused.json()["detail"]


def test_an_empty_house_takes_one_that_is_larger_than_all_together_may_be(inside: Parlour) -> None:
    talk = inside.talk(ALEHOUSE_UNFINISHED="100")
    large = submit(talk, 500)
    assert talk.post("/v1/simulations", asked(1), status=503)["code"] == "queue_full"
    talk.delete(path(large))
    assert submit(talk, 1)["status"] == "queued"


def test_a_small_one_does_not_wait_for_all_of_a_giant(inside: Parlour, talk: Talk) -> None:
    giant, small = submit(talk, 100_000), submit(talk, 30)
    until(lambda: inside.messages(giant, small) == 10, "a window of the giant and the whole of the other are sent for")
    assert (inside.out(giant), inside.out(small)) == (list(range(8)), [0, 1])
    inside.chunks().play(giant["id"], 3)
    assert inside.out(giant) == [0, 1, 2, 4, 5, 6, 7, 8]
    until(lambda: inside.messages(giant) == 9, "what was played is replaced by the next")


def test_a_simulation_costs_by_its_size(inside: Parlour) -> None:
    talk = inside.talk(ALEHOUSE_RATE="300")

    def left(matches: int) -> int:
        answer = talk.ask("POST", "/v1/simulations", asked(matches))
        assert answer.status_code == 202, answer.text
        return int(answer.headers["RateLimit"].removeprefix('"default";r=').partition(";")[0])

    # Five come back each second.
    assert left(49) == pytest.approx(280, abs=15)
    assert left(5000) == pytest.approx(280 - 120, abs=15)
    refused = talk.ask("POST", "/v1/simulations", asked(100_000))
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert inside.store.zcard("jobs:unfinished") == 2
