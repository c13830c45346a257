"""The results of a simulation as tables for a terminal."""

from rich import box
from rich.console import Console
from rich.table import Table

from service.bouts import BoutResults, CardTally
from service.commands.crew import Simulation
from service.commands.telling import fields_of
from service.games.catalogue import TITLES
from service.games.kernel.bouts import Bouts
from service.tallies import BotTally, Lengths, Results
from service.wire import to_plain

RATES = ("rate", "95 % interval")
"""Columns, as `rate_cells` fills them."""


def print_results(simulation: Simulation, results: Results, cost: str) -> None:
    """Print how the bots did, how matches ended, and how long they were."""
    screen = screen_of()
    options = fields_of(to_plain(simulation.options))
    moving = "bots move up a seat from match to match" if simulation.rotate else "bots keep their seats"
    screen.print(f"{TITLES[simulation.game].title}  seed {simulation.seed}  {options}  {moving}", markup=False)
    of_all = f" of {simulation.matches:,}" if results.partial else ""
    screen.print(f"{results.matches:,}{of_all} matches, {results.decisions:,} decisions, {cost}")
    bots = Table(box=box.SIMPLE_HEAD)
    bots.add_column("place", justify="right")
    bots.add_column("bot")
    for name in ("wins", "shared", *RATES):
        bots.add_column(name, justify="right")
    for one in results.bots:
        bots.add_row(str(one.seat), one.bot, f"{one.wins:,}", f"{one.shared:,}", *rate_cells(one))
    screen.print(bots)
    endings = Table(box=box.SIMPLE_HEAD)
    endings.add_column("ending")
    endings.add_column("matches", justify="right")
    for ending in results.endings:
        endings.add_row(ending.ending, f"{ending.matches:,}")
    screen.print(endings)
    if results.turns is not None:
        screen.print(f"turns: {_spread(results.turns)}")


def print_bouts(results: BoutResults, bouts: Bouts) -> None:
    """Print how long bouts were, and of each sort of card what all of them come to, then each, the best first."""
    screen = screen_of()
    if results.rounds is not None:
        screen.print(f"rounds a {bouts.name}: {_spread(results.rounds)}")
    won = f"{results.bouts:,} {bouts.name}s, {results.won:,} won by somebody"
    screen.print(f"\n{won}. {bouts.counted}", markup=False)
    screen.print(
        f"Even share: {results.even_share:.2%}. Whoever stays in longer plays more cards and wins more: hold a card "
        "against all of its sort, the line in capitals."
    )
    cards = Table(box=box.SIMPLE_HEAD)
    cards.add_column("card", no_wrap=True)
    for name in ("plays", "wins", *RATES):
        cards.add_column(name, justify="right", no_wrap=True)
    for sort in bouts.cards:
        of_sort = [one for one in results.cards if one.sort == sort]
        if len(of_sort) > 1:
            plays, wins = sum(one.plays for one in of_sort), sum(one.wins for one in of_sort)
            cards.add_row(sort.upper(), f"{plays:,}", f"{wins:,}", f"{wins / plays if plays else 0.0:.2%}", "")
        for one in sorted(of_sort, key=lambda one: (one.plays == 0, -one.win_rate, one.card)):
            cards.add_row(one.card, f"{one.plays:,}", f"{one.wins:,}", *rate_cells(one))
        cards.add_section()
    screen.print(cards)


def screen_of() -> Console:
    """Return what tables are printed on."""
    return Console(highlight=False, soft_wrap=True)


def rate_cells(tally: BotTally | CardTally) -> tuple[str, str]:
    """Return a win rate and its interval."""
    low, high = tally.interval
    return f"{tally.win_rate:.2%}", f"{low:.2%} to {high:.2%}"


def _spread(lengths: Lengths) -> str:
    return f"mean {lengths.mean:.2f}, 5 % up to {lengths.p5}, half up to {lengths.p50}, 95 % up to {lengths.p95}"
