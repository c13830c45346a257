"""Bots that can't go on, because of the rules or of themselves: they try again, though nobody looks."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from service.bot_moves import BotMoves
from service.bots import BOTS, HouseBot
from service.games.catalogue import TITLES
from service.games.kernel.chance import Chance
from service.games.kernel.decisions import Choice, Decision
from service.games.kernel.game import Game, View
from service.games.kernel.table import Table as RulesTable
from service.games.squishem.decisions import LayAttack
from service.games.squishem.state import State
from tests.api.brittle import REST, Brittle, Newer, one_monster
from tests.api.house import until
from tests.api.simulating import Parlour
from tests.api.talk import Table, open_table

MINUTE = 60_000
HOUR = 60 * MINUTE


def moves(inside: Parlour, titles: Mapping[str, Game[Any]] = TITLES, bots: Mapping[str, HouseBot] = BOTS) -> BotMoves:
    """Return the hands of a worker."""
    return BotMoves(inside.steps(titles, bots))


def due_in(inside: Parlour, match: str) -> float:
    """Return how many ms are left until the sweeper sends for the bots of a match."""
    score = inside.store.zscore("matches:due", match)
    assert isinstance(score, float), "it is not among those that wait for a bot"
    seconds, microseconds = inside.store.time()
    return score - seconds * 1000 - microseconds / 1000


def about(milliseconds: int) -> Any:
    return pytest.approx(milliseconds, abs=20_000)


def stood_for(inside: Parlour, match: str, milliseconds: int) -> None:
    """Let so much time pass in which nothing happens in a match."""
    key = f"match:{{{match}}}"
    told, numbers, times = msgspec.msgpack.decode(inside.store.hget(key, "heard"))  # type: ignore[arg-type]
    heard = [told, numbers, [time - milliseconds for time in times]]
    inside.store.hset(key, "heard", msgspec.msgpack.encode(heard))


def swept(inside: Parlour, bots: BotMoves, match: str) -> None:
    """Let the time come at which the sweeper finds a match, and whoever gets the message move its bots."""
    until(lambda: inside.store.llen("fast"), "the bots were sent for")
    inside.store.delete("fast")
    inside.store.zadd("matches:due", {match: 1})
    assert bots.sweep() == 1
    until(lambda: inside.store.llen("fast"), "the sweeper has sent for the bots")
    bots.move(match)


def waiting_for_a_bot(inside: Parlour, titles: Mapping[str, Game[Any]] = TITLES) -> Table:
    """Return a match in which only the bot is asked, and its answer ends the turn."""
    table = one_monster(inside.talk(titles), None, "random")
    (decision,) = table.look(table.tokens[0])["decisions"]
    table.act(table.tokens[0], decision, REST)
    return table


class Cracked(Brittle):
    """Fails on the way to the first question of a turn, while it is `broken`."""

    async def play_phase(self, table: RulesTable[State]) -> None:
        if self.broken:
            raise ZeroDivisionError("a crack")
        await super().play_phase(table)


@pytest.mark.parametrize("title", [Brittle, Cracked])
def test_a_faulted_match_tries_again_ever_more_seldom_and_goes_on_when_it_is_repaired(
    inside: Parlour, title: type[Brittle]
) -> None:
    game = title(broken=False)
    table = waiting_for_a_bot(inside, {game.key: game})
    bots = moves(inside, {game.key: game})
    game.broken = True
    bots.move(table.id)
    assert due_in(inside, table.id) == about(MINUTE)
    met = bots_faults(inside)
    assert met
    for stood, patience in ((10 * MINUTE, 10 * MINUTE), (24 * HOUR, HOUR)):
        stood_for(inside, table.id, stood)
        swept(inside, bots, table.id)
        assert due_in(inside, table.id) == about(patience)
    assert set(met) <= set(bots_faults(inside))
    game.broken = False
    faulted = table.look(table.tokens[0])
    assert (faulted["status"], faulted["waiting_for"]) == ("faulted", [1])
    swept(inside, bots, table.id)
    going = table.look(table.tokens[0])
    assert (going["status"], going["view"]["turn"]) == ("running", 2)
    told = table.talk.get(f"{table.path}/events", params={"limit": 100})["items"]
    assert [event["kind"] for event in told].count("match_faulted") == 1


def bots_faults(inside: Parlour) -> list[str]:
    return inside.jobs().steps.store.faults.kept()


def test_a_match_is_left_to_a_worker_that_has_its_rules(inside: Parlour) -> None:
    table = waiting_for_a_bot(inside)
    newer, without = moves(inside, {"squishem": Newer()}), moves(inside, {})
    for bots in (newer, without, moves(inside, bots={})):
        bots.move(table.id)
        assert 0 < due_in(inside, table.id) <= 5000
    stood_for(inside, table.id, 10 * MINUTE)
    swept(inside, newer, table.id)
    assert due_in(inside, table.id) == about(10 * MINUTE)
    seen = table.look(table.tokens[0])
    assert (seen["status"], seen["waiting_for"]) == ("running", [1])
    swept(inside, moves(inside), table.id)
    assert table.look(table.tokens[0])["view"]["turn"] == 2


class Failing:
    """A bot that fails."""

    key: str = "random"

    def plays(self, title: str) -> bool:
        return True

    def choose(self, look: Callable[[], View], decision: Decision[Any], chance: Chance) -> Choice:
        raise ZeroDivisionError("a bot with a crack")


class Cheating(Failing):
    """A bot that doesn't know the rules."""

    def choose(self, look: Callable[[], View], decision: Decision[Any], chance: Chance) -> Choice:
        return LayAttack("rubber_chicken")


@pytest.mark.parametrize("bot", [Failing(), Cheating()], ids=["fails", "cheats"])
def test_a_bot_that_fails_keeps_nobody_waiting(inside: Parlour, bot: HouseBot) -> None:
    table = open_table(inside.talk(), "random", "random", "random", options={"turn_cap": 3})
    moves(inside, bots={"random": bot}).move(table.id)
    seen = table.look()
    assert seen["status"] == "over"
    assert bots_faults(inside) == []
    assert table.talk.post("/v1/replays", table.talk.get(f"{table.path}/record"))["verified"] is True
