"""What an endpoint sent back, read whole unless it has no end."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from aiohttp import StreamReader

from ringtrue.calls.faults import Rejected

_LONGEST_ANSWER = 32 * 1024 * 1024  # bytes
LONGEST_NUMBER = 18  # digits of a length; of thousands Python makes no number


class HttpAnswer(NamedTuple):
    """A status, the headers (those of a plain answer with status 200 are left out), and the body unpacked."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Posts(Protocol):
    """A way to post to one address."""

    async def post(self, data: bytes) -> HttpAnswer:
        """Post some JSON; raises what aiohttp raises, or Rejected."""

    async def close(self) -> None:
        """Let go of the connections."""


async def read_whole(headers: Mapping[str, str], stream: StreamReader) -> bytes:
    """The whole body of an answer; Rejected where it grows too long."""
    length = headers.get("Content-Length", "")
    known = length.isdecimal() and len(length) <= LONGEST_NUMBER and int(length) <= _LONGEST_ANSWER
    if known and "Content-Encoding" not in headers:
        # Nearly always it came together with its head.
        return stream.read_nowait() if stream.is_eof() else await stream.read()
    content = bytearray()
    async for chunk in stream.iter_any():
        content += chunk
        if len(content) > _LONGEST_ANSWER:
            raise Rejected(f"The answer is longer than {_LONGEST_ANSWER >> 20} MB.")
    return bytes(content)
