"""Questions about words are answered by workers alone, and none is lost, whatever dies meanwhile."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import cast

import httpx
import pytest
import redis

from service.bots import BOTS
from service.games.catalogue import TITLES
from service.leash import Leash
from service.lexicons import lexicons
from service.lexicons.library import Library, house_library
from service.questions import ROOM
from service.queue import Queue
from service.seats import Tokens
from service.settings import index_folder
from service.steps import Steps
from service.store import MatchStore, QuestionStore
from service.word_answers import WordAnswers
from tests.api.asking import CHECKS, SOLUTIONS, patient, tiles, waited
from tests.api.house import SECRET, House, until
from tests.api.mortal import Deaths
from tests.api.simulating import Parlour
from tests.api.talk import Json
from tests.api.test_limits import app_of
from tests.conftest import LONG

pytestmark = pytest.mark.timeout(180)


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
    legal = [one["legal"] for one in waited(talk, checked.headers["Location"])["results"]]
    assert legal == [True, False]
    assert waited(talk, searched.headers["Location"])["best"]["word"] == "apt"


POINTS = ("question.begun", "question.answered")


@pytest.mark.parametrize("group", [False, *([True] if LONG else [])], ids=lambda group: "all" if group else "one")
def test_wherever_a_process_of_a_worker_dies_the_question_is_answered(own: House, tmp_path: Path, group: bool) -> None:
    deaths = Deaths(tmp_path)
    for point in POINTS:
        deaths.at(point, 1, group=group)
    own.kill(own.worker)
    own.start_worker(**deaths.environ)
    talk, number = own.talk(), 0

    def answered(question: str) -> bool:
        # Whoever dies does so before or after the answer.
        if own.worker.poll() is not None:
            own.start_worker(**deaths.environ)
        said = talk.get(question)
        return said["status"] == "done" and said["results"][0]["legal"] is True

    with redis.Redis.from_url(own.url, socket_timeout=5) as store:
        while deaths.left():
            number += 1
            asked = talk.ask("POST", CHECKS, {"words": ["cellar", "a" * number]}).json()
            question = f"{CHECKS}/{asked['id']}"
            until(partial(answered, question), "it is answered")
        until(lambda: answered(question) and not store.exists("questions:unanswered"), "nothing is left behind")


def test_a_whole_worker_dies_and_the_sweeper_of_the_next_finds_the_question(own: House, tmp_path: Path) -> None:
    """The message is gone with the worker, until long after."""
    deaths = Deaths(tmp_path).at("question.begun", 1, group=True)
    own.kill(own.worker)
    own.start_worker(**deaths.environ)
    talk = own.talk()
    asked = talk.post(SOLUTIONS, {"tiles": tiles("d", "o", "o", "r"), "find": "exists"}, status=202)
    until(lambda: own.worker.poll() is not None, "the worker has died")
    own.start_worker()
    assert waited(talk, f"{SOLUTIONS}/{asked['id']}")["exists"] is True


def test_the_api_dies_and_the_question_is_sent_for(own: House, tmp_path: Path) -> None:
    deaths = Deaths(tmp_path).at("question.opened", 1)
    own.kill(own.api)
    own.start_api(**deaths.environ)
    talk, body = own.talk(), {"words": ["doorway"]}
    with pytest.raises(httpx.TransportError):
        talk.ask("POST", CHECKS, body)
    until(own.ready, "another process of the API answers")
    assert patient(talk, CHECKS, body)["results"] == [{"word": "doorway", "legal": True}]


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
