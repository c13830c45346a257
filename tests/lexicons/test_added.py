"""Lexicons that an operator adds, and what is said where a file can't be one."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from service.lexicons import LexiconChanged, LexiconInvalid, lexicons
from service.settings import SettingInvalid, settings_from

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str | bytes, name: str = "club.txt") -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return written


def test_a_file_is_a_lexicon_after_ours(write: Write, tmp_path: Path) -> None:
    write("# The words of our club.\n# licence: CC0-1.0\n#source: Our club, 2026.\n\nzwerg\nale\n\nbrew\nale\n")
    write("xi\n", "a-1.txt")
    write("no lexicon", "README.md")
    write("NOT ONE", ".hidden.txt")
    there = lexicons(tmp_path)
    assert list(there) == ["standard", "family", "large", "a-1", "club"]
    club = there["club"]
    assert (club.name, club.size, club.licence, club.source) == ("club", 3, "CC0-1.0", "Our club, 2026.")
    assert club.sha256 == hashlib.sha256(b"ale\nbrew\nzwerg\n").hexdigest()
    assert club.read() == "ale\nbrew\nzwerg\n"
    assert club.words == {"ale", "brew", "zwerg"}
    assert (there["a-1"].licence, there["a-1"].source) == ("NOASSERTION", "Added by the operator.")


@pytest.mark.parametrize(
    "text", ["ale\nbrew\n", "brew\nale\nale", "\nbrew\r\nale\r\n", "\ufeff# licence: MIT\nale\nbrew"]
)
def test_the_order_and_the_ends_of_lines_are_no_matter(write: Write, tmp_path: Path, text: str) -> None:
    write(text)
    assert lexicons(tmp_path)["club"].sha256 == hashlib.sha256(b"ale\nbrew\n").hexdigest()


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Ale", "'Ale'"),
        ("café", "'café'"),
        ("b2b", "'b2b'"),
        ("a", "'a'"),
        ("a" * 33, repr("a" * 33)),
        ("ale house", "'ale house'"),
        (" ale", "' ale'"),
        ("ale ", "'ale '"),
        ("# too late", "'# too late'"),
        ("ｚa", "'ｚa'"),
        ("x" * 500, repr("x" * 40)),
    ],
)
def test_a_line_that_is_no_word_is_named(write: Write, tmp_path: Path, line: str, shown: str) -> None:
    path = write(f"# mine\nbrew\n{line}\nale\n")
    with pytest.raises(LexiconInvalid) as raised:
        lexicons(tmp_path)
    assert str(raised.value) == (
        f"ALEHOUSE_LEXICONS: {path}, line 3, is {shown}: a word is 2 to 32 letters from a to z, in lower case."
    )


def test_words_of_two_and_of_thirty_two_letters_are_words(write: Write, tmp_path: Path) -> None:
    write(f"xi\n{'b' * 32}\n")
    assert lexicons(tmp_path)["club"].size == 2


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("standard.txt", "ale\n", "has a name that is taken: standard, family, large come with Alehouse."),
        ("Club.txt", "ale\n", "has no name for a lexicon: 1 to 32 of a-z, 0-9, _ and -, a letter first, and .txt."),
        ("our club.txt", "ale\n", "has no name for a lexicon"),
        (f"{'a' * 33}.txt", "ale\n", "has no name for a lexicon"),
        ("club.txt", "", "has no word: a lexicon has one a line."),
        ("club.txt", "# licence: MIT\n", "has no word: a lexicon has one a line."),
        ("club.txt", b"caf\xe9\n", "is not UTF-8 at byte 3: words are of the letters a to z."),
    ],
)
def test_a_file_that_is_none_is_named(write: Write, tmp_path: Path, name: str, content: str | bytes, said: str) -> None:
    path = write(content, name)
    with pytest.raises(LexiconInvalid) as raised:
        lexicons(tmp_path)
    assert str(raised.value).startswith(f"ALEHOUSE_LEXICONS: {path} {said}")


def test_a_folder_in_the_place_of_a_file_and_none_in_the_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "club.txt").mkdir()
    with pytest.raises(LexiconInvalid, match=r"club\.txt can't be read: Is a directory\."):
        lexicons(tmp_path)
    with pytest.raises(LexiconInvalid, match="nowhere can't be read: No such file or directory; it must be a folder"):
        lexicons(tmp_path / "nowhere")


def test_words_that_changed_since_they_were_listed_are_not_taken(write: Write, tmp_path: Path) -> None:
    path = write("ale\n")
    there = lexicons(tmp_path)
    path.write_text("ale\nbrew\n")
    with pytest.raises(LexiconChanged, match="'club'"):
        _ = there["club"].words


def test_a_reader_keeps_what_it_has_read(write: Write, tmp_path: Path) -> None:
    path = write("ale\n")
    club = lexicons(tmp_path)["club"]
    words = club.words
    path.unlink()
    assert club.words is words


def test_the_setting_names_the_folder() -> None:
    secret = {"ALEHOUSE_SECRET": "s" * 32}
    assert settings_from(secret).lexicon_folder is None
    assert settings_from({**secret, "ALEHOUSE_LEXICONS": "/srv/words"}).lexicon_folder == Path("/srv/words")
    assert issubclass(LexiconInvalid, SettingInvalid)
