"""`alehouse lexicon build` makes what the solver looks words up in."""

from collections.abc import Iterable
from pathlib import Path

from service.lexicons import lexicons
from service.lexicons.solver import WOUNDS, Solver
from tests.commands.running import alehouse, called


def never() -> Iterable[str]:
    raise AssertionError("The index was made again.")


def folder_of(tmp_path: Path) -> Path:
    folder = tmp_path / "lexicons"
    folder.mkdir()
    (folder / "pub.txt").write_text("ale\ntankard\nwhisky\n", encoding="utf-8")
    return folder


def test_an_index_is_there_for_the_solver(tmp_path: Path) -> None:
    added = folder_of(tmp_path)
    more = {"ALEHOUSE_DATA": str(tmp_path / "kept"), "ALEHOUSE_LEXICONS": str(added)}
    ran = alehouse("lexicon", "build", "pub", folder=None, **more)
    assert (ran.status, ran.err) == (0, "")
    (file,) = (tmp_path / "kept" / "indexes").iterdir()
    assert ran.out == f"{file}\n"
    solver = Solver(never, lexicons(added)["pub"].sha256, WOUNDS, tmp_path / "kept" / "indexes")
    assert solver.file == file
    written = file.stat().st_mtime_ns
    assert called("lexicon", "build", "pub", **more).out == ran.out
    assert file.stat().st_mtime_ns == written


def test_chunks_and_a_folder_of_ones_own(tmp_path: Path) -> None:
    added = folder_of(tmp_path)
    more = {"ALEHOUSE_LEXICONS": str(added)}
    ran = called("lexicon", "build", "pub", "--chunks", "nk,ard", "--folder", str(tmp_path / "here"), **more)
    assert (ran.status, ran.err) == (0, "")
    assert Solver(never, lexicons(added)["pub"].sha256, ("ard", "nk"), tmp_path / "here").file == Path(ran.out.strip())


def test_what_can_not_be_built(tmp_path: Path) -> None:
    more = {"ALEHOUSE_DATA": str(tmp_path), "ALEHOUSE_LEXICONS": str(folder_of(tmp_path))}
    called("lexicon", **more).failed("DEED", status=2)
    called("lexicon", "build", "inn", **more).failed("'inn'", "standard, family, large, pub", status=2)
    called("lexicon", "build", "pub", "--chunks", "aw,abcde", **more).failed("'abcde'", "2 to 4 letters", status=2)
    (tmp_path / "indexes").write_text("in the way", encoding="utf-8")
    called("lexicon", "build", "pub", **more).failed("'pub'", "can't be written")
