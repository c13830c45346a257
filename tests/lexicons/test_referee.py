"""The referee answers by the lexicon that he is asked for, and says which that was."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest

from service.games.kernel.decisions import CountWords, Ruling, WordCount, count_words, rule_on_word
from service.games.kernel.simulation import Bot
from service.lexicons import lexicons
from service.lexicons.lexicon import LexiconUnlisted
from service.lexicons.library import Library
from service.lexicons.referee import Referee, rule
from service.lexicons.solver import MOST_TILES, WOUNDS, Tile
from service.settings import index_folder
from service.simulated_records import record_of_match
from service.tallies import play_matches
from tests.games.kernel.driving import whim
from tests.games.kernel.test_simulation import Sampler
from tests.games.kernel.toy import Toy
from tests.games.kernel.toy_words import CellarOptions
from tests.lexicons import naive

ALL = lexicons()


@pytest.mark.parametrize("name", ["standard", "family", "large"])
@pytest.mark.parametrize("word", ["hamster", "quixotry", "shit", "qzx", "", "a", "Hamster"])
def test_a_word_is_legal_by_the_lexicon_that_is_named(name: str, word: str) -> None:
    lexicon = ALL[name]
    assert rule(rule_on_word(1, word, name)) == Ruling(word in lexicon.words, lexicon.sha256)


def counted(referee: Referee, tiles: Sequence[str], lexicon: str) -> tuple[int, str]:
    said = referee.rule(count_words(0, tuple(tiles), lexicon))
    assert isinstance(said, WordCount)
    return said.words, said.sha256


def test_words_are_counted_as_a_plain_search_finds_them(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    few = random.sample(sorted(word for word in ALL["standard"].words if len(word) < 8), 1500)
    (tmp_path / "few.txt").write_text("\n".join(few))
    own = lexicons(tmp_path)
    referee = Referee(Library({"few": own["few"]}, None))
    met = 0
    for size in (*range(MOST_TILES - 6, MOST_TILES + 5), 26):
        tiles = [*random.choices(WOUNDS, k=size // 4), *random.choices("eeeaaiionrstlcdug", k=size - size // 4)]
        wanted = naive.scores(few, [Tile(text) for text in tiles], (), False)
        assert counted(referee, tiles, "few") == (len(wanted), own["few"].sha256), tiles
        met += bool(wanted)
    assert met > 5


def test_a_chunk_is_kept_whole_however_many_tiles_there_are(tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text("it\ntic\nchit\nzz")
    referee = Referee(Library(lexicons(tmp_path), None))
    for more in ((), ("q",) * MOST_TILES):
        assert counted(referee, ("tch", "i", *more), "few")[0] == 0
        assert counted(referee, ("ch", "i", "t", *more), "few")[0] == 2
        assert counted(referee, ("z", *more), "few")[0] == 0


def test_a_claim_that_is_true_counts_none() -> None:
    assert counted(Referee(Library(ALL, index_folder())), ("q", "tch", "z"), "standard") == (0, ALL["standard"].sha256)


@pytest.mark.parametrize("decision", [rule_on_word(0, "ale", "sowpods"), count_words(0, ("a",), "sowpods")])
def test_a_lexicon_that_there_is_not_is_named(decision: CountWords) -> None:
    with pytest.raises(LexiconUnlisted, match="sowpods"):
        rule(decision)


def test_a_simulation_is_ruled_on_in_its_own_process_and_its_matches_have_the_same_records(seed: int) -> None:
    bots: list[Bot] = [Sampler(), Sampler()]
    arguments = (Toy(), CellarOptions(), bots, seed)
    rows = list(play_matches(*arguments, range(6), rotate=True, rule=whim))
    records = [record_of_match(*arguments, number, rotate=True, rule=whim) for number in range(6)]
    assert [row.decisions for row in rows] == [len(record.answers) for record in records]
    with pytest.raises(LexiconUnlisted, match="cellar"):
        list(map(partial(record_of_match, *arguments, rotate=True), range(20)))
