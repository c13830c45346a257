"""Processes that die at the worst moments of a match: what was answered is there, once, and it goes on."""

import ast
import os
import random
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from service.failpoints import POINTS, Failpoints
from service.settings import SettingInvalid
from tests.api.house import House, until
from tests.api.mortal import (
    Deaths,
    Watched,
    check_over,
    deaths_to_come,
    events,
    house_of_mortals,
    open_lasting,
    store_of_mortals,
    talk_with_mortals,
    undisturbed,
    watched,
)
from tests.api.talk import Json, Table, Talk
from tests.api.test_matches import read_record
from tests.conftest import LONG
from tests.laws import sources

__all__ = ["deaths_to_come", "house_of_mortals", "store_of_mortals", "talk_with_mortals"]
"""The house of these tests is one that may die."""

pytestmark = pytest.mark.timeout(600 if LONG else 240)


OF_WORKERS: Mapping[str, int] = {"bot.chosen": 3, "match.committed": 4, "bot.moved": 2}
OF_THE_API: Mapping[str, int] = {"match.committed": 2, "action.taken": 2}
"""Points, and at which visit a process dies there: past the first, so that each gets somewhere."""


def comes_to_its_end(house: House, store: redis.Redis, table: Table) -> None:
    """Wait for the end of a match of bots alone, of which nobody asks how it goes."""

    def over() -> bool:
        if house.worker.poll() is not None:
            house.start_worker()
        return store.zscore("matches:unfinished", f"squishem/1/{table.id}") is None

    until(over, "the bots have come to the end", seconds=90)
    record = check_over(table)
    assert read_record(record) == undisturbed(record)


@pytest.mark.parametrize("points", [OF_WORKERS, *([point] for point in OF_WORKERS if LONG)], ids=" ".join)
def test_wherever_a_process_of_a_worker_dies_the_bots_play_the_same_match(
    house: House, store: redis.Redis, talk: Talk, deaths: Deaths, points: list[str]
) -> None:
    for point in points:
        deaths.at(point, OF_WORKERS[point], 5 if LONG else 2)
    house.kill(house.worker)
    house.start_worker(**deaths.environ)
    while deaths.left():
        comes_to_its_end(house, store, open_lasting(talk, "random", "random", length="five_kills"))


@pytest.mark.parametrize("point", [point for point in OF_WORKERS if LONG or point == "match.committed"])
def test_wherever_a_whole_worker_dies_the_sweeper_has_the_bots_play_the_same_match(
    house: House, store: redis.Redis, talk: Talk, deaths: Deaths, point: str
) -> None:
    """The message is gone with the worker, until long after."""
    deaths.at(point, OF_WORKERS[point], group=True)
    house.kill(house.worker)
    house.start_worker(**deaths.environ)
    while deaths.left():
        comes_to_its_end(house, store, open_lasting(talk, "random", "random", "random"))


@pytest.mark.parametrize("points", [OF_THE_API, *([point] for point in OF_THE_API if LONG)], ids=" ".join)
def test_wherever_the_api_dies_an_action_is_done_once_and_answered_alike(
    house: House, talk: Talk, deaths: Deaths, seed: int, points: list[str]
) -> None:
    for point in points:
        deaths.at(point, OF_THE_API[point], 5 if LONG else 1)
    house.kill(house.api)
    house.start_api(**deaths.environ)
    while deaths.left():
        # Opening and joining are steps too: the API dies there first.
        player = watched(talk, seed, again=True)
        player.finish()
        player.check()
        (taken,) = [
            event for event in events(player.table, None) if event["kind"] == "seat_taken" and not event["seat"]
        ]
        assert taken["name"] == "Player 0"


def test_redis_dies_over_and_over_and_nothing_that_was_answered_is_lost(
    house: House, store: redis.Redis, talk: Talk, seed: int
) -> None:
    assert store.config_get("appendfsync") == {"appendfsync": "always"}
    draw = random.Random(seed)
    player = watched(talk, seed, again=True)
    for _ in range(20 if LONG else 3):
        house.kill_amid("redis", draw.uniform(0, 0.02), player.step)
    player.finish()
    player.check()


def test_bots_are_sent_for_though_the_api_died_before_it_could_and_nobody_looks(
    house: House, store: redis.Redis, talk: Talk, deaths: Deaths, seed: int
) -> None:
    player = watched(talk, seed)
    body = dies_after_an_action_that_bots_wait_for(house, store, player, deaths)
    until(lambda: store.zscore("matches:due", player.table.id) is None, "the sweeper has sent for the bots")
    seen = player.look()
    assert seen["waiting_for"] in ([0], []), "the bot has moved"
    for _ in range(2):
        player.send(body)
    player.accepted.append(body["choice"])
    player.finish()
    player.check()


