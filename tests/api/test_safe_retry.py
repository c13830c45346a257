"""Every POST can be sent again when its answer was lost: sent five times, it is done once and answered alike."""

import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.house import House, until
from tests.api.operations import OPERATIONS
from tests.api.records import played
from tests.api.talk import Json, Talk, key, open_table, play_on

Same = Callable[[Json], Any]


@dataclass
class Sent:
    """A request; what of its answer must be alike; whether it was `done` (None: it can't be seen); and done `once`."""

    path: str
    status: int = 200
    body: Json | None = None
    token: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    same: Same = lambda answer: answer
    done: Callable[[], bool] | None = None
    once: Callable[[], bool] = lambda: True

    def raw(self, host: str) -> bytes:
        """Return the request as it goes over the line."""
        body = b"" if self.body is None else json.dumps(self.body).encode()
        headers = {"Host": host, "Content-Length": str(len(body)), **self.headers}
        if self.body is not None:
            headers["Content-Type"] = "application/json"
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"POST {self.path} HTTP/1.1\r\n{head}\r\n".encode() + body


def count(talk: Talk, path: str, kind: str, token: str | None = None) -> int:
    items = talk.get(f"{path}/events", token, params={"limit": 100})["items"]
    return sum(event["kind"] == kind for event in items)


def opening(talk: Talk) -> Sent:
    body = {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "open"}]}
    return Sent("/v1/matches", 201, body, headers={"Idempotency-Key": key()})


def taking_a_seat(talk: Talk) -> Sent:
    table = open_table(talk, None, None, None, sit=False)

    def taken() -> int:
        return count(talk, table.path, "seat_taken")

    return Sent(
        f"{table.path}/seats",
        201,
        {"name": "Ambie"},
        headers={"Idempotency-Key": key()},
        done=lambda: taken() > 0,
        once=lambda: taken() == 1,
    )


def starting(talk: Talk) -> Sent:
    table = open_table(talk, None, None, None, sit=False)
    talk.post(f"{table.path}/seats", {"name": "Ambie"}, status=201)

    def started() -> int:
        return count(talk, table.path, "match_started")

    return Sent(
        f"{table.path}/start",
        body={"bot": "random"},
        token=table.host,
        # The bots have begun to play when it is asked again.
        same=lambda answer: (answer["status"], answer["seats"], answer["chance"]),
        done=lambda: started() > 0,
        once=lambda: started() == 1 and count(talk, table.path, "seat_taken") == 3,
    )


def asking_for_a_rematch(talk: Talk) -> Sent:
    table = open_table(talk, None, None, options={"turn_cap": 1})
    for _ in play_on(table, lambda items: items[0]):
        pass

    def asked() -> int:
        return count(talk, table.path, "rematch_opened")

    return Sent(
        f"{table.path}/rematch",
        201,
        token=table.tokens[1],
        done=lambda: asked() > 0,
        once=lambda: asked() == 1,
    )


def renewing_a_token(talk: Talk) -> Sent:
    table = open_table(talk, None, None)
    old = table.tokens[0]

    def dead() -> bool:
        return talk.ask("GET", table.path, token=old).status_code == 401

    path, headers = f"{table.path}/seats/0/token", {"Idempotency-Key": key()}
    return Sent(path, 201, token=old, headers=headers, done=dead, once=dead)


def acting(talk: Talk) -> Sent:
    table = open_table(talk, None, None)
    (decision,) = table.look(table.tokens[0])["decisions"]

    def answered() -> int:
        return count(talk, table.path, "answered")

    return Sent(
        f"{table.path}/actions",
        body={"decision": decision["id"], "choice": decision["choices"]["items"][-1]},
        token=table.tokens[0],
        done=lambda: answered() > 0,
        once=lambda: answered() == 1,
    )


def asking_for_a_ticket(talk: Talk) -> Sent:
    table = open_table(talk, None, None)
    before = table.look(table.tokens[0])
    return Sent(
        f"{table.path}/stream-tickets",
        token=table.tokens[0],
        # Another time of expiry makes another ticket; each is as good.
        same=sorted,
        once=lambda: table.look(table.tokens[0]) == before,
    )


def verifying(talk: Talk) -> Sent:
    return Sent("/v1/replays", body=played(talk, 5, turn_cap=2).record)


