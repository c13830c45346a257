"""Players in processes of their own: `python -m tests.api.clients`, with what they need as JSON on standard input.

Each sits at one match, follows it by a stream and acts when it is asked, with the habits of real clients: it sends
twice, answers late, hangs up in the middle, comes back. What it saw goes out as one line of JSON. It needs the standard
library alone, so that two hundred of them fit on a small machine.
"""

import http.client
import json
import os
import random
import sys
import time
import traceback
from typing import Any
from urllib.parse import urlsplit

from tests.api.stream import Ended, Frame, Stream

HABITS = ("plain", "twice", "late", "reconnecting", "hanging_up")
PATIENCE_SECONDS = 180

Json = dict[str, Any]


class Player:
    """One client with one habit."""

    def __init__(self, address: str, path: str, token: str, seat: int, habit: str, seed: int) -> None:
        self._address = address
        self._path = path
        self._token = token
        self._seat = seat
        self._habit = habit
        self._chance = random.Random(seed)
        self._line = self._connected()
        self._last = 0
        self._earlier: list[tuple[str, Json, Json]] = []
        self.frames: list[Json] = []
        self.accepted: list[Json] = []
        self.checked = 0

    def play(self) -> None:
        """Play until the stream ends with the match."""
        while True:
            with Stream(
                self._address, f"{self._path}/stream", self._token, self._last or None, PATIENCE_SECONDS
            ) as stream:
                if stream.status == 204:
                    return
                assert stream.status == 200, stream.status
                self._follow(stream)

    def _follow(self, stream: Stream) -> None:
        self._act()
        while True:
            try:
                frame = stream.next()
            except Ended:
                return
            self._hear(frame)
            if frame.data["kind"] in ("asked", "asked_again") and self._seat in frame.data.get("seats", (self._seat,)):
                self._act()
            if self._habit == "reconnecting" and self._chance.random() < 0.05:
                # Some of what is sent from here on is on its way, and lost.
                return

    def _hear(self, frame: Frame) -> None:
        assert frame.type == "message", frame
        assert frame.id == self._last + 1 == frame.data["n"], (self._last, frame)
        self._last += 1
        self.frames.append(frame.data)

    def _act(self) -> None:
        status, seen = self._ask("GET", self._path)
        assert status == 200, seen
        for decision in seen.get("decisions", ()):
            if not decision["optional"] and decision["state"] == "open":
                self._answer(decision)

    def _answer(self, decision: Json) -> None:
        choices = decision["choices"]["items"]
        action = {"decision": decision["id"], "choice": self._chance.choice(choices)}
        if self._habit == "hanging_up" and self._chance.random() < 0.5:
            line = self._connected()
            self._send(line, "POST", f"{self._path}/actions", action)
            line.close()
        if self._habit == "twice":
            answers = self._twice(action)
        else:
            answers = [self._ask("POST", f"{self._path}/actions", action)]
        for status, body in answers:
            assert status == 200, body
            assert body["events"] == answers[0][1]["events"], "the same action told of other events"
        self.accepted.append({"choice": action["choice"], "events": answers[0][1]["events"]})
        if self._habit == "late" and self._earlier:
            self._answer_late(self._chance.choice(self._earlier))
        others = [choice for choice in choices if choice != action["choice"]]
        if others:
            self._earlier.append((decision["id"], action["choice"], self._chance.choice(others)))

    def _twice(self, action: Json) -> list[tuple[int, Json]]:
        """Send an action on two connections, the second before the first has answered."""
        lines = [self._connected(), self._connected()]
        for line in lines:
            self._send(line, "POST", f"{self._path}/actions", action)
        answers = [self._received(line) for line in lines]
        for line in lines:
            line.close()
        # Each may find the match busy with the other.
        return [one if one[0] != 503 else self._ask("POST", f"{self._path}/actions", action) for one in answers]

    def _answer_late(self, earlier: tuple[str, Json, Json]) -> None:
        """Answer what was answered long ago: the same is the same again, another choice is too late."""
        decision, choice, other = earlier
        status, body = self._ask("POST", f"{self._path}/actions", {"decision": decision, "choice": choice})
        assert status == 200, body
        status, body = self._ask("POST", f"{self._path}/actions", {"decision": decision, "choice": other})
        assert (status, body["code"]) in ((409, "decision_closed"), (409, "match_not_running")), body
        self.checked += 2

    def _ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
        """Ask until there is an answer: whatever became of the last try, asking again does it once."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                self._send(self._line, method, path, body)
                status, answer = self._received(self._line)
            except (ConnectionError, http.client.HTTPException):
                # The server closes a connection that was quiet for some seconds.
                self._line.close()
                self._line = self._connected()
                status, answer = 503, {}
            if status != 503 or time.monotonic() > deadline:
                return status, answer

    def _send(self, line: http.client.HTTPConnection, method: str, path: str, body: Json | None = None) -> None:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        line.request(method, path, None if body is None else json.dumps(body), headers)

    def _received(self, line: http.client.HTTPConnection) -> tuple[int, Json]:
        response = line.getresponse()
        return response.status, json.loads(response.read())

    def _connected(self) -> http.client.HTTPConnection:
        host = urlsplit(self._address)
        return http.client.HTTPConnection(host.hostname or "", host.port, timeout=PATIENCE_SECONDS)


def played(asked: Json) -> Json:
    """Play one seat, and return what the player saw."""
    habit = HABITS[asked["number"] % len(HABITS)]
    player = Player(asked["address"], asked["path"], asked["token"], asked["seat"], habit, asked["number"])
    seen: Json = {"number": asked["number"], "habit": habit, "fault": None}
    try:
        player.play()
    except Exception:  # noqa: BLE001 - whatever it was goes into the report, and fails the test
        seen["fault"] = traceback.format_exc()
    return {**seen, "frames": player.frames, "accepted": player.accepted, "checked": player.checked}


def main() -> None:
    """Fork one process a player; each writes its line at once, so that lines never mix."""
    children = []
    for asked in json.load(sys.stdin):
        child = os.fork()
        if not child:
            path = f"{asked['number']}.json"
            with open(path + ".new", "w", encoding="utf-8") as file:
                json.dump(played(asked), file)
            os.rename(path + ".new", path)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