def dies_after_an_action_that_bots_wait_for(house: House, store: redis.Redis, player: Watched, deaths: Deaths) -> Json:
    """Act until the API has died over an action after which a bot is asked; returns it, as it was sent."""
    deaths.at("match.committed", 1, 100)
    house.kill(house.api)
    house.start_api(**deaths.environ)
    while True:
        seen = player.look()
        assert seen["status"] == "running", "no bot was ever asked"
        if not seen["decisions"]:
            player.look(after=seen["version"], wait=5)
            continue
        decision = seen["decisions"][0]
        body = {"decision": decision["id"], "choice": player.draw.choice(decision["choices"]["items"])}
        before = deaths.left()
        with pytest.raises(httpx.TransportError):
            player.table.talk.ask("POST", f"{player.table.path}/actions", body, player.token)
        assert deaths.left() != before
        if store.zscore("matches:due", player.table.id) is not None:
            for file in deaths.folder.iterdir():
                file.write_bytes(b"")
            return body
        player.send(body)
        player.accepted.append(body["choice"])


def sent_for(store: redis.Redis, match: str) -> bool:
    """Tell whether a message about a match lies in the queue; its arguments are in base64, its header isn't."""
    waiting: Any = store.lrange("fast", 0, -1)
    return any(match.encode() in message for message in waiting)


def test_what_is_lost_or_left_behind_is_put_right_by_a_worker_alone(
    house: House, store: redis.Redis, talk: Talk, deaths: Deaths
) -> None:
    """No message comes through, and a match is gone before its time: no client asks for either."""
    house.kill(house.worker)
    table = open_lasting(talk, "random", "random")
    gone = open_lasting(talk, "random", "random")
    listed = talk.post("/v1/matches", {"game": "squishem", "seats": [{"kind": "open"}] * 2, "listed": True}, status=201)
    shelf = "matches:listed:squishem/waiting"
    lying: Any = store.zrange(shelf, 0, -1)
    (place,) = [one for one in lying if listed["id"].encode() in one]
    until(lambda: all(sent_for(store, match.id) for match in (table, gone)), "the bots are sent for")
    store.delete("fast")
    for match in (gone.id, listed["id"]):
        store.delete(*(f"match:{{{match}}}{part}" for part in ("", ":log", ":told")))
    # A list may be behind for a minute, and what lies there may be about to come for as long.
    old = b"0" * 13 + place[13:]
    store.zrem(shelf, place)
    store.zadd(shelf, {old: 0})
    store.delete("lock:tidy", "lock:unfinished")
    house.start_worker()
    comes_to_its_end(house, store, table)
    until(lambda: store.zscore("matches:due", gone.id) is None, "what has expired waits for no bot")
    until(lambda: store.zscore("matches:unfinished", f"squishem/1/{gone.id}") is None, "nor is it played")
    until(lambda: store.zscore(shelf, old) is None, "what has expired lies on no shelf")


SEEN = """
from service.failpoints import reach
for visit in range(1, 6):
    print(visit, flush=True)
    reach("bot.moved")
    reach("chunk.match")
"""


def visits(said: str | None) -> tuple[int, int]:
    """Return the status and the number of visits of a process that comes to two points five times."""
    environ = {name: value for name, value in os.environ.items() if name != "ALEHOUSE_FAILPOINTS"}
    if said is not None:
        environ["ALEHOUSE_FAILPOINTS"] = said
    command = [sys.executable, "-c", SEEN]
    ran = subprocess.run(command, env=environ, stdout=subprocess.PIPE, start_new_session=True, check=False, timeout=60)
    return ran.returncode, len(ran.stdout.split())


def test_a_process_dies_where_it_was_told_to_and_only_there(tmp_path: Path) -> None:
    assert visits(None) == (0, 5)
    assert visits("bot.moved=3") == (-signal.SIGKILL, 3)
    assert visits("chunk.match=6;bot.chosen=1") == (0, 5)
    file = tmp_path / "two"
    file.write_bytes(b"xx")
    said = f"chunk.match=9;bot.moved=2!@{file};bot.moved=9"
    assert [visits(said) for _ in range(3)] == [(-signal.SIGKILL, 2), (-signal.SIGKILL, 2), (0, 5)]


def test_all_of_its_group_dies_where_that_is_asked_for() -> None:
    body = "import os, sys, time\nfrom service.failpoints import reach\nif os.fork() == 0:\n    {}\nos.wait()"
    ends = []
    for said in ("bot.moved=1", "bot.moved=1!"):
        environ = {**os.environ, "ALEHOUSE_FAILPOINTS": said}
        command = [sys.executable, "-c", body.format('reach("bot.moved")')]
        ends.append(subprocess.run(command, env=environ, start_new_session=True, check=False, timeout=60).returncode)
    assert ends == [0, -signal.SIGKILL]


@pytest.mark.parametrize(
    "wrong", ["bot.move=1", "bot.moved", "bot.moved=0", "bot.moved=x", "bot.moved=1@deaths", "bot.moved=1;", "=1"]
)
def test_an_entry_that_names_no_point_is_refused(wrong: str) -> None:
    with pytest.raises(SettingInvalid, match=r"ALEHOUSE_FAILPOINTS has .*chunk\.counted"):
        Failpoints(wrong)


def test_each_point_lies_in_the_source_and_none_is_without_a_name() -> None:
    reached = {
        node.args[0].value
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reach"
        if isinstance(node.args[0], ast.Constant)
    }
    assert reached == set(POINTS)
