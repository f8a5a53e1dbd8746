"""Middleware: security headers, CSRF check, limits on the size of a request, access log."""

import logging
from asyncio import get_running_loop, timeout_at
from http import HTTPStatus
from json import dumps
from time import perf_counter

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ringtrue.web.addresses import Hosting, PublicAddress
from ringtrue.web.errors import HttpError
from ringtrue.web.sessions import address_of

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # an address may hold a personal link
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
MOST_BYTES = 1 << 20
MOST_SECONDS = 20.0  # for a whole body to arrive
_MOST_DIGITS = len(str(MOST_BYTES))  # Python refuses to read thousands of them
_RAW = {name.lower().encode("ascii"): value.encode("ascii") for name, value in HEADERS.items()}
_RAW_UNSTORED = _RAW | {b"cache-control": b"no-store"}
_SAFE = ("GET", "HEAD", "OPTIONS")  # methods that change nothing


class TooLarge(HttpError):
    """413: more bytes than anything here needs."""

    def __init__(self) -> None:
        """Say how much is accepted."""
        super().__init__(413, "This is too large.", f"Send at most {MOST_BYTES >> 10} KB at once.")


class Guard:
    """The outermost layer: checks host, size and origin (CSRF) before a body is read, and adds the security headers."""

    def __init__(self, app: ASGIApp, hosting: Hosting, public: PublicAddress | None = None) -> None:
        """Wrap `app`; `public` is the address links begin with, which an organiser can change."""
        self._app = app
        self._url, self._hosts, self._origins = hosting.url, hosting.hosts, hosting.origins
        self._public = public or PublicAddress(hosting)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message, scope["path"])
            await send(message)

        error = self._error(scope["method"], Headers(scope=scope))
        if error is not None:
            await _respond(error, with_headers)
            return
        await self._app(scope, _bounded(receive), with_headers)

    def _error(self, method: str, headers: Headers) -> HttpError | None:
        if headers.get("host", "").lower() not in {*self._hosts, self._public.host}:
            return HttpError(421, "This site is not served here.", f"Go to {self._url}")
        length = headers.get("content-length", "0")
        if len(length) > _MOST_DIGITS or not length.isdecimal() or int(length) > MOST_BYTES:
            return TooLarge()
        if method not in _SAFE and not self._is_same_origin(headers):
            return HttpError(403, "This request came from another site.", "Open the page itself and try again.")
        return None

    def _is_same_origin(self, headers: Headers) -> bool:
        """CSRF check: a browser says which site made a request; with our referrer policy a form's Origin is "null"."""
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        origin = headers.get("origin")
        return origin in (None, "null", self._public.url) or origin in self._origins


def _add_headers(message: Message, path: str) -> None:
    ours = _RAW if path.startswith("/static/") else _RAW_UNSTORED
    message["headers"] = [one for one in message.get("headers", ()) if one[0].lower() not in ours] + list(ours.items())


def _bounded(receive: Receive) -> Receive:
    """`receive` with limits: HttpError for a body that is too large or too slow."""
    taken, whole = 0, False
    latest: float | None = None

    async def counted() -> Message:
        nonlocal taken, whole, latest
        if latest is None:  # set once: a body in many pieces gets no more time than others
            latest = get_running_loop().time() + MOST_SECONDS
        try:
            async with timeout_at(None if whole else latest):
                message = await receive()
        except TimeoutError:
            raise HttpError(408, "This request took too long to arrive.", "Send it again.") from None
        if message["type"] == "http.request":
            whole = not message.get("more_body", False)
            taken += len(message.get("body", b""))
            if taken > MOST_BYTES:
                raise TooLarge
        return message

    return counted


async def _respond(error: HttpError, send: Send) -> None:
    body = dumps(error.as_document()).encode("ascii")
    status = HTTPStatus(error.status)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode("ascii"))]
    if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        headers.append((b"connection", b"close"))  # the rest of the body is not waited for
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": body})


# The access log, without anything that would let its reader log in.


_LOG = logging.getLogger("ringtrue.web.access")
_SECRET_PATHS = ("/r/", "/set-up/")
_LONGEST = 120


class AccessLog:
    """Writes one line for each request; queries are left out, personal links are cut."""

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        """Wrap `app`."""
        self._app = app
        self._hosting = hosting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and log its status and time."""
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
    """The path as it may be logged: on one line, not too long, without the secret part of a link."""
    for start in _SECRET_PATHS:
        if path.startswith(start):
            return f"{start}..."
    visible = "".join(char if char.isascii() and char.isprintable() else "?" for char in path)
    return visible[:_LONGEST]
