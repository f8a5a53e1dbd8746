"""The wire, against a real server: one JSON object back, or a fault that says what broke and never holds the key."""

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

from ringtrue.calls import http_answer
from ringtrue.calls.faults import CallFault, Refused, Rejected, Retry
from ringtrue.calls.secret import Secret
from ringtrue.calls.wire import Wire

T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
KEY = "sk-0123456789abcdef"
ASK = ({"model": "m"}, [{"role": "user", "content": "Do you sail on time?"}])


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def with_wire(handler: Handler, work: Callable[[Wire], Awaitable[T]], *, path: str = "/v1") -> T:
    """Do something with an open wire to a server that answers by a function."""

    async def go() -> T:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", handler)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.0)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        wire = Wire(f"http://127.0.0.1:{runner.addresses[0][1]}{path}", label="the clone", folder=Path("/"), ca=None)
        wire.open({"Authorization": f"Bearer {KEY}"}, Secret(KEY), key="CLONE_KEY")
        try:
            return await work(wire)
        finally:
            await wire.close()
            await runner.cleanup()

    return asyncio.run(go())


def posted(handler: Handler) -> dict[str, Any]:
    return with_wire(handler, lambda wire: wire.post(*ASK))


def fault(handler: Handler) -> CallFault:
    with pytest.raises(CallFault) as raised:
        posted(handler)
    assert KEY not in str(raised.value)
    return raised.value


def saying(body: bytes, status: int = 200, **headers: str) -> Handler:
    async def handler(_: web.Request) -> web.Response:
        return web.Response(body=body, status=status, headers={k.replace("_", "-"): v for k, v in headers.items()})

    return handler


def test_fields_and_messages_arrive_as_one_object_and_one_comes_back() -> None:
    seen: list[Any] = []

    async def handler(request: web.Request) -> web.Response:
        seen.append((request.method, request.headers["Content-Type"], request.headers["Authorization"]))
        seen.append(await request.json())
        return web.json_response({"text": "Não. 日本 🙂"})

    assert posted(handler) == {"text": "Não. 日本 🙂"}
    assert seen[0] == ("POST", "application/json", f"Bearer {KEY}")
    assert seen[1] == {"model": "m", "messages": [{"role": "user", "content": "Do you sail on time?"}]}


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
    monkeypatch.setattr(http_answer, "_LONGEST_ANSWER", 1 << 20)

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
    monkeypatch.setattr(http_answer, "_LONGEST_ANSWER", 1 << 20)
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
        wire = Wire(url, label="the clone", folder=Path("/"), ca=None)
        wire.open({}, None, key="CLONE_KEY")
        try:
            await wire.post(*ASK)
        finally:
            await wire.close()

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
        wire = Wire(
            f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}", label="the clone", folder=Path("/"), ca=None
        )
        wire.open({}, None, key="CLONE_KEY")
        try:
            with pytest.raises(CallFault) as raised:
                await wire.post(*ASK)
            return raised.value
        finally:
            await wire.close()
            server.close()
            await server.wait_closed()

    found = asyncio.run(go())
    assert isinstance(found, Refused)
    assert "cannot be trusted" in found.what
    assert "SSL_CERT_FILE" in found.remedy


def test_a_wire_is_open_in_its_own_loop_and_can_be_opened_again() -> None:
    wire = Wire("http://127.0.0.1:1/v1", label="the clone", folder=Path("/"), ca=None)

    async def opened() -> tuple[bool, bool]:
        before = wire.is_open()
        if not before:
            wire.open({}, None, key="K")
        return before, wire.is_open()

    async def closed() -> bool:
        await wire.close()
        await wire.close()
        return wire.is_open()

    async def both() -> tuple[tuple[bool, bool], bool]:
        return await opened(), await closed()

    assert asyncio.run(both()) == ((False, True), False)
    assert asyncio.run(both()) == ((False, True), False)


@settings(max_examples=15)
@given(body=st.binary(max_size=60) | st.text(max_size=40).map(str.encode), status=st.sampled_from([200, 201, 400, 503]))
def test_whatever_comes_is_an_object_or_a_fault(body: bytes, status: int) -> None:
    async def work(wire: Wire) -> object:
        try:
            return await wire.post(*ASK)
        except CallFault as found:
            return found

    found = with_wire(saying(body, status), work)
    assert isinstance(found, dict) or (isinstance(found, CallFault) and str(found))
