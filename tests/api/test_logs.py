"""The lines that processes write: enough to follow a request into its tasks, and nothing secret."""

import io
import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog

from service import logs
from service.leash import Leash
from tests.api.house import House, counted, until
from tests.api.talk import open_table, play_on
from tests.api.test_limits import app_of

Line = dict[str, Any]


class Scribe:
    """A house whose API and worker write their lines into a file, on a Redis where no other worker takes its tasks."""

    def __init__(self, leash: Leash, folder: Path) -> None:
        self.path = folder / "lines"
        self._to = self.path.open("ab")
        self.house = House(leash, folder, output=self._to, ALEHOUSE_LOG_LEVEL="info")
        self.house.start_redis()
        self.house.start_api()
        self.house.start_worker()
        until(self.house.ready, "the API answers")

    def close(self) -> None:
        self.house.close()
        self._to.close()

    def lines(self, **having: object) -> list[Line]:
        """Return the lines that are whole by now and have these fields."""
        whole = self.path.read_text(encoding="utf-8").rpartition("\n")[0].splitlines()
        found = [json.loads(line) for line in whole if line.startswith("{")]
        return [line for line in found if having.items() <= line.items()]


@pytest.fixture(scope="module")
def scribe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scribe]:
    with Leash() as leash:
        scribe = Scribe(leash, tmp_path_factory.mktemp("scribe"))
        yield scribe
        scribe.close()


def test_a_request_leaves_one_line_and_its_id_in_the_answer(scribe: Scribe) -> None:
    answer = scribe.house.ask("GET", f"/v1/matches/m_{'A' * 22}")
    asked = answer.headers["X-Request-Id"]
    until(lambda: scribe.lines(request=asked), "the line is there")
    (line,) = scribe.lines(request=asked)
    assert line.pop("at").endswith("Z")
    assert line.pop("ms") > 0
    assert line == {
        "event": "request",
        "level": "info",
        "part": "api",
        "request": asked,
        "operation": "getMatch",
        "status": 404,
        "match": "m_" + "A" * 22,
    }


@pytest.mark.parametrize("given", ["0123abcd", "b6a5e2f0-8a3c-4a53-9d5f-0f2f9d1c5a11", "a" * 48])
def test_the_id_of_a_client_is_taken_where_it_is_well_formed(scribe: Scribe, given: str) -> None:
    answer = scribe.house.ask("GET", "/healthz", headers={"X-Request-Id": given})
    assert answer.headers["X-Request-Id"] == given
    until(lambda: scribe.lines(request=given, operation="checkHealth"), "the line is there")


@pytest.mark.parametrize("given", ["short", "a" * 49, 'a b c d e "', "<script>alert</script>", "seat_" + "A" * 56])
def test_whatever_else_is_sent_as_an_id_is_not_written(scribe: Scribe, given: str) -> None:
    answer = scribe.house.ask("GET", "/healthz", headers={"X-Request-Id": given})
    made = answer.headers["X-Request-Id"]
    assert len(made) == 16
    until(lambda: scribe.lines(request=made), "the line is there")
    assert scribe.lines(request=given) == []


def test_a_request_can_be_followed_into_its_tasks(scribe: Scribe) -> None:
    table = open_table(scribe.house.talk(), "random", None, sit=False)
    answer = table.talk.ask("POST", f"{table.path}/seats", {"name": "Ambie"}, headers={"X-Request-Id": "taking-a-seat"})
    assert answer.status_code == 201
    until(lambda: scribe.lines(request="taking-a-seat", event="task"), "the task's line is there")
    for line in scribe.lines(request="taking-a-seat", event="task"):
        assert (line["task"], line["part"], line["match"]) == ("seats.move", "fast", table.id)
        assert line["state"] == "success"


