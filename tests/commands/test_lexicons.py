"""A lexicon of the operator's that is none: whoever starts the house reads of it at once, in one line."""

from pathlib import Path

import pytest

from tests.api.house import SECRET
from tests.commands.running import called


@pytest.mark.parametrize("command", [("up",), ("worker",), ("worker", "fast")], ids=" ".join)
def test_nothing_starts_with_a_lexicon_that_is_none(command: tuple[str, ...], tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.mkdir()
    (words / "club.txt").write_text("ale\nBrew\n")
    environ = {"ALEHOUSE_LEXICONS": str(words), "ALEHOUSE_DATA": str(tmp_path / "house"), "ALEHOUSE_SECRET": SECRET}
    ran = called(*command, **environ, REDIS_URL="redis://127.0.0.1:1/0")
    ran.failed("ALEHOUSE_LEXICONS", "club.txt, line 2, is 'Brew'", "2 to 32 letters from a to z")
