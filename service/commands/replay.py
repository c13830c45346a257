"""`alehouse replay`: a record, played again where its author can watch."""

import argparse
from typing import Any

from service.codec import CODEC
from service.commands import CommandFailed, UsageWrong, text_of
from service.commands.records import record_in
from service.commands.rule_lines import raised_at, wait_lines
from service.commands.telling import answer_line, choice_lines, decision_line, told_lines
from service.games.catalogue import TITLES
from service.games.kernel.engine import Play, repeat
from service.games.kernel.errors import ReplayDiverged, RulesFault, WrongOption, WrongRulesVersion, WrongSeats
from service.games.kernel.match import PhaseEnd, Record, Step
from service.shown import commitment_of


def run(asked: argparse.Namespace) -> int:
    """Print what happens in the record, and raise CommandFailed where it is not as it says."""
    sent = record_in(text_of(asked.record), asked.record)
    record = sent.record
    if asked.to is not None and not 0 <= asked.to <= len(record.answers):
        raise UsageWrong(f"--to is {asked.to}; the record has answers 0 to {len(record.answers) - 1}.")
    print(f"{record.game}, rules version {record.rules_version}, {record.seats} seats, {len(record.answers)} answers")
    for commitment in (asked.commitment, sent.commitment):
        if commitment not in (None, commitment_of(record.seed)):
            raise CommandFailed(f"The seed's commitment is {commitment_of(record.seed)}, not {commitment}.")
    print(f"commitment {commitment_of(record.seed)}")
    try:
        _follow(record, asked.to, explain=asked.explain)
    except ReplayDiverged as error:
        raise CommandFailed(f"{error} {_hint(asked.record, error.at, record)}") from error
    except WrongRulesVersion as error:
        raise CommandFailed(
            f"The record follows rules version {error.wanted}; version {error.here} is here."
        ) from error
    except (WrongOption, WrongSeats) as error:
        raise CommandFailed(str(error)) from error
    return 0


def _follow(record: Record, to: int | None, *, explain: bool) -> None:
    reached, ended = -1, 0
    try:
        for at, (play, step) in enumerate(repeat(TITLES[record.game], CODEC, record, whole=to is None)):
            if at:
                print(answer_line(at - 1, record.answers[at - 1]))
            reached, ended = at, ended + _happened(step)
            if at == to or (to is None and at == len(record.answers)):
                _stand(play, explain=explain)
            if at == to:
                break
        else:
            print(f"Every answer, and every one of {ended} phases, is as recorded.")
    except RulesFault as error:
        where = "the opening" if reached < 0 else f"answer {reached}"
        raise CommandFailed(f"The rules fail at {where}: {error} ({raised_at(error) or 'in the kernel'})") from error


def _happened(step: Step) -> int:
    """Print what a step told; returns how many phases it ended."""
    for told in step.told:
        for line in told_lines(told):
            print(f"  {line}")
    ends = [one for one in step.logged if isinstance(one, PhaseEnd)]
    for end in ends:
        print(f"  -- phase {end.phase} ended, state {end.state_hash[:16]}")
    return len(ends)


def _stand(play: Play[Any], *, explain: bool) -> None:
    """Print how the match ended, or what it waits for."""
    outcome = play.outcome()
    if outcome is not None:
        winners = ", ".join(map(str, outcome.winners))
        print(f"Over by {outcome.ending}; " + (f"winning seats: {winners}." if winners else "nobody wins."))
        return
    print(f"Waiting for seats {', '.join(map(str, play.waiting_for()))}. Open decisions:")
    for pending in play.pending():
        print(f"  {decision_line(pending)}")
        for line in choice_lines(pending):
            print(f"    - {line}")
        if explain:
            waits = play.waits(pending.id)
            print("    awaited in" if waits else "    awaited nowhere: it may be done between answers")
            for line in wait_lines(waits):
                print(f"      {line}")


def _hint(path: str, at: int, record: Record) -> str:
    if at >= len(record.answers):
        return ""
    return f"(`alehouse replay {path} --to {at} --explain` shows where it stands before.)"
