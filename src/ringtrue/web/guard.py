"""What every request passes before a route sees it: the name it asks for, where it comes from, how much it brings."""

from asyncio import get_running_loop, timeout_at
from http import HTTPStatus
from json import dumps

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ringtrue.web.hosting import Hosting
from ringtrue.web.refusal import Refused

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
    "Referrer-Policy": "no-referrer",  # an invite stands in the address
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
MOST_BYTES = 1 << 20
MOST_SECONDS = 20.0  # for a body to arrive, all of it
_MOST_DIGITS = len(str(MOST_BYTES))  # Python refuses to read thousands of them
_RAW = {name.lower().encode("ascii"): value.encode("ascii") for name, value in HEADERS.items()}
_RAW_UNSTORED = _RAW | {b"cache-control": b"no-store"}
_READING = ("GET", "HEAD", "OPTIONS")


class TooLarge(Refused):
    """More bytes than anything here needs."""

    def __init__(self) -> None:
        """Say how much is taken."""
        super().__init__(413, "This is too large.", f"Send at most {MOST_BYTES >> 10} KB at once.")


class Guard:
    """The outermost layer: refuses by headers alone, before a byte of a body is read, and dresses every response."""

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        """Stand before `app`."""
        self._app = app
        self._url, self._hosts, self._origins = hosting.url, hosting.hosts, hosting.origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                _dress(message, scope["path"])
            await send(message)

        refused = self._fault(scope["method"], Headers(scope=scope))
        if refused is not None:
            await _answer(refused, dressed)
            return
        await self._app(scope, _bounded(receive), dressed)

    def _fault(self, method: str, headers: Headers) -> Refused | None:
        if headers.get("host", "").lower() not in self._hosts:
            return Refused(421, "This site is not served here.", f"Go to {self._url}")
        length = headers.get("content-length", "0")
        if len(length) > _MOST_DIGITS or not length.isdecimal() or int(length) > MOST_BYTES:
            return TooLarge()
        if method not in _READING and not self._is_ours(headers):
            return Refused(403, "This request came from another site.", "Open the page itself and try again.")
        return None

    def _is_ours(self, headers: Headers) -> bool:
        """A browser says where a request was made; with our referrer policy a form's Origin is "null"."""
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        origin = headers.get("origin")
        return origin in (None, "null") or origin in self._origins


def _dress(message: Message, path: str) -> None:
    ours = _RAW if path.startswith("/static/") else _RAW_UNSTORED
    message["headers"] = [one for one in message.get("headers", ()) if one[0].lower() not in ours] + list(ours.items())


def _bounded(receive: Receive) -> Receive:
    """The same, but a body that grows too large or does not come in time is not waited for."""
    taken, whole = 0, False
    latest: float | None = None

    async def counted() -> Message:
        nonlocal taken, whole, latest
        if latest is None:  # once: a body in many pieces has no more time than others
            latest = get_running_loop().time() + MOST_SECONDS
        try:
            async with timeout_at(None if whole else latest):
                message = await receive()
        except TimeoutError:
            raise Refused(408, "This took too long to arrive.", "Send it again.") from None
        if message["type"] == "http.request":
            whole = not message.get("more_body", False)
            taken += len(message.get("body", b""))
            if taken > MOST_BYTES:
                raise TooLarge
        return message

    return counted


async def _answer(refused: Refused, send: Send) -> None:
    body = dumps(refused.as_document()).encode("ascii")
    status = HTTPStatus(refused.status)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode("ascii"))]
    if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        headers.append((b"connection", b"close"))  # the rest of the body is not waited for
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": body})
