"""High scores, and solo matches over HTTP: what is refused, what is listed, and in which order."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from service.bots import BOTS
from service.codec import match_codec
from service.games.catalogue import TITLES
from service.games.kernel.outcome import Outcome
from service.games.spell_smashers.state import SpellSmashersOptions
from service.queue import Queue
from service.scores import scored
from service.seats import Tokens
from service.steps import Steps
from service.store import BEST, Commit, Heard, MatchStore, Scored, Win
from tests.api.house import SECRET
from tests.api.talk import Json, Table, Talk, open_table
from tests.api.test_hints import asked, hints
from tests.games.spell_smashers.solo.table import SoloTable
from tests.games.spell_smashers.table import player

SCORES = "/v1/games/spell_smashers/scores"
BOARDS = [
    f"{boss}/{difficulty}"
    for boss in ("insatiable_vulture", "unyielding_colossus", "mercurial_basilisk", "tyrannical_warlord")
    for difficulty in ("standard", "advanced", "extreme")
]


def steps_of(url: str) -> Steps:
    return Steps(MatchStore(url), Queue(url), Tokens(SECRET.encode()), TITLES, BOTS)


def alone(talk: Talk, **options: Any) -> Table:
    return open_table(talk, None, game="spell_smashers", options=options)


def board(talk: Talk, name: str) -> list[Json]:
    [found] = [one for one in talk.get(SCORES)["items"] if one["board"] == name]
    wins: list[Json] = found["wins"]
    return wins


def before_the_last_blow(table: Table, url: str, **facts: Any) -> None:
    """Put the match where CAT fells the boss, as if it had been played there."""
    steps = steps_of(url)
    loaded = steps.load(table.id)
    scene = SoloTable(player("c_1 a_1 t_1", coins=17), {4: "- tyrannical_warlord:3"}, round=8, **facts)
    place = match_codec(TITLES["spell_smashers"]).encode_place(scene.playing.match)
    assert steps.write(loaded, told=[], place=place) is not None
    steps.store.close()


def strike(table: Table) -> Json:
    """Spell CAT, and wait until the referee has ruled."""
    [decision] = table.look(table.tokens[0])["decisions"]
    body = {"decision": decision["id"], "choice": {"kind": "spell_word", "tiles": ["c_1", "a_1", "t_1"]}}
    while (done := table.talk.ask("POST", f"{table.path}/actions", body, table.tokens[0])).status_code == 202:
        pass
    assert done.status_code == 200, done.text
    again = table.talk.post(f"{table.path}/actions", body, table.tokens[0])
    assert again["outcome"] == table.look()["outcome"]
    return again


def test_a_match_of_one_seat_is_the_solo_game(talk: Talk) -> None:
    table = alone(talk, difficulty="extreme", boss="mercurial_basilisk")
    view = table.look(table.tokens[0])["view"]
    assert (view["solo"]["difficulty"], view["solo"]["boss"]) == ("extreme", "mercurial_basilisk")
    assert len([zone for zone in view["solo"]["zones"] if "outside" in zone]) == 4
    assert "marker" not in view
    together = open_table(talk, None, None, game="spell_smashers").look()["view"]
    assert "solo" not in together
    assert together["marker"] in (0, 1)


@pytest.mark.parametrize(
    ("seats", "options", "name", "says"),
    [
        (2, {"difficulty": "standard"}, "difficulty", "it is for 1 seat, not for 2"),
        (3, {"boss": "random"}, "boss", "it is for 1 seat, not for 3"),
        (5, {"round_cap": 12}, "round_cap", "it is for 1 seat, not for 5"),
        (1, {"marker": 0}, "marker", "it is for 2 to 5 seats, not for 1"),
    ],
)
def test_an_option_for_other_seats_is_refused(talk: Talk, seats: int, options: Json, name: str, says: str) -> None:
    bot = {"kind": "bot", "bot": "random"}
    record = {
        "game": "spell_smashers",
        "rules_version": 1,
        "options": options,
        "seats": seats,
        "seed": "0" * 64,
        "answers": [],
        "phases": [],
    }
    requests: list[tuple[str, Json, str]] = [
        ("/v1/matches", {"game": "spell_smashers", "seats": [{"kind": "open"}] * seats, "options": options}, ""),
        (
            "/v1/simulations",
            {"game": "spell_smashers", "seats": [bot] * seats, "options": options, "matches": 1},
            "",
        ),
        ("/v1/transitions", {"record": record}, "/record"),
    ]
    for path, body, within in requests:
        refused = talk.post(path, body, status=422)
        assert refused["code"] == "invalid_request"
        assert says in refused["detail"]
        assert refused["errors"] == [{"pointer": f"{within}/options/{name}", "message": refused["detail"]}]
    verified = talk.post("/v1/replays", record, status=422)
    assert verified["errors"][0]["pointer"] == f"/options/{name}"


def test_the_catalogue_says_which_option_is_for_how_many_seats(talk: Talk) -> None:
    game = talk.get("/v1/games/spell_smashers")
    assert game["seats"] == {"least": 1, "most": 5}
    options = {option["name"]: option for option in game["options"]}
    assert {name: option.get("seats") for name, option in options.items()} == {
        "lexicon": None,
        "marker": {"least": 2, "most": 5},
        "hints": None,
        "difficulty": {"least": 1, "most": 1},
        "boss": {"least": 1, "most": 1},
        "round_cap": {"least": 1, "most": 1},
    }
    defaults = [options[name]["default"] for name in ("difficulty", "boss", "round_cap")]
    assert defaults == ["standard", "random", 40]


def test_a_win_is_listed_once_under_its_players_name(talk: Talk, redis_url: str) -> None:
    table = alone(talk)
    before_the_last_blow(table, redis_url, difficulty="advanced")
    over = strike(table)
    # 4 buildings, $20, and the bonus.
    points = 20 + 4 + 6
    assert over["outcome"] == {
        "winners": [0],
        "ending": "town_saved",
        "points": points,
        "board": "tyrannical_warlord/advanced",
    }
    wins = [win for win in board(talk, "tyrannical_warlord/advanced") if win["match"] == table.id]
    assert [(win["name"], win["points"]) for win in wins] == [("Player 0", points)]


def test_a_match_that_allowed_hints_is_not_listed(talk: Talk, redis_url: str) -> None:
    table = alone(talk, hints=True)
    before_the_last_blow(table, redis_url, difficulty="extreme")
    assert strike(table)["outcome"]["points"] == 36
    assert table.id not in [win["match"] for win in board(talk, "tyrannical_warlord/extreme")]


def test_neither_bots_nor_losses_nor_hints_bring_a_score(talk: Talk, redis_url: str) -> None:
    steps = steps_of(redis_url)
    setup = steps.load(alone(talk).id).setup
    options = SpellSmashersOptions()
    win = Outcome((0,), "town_saved", 30, "insatiable_vulture/standard")
    found = scored("m_1", setup, options, win, 5)
    assert found == Scored("spell_smashers", win.board or "", Win("m_1", "Player 0", 30, 5))
    assert scored("m_1", setup, options, Outcome((), "town_overrun"), 5) is None
    assert scored("m_1", setup, replace(options, hints=True), win, 5) is None
    left = msgspec.structs.replace(setup.seats[0], kind="bot", bot="greedy")
    assert scored("m_1", msgspec.structs.replace(setup, seats=(left,)), options, win, 5) is None
    steps.store.close()


def test_hints_are_given_to_one_alone(talk: Talk) -> None:
    table = alone(talk, hints=True, difficulty="extreme")
    said = hints(table)["hints"]
    zones = table.look(table.tokens[0])["view"]["solo"]["zones"]
    standing = [zone[place]["monster"] for zone in zones for place in ("inside", "outside") if place in zone]
    assert [one["monster"] for one in said["monsters"]] == standing
    decision = asked(table)
    body = {"decision": decision["id"], "choice": said["choice"]}
    while (done := talk.ask("POST", f"{table.path}/actions", body, table.tokens[0])).status_code == 202:
        pass
    assert done.status_code == 200


def test_every_board_is_there_and_other_games_have_none(talk: Talk) -> None:
    assert [one["board"] for one in talk.get(SCORES)["items"]] == BOARDS
    assert talk.get("/v1/games/squishem/scores") == {"items": []}
    assert talk.get("/v1/games/chess/scores", status=404)["code"] == "game_unknown"


def test_a_board_keeps_the_best_and_of_equal_ones_the_older(talk: Talk, redis_url: str) -> None:
    name = "unyielding_colossus/extreme"
    store = MatchStore(redis_url)
    for number in range(BEST + 5):
        win = Win(f"m_board_{number}", f"Name {number}", 1000 + number // 2, 5_000 + number)
        scored_ = Scored("spell_smashers", name, win)
        heard = Heard(0, (0,), (0,))
        assert store.commit(Commit(win.match, 0, heard, 60, setup=b"", scored=scored_))
        # Sent again, as after a time-out, by another writer: the version has moved on.
        assert not store.commit(Commit(win.match, 0, heard, 60, setup=b"", scored=scored_))
    store.close()
    wins = board(talk, name)
    assert len(wins) == BEST
    assert [win["match"] for win in wins[:4]] == ["m_board_24", "m_board_22", "m_board_23", "m_board_20"]
    assert [win["points"] for win in wins] == sorted((win["points"] for win in wins), reverse=True)
    assert wins[0]["at"] == "1970-01-01T00:00:05.024Z"
