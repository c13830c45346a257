"""What workers do for simulations, called by hand: counted once, whoever plays it, and however a run ends."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import redis

from service.chunks import Chunks
from service.embedded import prepare
from service.leash import Leash
from service.store import Begun, JobStore
from service.tallies import counts_of
from service.wanted import Wanted, decode_wanted
from tests.api.house import until
from tests.api.simulating import Parlour, Scripted, path, pure, submit
from tests.api.talk import Json, Talk

LEASE = 60_000


@pytest.fixture
def talk(inside: Parlour) -> Talk:
    return inside.talk()


@pytest.fixture
def store(inside: Parlour) -> JobStore:
    return inside.jobs().store


def counts(inside: Parlour, job: Json) -> Json:
    found: Any = inside.store.hgetall(inside.key(job, "sums"))
    return {name.decode(): int(number) for name, number in found.items()}


def test_a_chunk_that_is_played_again_changes_nothing(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 90, seed=7)
    hands = [inside.chunks(), inside.chunks()]
    while out := inside.out(job):
        for chunk in (*range(out[0] + 1), out[-1], out[-1]):
            for chunks in hands:
                chunks.play(job["id"], chunk)
    assert counts(inside, job) == dict(counts_of(pure(90)))
    assert talk.get(path(job))["done"] == 90


def test_many_who_play_the_same_chunks_at_once_count_each_of_them_once(inside: Parlour, talk: Talk) -> None:
    job = submit(talk, 160, seed=7)
    together = threading.Barrier(4)

    def play_all(chunks: Chunks) -> None:
        together.wait()
        for chunk in range(8):
            chunks.play(job["id"], chunk)

    threads = [threading.Thread(target=play_all, args=[inside.chunks()]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Whoever came while another played it went on; what is out still was skipped by nobody for good.
    inside.play(job)
    assert counts(inside, job) == dict(counts_of(pure(160)))


def test_a_chunk_is_held_by_one_at_a_time(inside: Parlour, talk: Talk, store: JobStore) -> None:
    job = submit(talk, 40)["id"]
    assert store.begin(job, 0, "a", LEASE) == Begun(range(20), 1)
    # Its answer was lost, and it is asked again.
    assert store.begin(job, 0, "a", LEASE) == Begun(range(20), 1)
    assert store.begin(job, 0, "b", LEASE) is None
    assert store.begin(job, 1, "b", LEASE) == Begun(range(20, 40), 1)
    assert store.hold(job, 0, "a", LEASE, None)
    assert not store.hold(job, 1, "a", LEASE, None)
    assert store.begin(job, 2, "b", LEASE) is None, "there is no third"


def test_a_step_whose_answer_was_lost_is_answered_alike(inside: Parlour, talk: Talk, store: JobStore) -> None:
    job = submit(talk, 400, seed=7)
    cutting = inside.jobs().cutting(decode(inside, job), 25_000)
    rows = pure(20)
    store.begin(job["id"], 0, "a", LEASE)
    handed_in = [store.finish(job["id"], 0, "a", 20, b"rows", counts_of(rows), cutting) for _ in range(3)]
    assert handed_in[0] is not None
    assert list(handed_in[0].chunks) == [8]
    assert handed_in == [handed_in[0]] * 3
    assert store.finish(job["id"], 0, "b", 20, b"other", counts_of(rows), cutting) is None
    assert counts(inside, job) == dict(counts_of(rows))
    assert talk.get(path(job))["done"] == 20


def decode(inside: Parlour, job: Json) -> Wanted:
    return decode_wanted(inside.wanted(job))


def test_what_was_cancelled_meanwhile_is_not_counted(inside: Parlour, store: JobStore) -> None:
    seen: list[int] = []

    def cancel_in_the_middle(match: int) -> None:
        seen.append(match)
        if match == 5:
            inside.talk().delete(path(job))

    game = Scripted(7, 400, cancel_in_the_middle)
    job = submit(inside.talk(), 400, seed=7)
    inside.chunks({game.key: game}).play(job["id"], 0)
    ended = inside.talk().get(path(job))
    assert (ended["status"], ended["done"], ended["results"]["matches"]) == ("cancelled", 0, 0)
    assert not inside.store.exists(inside.key(job, "rows"), inside.key(job, "sums"))
    assert 5 in seen


def test_a_run_sees_that_nobody_wants_it_any_more(inside: Parlour) -> None:
    """A match takes a quarter of a second here: the run looks before each of them."""
    seen: list[int] = []

    def meet(match: int) -> None:
        seen.append(match)
        if match == 2:
            inside.talk().delete(path(job))
        if match >= 2:
            # Only passes the time that a run may go without a look.
            threading.Event().wait(0.3)

    game = Scripted(7, 400, meet)
    job = submit(inside.talk(), 400, seed=7)
    inside.chunks({game.key: game}).play(job["id"], 0)
    assert seen == [0, 1, 2]


def failing(inside: Parlour, meet: Callable[[int], object], **more: Any) -> tuple[Json, Chunks]:
    """Return a simulation of 60 matches, and hands that call `meet` in each."""
    game = Scripted(7, 60, meet)
    return submit(inside.talk(), 60, seed=7), inside.chunks({game.key: game}, **more)


def test_a_match_that_fails_three_times_fails_the_simulation_and_says_which(inside: Parlour) -> None:
    def meet(match: int) -> None:
        if match == 33:
            raise ZeroDivisionError("a crack in the rules\nand more")

    job, chunks = failing(inside, meet)
    for chunk in range(3):
        chunks.play(job["id"], chunk)
    running = inside.talk().get(path(job))
    assert (running["status"], running["done"]) == ("running", 40)
    assert "cause" not in running
    # It is sent for again at once.
    until(lambda: inside.messages(job) == 4, "its chunks, and one of them twice")
    chunks.play(job["id"], 1)
    assert inside.talk().get(path(job))["status"] == "running"
    chunks.play(job["id"], 1)
    failed = inside.talk().get(path(job))
    assert (failed["status"], failed["done"]) == ("failed", 40)
    seed = pure(60)[33].seed
    assert failed["cause"] == (f"Match 33 (seed {seed}) failed three times: ZeroDivisionError: a crack in the rules.")
    assert failed["results"]["matches"] == 40
    assert not inside.store.exists(inside.key(job, "out"), inside.key(job, "notes"))
    chunks.sweep()
    assert not inside.store.exists("jobs:unfinished")


def test_a_match_that_fails_once_or_twice_is_tried_again(inside: Parlour) -> None:
    left = {3: 2, 4: 1, 25: 2}

    def meet(match: int) -> None:
        if left.get(match):
            left[match] -= 1
            raise ZeroDivisionError("once in a while")

    job, chunks = failing(inside, meet)
    assert inside.play(job, chunks) == 3 + 5
    assert counts(inside, job) == dict(counts_of(pure(60)))
    assert inside.talk().get(path(job))["status"] == "done"


class Late(Exception):
    """Stands for what is raised in the midst of a task whose time is over."""


def test_a_time_limit_is_no_fault_of_the_rules(inside: Parlour) -> None:
    def meet(match: int) -> None:
        if match == 7:
            raise Late

    job, chunks = failing(inside, meet, out_of_time=Late)
    for _ in range(3):
        chunks.play(job["id"], 0)
    failed = inside.talk().get(path(job))
    assert failed["status"] == "failed"
    assert failed["cause"].endswith("failed three times: its time was over before its end.")
    assert "Late" not in failed["cause"]


def dies(store: JobStore, inside: Parlour, job: Json, token: str, at: int | None) -> Begun | None:
    """Begin the first chunk, come to match `at`, and be heard of no more."""
    begun = store.begin(job["id"], 0, token, LEASE)
    if begun is not None:
        store.hold(job["id"], 0, token, LEASE, at)
    inside.overdue(job)
    return begun


def test_a_match_that_ends_its_process_three_times_fails_the_simulation(
    inside: Parlour, talk: Talk, store: JobStore
) -> None:
    """The first run doesn't say where it is, those after it do."""
    job = submit(talk, 60, seed=7)
    tries = [dies(store, inside, job, token, at) for token, at in (("a", None), ("b", 4), ("c", 4))]
    assert tries == [Begun(range(20), 1), Begun(range(20), 2), Begun(range(20), 3)]
    assert talk.get(path(job))["status"] == "running"
    assert store.begin(job["id"], 0, "d", LEASE) is None
    failed = talk.get(path(job))
    assert (failed["status"], failed["cause"]) == ("failed", "Match 4 ended the process that played it, three times.")


