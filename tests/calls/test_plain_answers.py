"""Plain answers: what is recognised is what any reader of HTTP makes of it; all else is left to a parser."""

from http.client import HTTPResponse
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.plain_answers import plain_body


class Said:
    """Bytes as the standard library wants to read them: from a socket."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, *_: Any) -> BytesIO:
        return BytesIO(self._data)


def read_by_the_standard_library(data: bytes) -> tuple[int, bytes]:
    """The oracle: status and body."""
    response = HTTPResponse(Said(data))  # type: ignore[arg-type]
    response.begin()
    return response.status, response.read()


HEADS = [
    b"HTTP/1.1 200 OK\r\nContent-Length: 2",
    b"HTTP/1.1 200 \r\ncontent-length:2",
    b"HTTP/1.1 200 Fine\r\nServer: s\r\nCONTENT-LENGTH: \t2 \r\nDate: now",
    b"HTTP/1.1 200 OK\r\nConnection: Keep-Alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 2",
]


@pytest.mark.parametrize("head", HEADS)
def test_plain_answers_are_recognised(head: bytes) -> None:
    whole = head + b"\r\n\r\n{}"
    assert plain_body(whole) == b"{}"
    assert read_by_the_standard_library(whole) == (200, b"{}")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{",  # more to come
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1",  # more has come
        b"HTTP/1.1 200 OK\r\n\r\n{}",
        b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 201 Made\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 429 Busy\r\nRetry-After: 1\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Encoding: gzip\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 3\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: \xb2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nX: a\r\n Content-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nX: a\r\n\tfolded\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 9000 + b"\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"0" * 5000 + b"2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\n\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nX: a\rb\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nX\xe9: a\r\nContent-Length: 2\r\n\r\n{}",
        b"{}",
    ],
)
def test_whatever_is_different_is_left_to_a_parser(data: bytes) -> None:
    assert plain_body(data) is None


NAMES = st.sampled_from([b"Server", b"Content-Length", b"Connection", b"Content-Encoding", b"Transfer-Encoding", b"X"])
VALUES = st.sampled_from([b"2", b"3", b" 2", b"close", b"keep-alive", b"gzip", b"identity", b"chunked", b"a: b", b""])
BODIES = st.sampled_from([b"{}", b"[1]", b"", b"2\r\n{}\r\n0\r\n\r\n", b"\r\n\r\n"])


@given(st.lists(st.tuples(NAMES, VALUES), max_size=5), BODIES)
def test_what_is_recognised_is_what_others_read(headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    lines = [b"HTTP/1.1 200 OK", *(name + b": " + value for name, value in headers)]
    whole = b"\r\n".join(lines) + b"\r\n\r\n" + body
    found = plain_body(whole)
    if found is not None:
        assert read_by_the_standard_library(whole) == (200, found)
        assert found == body
