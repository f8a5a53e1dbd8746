"""Posts to one address through a proxy, as aiohttp's sessions do it."""

from ssl import SSLContext

import aiohttp
from yarl import URL

from ringtrue.calls.http_answer import HttpAnswer, read_whole


class ProxiedPosts:
    """One session; it knows what a proxy wants to be told, by which kind of address."""

    def __init__(
        self,
        url: URL,
        headers: dict[str, str],
        *,
        proxy: str,
        tls: SSLContext | None,
        timeout: aiohttp.ClientTimeout,
    ) -> None:
        """Nothing is opened before the first post."""
        self._url = url
        self._proxy = proxy
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ssl=tls if tls is not None else True),
            headers=headers,
            timeout=timeout,
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    async def post(self, data: bytes) -> HttpAnswer:
        """Post some JSON; raises what aiohttp raises, or Rejected."""
        async with self._session.post(self._url, data=data, proxy=self._proxy, allow_redirects=False) as response:
            content = await read_whole(response.headers, response.content)
            return HttpAnswer(response.status, response.headers, content)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._session.close()
