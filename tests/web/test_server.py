"""The server's life: a place to listen or a refusal, a site opened and closed, and a clean end when told."""

import asyncio
import signal
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from hosted_studies import Server, lite_study
from ringtrue.terms.problem import BadInput
from ringtrue.web.addresses import Hosting
from ringtrue.web.server import BoundedHead, listening, opened_site


def test_port_0_takes_a_free_one_and_the_settings_know_it() -> None:
    with listening(Hosting(port=0)) as (listener, hosting):
        assert hosting.port == listener.getsockname()[1] > 0
        assert hosting.url == f"http://127.0.0.1:{hosting.port}"
        with socket.create_connection(("127.0.0.1", hosting.port), timeout=30):
            pass
    assert listener.fileno() == -1  # closed with the block


def test_ipv6_is_listened_on_where_it_is_asked_for() -> None:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            pass
    except OSError:
        pytest.skip("this machine has no IPv6 loopback")
    with listening(Hosting("::1", 0)) as (listener, hosting):
        assert listener.family == socket.AF_INET6
        assert hosting.url == f"http://[::1]:{hosting.port}"


def test_a_place_that_is_taken_is_refused_with_a_remedy() -> None:
    with listening(Hosting(port=0)) as (_, hosting), pytest.raises(BadInput) as refused, listening(hosting):
        pass
    (problem,) = refused.value.problems
    assert (problem.file, problem.place, problem.value) == ("ringtrue serve", "--port", f"127.0.0.1:{hosting.port}")
    assert "in use" in problem.what
    assert problem.remedy == "Choose another with --port, or stop the program that uses it."


@pytest.mark.parametrize("port", [-1, 65_536, 10**9])
def test_a_port_that_is_none_is_refused(port: int) -> None:
    with pytest.raises(BadInput, match="The server cannot listen here"), listening(Hosting(port=port)):
        pass


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host", "256.0.0.1"])
def test_an_address_that_is_not_ours_is_refused(host: str) -> None:
    with pytest.raises(BadInput, match="The server cannot listen here"), listening(Hosting(host, 0)):
        pass


def test_a_site_asks_for_a_first_organiser_until_there_is_one(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    with opened_site(study, Hosting()) as site:
        assert site.first_start.token
        site.rating.access.set_organiser("Ines Vogel", "four boats in the harbour", who="Ines Vogel")
        site.intake.set("paused", who="Ines Vogel")
        site.saver.close()
    with opened_site(study, Hosting()) as site:
        assert not site.first_start.token
        assert site.intake.state == "paused"
        site.saver.close()


def test_being_told_to_end_is_no_error_and_frees_the_place(tmp_path: Path) -> None:
    lite_study(tmp_path / "study")
    server = Server(tmp_path / "study", "--quiet")
    try:
        assert server.visitor().get("/").status == 200  # it listens when it says so
    finally:
        code = server.end(signal.SIGINT)
    assert code == 0
    log = server.log.read_text(encoding="utf-8")
    assert "Traceback" not in log
    assert "GET /" not in log  # quiet
    with listening(Hosting(port=server.port)):
        pass


# Heads and trailers as they come over the wire: too large or too slow ones are not waited for, others pass.


class Hasty(BoundedHead):
    """Waits a hundredth of a second."""

    most_seconds = 0.01


class HastyAfterwards(BoundedHead):
    """Waits a hundredth of a second once it has answered."""

    def on_response_complete(self) -> None:
        self.most_seconds = 0.01
        super().on_response_complete()


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """Answers every request alike, once its body is there."""
    more = True
    while more:
        more = (await receive()).get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


async def curt(scope: Any, receive: Any, send: Any) -> None:
    """Answers every request alike, and reads no body."""
    await send({"type": "http.response.start", "status": 403, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"no"})


async def ponders(scope: Any, receive: Any, send: Any) -> None:
    """Answers nothing as long as somebody waits for it."""
    while (await receive())["type"] != "http.disconnect":
        pass


def said(http: type[BoundedHead], sent: bytes, *then: bytes, app: Any = hello) -> bytes:
    """All that comes back from a real server until it closes the connection; once it has answered, the rest is sent."""

    async def both() -> bytes:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            config = uvicorn.Config(app, http=http, log_config=None, lifespan="off", ws="none", timeout_keep_alive=600)
            server = uvicorn.Server(config)
            running = asyncio.create_task(server.serve([listener]))
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(sent)
            got, later = b"", list(then)
            with suppress(ConnectionResetError):  # what was not read when the server closed
                while piece := await asyncio.wait_for(reader.read(1 << 16), 30):
                    got += piece
                    if got.endswith((b"hi", b"no")):
                        writer.writelines(later)
                        later = []
            writer.close()
            server.should_exit = True
            await running
            return got

    return asyncio.run(both())


def request(filler: int = 0, *, close: bool = True, body: bytes = b"") -> bytes:
    lines = ["POST / HTTP/1.1", "Host: here", f"Content-Length: {len(body)}"]
    lines += [f"X-Filler-{number}: {'x' * 1000}" for number in range(filler)]
    lines += ["Connection: close"] if close else []
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def chunked(*chunks: bytes, close: bool = True) -> bytes:
    """A request with a body in chunks, up to and with the line of the last."""
    head = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n" + b"Connection: close\r\n" * close
    return head + b"\r\n" + b"".join(b"%x\r\n%b\r\n" % (len(one), one) for one in chunks) + b"0\r\n"


@pytest.mark.parametrize("filler", [0, 1, 50])
def test_heads_as_browsers_send_them_pass(filler: int) -> None:
    assert said(BoundedHead, request(filler)).startswith(b"HTTP/1.1 200")


def test_a_large_body_is_no_large_head() -> None:
    assert said(BoundedHead, request(body=b"x" * 3_000_000)).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(("size", "chunks"), [(16_384, 200), (100, 10_000)])
def test_nor_is_one_in_chunks(size: int, chunks: int) -> None:
    sent = chunked(*[b"x" * size] * chunks) + b"X-Sum: 1\r\n\r\n"
    assert said(BoundedHead, sent).startswith(b"HTTP/1.1 200")


def test_many_requests_on_one_connection_are_each_measured_alone() -> None:
    got = said(BoundedHead, request(10, close=False) * 20 + request(10))
    assert got.count(b"HTTP/1.1 200") == 21


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"GET / HTTP/1.1\r\nX: " + b"x" * 300_000, id="one line without an end"),
        pytest.param(b"GET /" + b"x" * 300_000, id="an address without an end"),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 60_000, id="lines without an end"),
    ],
)
def test_a_head_without_an_end_is_refused(sent: bytes) -> None:
    assert said(BoundedHead, sent)[:13] in (b"HTTP/1.1 431 ", b"")  # the connection is closed, with or without a word


