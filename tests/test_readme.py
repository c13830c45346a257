"""The README says what is true: its commands run in order against the real stack, and its names exist."""

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from service.games.kernel.decisions import Refusal
from service.games.spell_smashers.game import SpellSmashers
from service.games.spell_smashers.state import VictoryPoints
from service.games.squishem import decisions
from service.games.squishem.game import Squishem
from service.games.squishem.heroes import HEROES
from service.settings import settings_from
from tests.test_stack import House

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = sorted(ROOT.glob("docs/**/*.md"))

SECONDS = 400
"""What the whole conversation may take; waiting players and bots included."""

PATH = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
"""The python3 that runs the tests comes first: a version manager's takes longer to find one than most lines take."""


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, its text, and its line in the README."""

    language: str
    text: str
    line: int


def blocks(text: str) -> list[Block]:
    return [
        Block(found[1], found[2], text.count("\n", 0, found.start()) + 1)
        for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]


BLOCKS = blocks(README)
OUTPUTS = ("json", "text")
COMMANDS = [block for block in BLOCKS if block.language == "bash"]


REFUSALS = [value for value in vars(decisions).values() if isinstance(value, Refusal)]
SAME_SORT: dict[str, frozenset[str]] = {
    "<card>": frozenset(face.card for face in Squishem().cards()),  # type: ignore[attr-defined]
    "<hero>": frozenset(hero.id for hero in HEROES),
    "<rule>": frozenset(refusal.rule for refusal in REFUSALS),
    "<why>": frozenset(refusal.detail for refusal in REFUSALS),
    "<pointer>": frozenset({"/choice/card", "/choice/kind"}),  # the latter for who may only rest
    "<ending>": frozenset(Squishem.vocabulary.endings),
}
"""Words of which another match shows another one of the same sort."""

PATTERNS = (
    (r"(m|host|seat|d)_[A-Za-z0-9_-]{16,}", r"<\1>"),
    (r"sha256:[0-9a-f]{64}", "<sha256>"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "<time>"),
)
COUNTS = {"n", "version", "hp", "starting_hp", "winners"}
"""Names of numbers that depend on the match; every other number is a promise."""


def sort_of(text: str) -> str:
    """What sort of word `text` is; itself where no other would do."""
    for sort, words in SAME_SORT.items():
        if text in words:
            return sort
    for pattern, sort in PATTERNS:
        if re.fullmatch(pattern, text):
            return re.sub(pattern, sort, text)
    return text


def like(shown: Any, real: Any, name: str = "") -> bool:
    """Whether `real` is what `shown` leads a reader to expect: the same names everywhere, words of the same sort."""
    if isinstance(shown, dict):
        return (
            isinstance(real, dict)
            and shown.keys() == real.keys()
            and all(like(inside, real[key], key) for key, inside in shown.items())
        )
    if isinstance(shown, list):
        if not isinstance(real, list):
            return False
        return bool(real) and all(any(like(one, other, name) for one in shown) for other in real)
    if isinstance(shown, str):
        return isinstance(real, str) and sort_of(shown) == sort_of(real)
    if name in COUNTS:
        return type(shown) is type(real)
    return type(shown) is type(real) and bool(shown == real)


def values(text: str) -> list[Any]:
    """Read an output: JSON values, however they are broken into lines, and bare words."""
    found: list[Any] = []
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] in '{["' or text[at].isdigit():
            value, at = decoder.raw_decode(text, at)
            found.append(value)
        else:
            word, _, _ = text[at:].partition("\n")
            found.append(word)
            at += len(word)
    return found


def differences(shown: str, real: str) -> list[str]:
    """Say where a real output is not what was shown."""
    expected, found = values(shown), values(real)
    if len(expected) != len(found):
        return [f"{len(expected)} values are shown, {len(found)} came: {real[:2000]}"]
    return [
        f"shown: {json.dumps(one)}\ncame: {json.dumps(other)}"
        for one, other in zip(expected, found, strict=True)
        if not like(one, other)
    ]


def shown_after() -> dict[int, str]:
    """The output that is shown for a command, by the command's line."""
    return {
        one.line: other.text for one, other in pairwise(BLOCKS) if one.language == "bash" and other.language in OUTPUTS
    }


