"""The steps of deploy/Dockerfile without Docker: `python -m tests.image`.

A wheel is built, installed beside the locked packages, made read-only, and run by a user without rights, in a folder in
which nothing can be written. With --here, the packages of this environment stand for the locked ones (no network).
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from service.embedded import free_port, prepare
from service.leash import Leash

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("service", "schemas", "workers", "pyproject.toml", "README.md", "LICENSE", "openapi.yaml")
UID = 10001
WITHOUT_RIGHTS = ("setpriv", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs")
USERS = (
    (*WITHOUT_RIGHTS, f"--reuid={UID}", f"--regid={UID}", "--clear-groups"),
    # Where Python itself lies in root's own folder: root without its rights is stopped by a read-only file as well.
    WITHOUT_RIGHTS,
)


class ImageFailed(RuntimeError):
    """A step went wrong; the message is for the person at the terminal."""


@dataclass(frozen=True)
class Installed:
    """A Python that finds an installed Alehouse, the variables it needs, and the user that it runs as."""

    python: Path
    environ: Mapping[str, str]
    user: tuple[str, ...]


def wheel(folder: Path) -> Path:
    """Build the wheel in `folder`, as the image does, from the sources alone; returns its path."""
    source = folder / "source"
    source.mkdir()
    for name in SOURCES:
        ignore = shutil.ignore_patterns("__pycache__")
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=ignore)
        else:
            shutil.copy(ROOT / name, source)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    ran = subprocess.run([*command, "--wheel-dir", str(folder), str(source)], capture_output=True, text=True)
    if ran.returncode:
        raise ImageFailed(f"The wheel can't be built.\n{ran.stdout}{ran.stderr}")
    (made,) = folder.glob("*.whl")
    return made


def install(made: Path, folder: Path, locked: bool) -> Installed:
    """Install the wheel: into an environment of the `locked` packages, or beside those of this environment."""
    python, user = _runner()
    if locked:
        home = folder / "alehouse"
        for command in (
            [str(python), "-m", "venv", str(home)],
            [*(str(home / "bin/pip"), "install", "--quiet", "--require-hashes"), "-r", str(ROOT / "requirements.lock")],
            [str(home / "bin/pip"), "install", "--quiet", "--no-deps", str(made)],
        ):
            subprocess.run(command, check=True)
        return Installed(home / "bin/python", {}, user)
    site = folder / "site"
    with zipfile.ZipFile(made) as packed:
        packed.extractall(site)
    beside = next(path for path in sys.path if path.endswith("site-packages"))
    return Installed(python, {"PYTHONPATH": f"{site}:{beside}"}, user)


def _runner() -> tuple[Path, tuple[str, ...]]:
    """Return Python, and who runs it: root hands over to a user without any rights."""
    own = Path(sys.executable).resolve()
    if os.geteuid():
        return own, ()
    for user in USERS:
        # One who may not look where it lies gets another Python, or none.
        ran = subprocess.run(
            [*user, str(own), "-c", "import sys; print(sys.base_prefix)"], capture_output=True, text=True
        )
        if ran.stdout.strip() == sys.base_prefix:
            return own, user
    raise ImageFailed(f"Nobody but root with all its rights can run {own}.")


def read_only(folder: Path) -> None:
    """Take from everybody the right to write in `folder`."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444)


@contextmanager
def served(locked: bool, made: Path | None = None) -> Iterator[str]:
    """Go through all the steps, or those after the wheel that is `made`; yields the address of an API that answers."""
    with tempfile.TemporaryDirectory(prefix="alehouse-image-") as name, Leash() as leash:
        folder = Path(name)
        folder.chmod(0o755)
        root, scratch = folder / "root", folder / "tmp"
        root.mkdir()
        scratch.mkdir()
        scratch.chmod(0o1777)
        installed = install(made or wheel(folder), root, locked)
        read_only(root)
        server = prepare(folder / "redis")
        leash.start(server.command, last=True, output=subprocess.DEVNULL)
        _until(server.ready, "Redis")
        port = free_port()
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "TMPDIR": str(scratch),
            "PYTHONDONTWRITEBYTECODE": "1",
            "REDIS_URL": server.url,
            "ALEHOUSE_SECRET": "of no use where nothing is kept.",
            "ALEHOUSE_PORT": str(port),
            "ALEHOUSE_API_WORKERS": "1",
            **installed.environ,
        }
        command = [*installed.user, str(installed.python), "-P", "-m", "gunicorn"]
        with (folder / "log").open("wb") as log:
            api = leash.start(
                [*command, "--config", "python:service.serving", "service.app:create_app()"],
                env=environ,
                output=log,
                folder=root,
            )
            address = f"http://127.0.0.1:{port}"
            try:
                _until(lambda: answers(f"{address}/readyz") == 200, "the API")
                yield address
            except ImageFailed as error:
                raise ImageFailed(f"{error}\n{(folder / 'log').read_text(errors='replace')[-3000:]}") from None
            api.terminate()
            if api.wait(40):
                raise ImageFailed(f"The API ended with status {api.returncode}.")
        # Whoever isn't root could not clear it away otherwise.
        for path in (root, *root.rglob("*")):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)


def answers(url: str) -> int:
    """Return the status that `url` is answered with, 0 for none."""
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def _until(true: Callable[[], bool], what: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise ImageFailed(f"Not within {seconds:.0f} seconds: {what} answers.")
        time.sleep(0.05)


def main() -> int:
    """Say whether the steps of the image lead to an API that answers."""
    try:
        with served(locked="--here" not in sys.argv) as address:
            for path in ("/healthz", "/readyz", "/v1/games", "/docs"):
                status = answers(address + path)
                print(f"{status} {path}")
                if status != 200:
                    return 1
    except ImageFailed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
