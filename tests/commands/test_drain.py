"""`alehouse drain`: nothing begins, what is played goes on, and what is left is counted truly."""

import random
import subprocess
import sys
from typing import Any

import pytest

from service.draining import Drain, Left
from service.errors import Draining
from service.games.kernel.chance import Chance
from service.games.kernel.game import Options
from service.games.squishem.game import Squishem
from service.games.squishem.state import State
from service.store import Cutting, JobStore, MatchStore, Room
from tests.api.brittle import Newer
from tests.api.house import SECRET
from tests.api.talk import Table, Talk, key, open_table, play_on
from tests.commands.operated import Operated
from tests.commands.running import called, environ

NONE = "left: none\n"


def left(operated: Operated, *, really: bool = False) -> str:
    """What the command says is left, without its first line."""
    ran = operated.run("drain", really=really)
    assert (ran.status, ran.err) == (0, "")
    head, _, rest = ran.out.partition("\n")
    assert head == "No match or simulation begins any more; `alehouse drain --end` lifts this."
    return rest


def line(matches: int, simulations: int = 0, version: int = 1) -> str:
    return f"left: squishem, rules version {version}: {matches} matches, {simulations} simulations\n"


def end(table: Table) -> None:
    for _ in play_on(table, random.Random(1).choice):
        pass
    assert table.look()["status"] == "over"


OPENING = {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "open"}]}
JOB = {"game": "squishem", "seats": [{"kind": "bot", "bot": "random"}] * 2, "matches": 5}


def refused(talk: Talk, path: str, body: Any = None, token: str | None = None) -> None:
    answer = talk.ask("POST", path, body, token)
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "draining", "60")


def test_nothing_begins_on_any_machine_and_what_is_played_goes_on_to_its_end(operated: Operated) -> None:
    here, there = operated.here, operated.there
    playing = open_table(here, None, None)
    again = {"Idempotency-Key": key()}
    waiting = here.post("/v1/matches", OPENING, headers=again, status=201)
    path = f"/v1/matches/{waiting['id']}"
    assert left(operated, really=True) == line(1), "one that waits for its players needs no rules yet"
    for talk in (here, there):
        refused(talk, "/v1/matches", OPENING)
        refused(talk, "/v1/simulations", JOB)
        refused(talk, f"{path}/start", {"bot": "random"}, waiting["host_token"])
    repeated = there.post("/v1/matches", OPENING, headers=again, status=201)
    assert repeated["id"] == waiting["id"], "a lost answer is given again"
    here.post(f"{path}/seats", {"name": "One"}, status=201)
    refused(there, f"{path}/seats", {"name": "Two"})
    assert [seat["kind"] for seat in here.get(path)["seats"]] == ["player_seat", "open_seat"]
    end(playing)
    refused(here, f"{playing.path}/rematch", token=playing.tokens[0])
    assert left(operated) == NONE
    ended = operated.run("drain", "--end", really=True)
    assert (ended.status, ended.out, ended.err) == (0, "Matches and simulations may begin again.\n", "")
    assert operated.run("drain", "--end").out == "Nothing kept matches and simulations from beginning.\n"
    there.post("/v1/matches", OPENING, status=201)
    there.post(f"{path}/seats", {"name": "Two"}, status=201)
    assert there.get(path)["status"] == "running"
    rematch = here.post(f"{playing.path}/rematch", token=playing.tokens[0], status=201)
    operated.run("drain")
    assert there.post(f"{playing.path}/rematch", token=playing.tokens[1], status=201) == rematch, "it was open before"


def test_what_was_about_to_begin_does_not_begin_once_none_is_left(operated: Operated) -> None:
    """The command runs to its end between the first question and the commit."""
    drain = Drain(MatchStore(operated.url), JobStore(operated.url))
    left_then: list[list[Left]] = []

    class Late(Squishem):
        def setup(self, options: Options, seats: int, chance: Chance) -> State:
            drain.begin()
            left_then.append(drain.left())
            return super().setup(options, seats, chance)

    talk = operated.talk({"squishem": Late()})
    waiting = open_table(talk, None, None, sit=False)
    refused(talk, f"{waiting.path}/start", {"bot": "random"}, waiting.host)
    drain.end()
    refused(talk, "/v1/matches", {**OPENING, "seats": JOB["seats"]})
    assert left_then == [[], []]
    assert drain.left() == []
    room, cutting = Room(100, 100), Cutting(20, 8, 15_000)
    with pytest.raises(Draining):
        JobStore(operated.url).open(f"s_{'A' * 22}", b"", 20, "", room, 60, cutting)
    assert not operated.redis.exists("jobs:unfinished")
    drain.end()
    talk.post(f"{waiting.path}/seats", {"name": "One"}, status=201)


