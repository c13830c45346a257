"""Golden records: whole matches as text, one answer a line with all that was told after it.

Some are played at random, which tries what nobody would; some by greedy bots, which see the end of the deck.

`python -m tests.games.golden_records` writes them anew, which is right only together with a new `rules_version`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from service.bots import BOTS
from service.codec import CODEC
from service.games.kernel.decisions import Choice, Ruling, WordCount
from service.games.kernel.engine import open_play
from service.games.kernel.game import Game, Options
from service.games.kernel.match import Answer, PhaseEnd, Record, Step
from service.games.spell_smashers.state import SpellSmashersOptions
from service.games.squishem.state import SquishemOptions
from service.simulated_records import record_of_match
from service.wire import to_plain
from tests.games.kernel.driving import chance_of, opened
from tests.games.titles import UNDER_TEST, Title

FOLDER = Path(__file__).parent / "golden"
GOLDEN = sorted(key for key in UNDER_TEST if key != "cellar")
AT_RANDOM: dict[str, tuple[int, ...]] = {
    "epic_spell_wars": (3, 6, 7, 9, 11, 12, 15, 21, 28),
    "spell_smashers": (0, 1, 2, 3),
    "spell_smashers_solo": (0, 1, 2, 3),
    "squishem": (0, 1, 2, 3),
}
"""Which matches are played at random, with options and numbers of seats in turn: those in which every card counts."""
BY_BOTS: dict[str, tuple[Options, ...]] = {
    "spell_smashers": (),
    "epic_spell_wars": (),
    "spell_smashers_solo": (
        SpellSmashersOptions(difficulty="extreme", boss="insatiable_vulture"),
        SpellSmashersOptions(boss="unyielding_colossus"),
        SpellSmashersOptions(lexicon="large", boss="mercurial_basilisk"),
        SpellSmashersOptions(difficulty="advanced", boss="tyrannical_warlord"),
    ),
    "squishem": (SquishemOptions(length="whole_deck"), SquishemOptions(length="whole_deck", heroes="choose")),
}
"""What matches between greedy bots are opened with; the first for the fewest seats."""


def path_of(key: str, number: int, by: str = "") -> Path:
    return FOLDER / f"{key}-{by}{number}.jsonl"


def paths() -> list[Path]:
    at_random = [path_of(key, number) for key in GOLDEN for number in AT_RANDOM[key]]
    return at_random + [path_of(key, number, "greedy-") for key in GOLDEN for number in range(len(BY_BOTS[key]))]


def lines_of(step: Step) -> dict[str, Any]:
    """One step as it stands in a golden record."""
    answers = [{**to_plain(line), "choice": to_plain(line.choice)} for line in step.logged if isinstance(line, Answer)]
    phases = [line.state_hash for line in step.logged if isinstance(line, PhaseEnd)]
    return {"answers": answers, "phases": phases, "told": to_plain(step.told)}


def write(title: Title, number: int) -> Iterator[dict[str, Any]]:
    """Play a random match; yields what it was opened with, then every step."""
    game = title.make()
    options = title.options[number % len(title.options)]
    seats = title.seats[number % len(title.seats)]
    chance = chance_of(number, 2026)
    playing = opened(game, seats, 1000 + number, options)
    match = playing.match
    yield head_of(playing.record())
    yield lines_of(Step(match, tuple(playing.told), tuple(playing.lines)))
    while playing.play.outcome() is None:
        yield lines_of(playing.act(title.plays(playing, chance)))
    playing.play.close()


def write_by_bots(title: Title, key: str, number: int) -> Iterator[dict[str, Any]]:
    """Let greedy bots play a match; yields the same."""
    game = title.make()
    seats = title.seats[number % len(title.seats)]
    record = record_of_match(game, BY_BOTS[key][number], [BOTS["greedy"]] * seats, 2027, number, rotate=False)
    yield head_of(record)
    yield from replayed(game, record)


def head_of(record: Record) -> dict[str, Any]:
    """What a match was opened with."""
    return {
        "game": record.game,
        "rules_version": record.rules_version,
        "options": to_plain(record.options),
        "seats": record.seats,
        "seed": record.seed,
    }


def read(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    head, *steps = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return head, steps


def record_of(game: Game[Any], head: dict[str, Any], steps: list[dict[str, Any]]) -> Record:
    """The record that a golden file holds."""
    shapes: list[type[Choice]] = [*game.vocabulary.choices, Ruling, WordCount]
    kinds = {shape.kind: shape for shape in shapes}
    answers = []
    for step in steps:
        for plain in step["answers"]:
            fields = dict(plain)
            choice = dict(fields.pop("choice"))
            answers.append(Answer(**fields, choice=msgspec.convert(choice, kinds[choice.pop("kind")])))
    return Record(
        game.key,
        head["rules_version"],
        msgspec.convert(head["options"], game.vocabulary.options),
        head["seats"],
        head["seed"],
        tuple(answers),
        tuple(state_hash for step in steps for state_hash in step["phases"]),
    )


def replayed(game: Game[Any], record: Record) -> Iterator[dict[str, Any]]:
    """Play a record again, step by step; raises ReplayDiverged."""
    play, step = open_play(game, CODEC, record.options, record.seats, record.seed)
    with play:
        yield lines_of(step)
        for at, answer in enumerate(record.answers):
            yield lines_of(play.repeat(at, answer))
        assert play.outcome() is not None


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for key in GOLDEN:
        for number in AT_RANDOM[key]:
            _keep(path_of(key, number), write(UNDER_TEST[key], number))
        for number in range(len(BY_BOTS[key])):
            _keep(path_of(key, number, "greedy-"), write_by_bots(UNDER_TEST[key], key, number))


def _keep(path: Path, rows: Iterator[dict[str, Any]]) -> None:
    lines = [json.dumps(row, separators=(",", ":")) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
