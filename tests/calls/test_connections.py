"""Connections shared by those who post to one server, and by nobody else."""

import asyncio
import gc
import ssl
from collections.abc import Awaitable, Callable

import aiohttp
import pytest
from yarl import URL

from ringtrue.calls import connections
from ringtrue.calls.connections import Connections
from ringtrue.calls.direct_posts import DirectPosts
from ringtrue.calls.loop import run

TIMEOUT = aiohttp.ClientTimeout(total=None, sock_connect=10.0)


class Server:
    """Answers everything with the key it was sent; counts the connections, and those that have ended."""

    def __init__(self) -> None:
        self.connections = 0
        self.ended = asyncio.Semaphore(0)

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                named = dict(line.split(": ", 1) for line in head.split("\r\n")[1:-2])
                await reader.readexactly(int(named["Content-Length"]))
                key = named["X-Key"].encode()
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(key), key))
        except asyncio.IncompleteReadError:
            self.ended.release()
        finally:
            writer.close()


def with_servers(work: Callable[[list[Server], list[str]], Awaitable[None]], servers: int = 1) -> None:
    """Do something with servers and their addresses."""

    async def go() -> None:
        there = [Server() for _ in range(servers)]
        listening = [await asyncio.start_server(one, "127.0.0.1", 0) for one in there]
        try:
            await work(there, [f"http://127.0.0.1:{one.sockets[0].getsockname()[1]}" for one in listening])
        finally:
            for one in listening:
                one.close()

    run(go())


def posts_to(url: str, key: str) -> DirectPosts:
    return DirectPosts(URL(url), {"X-Key": key}, tls=None, timeout=TIMEOUT)


def test_two_who_post_to_one_server_share_connections_but_no_keys() -> None:
    async def work(servers: list[Server], urls: list[str]) -> None:
        clone, judge = posts_to(f"{urls[0]}/v1/chat", "a"), posts_to(f"{urls[0]}/v1/other", "b")
        said = [(await one.post(b"{}")).content for one in (clone, judge, clone)]
        assert said == [b"a", b"b", b"a"]
        assert servers[0].connections == 1
        await clone.close()
        assert (await judge.post(b"{}")).content == b"b"  # they stay open for the other
        assert servers[0].connections == 1
        await judge.close()
        await asyncio.wait_for(servers[0].ended.acquire(), 30)

    with_servers(work)


def test_servers_do_not_share() -> None:
    async def work(servers: list[Server], urls: list[str]) -> None:
        both = [posts_to(url, "k") for url in urls]
        for one in both:
            await one.post(b"{}")
            await one.close()
        assert [server.connections for server in servers] == [1, 1]

    with_servers(work, servers=2)


def test_who_believes_other_certificates_has_connections_of_its_own() -> None:
    async def work(_: list[Server], __: list[str]) -> None:
        url = URL("https://localhost/v1")
        one, other = ssl.create_default_context(), ssl.create_default_context()
        first = Connections.to(url, tls=one, timeout=TIMEOUT)
        same = Connections.to(url / "chat", tls=one, timeout=TIMEOUT)
        stranger = Connections.to(url, tls=other, timeout=TIMEOUT)
        assert first is same
        assert first is not stranger
        for users in (first, same, stranger):
            await users.leave()
        assert Connections.to(url, tls=one, timeout=TIMEOUT) is not first  # it was left by all

    with_servers(work)


@pytest.mark.parametrize("runner", [asyncio.run, run])
def test_a_loop_that_is_over_leaves_nothing_behind(runner: Callable[..., None]) -> None:
    async def work() -> None:
        Connections.to(URL("http://127.0.0.1:9"), tls=None, timeout=TIMEOUT)  # and never left

    gc.collect()
    before = len(connections._open)
    runner(work())
    gc.collect()
    assert len(connections._open) == before
