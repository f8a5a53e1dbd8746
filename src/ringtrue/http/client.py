"""HTTP client: JSON posted to one address by an aiohttp session; a status or a broken connection becomes a fault."""

import asyncio
import time
from collections.abc import Mapping
from io import BytesIO
from json import JSONDecodeError, JSONEncoder, dumps, loads
from pathlib import Path
from typing import Any

import aiohttp

from ringtrue.http.address import proxy_for, shown, trusted
from ringtrue.http.backoff import retry_after
from ringtrue.http.secret import Secret
from ringtrue.terms.call import CallFault, Refused, Rejected, Retry, printable

_TIMEOUT = aiohttp.ClientTimeout(total=None, sock_connect=10.0)  # for the rest the caller has the clock
_encode = JSONEncoder(separators=(",", ":")).encode  # ASCII: half a surrogate pair passes too
_LARGE = 2**20  # bytes; aiohttp sends more in pieces only from a stream
_LONGEST_ANSWER = 32 * 1024 * 1024  # bytes
_ALWAYS = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "ringtrue"}


class HttpClient:
    """The connection to one endpoint. Redirects are not followed: a key goes where it was meant to go."""

    def __init__(self, url: str, *, label: str, folder: Path | None = None, ca: str | None = None) -> None:
        """Nothing is opened yet; `ca` names certificates, seen from `folder`, and `label` the endpoint in messages."""
        self.url = url
        self._label = label
        self._folder = folder or Path()
        self._ca = ca
        self._session: aiohttp.ClientSession | None = None

    def is_open(self) -> bool:
        """Whether it was opened in this event loop."""
        return self._session is not None and self._loop is asyncio.get_running_loop()

    def open(self, headers: Mapping[str, str], secret: Secret | None, *, key: str) -> None:
        """Make the session; `secret` is kept out of every message, `key` tells people where it is read."""
        tls = trusted(self.url, self._ca, self._folder)
        self._proxy = proxy_for(self.url)
        self._secret = secret or Secret("")
        self._key = key
        self._loop = asyncio.get_running_loop()
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ssl=tls if tls is not None else True),  # the runner has a limit
            headers={**_ALWAYS, **headers},
            timeout=_TIMEOUT,
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    async def post(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Post a JSON object; returns the one that comes back, or raises a fault."""
        assert self._session is not None  # noqa: S101 - adapters open it
        sent = _encode(body).encode("ascii")
        data = BytesIO(sent) if len(sent) > _LARGE else sent
        try:
            async with self._session.post(self.url, data=data, proxy=self._proxy, allow_redirects=False) as response:
                content = await _read_whole(response.content)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise self._lost(error) from None
        if response.status != 200:
            said = self._secret.hide(said_in(content))
            raise fault_of(response.status, response.headers, said, label=self._label, key=self._key)
        return self._parsed(content)

    async def close(self) -> None:
        """Close the connections; the next call makes new ones."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _parsed(self, content: bytes) -> dict[str, Any]:
        try:
            text = self._secret.hide(content.decode())
            found = loads(text)
            if self._secret.is_hidden and ("\\u00" in text or "\\/" in text):  # a key can be spelt with escapes
                found = loads(self._secret.hide(dumps(found, ensure_ascii=False)))
        except (JSONDecodeError, UnicodeDecodeError, RecursionError):
            found = None
        if not isinstance(found, dict):
            said = self._secret.hide(said_in(content))
            raise Retry(f"The answer is no JSON object: {said or 'it is empty'}", kind="answer")
        return found

    def _lost(self, error: Exception) -> CallFault:
        """What a broken connection means."""
        said = self._secret.hide(" ".join(str(error).split())) or type(error).__name__
        if isinstance(error, aiohttp.ClientSSLError | aiohttp.ServerFingerprintMismatch):
            remedy = "Name the certificates to trust: the setting ca, SSL_CERT_FILE or REQUESTS_CA_BUNDLE."
            return Refused(f"{self._label} cannot be trusted: {said}.", remedy)
        if isinstance(error, aiohttp.ClientHttpProxyError):
            return Refused(f"The proxy on the way to {self._label} refuses: {said}.", "Check the proxy settings.")
        if isinstance(error, ValueError):  # aiohttp's InvalidURL is one, and so is a host that no name can be
            return Refused(f"{self._label} is not an address.", "Write the URL as http://host:port/v1.")
        if isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
            by = f" through the proxy {shown(self._proxy)}" if self._proxy else ""
            return Retry(f"{getattr(error, 'strerror', None) or said}{by}.", kind="unreachable")
        if isinstance(error, aiohttp.ClientPayloadError | aiohttp.ServerDisconnectedError):
            return Retry("The connection was lost.")
        return Retry(f"The connection failed: {said}.")


async def _read_whole(stream: aiohttp.StreamReader) -> bytes:
    """The whole body of an answer, unpacked; Rejected where it grows too long."""
    content = bytearray()
    async for chunk in stream.iter_any():
        content += chunk
        if len(content) > _LONGEST_ANSWER:
            raise Rejected(f"The answer is longer than {_LONGEST_ANSWER >> 20} MB.")
    return bytes(content)


# What an HTTP status means for a call: try again, give this call up, or stop the run.


_BUSY = (429, 529)
_AGAIN = (408, 409, 423, 425)
_LONGEST_SAID = 300
_UNPAID = ("insufficient_quota", "credit balance", "billing")


def fault_of(status: int, headers: Mapping[str, str], said: str, *, label: str, key: str) -> CallFault:
    """The fault an error status stands for; `said` is the endpoint's own message, `key` where its API key is read."""
    what = f"{status}: {said}" if said else f"status {status}"
    low = said.lower()
    if status == 402 or (400 <= status < 500 and any(word in low for word in _UNPAID)):
        remedy = "Check the account; then start the same command again."
        return Refused(f"{label} wants to be paid first: {what}", remedy)
    if status in _BUSY:
        return Retry(what, retry_after(headers.get("Retry-After"), now=time.time()), kind="busy")
    if status in _AGAIN or status >= 500:
        return Retry(what, retry_after(headers.get("Retry-After"), now=time.time()))
    if status in (401, 403, 407):
        return Refused(f"{label} does not take the key: {what}", f"Check the key in {key}.")
    if status == 404 or (status in (400, 422) and _about_the_model(low)):
        return Refused(f"{label} does not know the model or the address: {what}", "Check the model's name and the URL.")
    if status < 400:
        where = shown(headers.get("Location", ""))
        return Refused(f"{label} gave no answer but status {status} {where}".strip() + ".", "Check the URL.")
    return Rejected(what)


def _about_the_model(said: str) -> bool:
    """Whether a 400 says that the model is unknown, not that it dislikes the request."""
    unknown = (
        "not exist",
        "not found",
        "unknown",
        "invalid model",
        "not supported",
        "no such",
        "not a valid",
        "available",
    )
    return "model" in said and any(word in said for word in unknown) and "parameter" not in said


def said_in(body: bytes) -> str:
    """The message in an error's body, in one line: `error.message`, whatever stands there, or the text itself."""
    text = body.decode("utf-8", "replace")
    try:
        found: Any = loads(text)
    except (ValueError, RecursionError):
        found = text
    for name in ("error", "message", "detail"):
        if isinstance(found, dict) and found.get(name):
            found = found[name]
    said = printable(" ".join((found if isinstance(found, str) else text).split()))
    return said if len(said) <= _LONGEST_SAID else said[:_LONGEST_SAID] + " ..."
