"""Bots that are sent for: once, by whoever notices, and they choose the same wherever they run."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from service.bot_moves import BotMoves
from service.steps import Steps
from tests.api.brittle import REST, Brittle, one_monster
from tests.api.house import until
from tests.api.simulating import Parlour
from tests.api.talk import Table, open_table


def test_a_match_whose_bot_meets_nothing_but_faults_stands_still_until_it_is_repaired(inside: Parlour) -> None:
    game = Brittle(broken=True)
    titles = {game.key: game}
    table = one_monster(inside.talk(titles), None, "random")
    bots = BotMoves(inside.steps(titles))
    (decision,) = table.look(table.tokens[0])["decisions"]
    table.act(table.tokens[0], decision, REST)
    for _ in range(2):
        bots.move(table.id)
        stuck = table.look(table.tokens[0])
        assert (stuck["status"], stuck["waiting_for"]) == ("faulted", [1])
        assert stuck["view"]["turn"] == 1
    game.broken = False
    bots.move(table.id)
    going = table.look(table.tokens[0])
    assert (going["status"], going["view"]["turn"]) == ("running", 2)
    assert inside.store.zscore("matches:due", table.id) is None


def test_a_bot_moves_once_however_often_its_task_runs(inside: Parlour) -> None:
    table = open_table(inside.talk(), None, "random")
    steps = inside.steps()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: BotMoves(steps).move(table.id), range(8)))
    seen = table.look(table.tokens[0])
    assert seen["waiting_for"] == [0]
    assert [line[0] for line in logged(inside, table.id)] == [1]


def test_a_bot_chooses_the_same_wherever_it_runs(inside: Parlour) -> None:
    """Its chance comes from the match's seed and the decision, so a task that runs again changes nothing."""
    table = open_table(inside.talk(), None, "random")
    key = f"match:{{{table.id}}}"
    before = inside.store.dump(key), inside.store.dump(f"{key}:told")
    laid = []
    for _ in range(2):
        inside.store.delete(f"{key}:log")
        inside.store.restore(key, 0, before[0], replace=True)  # type: ignore[arg-type]
        inside.store.restore(f"{key}:told", 0, before[1], replace=True)  # type: ignore[arg-type]
        BotMoves(inside.steps()).move(table.id)
        laid.append(logged(inside, table.id))
    assert laid[0] == laid[1]
    assert len(laid[0]) == 1


def logged(inside: Parlour, match: str) -> list[Any]:
    """Return the answers in the log of a match."""
    lines: Any = inside.store.lrange(f"match:{{{match}}}:log", 0, -1)
    return [line for line in map(msgspec.msgpack.decode, lines) if len(line) > 2]


def test_an_overdue_match_is_found_by_the_sweeper_and_by_a_look(inside: Parlour) -> None:
    table = open_table(inside.talk(), None, "random")
    bots = BotMoves(inside.steps())
    key = f"match:{{{table.id}}}"
    forget_opening(inside, table)
    inside.store.zadd("matches:due", {table.id: 1})
    assert bots.sweep() >= 1
    until(lambda: sent_for(inside, table), "the sweeper has sent for them")
    due = inside.store.zscore("matches:due", table.id)
    assert due is not None
    assert due > 1
    inside.store.delete("fast", "matches:due")
    told, numbers, times = msgspec.msgpack.decode(inside.store.hget(key, "heard"))  # type: ignore[arg-type]
    inside.store.hset(key, "heard", msgspec.msgpack.encode([told, numbers, [time - 10_000 for time in times]]))
    table.look(table.tokens[0])
    until(lambda: sent_for(inside, table), "the look has sent for them")
    bots.move(table.id)
    assert table.look(table.tokens[0])["waiting_for"] == [0]


def test_a_worker_that_comes_back_sends_for_all_that_wait(inside: Parlour) -> None:
    """What was under way when Redis or the worker died is not overdue yet."""
    steps = inside.steps()
    table = open_table(inside.talk(), None, "random")
    forget_opening(inside, table)
    BotMoves(steps).sweep()
    assert messages_until_marked(inside, steps, table.id) == 0
    assert BotMoves(steps).sweep_once(5, everything=True) >= 1
    assert BotMoves(steps).sweep_once(5, everything=True) == 0
    assert messages_until_marked(inside, steps, table.id) == 1


def test_bots_who_move_many_times_send_for_themselves_once(inside: Parlour) -> None:
    steps = inside.steps()
    table = open_table(inside.talk(), "random", "random")
    forget_opening(inside, table)
    BotMoves(steps).move(table.id, at_most=3)
    assert len(logged(inside, table.id)) == 3
    assert messages_until_marked(inside, steps, table.id) == 1


def forget_opening(inside: Parlour, table: Table) -> None:
    """Lose the message that the opening of a match has sent."""
    until(lambda: sent_for(inside, table), "the opening has sent for the bots")
    inside.store.delete("fast")


def sent_for(inside: Parlour, table: Table) -> bool:
    return any(table.id.encode() in sent for sent in waiting(inside))


def messages_until_marked(inside: Parlour, steps: Steps, match: str) -> int:
    """Count the messages for a match that these steps have sent; one sender sends all of theirs in order."""
    steps.queue.move_bots("marker")
    until(lambda: any(b"marker" in sent for sent in waiting(inside)), "the marker has come")
    count = sum(match.encode() in sent for sent in waiting(inside))
    inside.store.delete("fast")
    return count


def waiting(inside: Parlour) -> list[bytes]:
    found: Any = inside.store.lrange("fast", 0, -1)
    return list(found)


def test_a_bot_is_sent_for_as_soon_as_somebody_leaves(inside: Parlour) -> None:
    table = open_table(inside.talk(), None, None)
    assert inside.store.zscore("matches:due", table.id) is None
    table.talk.delete(f"{table.path}/seats/1", table.tokens[1])
    assert inside.store.zscore("matches:due", table.id) is not None
    BotMoves(inside.steps()).move(table.id)
    assert table.look(table.tokens[0])["waiting_for"] == [0]
