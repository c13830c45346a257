"""`alehouse drain`: nothing new begins, and what is left is counted until none is."""

import argparse
import time
from contextlib import closing

from service.commands import UsageWrong, store_url
from service.draining import Drain, Left
from service.store import JobStore, MatchStore

LOOK_SECONDS = 1.0


def run(asked: argparse.Namespace) -> int:
    """Begin, and wait as long as is asked; status 1 where some are left when the time is over."""
    if asked.within is not None and not 0 <= asked.within < float("inf"):
        raise UsageWrong(f"--within is {asked.within}; it may be 0 seconds or more.")
    url = store_url()
    with closing(MatchStore(url)) as store, closing(JobStore(url)) as jobs:
        return _run(asked, Drain(store, jobs))


def _run(asked: argparse.Namespace, drain: Drain) -> int:
    if asked.end:
        print(
            "Matches and simulations may begin again."
            if drain.end()
            else "Nothing kept matches and simulations from beginning."
        )
        return 0
    drain.begin()
    print("No match or simulation begins any more; `alehouse drain --end` lifts this.")
    waits = asked.wait or asked.within is not None
    until = float("inf") if asked.within is None else time.monotonic() + asked.within
    left = _told(drain.left())
    while left and waits and time.monotonic() < until:
        time.sleep(min(LOOK_SECONDS, max(0.0, until - time.monotonic())))
        now = drain.left()
        left = _told(now) if now != left else left
    return 1 if left and waits else 0


def _told(left: list[Left]) -> list[Left]:
    """Print what is left and return it."""
    for one in left:
        counted = f"{one.matches:,} matches, {one.simulations:,} simulations"
        print(f"left: {one.game}, rules version {one.rules_version}: {counted}")
    if not left:
        print("left: none")
    print(end="", flush=True)
    return left
