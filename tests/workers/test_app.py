"""A real worker on a real queue: what dies in the middle runs again."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import redis

from service.embedded import prepare
from service.leash import Leash
from service.queue import Queue
from service.stack import worker_command
from tests.api.house import until
from workers.app import app

pytestmark = pytest.mark.timeout(120)
ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class Yard:
    """A Redis server of one's own, and workers that come and go."""

    leash: Leash
    url: str
    store: redis.Redis

    def worker(self, queue: str = "fast") -> subprocess.Popen[bytes]:
        environ = {**os.environ, "REDIS_URL": self.url, "ALEHOUSE_SECRET": "s" * 32, "PYTHONPATH": str(ROOT)}
        environ.pop("BROKER_URL", None)
        return self.leash.start([*worker_command(queue, 1), "--include", "tests.workers.slow"], env=environ)

    def send(self, name: str, queue: str) -> None:
        with app.connection_for_write(self.url) as line:
            app.send_task("slow.run", (name, self.url), queue=queue, connection=line)

    def said(self, key: str) -> list[int]:
        return [int(value) for value in self.store.lrange(key, 0, -1)]


@pytest.fixture
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Yard]:
    """A yard that is empty again afterwards."""
    server = prepare(tmp_path)
    monkeypatch.setenv("REDIS_URL", server.url)
    monkeypatch.setenv("ALEHOUSE_SECRET", "s" * 32)
    with Leash() as leash:
        leash.start(server.command, last=True)
        until(server.ready, "Redis answers")
        with redis.Redis.from_url(server.url, socket_timeout=5) as store:
            yield Yard(leash, server.url, store)


def test_a_task_whose_process_was_killed_runs_again(yard: Yard) -> None:
    yard.worker()
    yard.send("a", "fast")
    until(lambda: yard.said("a:ran"), "the task runs")
    (victim,) = yard.said("a:ran")
    os.kill(victim, signal.SIGKILL)
    yard.store.set("a:may-end", 1)
    until(lambda: yard.said("a:ended"), "the task ended in another process")
    assert yard.said("a:ended") != [victim]
    assert yard.said("a:ran") == [victim, *yard.said("a:ended")]


def test_a_worker_told_to_stop_gives_back_what_it_did_not_finish(yard: Yard) -> None:
    first = yard.worker()
    yard.send("b", "fast")
    until(lambda: yard.said("b:ran"), "the task runs")
    first.send_signal(signal.SIGQUIT)
    first.wait(60)
    assert yard.said("b:ended") == []
    yard.worker()
    until(lambda: len(yard.said("b:ran")) == 2, "the task runs again")
    yard.store.set("b:may-end", 1)
    until(lambda: len(yard.said("b:ended")) == 1, "the task ended")


def test_a_queue_is_served_by_its_own_worker_alone(yard: Yard) -> None:
    yard.store.set("c:may-end", 1)
    yard.store.set("d:may-end", 1)
    yard.send("c", "bulk")
    yard.send("d", "fast")
    yard.worker("fast")
    until(lambda: yard.said("d:ended"), "the task of the fast queue ended")
    assert yard.said("c:ran") == []
    assert yard.store.llen("bulk") == 1
    yard.worker("bulk")
    until(lambda: yard.said("c:ended"), "the task of the bulk queue ended")


def test_no_match_waits_behind_questions_about_words(yard: Yard) -> None:
    """Whoever asks may ask for much; the next process that is free moves the match first."""
    queue = Queue(yard.url)
    for number in range(2):
        queue.answer_question(f"w_{number}")
    until(lambda: yard.store.llen("fast\x06\x169") == 2, "the questions are there")
    for number in range(2):
        queue.move_bots(f"m_{number}")
    until(lambda: yard.store.llen("fast") == 2, "the matches are there")
    with app.connection_for_read(yard.url) as line, line.SimpleQueue("fast") as waiting:
        came = [waiting.get(timeout=20) for _ in range(4)]
        tasks = [message.headers["task"] for message in came]
        for message in came:
            message.ack()
    assert tasks == ["seats.move", "seats.move", "words.answer", "words.answer"]


def test_a_worker_outlives_a_redis_that_is_full(yard: Yard) -> None:
    yard.store.set("e:may-end", 1)
    yard.store.set("f:may-end", 1)
    yard.send("e", "fast")
    yard.store.config_set("maxmemory", 1)
    worker = yard.worker()
    until(lambda: refused_for_memory(yard) >= 3, "the worker was refused more than once")
    assert worker.poll() is None
    yard.store.config_set("maxmemory", 0)
    yard.send("f", "fast")
    until(lambda: yard.said("f:ended"), "the task that came when there was room ended")
    assert worker.poll() is None