def playing_on(talk: Talk) -> Sent:
    record = {**played(talk, 6, turn_cap=2).record, "answers": [], "phases": []}
    opened = talk.post("/v1/transitions", {"record": record})
    decision = opened["audiences"][0]["decisions"][0]
    action = {"decision": decision["id"], "choice": decision["choices"]["items"][0]}
    return Sent(
        "/v1/transitions",
        body={"record": opened["record"], "action": action},
        same=lambda answer: (answer["record"], [seen["view"] for seen in answer["audiences"]]),
    )


def asking_for_a_simulation(talk: Talk) -> Sent:
    seats = [{"kind": "bot", "bot": "random"}] * 2
    # Nobody plays it here: it stays as it is.
    body = {"game": "squishem", "seats": seats, "matches": 100_000}
    return Sent("/v1/simulations", 202, body, headers={"Idempotency-Key": key()})


def asking_about_words(talk: Talk, what: str, body: Json) -> Sent:
    # Whatever the worker has to do meanwhile, the answer is there when it is asked again.
    seen = talk.ask("POST", f"/v1/words/{what}", body).json()
    while seen["status"] == "queued":
        seen = talk.get(f"/v1/words/{what}/{seen['id']}", params={"wait": 25})
    return Sent(
        f"/v1/words/{what}",
        body=body,
        # It is kept for longer each time.
        same=lambda answer: {name: value for name, value in answer.items() if name != "expires_at"},
    )


def asking_for_hints(talk: Talk) -> Sent:
    table = open_table(talk, None, None, game="spell_smashers", options={"hints": True})
    path, token = f"{table.path}/hints", table.tokens[0]
    seen = talk.ask("POST", path, token=token).json()
    while seen["status"] == "queued":
        seen = talk.get(f"{path}/{seen['id']}", token, params={"wait": 25})
    return Sent(
        path,
        token=token,
        same=lambda answer: {name: value for name, value in answer.items() if name != "expires_at"},
    )


POSTS = {
    "checkWords": lambda talk: asking_about_words(talk, "checks", {"words": ["ale", "sent", "again"]}),
    "searchWords": lambda talk: asking_about_words(talk, "solutions", {"tiles": [{"letters": "ale"}]}),
    "askForHints": asking_for_hints,
    "openMatch": opening,
    "takeSeat": taking_a_seat,
    "startMatch": starting,
    "openRematch": asking_for_a_rematch,
    "renewToken": renewing_a_token,
    "submitAction": acting,
    "openStreamTicket": asking_for_a_ticket,
    "verifyRecord": verifying,
    "playRecord": playing_on,
    "submitSimulation": asking_for_a_simulation,
}


def test_no_post_is_missing_here() -> None:
    assert set(POSTS) == {one.id for one in OPERATIONS if one.method == "POST"}


@pytest.mark.parametrize("prepare", POSTS.values(), ids=POSTS.keys())
def test_a_post_whose_answer_was_lost_is_sent_again(house: House, talk: Talk, prepare: Callable[[Talk], Sent]) -> None:
    sent = prepare(talk)
    _lose(house, sent)
    if sent.done is not None:
        until(sent.done, "the server has done it though nobody heard the answer")
    answers = [_send(talk, sent) for _ in range(2)]
    _alike(sent, answers)


@pytest.mark.parametrize("prepare", POSTS.values(), ids=POSTS.keys())
def test_a_post_sent_many_times_at_once_is_done_once(house: House, talk: Talk, prepare: Callable[[Talk], Sent]) -> None:
    """As by a client that loses its patience, and a proxy that retries beside it."""
    sent = prepare(talk)
    _lose(house, sent)
    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(lambda _: _send(house.talk(), sent), range(5)))
    _alike(sent, answers)


def _send(talk: Talk, sent: Sent) -> Json:
    return talk.post(sent.path, sent.body, sent.token, sent.status, headers=sent.headers)


def _lose(house: House, sent: Sent) -> None:
    """Send it and be gone before the answer comes."""
    address = urlsplit(house.address)
    assert address.hostname is not None
    with socket.create_connection((address.hostname, address.port)) as line:
        line.sendall(sent.raw(address.netloc))


def _alike(sent: Sent, answers: list[Json]) -> None:
    first, *others = map(sent.same, answers)
    assert others == [first] * len(others)
    assert sent.once()
