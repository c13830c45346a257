"""What operators ask: figures, readiness, liveness; of real processes."""

import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from service.app import create_app
from service.embedded import free_port
from service.leash import Leash
from service.settings import settings_from
from service.stack import worker_command
from tests.api.house import SECRET, House, until
from tests.api.talk import Talk, contract, open_table, play_on

Open = Callable[..., House]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a house of one's own, with a Redis of its own."""
    houses: list[House] = []
    with Leash() as leash:

        def open_one(**environ: str) -> House:
            more: dict[str, Any] = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics"), **environ}
            house = House(leash, tmp_path, **more)
            houses.append(house)
            house.start_redis()
            house.start_api()
            until(house.ready, "the API answers")
            return house

        yield open_one
        for house in houses:
            house.close()


def figures(address: str) -> dict[str, float]:
    """Return the figures by name and labels, as they are written."""
    answer = httpx.get(f"{address}/metrics", timeout=60, trust_env=False)
    contract().check(answer)
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = re.findall(r"^(alehouse_\w+(?:\{[^}]*\})?) (\S+)$", answer.text, re.MULTILINE)
    assert found
    return {name: float(value) for name, value in found}


def test_a_match_is_in_the_figures_of_all_processes(opened: Open) -> None:
    house = opened(ALEHOUSE_API_WORKERS="2")
    house.start_worker()
    table = open_table(house.talk(), None, "random")
    actions = sum(1 for _ in play_on(table, lambda choices: choices[0]))
    done = 'alehouse_requests_total{operation="submitAction",status="200"}'
    until(lambda: figures(house.address).get('alehouse_tasks_total{state="success",task="seats.move"}'), "a task ended")
    until(lambda: figures(house.address).get(done, 0) >= actions, "all actions are in figures that are new")
    seen = figures(house.address)
    assert seen[done] == actions
    assert seen['alehouse_request_seconds_count{operation="submitAction"}'] == actions
    assert seen['alehouse_requests_total{operation="openMatch",status="201"}'] == 1
    # The player's actions, and the bot's: whoever moved it was a worker's process.
    assert seen['alehouse_commits_total{game="squishem"}'] > actions
    assert seen["alehouse_redis_up"] == seen["alehouse_redis_log_written"] == 1
    assert seen["alehouse_matches_overdue"] == seen["alehouse_simulations_unfinished"] == 0
    text = house.ask("GET", "/metrics").text
    for hidden in (table.id, *table.tokens, table.host, "Player 0"):
        assert hidden not in text


def test_what_waits_is_counted_where_it_waits(opened: Open) -> None:
    house = opened()
    # No worker: the message for the bot stays where it is.
    table = open_table(house.talk(), None, "random")
    until(lambda: figures(house.address)['alehouse_queue_messages{queue="fast"}'] == 1, "the message is in the queue")
    house.talk().post("/v1/words/checks", {"words": ["tavern"]}, status=202)
    until(lambda: figures(house.address)['alehouse_queue_messages{queue="fast"}'] == 2, "a question is counted too")
    with redis.Redis.from_url(house.url, socket_timeout=5) as store:
        store.zadd("matches:due", {table.id: 1000})
    until(lambda: figures(house.address)["alehouse_matches_overdue_seconds"] > 1_000_000, "the figures are new")
    seen = figures(house.address)
    assert seen["alehouse_matches_overdue"] == 1


def test_streams_are_open_while_somebody_reads_and_no_more_when_their_process_is_killed(opened: Open) -> None:
    house = opened()
    table = open_table(house.talk(), None, None)
    name = 'alehouse_open{kind="stream"}'
    with httpx.stream("GET", f"{house.address}{table.path}/stream", timeout=60, trust_env=False) as stream:
        assert next(stream.iter_lines()).startswith("retry")
        until(lambda: figures(house.address).get(name) == 1, "the stream is counted")
        (worker,) = children(house.api.pid)
        signal_to(worker, signal.SIGKILL)
        until(lambda: children(house.api.pid) not in ([], [worker]), "another worker is there")
        until(house.ready, "it answers")
    # Made by another process than what was shown before.
    assert figures(house.address).get(name, 0) == 0


def test_what_is_shown_is_made_once_a_second_however_many_ask(opened: Open) -> None:
    house = opened(ALEHOUSE_API_WORKERS="1")
    with (
        redis.Redis.from_url(house.url, socket_timeout=5) as store,
        httpx.Client(trust_env=False, timeout=60) as client,
    ):
        began = time.monotonic()
        for _ in range(40):
            assert client.get(f"{house.address}/metrics").status_code == 200
        made = store.info("commandstats")["cmdstat_zcount"]["calls"]
        assert 1 <= made <= 2 + time.monotonic() - began


def test_without_redis_the_figures_say_so(tmp_path: Path) -> None:
    with inside(REDIS_URL=f"unix://{tmp_path}/nobody-listens.sock") as client:
        answer = client.get("/metrics")
    contract().check(answer)
    assert "\nalehouse_redis_up 0.0\n" in answer.text
    assert "alehouse_matches_overdue" not in answer.text


def test_with_a_port_of_their_own_the_figures_are_not_found_on_the_other() -> None:
    with inside("http://inside:8000", ALEHOUSE_METRICS_PORT="9090") as client:
        Talk(client).get("/metrics", status=404)
        Talk(client).get("/healthz")
    with inside("http://inside:9090", ALEHOUSE_METRICS_PORT="9090") as client:
        assert client.get("/metrics").status_code == 200


