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
from aiohttp.http import HttpProcessingError
from yarl import URL

from ringtrue.calls.connections import Connections
from ringtrue.calls.http_answer import HttpAnswer, read_whole
from ringtrue.calls.plain_answers import PlainFirst

_NO_HEADERS: Mapping[str, str] = {}


class DirectPosts:
    """Posts with one head, each over a connection of its own while it lasts."""

    def __init__(
        self, url: URL, headers: Mapping[str, str], *, tls: SSLContext | None, timeout: aiohttp.ClientTimeout
    ) -> None:
        """Nothing is opened before the first post."""
        self._request = aiohttp.ClientRequest("POST", url, headers=headers, data=b"", loop=asyncio.get_running_loop())
        self._head = _head_of(self._request)
        self._connections = Connections.to(self._request.url, tls=tls, timeout=timeout)

    async def post(self, data: bytes) -> HttpAnswer:
        """Post some JSON; raises what aiohttp raises, or Rejected."""
        connection = await self._connections.take(self._request)
        try:
            protocol = connection.protocol
            if not isinstance(protocol, PlainFirst) or protocol.transport is None:
                raise aiohttp.ServerDisconnectedError
            plain = protocol.expect()
            protocol.transport.write(b"%b%d\r\n\r\n%b" % (self._head, len(data), data))
            content = await plain
            answer = await _answer(protocol) if content is None else HttpAnswer(200, _NO_HEADERS, content)
            if protocol.transport is not None and protocol.transport.get_write_buffer_size():
                protocol.force_close()  # answered before all was said: the rest would be taken for the next request
        except BaseException:  # a cancelled call too: whatever is still to come on this connection is nobody's
            connection.close()
            raise
        if protocol.should_close:
            connection.close()
        else:
            self._connections.give_back(connection)
        return answer

    async def close(self) -> None:
        """Let go of the connections."""
        await self._connections.leave()


def _head_of(request: aiohttp.ClientRequest) -> bytes:
    """The request line and all headers, up to the number of bytes that follow."""
    lines = [f"POST {request.url.raw_path_qs} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in request.headers.items() if name.lower() != "content-length"]
    return "\r\n".join([*lines, "Content-Length: "]).encode()


async def _answer(protocol: ResponseHandler) -> HttpAnswer:
    """The answer to a request; what a server says before it (status 1xx) is passed over."""
    while True:
        try:
            message, stream = await protocol.read()
        except HttpProcessingError as error:
            raise aiohttp.ClientError(error.message or "The answer is no HTTP") from None
        if not 100 <= message.code < 200 or message.code == 101:
            return HttpAnswer(message.code, message.headers, await read_whole(message.headers, stream))
