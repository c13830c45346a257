"""`alehouse simulate --solo`: one bot alone, against each boss of a title in turn."""

import argparse
import secrets
from collections.abc import Sequence

from rich import box
from rich.table import Table

from service.commands import UsageWrong
from service.commands.crew import Simulation
from service.commands.tables import RATES, rate_cells, screen_of
from service.games.catalogue import TITLES
from service.tallies import Results
from service.wanted import LARGEST_SEED


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
    if asked.matches < len(bosses):
        raise UsageWrong(f"--matches is {asked.matches}; with --solo it is {len(bosses)} at least, one for each boss.")
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


def print_bosses(told: Sequence[tuple[str, Simulation, Results]], cost: str) -> None:
    """Print how often each boss was beaten."""
    screen = screen_of()
    _, simulation, _ = told[0]
    matches, decisions = (sum(getattr(one, figure) for _, _, one in told) for figure in ("matches", "decisions"))
    difficulty = getattr(simulation.options, "difficulty", "")
    title = TITLES[simulation.game].title
    screen.print(f"{title} alone  {simulation.bots[0]}  {difficulty}  seed {simulation.seed}", markup=False)
    screen.print(f"{matches:,} matches, {decisions:,} decisions, {cost}")
    bosses = Table(box=box.SIMPLE_HEAD)
    bosses.add_column("boss")
    for name in ("matches", "wins", *RATES, "rounds"):
        bosses.add_column(name, justify="right")
    for boss, _, results in told:
        (bot,) = results.bots
        rounds = "" if results.turns is None else f"{results.turns.mean:.1f}"
        bosses.add_row(boss, f"{results.matches:,}", f"{bot.wins:,}", *rate_cells(bot), rounds)
    screen.print(bosses)