def test_the_server_listens_on_both_ports(tmp_path: Path, redis_url: str) -> None:
    ports = free_port(), free_port()
    command = Path(__file__).parents[2] / "deploy" / "gunicorn.conf.py"
    environ = {
        "REDIS_URL": redis_url,
        "ALEHOUSE_SECRET": SECRET,
        "ALEHOUSE_API_WORKERS": "1",
        "ALEHOUSE_PORT": str(ports[0]),
        "ALEHOUSE_METRICS_PORT": str(ports[1]),
    }
    with Leash() as leash:
        leash.start(gunicorn(command), env=with_source(environ), folder=tmp_path)
        until(lambda: answers(f"http://127.0.0.1:{ports[0]}/readyz") == 200, "the API answers")
        assert answers(f"http://127.0.0.1:{ports[0]}/metrics") == 404
        assert answers(f"http://127.0.0.1:{ports[1]}/metrics") == 200


def test_a_process_that_is_told_to_end_says_no_first_and_goes_on_answering(opened: Open) -> None:
    house = opened(ALEHOUSE_CLOSING_SECONDS="6")
    with httpx.Client(base_url=house.address, timeout=60, trust_env=False) as client:
        assert client.get("/readyz").status_code == 200
        house.api.send_signal(signal.SIGTERM)
        until(lambda: client.get("/readyz").status_code == 503, "it says no")
        refused = client.get("/readyz")
        contract().check(refused)
        assert (refused.json()["code"], refused.headers["Retry-After"]) == ("closing", "1")
        assert client.get("/healthz").status_code == 200
        with httpx.Client(base_url=house.address, timeout=60, trust_env=False) as newcomer:
            assert newcomer.get("/v1/games").status_code == 200
    assert house.api.wait(60) == 0


@pytest.mark.long
def test_a_second_signal_does_not_wait(opened: Open) -> None:
    house = opened(ALEHOUSE_CLOSING_SECONDS="600")
    house.api.send_signal(signal.SIGTERM)
    until(lambda: not house.ready(), "it says no")
    house.api.send_signal(signal.SIGTERM)
    assert house.api.wait(60) == 0


def test_readiness_waits_no_longer_than_a_tenth_of_a_second_for_redis() -> None:
    mute = socket.create_server(("127.0.0.1", 0))
    # It accepts, and never says a word.
    with mute, inside(REDIS_URL=f"redis://127.0.0.1:{mute.getsockname()[1]}/0") as client:
        answer = client.get("/readyz")
        contract().check(answer)
        assert answer.json()["code"] == "redis_unavailable"
        assert answer.elapsed.total_seconds() < 2
        assert client.get("/healthz").status_code == 200


def test_a_worker_answers_operators_and_ends_warmly(opened: Open, tmp_path: Path) -> None:
    house = opened()
    port = free_port()
    environ = {"REDIS_URL": house.url, "ALEHOUSE_SECRET": SECRET, "ALEHOUSE_WORKER_PORT": str(port)}
    with Leash() as leash:
        worker = leash.start(worker_command("fast", 1), env=with_source(environ), folder=tmp_path)
        until(lambda: answers(f"http://127.0.0.1:{port}/healthz") == 200, "the worker answers")
        assert answers(f"http://127.0.0.1:{port}/elsewhere") == 404
        swept = 'alehouse_tasks_total{state="success",task="sweeper.sweep"}'
        until(
            lambda: swept in httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60, trust_env=False).text,
            "its own processes are in its figures",
        )
        # A store that is away is no fault of the worker.
        assert house.redis is not None
        house.kill(house.redis)
        assert answers(f"http://127.0.0.1:{port}/healthz") == 200
        house.start_redis()
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(60) == 0


def test_a_worker_answers_operators_before_its_broker_does(tmp_path: Path) -> None:
    port, nobody = free_port(), free_port()
    environ = {"ALEHOUSE_SECRET": SECRET, "ALEHOUSE_WORKER_PORT": str(port)}
    with Leash() as leash:
        command = worker_command("fast", 1)
        worker = leash.start(
            command, env=with_source({**environ, "REDIS_URL": f"redis://127.0.0.1:{nobody}/0"}), folder=tmp_path
        )
        until(lambda: answers(f"http://127.0.0.1:{port}/healthz") == 200, "the worker answers")
        assert worker.poll() is None
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(60) == 0


def inside(base_url: str = "http://inside", **environ: str) -> httpx.Client:
    app = create_app(settings_from({"ALEHOUSE_SECRET": SECRET, **environ}))
    return httpx.Client(transport=httpx.WSGITransport(app), base_url=base_url)


def answers(url: str) -> int:
    try:
        return httpx.get(url, timeout=60, trust_env=False).status_code
    except httpx.TransportError:
        return 0


def with_source(environ: dict[str, str]) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[2]), **environ}


def gunicorn(configuration: Path) -> list[str]:
    return [sys.executable, "-P", "-m", "gunicorn", "--config", str(configuration), "service.app:create_app()"]


def children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return sorted(map(int, listed.split()))


def signal_to(process: int, sign: signal.Signals) -> None:
    os.kill(process, sign)
