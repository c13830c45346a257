"""What the workers do for bots and for the referee: they act through the same use case as anybody."""

import hashlib
import logging
from collections.abc import Callable
from typing import Any

import msgspec

from service.errors import BotUnknown, DecisionNotOpen, FaultKept, GameUnknown, MatchExpired, MatchUnknown
from service.failpoints import reach
from service.games.kernel.chance import SeededChance
from service.games.kernel.decisions import Choice, Decision
from service.games.kernel.engine import Play
from service.games.kernel.errors import GameError, RulesFault, WrongRulesVersion
from service.games.kernel.events import Told
from service.games.kernel.match import Pending
from service.lexicons import referee
from service.lexicons.lexicon import LexiconUnlisted
from service.match_events import MatchFaulted
from service.matches import Matches
from service.rulings import referrals
from service.shown import Player
from service.steps import DUE_AFTER_SECONDS, RETRY_FAULT_SECONDS, Loaded, Steps, now_ms

SWEPT_AT_ONCE = 500

MOVES_AT_ONCE = 20
"""How often the bots of one match move before it is the turn of those of another."""

LONGEST_PATIENCE_SECONDS = 3600
"""How long at most it takes until bots that can't go on try again, though nobody looks."""

_log = logging.getLogger(__name__)


class _Stuck(Exception):
    """Bots are asked, and can't go on by these rules. They try again after as long as the match has stood."""

    def __init__(self, loaded: Loaded, at_least: int) -> None:
        stood = now_ms() - max(loaded.heard.times)
        self.patience = min(max(stood, at_least * 1000), LONGEST_PATIENCE_SECONDS * 1000)
        super().__init__(loaded.id)


class BotMoves:
    """Moves bots, and rules on words; run twice or at the same time, it changes nothing more."""

    def __init__(self, steps: Steps, rule: Callable[[Decision[Any]], Choice] = referee.rule) -> None:
        self._steps = steps
        self._rule = rule
        self._store = steps.store
        self._matches = Matches(steps)

    def move(self, match: str, at_most: int = MOVES_AT_ONCE) -> None:
        """Let the bots and the referee answer what they are asked, `at_most` times; then send for them again."""
        for _ in range(at_most):
            # Read before the match: a commit that comes later sets it anew, and then nothing is settled below.
            seen = self._store.due_at(match)
            try:
                moved = self._moved(match)
            except _Stuck as stuck:
                self._store.settle_due(match, seen, now_ms() + stuck.patience)
                return
            if not moved:
                if seen is not None:
                    self._store.settle_due(match, seen, None)
                return
            reach("bot.moved")
        self._steps.queue.move_bots(match)

    def sweep_once(self, seconds: int, *, everything: bool = False) -> int:
        """Sweep, unless somebody has done so within these seconds."""
        claimed = self._store.claim("sweep/everything" if everything else "sweep", seconds)
        return self.sweep(everything=everything) if claimed else 0

    def sweep(self, *, everything: bool = False) -> int:
        """Send for every match that has waited too long for a bot or the referee, or waits at all; returns how many."""
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
        """Answer one decision of the referee or of one bot; return False where none is asked. Raises _Stuck."""
        try:
            loaded = self._steps.load(match)
        except (MatchUnknown, MatchExpired):
            return False
        if loaded.setup.status not in ("running", "faulted"):
            return False
        try:
            return self._moved_one(loaded)
        except (WrongRulesVersion, GameUnknown, BotUnknown, LexiconUnlisted):
            # The message may reach a worker that has its rules, its bots, and its lexicon.
            raise _Stuck(loaded, DUE_AFTER_SECONDS) from None
        except FaultKept as error:
            if loaded.setup.status != "faulted":
                faulted = msgspec.structs.replace(loaded.setup, status="faulted")
                self._steps.write(loaded, setup=faulted, told=[Told(MatchFaulted(error.fault))])
            raise _Stuck(loaded, RETRY_FAULT_SECONDS) from error

    def _moved_one(self, loaded: Loaded) -> bool:
        """Answer for the referee, or the first bot that is asked and meets more than faults; raises FaultKept."""
        fault = None
        with self._steps.play(loaded) as play:
            # Somebody may wait for the ruling in front of his screen.
            if referred := referrals(play.pending()):
                ruling = self._rule(referred[0].pending.decision)
                reach("word.ruled")
                self._matches.ruled(loaded, play, referred[0], ruling)
                return True
            try:
                for pending, bot in self._steps.asked_bots(loaded.setup, play.pending()):
                    choice = self._choice(loaded, play, pending, bot)
                    reach("bot.chosen")
                    fault = self._acted(loaded, pending, choice)
                    if fault is None:
                        return True
            except RulesFault as error:
                raise self._steps.fault_kept(loaded, error) from error
        if fault is not None:
            raise fault
        return False

    def _acted(self, loaded: Loaded, pending: Pending, choice: Choice) -> FaultKept | None:
        """Answer with the choice, or else with another; return the fault where the rules fail with each."""
        fault = None
        decision = pending.decision
        for tried in (choice, *(other for other in decision.choices.listed() or () if other != choice)):
            try:
                # Whoever moves them goes on by himself.
                self._matches.acted(loaded, Player(decision.seat), pending.id, tried, send=False)
            except FaultKept as error:
                fault = error
            except DecisionNotOpen:
                # Somebody else, perhaps the same task sent twice, has moved this bot.
                return None
            else:
                return None
        return fault

    def _choice(self, loaded: Loaded, play: Play[Any], pending: Pending, bot: str) -> Choice:
        """Return what a bot chooses; where the bot itself fails, anything, for others wait for it."""
        decision = pending.decision
        chance = _chance(loaded.setup.seed, pending.id)
        player = self._steps.bot(bot, loaded.setup.game, "/bot")
        try:
            choice: Choice = player.choose(lambda: play.view(decision.seat), decision, chance)
            if decision.choices.contains(choice):
                return choice
            _log.error("bot %s made an illegal choice in %s at version %s", bot, loaded.id, loaded.version)
        except GameError:
            raise
        except Exception:  # noqa: BLE001 - a bot may raise whatever it likes
            _log.exception("bot %s failed in %s at version %s", bot, loaded.id, loaded.version)
        chosen: Choice = decision.choices.sample(chance)
        return chosen


def _chance(seed: str, decision: str) -> SeededChance:
    """Apart from the match's own chance, and the same however often the task runs."""
    return SeededChance(hashlib.sha256(f"bot/{seed}/{decision}".encode()).digest())
