"""Requests as the server hands them to routes, and what an application answers to them."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message

from ringtrue.web.app import routes
from ringtrue.web.state import Site


def scope_of(
    method: str, path: str, headers: Mapping[str, str] | None = None, client: str = "127.0.0.1"
) -> dict[str, Any]:
    """What the server knows of a request before its body comes."""
    given = {"host": "127.0.0.1:8000"} | dict(headers or {})
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
        "server": ("127.0.0.1", 8000),
        "client": (client, 50000),
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in given.items()],
    }


def request_to(
    site: Site,
    path: str = "/",
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    client: str = "127.0.0.1",
) -> Request:
    """A request that came to a site."""
    scope = scope_of(method, path, headers, client) | {"app": routes(site)}

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return Request(scope, receive)


@dataclass
class Answered:
    """What an application sent back, and the fault that reached the server's log, if any."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    fault: str = ""


def ask(
    app: ASGIApp, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = b""
) -> Answered:
    """Put one request to an application; with no body at all the client went away before it was sent."""
    return asyncio.run(answer(app, method, path, headers, body))


async def answer(
    app: ASGIApp, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = b""
) -> Answered:
    """The same beside other requests."""
    told = Answered()

    async def receive() -> Message:
        if body is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            told.status = message["status"]
            told.headers = {name.decode(): value.decode("latin-1") for name, value in message["headers"]}
        else:
            told.body += message.get("body", b"")

    try:
        await app(scope_of(method, path, headers), receive, send)
    except Exception as fault:  # noqa: BLE001
        told.fault = str(fault)
    return told
