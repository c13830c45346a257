"""Records sent in: verified, refused, played on. A whole match by transitions alone is the served one."""

import copy
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.engine import open_play, replay
from service.games.kernel.match import Action, Answer, Record
from service.games.squishem.state import SquishemOptions
from service.wire import to_plain
from tests.api.house import House
from tests.api.records import OF_THE_HOUSE, Served, heard, played
from tests.api.talk import Json, Talk
from tests.api.test_limits import app_of, left
from tests.api.test_matches import read_record


@pytest.fixture(scope="module")
def served(talk: Talk, seed: int) -> Served:
    """A match of three players that is over, long enough to forge in its midst; tests copy what they change.

    In its first turn everybody has the whole hand to choose from: no Monster forces a rest.
    """
    matches = (played(talk, seed + at, 3, turn_cap=8) for at in range(50))
    return next(one for one in matches if len(one.record["answers"]) >= 18 and _all_free(talk, one.record))


def _all_free(talk: Talk, record: Json) -> bool:
    opened = talk.post("/v1/transitions", {"record": _opening(record)})
    return all(len(one["decisions"][0]["choices"]["items"]) == 6 for one in opened["audiences"][:-1])


def test_a_served_record_is_verified(talk: Talk, served: Served) -> None:
    over = talk.get(served.path)
    _, told = replay(TITLES["squishem"], CODEC, read_record(served.record))
    expected = {"verified": True, "events": len(told), "outcome": over["outcome"]}
    assert talk.post("/v1/replays", served.record) == expected
    promised = {"commitment": over["chance"]["commitment"]}
    assert talk.post("/v1/replays", served.record, params=promised) == expected


def test_a_seed_that_was_not_promised_is_found_out(talk: Talk, served: Served) -> None:
    said = talk.post("/v1/replays", served.record, params={"commitment": "sha256:" + "0" * 64})
    assert said["verified"] is False
    assert talk.get(served.path)["chance"]["commitment"] in said["detail"]


def _of(at: int, **changes: Any) -> Callable[[Json], None]:
    return lambda record: record["answers"][at].update(changes)


FORGED: dict[str, tuple[Callable[[Json], Any], int | None]] = {
    "another seed": (lambda record: record.update(seed="0" * 64), 0),
    "another fingerprint": (_of(4, fingerprint="0" * 16), 4),
    "another ordinal": (_of(4, ordinal=7), 4),
    "another question": (_of(4, question="choose_hero"), 4),
    "another seat": (_of(4, seat=9), 4),
    "the referee's seat": (_of(4, seat=-1), 4),
    "an owner that is nobody": (_of(4, owner=9), 4),
    "an interrupt": (_of(4, interrupt=True), 4),
    "a choice of another question": (_of(4, choice={"kind": "hero", "hero": "elf"}), 4),
    "a card that nobody has": (_of(4, choice={"kind": "attack", "card": "of another game"}), 4),
    "an answer left out": (lambda record: record["answers"].pop(5), None),
    "an answer given twice": (lambda record: record["answers"].insert(5, record["answers"][5]), None),
    "an answer after the end": (lambda record: record["answers"].append(record["answers"][-1]), None),
    "a phase that ended otherwise": (lambda record: record["phases"].__setitem__(0, "0" * 64), 0),
    "a last phase that ended otherwise": (lambda record: record["phases"].__setitem__(-1, "0" * 64), None),
    "a phase too many": (lambda record: record["phases"].append("0" * 64), None),
    "a phase too few": (lambda record: record["phases"].pop(), None),
    "fewer seats": (lambda record: record.update(seats=2), None),
    "other options": (lambda record: record["options"].update(turn_cap=7), None),
}


@pytest.mark.parametrize(("forge", "at"), FORGED.values(), ids=FORGED.keys())
def test_a_forged_record_says_where_it_fails(
    talk: Talk, served: Served, forge: Callable[[Json], Any], at: int | None
) -> None:
    record = copy.deepcopy(served.record)
    forge(record)
    said = talk.post("/v1/replays", record)
    assert said["verified"] is False
    assert 0 <= said["at"] <= len(record["answers"])
    if at is not None:
        assert said["at"] == at
    assert set(said) == {"verified", "at", "detail"}


