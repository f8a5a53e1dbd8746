"""The plainest answers, read without a parser: status 200, a length, nothing packed, all of it come at once.

Most answers of servers nearby are of that kind, and to recognise one takes a tenth of what a parser takes to read it,
with its message, its headers and its stream. Whatever is different in any way is left to aiohttp.
"""

import asyncio
from functools import partial

import aiohttp
from aiohttp.client_proto import ResponseHandler

from ringtrue.calls.http_answer import LONGEST_NUMBER

_BEGINNING = b"HTTP/1.1 200 "
_LONGEST_HEAD = 8190  # bytes


def plain_body(data: bytes) -> bytes | None:
    """The body, if this is one whole plain answer and nothing else; None if it is anything else, or not sure."""
    if not data.startswith(_BEGINNING):
        return None
    end = data.find(b"\r\n\r\n", 0, _LONGEST_HEAD)
    if end < 0:
        return None
    head = data[:end].lower()
    _, named, behind = head.partition(b"\r\ncontent-length:")
    length = behind.partition(b"\r\n")[0].strip(b" \t")
    if not named or b"\r\ncontent-length:" in behind or not length.isdigit() or len(length) > LONGEST_NUMBER:
        return None
    if len(data) - end - 4 != int(length) or b"encoding" in head or not _is_orderly(head):
        return None  # not whole, or packed, as a whole or for the way
    _, named, behind = head.partition(b"\r\nconnection:")
    if named and (behind.partition(b"\r\n")[0].strip(b" \t") != b"keep-alive" or b"\r\nconnection:" in behind):
        return None
    return data[end + 4 :]


def _is_orderly(head: bytes) -> bool:
    """Whether it is made of plain lines, none of which goes on in the next."""
    ends = head.count(b"\r\n")
    whole = head.isascii() and b"\0" not in head and head.count(b"\n") == ends == head.count(b"\r")
    return whole and b"\r\n " not in head and b"\r\n\t" not in head


class PlainFirst(ResponseHandler):
    """aiohttp's end of a connection, which looks first whether an answer is a plain one."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Nobody has asked yet."""
        super().__init__(loop)
        self._plain: asyncio.Future[bytes | None] | None = None

    def expect(self) -> "asyncio.Future[bytes | None]":
        """The body of the answer to come if it is a plain one, None where `read` gives it, or tells what went wrong."""
        plain = self._loop.create_future()
        if self._tail:  # a server that speaks first
            self._hand_over()
            plain.set_result(None)
        else:
            self._plain = plain
        return plain

    def data_received(self, data: bytes) -> None:
        """Words of the server: all of a plain answer, or something for aiohttp."""
        plain, self._plain = self._plain, None
        if plain is None or plain.done():
            super().data_received(data)
            return
        body = plain_body(data)
        if body is None:
            self._hand_over()
            super().data_received(data)
        plain.set_result(body)

    def connection_lost(self, exc: BaseException | None) -> None:
        """The end; whoever waits is told by `read`."""
        super().connection_lost(exc)
        plain, self._plain = self._plain, None
        if plain is not None and not plain.done():
            plain.set_result(None)

    def _hand_over(self) -> None:
        self.set_response_params(read_until_eof=True)


class PlainFirstConnector(aiohttp.TCPConnector):
    """A connector whose connections look for plain answers."""

    def __init__(self, loop: asyncio.AbstractEventLoop, **given: object) -> None:
        """As aiohttp's own."""
        super().__init__(**given)  # type: ignore[arg-type]
        self._factory = partial(PlainFirst, loop=loop)  # type: ignore[assignment]  # a kind of it
