"""What workers do for simulations, called by hand: counted once, whoever plays it, and however a run ends."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
import redis

from service.chunks import Chunks
from service.draining import Drain, Left
from service.embedded import prepare
from service.leash import Leash
from service.store import Begun, JobStore, MatchStore
from service.tallies import counts_of
from service.wanted import Wanted, decode_wanted
from tests.api.house import counted, until
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
    cutting = inside.jobs().cutting(decode(inside, job), (25_000, 20))
    rows = pure(20)
    store.begin(job["id"], 0, "a", LEASE)
    handed_in = [store.finish(job["id"], 0, "a", range(20), b"rows", counts_of(rows), cutting) for _ in range(3)]
    assert handed_in[0] is not None
    assert list(handed_in[0].chunks) == [8]
    assert handed_in == [handed_in[0]] * 3
    assert store.finish(job["id"], 0, "b", range(20), b"other", counts_of(rows), cutting) is None
    assert counts(inside, job) == dict(counts_of(rows))
    assert talk.get(path(job))["done"] == 20


def test_what_was_played_of_a_chunk_that_is_another_now_is_not_counted(inside: Parlour, talk: Talk) -> None:
    """As when Redis lost what it had answered, and the chunk was cut anew."""
    job, store = submit(talk, 400, seed=7), inside.jobs().store
    cutting, counted = inside.jobs().cutting(decode(inside, job)), counts_of(pure(20))
    keys = [inside.key(job, part) for part in ("", "firsts", "rows", "sums", "out", "notes")]
    kept = {one: inside.store.dump(one) for one in keys}
    store.finish(job["id"], 0, "a", range(20), b"rows", counted, cutting)
    assert store.begin(job["id"], 8, "b", LEASE) == Begun(range(160, 180), 1)
    inside.store.delete(*keys)
    for one, dumped in kept.items():
        if dumped is not None:
            inside.store.restore(one, 3_600_000, dumped)
    store.finish(
        job["id"], 1, "c", range(20, 40), b"rows", counted, inside.jobs().cutting(decode(inside, job), (1, 20))
    )
    assert store.begin(job["id"], 8, "d", LEASE) == Begun(range(160, 320), 1)
    for matches in (range(160, 180), range(180, 320), range(161, 320)):
        assert store.finish(job["id"], 8, "b", matches, b"rows", counted, cutting) is None
    assert talk.get(path(job))["done"] == 20
    inside.overdue(job)
    inside.play(job)
    assert talk.get(path(job))["done"] == 400


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


def failing(inside: Parlour, meet: Callable[[int], object]) -> tuple[Json, Chunks]:
    """Return a simulation of 60 matches, and hands that call `meet` in each."""
    game = Scripted(7, 60, meet)
    return submit(inside.talk(), 60, seed=7), inside.chunks({game.key: game})


def test_a_match_that_fails_three_times_fails_the_simulation_and_says_which(inside: Parlour) -> None:
    def meet(match: int) -> None:
        if match == 33:
            raise ZeroDivisionError("a crack in the rules\nand more")

    job, chunks = failing(inside, meet)
    before = counted("alehouse_rules_faults_total")
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
    assert counted("alehouse_rules_faults_total") == before + 3


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


def stand_still(inside: Parlour, job: Json) -> None:
    """Let the time pass that a job may stand still."""
    inside.store.hset(inside.key(job), "moved_at", 1)


def test_what_no_worker_can_play_any_more_fails_and_leaves_its_room(inside: Parlour, talk: Talk) -> None:
    class Newer(Scripted):
        rules_version = Scripted.rules_version + 1

    job = submit(talk, 60, seed=7)
    inside.chunks().play(job["id"], 0)
    released = inside.chunks({"squishem": Newer(7, 60, print)})
    stand_still(inside, job)
    released.sweep()
    assert talk.get(path(job))["status"] == "running", "one that has its rules was there lately"
    inside.chunks().play(job["id"], 1)
    inside.store.delete(*cast("list[bytes]", inside.store.keys("rules:*")))
    released.sweep()
    assert talk.get(path(job))["status"] == "running", "it went on lately"
    stand_still(inside, job)
    inside.chunks().sweep()
    assert talk.get(path(job))["status"] == "running", "who sweeps has its rules"
    released.sweep()
    failed = talk.get(path(job))
    assert (failed["status"], failed["done"]) == ("failed", 40)
    assert failed["cause"] == (
        "No worker has rules version 1 of squishem and its bots any more, and none has played for 10 minutes; "
        "ask for it again."
    )
    assert Drain(MatchStore(inside.url), inside.jobs().store).left() == []
    assert not inside.store.exists("jobs:unfinished")


def test_one_that_can_not_be_read_keeps_nobody_from_being_swept(inside: Parlour, talk: Talk) -> None:
    jobs = [submit(talk, 400) for _ in range(3)]
    drain = Drain(MatchStore(inside.url), inside.jobs().store)
    unreadable = min(jobs, key=lambda job: str(job["id"]))
    inside.store.hset(inside.key(unreadable), "wanted", b"\xc1")
    for job in jobs:
        inside.overdue(job)
    assert inside.chunks().sweep() == 16
    assert Left("unreadable", 0, simulations=1) in drain.left()
    stand_still(inside, unreadable)
    inside.chunks().sweep()
    assert inside.store.hget(inside.key(unreadable), "status") == b"failed"
    assert drain.left() == [Left("squishem", 1, simulations=2)]


def test_a_cause_is_no_longer_than_a_person_reads(inside: Parlour) -> None:
    def meet(match: int) -> None:
        raise ValueError("of much to say " * 1000)

    job, chunks = failing(inside, meet)
    for _ in range(3):
        chunks.play(job["id"], 0)
    cause = inside.talk().get(path(job))["cause"]
    assert len(cause) == 300
    assert cause.endswith("…")


def test_a_store_that_is_gone_for_a_while_costs_neither_a_match_nor_a_strike(tmp_path: Path) -> None:
    server = prepare(tmp_path)
    with Leash() as leash, redis.Redis.from_url(server.url, socket_timeout=5) as client:
        process = leash.start(server.command)
        until(server.ready, "Redis answers")
        inside = Parlour(server.url, client)
        inside.remember_pace(25_000)

        def meet(match: int) -> None:
            if match == 13:
                process.kill()
                process.wait(60)
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
