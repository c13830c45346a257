"""`python -m tests.rules.mutants`: a seeded sample of small faults put into the rules; lists those no test notices.

Cosmic Ray finds the places and makes the faults. They are tried in memory: a forked child imports the mutated module
instead of the file and runs the tests that cover its line, so the working tree is never touched. Survivors that are
known to change nothing are kept, with the reason, in survivors.toml; any other one makes the exit status 1.
"""

import argparse
import os
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.rules.forks import HUNG, Trial, run
from tests.rules.mutation import Fault, Mutant, faults_of, make
from tests.rules.mutation_trial import KILLED, SURVIVED, Coverage, coverage_of, outcome, warm_up

ROOT = Path(__file__).parents[2]
PACKAGES = ("service/games/squishem", "service/games/spell_smashers", "service/games/kernel")
TESTS = ("tests/games",)
WARM = ("tests/rules/test_ledger.py",)
EXPLAINED = Path(__file__).with_name("survivors.toml")
SAMPLE = 240
TRIAL_SECONDS = 60
TOTAL_SECONDS = 540


@dataclass(frozen=True)
class Explanation:
    """Why a survivor changes nothing: the file, its line before and after (both stripped), and the reason."""

    file: str
    before: str
    after: str
    why: str

    def covers(self, mutant: Mutant) -> bool:
        return (self.file, self.before, self.after) == (mutant.fault.file, mutant.before, mutant.after)


def explanations(path: Path = EXPLAINED) -> tuple[Explanation, ...]:
    """The kept explanations, in file order."""
    return tuple(Explanation(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", []))


def sample(root: Path, packages: Sequence[str], size: int, seed: int) -> list[Mutant]:
    """Up to `size` mutants, one a place at most, taken in turn from every package (or module) of the sample."""
    chance = random.Random(seed)
    queues = [queue(root, package, chance) for package in packages]
    chosen: list[Mutant] = []
    while len(chosen) < size and queues:
        for mutants in list(queues):
            if (mutant := next(mutants, None)) is None:
                queues.remove(mutants)
            else:
                chosen.append(mutant)
    return chosen[:size]


def queue(root: Path, package: str, chance: random.Random) -> Iterator[Mutant]:
    """The package's places in random order, each with one of the faults that change the meaning there."""
    path = root / package
    places: dict[tuple[str, int, int], list[Fault]] = {}
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        for fault in faults_of(file, root):
            places.setdefault((fault.file, fault.line, fault.column), []).append(fault)
    order = sorted(places)
    chance.shuffle(order)
    for place in order:
        faults = sorted(places[place])
        chance.shuffle(faults)
        mutant = next((mutant for fault in faults if (mutant := make(fault, root)) is not None), None)
        if mutant is not None:
            yield mutant


def trials(mutants: Sequence[Mutant], packages: Sequence[str], coverage: Coverage, until: float) -> Iterator[Trial]:
    for number, mutant in enumerate(mutants):
        if time.monotonic() > until:
            return
        yield Trial(str(number), partial(outcome, mutant, coverage.tests_of(mutant), packages))


def try_mutants(
    root: Path,
    packages: Sequence[str],
    tests: Sequence[str],
    mutants: Sequence[Mutant],
    known: Sequence[Explanation],
    seconds: float,
    warm: Sequence[str] = (),
) -> int:
    """Try the mutants, starting none after `seconds`, and print what becomes of them; the exit status is `main`'s.

    Tests in `warm` are collected beforehand to load what the others need; they must import nothing that is mutated.
    """
    os.chdir(root)
    until = time.monotonic() + seconds
    dotted = [package.replace("/", ".") for package in packages]
    files = sorted({mutant.fault.file for mutant in mutants})
    if warm:
        warm_up(warm)
    [(_, found)] = run([Trial("as it is", partial(coverage_of, tests, files))], seconds=seconds)
    if not isinstance(found, dict) or found["red"]:
        print(f"The tests are red as they are: {found if isinstance(found, str) else ', '.join(found['red'])}")
        return 2
    coverage = Coverage(found["lines"], found["seconds"])
    print(f"{len(mutants)} mutants in {len(files)} files; {len(coverage.seconds)} tests are green without them")
    counts: Counter[str] = Counter()
    for key, became in run(trials(mutants, dotted, coverage, until), seconds=TRIAL_SECONDS):
        mutant = mutants[int(key)]
        if became == SURVIVED and any(explanation.covers(mutant) for explanation in known):
            became = "explained"
        elif became == HUNG:
            became = KILLED
        elif became not in (KILLED, SURVIVED):
            print(f"no verdict on {mutant}: {became}", flush=True)
            became = "without verdict"
        if became == SURVIVED:
            print(f"survived: {mutant}", flush=True)
        counts[became] += 1
    tried = counts.total()
    if tried < len(mutants):
        print(f"{len(mutants) - tried} mutants were not tried within {seconds:.0f} s")
    print(
        f"killed {counts[KILLED]} / {tried} ({counts[KILLED] / max(tried, 1):.1%}), explained {counts['explained']}, "
        f"without verdict {counts['without verdict']}, survivors {counts[SURVIVED]}"
    )
    return 0 if tried and counts[KILLED] + counts["explained"] == tried else 1


def main(arguments: Sequence[str]) -> int:
    """Exit status 0 if every survivor is explained, 1 if not, 2 if the tests are red as they are."""
    parser = argparse.ArgumentParser(prog="tests.rules.mutants", description="Try a sample of mutants of the rules.")
    parser.add_argument("--sample", type=int, default=SAMPLE, help=f"how many mutants to try (default {SAMPLE})")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default 1)")
    parser.add_argument("--seconds", type=int, default=TOTAL_SECONDS, help="start no trial after this long")
    parser.add_argument("--only", action="append", help="a package or module to take the sample from")
    options = parser.parse_args(arguments)
    mutants = sample(ROOT, options.only or PACKAGES, options.sample, options.seed)
    return try_mutants(ROOT, PACKAGES, TESTS, mutants, explanations(), options.seconds, WARM)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
