"""Plays a simulation's matches on several processes of this machine, none of which outlives this one."""

import multiprocessing
import os
import select
import signal
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess

from service.bots import BOTS
from service.bouts import bout_counts
from service.commands import CommandFailed
from service.games.catalogue import TITLES
from service.games.kernel.bouts import Bouts
from service.games.kernel.events import Told
from service.games.kernel.game import Options
from service.tallies import Counts, Row, play_matches

CHUNK = 20
"""Matches that a process plays before it says so: some hundredths of a second of work."""

MOST_PROCESSES = 256
"""More than the cores of a machine, fewer than the files that a process may have open."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is played: the keys of the title and of a bot a seat, and all that its results depend on."""

    game: str
    options: Options
    bots: tuple[str, ...]
    seed: int
    matches: int
    rotate: bool

    def rows(self, matches: range, bouts: Counter[str] | None = None) -> Iterator[Row]:
        """Play some of the matches, and add what their bouts come to, of a title that has such, to `bouts`.

        Raises what the rules and the bots raise.
        """
        game, bots = TITLES[self.game], [BOTS[bot] for bot in self.bots]
        of = game.vocabulary.bouts
        hear = None if of is None or bouts is None else _adding(bouts, of, len(bots))
        return play_matches(game, self.options, bots, self.seed, matches, rotate=self.rotate, hear=hear)


def _adding(counts: Counter[str], bouts: Bouts, seats: int) -> Callable[[Sequence[Told]], None]:
    return lambda told: counts.update(bout_counts(bouts, told, seats))


@dataclass(frozen=True, slots=True)
class _Failed:
    match: int
    said: str


Chunk = tuple[int, list[Row], Counts]
"""The number of a chunk, its rows, and what its bouts come to."""


def played(
    simulation: Simulation, workers: int, interruption: Connection, *, bouts: bool
) -> Generator[Chunk, None, None]:
    """Yield chunks of rows in whatever order they come, until something comes by `interruption`.

    Without `bouts` none are counted, and a title that has such is played faster. However it ends, so do the processes,
    also amid a match. Raises CommandFailed.
    """
    chunks = -(-simulation.matches // CHUNK)
    crew: dict[Connection, ForkProcess] = {}
    try:
        _start(simulation, [range(at, chunks, workers) for at in range(min(workers, chunks))], crew, bouts)
        while crew:
            for line in wait([interruption, *crew]):
                if line is interruption:
                    return
                assert isinstance(line, Connection)
                try:
                    said: Chunk | _Failed = line.recv()
                except EOFError:
                    process = crew.pop(line)
                    process.join()
                    if process.exitcode:
                        raise CommandFailed(f"A process that played ended with status {process.exitcode}.") from None
                    continue
                if isinstance(said, _Failed):
                    raise CommandFailed(f"Match {said.match} failed: {said.said}")
                yield said
    finally:
        for process in crew.values():
            process.terminate()
        for process in crew.values():
            process.join()


def _start(simulation: Simulation, shares: Sequence[range], crew: dict[Connection, ForkProcess], bouts: bool) -> None:
    fork = multiprocessing.get_context("fork")
    # Ctrl-C reaches the whole group; from their first moment on it is this process that decides what it means.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for share in shares:
            here, there = fork.Pipe(duplex=False)
            arguments = (simulation, share, there, [here, *crew], bouts)
            process = fork.Process(target=_work, args=arguments, daemon=True)
            process.start()
            crew[here] = process
            there.close()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(simulation: Simulation, share: range, line: Connection, others: Sequence[Connection], bouts: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        # The reading end must be the parent's alone: when it dies, what is sent here breaks, and this ends.
        other.close()
    threading.Thread(target=_end_with_the_reader, args=(line,), daemon=True).start()
    with suppress(BrokenPipeError):
        for at in share:
            matches = range(at * CHUNK, min((at + 1) * CHUNK, simulation.matches))
            rows: list[Row] = []
            counts: Counter[str] = Counter()
            try:
                rows.extend(simulation.rows(matches, counts if bouts else None))
            except Exception as error:  # noqa: BLE001 - whatever rules and bots raise is told with its match
                line.send(_Failed(matches[len(rows)], f"{type(error).__name__}: {error}"))
                return
            line.send((at, rows, counts))


def _end_with_the_reader(line: Connection) -> None:
    """Who is amid a match that never ends has nothing to send, so nothing that breaks."""
    poll = select.poll()
    poll.register(line, 0)
    poll.poll()
    os._exit(0)
