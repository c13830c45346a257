"""Traces, if somebody wants them: of a request, of what it asks Redis, and of the tasks that go back to it."""

import gzip
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from service import traces
from service.leash import Leash
from service.settings import SettingInvalid
from tests.api.house import House, until
from tests.api.talk import open_table, play_on

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class Receiver:
    """What spans came: (trace, service, name), and every byte of them."""

    address: str
    spans: list[tuple[str, str, str]] = field(default_factory=list)
    raw: bytearray = field(default_factory=bytearray)

    def take(self, body: bytes) -> None:
        self.raw += body
        for of in ExportTraceServiceRequest.FromString(body).resource_spans:
            (service,) = [one.value.string_value for one in of.resource.attributes if one.key == "service.name"]
            for scope in of.scope_spans:
                self.spans += [(span.trace_id.hex(), service, span.name) for span in scope.spans]

    def traces(self, *wanted: tuple[str, str]) -> set[str]:
        """Return the traces that have a span of each service whose name begins so."""
        having = [
            {trace for trace, service, name in list(self.spans) if service == of and name.startswith(begin)}
            for of, begin in wanted
        ]
        return set.intersection(*having)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A collector that takes traces by OTLP over HTTP."""

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.take(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
    found = Receiver(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield found
    server.shutdown()
    server.server_close()


def test_an_action_and_the_move_of_the_bot_are_one_trace(tmp_path: Path, receiver: Receiver) -> None:
    with Leash() as leash:
        house = House(
            leash,
            tmp_path,
            OTEL_EXPORTER_OTLP_ENDPOINT=receiver.address,
            OTEL_BSP_SCHEDULE_DELAY="100",
            ALEHOUSE_LOG_LEVEL="warning",
        )
        house.start_redis()
        house.start_api()
        house.start_worker()
        until(house.ready, "the API answers")
        table = open_table(house.talk(), None, "random")
        # The bot is asked along with the player, so that every action calls for it or finds it has moved.
        for _ in play_on(table, lambda choices: choices[0], at_most=3):
            pass
        ticket = table.talk.post(f"{table.path}/stream-tickets", token=table.tokens[0])["url"]
        with httpx.stream("GET", house.address + ticket, timeout=60) as stream:
            assert next(stream.iter_lines()).startswith("retry")
        api, worker = "alehouse-api", "alehouse-worker"
        wanted = ((api, "POST "), (api, "EVALSHA"), (worker, "run/seats.move"), (worker, "HMGET"))
        until(lambda: receiver.traces(*wanted), "one trace holds the action and the bot's task")
        until(lambda: any(name.endswith("/stream") for *_, name in list(receiver.spans)), "the stream's span came")
        house.close()
    secret = ticket.partition("ticket=")[2]
    assert len(secret) > 40
    for hidden in (secret, *table.tokens, table.host):
        assert hidden.encode() not in receiver.raw


def test_without_the_setting_nothing_of_it_is_imported() -> None:
    script = (
        "import sys; from service import traces; from service.app import create_app; from service.settings import *;"
        "traces.begin('x', None); app = create_app(settings_from({'ALEHOUSE_SECRET': 's' * 32})); traces.follow(app);"
        # redis-py itself looks for the rest of it.
        "ours = tuple('opentelemetry.' + part for part in ('instrumentation', 'exporter', 'sdk.trace', 'proto'));"
        "print([name for name in sys.modules if name.startswith(ours)])"
    )
    said = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "find_spec", lambda _: None)
    with pytest.raises(SettingInvalid, match=r"install alehouse\[otel\]"):
        traces.begin("x", "http://127.0.0.1:1")
