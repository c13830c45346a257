"""The laws of the source hold, and each of them would notice."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.laws import (
    ASKING,
    Source,
    async_names,
    caught,
    empty_names,
    floats,
    foreign_imports,
    loose_coroutines,
    module_values,
    set_orders,
    sources,
    unowned_imports,
)

ALL = sources()
RULES = [source for source in ALL if source.in_rules]
Law = Callable[[Source], list[str]]


def test_the_sources_are_found() -> None:
    modules = {source.module for source in ALL}
    assert {"service.settings", "service.games.kernel.table", "service.games.squishem.turn", "workers.app"} <= modules


@pytest.mark.parametrize("law", [foreign_imports, module_values, floats, set_orders, caught])
def test_the_rules_keep(law: Law) -> None:
    assert [found for source in RULES for found in law(source)] == []


@pytest.mark.parametrize("law", [unowned_imports, empty_names])
def test_the_house_keeps(law: Law) -> None:
    assert [found for source in ALL for found in law(source)] == []


def test_every_coroutine_of_a_title_is_awaited_where_it_is_made() -> None:
    # The kernel is the driver: it alone takes coroutines into its hands.
    titles = {source.title for source in RULES} - {None, "kernel"}
    assert titles
    for title in titles:
        of = [source for source in RULES if source.title == title]
        names = async_names(of)
        assert names > ASKING, f"{title} asks nothing"
        assert [found for source in of for found in loose_coroutines(source, names)] == []


TITLE = "service.games.squishem.turn"
awaits = partial(loose_coroutines, names=ASKING | {"refill", "on_enter"})


@pytest.mark.parametrize(
    ("law", "module", "bad"),
    [
        (foreign_imports, TITLE, "import random"),
        (foreign_imports, TITLE, "import asyncio"),
        (foreign_imports, TITLE, "def f():\n    from time import time"),
        (foreign_imports, TITLE, "import functools"),
        (foreign_imports, TITLE, "from service.store import MatchStore"),
        (foreign_imports, TITLE, "from service import store"),
        (foreign_imports, TITLE, "import service.settings"),
        (foreign_imports, TITLE, "from service.gamesome import x"),
        (foreign_imports, TITLE, "from service.games.spell_smashers.state import State"),
        (foreign_imports, TITLE, "from service.games import catalogue"),
        (foreign_imports, TITLE, "from . import state"),
        (foreign_imports, "service.games.kernel.engine", "from service.games.squishem import game"),
        (unowned_imports, "service.matches", "import redis"),
        (unowned_imports, "service.store_room", "from redis import Redis"),
        (unowned_imports, "service.matches", "from celery import Celery"),
        (unowned_imports, "service.matches", "def f():\n    from flask import g"),
        (unowned_imports, "workers.seats", "import flask"),
        (unowned_imports, "schemas.match", "from werkzeug.http import dump_cookie"),
        (module_values, TITLE, "SEEN = []"),
        (module_values, TITLE, "SEEN: dict[str, int] = {}"),
        (module_values, TITLE, "SEEN = set()"),
        (module_values, TITLE, "PAIR = (1, [])"),
        (module_values, TITLE, "NEXT = itertools.count()"),
        (module_values, TITLE, "class Card:\n    uses = {}"),
        (module_values, TITLE, "def f(seen=[]): ..."),
        (module_values, TITLE, "def f(*, seen={}): ..."),
        (module_values, TITLE, "def f():\n    global SEEN\n    SEEN = 1"),
        (module_values, TITLE, "@functools.cache\ndef f(): ..."),
        (module_values, TITLE, "@lru_cache(maxsize=None)\ndef f(): ..."),
        (floats, TITLE, "HALF = 0.5"),
        (floats, TITLE, "def f(x): return x / 2"),
        (floats, TITLE, "def f(x):\n    x /= 2"),
        (floats, TITLE, "def f(x): return float(x)"),
        (floats, TITLE, "class S:\n    hp: float"),
        (set_orders, TITLE, "for card in {1, 2}: ..."),
        (set_orders, TITLE, "def f(cards): return [card for card in set(cards)]"),
        (set_orders, TITLE, "def f(cards: set[int]): return list(cards)"),
        (set_orders, TITLE, "def f(cards: frozenset[int]): return tuple(cards)"),
        (set_orders, TITLE, "def f(x):\n    seen = {c for c in x}\n    for c in seen: ..."),
        (set_orders, TITLE, "def f(a, b): return ','.join(set(a) - b)"),
        (set_orders, TITLE, "class S:\n    hand: set[str]\ndef f(s):\n    for c in s.hand: ..."),
        (set_orders, TITLE, "def f(s: set[int]): return s.pop()"),
        (set_orders, TITLE, "def f(s: set[int]):\n    async def g():\n        pass\n    return list(s)"),
        (set_orders, TITLE, "ALL = frozenset(x)\ndef f():\n    for x in ALL: ..."),
        (
            set_orders,
            TITLE,
            "class S:\n    def __init__(self):\n        self.seen = set()\ndef f(s): return list(s.seen)",
        ),
        (set_orders, TITLE, "def f(s: set[int]): return [*s]"),
        (set_orders, TITLE, "def f(s: set[int]): return dict.fromkeys(s)"),
        (set_orders, TITLE, "def f(x): return sorted(x, key=lambda c: hash(c))"),
        (set_orders, TITLE, "def f(x): return id(x)"),
        (awaits, TITLE, "async def f(t):\n    refill(t)"),
        (awaits, TITLE, "async def f(t):\n    x = t.refill()\n    await x"),
        (awaits, TITLE, "async def f(t):\n    return [refill(x) for x in t]"),
        (awaits, TITLE, "async def f(t):\n    t.ask(0, build)"),
        (awaits, TITLE, "async def f(t, card):\n    card.on_enter(t)"),
        (awaits, TITLE, "f = lambda t: refill(t)"),
        (awaits, TITLE, "def refill(t): ..."),
        (awaits, TITLE, "async def f(t):\n    async for x in t: ..."),
        (awaits, TITLE, "async def f(t):\n    async with t: ..."),
        (awaits, TITLE, "async def f(t):\n    return [x async for x in t]"),
        (awaits, TITLE, "async def f(t):\n    if t:\n        yield 1"),
        (caught, TITLE, "try: ...\nexcept ValueError: ..."),
        (caught, "service.games.kernel.engine", "try: ...\nexcept: ..."),
        (empty_names, "service.utils", ""),
        (empty_names, "service.games.base", ""),
        (empty_names, TITLE, "class MatchManager: ..."),
        (empty_names, TITLE, "def damage_helper(): ..."),
        (empty_names, TITLE, "async def do_turn(): ..."),
    ],
)
def test_a_law_bites(law: Law, module: str, bad: str) -> None:
    assert law(Source(module, bad)) != []


@pytest.mark.parametrize(
    ("law", "module", "good"),
    [
        (
            foreign_imports,
            TITLE,
            "from collections.abc import Iterator\nimport re\nfrom service.games.kernel.table import Table",
        ),
        (foreign_imports, TITLE, "from service.games.squishem import events\nfrom service.games import kernel"),
        (foreign_imports, "service.games.catalogue", "from service.games.squishem import game"),
        (unowned_imports, "service.store", "import redis"),
        (unowned_imports, "service.api.matches", "import flask"),
        (unowned_imports, "workers.seats", "from celery import Task"),
        (module_values, TITLE, "CARDS = (1, 2)\nBY_NAME = MappingProxyType({1: 2})\n__all__ = ['CARDS']"),
        (module_values, TITLE, "class S:\n    hand: list[str] = field(default_factory=list)"),
        (floats, TITLE, "def f(x): return x // 2 + 1"),
        (set_orders, TITLE, "def f(s: set[int]): return sorted(s), len(s), 3 in s"),
        (set_orders, TITLE, "def f(a):\n    s = set(a)\ndef g(s):\n    for x in s: ..."),
        (
            awaits,
            TITLE,
            "async def f(t):\n    await refill(t)\n    await t.ask_all((0,), refill)\n    return (await t.ask(0, b)).x",
        ),
        (caught, "service.games.kernel.engine", "try: ...\nexcept StopIteration: ..."),
        (empty_names, TITLE, "class DoubleTrouble: ...\ndef domain(): ...\ndef based(): ..."),
    ],
)
def test_a_law_lets_live(law: Law, module: str, good: str) -> None:
    assert law(Source(module, good)) == []
