"""Questions about words: which are legal, what tiles spell, and what may be asked."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from service.lexicons import lexicons
from service.lexicons.library import house_library
from service.lexicons.solver import Tile
from service.words import MOST_LISTED, WORDS_AT_ONCE
from tests.api.asking import CHECKS, SOLUTIONS, check, patient, search, tiles
from tests.api.house import House, until
from tests.api.simulating import Parlour
from tests.api.talk import Json, Talk
from tests.lexicons.hands import hand

pytestmark = pytest.mark.timeout(180)

STANDARD = lexicons()["standard"]


def test_each_word_is_legal_or_not_in_the_order_they_came(talk: Talk) -> None:
    said = check(talk, "hamster", "qzx", "a", "hamster", "selfie")
    assert said["results"] == [
        {"word": "hamster", "legal": True},
        {"word": "qzx", "legal": False},
        {"word": "a", "legal": False},
        {"word": "hamster", "legal": True},
        {"word": "selfie", "legal": True},
    ]
    assert (said["status"], said["lexicon"], said["sha256"]) == ("done", "standard", STANDARD.sha256)


def test_no_words_are_answered_with_none(talk: Talk) -> None:
    assert check(talk)["results"] == []


@pytest.mark.parametrize("lexicon", ["standard", "family", "large"])
def test_the_lexicon_that_is_named_decides(talk: Talk, lexicon: str) -> None:
    asked = ["quixotry", "ale", "shit", "zzz", "cwms"]
    known = lexicons()[lexicon]
    said = check(talk, *asked, lexicon=lexicon)
    assert [one["legal"] for one in said["results"]] == [word in known.words for word in asked]
    assert said["sha256"] == known.sha256


def test_as_many_as_are_allowed_are_answered(talk: Talk, seed: int) -> None:
    random = Random(seed)
    asked = random.sample(sorted(STANDARD.words), WORDS_AT_ONCE // 2)
    asked += ["".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=random.randint(1, 32))) for _ in asked]
    said = check(talk, *asked)
    assert [(one["word"], one["legal"]) for one in said["results"]] == [
        (word, word in STANDARD.words) for word in asked
    ]


@pytest.mark.parametrize(
    "word",
    ["caf\u00e9", "b4", "", "a" * 33, "Paris", "ALE", "two words", "ale\n", "don't", "\u0430le", 7, None, ["ale"]],
)
def test_what_can_not_be_a_word_is_refused_where_it_stands(talk: Talk, word: object) -> None:
    refused = talk.post(CHECKS, {"words": ["ale", word]}, status=422)
    (place,) = refused["errors"]
    assert (refused["code"], place["pointer"]) == ("invalid_request", "/words/1")


def test_more_words_than_are_allowed_are_refused(talk: Talk) -> None:
    refused = talk.post(CHECKS, {"words": ["ale"] * (WORDS_AT_ONCE + 1)}, status=422)
    assert [place["pointer"] for place in refused["errors"]] == ["/words"]


@pytest.mark.parametrize("path", [CHECKS, SOLUTIONS])
def test_a_lexicon_that_there_is_not_is_refused(talk: Talk, path: str) -> None:
    asked: Json = {"words": []} if path == CHECKS else {"tiles": []}
    refused = talk.post(path, {**asked, "lexicon": "sowpods"}, status=422)
    (place,) = refused["errors"]
    assert (place["pointer"], "standard, family, large" in place["message"]) == ("/lexicon", True)


def test_the_best_word_comes_with_how_it_is_laid(talk: Talk) -> None:
    said = search(talk, tiles("m", "e", "st", "o", "r", st=9))
    assert said["exists"]
    best, values = said["best"], {"st": 9}
    texts = ["m", "e", "st", "o", "r"]
    assert "".join(texts[at] for at in best["tiles"]) == best["word"]
    assert best["score"] == sum(values.get(texts[at], 1) for at in best["tiles"])
    assert "change" not in best


def test_a_blank_stands_behind_the_tiles_and_a_change_is_told(talk: Talk) -> None:
    said = search(talk, tiles("c", "w"), blanks=1, find="best")
    assert (len(said["best"]["word"]), 2 in said["best"]["tiles"]) == (3, True)
    changed = search(talk, tiles("zz"), change=True)
    (one,) = changed["best"]["tiles"]
    assert (one, changed["best"]["change"]["tile"]) == (0, 0)
    assert changed["best"]["change"]["letters"] == changed["best"]["word"] in STANDARD.words


def test_tiles_that_spell_nothing_have_no_best_word(talk: Talk) -> None:
    for find in ("best", "exists", "every"):
        said = search(talk, tiles("q", "z"), find=find)
        assert (said["exists"], "best" in said, said.get("words", [])) == (False, False, [])
    assert search(talk, [])["exists"] is False


@pytest.mark.parametrize("find", ["best", "every", "exists"])
def test_the_answer_is_the_solvers(talk: Talk, seed: int, find: str) -> None:
    random, solver = Random(seed), house_library().solver("standard")
    for number in range(6):
        drawn = hand(random, trophies=number % 2 == 1, wounds=number % 3 == 1)
        change, bonus, blanks = number % 3 == 2, (0, 0, 0, 0, 0, 1), int(number in (0, 4))
        drawn = drawn[: 14 - blanks]
        held = [*drawn, *[Tile("", blank=True)] * blanks]
        body: Json = {"bonus": bonus, "blanks": blanks, "change": change, "find": find, "limit": MOST_LISTED}
        said = search(talk, [{"letters": one.text, "value": one.value} for one in drawn], **body)
        every = solver.every(held, bonus, change=change)
        best = solver.best(held, bonus, change=change)
        assert said["exists"] == bool(every)
        if find == "best" and best is not None:
            assert (said["best"]["word"], said["best"]["score"]) == (best.word, best.score)
            assert said["best"]["tiles"] == list(best.tiles)
        if find == "every":
            assert said["count"] == len(every)
            ordered = sorted(every.items(), key=lambda one: (-one[1], -len(one[0]), one[0]))
            assert [(one["word"], one["score"]) for one in said["words"]] == ordered[:MOST_LISTED]


WRONG_TILES: dict[str, tuple[Json, str]] = {
    "fifteen tiles": ({"tiles": tiles(*"abcdefghijklmno")}, "/tiles"),
    "fifteen with a blank": ({"tiles": tiles(*"abcdefghijklmn"), "blanks": 1}, "/tiles"),
    "a chunk of five letters": ({"tiles": tiles("a", "tions")}, "/tiles/1/letters"),
    "an empty tile": ({"tiles": tiles("")}, "/tiles/0/letters"),
    "a capital": ({"tiles": tiles("A")}, "/tiles/0/letters"),
    "an accent": ({"tiles": tiles("\u00e9")}, "/tiles/0/letters"),
    "a value that is no whole number": ({"tiles": [{"letters": "a", "value": 0.5}]}, "/tiles/0/value"),
    "a value that is too large": ({"tiles": [{"letters": "a", "value": 1001}]}, "/tiles/0/value"),
    "three blanks": ({"tiles": tiles("a"), "blanks": 3}, "/blanks"),
    "two blanks and a change": ({"tiles": tiles("a"), "blanks": 2, "change": True}, "/blanks"),
    "a bonus for 33 letters": ({"tiles": tiles("a"), "bonus": [0] * 34}, "/bonus"),
    "another question": ({"tiles": tiles("a"), "find": "worst"}, "/find"),
    "more than may be listed": ({"tiles": tiles("a"), "find": "every", "limit": MOST_LISTED + 1}, "/limit"),
    "a tile too much to say": ({"tiles": [{"letters": "a", "type": "fire"}]}, "/tiles/0/type"),
}


@pytest.mark.parametrize(("body", "pointer"), WRONG_TILES.values(), ids=WRONG_TILES)
def test_tiles_that_can_not_be_are_refused_where_they_stand(talk: Talk, body: Json, pointer: str) -> None:
    refused = talk.post(SOLUTIONS, body, status=422)
    assert [place["pointer"] for place in refused["errors"]] == [pointer]


def test_asked_again_it_is_the_same_question(talk: Talk) -> None:
    asked = {"words": ["anagram", "nagaram"]}
    first = patient(talk, CHECKS, asked)
    again = talk.post(CHECKS, asked)
    assert {**again, "expires_at": ""} == {**first, "expires_at": ""}
    assert again["expires_at"] >= first["expires_at"]
    assert talk.get(f"{CHECKS}/{first['id']}")["results"] == first["results"]
    assert patient(talk, CHECKS, {**asked, "lexicon": "large"})["id"] != first["id"]


@pytest.mark.parametrize("kind", [CHECKS, SOLUTIONS])
def test_a_question_that_never_was_is_unknown(talk: Talk, kind: str) -> None:
    other = {CHECKS: search(talk, tiles("o", "x"))["id"], SOLUTIONS: check(talk, "ox")["id"]}[kind]
    for question in ("w_" + "A" * 22, "w_short", "m_" + "A" * 22, other):
        assert talk.get(f"{kind}/{question}", status=404)["code"] == "question_unknown"


def test_what_is_asked_costs_by_its_size(inside: Parlour) -> None:
    talk = inside.talk(ALEHOUSE_RATE="1000")

    def cost(path: str, body: Json) -> int:
        """Ask of a lexicon that there is not: it is paid for, and answered at once."""
        before = _left(talk.ask("GET", "/v1/lexicons"))
        return before - _left(talk.ask("POST", path, {**body, "lexicon": "nowhere"}))

    # The allowance refills by a unit in 60 ms.
    words = ["hamster"] * 5000
    assert 80 <= cost(CHECKS, {"words": words}) <= 100
    assert cost(CHECKS, {"words": words[:10]}) <= 2
    plain = {"tiles": tiles("a", "l", "e")}
    assert 1 <= cost(SOLUTIONS, plain) <= 6
    assert 45 <= cost(SOLUTIONS, {**plain, "find": "every", "blanks": 1, "change": True}) <= 56


def _left(answer: Any) -> int:
    (left,) = (int(part[2:]) for part in answer.headers["RateLimit"].split(";") if part.startswith("r="))
    return left


def test_no_process_of_the_api_opens_a_list_or_an_index(house: House) -> None:
    pid = house.api.pid
    until(lambda: check(house.talk(), "ale")["status"] == "done", "it answers")
    for process in _family(pid):
        maps = Path(f"/proc/{process}/maps").read_text()
        assert ".tiles" not in maps


def _family(pid: int) -> list[int]:
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += _family(int(child))
    return found
