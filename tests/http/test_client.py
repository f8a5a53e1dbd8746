"""The HTTP client, against a real server: one JSON object back, or a fault that says what broke, without the key."""

import asyncio
import gzip
import json
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from aiohttp import web
from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.http import client as client_module
from ringtrue.http.client import HttpClient, fault_of, said_in
from ringtrue.http.secret import Secret
from ringtrue.terms.call import CallFault, Refused, Rejected, Retry

T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
KEY = "sk-0123456789abcdef"
ASK = {"model": "m", "messages": [{"role": "user", "content": "Do you sail on time?"}]}


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def with_client(handler: Handler, work: Callable[[HttpClient], Awaitable[T]], *, path: str = "/v1") -> T:
    """Do something with an open client to a server that answers by a function."""

    async def go() -> T:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", handler)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.0)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        client = HttpClient(
            f"http://127.0.0.1:{runner.addresses[0][1]}{path}", label="the clone", folder=Path("/"), ca=None
        )
        client.open({"Authorization": f"Bearer {KEY}"}, Secret(KEY), key="CLONE_KEY")
        try:
            return await work(client)
        finally:
            await client.close()
            await runner.cleanup()

    return asyncio.run(go())


def posted(handler: Handler) -> dict[str, Any]:
    return with_client(handler, lambda client: client.post(ASK))


def fault(handler: Handler) -> CallFault:
    with pytest.raises(CallFault) as raised:
        posted(handler)
    assert KEY not in str(raised.value)
    return raised.value


def saying(body: bytes, status: int = 200, **headers: str) -> Handler:
    async def handler(_: web.Request) -> web.Response:
        return web.Response(body=body, status=status, headers={k.replace("_", "-"): v for k, v in headers.items()})

    return handler


def test_an_object_arrives_and_one_comes_back() -> None:
    seen: list[Any] = []

    async def handler(request: web.Request) -> web.Response:
        seen.append((request.method, request.headers["Content-Type"], request.headers["Authorization"]))
        seen.append(await request.json())
        return web.json_response({"text": "Não. 日本 🙂"})

    assert posted(handler) == {"text": "Não. 日本 🙂"}
    assert seen[0] == ("POST", "application/json", f"Bearer {KEY}")
    assert seen[1] == ASK


def test_a_packed_answer_is_unpacked() -> None:
    packed = gzip.compress(json.dumps({"text": "Yes. " * 1000}).encode())
    assert posted(saying(packed, Content_Encoding="gzip")) == {"text": "Yes. " * 1000}


def test_an_answer_in_pieces_is_put_together() -> None:
    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for piece in (b'{"te', b'xt": "Y', b'es."}'):
            await response.write(piece)
        return response

    assert posted(handler) == {"text": "Yes."}


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b'"text"', b"null", b"{", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json_object_is_an_answer_of_no_use(body: bytes) -> None:
    found = fault(saying(body))
    assert isinstance(found, Retry)
    assert found.kind == "answer"
    assert found.what.startswith("The answer is no JSON object: ")
    assert len(found.what) < 400


def test_an_empty_answer_is_called_empty() -> None:
    assert str(fault(saying(b""))) == "The answer is no JSON object: it is empty"


@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, Refused), (404, Refused), (402, Refused), (413, Rejected), (429, Retry), (500, Retry), (529, Retry)],
)
def test_a_status_is_a_fault_of_its_own(status: int, kind: type[CallFault]) -> None:
    found = fault(saying(json.dumps({"error": {"message": f"{KEY} is odd"}}).encode(), status))
    assert type(found) is kind
    assert "[key] is odd" in str(found)


def test_a_wrong_key_names_the_place_it_is_read_from() -> None:
    found = fault(saying(b"no", 401))
    assert isinstance(found, Refused)
    assert found.remedy == "Check the key in CLONE_KEY."


def test_a_wait_that_is_asked_for_is_passed_on() -> None:
    found = fault(saying(b"slow down", 429, Retry_After="7"))
    assert isinstance(found, Retry)
    assert (found.after, found.kind) == (7.0, "busy")


