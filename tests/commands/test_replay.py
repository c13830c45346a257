"""`alehouse replay`: a record is followed, explained, and found out where it is not what it says."""

import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.bots import BOTS, bots_of
from service.codec import CODEC
from service.commands.telling import line_of, told_lines
from service.games.catalogue import TITLES
from service.games.kernel.decisions import Ruling
from service.games.kernel.engine import Play, replay
from service.games.kernel.events import Referred, Told
from service.games.kernel.match import Record
from service.games.squishem import attacking, turn
from service.games.squishem.game import Squishem
from service.games.squishem.state import SquishemOptions
from service.shown import commitment_of
from service.simulated_records import record_of_match
from service.tallies import play_matches, seed_of_match
from tests.api.brittle import Brittle
from tests.commands.running import Ran, alehouse, called
from tests.games.kernel.driving import asked, chance_of, offered, opened
from tests.games.titles import UNDER_TEST

GAME = TITLES["squishem"]
SHAPE = ("simulate", "squishem", "--bots", "random,random", "--seed", "11", "--options", "heroes=choose")
ASKING: tuple[Callable[..., Any], ...] = (
    *(Squishem.play_phase, turn.play_turn, attacking.choose_attacks, attacking.lay_card),
)
Json = dict[str, Any]


@pytest.fixture(scope="module")
def text() -> str:
    """A record as the command prints it."""
    ran = alehouse(*SHAPE, "--record", "4")
    assert (ran.status, ran.err) == (0, "")
    return ran.out