def test_bots_play_on_while_a_house_is_drained(operated: Operated) -> None:
    talk = operated.here
    table = open_table(talk, "random", "random")
    assert left(operated) == line(1)
    bots = operated.bots()
    while talk.get(table.path)["status"] == "running":
        bots.move(table.id)
    assert left(operated) == NONE


def test_it_waits_until_the_last_match_is_over(operated: Operated) -> None:
    table = open_table(operated.here, None, None)
    with operated.start("drain", "--wait") as waiting:
        assert waiting.stdout is not None
        waiting.stdout.readline()
        assert waiting.stdout.readline() == line(1)
        assert waiting.poll() is None
        end(table)
        out, err = waiting.communicate(timeout=60)
    assert (waiting.returncode, out, err) == (0, NONE, "")


def test_it_waits_no_longer_than_it_is_told(operated: Operated) -> None:
    table = open_table(operated.here, None, None)
    late = operated.run("drain", "--within", "0.1")
    assert (late.status, late.err) == (1, "")
    assert late.out.endswith(line(1))
    table.talk.delete(table.path, table.host)
    over = operated.run("drain", "--within", "60")
    assert (over.status, over.out.endswith(NONE)) == (0, True)


def test_simulations_are_left_until_they_end(operated: Operated) -> None:
    talk = operated.here
    # No worker runs here, so it stays.
    job = talk.post("/v1/simulations", JOB, status=202)
    open_table(talk, None, None)
    assert left(operated) == line(1, 1)
    talk.delete(f"/v1/simulations/{job['id']}")
    assert left(operated) == line(1)


def test_each_version_of_the_rules_is_counted_apart(operated: Operated) -> None:
    old, new = operated.here, operated.talk({"squishem": Newer()})
    tables = [open_table(talk, None, None) for talk in (old, new, old, new, new)]
    assert left(operated) == line(2) + line(3, version=2)
    tables[0].talk.delete(tables[0].path, tables[0].host)
    tables[2].talk.delete(tables[2].path, tables[2].host)
    assert left(operated) == line(3, version=2)


def test_the_count_follows_every_way_in_and_out(operated: Operated) -> None:
    talk, store = operated.here, MatchStore(operated.url)
    drain = Drain(store, JobStore(operated.url))

    def count() -> int:
        # As the commits keep it: nothing is swept here.
        return sum(matches for _, _, matches in store.unfinished.counts())

    waiting = open_table(talk, None, None, sit=False)
    given_up = open_table(talk, None, None, sit=False)
    assert count() == 0
    talk.delete(given_up.path, given_up.host)
    assert count() == 0
    talk.post(f"{waiting.path}/start", {"bot": "random"}, waiting.host)
    assert count() == 1, "started by the host"
    left_by_one = open_table(talk, None, None)
    assert count() == 2, "started by its last player"
    talk.delete(f"{left_by_one.path}/seats/0", left_by_one.tokens[0])
    assert count() == 2, "a bot plays on"
    bots = open_table(talk, "random", "random")
    assert count() == 3
    talk.delete(bots.path, bots.host)
    assert count() == 2
    bot = operated.bots()
    while talk.get(waiting.path)["status"] == "running":
        bot.move(waiting.id)
    assert count() == 1
    assert drain.sweep() == 0, "nothing was wrong"
    # As if thirty days had passed without an action.
    operated.redis.delete(f"match:{{{left_by_one.id}}}")
    assert count() == 1
    assert drain.sweep() == 1
    assert count() == 0


@pytest.mark.parametrize("seconds", ["-1", "inf", "nan", "soon"])
def test_a_time_that_is_none_is_refused(operated: Operated, seconds: str) -> None:
    operated.run("drain", f"--within={seconds}").failed("--within", status=2)
    assert operated.redis.exists("draining") == 0


def test_a_store_that_is_not_there_is_named(tmp_path: Any) -> None:
    called("drain", REDIS_URL="redis://127.0.0.1:1/0").failed("The store does not answer")
    called("drain", ALEHOUSE_DATA=str(tmp_path)).failed("REDIS_URL is not set", str(tmp_path))
    called("drain", REDIS_URL="http://127.0.0.1/").failed("REDIS_URL starts with 'http'")


def test_the_sweeper_takes_out_what_expired(operated: Operated) -> None:
    table = open_table(operated.here, None, None)
    operated.redis.delete(f"match:{{{table.id}}}")
    assert operated.redis.zcard("matches:unfinished") == 1
    settings = environ({"REDIS_URL": operated.url, "ALEHOUSE_SECRET": SECRET})
    code = "from workers.sweeper import sweep; sweep()"
    subprocess.run([sys.executable, "-c", code], env=settings, check=True, timeout=60)
    assert operated.redis.zcard("matches:unfinished") == 0
