"""Connections to one server, shared by all who post there in an event loop: clone and judge often have one host."""

import asyncio
from ssl import SSLContext
from typing import NamedTuple
from weakref import WeakValueDictionary

import aiohttp
from aiohttp.connector import Connection
from yarl import URL

from ringtrue.calls.plain_answers import PlainFirstConnector

_KEPT = 15.0  # seconds; servers close what is idle for longer, and a post at that very moment would be lost


class _Whereto(NamedTuple):
    """What two posts must have in common to go over one connection: loop, server, and whom to believe that it is."""

    loop: asyncio.AbstractEventLoop
    server: URL
    tls: SSLContext | None


_open: WeakValueDictionary[_Whereto, "Connections"] = WeakValueDictionary()


class Connections:
    """Those to one server, without a limit: the runner has one. Nothing of a request, no key either, stays on one."""

    def __init__(self, whereto: _Whereto, timeout: aiohttp.ClientTimeout) -> None:
        """Nothing is opened before the first post."""
        self._whereto = whereto
        self._timeout = timeout
        tls = whereto.tls if whereto.tls is not None else True
        self._connector = PlainFirstConnector(whereto.loop, limit=0, ssl=tls)
        self._clock = whereto.loop.time
        self._idle: list[tuple[Connection, float]] = []  # those that have answered, and when
        self._users = 0

    @classmethod
    def to(cls, url: URL, *, tls: SSLContext | None, timeout: aiohttp.ClientTimeout) -> "Connections":
        """The connections to the server of an address in the running loop; `leave` them in the end."""
        whereto = _Whereto(asyncio.get_running_loop(), url.origin(), tls)
        found = _open.get(whereto)
        if found is None:
            found = _open[whereto] = cls(whereto, timeout)
        found._users += 1
        return found

    async def take(self, request: aiohttp.ClientRequest) -> Connection:
        """One that nobody uses, or a new one; what can go wrong on the way is told as a session tells it."""
        connection = self._used_before()
        if connection is not None:
            return connection
        try:
            return await self._connector.connect(request, [], self._timeout)
        except TimeoutError:
            raise aiohttp.ConnectionTimeoutError(f"No connection within {self._timeout.sock_connect:g} s") from None
        except UnicodeError:  # a host that no name can be
            raise aiohttp.InvalidURL(request.url) from None

    def give_back(self, connection: Connection) -> None:
        """Leave one that has answered to the next post."""
        self._idle.append((connection, self._clock()))

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

    async def leave(self) -> None:
        """Have no more use for them; with the last who posts there they are closed."""
        self._users -= 1
        if self._users:
            return
        del _open[self._whereto]
        for connection, _ in self._idle:
            connection.close()
        self._idle.clear()
        await self._connector.close()
