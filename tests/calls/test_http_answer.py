"""Bodies are read whole, whatever they announce, up to the longest there may be."""

import asyncio
from collections.abc import Mapping

import pytest
from aiohttp import StreamReader
from aiohttp.base_protocol import BaseProtocol

from ringtrue.calls import http_answer
from ringtrue.calls.faults import Rejected
from ringtrue.calls.http_answer import read_whole


def read(headers: Mapping[str, str], *pieces: bytes) -> bytes:
    async def go() -> bytes:
        loop = asyncio.get_running_loop()
        stream = StreamReader(BaseProtocol(loop), 2**16, loop=loop)
        for piece in pieces:
            stream.feed_data(piece)
        stream.feed_eof()
        return await read_whole(headers, stream)

    return asyncio.run(go())


@pytest.mark.parametrize(
    "headers", [{}, {"Content-Length": "4"}, {"Content-Length": "²"}, {"Content-Length": "4", "Content-Encoding": "br"}]
)
def test_all_pieces_are_put_together(headers: Mapping[str, str]) -> None:
    assert read(headers, b"{", b'"a', b'":1}') == b'{"a":1}'
    assert read(headers) == b""


@pytest.mark.parametrize("headers", [{}, {"Content-Length": "11"}, {"Content-Length": "3", "Content-Encoding": "gzip"}])
def test_what_grows_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch, headers: Mapping[str, str]) -> None:
    monkeypatch.setattr(http_answer, "_LONGEST_ANSWER", 10)
    assert read(headers, b"x" * 10) == b"x" * 10
    with pytest.raises(Rejected, match="longer than"):
        read(headers, b"x" * 5, b"x" * 6)
