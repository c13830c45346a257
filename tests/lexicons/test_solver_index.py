"""The index is made once, is found again, and is made anew when its file is not sound."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from service.lexicons.solver import Solver, Tile

ROOT = Path(__file__).resolve().parent.parent.parent
WORDS = ["cat", "chat", "coat", "taco", "chats", "stack"]
TILES = [Tile("ch", 3), Tile("a", 1), Tile("t", 1), Tile("s", -1)]


def never() -> Iterable[str]:
    raise AssertionError("The index was made again.")


def opened(folder: Path, words: Callable[[], Iterable[str]] = lambda: WORDS, sha256: str = "of these") -> Solver:
    return Solver(words, sha256, ("ch", "st"), folder)


def test_it_is_made_once(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there"
    made = opened(folder)
    again = opened(folder, never)
    assert made.file == again.file
    assert [made.file] == list(folder.iterdir())
    assert again.every(TILES) == made.every(TILES) == {"chat": 5, "chats": 4}


def test_it_belongs_to_its_words_and_its_chunks(tmp_path: Path) -> None:
    opened(tmp_path)
    for sha256, chunks in (("of others", ("ch", "st")), ("of these", ("ch",)), ("of these", ())):
        with pytest.raises(AssertionError, match="made again"):
            Solver(never, sha256, chunks, tmp_path)
    # Neither order nor repetition makes another set.
    Solver(never, "of these", ("st", "ch", "st"), tmp_path)


def test_the_same_words_give_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from service.lexicons.solver import Solver\n"
        f"Solver(lambda: {WORDS!r}[::int(sys.argv[2])], 'of these', ('ch', 'st'), Path(sys.argv[1]))"
    )
    for seed, step in (("1", "1"), ("2", "-1")):
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / seed), step],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            check=True,
        )
    (one,), (other,) = [list((tmp_path / seed).iterdir()) for seed in "12"]
    assert one.name == other.name
    assert one.read_bytes() == other.read_bytes()


def damaged(whole: bytes) -> dict[str, bytes]:
    middle = len(whole) // 2
    return {
        "empty": b"",
        "another file": b"Not an index.\n" * 100,
        "the head alone": whole[:128],
        "cut": whole[:-8],
        "longer": whole + bytes(8),
        "a bit in the middle": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "a bit in the lengths": whole[:48] + bytes([whole[48] ^ 8]) + whole[49:],
        "another identity": whole[:8] + bytes(32) + whole[40:],
        "another form": b"ALETILE0" + whole[8:],
    }


@pytest.mark.parametrize("damage", damaged(bytes(200)))
def test_a_file_that_is_not_sound_is_made_anew(tmp_path: Path, damage: str) -> None:
    file = opened(tmp_path).file
    assert file is not None
    whole = file.read_bytes()
    file.write_bytes(damaged(whole)[damage])
    with pytest.raises(AssertionError, match="made again"):
        opened(tmp_path, never)
    assert opened(tmp_path).every(TILES) == {"chat": 5, "chats": 4}
    assert file.read_bytes() == whole
    opened(tmp_path, never)


def test_several_processes_may_make_it_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from service.lexicons.solver import Solver, Tile\n"
        "words = [a + b + c for a in 'abcdefghijk' for b in 'aeiou' for c in 'abcdefghijklmn']\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "for turn in range(20):\n"
        "    solver = Solver(lambda: words, f'turn {turn}', ('ab',), Path(sys.argv[1]))\n"
        "    assert solver.file is not None and len(solver.every([Tile(x) for x in 'abe'])) == 4, solver.file\n"
    )
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    crew = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environ,
            text=True,
        )
        for _ in range(3)
    ]
    for process in crew:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in crew:
        process.communicate("go\n", timeout=60)
    assert [process.returncode for process in crew] == [0, 0, 0]
    # Nothing half-written stays behind.
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".tiles"] * 20


def test_without_a_folder_to_write_it_lies_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for folder in (None, tmp_path / "file"):
        solver = Solver(lambda: WORDS, "of these", ("ch",), folder)
        assert solver.file is None
        assert solver.every(TILES) == {"chat": 5, "chats": 4}
