"""`alehouse simulate epic_spell_wars`: what it says of duels and cards is what the matches' records tell."""

import csv
import io
import json
import re

import pytest

from service.bots import BOTS
from service.games.catalogue import TITLES
from service.games.epic_spell_wars.state import EpicSpellWarsOptions
from service.simulated_records import record_of_match
from service.tallies import wilson
from tests.commands.running import ROOT, alehouse, called
from tests.games.epic_spell_wars.figures import COMPONENTS, TREASURES
from tests.games.epic_spell_wars.recount import Duel, duels_of, plays_and_wins

MATCHES = 45
"""Over two chunks of the command's, so that more than one process plays."""

SHAPE = (
    *("simulate", "epic_spell_wars", "--bots", "random,random,random", "--seed", "5", "--matches", str(MATCHES)),
    *("--rotate", "--options", "tokens=1", "round_cap=4", "duel_cap=2"),
)


@pytest.fixture(scope="module")
def recorded() -> list[Duel]:
    """The duels of SHAPE, as the records of its matches tell them."""
    options, bots = EpicSpellWarsOptions(tokens=1, round_cap=4, duel_cap=2), [BOTS["random"]] * 3
    title = TITLES["epic_spell_wars"]
    records = (record_of_match(title, options, bots, 5, match, rotate=True) for match in range(MATCHES))
    return [duel for record in records for duel in duels_of(record)]


@pytest.mark.parametrize("workers", ["1", "2", "3"])
def test_duels_and_cards_are_those_of_the_records_for_any_number_of_processes(
    recorded: list[Duel], workers: str
) -> None:
    ran = alehouse(*SHAPE, "--json", "--workers", workers)
    assert (ran.status, ran.err) == (0, "")
    told = json.loads(ran.out)["bouts"]
    lengths = sorted(duel.rounds for duel in recorded)
    won = [duel for duel in recorded if duel.winner is not None]
    assert 0 < len(won) < len(recorded), "some duels that nobody won are among them"
    assert (told["bout"], told["bouts"], told["won"], told["even_share"]) == ("duel", len(recorded), len(won), 1 / 3)
    assert told["rounds"]["mean"] == sum(lengths) / len(lengths)
    assert told["rounds"]["p50"] == lengths[-(-len(lengths) // 2) - 1]
    assert told["rounds"]["p95"] == max(lengths) == 4
    assert sorted(one["card"] for one in told["cards"]) == sorted([*COMPONENTS, "wild_magic", *TREASURES])
    plays, wins = plays_and_wins(recorded)
    for one in told["cards"]:
        played, won_with = plays[one["card"]], wins[one["card"]]
        assert (one["plays"], one["wins"]) == (played, won_with)
        assert one["win_rate"] == (won_with / played if played else 0)
        assert tuple(one["interval"]) == wilson(won_with, played)


def test_the_table_shows_the_same_and_each_sort_as_a_whole(recorded: list[Duel]) -> None:
    ran = alehouse(*SHAPE)
    assert (ran.status, ran.err) == (0, "")
    plays, wins = plays_and_wins(recorded)
    lines = [line.split() for line in ran.out.splitlines()]
    rates: dict[str, list[float]] = {}
    for design in (*COMPONENTS, "wild_magic", *TREASURES):
        (line,) = [line for line in lines if line[:1] == [design]]
        low, high = wilson(wins[design], plays[design])
        rate = wins[design] / plays[design] if plays[design] else 0
        assert line[1:] == [str(plays[design]), str(wins[design]), f"{rate:.2%}", f"{low:.2%}", "to", f"{high:.2%}"]
        rates.setdefault(COMPONENTS[design].type if design in COMPONENTS else "", []).append(rate)
    for sort in ("source", "quality", "delivery"):
        of = [design for design in COMPONENTS if COMPONENTS[design].type == sort]
        of_sort, won_with = sum(plays[one] for one in of), sum(wins[one] for one in of)
        at = lines.index([sort.upper(), f"{of_sort:,}", f"{won_with:,}", f"{won_with / of_sort:.2%}"])
        shown = [line[0] for line in lines[at + 1 : at + 21]]
        assert sorted(shown) == sorted(of)
        assert [line[3] for line in lines[at + 1 : at + 21]] == [
            f"{rate:.2%}" for rate in sorted(rates[sort], reverse=True)
        ]
    mean = sum(duel.rounds for duel in recorded) / len(recorded)
    assert f"rounds a duel: mean {mean:.2f}, 5 % up to " in ran.out
    won = sum(duel.winner is not None for duel in recorded)
    assert f"{len(recorded)} duels, {won} won by somebody. A card counts once for each wizard and duel" in ran.out
    assert "Even share: 33.33%." in ran.out


def test_rows_alone_are_the_same_rows(recorded: list[Duel]) -> None:
    rows = csv.DictReader(io.StringIO(alehouse(*SHAPE, "--csv", "-").out))
    assert sum(int(row["turns"]) for row in rows) == sum(duel.rounds for duel in recorded)


def test_a_title_without_bouts_says_nothing_of_them() -> None:
    shape = ("simulate", "squishem", "--bots", "random,random", "--seed", "1", "--matches", "3", "--workers", "1")
    assert "bouts" not in json.loads(called(*shape, "--json").out)
    assert "Even share" not in called(*shape).out


def test_the_readmes_figures_are_real() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```\n\$ alehouse (simulate epic_spell_wars .*\n(?:.*\n)+?)```$", readme, re.MULTILINE)
    command, *lines = shown.splitlines()
    printed = [line.rstrip() for line in alehouse(*command.split()).out.splitlines()]
    assert len(lines) > 10
    assert [line for line in lines if line not in ("", "...") and line not in printed] == []
