"""What comes over the wire beside the bodies: not larger and not slower than a browser would ever send it."""

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class BoundedHead(HttpToolsProtocol):
    """A connection closed where a head, or what follows a body, grows too large or is not complete in time."""

    most_bytes = 64 << 10
    most_beside = most_bytes + (256 << 10)  # a read more: bodies in small chunks carry a line for each
    most_seconds = 20.0

    def __init__(self, *given: Any, **named: Any) -> None:
        """No head has begun."""
        super().__init__(*given, **named)
        self._taken: int | None = None  # bytes of a head that is not complete yet
        self._beside = 0  # bytes since the last head that were no body: sizes of chunks, trailers, empty lines
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody came; who says nothing is not waited for either."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody went."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a head or of a body."""
        begun_before = self._taken is not None  # else these bytes are mostly of requests that came before it
        self._beside += len(data)
        super().data_received(data)
        if self._taken is None:
            if self._beside > self.most_beside:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            elif self._late is None and self._is_answered() and not self.transport.is_closing():
                self._wait()  # these bytes ended the wait for the next request, and need not be one
        elif begun_before:
            self._taken += len(data)
            if self._taken > self.most_bytes:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._taken = 0
        self._wait()

    def on_headers_complete(self) -> None:
        """The head is complete: what the body may be is the guard's business."""
        self._taken = None
        self._beside = 0
        self._wait_no_more()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Some bytes of a body."""
        self._beside -= len(body)
        super().on_body(body)

    def _is_answered(self) -> bool:
        """Whether no response is being worked on."""
        return not self.cycle or self.cycle.response_complete

    def _wait(self) -> None:
        self._wait_no_more()
        self._late = self.loop.call_later(self.most_seconds, self._refuse, HTTPStatus.REQUEST_TIMEOUT)

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _refuse(self, status: HTTPStatus) -> None:
        """Close; with a word only where it answers a head that has begun, and no other response is in its way."""
        is_heard = self._taken is not None and self._is_answered()
        self._taken = None
        self._wait_no_more()
        if self.transport.is_closing():
            return
        if is_heard:
            line = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(line.encode("ascii"))
        self.transport.close()
