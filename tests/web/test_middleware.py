"""What every request passes: the host it asks for, the site it comes from, its size; and what every response wears."""

import asyncio
import json
import socket
from http.client import HTTPConnection
from typing import Any

import pytest

from hosted_studies import Visitor
from ringtrue.web.addresses import Hosting
from ringtrue.web.app import application
from ringtrue.web.errors import HttpError
from ringtrue.web.middleware import CONTENT_POLICY, MOST_BYTES, MOST_SECONDS, Guard, shown_path
from ringtrue.web.state import Site
from web_requests import ask, scope_of

PLACES = ("/", "/rate", "/api/packet", "/organiser", "/organiser/log-in", "/r/nothing", "/static/site.css", "/nothing")


@pytest.fixture
def visitor(hosted: Any) -> Visitor:
    found: Visitor = hosted.server.visitor()
    return found


@pytest.mark.parametrize("path", PLACES)
def test_every_response_is_dressed(visitor: Visitor, path: str) -> None:
    reply = visitor.get(path)
    assert reply.header("content-security-policy") == CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY
    assert reply.header("x-content-type-options") == "nosniff"
    assert reply.header("referrer-policy") == "no-referrer"
    assert reply.header("x-frame-options") == "DENY"
    assert reply.header("server") == ""
    assert reply.header("cache-control") == ("no-cache" if path.startswith("/static/") else "no-store")
    for script in reply.text.split("<script")[1:]:
        tag, _, inside = script.partition(">")
        assert "src=" in tag or "application/json" in tag or not inside.partition("</script>")[0].strip()
    assert "style=" not in reply.text
    assert " onclick" not in reply.text


@pytest.mark.parametrize("path", PLACES)
def test_refusals_are_short_and_hold_no_trace(visitor: Visitor, path: str) -> None:
    reply = visitor.ask("DELETE", path)
    assert reply.status == (404 if path == "/nothing" else 405)
    assert not any(word in reply.text for word in ("Traceback", "File ", "starlette", "fastapi", "uvicorn", "python"))


def test_refusals_are_json_for_the_page_and_html_for_people(visitor: Visitor) -> None:
    assert set(visitor.get("/api/nothing").document) == {"error", "remedy"}
    assert visitor.get("/nothing").text.startswith("<!doctype html>")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "", "127.0.0.1:80@evil.example"]
)
def test_another_name_is_not_served(visitor: Visitor, host: str) -> None:
    reply = visitor.get("/rate", Host=host)
    assert reply.status == 421
    assert set(reply.document) == {"error", "remedy"}


def test_localhost_is_this_machine_too(hosted: Any, visitor: Visitor) -> None:
    assert visitor.get("/", Host=f"LOCALHOST:{hosted.server.port}").status == 200


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ({}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, True),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "none"}, False),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "http://127.0.0.1:1"}, False),
    ],
)
def test_nothing_is_written_from_another_site(visitor: Visitor, headers: dict[str, str], passes: bool) -> None:
    reply = visitor.send("/api/finish", {"name": "0" * 16}, **headers)
    assert reply.status == (401 if passes else 403)


def test_our_own_origin_passes(hosted: Any, visitor: Visitor) -> None:
    assert visitor.send("/api/finish", {}, Origin=hosted.server.url).status == 401


def test_a_body_is_refused_by_its_declared_size_before_it_is_read(hosted: Any) -> None:
    with socket.create_connection(("127.0.0.1", hosted.server.port), timeout=30) as line:
        head = f"POST /api/answers HTTP/1.1\r\nHost: 127.0.0.1:{hosted.server.port}\r\n"
        line.sendall(f"{head}Content-Length: {MOST_BYTES + 1}\r\n\r\n".encode())  # and not one byte of the body
        assert line.recv(4096).startswith(b"HTTP/1.1 413")


def test_a_body_of_no_declared_size_is_cut_off(hosted: Any) -> None:
    rater = hosted.rater("large")
    connection = HTTPConnection("127.0.0.1", hosted.server.port, timeout=30)
    held = f"ringtrue-rater={rater.cookies['ringtrue-rater']}"
    headers = {"Cookie": held, "X-Ringtrue": "1", "Content-Type": "application/json"}
    pieces = (b" " * 65_536 for _ in range(17))
    connection.request("POST", "/api/answers", pieces, headers, encode_chunked=True)
    reply = connection.getresponse()
    assert reply.status == 413
    assert json.loads(reply.read())["remedy"] == "Send at most 1024 KB at once."
    connection.close()