def test_a_redirect_is_not_followed() -> None:
    asked = []

    async def handler(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(status=307, headers={"Location": "/elsewhere"})

    found = fault(handler)
    assert isinstance(found, Refused)
    assert "status 307 /elsewhere" in found.what
    assert asked == ["/v1"]


def test_the_key_is_taken_out_of_answers_too() -> None:
    assert posted(saying(json.dumps({"text": f"Your key is {KEY}."}).encode())) == {"text": "Your key is [key]."}


@pytest.mark.parametrize("spelt", ["\\u0073k-0123456789abcdef", "sk-\\u00301234\\u00356789abcdef"])
def test_a_key_spelt_with_escapes_is_taken_out_as_well(spelt: str) -> None:
    body = f'{{"text": "Your key is {spelt}, \\u00e9 \\n \\"so\\"."}}'
    assert posted(saying(body.encode())) == {"text": 'Your key is [key], é \n "so".'}


def test_an_answer_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "_LONGEST_ANSWER", 1 << 20)

    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b" " * 65536)

    found = fault(handler)
    assert isinstance(found, Rejected)
    assert found.what == "The answer is longer than 1 MB."


@pytest.mark.parametrize("pieces", [1, 3])
def test_an_answer_that_announces_too_much_is_given_up_too(monkeypatch: pytest.MonkeyPatch, pieces: int) -> None:
    monkeypatch.setattr(client_module, "_LONGEST_ANSWER", 1 << 20)
    packed = gzip.compress(b" " * (pieces << 20) + b"{}")  # small on the way, large when unpacked
    assert isinstance(fault(saying(packed, Content_Encoding="gzip")), Rejected)
    assert isinstance(fault(saying(b" " * (pieces << 20) + b"{}")), Rejected)


def test_damaged_packing_is_a_lost_connection() -> None:
    found = fault(saying(b"no gzip at all", Content_Encoding="gzip"))
    assert isinstance(found, Retry)
    assert found.kind == "transport"


def test_a_connection_that_breaks_is_tried_again() -> None:
    async def handler(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    found = fault(handler)
    assert isinstance(found, Retry)
    assert found.kind == "transport"


def post_to(url: str) -> CallFault:
    async def go() -> None:
        client = HttpClient(url, label="the clone", folder=Path("/"), ca=None)
        client.open({}, None, key="CLONE_KEY")
        try:
            await client.post(ASK)
        finally:
            await client.close()

    with pytest.raises(CallFault) as raised:
        asyncio.run(go())
    return raised.value


def test_nobody_at_the_address_is_unreachable() -> None:
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        found = post_to(f"http://127.0.0.1:{taken.getsockname()[1]}/v1")
    assert isinstance(found, Retry)
    assert found.kind == "unreachable"


def test_a_server_that_speaks_no_tls_cannot_be_trusted() -> None:
    async def go() -> CallFault:
        async def shout(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            writer.close()

        server = await asyncio.start_server(shout, "127.0.0.1", 0)
        client = HttpClient(
            f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}", label="the clone", folder=Path("/"), ca=None
        )
        client.open({}, None, key="CLONE_KEY")
        try:
            with pytest.raises(CallFault) as raised:
                await client.post(ASK)
            return raised.value
        finally:
            await client.close()
            server.close()
            await server.wait_closed()

    found = asyncio.run(go())
    assert isinstance(found, Refused)
    assert "cannot be trusted" in found.what
    assert "SSL_CERT_FILE" in found.remedy


def test_a_client_is_open_in_its_own_loop_and_can_be_opened_again() -> None:
    client = HttpClient("http://127.0.0.1:1/v1", label="the clone", folder=Path("/"), ca=None)

    async def opened() -> tuple[bool, bool]:
        before = client.is_open()
        if not before:
            client.open({}, None, key="K")
        return before, client.is_open()

    async def closed() -> bool:
        await client.close()
        await client.close()
        return client.is_open()

    async def both() -> tuple[tuple[bool, bool], bool]:
        return await opened(), await closed()

    assert asyncio.run(both()) == ((False, True), False)
    assert asyncio.run(both()) == ((False, True), False)


@settings(max_examples=15)
@given(body=st.binary(max_size=60) | st.text(max_size=40).map(str.encode), status=st.sampled_from([200, 201, 400, 503]))
def test_whatever_comes_is_an_object_or_a_fault(body: bytes, status: int) -> None:
    async def work(client: HttpClient) -> object:
        try:
            return await client.post(ASK)
        except CallFault as found:
            return found

    found = with_client(saying(body, status), work)
    assert isinstance(found, dict) or (isinstance(found, CallFault) and str(found))


# What a status means: try again, give the call up, or stop the run.


def fault_at(status: int, said: str = "", headers: dict[str, str] | None = None) -> CallFault:
    return fault_of(status, headers or {}, said, label="e", key="MY_KEY")


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (429, "slow down", Retry),
        (529, "overloaded", Retry),
        (500, "", Retry),
        (503, "", Retry),
        (599, "", Retry),
        (408, "", Retry),
        (409, "", Retry),
        (429, "insufficient_quota", Refused),
        (400, "Your credit balance is too low", Refused),
        (402, "", Refused),
        (401, "", Refused),
        (403, "", Refused),
        (404, "", Refused),
        (400, "model: not found", Refused),
        (400, "invalid model ID", Refused),
        (400, "The model `x` does not exist", Refused),
        (400, "Unsupported parameter: max_tokens is not supported with this model", Rejected),
        (400, "maximum context length exceeded", Rejected),
        (422, "messages too long", Rejected),
        (413, "", Rejected),
        (301, "", Refused),
        (204, "", Refused),
    ],
)
def test_statuses(status: int, said: str, kind: type[CallFault]) -> None:
    assert type(fault_at(status, said)) is kind