@dataclass
class Conversation:
    """What the commands printed, by their lines."""

    printed: dict[int, str]

    def values(self, words: str) -> list[Any]:
        """The values that the one command with these words printed."""
        (line,) = [block.line for block in COMMANDS if words in block.text]
        return values(self.printed[line])


def converse(address: str, commands: list[Block], folder: Path) -> Conversation:
    """Run the commands in one shell; the first that fails, or complains, is an AssertionError that names its line."""
    marks = [f"\x1e{block.line}\n" for block in commands]
    script = "".join(f"printf '\\x1e{block.line}\\n' | tee /dev/stderr\n{block.text}" for block in commands)
    ran = subprocess.run(
        ["bash", "--noprofile", "--norc", "-euo", "pipefail", "-s"],
        input=script,
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PATH": PATH, "ALEHOUSE": address, "HOME": str(folder), "LC_ALL": "C.UTF-8"},
        timeout=SECONDS,
    )
    assert ran.returncode == 0, f"README.md: the block at line {_last(ran.stdout)} failed\n{ran.stderr}"
    assert ran.stderr == "".join(marks), f"README.md: a block complained\n{ran.stderr}"
    printed = {}
    for part in ran.stdout.split("\x1e")[1:]:
        line, _, rest = part.partition("\n")
        printed[int(line)] = rest
    return Conversation(printed)