def test_the_first_of_two_forgeries_is_named(talk: Talk, served: Served) -> None:
    record = copy.deepcopy(served.record)
    for at in (11, 6, 9):
        record["answers"][at]["fingerprint"] = "f" * 16
    assert talk.post("/v1/replays", record)["at"] == 6


def test_an_unfinished_record_is_verified_without_an_outcome(talk: Talk, served: Served) -> None:
    opened = talk.post("/v1/transitions", {"record": _opening(served.record)})
    said = talk.post("/v1/replays", opened["record"])
    assert set(said) == {"verified", "events"}
    assert said["verified"] is True
    assert said["events"] == len(opened["audiences"][-1]["events"])


def test_sealed_answers_may_have_come_in_any_order(talk: Talk, served: Served) -> None:
    """The contract says so: whatever the order, state and events are the same from the reveal on."""
    record = copy.deepcopy(served.record)
    first, second, *rest = record["answers"]
    assert (first["question"], second["question"]) == ("choose_attack", "choose_attack")
    assert first["seat"] != second["seat"]
    swapped = {**record, "answers": [second, first, *rest]}
    assert talk.post("/v1/replays", swapped) == talk.post("/v1/replays", record)
    over = talk.post("/v1/transitions", {"record": {**swapped, "phases": []}})
    assert over["record"]["phases"] == served.record["phases"]
    assert [seen["view"] for seen in over["audiences"]] == [talk.get(served.path, one)["view"] for one in served.tokens]


def test_an_option_that_is_left_out_is_its_default_and_no_other(talk: Talk, served: Served) -> None:
    assert served.record["options"] == {"length": "three_kills", "heroes": "random", "turn_cap": 8}
    for options, verified in (({"turn_cap": 8}, True), ({}, False), ({"turn_cap": 8, "length": "five_kills"}, False)):
        assert talk.post("/v1/replays", {**served.record, "options": options})["verified"] is verified


MALFORMED: dict[str, tuple[Callable[[Json], Any], str]] = {
    "no seed": (lambda record: record.pop("seed"), "/seed"),
    "half a seed": (lambda record: record.update(seed="00"), "/seed"),
    "a seed in capitals": (lambda record: record.update(seed="A" * 64), "/seed"),
    "a seed and a line": (lambda record: record.update(seed="a" * 64 + "\n"), "/seed"),
    "no such game": (lambda record: record.update(game="chess"), "/game"),
    "one seat": (lambda record: record.update(seats=1), "/seats"),
    "a million seats": (lambda record: record.update(seats=1_000_000), "/seats"),
    "a choice of no kind": (_of(0, choice={}), "/answers/0/choice/kind"),
    "a choice with more": (_of(0, choice={"kind": "coffee_break", "card": "x"}), "/answers/0/choice/card"),
    "an answer that is a text": (lambda record: record["answers"].__setitem__(1, "coffee"), "/answers/1"),
    "an ordinal that is a fraction": (_of(0, ordinal=0.5), "/answers/0/ordinal"),
    "an option of another game": (lambda record: record["options"].update(rounds=3), "/options/rounds"),
    "a phase that is no hash": (lambda record: record["phases"].__setitem__(0, "x"), "/phases/0"),
    "an unknown field": (lambda record: record.update(state="AAAA"), "/state"),
    "too many answers": (lambda record: record.update(answers=record["answers"][:1] * 4001), "/answers"),
}


@pytest.mark.parametrize("path", ["/v1/replays", "/v1/transitions"])
@pytest.mark.parametrize(("spoil", "pointer"), MALFORMED.values(), ids=MALFORMED.keys())
def test_a_record_that_is_not_well_formed_says_where(
    talk: Talk, served: Served, path: str, spoil: Callable[[Json], Any], pointer: str
) -> None:
    record = copy.deepcopy(served.record)
    spoil(record)
    inside = path == "/v1/transitions"
    refused = talk.post(path, {"record": record} if inside else record, status=422)
    assert refused["code"] == "invalid_request"
    assert (f"/record{pointer}" if inside else pointer) in [place["pointer"] for place in refused["errors"]]


@pytest.mark.parametrize("path", ["/v1/replays", "/v1/transitions"])
@pytest.mark.parametrize("version", [0, 2, -1, 2**63])
def test_a_record_of_other_rules_is_not_judged(talk: Talk, served: Served, path: str, version: int) -> None:
    record = {**served.record, "rules_version": version}
    refused = talk.post(path, {"record": record} if path == "/v1/transitions" else record, status=422)
    assert refused["code"] == "rules_version_unknown"