def test_what_was_said_and_the_remedy_are_told() -> None:
    refused = fault_at(401, "Who are you?")
    assert isinstance(refused, Refused)
    assert "401: Who are you?" in refused.what
    assert "MY_KEY" in refused.remedy
    assert "http://elsewhere" in str(fault_at(302, "", {"Location": "http://elsewhere"}))


def test_a_wait_is_read() -> None:
    busy = fault_at(429, "", {"Retry-After": "12"})
    assert isinstance(busy, Retry)
    assert (busy.after, busy.kind) == (12.0, "busy")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", ""),
        (b'{"error": {"message": "No.", "type": "x"}}', "No."),
        (b'{"error": "No."}', "No."),
        (b'{"detail": "No."}', "No."),
        (b'{"message": "No\\n\\nway."}', "No way."),
        (b'{"detail": [{"loc": ["body"]}]}', '{"detail": [{"loc": ["body"]}]}'),
        (b"<html>\n Bad  gateway</html>", "<html> Bad gateway</html>"),
        (b"\xff\xfe", "\ufffd\ufffd"),
    ],
)
def test_an_error_is_read_whatever_its_form(body: bytes, said: str) -> None:
    assert said_in(body) == said


@given(st.binary(max_size=3000))
def test_no_body_is_too_strange_or_too_long(body: bytes) -> None:
    assert len(said_in(body)) <= 310


def test_a_deep_body_is_survived() -> None:
    assert said_in(b'{"error":' * 100_000)


def test_what_an_endpoint_says_cannot_steer_a_terminal() -> None:
    assert said_in(b'{"error": {"message": "busy \\u001b[31m now"}}') == "busy \ufffd[31m now"
    assert said_in(b"down\x07 for\nrepair") == "down\ufffd for repair"


# Odd HTTP answers, spoken byte by byte: read like any other, or a fault; never taken for the answer to another post.


Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
SHORT = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


class Server:
    """A server made of a function from connection to nothing; counts the connections."""

    def __init__(self, serve: Serve) -> None:
        self.connections = 0
        self._serve = serve

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            await self._serve(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):  # the client has closed
            pass
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


def with_server(server: Server, work: Callable[[HttpClient], Awaitable[T]], *, path: str = "/v1/chat?a=b%20c") -> T:
    """Do something with a client of a server."""

    async def go() -> T:
        async with await asyncio.start_server(server, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            client = HttpClient(f"http://127.0.0.1:{port}{path}", label="the clone")
            client.open({"X-Key": "abc"}, None, key="CLONE_KEY")
            try:
                return await work(client)
            finally:
                await client.close()

    return asyncio.run(go())


async def twice(client: HttpClient) -> list[dict[str, Any]]:
    return [await client.post({"n": 1}), await client.post({"n": 22})]


async def outcome(client: HttpClient) -> dict[str, Any] | CallFault:
    try:
        return await client.post({})
    except CallFault as found:
        return found


def test_the_head_says_what_a_server_needs_to_know() -> None:
    seen: list[tuple[list[str], bytes]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(2):
            seen.append(await request(reader))
            writer.write(SHORT)

    assert with_server(Server(serve), twice) == [{}, {}]
    assert [body for _, body in seen] == [b'{"n":1}', b'{"n":22}']
    line, *headers = seen[1][0]
    assert line == "POST /v1/chat?a=b%20c HTTP/1.1"
    named = dict(header.split(": ", 1) for header in headers)
    assert len(named) == len(headers)
    assert named["X-Key"] == "abc"
    assert named["Host"].startswith("127.0.0.1:")
    assert named["Content-Length"] == "8"


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
    assert with_server(server, twice) == [{}, {}]
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
    assert with_server(server, twice) == [{}, {}]
    assert server.connections == 2


def test_other_words_behind_an_answer_are_not_taken_for_the_next_one() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request(reader)
        writer.write(SHORT + b'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"bad":1}')
        await reader.read()

    server = Server(serve)
    assert with_server(server, twice) == [{}, {}]
    assert server.connections == 2


def test_an_answer_that_comes_before_all_was_said_ends_the_connection() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
        await asyncio.wait_for(gone.wait(), 30)

    gone = asyncio.Event()

    async def work(client: HttpClient) -> list[str]:
        found = []
        for said in ("x" * 30_000_000, "x"):
            with pytest.raises(Rejected) as raised:
                await client.post({"said": said})
            found.append(raised.value.what)
        gone.set()
        return found

    server = Server(serve)
    assert with_server(server, work) == ["status 413"] * 2
    assert server.connections == 2


def test_a_call_that_was_cancelled_leaves_its_answer_to_nobody() -> None:
    asked: list[bytes] = []
    arrived = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            _, body = await request(reader)
            asked.append(body)
            arrived.set()
            if b"slow" not in body:
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))

    async def work(client: HttpClient) -> dict[str, Any]:
        slow = asyncio.create_task(client.post({"slow": 1}))
        await arrived.wait()
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        return await client.post({"quick": 1})

    server = Server(serve)
    assert with_server(server, work) == {"quick": 1}
    assert asked == [b'{"slow":1}', b'{"quick":1}']
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
    found = with_server(Server(once(answer)), outcome)
    assert isinstance(found, Retry)
    assert found.kind == "transport"


