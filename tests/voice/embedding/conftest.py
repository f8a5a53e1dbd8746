"""A real HTTP server in a thread that answers as an embeddings endpoint would, well or badly."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Script = Callable[[dict[str, Any]], tuple[int, dict[str, str], bytes]]


@dataclass
class Seen:
    """One request as the server got it."""

    path: str
    key: str | None
    body: dict[str, Any]


@dataclass
class Server:
    """Answers with the scripted answers one after the other, the last one again and again."""

    port: int = 0
    script: list[Script] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


def well(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    """Letters counted: a vector of three numbers for each text, in reverse order with the index beside."""
    rows = [
        {"index": i, "embedding": [text.count("a"), text.count("b"), len(text)]} for i, text in enumerate(body["input"])
    ]
    return 200, {}, json.dumps({"model": body["model"], "data": rows[::-1]}).encode()


def saying(status: int, text: str = "", **headers: str) -> Script:
    return lambda _: (status, {name.replace("_", "-"): value for name, value in headers.items()}, text.encode())


def handler(server: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.seen.append(Seen(self.path, self.headers.get("Authorization"), body))
            answer = server.script.pop(0) if len(server.script) > 1 else server.script[0]
            status, headers, content = answer(body)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    return Handler


@contextmanager
def serving(prepare: Callable[[ThreadingHTTPServer], None] = lambda _: None) -> Iterator[Server]:
    server = Server(script=[well])
    with ThreadingHTTPServer(("127.0.0.1", 0), handler(server)) as http:
        prepare(http)
        server.port = http.server_address[1]
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The server, reached without a proxy."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with serving() as running:
        yield running


@pytest.fixture
def answers() -> dict[str, Any]:
    """Ready-made scripts by name, and a way to start a second server."""
    return {"well": well, "saying": saying, "serving": serving}
