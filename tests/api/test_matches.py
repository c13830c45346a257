"""A whole conversation: open, join, look, act, until the outcome and the record."""

import hashlib
import random

import pytest

from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.engine import replay
from service.games.kernel.match import Answer, Record
from tests.api.talk import Json, Table, Talk, open_table, play_on


@pytest.mark.parametrize(
    "bots", [(None, "random"), (None, None, "random"), ("random", None, None, "random"), (None, "greedy", "random")]
)
def test_a_match_against_bots_is_played_to_its_end(talk: Talk, bots: tuple[str | None, ...], seed: int) -> None:
    table = open_table(talk, *bots)
    draw = random.Random(seed)
    versions = [answer["version"] for answer in play_on(table, draw.choice)]
    assert versions == sorted(set(versions))
    for bearer in (*table.tokens, table.host, None):
        seen = table.look(bearer)
        assert seen["status"] == "over"
        assert seen["decisions"] == []
        assert seen["waiting_for"] == []
        assert seen["outcome"]["ending"] in TITLES["squishem"].vocabulary.endings
        assert set(seen["outcome"]["winners"]) <= set(range(len(bots)))


def test_bots_alone_play_a_match_without_anybody_asking(talk: Talk) -> None:
    table = open_table(talk, "random", "random", "random")
    seen = table.look()
    while seen["status"] != "over":
        seen = table.look(params={"after": seen["version"], "wait": 25})
    assert [seat["kind"] for seat in seen["seats"]] == ["bot_seat"] * 3


def test_the_host_fills_open_seats_with_bots_and_starts(talk: Talk) -> None:
    table = open_table(talk, None, None, None, sit=False)
    table.tokens.append(talk.post(f"{table.path}/seats", {"name": "Ambie", "seat": 1}, status=201)["token"])
    started = talk.post(f"{table.path}/start", token=table.host)
    assert started["status"] == "running"
    assert started["bearer"] == {"kind": "host"}
    assert started["seats"] == [
        {"kind": "bot_seat", "seat": 0, "bot": "random", "name": "Random"},
        {"kind": "player_seat", "seat": 1, "name": "Ambie"},
        {"kind": "bot_seat", "seat": 2, "bot": "random", "name": "Random"},
    ]
    assert "host_token" not in started
    again = talk.post(f"{table.path}/start", {"bot": "random"}, table.host)
    assert again["seats"] == started["seats"]


def test_a_match_waits_until_its_last_seat_is_taken(talk: Talk) -> None:
    table = open_table(talk, None, None, sit=False, options={"length": "five_kills"})
    waiting = table.look()
    assert (waiting["status"], waiting["version"], waiting["bearer"]) == ("waiting", 1, {"kind": "spectator"})
    assert "view" not in waiting
    assert waiting["options"] == {"length": "five_kills", "heroes": "random"}
    first = talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)
    assert table.look(first["token"])["status"] == "waiting"
    assert table.look(first["token"])["version"] == 2
    second = talk.post(f"{table.path}/seats", {"name": "Basil"}, status=201)
    assert (first["seat"], second["seat"]) == (0, 1)
    running = table.look(second["token"])
    assert running["status"] == "running"
    assert running["bearer"] == {"kind": "player", "seat": 1}
    assert running["view"]["kind"] == "squishem"
    assert running["waiting_for"] == [0, 1]


def test_an_action_answers_with_the_events_that_it_caused(two: Table) -> None:
    before = two.look(two.tokens[0])
    after = act_first(two, 0)
    assert [event["n"] for event in after["events"]] == list(range(before["version"] + 1, after["version"] + 1))
    assert [event["kind"] for event in after["events"]] == ["answered"]
    assert after["waiting_for"] == [1]
    assert after["decisions"] == []
    assert two.look(two.tokens[0]) == {key: value for key, value in after.items() if key != "events"}


def test_the_record_replays_to_the_same_outcome_and_keeps_the_promise(two: Table, seed: int) -> None:
    promise = two.look()["chance"]
    refused = two.talk.get(f"{two.path}/record", status=409)
    assert refused["code"] == "match_not_over"
    draw = random.Random(seed + 1)
    events = [event for answer in play_on(two, draw.choice) for event in answer["events"]]
    over = two.look()
    sent = two.talk.get(f"{two.path}/record", two.tokens[0])
    assert set(promise) == {"commitment"}
    assert over["chance"] == {**promise, "seed": sent["seed"]}
    assert "sha256:" + hashlib.sha256(bytes.fromhex(sent["seed"])).hexdigest() == promise["commitment"]
    game = TITLES["squishem"]
    match, _ = replay(game, CODEC, read_record(sent))
    state = CODEC.decode(match.state, game.state)
    outcome = game.outcome(state)
    assert outcome is not None
    assert {"winners": list(outcome.winners), "ending": outcome.ending} == over["outcome"]
    assert events[-1]["kind"] == "match_over"
    assert events[-1]["outcome"] == over["outcome"]


def act_first(table: Table, seat: int) -> Json:
    decision = table.look(table.tokens[seat])["decisions"][0]
    return table.act(table.tokens[seat], decision, decision["choices"]["items"][0])


def read_record(sent: Json) -> Record:
    """Return a record as the kernel knows it, from the form in which it crossed HTTP."""
    vocabulary = TITLES[sent["game"]].vocabulary
    choices = {choice.kind: choice for choice in vocabulary.choices}
    answers = []
    for answer in sent["answers"]:
        fields = dict(answer["choice"])
        choice = choices[fields.pop("kind")](**fields)
        answers.append(Answer(**{**answer, "choice": choice}))
    return Record(
        game=sent["game"],
        rules_version=sent["rules_version"],
        options=vocabulary.options(**sent["options"]),
        seats=sent["seats"],
        seed=sent["seed"],
        answers=tuple(answers),
        phases=tuple(sent["phases"]),
    )
