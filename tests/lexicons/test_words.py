"""Words that lists disagree about, and what each of ours decides."""

import pytest

from service.lexicons import DEFAULT, lexicons

ALL = lexicons()

DECIDED = {
    # In each of them: everyday words, forms that are not regular, both spellings, and what came up lately.
    "standard family large": """
        hamster mace lantern spire blue charm mice geese oxen children ran taught running color center honor colour
        honour theatre axe email selfie podcast emoji internet aye zen qi za yo
    """,
    # Names that are words too stay; an apostrophe may be what tells a word from another one.
    "standard family large ": "mars john cant wont",
    # Rare ones that a family needn't know.
    "standard large": "aa quixotry cwm crwth xu jo ew ok oi hm english paris bluegum",
    # No list of ours has abbreviations, names alone, units, or what is left of a word without its apostrophe.
    "": "tv dr cs kb nato mr bbc usa monday christmas nd pm vs etc lm mb csc dkl hhd zs dont im ive",
    # What only looks like something else stays in the family.
    "family standard large": """
        assess butter beanbag bloody booby chunky dinky bung cox cockpit cockatoo niggle titter raccoon slave
    """,
    # What is out of the family is a word all the same.
    "large standard": "fuck cunt nigger bitch shit faggot kike whore wank retard porn rape asshole turd",
}
ROWS = [(word, frozenset(where.split())) for where, words in DECIDED.items() for word in words.split()]


def test_there_are_enough_of_them() -> None:
    assert len(ROWS) == len(dict(ROWS)) >= 60


@pytest.mark.parametrize(("word", "where"), ROWS, ids=[word for word, _ in ROWS])
def test_a_tricky_word_is_where_it_was_decided(word: str, where: frozenset[str]) -> None:
    assert {name for name, lexicon in ALL.items() if word in lexicon.words} == where


def test_no_list_has_a_short_word_that_enable_lacks_but_for_those_that_were_picked() -> None:
    # SCOWL takes letters and units for words; ENABLE has 96 words of two letters and none of those.
    for lexicon in ALL.values():
        two = {word for word in lexicon.words if len(word) == 2}
        assert len(two - {"qi", "za", "ew", "ok", "oi"}) <= 96
    assert {"mb", "kb", "cs", "ss"}.isdisjoint(ALL["large"].words)


def test_the_default_is_one_of_them_and_comes_first() -> None:
    assert next(iter(ALL)) == DEFAULT == "standard"
