"""`alehouse simulate`: what it counts, however many processes play, and how it ends before its time."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from service.bots import BOTS
from service.games.catalogue import TITLES
from service.games.kernel.decisions import Choice
from service.games.spell_smashers.state import SpellSmashersOptions
from service.games.squishem.state import SquishemOptions
from service.tallies import counts_of, play_matches, results_of
from service.wire import to_plain
from tests.api.house import until
from tests.commands.running import COMMAND, alehouse, called, environ
from tests.test_stack import children, none_lives

GAME = TITLES["squishem"]
RANDOM = BOTS["random"]
SHORT = ("simulate", "squishem", "--bots", "random,random,random", "--seed", "7", "--matches", "90")
LONG = ("simulate", "squishem", "--bots", "random,random", "--seed", "7", "--matches", "1000000")
ENDLESS = """
import itertools, sys
from service.cli import main
from service.commands import crew

class Endless:
    def plays(self, title): return True
    def choose(self, look, decision, chance):
        for _ in itertools.count(): pass

crew.BOTS = {"random": Endless()}
sys.exit(main(sys.argv[1:]))
"""
"""The command, where a match never ends."""


def pure(rotate: bool = False, **options: object):
    """The rows of SHORT, played here one after the other."""
    chosen = SquishemOptions(**options)  # type: ignore[arg-type]
    return list(play_matches(GAME, chosen, [RANDOM] * 3, 7, range(90), rotate=rotate))


@pytest.mark.parametrize("workers", ["1", "2", "5"])
def test_results_are_those_of_the_pure_run_for_any_number_of_processes(workers: str) -> None:
    ran = alehouse(
        *SHORT, "--json", "--rotate", "--options", "length=five_kills", "heroes=choose", "--workers", workers
    )
    assert (ran.status, ran.err) == (0, "")
    rows = pure(rotate=True, length="five_kills", heroes="choose")
    results = results_of(counts_of(rows), ["random"] * 3, GAME.vocabulary.endings, partial=False)
    told = json.loads(ran.out)
    assert told["results"] == to_plain(results)
    assert (told["seed"], told["matches"], told["rotate"], told["bots"]) == (7, 90, True, ["random"] * 3)
    assert told["options"] == {"length": "five_kills", "heroes": "choose"}


def test_rows_are_written_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    ran = alehouse(*SHORT, "--csv", str(file), "--workers", "4")
    alone = alehouse(*SHORT, "--csv", "-", "--workers", "1")
    assert (ran.status, ran.err, alone.status) == (0, "", 0)
    assert file.read_text(encoding="utf-8") == alone.out
    head, *rows = csv.reader(io.StringIO(alone.out))
    assert head == ["match", "seed", "winners", "ending", "turns", "decisions"]
    expected = [
        [str(at), seed, " ".join(map(str, winners)), ending, str(turns), str(decisions)]
        for at, seed, winners, ending, turns, decisions in map(astuple, pure())
    ]
    assert rows == expected


def test_the_table_shows_the_same_results_and_the_seed() -> None:
    ran = alehouse(*SHORT)
    results = results_of(counts_of(pure()), ["random"] * 3, GAME.vocabulary.endings, partial=False)
    assert (ran.status, ran.err) == (0, ""), "no bar where nobody sits at a terminal"
    assert "seed 7 " in ran.out
    for one in results.bots:
        low, high = one.interval
        (line,) = [line for line in ran.out.splitlines() if line.split()[:2] == [str(one.seat), "random"]]
        assert line.split()[2:] == [
            *(str(one.wins), str(one.shared), f"{one.win_rate:.2%}", f"{low:.2%}", "to", f"{high:.2%}"),
        ]
    for ending in results.endings:
        assert [ending.ending, str(ending.matches)] in [line.split() for line in ran.out.splitlines()]
    assert results.turns is not None
    assert f"mean {results.turns.mean:.2f}, 5 % up to {results.turns.p5}, half up to {results.turns.p50}" in ran.out


def test_the_table_shows_options_as_they_are_given() -> None:
    shape = ("simulate", "spell_smashers", "--bots", "random,random", "--matches", "1", "--seed", "7", "--options")
    ran = alehouse(*shape, "lexicon=family", "hints=true")
    assert (ran.status, ran.err) == (0, "")
    assert "  lexicon=family hints=true  " in ran.out


def test_a_seed_that_was_drawn_is_printed_and_gives_the_same_again() -> None:
    shape = ("simulate", "squishem", "--bots", "random,random", "--matches", "30", "--json")
    first = json.loads(alehouse(*shape).out)
    assert json.loads(alehouse(*shape, "--seed", str(first["seed"])).out) == first
    assert json.loads(alehouse(*shape).out)["seed"] != first["seed"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess", "--bots", "random,random"), ("'chess'", "squishem")),
        (("squishem", "--bots", "random,deep"), ("'deep'", "random")),
        (("squishem", "--bots", "random"), ("--bots names 1", "2 to 4")),
        (("squishem", "--bots", "random,random", "--matches", "0"), ("--matches is 0", "1 to 1000000000")),
        (("squishem", "--bots", "random,random", "--matches", "many"), ("--matches", "'many'")),
        (("squishem", "--bots", "random,random", "--matches", "1000000001"), ("1000000001", "1 to 1000000000")),
        (("squishem", "--bots", "random,random", "--workers", "0"), ("--workers is 0", "1 to 256")),
        (("squishem", "--bots", "random,random", "--workers", "257"), ("--workers is 257", "1 to 256")),
        (("squishem", "--bots", "random,random", "--seed", "-1"), ("--seed is -1", "9007199254740991")),
        (("squishem", "--bots", "random,random", "--seed", "9007199254740992"), ("9007199254740991",)),
        (("squishem", "--bots", "random,random", "--options", "length"), ("'length'", "NAME=VALUE")),
        (("squishem", "--bots", "random,random", "--options", "length=long"), ("length", "five_kills")),
        (("squishem", "--bots", "random,random", "--options", "turn_cap=soon"), ("turn_cap", "integer")),
        (("squishem", "--bots", "random,random", "--options", "luck=1"), ("luck", "Unknown")),
        (("squishem", "--bots", "random,random", "--record", "0"), ("--seed",)),
        (("squishem", "--bots", "random,random", "--seed", "1", "--record", "-2"), ("--record is -2",)),
        (("squishem", "--bots", "random,random", "--json", "--csv", "x"), ("--csv", "--json")),
        (("squishem",), ("--bots",)),
        (("squishem", "--solo"), ("'squishem' has no solo game", "spell_smashers")),
        (("chess", "--solo"), ("'chess' has no solo game",)),
        (("spell_smashers", "--solo", "deep"), ("'deep'", "greedy")),
        (("spell_smashers", "--solo", "--difficulty", "easy"), ("'easy'", "standard, advanced, extreme")),
        (("spell_smashers", "--solo", "--matches", "3"), ("--matches is 3", "4, one for each boss, to 1000000000")),
        (("spell_smashers", "--solo", "--matches", "4000000004"), ("--matches is 4000000004", "to 1000000000")),
        (("spell_smashers", "--solo", "greedy,greedy"), ("--solo is 'greedy,greedy'", "one bot")),
        (("spell_smashers", "--solo", "--rotate"), ("--rotate is for --bots",)),
        (("spell_smashers", "--solo", "--options", "hints=true,difficulty=extreme"), ("'difficulty=extreme'",)),
        (("spell_smashers", "--solo", "--options", "boss=random"), ("'boss=random'", "--difficulty")),
        (("spell_smashers", "--solo", "--csv", "x"), ("--csv",)),
        (("spell_smashers", "--solo", "--bots", "random"), ("--bots", "--solo")),
        (("spell_smashers", "--bots", "random", "--difficulty", "extreme"), ("--difficulty is for --solo",)),
        (("spell_smashers", "--bots", "random,random", "--options", "boss=random"), ("boss: it is for 1 seat",)),
        (("spell_smashers", "--bots", "random", "--options", "marker=0"), ("marker: it is for 2 to 5 seats",)),
    ],
)
def test_what_can_not_be_used_is_named(arguments: tuple[str, ...], said: tuple[str, ...]) -> None:
    called("simulate", *arguments).failed(*said, status=2)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_one_bot_alone_meets_every_boss_and_each_has_its_figures(workers: str) -> None:
    shape = ("simulate", "spell_smashers", "--solo", "random", "--difficulty", "advanced", "--matches", "14")
    ran = alehouse(*shape, "--seed", "5", "--workers", workers, "--json")
    assert (ran.status, ran.err) == (0, "")
    game, bot = TITLES["spell_smashers"], BOTS["random"]
    bosses = ("insatiable_vulture", "unyielding_colossus", "mercurial_basilisk", "tyrannical_warlord")
    told = json.loads(ran.out)["bosses"]
    assert [one["boss"] for one in told] == list(bosses)
    for boss, one, matches in zip(bosses, told, (4, 4, 3, 3), strict=True):
        options = SpellSmashersOptions(difficulty="advanced", boss=boss)  # type: ignore[arg-type]
        rows = list(play_matches(game, options, [bot], 5, range(matches), rotate=False))
        assert one["results"] == to_plain(
            results_of(counts_of(rows), ["random"], game.vocabulary.endings, partial=False)
        )
        assert one["options"] == to_plain(options)
    table = alehouse(*shape, "--seed", "5").out
    assert all(boss in table for boss in bosses)
    assert "95 % interval" in table
    assert "14 matches" in table


def test_a_file_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    alehouse(*SHORT, "--csv", str(tmp_path / "no" / "rows.csv")).failed("rows.csv", "No such file")
    alehouse(*SHORT, "--csv", "/dev/full").failed("/dev/full can't be written", "No space left")


@contextmanager
def playing(*arguments: str, command: Sequence[str] = COMMAND) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A simulation under way, and the processes that play for it."""
    process = subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environ({}),
        start_new_session=True,
    )
    crew: list[int] = []
    try:
        until(lambda: len(children(process.pid)) == 2, "two processes play")
        crew += children(process.pid)
        yield process, crew
    finally:
        process.kill()
        process.communicate()
        for one in crew:
            if not none_lives([one]):
                os.kill(one, signal.SIGKILL)


