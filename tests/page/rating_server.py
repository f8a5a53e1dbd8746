"""A small server that hands out one packet and can be told to misbehave, for the page's hosted keeper."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from ringtrue.page.offline import hosted_page, script, style

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)


class RatingServer(ThreadingHTTPServer):
    """Keeps what it was sent, in order; `troubles` are given out before anything is accepted."""

    daemon_threads = True

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.document: dict[str, Any] | None = document
        self.before: list[dict[str, Any]] = []
        self.sitting: dict[str, Any] = {}
        self.posts: list[tuple[str, dict[str, Any]]] = []
        self.troubles: list[tuple[int, dict[str, str]]] = []
        self.finished: list[dict[str, str]] = []  # answers to finished cards, named in refusals
        self.refused = 0
        self.more = False
        self.headers_seen: list[dict[str, str]] = []

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://127.0.0.1:{self.server_port}/rate"

    def answers(self) -> list[dict[str, Any]]:
        """Every answer that was accepted, in the order it came."""
        return [given for path, body in self.posts if path == "/api/answers" for given in body["answers"]]


class _Handler(BaseHTTPRequestHandler):
    server: RatingServer

    def do_GET(self) -> None:
        document = self.server.document
        if self.path == "/rate":
            html = hosted_page("en", "Whose words are these?", script_url="/page.js", style_url="/page.css")
            self._send(200, html.encode(), "text/html; charset=utf-8")
        elif self.path == "/page.js":
            self._send(200, script().encode(), "text/javascript; charset=utf-8")
        elif self.path == "/page.css":
            self._send(200, style().encode(), "text/css; charset=utf-8")
        elif self.path == "/api/packet" and self.server.troubles:
            self._trouble()
        elif self.path == "/api/packet" and document is not None:
            self._json(200, {"document": document, "answers": self.server.before, "sitting": self.server.sitting})
        else:
            self._send(204 if self.path == "/api/packet" else 404, b"", "text/plain")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.headers_seen.append(dict(self.headers))
        if self.server.troubles:
            self._trouble()
            return
        self.server.posts.append((self.path, body))
        self._json(200, {"more": self.server.more} if self.path == "/api/finish" else {"saved": 1})

    def _trouble(self) -> None:
        status, extra = self.server.troubles.pop(0)
        self.server.refused += 1
        named = {"finished": self.server.finished} if self.server.finished else {}
        self._json(status, {"error": "What the server says.", "remedy": "What to do."} | named, extra)

    def _json(self, status: int, document: Any, extra: dict[str, str] | None = None) -> None:
        self._send(status, json.dumps(document).encode(), "application/json", extra)

    def _send(self, status: int, body: bytes, kind: str, extra: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", POLICY)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        for name, value in (extra or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nothing: a test's output is for its failures."""


@contextmanager
def rating_server(document: dict[str, Any]) -> Iterator[RatingServer]:
    """The server on a free port of this machine, until the block ends."""
    with RatingServer(document) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