def test_messages_are_sent_again_when_a_full_redis_has_room(yard: Yard) -> None:
    queue = Queue(yard.url)
    for turn in range(400):
        # Now it is full, now it isn't, amid messages: every place in which sending can fail is met.
        yard.store.config_set("maxmemory", turn % 2)
        for _ in range(3):
            queue.move_bots("m_1")
    yard.store.config_set("maxmemory", 0)
    queue.move_bots("m_last")
    until(lambda: b"m_last" in (yard.store.lindex("fast", 0) or b""), "the last message is there")


def test_what_can_not_be_sent_keeps_nothing_from_being_sent(yard: Yard) -> None:
    queue = Queue(yard.url)
    queue.send("seats.move", object())  # type: ignore[arg-type]
    queue.move_bots("m_next")
    until(lambda: b"m_next" in (yard.store.lindex("fast", 0) or b""), "the next message is there")


def refused_for_memory(yard: Yard) -> int:
    """Count the commands that the server refused because it is full."""
    stats: dict[str, Any] = yard.store.info("errorstats")
    return int(stats.get("errorstat_OOM", {}).get("count", 0))


MESSAGE: dict[str, Any] = {
    "body": "W1tdLCB7fSwge31d",
    "content-encoding": "utf-8",
    "content-type": "application/json",
    "headers": {"lang": "py", "task": "slow.run", "id": "1"},
    "properties": {
        "body_encoding": "base64",
        "delivery_info": {"exchange": "", "routing_key": "fast"},
        "delivery_tag": "1",
    },
}
SPOILT: dict[str, dict[str, Any]] = {
    "no properties": {"properties": None},
    "no tag": {"properties": {"delivery_info": {"exchange": "", "routing_key": "fast"}}},
    "a tag that is a list": {"properties": {**MESSAGE["properties"], "delivery_tag": [1]}},
    "no place of delivery": {"properties": {"delivery_tag": "2"}},
    "a body that is no base64": {"body": "\u00e9"},
    "a body that is no JSON": {"body": "e30="[:-1] + "x"},
    "headers that are a list": {"headers": []},
    "no task": {"headers": {"id": "1"}},
    "an unknown task": {"headers": {"task": "seats.dance", "id": "1"}},
    "a task that is a list": {"headers": {"task": ["slow.run"], "id": "1"}},
    "a task without an id": {"headers": {"task": "slow.run"}},
    "a type that nobody accepts": {"content-type": "application/x-python-serialize"},
    "a task without what it needs": {},
}
NO_MESSAGES: dict[str, bytes] = {
    "no text": b"\x00\xff\xfe",
    "nothing": b"",
    "half a message": json.dumps(MESSAGE).encode()[:-40],
    "a number": b"7",
    "a text": b'"seats.move"',
    "a list": b"[]",
    "an empty object": b"{}",
    "a deep nest": b"[" * 100_000,
    "a time that is none": b'{"__type__": "datetime", "__value__": 7}',
    **{name: json.dumps({**MESSAGE, **changes}).encode() for name, changes in SPOILT.items()},
}


def test_a_worker_passes_over_what_is_no_message(yard: Yard) -> None:
    worker = yard.worker()
    for number, (name, sent) in enumerate(NO_MESSAGES.items()):
        yard.store.lpush("fast", sent)
        task = f"after {number}"
        yard.store.set(f"{task}:may-end", 1)
        yard.send(task, "fast")
        until(lambda task=task: yard.said(f"{task}:ended"), f"the task that came after {name} ended")  # type: ignore[misc]
        assert worker.poll() is None
    # None is kept to be delivered again.
    until(lambda: not yard.store.exists("unacked", "unacked_index"), "all that was taken is done with")


def test_rules_that_are_stuck_are_ended_and_not_blamed(yard: Yard) -> None:
    """A limit that were raised in their midst would be taken for a fault of theirs."""
    assert app.conf.task_soft_time_limit is None
    yard.worker()
    with app.connection_for_write(yard.url) as line:
        app.send_task("slow.stuck", ("g", yard.url), queue="fast", connection=line, time_limit=2)
    until(lambda: yard.said("g:ran"), "the rules run")
    yard.store.set("h:may-end", 1)
    yard.send("h", "fast")
    until(lambda: yard.said("h:ended"), "the task after it ended")
    assert yard.said("h:ended") != yard.said("g:ran")
    assert yard.said("g:blamed") == []


def test_a_broker_that_is_gone_is_tried_every_second() -> None:
    pauses: list[float] = []

    def failed(error: Exception, pause: float) -> None:
        pauses.append(pause)

    def gone(*_: object) -> None:
        if len(pauses) == 3:
            raise KeyboardInterrupt

    with app.amqp.Connection("redis://127.0.0.1:1/0") as line, pytest.raises(KeyboardInterrupt):
        line.ensure_connection(failed, None, callback=gone)
    assert pauses == [1, 1, 1]


def test_the_time_limit_lies_well_below_the_visibility_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALEHOUSE_SECRET", "s" * 32)
    # A task that outlived the time-out would run twice at once.
    assert app.conf.task_time_limit * 2 <= app.conf.broker_transport_options["visibility_timeout"]
    assert app.conf.accept_content == ["json"]
