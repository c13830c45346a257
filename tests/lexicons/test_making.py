"""The shipped lexicons are what their sources make, and are passed on as their authors ask."""

import hashlib
import json
import lzma
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from service.lexicons.shipped import FIGURES, LISTS, shipped
from tests.lexicons import making
from tests.lexicons.making import BLOCKED, ENABLE, LICENCES, SCOWL, SOURCES, SourceChanged, Sources

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def sources() -> Sources:
    return making.read_sources()


def test_made_anew_every_file_has_the_same_bytes(sources: Sources, tmp_path: Path) -> None:
    making.make(sources, tmp_path, tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    there = {path.name: path.read_bytes() for path in LISTS.iterdir()}
    there["scowl.txt"] = (LICENCES / "scowl.txt").read_bytes()
    assert sorted(made) == sorted(there)
    assert [name for name in made if made[name] != there[name]] == []


def test_the_lists_are_those_that_were_settled() -> None:
    figures = {one["name"]: one for one in json.loads((LISTS / FIGURES).read_text())}
    assert {name: one["size"] for name, one in figures.items()} == {
        "standard": 184_536,
        "family": 79_936,
        "large": 254_565,
    }
    assert figures["standard"]["sha256"] == "23466db56c9eb534302a9830407ad21d93e687768394877e7126cee5f6d3af5e"


def test_what_is_said_of_a_list_is_true() -> None:
    for lexicon in shipped():
        text = lexicon.read()
        words = text.split("\n")
        assert words.pop() == ""
        assert len(words) == lexicon.size
        assert words == sorted(set(words))
        assert all(re.fullmatch("[a-z]{2,}", word) for word in words)
        assert hashlib.sha256(text.encode()).hexdigest() == lexicon.sha256


def test_the_family_loses_what_is_blocked_and_nothing_else(sources: Sources) -> None:
    blocked = sources.blocked
    assert list(blocked) == sorted(set(blocked))
    unblocked = making.RECIPES["family"].words(Sources(sources.scowl, sources.notices, sources.enable, ()))
    assert len(unblocked) == 80_318
    # No line without a word that it takes away: the list is of whole words, and none is there to be safe.
    assert set(blocked) <= unblocked
    (family,) = (one for one in shipped() if one.name == "family")
    assert family.words == unblocked.difference(blocked)


@pytest.mark.parametrize("name", [SCOWL[0], ENABLE[0]])
def test_a_source_that_is_another_is_refused(name: str, tmp_path: Path) -> None:
    for source in (SCOWL[0], ENABLE[0], BLOCKED):
        (tmp_path / source).write_bytes((SOURCES / source).read_bytes())
    other = b"!<arch>\n" if name == SCOWL[0] else lzma.compress(b"aa\n")
    (tmp_path / name).write_bytes(other)
    with pytest.raises(SourceChanged, match=re.escape(name)):
        making.read_sources(tmp_path)


def test_the_notices_are_passed_on() -> None:
    scowl = (LICENCES / "scowl.txt").read_text()
    enable = (LICENCES / "enable.txt").read_text()
    ukacd = (LICENCES / "ukacd.txt").read_text()
    notice = (LICENCES / "NOTICE.txt").read_text()
    assert hashlib.sha256((LICENCES / "scowl.txt").read_bytes()).hexdigest() == making.NOTICES
    # What ENABLE's authors say is said word for word, as SCOWL has it.
    statement = enable[enable.index("  The ENABLE master") :]
    assert statement in scowl
    assert "copyright notice must be prominently displayed and the text\n        of this document" in ukacd
    for owed in (
        "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved.",
        "Copyright 2000-2011 by Kevin Atkinson",
    ):
        assert owed in notice
    large = next(one for one in shipped() if one.name == "large")
    assert "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved." in large.source
    for lexicon in shipped():
        named = re.findall(r"LicenseRef-(\w+)", lexicon.licence)
        assert named
        assert [one for one in named if not (LICENCES / f"{one.lower()}.txt").exists()] == []


def test_a_wheel_has_the_lists_and_the_notices(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (copy / name).write_bytes((ROOT / name).read_bytes())
    for package in ("service", "schemas", "workers"):
        copytree(ROOT / package, copy / package, ignore=ignore_patterns("__pycache__"))
    build = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--wheel-dir", str(tmp_path), str(copy))
    subprocess.run([sys.executable, "-m", "pip", "wheel", *build], check=True, timeout=100)
    (wheel,) = tmp_path.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        f"service/lexicons/{path.parent.name}/{path.name}" for folder in (LISTS, LICENCES) for path in folder.iterdir()
    }
    assert len(wanted) == 8
    assert wanted <= inside