def _last(output: str) -> str:
    return output.rpartition("\x1e")[2].partition("\n")[0]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the stack is, run as `make run` runs it, but for its data."""
    house = House(tmp_path_factory.mktemp("house"))
    try:
        yield house.open().address
        status, _ = house.end()
        assert status == 0
    finally:
        # The watcher ends what a killed supervisor started.
        house.process.kill()
        house.process.communicate(timeout=60)


@pytest.fixture(scope="module")
def conversation(address: str, tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    return converse(address, COMMANDS, tmp_path_factory.mktemp("shell"))


@pytest.mark.timeout(SECONDS + 90)
class TestConversation:
    def test_every_block_runs_and_prints_what_is_shown(self, conversation: Conversation) -> None:
        shown = shown_after()
        assert len(shown) == len([block for block in BLOCKS if block.language in OUTPUTS]) >= 8
        wrong = {
            line: found for line, text in shown.items() if (found := differences(text, conversation.printed[line]))
        }
        assert wrong == {}
        silent = [block.line for block in COMMANDS if block.line not in shown and conversation.printed[block.line]]
        assert silent == [], "these print what the README doesn't show"

    def test_the_match_reaches_its_outcome(self, conversation: Conversation) -> None:
        status, outcome = conversation.values("pick outcome <<<")
        assert status == "over"
        assert outcome["winners"]
        assert outcome["ending"] in Squishem.vocabulary.endings

    def test_the_match_of_words_reaches_its_scores(self, conversation: Conversation) -> None:
        ending, *scored = conversation.values("pick outcome.ending")
        assert ending in SpellSmashers.vocabulary.endings
        assert scored == [" ".join(sorted(field.name for field in fields(VictoryPoints)))]

    def test_an_action_sent_again_causes_nothing_new(self, conversation: Conversation) -> None:
        (first,) = conversation.values("action='{")
        again, code = conversation.values("pick code")
        assert again == first
        assert code == "decision_closed"

    def test_the_seed_is_the_one_that_was_committed_to(self, conversation: Conversation) -> None:
        _, of_the_seed, at_the_opening = conversation.values("pick seed")
        assert of_the_seed == at_the_opening
        assert conversation.values("opened=")[0]["chance"]["commitment"] == at_the_opening

    def test_a_block_that_fails_is_noticed(self, address: str, tmp_path: Path) -> None:
        broken = [COMMANDS[0], Block("bash", 'curl -sS "$ALEHOUSE/v1/games" | pick no.such.key\n', 77)]
        with pytest.raises(AssertionError, match="line 77 failed"):
            converse(address, broken, tmp_path)
        with pytest.raises(AssertionError, match="complained"):
            converse(address, [Block("bash", "echo no >&2\n", 78)], tmp_path)


@pytest.mark.parametrize(
    ("shown", "real", "same"),
    [
        ('{"card": "elf_disdain_dirk"}', '{"card": "elf_flaming_review"}', True),
        ('{"card": "elf_disdain_dirk"}', '{"card": "rubber_chicken"}', False),
        ('{"seat": 0, "n": 14}', '{"seat": 0, "n": 9}', True),
        ('{"seat": 0, "n": 14}', '{"seat": 1, "n": 14}', False),
        ('{"seat": 0}', '{"seat": 0, "hand": []}', False),
        ('{"seat": 0, "hand": []}', '{"seat": 0}', False),
        ('{"status": 422}', '{"status": 409}', False),
        ('{"optional": false}', '{"optional": 0}', False),
        ('[{"kind": "a"}, {"kind": "b"}]', '[{"kind": "b"}]', True),
        ('[{"kind": "a"}, {"kind": "b"}]', '[{"kind": "c"}]', False),
        ('[{"kind": "a"}]', "[]", False),
        ('{"rule": "SQ-020"}', '{"rule": "SQ-051"}', True),
        ('{"rule": "SQ-020"}', '{"rule": "SQ-999"}', False),
        ('{"at": "2026-11-30T11:10:51.919Z"}', '{"at": "yesterday"}', False),
        ("over\n", "running\n", False),
        ("over\n", "over\nover\n", False),
        ('{"id": "m_h9qegc8aoQ4HReSWbI1JLA"}', '{"id": "d_ebbb2b4bdff083f9"}', False),
    ],
)
def test_outputs_are_told_apart(shown: str, real: str, same: bool) -> None:
    assert (differences(shown, real) == []) is same


def test_the_commands_of_make_are_those_that_there_are() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    there = set(re.findall(r"^([a-z-]+):.*##", makefile, re.MULTILINE))
    listed = re.findall(r"^\| `make ([a-z-]+)` \|", README, re.MULTILINE)
    assert sorted(listed) == sorted(there)
    assert set(re.findall(r"\bmake ([a-z-]+)`", README)) <= there
    assert set(re.findall(r"^\$ (?:\S+=\S+ )*make ([a-z-]+)$", README, re.MULTILINE)) == {"run", "test"}


def test_the_settings_are_those_that_there_are() -> None:
    read = re.findall(r"^([A-Z_]+)  +\S", inspect.getdoc(settings_from) or "", re.MULTILINE)
    listed = re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE)
    assert listed == read
    assert len(listed) >= 9


@pytest.mark.parametrize("page", ["README.md", *(str(page.relative_to(ROOT)) for page in DOCS)])
def test_every_link_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in link]
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


def test_every_path_of_the_readme_exists() -> None:
    outside = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    named = [
        name
        for name in re.findall(r"`([\w.-]+(?:/[\w.-]+)*/?)`", outside)
        if "/" in name or name[-5:] in (".yaml", ".lock")
    ]
    assert len(named) >= 15
    # What is made lies in build/, and isn't there yet.
    assert [name for name in named if not name.startswith("build/") and not (ROOT / name).exists()] == []


def test_the_card_is_written_as_the_readme_shows_it() -> None:
    (card,) = [block.text for block in BLOCKS if block.language == "python"]
    (source,) = re.findall(r"\(from `(\S+)`\)", README)
    assert card in (ROOT / source).read_text(encoding="utf-8")


def test_every_operation_that_the_readme_names_is_in_the_contract() -> None:
    contract = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    paths = re.findall(r"^  (/\S*):$", contract, re.MULTILINE)
    named = re.findall(r"`(?:GET|POST|DELETE) (\S+)`", README)
    assert named
    for name in named:
        tail = re.escape(name.partition("?")[0]).replace("…", ".*").replace("squishem", r"\{game\}")
        assert any(re.fullmatch(tail, path) for path in paths), name
