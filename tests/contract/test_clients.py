"""Clients that generators make of the contract: they type-check strictly, and docs/clients.md's bots play with them."""

import json
import re
import sys
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
    need_java,
    openapi_generator,
    openapi_python_client,
    run,
)

WON_OR_LOST = re.compile(r"(won|lost) (three_kills|deck_finished|turn_cap)\n")
STRICT = ("--strict", "--noEmit", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler")

pytestmark = pytest.mark.timeout(600)


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


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_a_bot_is_thirty_lines(language: str) -> None:
    assert len([line for line in bot(language).splitlines() if line]) <= 30


def test_the_python_client_and_its_bot_are_typed(python: Path) -> None:
    run("mypy", "--no-incremental", "bot.py", "alehouse_client", folder=python)


def test_a_wrong_use_of_the_python_client_is_found(python: Path) -> None:
    (python / "wrong.py").write_text(bot("python").replace("decision.choices.items[0]", "decision.prompt"), "utf-8")
    with pytest.raises(AssertionError, match="choice"):
        run("mypy", "--no-incremental", "wrong.py", folder=python)


def test_the_python_bot_plays_a_match(python: Path, house: House) -> None:
    said = run("python", "-W", "error", "bot.py", folder=python, environ={"ALEHOUSE": house.address})
    assert WON_OR_LOST.fullmatch(said)


@pytest.mark.parametrize("generator", TYPESCRIPT)
def test_a_typescript_client_is_typed(node: Path, generator: str) -> None:
    run("npx", "--no-install", *TYPESCRIPT[generator], folder=node)
    entry = {"openapi-typescript": "alehouse.ts", "hey-api": "hey/index.ts", "orval": "orval/alehouse.ts"}[generator]
    assert "squishem" in "".join(path.read_text("utf-8") for path in (node / entry).parent.glob("*.ts"))
    run("npx", "--no-install", "tsc", *STRICT, entry, folder=node)


def test_what_openapi_generator_makes_is_typed(node: Path) -> None:
    need_java()
    made = openapi_generator(node, "typescript-fetch")
    assert (made / "models" / "ChooseAttackDecision.ts").exists()
    run("npx", "--no-install", "tsc", *STRICT, "openapi-generator/index.ts", folder=node)


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


def test_the_typescript_bot_plays_a_match(node: Path, house: House) -> None:
    (node / "bot.ts").write_text(bot("typescript"), encoding="utf-8")
    run("npx", "--no-install", *TYPESCRIPT["openapi-typescript"], folder=node)
    run("npx", "--no-install", *compile_line("bot.ts"), folder=node)
    said = run("node", "bot.js", folder=node, environ={"ALEHOUSE": house.address})
    assert WON_OR_LOST.fullmatch(said)


def test_a_wrong_use_of_the_typescript_client_is_found(node: Path) -> None:
    run("npx", "--no-install", *TYPESCRIPT["openapi-typescript"], folder=node)
    (node / "wrong.ts").write_text(bot("typescript").replace("body: { name:", "body: { nome:"), encoding="utf-8")
    with pytest.raises(AssertionError, match="nome"):
        run("npx", "--no-install", "tsc", *STRICT, "wrong.ts", folder=node)


def test_the_page_names_the_generators_as_they_are_locked() -> None:
    locked = json.loads((ROOT / "tests/contract/clients/package.json").read_text("utf-8"))["devDependencies"]
    for name, major in re.findall(r"(openapi-typescript|typescript)@(\d+)", DOC):
        assert locked[name].startswith(f"{major}."), name
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in locked.values())
