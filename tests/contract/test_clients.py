"""Clients that generators make of the contract: they type-check strictly, and docs/clients.md's bots play with them."""

import json
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.api.house import House
from tests.api.talk import open_table
from tests.contract.generators import (
    DOC,
    ROOT,
    TYPESCRIPT,
    blocks,
    compile_line,
    ended,
    need_java,
    openapi_generator,
    openapi_python_client,
    run,
)

WON_OR_LOST = re.compile(r"(won|lost) (three_kills|deck_finished|turn_cap)\n")
ENTRIES = {"openapi-typescript": "alehouse.ts", "hey-api": "hey/index.ts", "orval": "orval/alehouse.ts"}
STRICT = ("--strict", "--noEmit", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler")

pytestmark = [pytest.mark.timeout(1800), pytest.mark.clients]


def bot(language: str) -> str:
    """Return the bot that docs/clients.md shows: what is first in its language."""
    return blocks(language)[0]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the Python client and the bot."""
    folder = tmp_path_factory.mktemp("python")
    openapi_python_client(folder)
    (folder / "bot.py").write_text(bot("python"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def typescript(node: Path) -> Path:
    """A folder with the client that docs/clients.md makes."""
    run("npx", "--no-install", *TYPESCRIPT["openapi-typescript"], folder=node)
    return node


@pytest.fixture(scope="module")
def complaints(typescript: Path) -> Mapping[str, str]:
    """What the compiler says of every client and of a wrong use of one, by where it lies.

    It is asked once: it has to read its own libraries each time.
    """
    for generator, command in TYPESCRIPT.items():
        if generator != "openapi-typescript":
            run("npx", "--no-install", *command, folder=typescript)
    wrong = bot("typescript").replace("body: { name:", "body: { nome:")
    (typescript / "wrong.ts").write_text(wrong, encoding="utf-8")
    entries = [*ENTRIES.values(), "wrong.ts"]
    if shutil.which("java") is not None:
        openapi_generator(typescript, "typescript-fetch")
        entries.append("openapi-generator/index.ts")
    said: dict[str, str] = {}
    for line in ended("npx", "--no-install", "tsc", *STRICT, *entries, folder=typescript).stdout.splitlines():
        if not line.startswith(" "):
            place = re.split("[/(:]", line)[0]
            said[place] = f"{said.get(place, '')}{line}\n"
    assert "wrong.ts" in said, "the compiler has not looked"
    return said


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_a_bot_is_thirty_lines(language: str) -> None:
    assert len([line for line in bot(language).splitlines() if line]) <= 30


def test_the_python_client_and_its_bot_are_typed(python: Path) -> None:
    run("mypy", "--cache-dir", "known", "bot.py", "alehouse_client", folder=python)


def test_a_wrong_use_of_the_python_client_is_found(python: Path) -> None:
    (python / "wrong.py").write_text(bot("python").replace("decision.choices.items[0]", "decision.prompt"), "utf-8")
    with pytest.raises(AssertionError, match="choice"):
        run("mypy", "--cache-dir", "known", "wrong.py", folder=python)


def test_the_python_bot_plays_a_match(python: Path, house: House) -> None:
    said = run("python", "-W", "error", "bot.py", folder=python, environ={"ALEHOUSE": house.address})
    assert WON_OR_LOST.fullmatch(said)


@pytest.mark.parametrize("generator", TYPESCRIPT)
def test_a_typescript_client_is_typed(typescript: Path, complaints: Mapping[str, str], generator: str) -> None:
    entry = Path(ENTRIES[generator])
    assert "squishem" in "".join(path.read_text("utf-8") for path in (typescript / entry).parent.glob("*.ts"))
    assert complaints.get(entry.parts[0]) is None


def test_what_openapi_generator_makes_is_typed(typescript: Path, complaints: Mapping[str, str]) -> None:
    need_java()
    assert (typescript / "openapi-generator" / "models" / "ChooseAttackDecision.ts").exists()
    assert complaints.get("openapi-generator") is None


def test_a_wrong_use_of_the_typescript_client_is_found_and_nothing_else(complaints: Mapping[str, str]) -> None:
    assert list(complaints) == ["wrong.ts"]
    assert "nome" in complaints["wrong.ts"]


def test_the_python_of_openapi_generator_reads_real_answers(tmp_path: Path, house: House) -> None:
    need_java()
    two = open_table(house.talk(), None, None)
    made = openapi_generator(tmp_path, "python")
    # Its templates are not strict (they say so themselves), and give two lists of one method one name.
    config = made / "mypy.ini"
    config.write_text("[mypy]\ncheck_untyped_defs = True\ndisable_error_code = arg-type, import-untyped\n", "utf-8")
    run("mypy", "--no-incremental", "--config-file", config, "generated_client", folder=made)
    (made / "answer.json").write_text(json.dumps(two.look(two.tokens[0])), encoding="utf-8")
    said = run(sys.executable, "-c", READING, folder=made)
    *read, choice = said.split()
    assert read == ["SquishemMatch", "SquishemView", "ChooseAttackDecision"]
    # The first Monster may send the player to his coffee.
    assert choice in ("LayAttack", "LayCoffeeBreak")


READING = """
from pathlib import Path
from generated_client.models.match import Match
match = Match.from_json(Path("answer.json").read_text()).actual_instance
decision = match.decisions[0].actual_instance
choice = decision.choices.items[0]
print(*(type(one).__name__ for one in (match, match.view, decision, choice.actual_instance)))
"""


def test_the_typescript_bot_plays_a_match(typescript: Path, house: House) -> None:
    (typescript / "bot.ts").write_text(bot("typescript"), encoding="utf-8")
    run("npx", "--no-install", *compile_line("bot.ts"), folder=typescript)
    said = run("node", "bot.js", folder=typescript, environ={"ALEHOUSE": house.address})
    assert WON_OR_LOST.fullmatch(said)


def test_the_page_names_the_generators_as_they_are_locked() -> None:
    locked = json.loads((ROOT / "tests/contract/clients/package.json").read_text("utf-8"))["devDependencies"]
    for name, major in re.findall(r"(openapi-typescript|typescript)@(\d+)", DOC):
        assert locked[name].startswith(f"{major}."), name
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in locked.values())