def test_ctrl_c_gives_what_was_played_so_far_and_leaves_nobody_behind(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    with playing(*LONG, "--workers", "2", "--csv", str(file)) as (process, crew):
        until(file.exists, "the file is opened")
        until(lambda: file.stat().st_size > 1000, "rows are written")
        # A terminal sends it to the whole group.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (130, "")
        assert none_lives(crew)
    with file.open(encoding="utf-8") as written:
        rows = list(csv.DictReader(written))
    assert f"{len(rows):,} of 1,000,000 matches" in out
    wins = sum(row["winners"] == "0" for row in rows)
    (line,) = [line.split() for line in out.splitlines() if line.split()[:2] == ["0", "random"]]
    assert line[2] == f"{wins:,}"


def test_ctrl_c_leaves_what_was_played_alone_and_says_how_much_was_due() -> None:
    alone = ("simulate", "spell_smashers", "--solo", "random", "--matches", "4000000", "--workers", "2", "--seed", "4")
    with playing(*alone, "--options", "lexicon=family", "round_cap=9") as (process, crew):
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (130, "")
        assert none_lives(crew)
    assert "lexicon=family" in out
    assert "round_cap=9" in out
    assert "boss=" not in out
    assert " of 4,000,000 matches" in out
    assert "insatiable_vulture was to be played 1,000,000 times; whoever is not listed was not reached" in out
    assert "unyielding_colossus" not in out


def test_ctrl_c_ends_matches_that_never_would_and_nothing_grows_with_their_number() -> None:
    many = ("simulate", "squishem", "--bots", "random,random", "--matches", "1000000000", "--workers", "2")
    with playing(*many, command=(sys.executable, "-c", ENDLESS)) as (process, crew):
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (130, "")
        assert "0 of 1,000,000,000 matches" in out
        assert none_lives(crew)


def test_a_second_ctrl_c_ends_it_although_nobody_reads_its_rows() -> None:
    def ended() -> bool:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        return process.poll() is not None

    with playing(*LONG, "--workers", "2", "--csv", "-") as (process, crew):
        # They sleep when their lines are full too, so when the one who reads those can't write.
        until(lambda: all(map(sleeps, [process.pid, *crew])), "all wait for room in a pipe")
        until(ended, "it ends")
        # Shells say 130 of both: one that comes while Python itself is ending ends the process without it.
        assert process.returncode in (130, -signal.SIGINT)
        until(lambda: none_lives(crew), "those who played ended too")
        assert process.communicate()[1] == ""


def sleeps(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "S"


def test_nobody_plays_an_endless_match_when_the_command_is_killed() -> None:
    with playing(*LONG, "--workers", "2", command=(sys.executable, "-c", ENDLESS)) as (process, crew):
        process.kill()
        process.wait()
        until(lambda: none_lives(crew), "those who played ended too")


def test_nobody_plays_on_when_the_command_is_killed() -> None:
    with playing(*LONG, "--workers", "2") as (process, crew):
        process.kill()
        process.wait()
        until(lambda: none_lives(crew), "those who played ended too")


def test_a_process_that_is_killed_is_told_of() -> None:
    with playing(*LONG, "--workers", "2") as (process, crew):
        os.kill(crew[0], signal.SIGKILL)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (1, "")
        assert err == "alehouse simulate: A process that played ended with status -9.\n"
        assert none_lives(crew)


class Clumsy:
    """A bot that fails."""

    key = "random"

    def plays(self, title: str) -> bool:
        return True

    def choose(self, look: Any, decision: Any, chance: Any) -> Choice:
        raise ZeroDivisionError("a slip")


def test_a_match_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is forked has it too.
    monkeypatch.setattr("service.commands.crew.BOTS", {"random": Clumsy()})
    called(*SHORT, "--workers", "1", "--json").failed("Match 0 failed: ZeroDivisionError: a slip")


def test_a_bar_shows_at_a_terminal_how_far_play_is_and_is_gone_at_the_end() -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [*COMMAND, *SHORT, "--json"], stdout=subprocess.PIPE, stderr=theirs, env=environ({"TERM": "xterm"})
    )
    os.close(theirs)
    shown = b""
    # At the end of a terminal's other side reading fails.
    with suppress(OSError):
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert json.loads(out)["results"]["matches"] == 90
    assert b"90/90" in shown
    assert shown.rstrip().endswith(b"\x1b[2K"), "the bar's line is wiped"
