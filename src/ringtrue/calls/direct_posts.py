"""Posts to one address over aiohttp's connections: its sockets, its TLS and its parser, without an object a post.

All posts to an endpoint have the same head but for the length, so it is written once, and any idle connection will do.
A session would make and check a request, its headers, a response and their timers anew for every call, and its pool
would look up for whom a connection is: that doubles what a call costs here.
"""

import asyncio
from collections.abc import Mapping
from ssl import SSLContext

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection
from aiohttp.http import HttpProcessingError, RawResponseMessage
from yarl import URL

from ringtrue.calls.http_answer import HttpAnswer, read_whole

_KEPT = 15.0  # seconds; servers close what is idle for longer, and a post at that very moment would be lost


class DirectPosts:
    """Connections to one address, without a limit: the runner has one."""

    def __init__(
        self, url: URL, headers: Mapping[str, str], *, tls: SSLContext | None, timeout: aiohttp.ClientTimeout
    ) -> None:
        """Nothing is opened before the first post."""
        self._timeout = timeout
        self._connector = aiohttp.TCPConnector(limit=0, ssl=tls if tls is not None else True)
        loop = asyncio.get_running_loop()
        self._clock = loop.time
        self._whereto = aiohttp.ClientRequest("POST", url, headers=headers, data=b"", loop=loop)
        self._head = _head_of(self._whereto)
        self._idle: list[tuple[Connection, float]] = []  # those that have answered, and when

    async def post(self, data: bytes) -> HttpAnswer:
        """Post some JSON; raises what aiohttp raises, or Rejected."""
        connection = self._used_before()
        if connection is None:
            connection = await self._new_connection()
        try:
            protocol = connection.protocol
            if protocol is None or protocol.transport is None:
                raise aiohttp.ServerDisconnectedError
            protocol.set_response_params(read_until_eof=True)
            protocol.transport.write(b"%b%d\r\n\r\n%b" % (self._head, len(data), data))
            message, stream = await _answer(protocol)
            content = await read_whole(message.headers, stream)
            if protocol.transport is not None and protocol.transport.get_write_buffer_size():
                protocol.force_close()  # answered before all was said: the rest would be taken for the next request
        except BaseException:  # a cancelled call too: whatever is still to come on this connection is nobody's
            connection.close()
            raise
        if protocol.should_close:
            connection.close()
        else:
            self._idle.append((connection, self._clock()))
        return HttpAnswer(message.code, message.headers, content)

    def _used_before(self) -> Connection | None:
        """A connection that nobody uses and on which nothing came since its last answer, if there is one.

        What came unasked must not pass for the next answer.
        """
        latest = self._clock() - _KEPT
        while self._idle:
            connection, since = self._idle.pop()
            protocol = connection.protocol
            if protocol is not None and since >= latest and protocol.is_connected() and not protocol.should_close:
                return connection
            connection.close()
        return None

    async def _new_connection(self) -> Connection:
        """A new one; what can go wrong on the way is told as a session tells it."""
        try:
            return await self._connector.connect(self._whereto, [], self._timeout)
        except TimeoutError:
            raise aiohttp.ConnectionTimeoutError(f"No connection within {self._timeout.sock_connect:g} s") from None
        except UnicodeError:  # a host that no name can be
            raise aiohttp.InvalidURL(self._whereto.url) from None

    async def close(self) -> None:
        """Let go of the connections."""
        for connection, _ in self._idle:
            connection.close()
        self._idle.clear()
        await self._connector.close()


def _head_of(request: aiohttp.ClientRequest) -> bytes:
    """The request line and all headers, up to the number of bytes that follow."""
    lines = [f"POST {request.url.raw_path_qs} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in request.headers.items() if name.lower() != "content-length"]
    return "\r\n".join([*lines, "Content-Length: "]).encode()


async def _answer(protocol: ResponseHandler) -> tuple[RawResponseMessage, aiohttp.StreamReader]:
    """The answer to a request; what a server says before it (status 1xx) is passed over."""
    while True:
        try:
            message, stream = await protocol.read()
        except HttpProcessingError as error:
            raise aiohttp.ClientError(error.message or "The answer is no HTTP") from None
        if not 100 <= message.code < 200 or message.code == 101:
            return message, stream