@pytest.fixture
def file(text: str, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(text)
    return path


def replayed(path: Path, *more: str) -> Ran:
    return called("replay", str(path), *more)


def changed(path: Path, change: Any) -> Path:
    record = json.loads(path.read_text())
    change(record)
    path.write_text(json.dumps(record))
    return path


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("bot", bots_of("squishem"))
def test_the_record_of_a_simulated_match_is_that_very_match(bot: str, rotate: bool, number: int) -> None:
    bots = [BOTS[bot], BOTS["random"], BOTS[bot]]
    options = SquishemOptions(heroes="choose")
    (row,) = play_matches(GAME, options, bots, 5, range(number, number + 1), rotate=rotate)
    record = record_of_match(GAME, options, bots, 5, number, rotate=rotate)
    assert record.seed == row.seed == seed_of_match(5, number).hex()
    assert len(record.answers) == row.decisions
    with ended(record) as play:
        outcome = play.outcome()
        assert outcome is not None
        shift = number % 3 if rotate else 0
        assert (tuple(sorted((seat - shift) % 3 for seat in outcome.winners)), outcome.ending) == (
            row.winners,
            row.ending,
        )


def ended(record: Record) -> Play[Any]:
    match, _ = replay(GAME, CODEC, record)
    return Play(GAME, CODEC, match)


def test_a_whole_record_is_followed_to_its_outcome(text: str) -> None:
    ran = alehouse("replay", "-", sent=text)
    assert (ran.status, ran.err) == (0, "")
    record = json.loads(text)
    answers = [line for line in ran.out.splitlines() if line.startswith("answer ")]
    assert len(answers) == len(record["answers"])
    first = record["answers"][0]
    assert answers[0] == f"answer 0: seat {first['seat']}, choose_hero: hero hero={first['choice']['hero']}"
    ends = re.findall(r"-- phase (\d+) ended, state ([0-9a-f]{16})$", ran.out, re.MULTILINE)
    assert [state for _, state in ends] == [state[:16] for state in record["phases"]]
    over, held = ran.out.splitlines()[-2:]
    assert re.fullmatch(r"Over by three_kills; winning seats: [01](, [01])?\.", over)
    assert held == f"Every answer, and every one of {len(ends)} phases, is as recorded."


def test_it_stops_before_an_answer_and_shows_what_is_open(file: Path, text: str) -> None:
    answers = json.loads(text)["answers"]
    said = ""
    for stop in (0, 1, len(answers) // 2, len(answers)):
        ran = replayed(file, "--to", str(stop))
        assert (ran.status, ran.err) == (0, "")
        said = ran.out
        assert said.count("\nanswer ") == stop
        if stop < len(answers):
            choice = answers[stop]["choice"]
            named = " ".join([choice.pop("kind"), *(f"{name}={value}" for name, value in choice.items())])
            assert f"    - {named}\n" in ran.out.partition("Open decisions:")[2]
    assert "Over by" in said


def test_it_explains_in_which_functions_of_the_rules_a_decision_is_awaited(file: Path) -> None:
    ran = replayed(file, "--to", "2", "--explain")
    decisions = ran.out.partition("Open decisions:")[2].split("  d_")[1:]
    assert len(decisions) == 2, "both seats lay a card at once"
    for decision in decisions:
        places = re.findall(r"^      (\S+):(\d+)  (\S+)$", decision.partition("awaited in")[2], re.MULTILINE)
        functions = [function for _, _, function in places]
        assert functions == ["Squishem.play_phase", "play_turn", "choose_attacks", "lay_card"]
        for (path, number, _), function in zip(places, ASKING, strict=True):
            lines, first = inspect.getsourcelines(function)
            assert inspect.getfile(function).endswith(path)
            # The very line that awaits.
            assert "await" in lines[int(number) - first]


@pytest.mark.parametrize("key", UNDER_TEST)
def test_every_question_of_every_title_is_awaited_somewhere_and_no_interrupt_is(key: str) -> None:
    title = UNDER_TEST[key]
    game = title.make()
    playing, chance, interrupts = opened(game, title.seats[0], 3), chance_of(3), 0
    while playing.play.outcome() is None:
        for one in asked(playing.play):
            waits = playing.play.waits(one.id)
            assert waits
            assert waits[0].function.endswith(".play_phase")
        for one in offered(playing.play):
            interrupts += 1
            assert playing.play.waits(one.id) == ()
        playing.act(playing.choose(chance))
    assert interrupts or not any(kind.optional for kind in game.vocabulary.decisions)


def divergence(at: int) -> str:
    return f"diverges at answer {at}: "


def test_a_record_that_diverges_says_where_and_why(file: Path, text: str) -> None:
    def forge(record: Json) -> None:
        record["answers"][3]["fingerprint"] = "0" * 16

    ran = replayed(changed(file, forge))
    assert ran.status == 1
    assert ran.err.count("\n") == 1
    assert f"{divergence(3)}'choose_attack' of seat" in ran.err
    assert f"alehouse replay {file} --to 3 --explain" in ran.err
    assert ran.out.count("\nanswer ") == 3
    assert replayed(file, "--to", "3").status == 0
    assert replayed(file, "--to", "4").status == 1


def test_a_phase_that_ended_otherwise_is_found(file: Path) -> None:
    ran = replayed(changed(file, lambda record: record["phases"].__setitem__(1, "0" * 64)))
    assert ran.status == 1
    assert "phase 2 ended in another state" in ran.err
    assert "as recorded" not in ran.out


def test_a_phase_too_few_or_too_many_is_found(file: Path, text: str) -> None:
    for change in (lambda record: record["phases"].pop(), lambda record: record["phases"].append("0" * 64)):
        file.write_text(text)
        ran = replayed(changed(file, change))
        assert (ran.status, ran.err.count("\n")) == (1, 1)
        assert "phases are on record" in ran.err


def test_the_seed_is_held_against_its_commitment(file: Path, text: str) -> None:
    true = commitment_of(json.loads(text)["seed"])
    false = "sha256:" + "0" * 64
    assert replayed(file, "--commitment", true).status == 0
    assert f"{true}, not {false}" in replayed(file, "--commitment", false).err
    changed(file, lambda record: record.__setitem__("commitment", true))
    assert replayed(file).status == 0
    changed(file, lambda record: record.__setitem__("commitment", false))
    ran = replayed(file)
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert f"{true}, not {false}" in ran.err


def test_other_rules_are_not_played(file: Path) -> None:
    ran = replayed(changed(file, lambda record: record.__setitem__("rules_version", 99)))
    assert ran.status == 1
    assert f"rules version 99; version {GAME.rules_version} is here" in ran.err


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("", "is no JSON"),
        ("[]", "Not an object"),
        ('{"game": "chess"}', "/game: Must be one of"),
        ('{"game": "squishem"}', "/rules_version: Missing"),
    ],
)
def test_what_is_no_record_is_named(sent: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "sent.json"
    path.write_text(sent)
    replayed(path).failed(str(path), said)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    alehouse("replay", str(tmp_path / "none.json")).failed("none.json", "No such file")


def test_a_stop_past_the_end_is_refused(file: Path, text: str) -> None:
    last = len(json.loads(text)["answers"]) - 1
    replayed(file, "--to", "9999").failed("--to is 9999", f"0 to {last}", status=2)


def test_what_one_seat_alone_hears_is_marked() -> None:
    assert told_lines(Told(Referred(1), seat=1)) == ["referred seat=1  (to seat 1 alone)"]
    assert told_lines(Told(Referred(1))) == ["referred seat=1"]


def test_yes_and_no_are_written_as_json_has_them() -> None:
    assert line_of(Ruling(True, "23466d")) == "ruling legal=true sha256=23466d"


def test_a_record_that_meets_a_fault_says_at_which_answer(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Brittle(broken=True)
    monkeypatch.setattr("service.commands.replay.TITLES", {broken.key: broken})
    ran = replayed(file)
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    answers = ran.out.count("\nanswer ")
    assert answers
    assert f"The rules fail at answer {answers}: The rules raised ZeroDivisionError('a crack')." in ran.err
    before = replayed(file, "--to", str(answers), "--explain")
    assert (before.status, before.err) == (0, "")
    assert "Brittle.play_phase" in before.out
