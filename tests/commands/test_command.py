"""The command as a whole: what it offers is what the README says, and what goes wrong is one line."""

import re
import subprocess

import pytest

from tests.commands.running import COMMAND, ROOT, alehouse, called, environ

PLAY = "simulate squishem --bots random,random --matches 40"
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_its_commands_are_those_that_the_readme_lists() -> None:
    ran = called("--help")
    assert (ran.status, ran.err) == (0, "")
    there = re.findall(r"^    ([a-z]+) ", ran.out, re.MULTILINE)
    listed = re.findall(r"^\| `alehouse ([a-z]+)` \|", README, re.MULTILINE)
    assert sorted(listed) == sorted(there)
    assert set(re.findall(r"\balehouse ([a-z]+)[` ]", README)) <= set(there)


def test_the_readmes_lines_run_as_they_stand() -> None:
    (block,) = [block for language, block in BLOCKS if language == "console" and "simulate" in block]
    lines = [line.removeprefix("$ alehouse ").split() for line in block.splitlines()]
    assert [line[0] for line in lines] == ["simulate", "simulate", "replay"]
    table, record, replay = lines
    table[table.index("10000")] = "50"
    assert alehouse(*table).status == 0
    assert record[-2:] == [">", "record.json"]
    sent = alehouse(*record[:-2]).out
    replay[replay.index("record.json")] = "-"
    explained = alehouse(*replay, sent=sent)
    assert (explained.status, explained.err) == (0, "")
    (shown,) = [block for _, block in BLOCKS if block.lstrip().startswith("awaited in")]
    assert shown in explained.out


def test_no_command_and_one_that_there_is_not() -> None:
    called().failed("COMMAND", "--help", status=2)
    called("brew").failed("'brew'", "simulate", status=2)


def test_whoever_reads_only_the_beginning_sees_no_complaint() -> None:
    shape = ("simulate", "squishem", "--bots", "random,random", "--seed", "1", "--matches", "3000", "--csv", "-")
    with subprocess.Popen(
        [*COMMAND, *shape], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ({})
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "match,seed,winners,ending,turns,decisions\n"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 1


@pytest.mark.parametrize(
    ("shell", "said"),
    [
        ('"$@" openapi > /dev/full', "alehouse openapi: No space left on device."),
        (f'"$@" {PLAY} > /dev/full', "alehouse simulate: No space left on device."),
        (f'"$@" {PLAY} --json > /dev/full', "alehouse simulate: No space left on device."),
        (f'"$@" {PLAY} --csv - > /dev/full', "alehouse simulate: No space left on device."),
        (f'ulimit -n 40; "$@" {PLAY}00 --workers 90', "alehouse simulate: Too many open files."),
    ],
)
def test_what_the_machine_refuses_is_one_line(shell: str, said: str) -> None:
    ran = subprocess.run(
        ["bash", "-c", shell, "bash", *COMMAND], capture_output=True, text=True, env=environ({}), timeout=60
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", said + "\n")