@pytest.mark.parametrize("app", [hello, curt])
@pytest.mark.parametrize("trailers", [b"a: b\r\n" * 200_000, b"a: " + b"b" * 1_200_000])
def test_trailers_without_an_end_are_not_taken(app: Any, trailers: bytes) -> None:
    got = said(BoundedHead, chunked(b"x", close=False) + trailers, app=app)
    assert got == b"" or got.endswith(b"no")  # the connection is closed without another word


@pytest.mark.parametrize("sent", [b"G", b"GET / HTTP/1.1\r\nHost: here\r\n"])
def test_a_head_that_does_not_come_is_not_waited_for(sent: bytes) -> None:
    assert said(Hasty, sent).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("sent", [b"", b"\r\n"])
def test_who_asks_for_nothing_is_answered_nothing(sent: bytes) -> None:
    assert said(Hasty, sent) == b""


def test_no_word_about_the_next_head_takes_the_place_of_an_answer() -> None:
    assert said(Hasty, request(close=False) + b"GET /b HT", app=ponders) == b""


@pytest.mark.parametrize(
    ("sent", "then"),
    [
        pytest.param(request(close=False), b"\r\n", id="an empty line"),
        pytest.param(request(close=False, body=b"x" * 100)[:-100], b"x", id="a body that goes on after the answer"),
        pytest.param(chunked(close=False)[:-3], b"0\r\n", id="trailers that do not end"),
    ],
)
def test_what_comes_after_an_answer_and_is_no_request_is_not_waited_for(sent: bytes, then: bytes) -> None:
    got = said(HastyAfterwards, sent, then, app=curt)
    assert got.startswith(b"HTTP/1.1 403")
    assert got.endswith(b"no")  # the connection is closed without another word


def test_a_body_that_comes_after_the_answer_does_not_keep_the_next_request_from_passing() -> None:
    head = request(close=False, body=b"ab")[:-2]
    assert said(BoundedHead, head, b"ab", b"\r\n", request(), app=curt).count(b"HTTP/1.1 403") == 2


def test_what_is_no_http_is_refused() -> None:
    assert said(BoundedHead, b"\x16\x03\x01 hello\r\n\r\n").startswith(b"HTTP/1.1 400 ")
