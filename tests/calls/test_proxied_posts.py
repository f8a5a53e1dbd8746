"""Posts through a proxy, which is told the whole address and who asks."""

import asyncio

import aiohttp
from yarl import URL

from ringtrue.calls.http_answer import HttpAnswer
from ringtrue.calls.proxied_posts import ProxiedPosts


def test_a_proxy_is_told_the_whole_address_and_who_asks() -> None:
    heads: list[str] = []

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append((await reader.readuntil(b"\r\n\r\n")).decode())
        assert await reader.readexactly(3) == b"[1]"
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        writer.close()

    async def go() -> HttpAnswer:
        async with await asyncio.start_server(proxy, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            timeout = aiohttp.ClientTimeout(total=None, sock_connect=10.0)
            way = f"http://me:secret@127.0.0.1:{port}"
            posts = ProxiedPosts(URL("http://clone.invalid/v1"), {"X-Key": "abc"}, proxy=way, tls=None, timeout=timeout)
            try:
                return await posts.post(b"[1]")
            finally:
                await posts.close()

    assert asyncio.run(go())[::2] == (200, b"{}")
    line, *headers = heads[0].split("\r\n")
    assert line == "POST http://clone.invalid/v1 HTTP/1.1"
    assert "X-Key: abc" in headers
    assert "Proxy-Authorization: Basic bWU6c2VjcmV0" in headers  # me:secret