def test_what_is_wrong_with_an_answer_is_said() -> None:
    assert "SSH" in str(with_server(Server(once(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")), outcome))


def test_a_connection_the_server_has_closed_meanwhile_is_replaced() -> None:
    closed = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request(reader)
        writer.write(SHORT)
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        closed.set()

    async def work(client: HttpClient) -> list[dict[str, Any]]:
        found = []
        for _ in range(3):
            closed.clear()
            found.append(await client.post({}))
            await closed.wait()
            await asyncio.to_thread(lambda: None)  # once round the loop: the client hears of it too
        return found

    server = Server(serve)
    assert with_server(server, work) == [{}] * 3
    assert server.connections == 3


def test_posts_at_the_same_time_have_connections_of_their_own_and_leave_them_to_the_next() -> None:
    async def work(client: HttpClient) -> list[dict[str, Any]]:
        first = await asyncio.gather(*(client.post({}) for _ in range(3)))
        then = await asyncio.gather(*(client.post({}) for _ in range(3)))
        return [*first, *then]

    server = Server(always(SHORT))
    assert with_server(server, work) == [{}] * 6
    assert server.connections == 3


def test_a_body_that_comes_later_than_its_head_is_waited_for() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            await request(reader)
            for piece in (b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n", b'{"a":', b"1}"):
                writer.write(piece)
                await writer.drain()
                for _ in range(20):  # the client is in the same loop, and has read the piece by then
                    await asyncio.sleep(0)

    server = Server(serve)
    assert with_server(server, twice) == [{"a": 1}] * 2
    assert server.connections == 1


def test_a_server_that_speaks_first_is_heard_once() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 4\r\n\r\nbusy")
        await writer.drain()
        await reader.read()

    server = Server(serve)
    found = with_server(server, outcome)
    assert isinstance(found, Retry)
    assert (found.what, found.after) == ("503: busy", 1.0)
    assert server.connections == 1


def test_a_status_that_is_none_is_no_promise_of_another() -> None:
    found = with_server(Server(always(b"HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n")), outcome)
    assert isinstance(found, CallFault)


def test_a_host_that_no_name_can_be_is_no_address() -> None:
    assert str(post_to("http://a..b/v1")).startswith("the clone is not an address.")


def test_a_proxy_is_told_the_whole_address_and_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    heads: list[str] = []

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append((await reader.readuntil(b"\r\n\r\n")).decode())
        assert await reader.readexactly(2) == b"{}"
        writer.write(SHORT)
        writer.close()

    async def go() -> dict[str, Any]:
        async with await asyncio.start_server(proxy, "127.0.0.1", 0) as listening:
            monkeypatch.setenv("http_proxy", f"http://me:secret@127.0.0.1:{listening.sockets[0].getsockname()[1]}")
            client = HttpClient("http://clone.invalid/v1", label="the clone")
            client.open({"X-Key": "abc"}, None, key="CLONE_KEY")
            try:
                return await client.post({})
            finally:
                await client.close()

    assert asyncio.run(go()) == {}
    line, *headers = heads[0].split("\r\n")
    assert line == "POST http://clone.invalid/v1 HTTP/1.1"
    assert "X-Key: abc" in headers
    assert "Proxy-Authorization: Basic bWU6c2VjcmV0" in headers  # me:secret
