"""`alehouse faults`: each fault of the rules is listed, shown, tried again and forgotten."""

import json
import re
from typing import Any

import pytest

from tests.api.brittle import REST, Brittle, one_monster
from tests.api.talk import Json
from tests.commands.operated import Operated
from tests.commands.running import alehouse


@pytest.fixture
def met(operated: Operated) -> Json:
    """A fault that an action met: what the player was told of it, with the match and the decision."""
    table = one_monster(operated.broken, None, None)
    (first,), (decision,) = (table.look(token)["decisions"] for token in table.tokens)
    table.act(table.tokens[0], first, REST)
    refused = table.act(table.tokens[1], decision, REST, status=500)
    return {"fault": refused["fault"], "match": table.id, "decision": decision["id"]}


def kept(operated: Operated, fault: str) -> Json:
    data: Any = operated.redis.get(f"fault:{fault}")
    report: Json = json.loads(data)
    return report


def test_there_are_none(operated: Operated) -> None:
    ran = operated.run("faults")
    assert (ran.status, ran.out, ran.err) == (0, "", "")


def test_they_are_listed_with_where_and_when(operated: Operated, met: Json) -> None:
    ran = operated.run("faults")
    assert (ran.status, ran.err) == (0, "")
    (line,) = ran.out.splitlines()
    assert re.fullmatch(
        rf"{met['fault']}  \d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{{3}}Z  squishem 1  {met['match']}, after 1 answers  "
        r"\S+/brittle\.py:\d+ in play_phase: ZeroDivisionError: a crack",
        line,
    )


def test_the_newest_comes_first_and_one_met_twice_is_there_once(operated: Operated) -> None:
    faults, fault = [], ""
    for _ in range(3):
        table = one_monster(operated.broken, None, None)
        decisions = [table.look(token)["decisions"][0] for token in table.tokens]
        table.act(table.tokens[0], decisions[0], REST)
        for _ in range(2):
            fault = table.act(table.tokens[1], decisions[1], REST, status=500)["fault"]
        faults.append(fault)
    listed = [line.split()[0] for line in operated.run("faults").out.splitlines()]
    assert listed == faults[::-1]


def test_one_is_shown_whole_and_its_record_can_be_played_again(operated: Operated, met: Json) -> None:
    ran = operated.run("faults", "show", met["fault"])
    assert (ran.status, ran.err) == (0, "")
    assert f"match: {met['match']}\n" in ran.out
    assert f"action: {met['decision']} coffee_break\n" in ran.out
    assert "ZeroDivisionError: a crack" in ran.out
    assert "The above exception was the direct cause" in ran.out
    alone = operated.run("faults", "show", met["fault"], "--record", really=True)
    assert f"record: {alone.out}" in ran.out
    assert json.loads(alone.out) == kept(operated, met["fault"])["record"]
    replayed = alehouse("replay", "-", "--explain", sent=alone.out)
    assert (replayed.status, replayed.err) == (0, "")
    assert f"{met['decision']}: seat 1, choose_attack" in replayed.out


def test_it_is_tried_again_by_the_rules_of_today(
    operated: Operated, met: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = operated.run("faults", "retry", met["fault"], really=True)
    assert (holds.status, holds.out, holds.err) == (0, f"{met['fault']} holds by rules version 1.\n", "")
    broken = Brittle(broken=True)
    monkeypatch.setattr("service.commands.faults.TITLES", {broken.key: broken})
    fails = operated.run("faults", "retry", met["fault"])
    assert (fails.status, fails.err) == (1, "")
    assert fails.out.startswith(f"{met['fault']} still fails by rules version 1: ")
    assert "ZeroDivisionError('a crack')" in fails.out


def retried(operated: Operated, met: Json, **changes: Any) -> tuple[int, str]:
    report = kept(operated, met["fault"])
    report["record"] |= changes.pop("record", {})
    operated.redis.set(f"fault:{met['fault']}", json.dumps(report | changes))
    ran = operated.run("faults", "retry", met["fault"])
    assert ran.err == ""
    return ran.status, ran.out


def test_a_fault_of_other_rules_is_tried_by_those_of_today(operated: Operated, met: Json) -> None:
    status, out = retried(operated, met, record={"rules_version": 7})
    assert (status, out) == (0, f"{met['fault']} holds by rules version 1 (it was met by version 7).\n")


def test_an_action_that_is_refused_now_meets_nothing(operated: Operated, met: Json) -> None:
    status, out = retried(operated, met, choice={"kind": "attack", "card": "no_such_card"})
    assert status == 0
    assert "is no longer met, the action is refused" in out
    status, out = retried(operated, met, decision="d_0000000000000000")
    assert status == 0
    assert "'d_0000000000000000' is not open" in out


def test_a_record_that_does_not_play_again_fails(operated: Operated, met: Json) -> None:
    answers = kept(operated, met["fault"])["record"]["answers"]
    status, out = retried(operated, met, record={"answers": [answers[0] | {"fingerprint": "0" * 16}]})
    assert status == 1
    assert "still fails" in out
    assert "diverges at answer 0" in out


def test_one_that_was_met_by_a_record_sent_in_is_told_apart(operated: Operated, met: Json) -> None:
    record = kept(operated, met["fault"])["record"]
    action = {"decision": met["decision"], "choice": REST}
    sent = operated.broken.post("/v1/transitions", {"record": record, "action": action}, status=500)
    lines = operated.run("faults").out.splitlines()
    (line,) = [line for line in lines if line.startswith(sent["fault"])]
    assert "a record that was sent in, after 1 answers" in line
    assert "match: none, a record was sent in" in operated.run("faults", "show", sent["fault"]).out
    assert operated.run("faults", "retry", sent["fault"]).out == f"{sent['fault']} holds by rules version 1.\n"


def test_it_is_forgotten(operated: Operated, met: Json) -> None:
    assert operated.run("faults", "forget", met["fault"]).out == f"{met['fault']} is forgotten.\n"
    assert operated.run("faults").out == ""
    assert operated.redis.keys("fault*") == []
    for deed in ("show", "retry", "forget"):
        operated.run("faults", deed, met["fault"]).failed(met["fault"], "`alehouse faults` lists")


def test_what_expired_is_not_listed(operated: Operated, met: Json) -> None:
    operated.redis.delete(f"fault:{met['fault']}")
    ran = operated.run("faults")
    assert (ran.status, ran.out, ran.err) == (0, "", "")


def test_a_deed_that_there_is_none_is_refused(operated: Operated) -> None:
    operated.run("faults", "mend", "f_0").failed("'mend'", "show", status=2)
    operated.run("faults", "show").failed("fault", status=2)