def test_processes_that_are_killed_from_outside_fail_nothing(inside: Parlour, talk: Talk, store: JobStore) -> None:
    job = submit(talk, 60, seed=7)
    for at in (None, 4, 9, 3, 9, 4):
        assert dies(store, inside, job, f"run at {at}", at) is not None
    inside.play(job)
    assert talk.get(path(job))["status"] == "done"
    assert counts(inside, job) == dict(counts_of(pure(60)))


def test_a_chunk_that_never_comes_to_its_end_fails_the_simulation_in_the_end(
    inside: Parlour, talk: Talk, store: JobStore
) -> None:
    job = submit(talk, 60, seed=7)
    for run in range(1, 11):
        assert dies(store, inside, job, str(run), run) is not None
    assert dies(store, inside, job, "11", 11) is None
    failed = talk.get(path(job))
    assert failed["status"] == "failed"
    assert failed["cause"] == "Matches 0 to 19 were begun 10 times, and never came to their end."


def test_a_run_after_a_bad_end_says_which_match_it_plays(inside: Parlour, talk: Talk, store: JobStore) -> None:
    said: list[bytes | None] = []

    def meet(match: int) -> None:
        said.append(inside.store.hget(inside.key(job, "notes"), "0:at"))  # type: ignore[arg-type]

    job, chunks = failing(inside, meet)
    dies(store, inside, job, "a", None)
    chunks.play(job["id"], 0)
    assert said == [str(match).encode() for match in range(20)]


