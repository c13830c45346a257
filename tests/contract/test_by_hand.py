"""What docs/clients.md shows besides its bots: a module of Python and one of TypeScript do as the page says."""

import json
import os
import subprocess
import types
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.leash import Leash
from service.lexicons.library import house_library
from service.seats import Tokens
from tests.api.house import SECRET, House, until
from tests.api.talk import Json, Table, Talk, open_table, play_on
from tests.contract.generators import PROGRAMS, TYPESCRIPT, blocks, compile_line, run

pytestmark = pytest.mark.timeout(300)

MODULE = "\n\n".join(blocks("python")[1:])
BRIEFLY = {"turn_cap": 1, "length": "five_kills"}


def module(address: str) -> Any:
    """Return the page's module, set to this address."""
    made = types.ModuleType("by_hand")
    before = os.environ.get("ALEHOUSE")
    os.environ["ALEHOUSE"] = address
    try:
        exec(compile(MODULE, "docs/clients.md", "exec"), made.__dict__)
    finally:
        del os.environ["ALEHOUSE"]
        if before is not None:
            os.environ["ALEHOUSE"] = before
    return made


@pytest.fixture(scope="module")
def by_hand(house: House) -> Iterator[Any]:
    made = module(house.address)
    yield made
    made.service.close()


@pytest.fixture
def two(talk: Talk) -> Table:
    """A match of two players that lasts one turn."""
    return open_table(talk, None, None, options=BRIEFLY)


def play_out(table: Table) -> None:
    for _ in play_on(table, lambda items: items[0]):
        pass


def whole(table: Table, token: str | None = None) -> list[Json]:
    found: list[Json] = table.talk.get(f"{table.path}/events", token, params={"limit": 500})["items"]
    return found


def refused(call: Callable[[], object]) -> tuple[int, str]:
    with pytest.raises(httpx.HTTPStatusError) as error:
        call()
    return error.value.response.status_code, error.value.response.json()["code"]


def test_the_module_is_typed(tmp_path: Path) -> None:
    (tmp_path / "by_hand.py").write_text(MODULE, encoding="utf-8")
    run("mypy", "--strict", "--no-incremental", "by_hand.py", folder=tmp_path)


def test_pages_are_followed_to_the_end(by_hand: Any, two: Table) -> None:
    play_out(two)
    for token in (None, two.tokens[1]):
        everything = whole(two, token)
        assert list(by_hand.pages(f"{two.path}/events", token, limit=3)) == everything
        assert len(everything) > 6


def test_tables_that_wait_are_found_and_full_ones_not(by_hand: Any, talk: Talk) -> None:
    waiting = [open_table(talk, None, None, sit=False, listed=True).id for _ in range(21)]
    full = open_table(talk, None, None, listed=True).id
    found = by_hand.tables_to_join()
    assert found[:21] == waiting[::-1]
    assert full not in found


def test_a_stream_is_followed_to_the_end_of_the_match(by_hand: Any, two: Table) -> None:
    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(lambda: list(by_hand.follow(two.id, two.tokens[0])))
        play_out(two)
        assert following.result(60) == whole(two, two.tokens[0])
    assert list(by_hand.follow(two.id, after=3)) == whole(two)[3:]
    version = two.look()["version"]
    assert list(by_hand.follow(two.id, after=version)) == []


def test_a_reset_says_where_the_stream_goes_on(by_hand: Any, two: Table) -> None:
    version = two.look()["version"]
    stream = by_hand.follow(two.id, after=version + 99)
    assert next(stream) == {"version": version}
    play_out(two)
    assert list(stream) == whole(two)[version:]


def test_a_dead_token_is_told_so(by_hand: Any, two: Table) -> None:
    dead = two.tokens[0]
    two.talk.delete(f"{two.path}/seats/0", dead)
    with pytest.raises(httpx.HTTPStatusError, match="401"):
        list(by_hand.follow(two.id, dead))


def test_a_rematch_is_waited_for_and_the_old_token_sits_there_and_no_more(by_hand: Any, two: Table) -> None:
    play_out(two)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(by_hand.rematch_opened, two.id, two.tokens[1])
        new = two.talk.post(f"{two.path}/rematch", token=two.tokens[0], status=201)["match"]
        assert waiting.result(60) == new
    old, path = two.tokens[1], f"/v1/matches/{new}"
    assert refused(lambda: by_hand.ask("GET", path, old)) == (403, "token_of_another_match")
    token = by_hand.sit_again(new, old, "Basil")
    assert by_hand.ask("GET", path, token)["bearer"] == {"kind": "player", "seat": 1}
    assert refused(lambda: by_hand.ask("GET", path, old)) == (403, "token_of_another_match")


