"""Questions about words: which are legal, what tiles spell; answered by workers alone, and none is lost."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import httpx
import pytest
import redis

from service.bots import BOTS
from service.games.catalogue import TITLES
from service.leash import Leash
from service.lexicons import lexicons
from service.lexicons.library import Library, house_library
from service.lexicons.solver import Tile
from service.questions import ROOM
from service.queue import Queue
from service.seats import Tokens
from service.settings import index_folder
from service.steps import Steps
from service.store import MatchStore, QuestionStore
from service.word_answers import WordAnswers
from service.words import MOST_LISTED, WORDS_AT_ONCE
from tests.api.house import SECRET, House, until
from tests.api.mortal import Deaths
from tests.api.simulating import Parlour
from tests.api.talk import Json, Talk
from tests.api.test_limits import app_of
from tests.conftest import LONG
from tests.lexicons.hands import hand

pytestmark = pytest.mark.timeout(180)

CHECKS, SOLUTIONS = "/v1/words/checks", "/v1/words/solutions"
STANDARD = lexicons()["standard"]


def patient(talk: Talk, path: str, body: Json) -> Json:
    """Ask, and wait for the answer where the worker is busy."""
    answer = talk.ask("POST", path, body)
    seen: Json = answer.json()
    assert answer.status_code in (200, 202), answer.text
    while seen["status"] == "queued":
        seen = talk.get(f"{path}/{seen['id']}", params={"wait": 25})
    return seen


def check(talk: Talk, *words: str, **more: Any) -> Json:
    return patient(talk, CHECKS, {"words": list(words), **more})


def tiles(*texts: str, **more: int) -> list[Json]:
    return [{"letters": text, "value": more.get(text, 1)} for text in texts]


def search(talk: Talk, spelt_with: list[Json], **more: Any) -> Json:
    return patient(talk, SOLUTIONS, {"tiles": spelt_with, **more})


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


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose worker may be killed."""
    with Leash() as leash:
        house = House(leash, tmp_path_factory.mktemp("words"), always=True)
        house.start_redis()
        house.start_api()
        house.start_worker()
        until(house.ready, "the API answers")
        yield house
        house.close()


def test_without_a_worker_there_is_an_address_and_the_answer_once_one_is_back(own: House) -> None:
    own.kill(own.worker)
    talk = own.talk()
    checked = talk.ask("POST", CHECKS, {"words": ["tavern", "nrevat"]})
    searched = talk.ask("POST", SOLUTIONS, {"tiles": tiles("t", "a", "p")})
    for answer, path in ((checked, CHECKS), (searched, SOLUTIONS)):
        assert (answer.status_code, answer.json()["status"]) == (202, "queued")
        assert answer.headers["Location"] == f"{path}/{answer.json()['id']}"
        assert talk.get(answer.headers["Location"])["status"] == "queued"
    # Asked again, it is no second question.
    assert talk.post(CHECKS, {"words": ["tavern", "nrevat"]}, status=202)["id"] == checked.json()["id"]
    own.empty_queue()
    own.start_worker()
    legal = [one["legal"] for one in _waited(talk, checked.headers["Location"])["results"]]
    assert legal == [True, False]
    assert _waited(talk, searched.headers["Location"])["best"]["word"] == "apt"


POINTS = ("question.begun", "question.answered")


@pytest.mark.parametrize("group", [False, *([True] if LONG else [])], ids=lambda group: "all" if group else "one")
def test_wherever_a_process_of_a_worker_dies_the_question_is_answered(own: House, tmp_path: Path, group: bool) -> None:
    deaths = Deaths(tmp_path)
    for point in POINTS:
        deaths.at(point, 1, group=group)
    own.kill(own.worker)
    own.start_worker(**deaths.environ)
    talk, number = own.talk(), 0
    while deaths.left():
        number += 1
        asked = talk.ask("POST", CHECKS, {"words": ["cellar", "a" * number]}).json()
        if own.worker.poll() is not None:
            own.start_worker(**deaths.environ)
        said = _waited(talk, f"{CHECKS}/{asked['id']}")
        assert (said["status"], said["results"][0]["legal"]) == ("done", True)
    with redis.Redis.from_url(own.url, socket_timeout=5) as store:
        until(lambda: not store.exists("questions:unanswered"), "nothing is left behind")


