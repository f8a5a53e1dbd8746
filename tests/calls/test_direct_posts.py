"""Posts over aiohttp's connections, against servers that speak HTTP in every way allowed, and in some that are not."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import aiohttp
import pytest
from yarl import URL

from ringtrue.calls import connections
from ringtrue.calls.direct_posts import DirectPosts
from ringtrue.calls.http_answer import HttpAnswer
from ringtrue.calls.loop import run

T = TypeVar("T")
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
SHORT = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


RUN: dict[str, Callable[[Coroutine[Any, Any, Any]], Any]] = {"in": asyncio.run}


@pytest.fixture(autouse=True, params=[asyncio.run, run], ids=["asyncio", "uvloop"])
def _loop(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything in both kinds of event loop: they differ in when bytes arrive."""
    monkeypatch.setitem(RUN, "in", request.param)


class Server:
    """A server made of a function from connection to nothing; counts the connections."""

    def __init__(self, serve: Serve) -> None:
        self.connections = 0
        self._serve = serve

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            await self._serve(reader, writer)
        finally:
            writer.close()


async def request(reader: asyncio.StreamReader) -> tuple[list[str], bytes]:
    """The lines of a request's head, and its body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    lines = head.split("\r\n")[:-2]
    lengths = [line for line in lines if line.lower().startswith("content-length:")]
    assert len(lengths) == 1
    return lines, await reader.readexactly(int(lengths[0].partition(":")[2]))


def always(answer: bytes) -> Serve:
    """Say the same to every request of a connection."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            await request(reader)
            writer.write(answer)

    return serve


