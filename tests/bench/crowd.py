"""A crowd that watches: streams and parked looks, from a process of its own (`python -m tests.bench.crowd`).

It reads one line of JSON: where the API is, the paths of the matches, and how many streams and looks it shall hold. It
prints a line when all streams stand and all looks are sent, and goes on until its standard input ends.
"""

import json
import re
import selectors
import sys

from tests.bench.loader import Connection, request

_VERSION = re.compile(rb'"version":(\d+)')


class Crowd:
    """Streams and looks at some matches; each look that is answered asks again for what comes after."""

    def __init__(self, address: tuple[str, int], paths: list[str]) -> None:
        self._address = address
        self._paths = paths
        self._selector = selectors.DefaultSelector()

    def stream(self, at: int) -> None:
        line = Connection(self._address)
        line.send(request("GET", f"{self._paths[at % len(self._paths)]}/stream"))
        line.line.setblocking(False)
        self._selector.register(line.line, selectors.EVENT_READ, (line, None))

    def look(self, at: int, wait: int) -> None:
        """Look, and wait for so long the first time: people don't begin to wait all in the same second."""
        line = Connection(self._address)
        path = self._paths[at % len(self._paths)]
        line.send(request("GET", f"{path}?after={2**40}&wait={wait}"))
        self._selector.register(line.line, selectors.EVENT_READ, (line, path))

    def hold(self) -> None:
        """Announce that all stand once each stream has begun, and go on until there is no more input."""
        everybody = {key.fd for key in self._selector.get_map().values() if key.data[1] is None}
        heard: set[int] = set()
        self._selector.register(sys.stdin, selectors.EVENT_READ)
        while True:
            for key, _ in self._selector.select():
                if key.data is None:
                    return
                self._take(*key.data)
                if key.fd in everybody - heard:
                    heard.add(key.fd)
                    if heard == everybody:
                        print("all stand", flush=True)

    def _take(self, line: Connection, path: str | None) -> None:
        """Take in what has come, and ask again where a look's whole answer is there."""
        if path is None:
            if not line.line.recv(65536):
                raise RuntimeError("A stream ended.")
            return
        body = line.receive()
        if body is None:
            return
        found = _VERSION.search(body)
        if line.status != 200 or found is None:
            raise RuntimeError(f"{path} answered {line.status}: {body[:300]!r}")
        line.send(request("GET", f"{path}?after={int(found[1])}&wait=25"))


def main() -> None:
    asked = json.loads(sys.stdin.readline())
    crowd = Crowd((asked["host"], asked["port"]), asked["paths"])
    for at in range(asked["streams"]):
        crowd.stream(at)
    for at in range(asked["looks"]):
        crowd.look(at, at % 25 + 1)
    crowd.hold()


if __name__ == "__main__":
    main()