@pytest.mark.parametrize("spectators", [True, False])
def test_a_bot_plays_on_for_who_is_gone(by_hand: Any, talk: Talk, spectators: bool) -> None:
    two = open_table(talk, None, None, options=BRIEFLY, spectators=spectators)
    by_hand.let_a_bot_play_on(two.id, 1, two.host)
    assert [seat["kind"] for seat in two.look(two.host)["seats"]] == ["player_seat", "bot_seat"]
    assert refused(lambda: by_hand.ask("GET", two.path, two.tokens[1])) == (401, "token_unknown")
    assert "token_reissued" in [event["kind"] for event in by_hand.pages(f"{two.path}/events", two.tokens[0])]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[House]:
    """A house of the test's own, which allows two requests a second and may be killed."""
    with Leash() as leash:
        house = House(leash, tmp_path, ALEHOUSE_RATE="120")
        house.start_redis()
        house.start_api()
        until(house.ready, "the API answers")
        yield house
        house.close()


def test_who_asked_too_much_waits_and_whoever_was_cut_off_comes_back(own: House) -> None:
    by_hand = module(own.address)
    table = open_table(own.talk(), None, None, options=BRIEFLY)
    stream = by_hand.follow(table.id, table.tokens[0])
    heard = [next(stream) for _ in range(4)]
    own.kill(own.api)
    own.start_api()
    # The connection of before is dead.
    table.talk = talk = own.talk()
    talk.delete(table.path, table.host)
    heard += stream
    assert heard == whole(table, table.tokens[0])
    assert heard[-1]["kind"] == "match_abandoned"
    until(lambda: talk.ask("GET", "/v1/games").status_code == 429, "nothing is left")
    assert by_hand.ask("GET", "/v1/games")["items"]
    by_hand.service.close()


@pytest.fixture(scope="module")
def watching(node: Path) -> Path:
    """A folder with the page's module, compiled strictly, and a program around it; Node has no EventSource itself."""
    (node / "watch.ts").write_text(blocks("typescript")[1], encoding="utf-8")
    run("npx", "--no-install", *TYPESCRIPT["openapi-typescript"], folder=node)
    run("npx", "--no-install", *compile_line("watch.ts"), folder=node)
    (node / "program.js").write_text(PROGRAM, encoding="utf-8")
    return node


PROGRAM = """
import { EventSource } from "eventsource";
import { watch } from "./watch.js";

let { MATCH, TOKEN, AFTER, EXPIRED } = process.env;
globalThis.EventSource = class extends EventSource {
  constructor(url) {
    super(EXPIRED ? url.replace(/ticket=[^&]+/, `ticket=${EXPIRED}`) : url);
    EXPIRED = "";
  }
};
await watch(MATCH, TOKEN, (event) => console.log(JSON.stringify(event)), Number(AFTER));
"""


