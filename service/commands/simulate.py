"""`alehouse simulate`: matches between bots, on every core of this machine."""

import argparse
import contextlib
import multiprocessing
import os
import secrets
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any

import orjson
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from service.bots import BOTS, bots_of
from service.bouts import bout_results
from service.commands import CommandFailed, UsageWrong
from service.commands.crew import MOST_PROCESSES, Simulation, played
from service.commands.solo import print_bosses, versus
from service.commands.tables import print_bouts, print_results
from service.games.catalogue import TITLES
from service.games.kernel.errors import GameError
from service.games.kernel.game import Game, Options
from service.rows import csv_lines
from service.simulated_records import record_of_match
from service.tallies import Results, Row, counts_of, results_of
from service.wanted import LARGEST_SEED
from service.wire import to_plain, to_wire

INTERRUPTED = 130
MOST_MATCHES = 1_000_000_000
"""Months of play."""

SHOW_CURSOR = b"\x1b[?25h"


def run(asked: argparse.Namespace) -> int:
    """Play, and print what came of it; after Ctrl-C what came of it so far."""
    if asked.solo is not None:
        return _alone(asked)
    if asked.difficulty is not None:
        raise UsageWrong("--difficulty is for --solo; with --bots it is --options difficulty=NAME.")
    simulation = _simulation(asked)
    if asked.record is not None:
        return _recorded(asked, simulation)
    workers = _workers(asked)
    counts: Counter[str] = Counter()
    begun = time.monotonic()
    with _interruptible() as interruption, _written(asked.csv) as write:
        for line in csv_lines(_in_order(simulation, workers, counts, interruption, bouts=asked.csv != "-")):
            write(line)
    whole = counts["matches"] == simulation.matches
    seconds = time.monotonic() - begun
    results = results_of(counts, simulation.bots, TITLES[simulation.game].vocabulary.endings, partial=not whole)
    of = TITLES[simulation.game].vocabulary.bouts
    bouts = None if of is None else bout_results(counts, of, len(simulation.bots))
    if asked.json:
        told = _told(simulation, results) | ({} if bouts is None else {"bouts": to_plain(bouts)})
        print(orjson.dumps(told, option=orjson.OPT_INDENT_2).decode())
    elif asked.csv != "-":
        print_results(simulation, results, f"{seconds:.1f} s, processes: {workers}")
        if of is not None and bouts is not None:
            print_bouts(bouts, of)
    return 0 if whole else INTERRUPTED


def _alone(asked: argparse.Namespace) -> int:
    """Let one bot play alone against each boss in turn, and print how often it has won; after Ctrl-C so far."""
    if asked.csv is not None or asked.record is not None:
        raise UsageWrong("--solo prints one table, or --json; for --csv and --record name one bot by --bots.")
    workers, begun = _workers(asked), time.monotonic()
    against = versus(asked)
    told: list[tuple[str, Simulation, Results]] = []
    with _interruptible() as interruption:
        for boss, one in against:
            simulation = _simulation(one)
            counts: Counter[str] = Counter()
            for _ in _in_order(simulation, workers, counts, interruption, bouts=False):
                pass
            whole = counts["matches"] == simulation.matches
            endings = TITLES[simulation.game].vocabulary.endings
            told.append((boss, simulation, results_of(counts, simulation.bots, endings, partial=not whole)))
            if not whole:
                break
    if asked.json:
        bosses = [{"boss": boss, **_told(simulation, results)} for boss, simulation, results in told]
        print(orjson.dumps({"bosses": bosses}, option=orjson.OPT_INDENT_2).decode())
    else:
        print_bosses(told, f"{time.monotonic() - begun:.1f} s, processes: {workers}")
    return INTERRUPTED if told[-1][2].partial else 0


def _workers(asked: argparse.Namespace) -> int:
    """Return how many processes play; raises UsageWrong."""
    workers: int = min(os.cpu_count() or 1, MOST_PROCESSES) if asked.workers is None else asked.workers
    if not 1 <= workers <= MOST_PROCESSES:
        raise UsageWrong(f"--workers is {workers}; it may be 1 to {MOST_PROCESSES}.")
    return workers


def _simulation(asked: argparse.Namespace) -> Simulation:
    """Return what is asked for; raises UsageWrong."""
    game = TITLES.get(asked.game)
    if game is None:
        raise UsageWrong(f"There is no game {asked.game!r}; there is {', '.join(TITLES)}.")
    bots = tuple(asked.bots.split(","))
    for bot in bots:
        if bot not in bots_of(game.key):
            raise UsageWrong(f"There is no bot {bot!r}; there is {', '.join(bots_of(game.key))}.")
    if len(bots) not in game.seats:
        allowed = f"{game.seats.start} to {game.seats.stop - 1}"
        raise UsageWrong(f"--bots names {len(bots)}, one a seat; {game.title} has {allowed} seats.")
    options = _options(game, asked.options)
    if (misfit := options.misfit(len(bots))) is not None:
        raise UsageWrong(f"--options: {misfit.option}: {misfit.detail}.")
    if not 1 <= asked.matches <= MOST_MATCHES:
        raise UsageWrong(f"--matches is {asked.matches}; it may be 1 to {MOST_MATCHES}.")
    seed = secrets.randbelow(LARGEST_SEED + 1) if asked.seed is None else asked.seed
    if not 0 <= seed <= LARGEST_SEED:
        raise UsageWrong(f"--seed is {seed}; it may be a whole number from 0 to {LARGEST_SEED}.")
    return Simulation(game.key, options, bots, seed, asked.matches, asked.rotate)


