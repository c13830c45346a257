"""The generators of clients that are held against openapi.yaml, and what each needs to be here."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
CONTRACT = ROOT / "openapi.yaml"
DOC = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
CLIENTS = Path(__file__).parent / "clients"
PROGRAMS = Path(sys.executable).parent
LEAST_NODE = (20, 19)


def ended(
    *command: str | Path, folder: Path, environ: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a program to its end, whatever that is."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=1500,
        env={**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", **(environ or {})},
    )


def run(*command: str | Path, folder: Path, environ: dict[str, str] | None = None) -> str:
    """Run a program to its end and return what it printed; one that fails is an AssertionError with its words."""
    ran = ended(*command, folder=folder, environ=environ)
    assert ran.returncode == 0, f"{command[0]}: {ran.stdout[-4000:]}\n{ran.stderr[-4000:]}"
    return ran.stdout


def blocks(language: str) -> list[str]:
    """Return what docs/clients.md shows in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)


def compile_line(file: str) -> list[str]:
    """Return how docs/clients.md compiles its bot, for another `file`."""
    (line,) = re.findall(r"^\$ npx (tsc .*) bot\.ts$", DOC, re.MULTILINE)
    return [*line.split(), file]


def need_java() -> None:
    """Skip the test that asks where there is no Java."""
    if shutil.which("java") is None:
        pytest.skip("needs java, for openapi-generator")


def node_modules(folder: Path) -> None:
    """Install the TypeScript generators into `folder` as locked; skips where there is no Node for them."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        pytest.skip("needs node and npm, for the TypeScript clients")
    version = tuple(int(part) for part in re.findall(r"\d+", run(node, "--version", folder=folder))[:2])
    if version < LEAST_NODE:
        pytest.skip(f"needs node {LEAST_NODE[0]}.{LEAST_NODE[1]}, found {version[0]}.{version[1]}")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(CLIENTS / name, folder / name)
    # What npm has kept of an earlier run needs no network.
    run("npm", "ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder)


def openapi_python_client(folder: Path) -> Path:
    """Generate the package alehouse_client in `folder`."""
    made = folder / "alehouse_client"
    # The generator's own client.py, the same for every contract, hands objects to httpx.
    (folder / "mypy.ini").write_text(
        "[mypy]\nstrict = True\n[mypy-alehouse_client.client]\ndisable_error_code = arg-type\n", encoding="utf-8"
    )
    run("openapi-python-client", "generate", "--path", CONTRACT, "--meta", "none", "--output-path", made, folder=folder)
    return made


TYPESCRIPT = {
    "openapi-typescript": ("openapi-typescript", CONTRACT, "--default-non-nullable=false", "--output", "alehouse.ts"),
    "hey-api": ("openapi-ts", "--input", CONTRACT, "--output", "hey", "--client", "@hey-api/client-fetch"),
    "orval": ("orval", "--input", CONTRACT, "--output", "orval/alehouse.ts", "--client", "fetch"),
}
"""What each is called with, in a folder with its node_modules."""


def openapi_generator(folder: Path, language: str) -> Path:
    """Generate the folder openapi-generator in `folder`."""
    made = folder / "openapi-generator"
    command = ("openapi-generator-cli", "generate", "-q", "-g", language, "-i", CONTRACT, "-o", made)
    # A program that runs for seconds gains nothing from what a JVM learns of it.
    brief = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
    run(*command, "--package-name", "generated_client", folder=folder, environ=brief)
    return made
