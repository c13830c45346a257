"""`python -m tests.rules.stubs [title ...]`: takes each card's effect away in turn; its title's tests must notice.

An effect is a (card, moment) pair of `game.effects()`. Taken away means: the moment gets its field's default, what a
card without such an effect has. One warm pytest session notes which tests call which effect, then forks a child per
effect that runs those tests alone; a test that never calls an effect can't miss it.

Noticing means a failed assertion. A stub that merely breaks the rules with some other error proves nothing about the
effect, and is listed as such.
"""

import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.rules.forks import Trial, run

TESTS = Path(__file__).parents[1] / "games"
SECONDS = 120


class NoDefault(TypeError):
    """An effect can't be taken away, because its field has no default that says what no effect is."""


@dataclass(frozen=True)
class Effect:
    """One registered effect: the card's id, the moment (an attribute of the card) and the card itself."""

    name: str
    moment: str
    card: Any

    @property
    def key(self) -> str:
        return f"{self.name}.{self.moment}"

    def put(self, value: Any) -> None:
        object.__setattr__(self.card, self.moment, value)

    def take_away(self) -> None:
        """Replace the effect by its field's default.

        Raises:
            NoDefault: the field has none.
        """
        default = next(field.default for field in fields(self.card) if field.name == self.moment)
        if default is MISSING:
            raise NoDefault(f"{self.key} has no default; a moment's field needs one that means no effect.")
        self.put(default)


def effects_of(game: Any) -> tuple[Effect, ...]:
    """The effects of a title, each once, in its own order."""
    return tuple(Effect(str(card.id), moment, card) for card, moment in game.effects())


@dataclass
class StubPlugin:
    """A pytest plugin that replaces the run of the collected tests by one run as they are and one for each effect."""

    effects: Sequence[Effect]
    callers: dict[str, list[pytest.Item]] = field(default_factory=dict)
    verdicts: dict[str, str] = field(default_factory=dict)
    raised: type[BaseException] | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed or not session.items:
            raise session.Interrupted(f"{session.testsfailed} errors, {len(session.items)} tests collected")
        failed = [item.nodeid for item in session.items if not self._passes(item)]
        if failed:
            raise session.Failed(f"red with every effect in place: {', '.join(failed)}")
        trials = (Trial(effect.key, partial(self._miss, effect)) for effect in self.effects)
        for key, result in run(trials, seconds=SECONDS):
            self.verdicts[key] = result
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
        report = yield
        if report.failed and call.excinfo is not None:
            self.raised = call.excinfo.type
        return report

    def _passes(self, item: pytest.Item) -> bool:
        """Run one test with every effect watched, and note which were called."""
        originals = [(effect, getattr(effect.card, effect.moment)) for effect in self.effects]
        for effect, original in originals:
            effect.put(self._watched(effect, original, item))
        try:
            return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
        finally:
            for effect, original in originals:
                effect.put(original)

    def _watched(self, effect: Effect, original: Callable[..., Any], item: pytest.Item) -> Callable[..., Any]:
        def watched(*args: Any, **kwargs: Any) -> Any:
            callers = self.callers.setdefault(effect.key, [])
            if not callers or callers[-1] is not item:
                callers.append(item)
            return original(*args, **kwargs)

        return watched

    def _miss(self, effect: Effect) -> str:
        """Run the effect's tests without it; returns "" if one of them noticed, else what happened."""
        effect.take_away()
        verdict = "no test calls it" if effect.key not in self.callers else "its tests stay green"
        for item in self.callers.get(effect.key, []):
            for report in runtestprotocol(item, log=False, nextitem=None):
                if report.failed and self.raised is not None:
                    if issubclass(self.raised, (AssertionError, pytest.fail.Exception)):
                        return ""
                    verdict = f"{item.nodeid} only breaks: {self.raised.__name__}"
        return verdict


def try_stubs(game: str, effects: Sequence[Effect], arguments: Sequence[str]) -> tuple[int, list[str]]:
    """Try every effect of a title against its tests; returns an exit status and the lines to print."""
    plugin = StubPlugin(effects)
    status = int(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments], plugins=[plugin]))
    survivors = {key: verdict for key, verdict in plugin.verdicts.items() if verdict}
    lines = [f"{game} {len(plugin.verdicts) - len(survivors)} / {len(effects)} effects missed when taken away"]
    lines += [f"  {key}: {survivors[key]}" for key in sorted(survivors)]
    return status or int(bool(survivors) or len(plugin.verdicts) != len(effects)), lines


def main(titles: Iterable[str]) -> int:
    """Exit status 0 only if the tests of every title (or of those named) miss each of its effects."""
    from service.games.catalogue import TITLES

    status = 0
    lines: list[str] = []
    for key in titles or TITLES:
        outcome, said = try_stubs(key, effects_of(TITLES[key]), [str(TESTS / key)])
        status, lines = status or outcome, lines + said
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
