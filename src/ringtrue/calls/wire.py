"""HTTP to one address: connections per event loop, made with the first call; faults in the runner's words."""

import asyncio
from collections.abc import Mapping, Sequence
from json import JSONDecodeError, dumps, loads
from pathlib import Path
from typing import Any

import aiohttp
from yarl import URL

from ringtrue.calls.body import BodyWriter
from ringtrue.calls.direct_posts import DirectPosts
from ringtrue.calls.faults import CallFault, Refused, Retry
from ringtrue.calls.http_answer import Posts
from ringtrue.calls.network import proxy_for, shown, trusted
from ringtrue.calls.proxied_posts import ProxiedPosts
from ringtrue.calls.secret import Secret
from ringtrue.calls.status import fault_of, said_in

_TIMEOUT = aiohttp.ClientTimeout(total=None, sock_connect=10.0)  # for the rest the runner has the clock


class Wire:
    """The connection of an adapter to its endpoint. Redirects are not followed: a key goes where it was meant to."""

    def __init__(self, url: str, *, label: str, folder: Path, ca: str | None) -> None:
        """Nothing is opened yet."""
        self.url = url
        self._label = label
        self._folder = folder
        self._ca = ca
        self._posts: Posts | None = None
        self._body = BodyWriter()

    def is_open(self) -> bool:
        """Whether it was opened in this event loop."""
        return self._posts is not None and self._loop is asyncio.get_running_loop()

    def open(self, headers: dict[str, str], secret: Secret | None, *, key: str) -> None:
        """Prepare to connect; `secret` is kept out of every message, `key` tells people where it is read."""
        tls = trusted(self.url, self._ca, self._folder)
        self._proxy = proxy_for(self.url)
        self._secret = secret or Secret("")
        self._key = key
        self._loop = asyncio.get_running_loop()
        sent = {"Content-Type": "application/json", **headers}
        try:
            if self._proxy is None:
                self._posts = DirectPosts(URL(self.url), sent, tls=tls, timeout=_TIMEOUT)
            else:
                self._posts = ProxiedPosts(URL(self.url), sent, proxy=self._proxy, tls=tls, timeout=_TIMEOUT)
        except ValueError:
            raise self._no_address() from None

    async def post(self, fields: Mapping[str, Any], messages: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """Post a JSON object of fields and messages; returns the one that comes back, or raises a fault."""
        assert self._posts is not None  # noqa: S101 - adapters open it
        data = self._body.write(fields, messages)
        try:
            status, headers, content = await self._posts.post(data)
        except (aiohttp.ClientError, ConnectionError, asyncio.IncompleteReadError, OSError) as error:
            raise self._lost(error) from None
        if status != 200:
            said = self._secret.hide(said_in(content))
            raise fault_of(status, headers, said, label=self._label, key=self._key)
        return self._parsed(content)

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
            remedy = "Name the certificates to believe: the setting ca, SSL_CERT_FILE or REQUESTS_CA_BUNDLE."
            return Refused(f"{self._label} cannot be trusted: {said}.", remedy)
        if isinstance(error, aiohttp.ClientHttpProxyError):
            return Refused(f"The proxy on the way to {self._label} refuses: {said}.", "Check the proxy settings.")
        if isinstance(error, aiohttp.InvalidURL | aiohttp.NonHttpUrlClientError):
            return self._no_address()
        if isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
            by = f" through the proxy {shown(self._proxy)}" if self._proxy else ""
            return Retry(f"{getattr(error, 'strerror', None) or said}{by}.", kind="unreachable")
        if isinstance(error, aiohttp.ClientPayloadError | aiohttp.ServerDisconnectedError):
            return Retry("The connection was lost.")
        return Retry(f"The connection failed: {said}.")

    def _no_address(self) -> Refused:
        return Refused(f"{self._label} is not an address.", "Write the URL as http://host:port/v1.")

    async def close(self) -> None:
        """Close the connections; the next call makes new ones."""
        if self._posts is not None:
            await self._posts.close()
            self._posts = None