def test_a_whole_worker_dies_and_the_sweeper_of_the_next_finds_the_question(own: House, tmp_path: Path) -> None:
    """The message is gone with the worker, until long after."""
    deaths = Deaths(tmp_path).at("question.begun", 1, group=True)
    own.kill(own.worker)
    own.start_worker(**deaths.environ)
    talk = own.talk()
    asked = talk.post(SOLUTIONS, {"tiles": tiles("d", "o", "o", "r"), "find": "exists"}, status=202)
    until(lambda: own.worker.poll() is not None, "the worker has died")
    own.start_worker()
    assert _waited(talk, f"{SOLUTIONS}/{asked['id']}")["exists"] is True


def test_the_api_dies_and_the_question_is_sent_for(own: House, tmp_path: Path) -> None:
    deaths = Deaths(tmp_path).at("question.opened", 1)
    own.kill(own.api)
    own.start_api(**deaths.environ)
    talk, body = own.talk(), {"words": ["doorway"]}
    with pytest.raises(httpx.TransportError):
        talk.ask("POST", CHECKS, body)
    until(own.ready, "another process of the API answers")
    assert patient(talk, CHECKS, body)["results"] == [{"word": "doorway", "legal": True}]


def _waited(talk: Talk, path: str) -> Json:
    seen = talk.get(path, params={"wait": 25})
    while seen["status"] == "queued":
        seen = talk.get(path, params={"wait": 25})
    return seen


@pytest.fixture
def hands(inside: Parlour) -> WordAnswers:
    """A worker's hands, on a Redis that nobody else works for."""
    return answering(inside, house_library())


def answering(parlour: Parlour, library: Library) -> WordAnswers:
    steps = Steps(MatchStore(parlour.url), Queue(parlour.url), Tokens(SECRET.encode()), TITLES, BOTS)
    return WordAnswers(steps, QuestionStore(parlour.url), library)


def test_the_sweeper_sends_again_ever_later_until_there_is_an_answer(inside: Parlour, hands: WordAnswers) -> None:
    talk = inside.talk()
    asked = talk.post(CHECKS, {"words": ["ale"]}, status=202)
    waits = []
    for _ in range(3):
        assert hands.sweep() == 0
        (member, _), *_ = cast(
            "list[tuple[bytes, float]]", inside.store.zrange("questions:unanswered", 0, -1, withscores=True)
        )
        inside.store.zadd("questions:unanswered", {member: 1})
        assert hands.sweep() == 1
        seconds, micros = inside.store.time()
        score = inside.store.zscore("questions:unanswered", member)
        assert score is not None
        waits.append(score - (seconds * 1000 + micros / 1000))
    assert waits[0] < waits[1] < waits[2]
    hands.answer(asked["id"])
    assert not inside.store.exists("questions:unanswered")
    assert talk.get(f"{CHECKS}/{asked['id']}")["results"] == [{"word": "ale", "legal": True}]
    hands.answer(asked["id"])
    assert hands.sweep() == 0


def test_a_question_that_is_being_answered_is_not_sent_for_again(inside: Parlour, hands: WordAnswers) -> None:
    asked = inside.talk().post(CHECKS, {"words": ["ale"]}, status=202)
    (member,) = cast("list[bytes]", inside.store.zrange("questions:unanswered", 0, -1))
    inside.store.zadd("questions:unanswered", {member: 1})
    assert QuestionStore(inside.url).begin(asked["id"]) is not None
    assert hands.sweep() == 0
    assert inside.store.zcard("questions:unanswered") == 1


def test_a_question_that_expired_is_swept_away(inside: Parlour, hands: WordAnswers) -> None:
    asked = inside.talk().post(CHECKS, {"words": ["ale"]}, status=202)
    inside.store.delete(f"question:{{{asked['id']}}}")
    (member,) = cast("list[bytes]", inside.store.zrange("questions:unanswered", 0, -1))
    inside.store.zadd("questions:unanswered", {member: 1})
    assert hands.sweep() == 0
    assert not inside.store.exists("questions:unanswered")