def _program(folder: Path, house: House, table: Table, after: int, expired: str = "") -> "subprocess.Popen[str]":
    said = {"ALEHOUSE": house.address, "MATCH": table.id, "TOKEN": table.tokens[0], "AFTER": str(after)}
    return subprocess.Popen(
        ["node", "program.js"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", **said, "EXPIRED": expired},
    )


@pytest.mark.clients
def test_an_event_source_with_an_old_ticket_gets_a_new_one(watching: Path, house: House, two: Table) -> None:
    play_out(two)
    tokens = Tokens(SECRET.encode())
    expired = tokens.ticket(tokens.read(two.tokens[0]), int(datetime.now(UTC).timestamp() * 1000))
    assert two.talk.get(f"{two.path}/stream", params={"ticket": expired}, status=401)["code"] == "ticket_unknown"
    with _program(watching, house, two, 3, expired) as program:
        printed, complaints = program.communicate(timeout=60)
    assert (program.returncode, complaints) == (0, "")
    assert [json.loads(line) for line in printed.splitlines()] == whole(two, two.tokens[0])[3:]


@pytest.mark.clients
def test_an_event_source_hears_of_a_reset_and_of_the_end(watching: Path, house: House, two: Table) -> None:
    version = two.look(two.tokens[0])["version"]
    with _program(watching, house, two, version + 99) as program:
        assert program.stdout is not None
        assert json.loads(program.stdout.readline()) == {"kind": "reset", "version": version}
        two.talk.delete(two.path, two.host)
        printed, complaints = program.communicate(timeout=60)
    assert (program.returncode, complaints) == (0, "")
    assert [json.loads(line)["kind"] for line in printed.splitlines()] == ["match_abandoned"]


def test_words_are_asked_about(by_hand: Any) -> None:
    assert by_hand.not_in_lexicon(["hamster", "qzx", "selfie", "nrevat"]) == ["qzx", "nrevat"]
    assert by_hand.not_in_lexicon(["quixotry"], lexicon="family") == ["quixotry"]
    assert by_hand.best_word({"st": 1, "o": 1, "r": 1, "m": 5}) == "storm"
    assert by_hand.best_word({"q": 1, "tch": 1}) is None
    assert len(by_hand.best_word({"q": 1, "tch": 1}, blanks=2)) >= 2


def test_a_word_is_made_of_tiles_and_a_tonic_changes_one_letter(by_hand: Any) -> None:
    words = house_library().lexicon("standard").words
    for texts, tonic in ((("ST", "O", "R", "M"), False), (("Q", "V", "ST"), True), (("Q", "Q"), False)):
        tiles = [{"tile": f"{text}_{at}", "letters": text, "damage": at} for at, text in enumerate(texts)]
        choice = by_hand.word_for({"tiles": tiles, "tonic": tonic})
        if texts == ("Q", "Q"):
            assert choice == {"kind": "cannot_spell"}
            continue
        letters = {tile["tile"]: list(str(tile["letters"])) for tile in tiles}
        assert ("tonic" in choice) == tonic
        if tonic:
            changed = choice["tonic"]
            assert letters[changed["tile"]][changed["place"]] != changed["letter"]
            letters[changed["tile"]][changed["place"]] = changed["letter"]
        assert "".join("".join(letters[tile]) for tile in choice["tiles"]).lower() in words


def test_the_bot_of_spell_smashers_plays_to_the_end_and_no_word_of_its_is_refused(by_hand: Any, talk: Talk) -> None:
    table = open_table(talk, None, "random", game="spell_smashers")
    over = by_hand.play(table.id, table.tokens[0])
    assert over["outcome"]["ending"] == "seven_rounds"
    own = [event["kind"] for event in by_hand.pages(f"{table.path}/events", table.tokens[0], limit=500)]
    assert {"word_refused", "claim_refused"}.isdisjoint(own)
    record = by_hand.ask("GET", f"{table.path}/record", table.tokens[0])
    at = next(
        at for at, one in enumerate(record["answers"]) if one["seat"] == 0 and one["choice"]["kind"] == "spell_word"
    )
    word = record["answers"][at]["choice"]
    # Played on by the same word, a record ends with its ruling.
    now = by_hand.ask(
        "POST", "/v1/transitions", json={"record": {**record, "answers": record["answers"][:at], "phases": []}}
    )
    (decision,) = [one for one in now["audiences"][0]["decisions"] if one["kind"] == "prepare_word"]
    sent = {"record": now["record"], "action": {"decision": decision["id"], "choice": word}}
    said, ruling = by_hand.ask("POST", "/v1/transitions", json=sent)["record"]["answers"][-2:]
    assert (said["choice"], ruling["choice"]["legal"]) == (word, True)


@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [
        ("squishem", 1, BRIEFLY),
        ("spell_smashers", 0, {"difficulty": "standard"}),
        ("epic_spell_wars", 1, {"tokens": 1}),
    ],
)
def test_any_game_is_played(by_hand: Any, talk: Talk, game: str, bots: int, options: Json) -> None:
    seats = [{"kind": "open"}, *[{"kind": "bot", "bot": "random"}] * bots]
    match = talk.post("/v1/matches", {"game": game, "options": options, "seats": seats}, status=201)["id"]
    token = talk.post(f"/v1/matches/{match}/seats", {"name": "Ambie"}, status=201)["token"]
    seen = by_hand.play(match, token)
    assert (seen["game"], seen["status"]) == (game, "over")


def test_a_hint_can_be_sent_as_it_is(by_hand: Any, talk: Talk) -> None:
    table = open_table(talk, None, None, game="spell_smashers", options={"hints": True})
    choice = by_hand.hinted(table.id, table.tokens[0])
    (asked,) = [one for one in table.look(table.tokens[0])["decisions"] if one["kind"] == "prepare_word"]
    sent = {"decision": asked["id"], "choice": choice}
    answer = by_hand.ask("POST", f"{table.path}/actions", table.tokens[0], json=sent)
    assert asked["id"] not in [one["id"] for one in answer["decisions"] if one["state"] == "open"]
