"""`alehouse up` as a person meets it: real processes, real signals, real deaths."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.embedded import prepare
from service.leash import Leash
from tests.api.house import until
from tests.bench.loader import Connection, request

pytestmark = pytest.mark.timeout(180)
ROOT = Path(__file__).resolve().parent.parent


def lives(process: int) -> bool:
    """Whether a process runs; one that ended and that nobody has collected doesn't."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def none_lives(processes: Iterable[int]) -> bool:
    """Whether all of them have ended."""
    return not any(map(lives, processes))


def children(process: int) -> dict[int, str]:
    """Every descendant of a process, with its command line."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            stat = (entry / "stat").read_text().rpartition(")")[2].split()
            parents.setdefault(int(stat[1]), []).append(int(entry.name))
    found: dict[int, str] = {}
    waiting = [process]
    while waiting:
        for child in parents.get(waiting.pop(), []):
            with contextlib.suppress(OSError):
                found[child] = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                waiting.append(child)
    return found


class House:
    """One `alehouse up` on a folder of its own."""

    def __init__(self, folder: Path, *arguments: str, before: Sequence[str] = (), **more: str) -> None:
        environ = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "BROKER_URL")}
        environ |= {"ALEHOUSE_DATA": str(folder), "ALEHOUSE_API_WORKERS": "1", "ALEHOUSE_BULK_WORKERS": "1", **more}
        self.folder = folder
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", "service.cli", "up", *arguments],
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def open(self) -> "House":
        """Wait for the greeting."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Try:"):
                return self
        assert self.process.stderr is not None
        raise AssertionError(f"it ended with {self.process.wait()}: {self.process.stderr.read()}")

    @property
    def address(self) -> str:
        found = re.search(r"http://[\d.]+:\d+", self.said[0])
        assert found, self.said
        return found[0]

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(self.address + path, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def store(self) -> redis.Redis:
        """A client of the house's own Redis."""
        conf = dict(line.split(" ", 1) for line in (self.folder / "redis" / "redis.conf").read_text().splitlines())
        return redis.Redis(port=int(conf["port"]), password=conf["requirepass"], socket_timeout=5)

    def the(self, *words: str) -> list[int]:
        """The processes below the supervisor whose command line has all these words."""
        return [process for process, line in children(self.process.pid).items() if all(word in line for word in words)]

    def another(self, victim: int, *words: str) -> bool:
        """Whether a process other than the victim has these words."""
        return bool(set(self.the(*words)) - {victim})

    def end(self, sign: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Signal the supervisor; its status and what it wrote to standard error."""
        self.process.send_signal(sign)
        _, error = self.process.communicate(timeout=60)
        return self.process.returncode, error


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Opens houses and sees to it that none outlives its test."""
    houses: list[House] = []

    def build(*arguments: str, folder: Path = tmp_path / "a house", before: Sequence[str] = (), **more: str) -> House:
        houses.append(House(folder, *arguments, before=before, **more))
        return houses[-1]

    yield build
    for built in houses:
        left = list(children(built.process.pid)) if built.process.poll() is None else []
        for process in (built.process.pid, *left):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        built.process.communicate(timeout=60)
        until(partial(none_lives, left), "the house's processes ended")


def test_it_answers_and_a_second_one_on_the_same_folder_says_so(house: Callable[..., House]) -> None:
    first = house().open()
    assert first.get("/readyz")[0] == 200
    assert first.said[1].startswith(f"Try:  curl {first.address}/")
    command = first.said[1].removeprefix("Try:").split()
    tried = subprocess.run([*command, "--silent", "--fail", "--max-time", "60"], capture_output=True, check=True)
    assert json.loads(tried.stdout)

    second = house()
    output, error = second.process.communicate(timeout=60)
    assert second.process.returncode == 1
    assert output == ""
    assert error.count("\n") == 1
    assert str(first.folder) in error
    assert f"process {first.process.pid}" in error
    assert first.get("/readyz")[0] == 200


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_told_to_stop_it_leaves_no_process_behind(house: Callable[..., House], sign: signal.Signals) -> None:
    built = house().open()
    until(lambda: len(built.the("ForkPoolWorker")) >= 2, "both workers have their pools")
    all_of_them = children(built.process.pid)
    # The watcher, Redis, gunicorn and its worker, two workers and their pools.
    assert len(all_of_them) >= 8, all_of_them
    status, _ = built.end(sign)
    assert status == 0
    assert [line for process, line in all_of_them.items() if lives(process)] == []


MOMENTS: dict[str, Callable[[House], object]] = {
    "Python itself starts": lambda house: program_of(house.process.pid).startswith("python"),
    "the data folder is made": lambda house: house.folder.exists(),
    "the watcher is there": lambda house: house.the("leash.py", "watch"),
    # Once it runs, a server calls itself by other words than it was started with.
    "Redis starts": lambda house: house.the("redis.conf") or house.the("valkey-server") or house.the("redis-server"),
    "the API starts": lambda house: house.the("gunicorn"),
    "a worker starts": lambda house: house.the("celery", "bulk"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_ends_it_quietly_from_the_first_moment(house: Callable[..., House], moment: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (held,) = re.findall(r"held=\$\$\((env \S+) echo \1 2>", makefile)
    # Whoever runs the tests in the background of a script has them ignore a Ctrl-C, and all that they start.
    starting = house(before=["env", "--default-signal=INT", *held.split()])
    until(lambda: MOMENTS[moment](starting), moment)
    status, error = starting.end()
    assert status == 0
    # Nothing, or the one line that says so.
    assert [json.loads(line)["event"] for line in error.splitlines()] in ([], ["Stopping."])
    mark = f"ALEHOUSE_DATA={starting.folder}\0".encode()
    until(lambda: not having_in_environ(mark), "no process of its own is left")


def program_of(process: int) -> str:
    """The name of the program that a process runs."""
    return Path(Path(f"/proc/{process}/cmdline").read_bytes().partition(b"\0")[0].decode()).name


def having_in_environ(mark: bytes) -> list[int]:
    """Every process that was started with this in its environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (entry / "environ").read_bytes():
                found.append(int(entry.name))
    return found


def test_a_killed_supervisor_leaves_no_process_behind_and_the_next_finds_the_data(house: Callable[..., House]) -> None:
    built = house().open()
    until(lambda: len(built.the("ForkPoolWorker")) >= 2, "both workers have their pools")
    with built.store() as store:
        store.set("kept", "by the log")
    all_of_them = children(built.process.pid)
    built.end(signal.SIGKILL)
    again = house().open()
    # The lock passes on only when the last of them has ended: Redis never has two writers of one log.
    assert [line for process, line in all_of_them.items() if lives(process)] == []
    with again.store() as store:
        assert store.get("kept") == b"by the log"


def test_the_usual_port_taken_it_finds_another_but_never_replaces_one_that_was_asked_for(
    house: Callable[..., House], tmp_path: Path
) -> None:
    with contextlib.ExitStack() as closing:
        with contextlib.suppress(OSError):  # somebody else's on this machine serves as well
            closing.enter_context(socket.create_server(("127.0.0.1", 8000)))
        other = closing.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]
        built = house().open()
        assert not built.address.endswith(":8000")
        assert built.get("/readyz")[0] == 200

        refused = house("--port", str(other), folder=tmp_path / "another house")
        _, error = refused.process.communicate(timeout=60)
        assert refused.process.returncode == 1
        assert f"127.0.0.1:{other} can't be listened on" in error


def test_what_dies_is_started_again_and_nothing_is_lost(house: Callable[..., House]) -> None:
    built = house().open()
    with built.store() as store:
        store.set("kept", "through it all")
    for words in (
        ("valkey-server",),
        ("gunicorn", "master"),
        ("celery", "fast@", "MainProcess"),
        ("leash.py", "watch"),
    ):
        until(partial(built.the, *words), f"{words} runs")
        (victim,) = built.the(*words)
        os.kill(victim, signal.SIGKILL)
        until(partial(built.another, victim, *words), f"another {words} runs")
    until(lambda: built.get("/readyz")[0] == 200, "the API is ready again")
    with built.store() as store:
        until(lambda: _answers(store), "Redis answers again")
        assert store.get("kept") == b"through it all"
    # The watcher that was put in the dead one's place knows every child.
    all_of_them = children(built.process.pid)
    built.end(signal.SIGKILL)
    until(partial(none_lives, all_of_them), "all have ended")


def _answers(store: redis.Redis) -> bool:
    try:
        return bool(store.ping())
    except redis.RedisError:
        return False


def test_callers_wait_while_the_api_is_started_again(house: Callable[..., House]) -> None:
    built = house().open()
    (master,) = built.the("gunicorn", "master")
    for process in built.the("gunicorn"):
        os.kill(process, signal.SIGKILL)
    until(lambda: not lives(master), "the API is gone")
    # The supervisor holds the listening socket: no connection is refused.
    assert built.get("/readyz")[0] == 200


def test_hundreds_who_wait_for_the_same_news_all_get_it(house: Callable[..., House]) -> None:
    built = house().open()
    host, port = built.address.removeprefix("http://").split(":")

    def call(method: str, path: str, body: object = None, token: str = "") -> dict[str, Any]:
        asked = urllib.request.Request(built.address + path, method=method)
        if body is not None:
            asked.data = json.dumps(body).encode()
            asked.add_header("Content-Type", "application/json")
        if token:
            asked.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(asked, timeout=60) as answer:
            told: dict[str, Any] = json.load(answer)
            return told

    opened = call("POST", "/v1/matches", {"game": "squishem", "seats": [{"kind": "open"}] * 2, "spectators": True})
    match = f"/v1/matches/{opened['id']}"
    call("POST", f"{match}/seats", {"name": "Ambie"})
    version = call("GET", match)["version"]
    parked = [Connection((host, int(port))) for _ in range(300)]
    for line in parked:
        line.send(request("GET", f"{match}?after={version}&wait=25"))
    call("POST", f"{match}/seats", {"name": "Bram"})  # the match starts: news for everybody
    for line in parked:
        while (body := line.receive()) is None:
            pass
        line.line.close()
        assert line.status == 200, body
        assert json.loads(body)["version"] > version


def test_a_redis_that_is_given_is_used_and_outlives_the_stack(house: Callable[..., House], tmp_path: Path) -> None:
    # One of its own: the workers would take the tasks of others.
    given = prepare(tmp_path / "given")
    with Leash() as leash:
        leash.start(given.command)
        until(given.ready, "Redis answers")
        built = house(REDIS_URL=given.url).open()
        assert built.get("/readyz")[0] == 200
        assert built.the("valkey-server") + built.the("redis-server") == []
        assert not (built.folder / "redis").exists()
        assert built.end()[0] == 0
        assert given.ready(60)


def test_what_cannot_start_is_given_up_with_the_reason(house: Callable[..., House]) -> None:
    broken = house(REDIS_URL="carrier-pigeon://loft")
    output, error = broken.process.communicate(timeout=60)
    assert broken.process.returncode == 1
    assert output == ""
    assert "REDIS_URL starts with 'carrier-pigeon'" in error
    assert "Traceback" not in error


def test_a_child_that_was_tied_ends_with_its_owner(tmp_path: Path) -> None:
    owner = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, service.leash as l; print(l.Leash().start(['sleep', '99']).pid, flush=True); sys.stdin.read()",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    child = int(owner.stdout.readline())
    assert lives(child)
    owner.kill()
    owner.communicate(timeout=60)
    until(lambda: not lives(child), "the child ended")


def test_a_stopping_leash_stops_the_last_ones_last(tmp_path: Path) -> None:
    trail = tmp_path / "trail"
    script = 'trap \'sleep 0.3; echo {0} >> "$1"; exit\' TERM; echo up >> "$1"; while :; do sleep 0.02; done'
    with Leash() as leash:
        started = [
            leash.start(["sh", "-c", script.format("store"), "sh", str(trail)], last=True),
            leash.start(["sh", "-c", script.format("api"), "sh", str(trail)]),
        ]
        until(lambda: trail.exists() and trail.read_text().count("up") == 2, "both run")
    for process in started:
        process.wait(60)
    assert trail.read_text().split() == ["up", "up", "api", "store"]


def test_a_server_is_not_ready_before_it_answers(tmp_path: Path) -> None:
    server = prepare(tmp_path / 'a "quoted" folder'.replace('"', "'"))
    assert not server.ready()
    assert (server.folder / "redis.conf").stat().st_mode & 0o077 == 0
    with Leash() as leash:
        leash.start(server.command)
        until(server.ready, "Redis answers")
        with redis.Redis.from_url(server.url, socket_timeout=5) as store:
            asked = {
                name: store.config_get(name)[name] for name in ("appendonly", "appendfsync", "maxmemory-policy", "bind")
            }
        assert asked == {
            "appendonly": "yes",
            "appendfsync": "everysec",
            "maxmemory-policy": "noeviction",
            "bind": "127.0.0.1",
        }
        with (
            redis.Redis(port=server.port, socket_timeout=5, retry=Retry(NoBackoff(), 0)) as stranger,
            pytest.raises(redis.AuthenticationError),
        ):
            stranger.ping()
