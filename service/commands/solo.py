"""`alehouse simulate --solo`: one bot alone, against each boss of a title in turn."""

import argparse
import secrets
from collections.abc import Sequence

from rich import box
from rich.table import Table

from service.commands import UsageWrong
from service.commands.crew import MOST_MATCHES, Simulation
from service.commands.tables import RATES, rate_cells, screen_of
from service.commands.telling import fields_of
from service.games.catalogue import TITLES
from service.tallies import Results
from service.wanted import LARGEST_SEED
from service.wire import to_plain

OWN_OPTIONS = ("boss", "difficulty")
"""What `--solo` itself opens its matches with."""


def versus(asked: argparse.Namespace) -> list[tuple[str, argparse.Namespace]]:
    """Return what is asked for against each boss; a title's boards name them. Raises UsageWrong.

    The matches are shared among the bosses, the first ones having one more where that doesn't come out even; all are
    played from the same seed.
    """
    game = TITLES.get(asked.game)
    boards = () if game is None else game.vocabulary.boards
    if not boards:
        alone = ", ".join(key for key, title in TITLES.items() if title.vocabulary.boards)
        raise UsageWrong(f"{asked.game!r} has no solo game; there is {alone}.")
    difficulties = list(dict.fromkeys(board.partition("/")[2] for board in boards))
    difficulty = difficulties[0] if asked.difficulty is None else asked.difficulty
    if difficulty not in difficulties:
        raise UsageWrong(f"--difficulty is {difficulty!r}; it may be {', '.join(difficulties)}.")
    bosses = list(dict.fromkeys(board.partition("/")[0] for board in boards))
    if not len(bosses) <= asked.matches <= MOST_MATCHES:
        allowed = f"{len(bosses)}, one for each boss, to {MOST_MATCHES}"
        raise UsageWrong(f"--matches is {asked.matches}; with --solo it may be {allowed}.")
    if "," in asked.solo:
        raise UsageWrong(f"--solo is {asked.solo!r}; it names one bot, who plays alone.")
    if asked.rotate:
        raise UsageWrong("--rotate is for --bots; with --solo there is one seat.")
    for part in (part for one in asked.options for part in one.split(",")):
        if part.partition("=")[0] in OWN_OPTIONS:
            raise UsageWrong(f"--options has {part!r}; --solo plays every boss, and --difficulty says how hard it is.")
    seed = secrets.randbelow(LARGEST_SEED + 1) if asked.seed is None else asked.seed
    share, over = divmod(asked.matches, len(bosses))
    return [
        (
            boss,
            argparse.Namespace(
                game=asked.game,
                bots=asked.solo,
                options=[*asked.options, f"difficulty={difficulty}", f"boss={boss}"],
                matches=share + (at < over),
                seed=seed,
                rotate=False,
            ),
        )
        for at, boss in enumerate(bosses)
    ]


def print_bosses(told: Sequence[tuple[str, Simulation, Results]], due: int, cost: str) -> None:
    """Print how often each boss was beaten, in how many of all matches that are `due`."""
    screen = screen_of()
    _, simulation, _ = told[0]
    matches, decisions = (sum(getattr(one, figure) for _, _, one in told) for figure in ("matches", "decisions"))
    options = fields_of({name: value for name, value in to_plain(simulation.options).items() if name != "boss"})
    title = TITLES[simulation.game].title
    screen.print(f"{title} alone  {simulation.bots[0]}  seed {simulation.seed}  {options}", markup=False)
    of_all = f" of {due:,}" if matches < due else ""
    screen.print(f"{matches:,}{of_all} matches, {decisions:,} decisions, {cost}")
    bosses = Table(box=box.SIMPLE_HEAD)
    bosses.add_column("boss")
    for name in ("matches", "wins", *RATES, "rounds"):
        bosses.add_column(name, justify="right")
    for boss, _, results in told:
        (bot,) = results.bots
        rounds = "" if results.turns is None else f"{results.turns.mean:.1f}"
        bosses.add_row(boss, f"{results.matches:,}", f"{bot.wins:,}", *rate_cells(bot), rounds)
    screen.print(bosses)
    boss, last, results = told[-1]
    if results.partial:
        screen.print(f"{boss} was to be played {last.matches:,} times; whoever is not listed was not reached")
