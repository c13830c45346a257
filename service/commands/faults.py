"""`alehouse faults`: what reproduces each fault of the rules, and whether today's rules still fail."""

import argparse
from contextlib import closing

from service.commands import store_url
from service.commands.records import choice_of, record_of
from service.commands.rule_lines import raised_at
from service.commands.telling import line_of
from service.errors import GameUnknown
from service.faults import Faults, Kept, retry
from service.games.catalogue import TITLES
from service.shown import rfc3339
from service.store import MatchStore
from service.wire import to_wire


def run(asked: argparse.Namespace) -> int:
    """List them, or do what is asked with one; status 1 where a fault is still there."""
    with closing(MatchStore(store_url())) as store:
        return _run(asked, Faults(store.faults))


def _run(asked: argparse.Namespace, faults: Faults) -> int:
    if asked.deed == "show":
        return _show(faults, asked.fault, record_alone=asked.record)
    if asked.deed == "retry":
        return _retry(faults, asked.fault)
    if asked.deed == "forget":
        faults.forget(asked.fault)
        print(f"{asked.fault} is forgotten.")
        return 0
    for one in faults.kept():
        print(_line(one))
    return 0


def _line(one: Kept) -> str:
    where = one.match or "a record that was sent in"
    return f"{one.fault}  {one.at}  {one.game} {one.rules_version}  {where}, after {one.answers} answers  {one.raised}"


def _show(faults: Faults, fault: str, *, record_alone: bool) -> int:
    report = faults.report(fault)
    record = to_wire(report["record"]).decode()
    if record_alone:
        print(record)
        return 0
    print(f"fault: {report['fault']}")
    print(f"met: {rfc3339(int(report['at']))}")
    print(f"match: {report['match'] or 'none, a record was sent in'}")
    if "decision" in report:
        print(f"action: {report['decision']} {line_of(choice_of(report['choice'], fault))}")
    else:
        print("action: none, it was met on the way there")
    print(f"record: {record}")
    print(report["trace"].rstrip())
    return 0


def _retry(faults: Faults, fault: str) -> int:
    report = faults.report(fault)
    record = record_of(report["record"], fault)
    game = TITLES.get(record.game)
    if game is None:
        raise GameUnknown(record.game, tuple(TITLES))
    choice = choice_of(report["choice"], fault) if "choice" in report else None
    retried = retry(game, record, report.get("decision"), choice)
    rules = f"rules version {retried.rules_version}"
    if retried.rules_version != record.rules_version:
        rules += f" (it was met by version {record.rules_version})"
    if retried.now == "fails":
        assert retried.error is not None
        where = raised_at(retried.error)
        print(f"{fault} still fails by {rules}: {retried.detail}" + (f" ({where})" if where else ""))
        return 1
    said = "holds" if retried.now == "holds" else f"is no longer met, the action is refused ({retried.detail})"
    print(f"{fault} {said} by {rules}.")
    return 0
