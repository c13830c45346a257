"""A worker's own port, for operators: its figures, and whether it lives."""

import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service import metrics
from workers.pulse import PULSE

_log = logging.getLogger(__name__)


class _Answers(BaseHTTPRequestHandler):
    page: metrics.Page

    def answer(self) -> None:
        """Answer /metrics and /healthz."""
        if self.path == "/metrics":
            self._answer(200, metrics.CONTENT_TYPE, self.page.text())
        elif self.path == "/healthz":
            status, said = (200, b'{"status":"ok"}') if PULSE.lives else (503, b'{"status":"hangs"}')
            self._answer(status, "application/json", said)
        else:
            self._answer(404, "application/json", b"{}")

    do_GET = answer  # noqa: N815 - the name that the library calls

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: whoever asks every few seconds would fill the lines."""


def answer_operators(host: str, port: int) -> None:
    """Answer on `port` from a thread, for as long as this process runs."""
    answers = type("Answers", (_Answers,), {"page": metrics.Page()})
    try:
        server = ThreadingHTTPServer((host, port), answers)
    except OSError as error:
        # The work goes on; a probe that finds nobody says so by itself.
        _log.warning("no port for operators: %s:%s (%s)", host, port, error.strerror)
        return
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="operators", daemon=True).start()
