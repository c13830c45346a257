"""Gathers whole, real answers as the contract's examples: `python -m tests.contract.harvest`, then `make openapi`."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from service.api.operations import EXAMPLES
from service.leash import Leash
from tests.api.house import House, until
from tests.api.talk import Json, Table, Talk, open_table, play_on

Found = dict[str, dict[str, object]]
Say = Callable[..., Json]


def saying(talk: Talk, found: Found) -> Say:
    """Return what asks, and puts the body by operation and status into `found`."""

    def say(operation: str, method: str, path: str, body: Json | None = None, token: str | None = None) -> Json:
        answer = talk.ask(method, path, body, token)
        told: Json = answer.json()
        found.setdefault(operation, {})[str(answer.status_code)] = told
        return told

    return say


def harvest(talk: Talk, found: Found) -> None:
    """Talk through every operation once."""
    say = saying(talk, found)
    say("checkHealth", "GET", "/healthz")
    say("checkReadiness", "GET", "/readyz")
    say("getProblem", "GET", "/problems/illegal_choice")
    say("listGames", "GET", "/v1/games")
    say("getGame", "GET", "/v1/games/squishem")
    say("listCards", "GET", "/v1/games/squishem/cards")
    say("listScores", "GET", "/v1/games/spell_smashers/scores")
    say("listLexicons", "GET", "/v1/lexicons")
    words(say, patiently=True)
    seats = [{"kind": "open"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    opened = say("openMatch", "POST", "/v1/matches", {"game": "squishem", "seats": seats, "listed": True})
    path, host = f"/v1/matches/{opened['id']}", opened["host_token"]
    say("listMatches", "GET", "/v1/matches")
    taken = say("takeSeat", "POST", f"{path}/seats", {"name": "Ambie"})
    say("renewToken", "POST", f"{path}/seats/0/token", token=taken["token"])
    say("startMatch", "POST", f"{path}/start", {}, host)
    say("abandonMatch", "DELETE", path, token=host)
    table = open_table(talk, None, None)
    path, mine = table.path, table.tokens[0]
    (decision,) = say("getMatch", "GET", path, token=mine)["decisions"]
    say("openStreamTicket", "POST", f"{path}/stream-tickets", token=mine)
    wrong, right = {"kind": "attack", "card": "rubber_chicken"}, decision["choices"]["items"][0]
    for choice in (wrong, right):
        say("submitAction", "POST", f"{path}/actions", {"decision": decision["id"], "choice": choice}, mine)
    left = open_table(talk, None, None)
    say("leaveSeat", "DELETE", f"{left.path}/seats/1", token=left.tokens[1])
    for _ in play_on(table, lambda choices: choices[0]):
        pass
    say("listEvents", "GET", f"{path}/events?after=3&limit=2", token=mine)
    record = say("getRecord", "GET", f"{path}/record")
    say("verifyRecord", "POST", "/v1/replays", record)
    say("playRecord", "POST", "/v1/transitions", {"record": {**record, "answers": [], "phases": []}})
    say("openRematch", "POST", f"{path}/rematch", token=mine)
    seats = [{"kind": "bot", "bot": "random"}] * 3
    job = say("submitSimulation", "POST", "/v1/simulations", {"game": "squishem", "seats": seats, "matches": 500})
    path = f"/v1/simulations/{job['id']}"
    while say("getSimulation", "GET", f"{path}?wait=25")["status"] != "done":
        pass
    say("listSimulatedMatches", "GET", f"{path}/results?limit=2")
    large = talk.post("/v1/simulations", {"game": "squishem", "seats": seats, "matches": 100_000}, status=202)
    path = f"/v1/simulations/{large['id']}"
    talk.get(f"{path}?wait=25&after=1000")
    say("cancelSimulation", "DELETE", path)


def words(say: Say, *, patiently: bool) -> None:
    """Ask about words, and for the answers; `patiently` until they are there."""
    tiles = [{"letters": letters, "value": value} for letters, value in (("st", 3), ("o", 1), ("r", 1), ("m", 2))]
    for what, asking, looking, body in (
        ("checks", "checkWords", "getWordCheck", {"words": ["hamster", "qzx"]}),
        ("solutions", "searchWords", "getWordSearch", {"tiles": tiles}),
    ):
        asked = say(asking, "POST", f"/v1/words/{what}", body)
        while say(looking, "GET", f"/v1/words/{what}/{asked['id']}?wait=5")["status"] != "done" and patiently:
            pass
        if patiently:
            say(asking, "POST", f"/v1/words/{what}", body)


def hints(say: Say, table: Table, *, patiently: bool) -> None:
    """Ask for hints, and for the answer; `patiently` until it is there."""
    path, mine = f"{table.path}/hints", table.tokens[0]
    asked = say("askForHints", "POST", path, None, mine)
    while say("getHints", "GET", f"{path}/{asked['id']}?wait=5", None, mine)["status"] != "done" and patiently:
        pass
    if patiently:
        say("askForHints", "POST", path, None, mine)


def with_referee(say: Say, table: Table) -> None:
    """Send a word of the last seat's first tiles while nobody rules."""
    mine = table.tokens[-1]
    decision = next(one for one in table.look(mine)["decisions"] if one["kind"] == "prepare_word")
    word = {"kind": "spell_word", "tiles": [tile["tile"] for tile in decision["choices"]["tiles"][:3]]}
    say("submitAction", "POST", f"{table.path}/actions", {"decision": decision["id"], "choice": word}, mine)


def main() -> int:
    """Write the examples anew."""
    with TemporaryDirectory() as name, Leash() as leash:
        house = House(leash, Path(name))
        house.start_redis()
        house.start_api()
        until(house.ready, "the API answers")
        found: Found = {}
        # While nobody works there are addresses, and the answers once somebody does.
        words(saying(house.talk(), found), patiently=False)
        table = open_table(house.talk(), None, None, game="spell_smashers", options={"hints": True})
        hints(saying(house.talk(), found), table, patiently=False)
        with_referee(saying(house.talk(), found), table)
        house.start_worker()
        hints(saying(house.talk(), found), table, patiently=True)
        house.start_bulk()
        harvest(house.talk(), found)
        house.close()
    EXAMPLES.write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