class Ahead(asyncio.SelectorEventLoop):
    """A loop whose clock can be put on."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def read_in_pieces(pieces: int, seconds: float) -> int:
    """How many pieces of a body come through the guard where each takes so long; HttpError as the guard does."""
    loop = Ahead()
    sent = read = 0

    async def receive() -> Any:
        nonlocal sent
        sent += 1
        loop.ahead += seconds
        for _ in range(5):  # the clock is looked at
            await asyncio.sleep(0)
        return {"type": "http.request", "body": b"x", "more_body": sent < pieces}

    async def reader(_scope: Any, receive: Any, _send: Any) -> None:
        nonlocal read
        more = True
        while more:
            more = (await receive())["more_body"]
            read += 1

    async def send(_message: Any) -> None:
        raise AssertionError("the guard has nothing to say")

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(Guard(reader, Hosting())(scope_of("POST", "/"), receive, send))
    return read


def test_a_body_may_come_in_pieces() -> None:
    assert read_in_pieces(18, MOST_SECONDS / 20) == 18


def test_its_pieces_have_no_more_time_together_than_one() -> None:
    with pytest.raises(HttpError) as refused:
        read_in_pieces(30, MOST_SECONDS / 20)
    assert refused.value.status == 408


def test_a_length_that_is_no_number_is_refused(hosted: Any) -> None:
    with socket.create_connection(("127.0.0.1", hosted.server.port), timeout=30) as line:
        line.sendall(
            f"POST /rate HTTP/1.1\r\nHost: 127.0.0.1:{hosted.server.port}\r\nContent-Length: -5\r\n\r\n".encode()
        )
        assert line.recv(4096).split()[1] in (b"400", b"413")


@pytest.mark.parametrize("length", ["0" * 5000, "9" * 5000, "-5", "1e3", "", "1,1", str(MOST_BYTES + 1)])
def test_nor_is_one_that_cannot_be_read_a_fault_of_ours(shared_site: Site, length: str) -> None:
    told = ask(application(shared_site), "POST", "/api/answers", {"content-length": length})
    assert (told.status, told.fault) == (413, "")


def test_a_body_of_the_largest_size_passes(shared_site: Site) -> None:
    told = ask(application(shared_site), "POST", "/api/finish", {"content-length": str(MOST_BYTES)})
    assert told.status == 403  # not from the page: the guard let it through


def test_a_forwarded_address_is_not_believed_without_a_proxy(hosted: Any, visitor: Visitor) -> None:
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "evil.example"}
    visitor.ask("GET", "/not-believed", headers=forged)
    assert "203.0.113.9" not in hosted.server.logged("GET /not-believed")


def test_the_log_holds_no_link_no_query_and_no_cookie(hosted: Any, visitor: Visitor) -> None:
    rater = hosted.rater("logged")
    visitor.get("/r/secret-of-a-link")
    visitor.get("/rate?secret=of-a-query")
    log = hosted.server.logged("GET /r/... 404", "GET /rate 401")
    assert "secret" not in log
    assert rater.cookies["ringtrue-rater"] not in log


def test_static_files_are_known_by_their_mark_and_nothing_else_is_there(visitor: Visitor) -> None:
    first = visitor.get("/static/page.js")
    assert first.header("content-type") == "text/javascript; charset=utf-8"
    again = visitor.ask("GET", "/static/page.js", headers={"If-None-Match": first.header("etag")})
    assert (again.status, again.body) == (304, b"")
    for path in ("/static/../app.py", "/static/..%2fapp.py", "/static/templates", "/static/", "/static/app.py"):
        assert visitor.get(path).status == 404


# The log: nothing in it lets a reader in, and nothing in it breaks the line.


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/rate", "/rate"),
        ("/r/cYNwVnmJX-zXtYNv2TWHoY0DfZTfdhqr8FUVGaSDEcI", "/r/..."),
        ("/r/", "/r/..."),
        ("/set-up/bmTRgqKyXDwFIGDoS0Eo", "/set-up/..."),
        ("/a\nb\x1b[2J", "/a?b?[2J"),
        ("/ключ", "/????"),
        ("/" + "x" * 500, "/" + "x" * 119),
    ],
)
def test_paths_as_they_stand_in_the_log(path: str, shown: str) -> None:
    assert shown_path(path) == shown