def test_a_worker_with_other_rules_or_without_its_bots_leaves_it_alone(inside: Parlour, talk: Talk) -> None:
    class Newer(Scripted):
        rules_version = Scripted.rules_version + 1

    def meet(match: int) -> None:
        raise AssertionError(f"match {match} was played by other rules")

    game = Newer(7, 20, meet)
    job = submit(talk, 20, seed=7)
    for titles in ({game.key: game}, {}):
        inside.chunks(titles).play(job["id"], 0)
    without = inside.jobs()
    without.steps.bots = {}
    Chunks(without).play(job["id"], 0)
    assert talk.get(path(job))["status"] == "queued"
    inside.play(job)
    assert talk.get(path(job))["status"] == "done"


def test_a_store_that_is_gone_for_a_while_costs_neither_a_match_nor_a_strike(tmp_path: Path) -> None:
    server = prepare(tmp_path)
    with Leash() as leash, redis.Redis.from_url(server.url, socket_timeout=5) as client:
        process = leash.start(server.command)
        until(server.ready, "Redis answers")
        inside = Parlour(server.url, client)

        def meet(match: int) -> None:
            if match == 13:
                process.kill()
                process.wait(10)
                threading.Timer(1, leash.start, [server.command]).start()

        game = Scripted(7, 40, meet)
        job = submit(inside.talk(), 40, seed=7)
        inside.chunks({game.key: game}).play(job["id"], 0)
        until(server.ready, "Redis answers again")
        seen = inside.talk().get(path(job))
        assert (seen["done"], seen["results"]["matches"]) == (20, 20)
        inside.play(job)
        assert counts(inside, job) == dict(counts_of(pure(40)))
        for one in inside.clients:
            one.close()