@pytest.mark.parametrize("path", ["/v1/replays", "/v1/transitions"])
def test_a_record_may_be_long_but_not_without_end(talk: Talk, served: Served, path: str) -> None:
    sent = {"record": served.record} if path == "/v1/transitions" else served.record
    text = json.dumps(sent)
    kind = {"Content-Type": "application/json"}
    assert talk.ask("POST", path, content=text + " " * 500_000, headers=kind).status_code == 200
    for much in (text + " " * 1_100_000, (piece for piece in [text.encode(), b" " * 1_100_000])):
        refused = talk.ask("POST", path, content=much, headers=kind)
        assert (refused.status_code, refused.json()["code"]) == (413, "payload_too_large")


def test_a_whole_match_by_transitions_alone_is_the_served_one(talk: Talk, served: Served) -> None:
    """Everybody's views, decisions, events and versions; all that is not of play itself comes before and after it."""
    told = [heard(talk, served, audience) for audience in range(len(served.tokens))]
    before = next(at for at, event in enumerate(told[0]) if event["kind"] == "match_started") + 1
    now = talk.post("/v1/transitions", {"record": _opening(served.record)})
    events = _same(now, served, before)
    for answer in served.record["answers"]:
        decisions = now["audiences"][answer["owner"]]["decisions"]
        decision = next(one for one in decisions if one["kind"] == answer["question"])
        action = {"decision": decision["id"], "choice": answer["choice"]}
        now = talk.post("/v1/transitions", {"record": now["record"], "action": action})
        for heard_so_far, more in zip(events, _same(now, served, before), strict=True):
            heard_so_far += more
    assert now["record"] == served.record
    assert now["status"] == "over"
    assert now["outcome"] == talk.get(served.path)["outcome"]
    for mine, theirs in zip(events, told, strict=True):
        assert [event["n"] for event in mine] == list(range(1, len(mine) + 1))
        played_out = [_what(event) for event in theirs if event["kind"] not in OF_THE_HOUSE]
        assert [_what(event) for event in mine] == played_out


def _same(now: Json, served: Served, before: int) -> list[list[Json]]:
    for seen, looks in zip(now["audiences"], served.looks, strict=True):
        over = now["status"] == "over"
        look = looks[seen["version"] + before + over]
        assert seen["bearer"] == look["bearer"]
        assert seen["view"] == look["view"]
        assert seen["decisions"] == look["decisions"]
        assert now["waiting_for"] == look["waiting_for"]
    return [seen["events"] for seen in now["audiences"]]


def _what(event: Json) -> Json:
    return {key: value for key, value in event.items() if key not in ("n", "at")}


def _opening(record: Json) -> Json:
    return {**record, "answers": [], "phases": []}


def test_a_transition_without_an_action_shows_where_the_record_stands(talk: Talk, served: Served) -> None:
    opened = talk.post("/v1/transitions", {"record": _opening(served.record)})
    again = talk.post("/v1/transitions", {"record": opened["record"]})
    assert _timeless(again) == _timeless(opened)
    over = talk.post("/v1/transitions", {"record": served.record})
    assert (over["status"], over["waiting_for"]) == ("over", [])
    assert over["record"] == served.record
    assert [seen["decisions"] for seen in over["audiences"]] == [[]] * 4


def test_a_transition_changes_nothing_and_may_be_sent_again(talk: Talk, served: Served) -> None:
    opened = talk.post("/v1/transitions", {"record": _opening(served.record)})
    decision = opened["audiences"][1]["decisions"][0]
    nexts = []
    for choice in decision["choices"]["items"][:2] * 2:
        body = {"record": opened["record"], "action": {"decision": decision["id"], "choice": choice}}
        nexts.append(_timeless(talk.post("/v1/transitions", body)))
    assert nexts[0] == nexts[2]
    assert nexts[1] == nexts[3]
    assert nexts[0]["record"]["answers"] != nexts[1]["record"]["answers"]
    later = {"record": nexts[0]["record"], "action": {"decision": decision["id"], "choice": choice}}
    assert talk.post("/v1/transitions", later, status=409)["code"] == "decision_closed"


