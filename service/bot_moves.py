"""What the workers do for the bots: they act through the same use case as anybody."""

import hashlib

import msgspec

from service.errors import DecisionNotOpen, FaultKept, MatchExpired, MatchUnknown
from service.games.kernel.chance import SeededChance
from service.games.kernel.errors import WrongRulesVersion
from service.games.kernel.events import Told
from service.match_events import MatchFaulted
from service.matches import Matches
from service.shown import Player
from service.steps import DUE_AFTER_SECONDS, Loaded, Steps, now_ms

SWEPT_AT_ONCE = 500

MOVES_AT_ONCE = 20
"""How often the bots of one match move before it is the turn of those of another."""


class BotMoves:
    """Moves bots; run twice or at the same time, it changes nothing more."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._store = steps.store
        self._matches = Matches(steps)

    def move(self, match: str, at_most: int = MOVES_AT_ONCE) -> None:
        """Let the bots of `match` answer what they are asked, `at_most` times; then send for them again."""
        for _ in range(at_most):
            # Read before the match: a commit that comes later sets it anew, and then nothing is settled below.
            seen = self._store.due_at(match)
            if not self._moved(match):
                if seen is not None:
                    self._store.settle_due(match, seen, None)
                return
        self._steps.queue.move_bots(match)

    def sweep_once(self, seconds: int, *, everything: bool = False) -> int:
        """Sweep, unless somebody has done so within these seconds."""
        claimed = self._store.claim("sweep/everything" if everything else "sweep", seconds)
        return self.sweep(everything=everything) if claimed else 0

    def sweep(self, *, everything: bool = False) -> int:
        """Send for the bots of every match that has waited too long, or waits at all; returns how many there were."""
        now = now_ms()
        until = now + DUE_AFTER_SECONDS * 1000 if everything else now
        overdue = self._store.due_before(until, SWEPT_AT_ONCE)
        for match in overdue:
            seen = self._store.due_at(match)
            if seen is not None and seen <= until:
                self._steps.queue.move_bots(match)
                self._store.settle_due(match, seen, now + DUE_AFTER_SECONDS * 1000)
        return len(overdue)

    def _moved(self, match: str) -> bool:
        """Answer one decision of one bot; return False where none is open (to these rules)."""
        try:
            loaded = self._steps.load(match)
            return loaded.setup.status in ("running", "faulted") and self._chosen(loaded)
        except (MatchUnknown, MatchExpired):
            return False

    def _chosen(self, loaded: Loaded) -> bool:
        try:
            play = self._steps.play(loaded)
        except WrongRulesVersion:
            return False
        with play:
            asked = self._steps.asked_bots(loaded.setup, play.pending())
            if not asked:
                return False
            pending, bot = asked[0]
            decision, seat = pending.decision, pending.decision.seat
            chance = _chance(loaded.setup.seed, pending.id)
            choice = self._steps.bot(bot, "/bot").choose(lambda: play.view(seat), decision, chance)
        fault = None
        for tried in (choice, *(other for other in decision.choices.listed() or () if other != choice)):
            try:
                # Whoever moves them goes on by himself.
                self._matches.acted(loaded, Player(seat), pending.id, tried, send=False)
            except FaultKept as error:
                fault = error.fault
            except DecisionNotOpen:
                # Somebody else, perhaps the same task sent twice, has moved this bot.
                return True
            else:
                return True
        assert fault is not None
        if loaded.setup.status != "faulted":
            faulted = msgspec.structs.replace(loaded.setup, status="faulted")
            self._steps.write(loaded, setup=faulted, told=[Told(MatchFaulted(fault))])
        return False


def _chance(seed: str, decision: str) -> SeededChance:
    """Apart from the match's own chance, and the same however often the task runs."""
    return SeededChance(hashlib.sha256(f"bot/{seed}/{decision}".encode()).digest())
