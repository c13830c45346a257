"""What was measured: a row for each figure, printed as one table and written as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any

import orjson
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle of some measurements, and what a tenth of them stay below or above."""

    p10: float
    median: float
    p90: float


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure shall come to: its `ratio` to what stands beside it, or the figure itself, is `most` at most."""

    most: float
    ratio: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A figure in its unit, and what was measured `beside` it in turns; `met` only where there is a goal."""

    figure: str
    unit: str
    here: Spread
    beside: str
    there: Spread
    ratio: float
    goal: Goal | None = None
    met: bool | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """All rows, and which parts could not be measured, with the reason."""

    rows: Sequence[Row]
    failed: Mapping[str, str]
    about: Mapping[str, Any]


def spread(measured: Sequence[float]) -> Spread:
    """Return the spread of one measurement or more."""
    if len(measured) == 1:
        return Spread(measured[0], measured[0], measured[0])
    tens = quantiles(measured, n=10, method="inclusive")
    return Spread(tens[0], tens[4], tens[8])


def row(
    figure: str,
    unit: str,
    here: Sequence[float],
    beside: str,
    there: Sequence[float],
    goal: Goal | None = None,
) -> Row:
    """Return the row of two lists of measurements; the ratio is that of their medians."""
    one, other = spread(here), spread(there)
    ratio = one.median / other.median
    met = None if goal is None else (ratio if goal.ratio else one.median) <= goal.most
    return Row(figure, unit, one, beside, other, ratio, goal, met)


def show(measured: Measured, console: Console) -> None:
    """Print the table, and what could not be measured."""
    table = Table("figure", "unit", title="median (p10 to p90), side by side", title_justify="left")
    for name in ("here", "ratio", "goal", "met"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("beside", justify="right", no_wrap=True)
    table.add_column("which is")
    for one in measured.rows:
        goal = "" if one.goal is None else f"{one.goal.most:g}" + (" times" if one.goal.ratio else "")
        met = "" if one.met is None else "yes" if one.met else "no"
        cells = (one.figure, one.unit, _text(one.here), f"{one.ratio:.2f}", goal, met, _text(one.there), one.beside)
        table.add_row(*cells)
    console.print(table)
    for part, reason in measured.failed.items():
        console.print(f"{part} could not be measured: {reason}", style="red", markup=False)


def write(measured: Measured, path: Path) -> None:
    """Write everything as JSON."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(orjson.dumps(asdict(measured), option=orjson.OPT_INDENT_2))


def _text(one: Spread) -> str:
    digits = 0 if one.median >= 100 else 1 if one.median >= 10 else 2
    if one.p10 == one.p90:
        return f"{one.median:.{digits}f}"
    return f"{one.median:.{digits}f} ({one.p10:.{digits}f} to {one.p90:.{digits}f})"
