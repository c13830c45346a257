"""Many clients at once, each a process of its own: nothing is applied twice, nothing is lost, everything replays."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from service.leash import Leash
from tests.api.clients import HABITS, Json
from tests.api.house import House, until
from tests.api.talk import ROOT, Table, open_table
from tests.conftest import LONG

MATCHES = 50 if LONG else 5
SEATS = 4


@pytest.mark.timeout(900)
def test_many_clients_at_many_matches(tmp_path: Path) -> None:
    with Leash() as leash:
        house = House(leash, tmp_path, ALEHOUSE_API_WORKERS="2")
        house.start_redis()
        house.start_api()
        until(house.ready, "the API answers")
        talk = house.talk()
        tables = [open_table(talk, *[None] * SEATS, options={"turn_cap": 12}) for _ in range(MATCHES)]
        seen = play(leash, house, tables, tmp_path)
        assert {one["habit"] for one in seen} == set(HABITS)
        assert [one["fault"] for one in seen if one["fault"]] == []
        for at, table in enumerate(tables):
            check(table, seen[at * SEATS : (at + 1) * SEATS])
        assert sum(one["checked"] for one in seen) > 0
        house.close()


def play(leash: Leash, house: House, tables: list[Table], folder: Path) -> list[Json]:
    """Let one process a seat play; return what each saw, seat by seat."""
    asked = [
        {"number": at * SEATS + seat, "address": house.address, "path": table.path, "token": token, "seat": seat}
        for at, table in enumerate(tables)
        for seat, token in enumerate(table.tokens)
    ]
    (folder / "asked.json").write_text(json.dumps(asked), encoding="utf-8")
    program = f"exec {sys.executable} -m tests.api.clients < {folder / 'asked.json'}"
    with open(folder / "clients.log", "wb") as log:
        clients = leash.start(("sh", "-c", program), env={"PYTHONPATH": str(ROOT)}, folder=folder, output=log)
        try:
            clients.wait(800)
        except subprocess.TimeoutExpired:
            leash.forget(clients)
    found = {int(path.stem): json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("[0-9]*.json")}
    assert len(found) == len(asked), (folder / "clients.log").read_text(encoding="utf-8")[-3000:]
    return [found[number] for number in range(len(asked))]


def check(table: Table, seen: list[Json]) -> None:
    """Hold what the players of one match saw against its record."""
    record = table.talk.get(f"{table.path}/record", table.tokens[0])
    version = table.look(table.tokens[0])["version"]
    for seat, player in enumerate(seen):
        recorded = [answer["choice"] for answer in record["answers"] if answer["seat"] == seat]
        assert recorded == [one["choice"] for one in player["accepted"]], f"seat {seat}, {player['habit']}"
        assert [event["n"] for event in player["frames"]] == list(range(1, version + 1))
        assert player["frames"] == pages(table, seat)
        for one in player["accepted"]:
            first = one["events"][0]["n"]
            assert player["frames"][first - 1 : first - 1 + len(one["events"])] == one["events"]
    by_seat = Counter(answer["seat"] for answer in record["answers"] if answer["seat"] >= 0)
    assert by_seat.total() == sum(len(player["accepted"]) for player in seen)
    verified = table.talk.post("/v1/replays", record)
    assert verified["verified"], verified
    assert verified["outcome"] == table.look()["outcome"]


def pages(table: Table, seat: int) -> list[Json]:
    page = table.talk.get(f"{table.path}/events", table.tokens[seat], params={"limit": 500})
    found: list[Json] = page["items"]
    while "next" in page:
        page = table.talk.get(page["next"], table.tokens[seat])
        found += page["items"]
    return found