def once(answer: bytes) -> Serve:
    """Answer one request and close."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request(reader)
        writer.write(answer)

    return serve


def with_posts(server: Server, work: Callable[[DirectPosts], Awaitable[T]], *, path: str = "/v1/chat?a=b%20c") -> T:
    """Do something with posts to a server."""

    async def go() -> T:
        async with await asyncio.start_server(server, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            timeout = aiohttp.ClientTimeout(total=None, sock_connect=10.0)
            posts = DirectPosts(URL(f"http://127.0.0.1:{port}{path}"), {"X-Key": "abc"}, tls=None, timeout=timeout)
            try:
                return await work(posts)
            finally:
                await posts.close()

    return RUN["in"](go())


async def twice(posts: DirectPosts) -> list[HttpAnswer]:
    return [await posts.post(b"1"), await posts.post(b"two")]


def test_the_head_says_what_a_server_needs_to_know() -> None:
    seen: list[tuple[list[str], bytes]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(2):
            seen.append(await request(reader))
            writer.write(SHORT)

    server = Server(serve)
    assert [answer[::2] for answer in with_posts(server, twice)] == [(200, b"{}")] * 2
    assert [body for _, body in seen] == [b"1", b"two"]
    line, *headers = seen[1][0]
    assert line == "POST /v1/chat?a=b%20c HTTP/1.1"
    named = dict(header.split(": ", 1) for header in headers)
    assert len(named) == len(headers)
    assert named["X-Key"] == "abc"
    assert named["Host"].startswith("127.0.0.1:")
    assert named["Content-Length"] == "3"


@pytest.mark.parametrize(
    "answer",
    [
        SHORT,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"0" * 5000 + b"2\r\n\r\n{}",
        b"HTTP/1.1 100 Continue\r\n\r\n" + SHORT,
        b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + SHORT,
    ],
)
def test_one_connection_serves_many_posts(answer: bytes) -> None:
    server = Server(always(answer))
    assert [found[::2] for found in with_posts(server, twice)] == [(200, b"{}")] * 2
    assert server.connections == 1


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        b"HTTP/1.0 200 OK\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\n\r\n{}",  # the body ends where the connection does
    ],
)
def test_a_connection_that_ends_with_its_answer_is_not_used_again(answer: bytes) -> None:
    server = Server(once(answer))
    assert [found[::2] for found in with_posts(server, twice)] == [(200, b"{}")] * 2
    assert server.connections == 2


def test_other_words_behind_an_answer_are_not_taken_for_the_next_one() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request(reader)
        writer.write(SHORT + b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad")
        await reader.read()

    server = Server(serve)
    assert [found[::2] for found in with_posts(server, twice)] == [(200, b"{}")] * 2
    assert server.connections == 2


def test_words_that_come_between_two_posts_are_not_taken_for_an_answer() -> None:
    answered, said = asyncio.Event(), asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request(reader)
        writer.write(SHORT)
        await answered.wait()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad")
        await writer.drain()
        said.set()
        await reader.read()

    async def work(posts: DirectPosts) -> list[bytes]:
        first = (await posts.post(b"1")).content
        answered.set()
        await said.wait()
        await asyncio.to_thread(lambda: None)  # once round the loop: it has arrived
        return [first, (await posts.post(b"2")).content]

    server = Server(serve)
    assert with_posts(server, work) == [b"{}", b"{}"]
    assert server.connections == 2


def test_an_answer_that_comes_before_all_was_said_ends_the_connection() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
        await asyncio.wait_for(gone.wait(), 30)

    gone = asyncio.Event()

    async def work(posts: DirectPosts) -> list[int]:
        statuses = [(await posts.post(b"x" * 30_000_000)).status, (await posts.post(b"x")).status]
        gone.set()
        return statuses

    server = Server(serve)
    assert with_posts(server, work) == [413, 413]
    assert server.connections == 2


def test_a_call_that_was_cancelled_leaves_its_answer_to_nobody() -> None:
    asked: list[bytes] = []
    arrived = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            _, body = await request(reader)
            asked.append(body)
            arrived.set()
            if body != b"slow":
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))

    async def work(posts: DirectPosts) -> bytes:
        slow = asyncio.create_task(posts.post(b"slow"))
        await arrived.wait()
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        return (await posts.post(b"quick")).content

    server = Server(serve)
    assert with_posts(server, work) == b"quick"
    assert asked == [b"slow", b"quick"]
    assert server.connections == 2


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"HTTP/1.1 two hundred\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nContent-",
        b"",
    ],
)
def test_what_is_no_whole_answer_is_a_fault_of_the_connection(answer: bytes) -> None:
    server = Server(once(answer))
    with pytest.raises(aiohttp.ClientError):
        with_posts(server, lambda posts: posts.post(b"{}"))


def test_a_connection_the_server_has_closed_meanwhile_is_replaced() -> None:
    closed = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request(reader)
        writer.write(SHORT)
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        closed.set()

    async def work(posts: DirectPosts) -> list[int]:
        statuses = []
        for _ in range(3):
            closed.clear()
            statuses.append((await posts.post(b"{}")).status)
            await closed.wait()
            await asyncio.to_thread(lambda: None)  # once round the loop: the client hears of it too
        return statuses

    server = Server(serve)
    assert with_posts(server, work) == [200] * 3
    assert server.connections == 3


def test_a_connection_that_was_idle_for_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_KEPT", -1.0)  # long is over at once
    server = Server(always(SHORT))
    assert [found.status for found in with_posts(server, twice)] == [200] * 2
    assert server.connections == 2


def test_posts_at_the_same_time_have_connections_of_their_own_and_leave_them_to_the_next() -> None:
    async def work(posts: DirectPosts) -> list[int]:
        first = await asyncio.gather(*(posts.post(b"{}") for _ in range(3)))
        then = await asyncio.gather(*(posts.post(b"{}") for _ in range(3)))
        return [found.status for found in (*first, *then)]

    server = Server(always(SHORT))
    assert with_posts(server, work) == [200] * 6
    assert server.connections == 3


def test_a_body_that_comes_later_than_its_head_is_waited_for() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            await request(reader)
            for piece in (b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", b'["', b'"]'):
                writer.write(piece)
                await writer.drain()
                for _ in range(20):  # the client is in the same loop, and has read the piece by then
                    await asyncio.sleep(0)

    server = Server(serve)
    assert [found.content for found in with_posts(server, twice)] == [b'[""]'] * 2
    assert server.connections == 1


@pytest.mark.parametrize("status", [b"503 Busy", b"200 OK"])
def test_a_server_that_speaks_first_is_heard_once(status: bytes) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 %b\r\nRetry-After: 1\r\nContent-Length: 4\r\n\r\nbusy" % status)
        await writer.drain()
        await reader.read()

    server = Server(serve)
    found = with_posts(server, lambda posts: posts.post(b"{}"))
    assert (found.status, found.content) == (int(status[:3]), b"busy")
    if found.status != 200:  # nobody asks for the headers of a plain answer
        assert found.headers["Retry-After"] == "1"
    assert server.connections == 1


def test_a_status_that_is_none_is_no_promise_of_another() -> None:
    server = Server(always(b"HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n"))
    assert with_posts(server, lambda posts: posts.post(b"{}")).status == 99


def test_what_is_wrong_with_an_answer_is_said() -> None:
    server = Server(once(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"))
    with pytest.raises(aiohttp.ClientError, match="SSH"):
        with_posts(server, lambda posts: posts.post(b"{}"))


def test_a_host_that_no_name_can_be_is_no_address() -> None:
    async def go() -> None:
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=10.0)
        posts = DirectPosts(URL("http://a..b/v1"), {}, tls=None, timeout=timeout)
        try:
            await posts.post(b"{}")
        finally:
            await posts.close()

    with pytest.raises(aiohttp.InvalidURL):
        RUN["in"](go())
