"""The access log: who asked for what and how it went, without anything that would let a reader of the log in."""

import logging
from time import perf_counter

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ringtrue.web.hosting import Hosting
from ringtrue.web.visitor import address_of

_LOG = logging.getLogger("ringtrue.web.access")
_SECRET_PLACES = ("/r/", "/set-up/")
_LONGEST = 120


class AccessLog:
    """Writes one line for each request; queries are left out, links are cut short."""

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        """Stand before `app`."""
        self._app = app
        self._hosting = hosting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and note what became of it."""
        if scope["type"] != "http" or not _LOG.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        status = 0
        began = perf_counter()

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, seen)
        finally:
            milliseconds = 1000 * (perf_counter() - began)
            address = address_of(Request(scope), self._hosting)
            _LOG.info("%s %s %s %d %.0f ms", address, scope["method"], shown_path(scope["path"]), status, milliseconds)


def shown_path(path: str) -> str:
    """The path as it may stand in a log: on one line, not too long, without the secret part of a link."""
    for place in _SECRET_PLACES:
        if path.startswith(place):
            return f"{place}..."
    visible = "".join(char if char.isascii() and char.isprintable() else "?" for char in path)
    return visible[:_LONGEST]