def _options(game: Game[Any], given: Sequence[str]) -> Options:
    """Return the options named as NAME=VALUE, also with commas between; raises UsageWrong."""
    if not given:
        defaults: Options = game.vocabulary.options()
        return defaults
    # The contract of all titles takes its time to be made.
    from marshmallow import ValidationError

    from schemas.contract import Contract
    from schemas.places import places

    values: dict[str, Any] = {}
    for part in (part for one in given for part in one.split(",")):
        name, is_there, value = part.partition("=")
        if not is_there:
            raise UsageWrong(f"--options has {part!r}; each is NAME=VALUE.")
        try:
            values[name] = orjson.loads(value)
        except orjson.JSONDecodeError:
            values[name] = value
    try:
        options: Options = Contract(TITLES).options(game)().load(values)
    except ValidationError as error:
        pointer, said = next(places(error.messages))
        raise UsageWrong(f"--options: {pointer.removeprefix('/')}: {said}") from error
    return options


def _recorded(asked: argparse.Namespace, simulation: Simulation) -> int:
    """Print the record of one match alone."""
    if asked.seed is None:
        raise UsageWrong("--record needs the --seed that the simulation printed.")
    if asked.record < 0:
        raise UsageWrong(f"--record is {asked.record}; matches are numbered from 0.")
    game, bots = TITLES[simulation.game], [BOTS[bot] for bot in simulation.bots]
    try:
        record = record_of_match(
            game, simulation.options, bots, simulation.seed, asked.record, rotate=simulation.rotate
        )
    except GameError as error:
        raise CommandFailed(f"Match {asked.record} failed: {error}") from error
    print(to_wire(record).decode())
    return 0


def _in_order(
    simulation: Simulation, workers: int, counts: Counter[str], interruption: Connection, *, bouts: bool
) -> Iterator[Sequence[Row]]:
    """Yield every match's row once, by number, while a bar shows how far play is; adds all to `counts`.

    Interrupted, it plays no more, and yields what was played by then.
    """
    waiting: dict[int, list[Row]] = {}
    following = 0
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Without a thread of its own: the processes are forked below it.
    bar = Progress(*columns, console=screen, transient=True, auto_refresh=False, disable=not screen.is_terminal)
    task = bar.add_task("matches", total=simulation.matches)
    with bar, contextlib.closing(played(simulation, workers, interruption, bouts=bouts)) as chunks:
        for at, rows, of_bouts in chunks:
            waiting[at] = rows
            counts.update(counts_of(rows))
            counts.update(of_bouts)
            bar.update(task, advance=len(rows), refresh=True)
            while following in waiting:
                yield waiting.pop(following)
                following += 1
    yield from (waiting[at] for at in sorted(waiting))


@contextlib.contextmanager
def _interruptible() -> Iterator[Connection]:
    """Say by a line that Ctrl-C came, rather than break off between a row's counting and its writing.

    A second one ends this process and those that play at once, whatever it waits for.
    """
    here, there = multiprocessing.Pipe(duplex=False)

    def end(*_: object) -> None:
        for process in multiprocessing.active_children():
            process.kill()
        if os.isatty(sys.stderr.fileno()):
            os.write(sys.stderr.fileno(), SHOW_CURSOR)
        os._exit(INTERRUPTED)

    def interrupt(*_: object) -> None:
        signal.signal(signal.SIGINT, end)
        there.send_bytes(b"Ctrl-C")

    with here, there:
        before = signal.signal(signal.SIGINT, interrupt)
        try:
            yield here
        finally:
            # After one, what is left is to print what was played, for which nobody may come either.
            if signal.getsignal(signal.SIGINT) is interrupt:
                signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _written(path: str | None) -> Iterator[Callable[[bytes], object]]:
    """Yield what writes into the file of rows, or to standard output for `-`; without a path it writes nowhere."""
    if path == "-":
        yield sys.stdout.buffer.write
        return

    def write(line: bytes) -> None:
        with _told_of(path):
            file.write(line)
            file.flush()

    with _told_of(path):
        file = open(os.devnull if path is None else path, "wb")  # noqa: SIM115 - closing it may not speak instead
    try:
        yield write
    finally:
        # It would try again to write what it could not, which has been told.
        with contextlib.suppress(OSError):
            file.close()


@contextlib.contextmanager
def _told_of(path: str | None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandFailed(f"{path} can't be written: {error.strerror}.") from error


def _told(simulation: Simulation, results: Results) -> dict[str, object]:
    return {
        "game": simulation.game,
        "options": to_plain(simulation.options),
        "bots": simulation.bots,
        "seed": simulation.seed,
        "rotate": simulation.rotate,
        "matches": simulation.matches,
        "results": to_plain(results),
    }