def test_a_question_that_expires_while_it_is_asked_again_is_a_new_one(inside: Parlour) -> None:
    talk, body = inside.talk(), {"words": ["ale"]}
    asked = talk.post(CHECKS, body, status=202)
    inside.store.pexpire(f"question:{{{asked['id']}}}", 500)
    again = talk.post(CHECKS, body, status=202)
    assert (again["id"], again["status"]) == (asked["id"], "queued")
    assert again["created_at"] > asked["created_at"]


def test_nobody_learns_what_another_address_has_asked(inside: Parlour, hands: WordAnswers) -> None:
    client = app_of(inside.url).test_client()

    def asked(address: str) -> Json:
        answer = client.post(CHECKS, json={"words": ["lantern"]}, environ_base={"REMOTE_ADDR": address})
        return cast("Json", answer.json)

    first = asked("192.0.2.1")
    hands.answer(first["id"])
    again, other = asked("192.0.2.1"), asked("192.0.2.2")
    assert (again["id"], again["status"], again["created_at"]) == (first["id"], "done", first["created_at"])
    assert (other["status"], other["id"] != first["id"]) == ("queued", True)
    assert other["created_at"] > first["created_at"]


def test_a_worker_with_another_lexicon_leaves_it_to_one_that_has_it(inside: Parlour, hands: WordAnswers) -> None:
    talk = inside.talk()
    asked = talk.post(CHECKS, {"words": ["ale"]}, status=202)
    others = {"standard": lexicons()["family"]}
    answering(inside, Library(others, index_folder())).answer(asked["id"])
    assert talk.get(f"{CHECKS}/{asked['id']}")["status"] == "queued"
    hands.answer(asked["id"])
    assert talk.get(f"{CHECKS}/{asked['id']}")["status"] == "done"


def test_a_question_that_ends_every_worker_fails_and_may_be_asked_again(inside: Parlour) -> None:
    talk, store = inside.talk(), QuestionStore(inside.url)
    asked = talk.post(CHECKS, {"words": ["ale"]}, status=202)
    begun = [store.begin(asked["id"]) is not None for _ in range(6)]
    assert begun == [True] * 5 + [False]
    failed = talk.get(f"{CHECKS}/{asked['id']}")
    assert (failed["status"], "ended" in failed["cause"], "results" in failed) == ("failed", True, False)
    assert talk.post(CHECKS, {"words": ["ale"]}, status=202)["status"] == "queued"


def test_one_address_may_have_a_quarter_of_the_room_and_strangers_find_some(inside: Parlour) -> None:
    talk = inside.talk()
    until_ms = 2**45
    own = talk.post(CHECKS, {"words": ["own"]}, status=202)
    (member,) = cast("list[bytes]", inside.store.zrange("questions:unanswered", 0, -1))
    asker = member.decode().split("/")[1]
    assert own["id"] in member.decode()

    def fill(whose: str, number: int) -> None:
        names = {f"w_{whose}{at}/{whose}/1/{until_ms}": until_ms for at in range(number)}
        inside.store.zadd("questions:unanswered", names)

    fill(asker, ROOM.questions // 4 - 1)
    for path, body in ((CHECKS, {"words": ["more"]}), (SOLUTIONS, {"tiles": tiles("a")})):
        refused = talk.ask("POST", path, body)
        assert (refused.status_code, refused.json()["code"], refused.headers["Retry-After"]) == (
            503,
            "queue_full",
            "10",
        )
        assert "quarter" in refused.json()["detail"]
    inside.store.delete("questions:unanswered")
    fill("stranger", ROOM.questions - 1)
    assert talk.post(CHECKS, {"words": ["more"]}, status=202)["status"] == "queued"
    assert "quarter" not in talk.post(CHECKS, {"words": ["most"]}, status=503)["detail"]
    # What is there already needs no room.
    assert talk.post(CHECKS, {"words": ["more"]}, status=202)["status"] == "queued"


@pytest.mark.parametrize(("path", "body"), [(CHECKS, {"words": ["ale"]}), (SOLUTIONS, {"tiles": []})])
def test_a_full_store_takes_no_question(inside: Parlour, path: str, body: Json) -> None:
    inside.store.config_set("maxmemory", 1)
    try:
        assert inside.talk().post(path, body, status=503)["code"] == "storage_full"
    finally:
        inside.store.config_set("maxmemory", 0)


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
