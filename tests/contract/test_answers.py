"""The table of documented answers has a hole wherever no test produced one, and old notes don't fill it."""

import json
from pathlib import Path

import pytest

from tests.api.talk import contract
from tests.contract import answers


def test_what_no_test_produced_is_a_hole() -> None:
    there = answers.documented(contract().document)
    seen = {operation: dict.fromkeys(statuses, "a test") for operation, statuses in there.items()}
    assert answers.table(there, seen)[1] == 0
    del seen["getMatch"]["304"]
    lines, holes = answers.table(there, seen)
    assert holes == 1
    assert [line.split() for line in lines if "NO TEST" in line] == [["getMatch", "304", "---", "NO", "TEST", "---"]]


def test_notes_are_kept_for_the_sources_that_they_are_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = tmp_path / "notes"
    notes.touch()
    monkeypatch.setattr(answers, "KEPT", tmp_path / "kept.json")
    monkeypatch.setattr(answers, "_noted", set())
    monkeypatch.setenv(answers.NOTES, str(notes))
    assert answers.kept() is None
    for _ in range(2):
        answers.note("getMatch", 304)
    (line,) = notes.read_text(encoding="utf-8").splitlines()
    operation, status, test = json.loads(line)
    assert (operation, status) == ("getMatch", 304)
    assert test.endswith("test_answers.py::test_notes_are_kept_for_the_sources_that_they_are_of")
    pairs = answers.keep(notes, answers.digest())
    assert answers.kept() == pairs == {"getMatch": {"304": test}}
    answers.keep(notes, "of other sources")
    assert answers.kept() is None