def test_no_line_holds_a_secret_or_a_name(scribe: Scribe) -> None:
    talk = scribe.house.talk()
    table = open_table(talk, None, "random", sit=False)
    name = "Xanthippe-the-Unlogged"
    token = talk.post(f"{table.path}/seats", {"name": name}, status=201)["token"]
    table.tokens.append(token)
    ticket = talk.post(f"{table.path}/stream-tickets", token=token)["url"].partition("ticket=")[2]
    with httpx.stream(
        "GET", f"{scribe.house.address}{table.path}/stream?ticket={ticket}", trust_env=False, timeout=60
    ) as stream:
        assert next(stream.iter_lines()).startswith("retry")
    # What a client puts in the wrong place is not written either.
    for path in (f"/v1/matches/{token}", f"/v1/{token}", f"{table.path}?ticket={ticket}", f"/v1/games/{token}"):
        scribe.house.ask("GET", path, headers={"Authorization": f"Bearer {token}"})
    for _ in play_on(table, lambda choices: choices[0]):
        pass
    seed = table.look(token) and talk.get(f"{table.path}/record", token)["seed"]
    last = scribe.house.ask("GET", "/healthz").headers["X-Request-Id"]
    until(lambda: scribe.lines(request=last), "all lines are there")
    assert len(scribe.lines(match=table.id)) > 10
    written = scribe.path.read_text(encoding="utf-8")
    for secret in (token, table.host, ticket, str(seed), name):
        assert secret not in written


def test_every_line_is_an_object(scribe: Scribe) -> None:
    written = scribe.path.read_text(encoding="utf-8").rpartition("\n")[0].splitlines()
    # What Celery says of root, before it lets anybody else decide how lines are written.
    complaint = ("SecurityWarning", "absolutely not", "Please specify", "User information", "_warn_or_raise")
    loose = [line for line in written if line and not line.startswith("{") and not any(c in line for c in complaint)]
    assert loose == []
    assert len(written) > 10


@pytest.fixture
def own_lines() -> Iterator[None]:
    """Put back what `configure` changes in this process."""
    root, level = logging.root.handlers[:], logging.root.level
    yield
    logging.root.handlers[:] = root
    logging.root.setLevel(level)
    structlog.reset_defaults()


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("own_lines")
@pytest.mark.parametrize("gone", ["full", "closed"])
def test_a_line_that_cannot_be_written_keeps_nobody_from_an_answer(redis_url: str, gone: str) -> None:
    client = app_of(redis_url).test_client()
    before = counted("alehouse_log_lines_lost_total")
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb", 0) as broken, open("/dev/full", "wb", 0) as full:
        logs.configure("lost", "info", io.TextIOWrapper(full if gone == "full" else broken, write_through=True))
        answers = [client.get("/v1/games") for _ in range(3)]
        logs.warn("Of no avail.")
        logging.getLogger("somebody").warning("nor this")
        logs.configure("found")
    assert [answer.status_code for answer in answers] == [200] * 3
    assert all(len(answer.headers["X-Request-Id"]) == 16 for answer in answers)
    assert counted("alehouse_log_lines_lost_total") == before + 5


@pytest.mark.usefixtures("own_lines")
def test_a_person_at_a_terminal_reads_words() -> None:
    raw = io.BytesIO()
    logs.configure("api", "info", Terminal(raw, write_through=True))
    logs.say("request", operation="getMatch", status=200)
    logging.getLogger("somebody").warning("of %s", "note")
    text = raw.getvalue().decode()
    assert not text.startswith("{")
    for word in ("request", "getMatch", "of note", "somebody"):
        assert word in text


@pytest.mark.usefixtures("own_lines")
def test_what_libraries_say_is_stripped_of_what_looks_secret(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with path.open("w", buffering=1, encoding="utf-8") as stream:
        logs.configure("api", "warning", stream)
        logs.say("request", operation="getMatch")
        try:
            raise ValueError("redis://:hush@store/0 and seat_" + "A" * 56)
        except ValueError:
            logging.getLogger("somebody").warning("tk_%s", "B" * 64, exc_info=True)
    (line,) = path.read_text(encoding="utf-8").splitlines()
    said = json.loads(line)
    assert said["event"] == "<secret>"
    assert said["logger"] == "somebody"
    assert said["exception"].startswith("Traceback")
    assert "hush" not in line
    assert "AAAA" not in line
