"""Heads of requests as they come over the wire: too large or too slow ones are not waited for, others pass."""

import asyncio
import socket
from contextlib import suppress
from typing import Any

import pytest
import uvicorn

from ringtrue.web.head import BoundedHead


class Hasty(BoundedHead):
    """Waits a hundredth of a second."""

    most_seconds = 0.01


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """Answers every request alike, once its body is there."""
    more = True
    while more:
        more = (await receive()).get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


def said(http: type[BoundedHead], sent: bytes) -> bytes:
    """All that comes back from a real server until it closes the connection."""

    async def both() -> bytes:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            config = uvicorn.Config(hello, http=http, log_config=None, lifespan="off", ws="none")
            server = uvicorn.Server(config)
            running = asyncio.create_task(server.serve([listener]))
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(sent)
            got = b""
            with suppress(ConnectionResetError):  # what was not read when the server closed
                while piece := await asyncio.wait_for(reader.read(1 << 16), 30):
                    got += piece
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


@pytest.mark.parametrize("filler", [0, 1, 50])
def test_heads_as_browsers_send_them_pass(filler: int) -> None:
    assert said(BoundedHead, request(filler)).startswith(b"HTTP/1.1 200")


def test_a_large_body_is_no_large_head() -> None:
    assert said(BoundedHead, request(body=b"x" * 200_000)).startswith(b"HTTP/1.1 200")


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


@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\nHost: here\r\n"])
def test_a_head_that_does_not_come_is_not_waited_for(sent: bytes) -> None:
    assert said(Hasty, sent).startswith(b"HTTP/1.1 408 ")


def test_what_is_no_http_is_refused() -> None:
    assert said(BoundedHead, b"\x16\x03\x01 hello\r\n\r\n").startswith(b"HTTP/1.1 400 ")