def _timeless(now: Json) -> Json:
    return {**now, "audiences": [{**one, "events": [_what(e) for e in one["events"]]} for one in now["audiences"]]}


def test_an_illegal_choice_in_a_transition_says_what_is_legal(talk: Talk, served: Served) -> None:
    opened = talk.post("/v1/transitions", {"record": _opening(served.record)})
    decision = opened["audiences"][0]["decisions"][0]
    body = {
        "record": opened["record"],
        "action": {"decision": decision["id"], "choice": {"kind": "attack", "card": "of another game"}},
    }
    refused = talk.post("/v1/transitions", body, status=422)
    assert (refused["code"], refused["legal"]) == ("illegal_choice", decision["choices"])


@pytest.mark.parametrize(("forge", "at"), FORGED.values(), ids=FORGED.keys())
def test_a_forged_record_is_not_played_on(
    talk: Talk, served: Served, forge: Callable[[Json], Any], at: int | None
) -> None:
    record = copy.deepcopy(served.record)
    phases = len(record["phases"])
    forge(record)
    if len(record["phases"]) < phases:
        # Hashes that lack at the end are filled in; one that is wrong is never passed over.
        assert talk.post("/v1/transitions", {"record": record})["record"] == served.record
        return
    refused = talk.post("/v1/transitions", {"record": record}, status=422)
    assert refused["code"] == "record_diverged"


def test_nobody_sees_the_hand_of_another_in_a_transition(talk: Talk, served: Served) -> None:
    """What one audience is given is the same whatever another has laid face down."""
    opened = talk.post("/v1/transitions", {"record": _opening(served.record)})
    decision = opened["audiences"][0]["decisions"][0]
    others = set()
    for choice in decision["choices"]["items"]:
        body = {"record": opened["record"], "action": {"decision": decision["id"], "choice": choice}}
        after = _timeless(talk.post("/v1/transitions", body))
        others.add(json.dumps(after["audiences"][1:], sort_keys=True))
    assert len(others) == 1


@pytest.fixture(scope="module")
def longest() -> Json:
    """A match in which everybody rests for a thousand turns: as many answers as a record may have."""
    game, answers, phases = TITLES["squishem"], [], []
    options = SquishemOptions(length="whole_deck", turn_cap=1000)
    play, step = open_play(game, CODEC, options, 4, "5" * 64)
    with play:
        lines = list(step.logged)
        while pending := play.pending():
            choices = pending[0].decision.choices.listed() or ()
            lines += play.act(Action(pending[0].id, choices[-1])).logged
    for line in lines:
        if isinstance(line, Answer):
            answers.append(line)
        else:
            phases.append(line.state_hash)
    whole: Json = to_plain(Record("squishem", 1, options, 4, "5" * 64, tuple(answers), tuple(phases)))
    return whole


def test_the_longest_record_holds_up_nobody_else(house: House, talk: Talk, longest: Json) -> None:
    """One process answers: while it plays a thousand turns, others get their turns too."""
    assert len(longest["answers"]) == 4000
    with ThreadPoolExecutor(1) as pool:
        began = time.monotonic()
        verifying = pool.submit(house.talk().post, "/v1/replays", longest)
        waits = []
        while not verifying.done():
            asked = time.monotonic()
            talk.get("/healthz")
            waits.append(time.monotonic() - asked)
        lasted = time.monotonic() - began
    assert verifying.result()["verified"] is True
    assert len(waits) > 5
    assert max(waits) < lasted / 2


def test_a_long_record_costs_more(redis_url: str, longest: Json, served: Served) -> None:
    client = app_of(redis_url, ALEHOUSE_RATE="1000").test_client()

    def cost(record: Json, address: str) -> int:
        here = {"REMOTE_ADDR": address}
        answer = client.post("/v1/replays", json=record, environ_base=here)
        assert answer.status_code == 200
        return 1000 - left(answer)

    short = cost(served.record, "192.0.2.80")
    assert 20 < short < 40
    # Of another seed it fails at once: nothing is allowed anew while it is played.
    failing = {**longest, "seed": "0" * 64}
    assert cost(failing, "192.0.2.81") > 20 + len(json.dumps(failing)) // 1100
    assert client.post("/v1/replays", json=failing, environ_base={"REMOTE_ADDR": "192.0.2.81"}).status_code == 429
