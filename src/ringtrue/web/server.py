"""The uvicorn server: listening socket, start and clean shutdown, limits on request heads."""

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ringtrue.study.conversation.hosted_scoring import HostedScoring
from ringtrue.study.hosted_rating import HostedRating
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.web.addresses import Hosting
from ringtrue.web.app import application
from ringtrue.web.first_organiser import FirstStart
from ringtrue.web.saver import Saver
from ringtrue.web.state import Intake, Site

# Limits on everything of a request but its body: not larger and not slower than a browser would ever send it.


class BoundedHead(HttpToolsProtocol):
    """Closes a connection where a head, or what follows a body, is too large or not complete in time."""

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
        """A new connection; one that sends nothing times out too."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection ended."""
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
        """The head is complete; the middleware limits the body."""
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
        """Close; with a response only where a head has begun and no other response is under way."""
        is_heard = self._taken is not None and self._is_answered()
        self._taken = None
        self._wait_no_more()
        if self.transport.is_closing():
            return
        if is_heard:
            line = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(line.encode("ascii"))
        self.transport.close()


_SECONDS_TO_FINISH = 10
_MOST_WAITING = 1024
_LAST_PORT = 65_535


class _Server(uvicorn.Server):
    """Shuts down cleanly on a signal, and calls back once it is listening."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """A signal ends the server and is then done with; uvicorn's own handler would raise it again afterwards."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


@contextmanager
def opened_site(study: Study, hosting: Hosting) -> Iterator[Site]:
    """The site of a study, its records open until the block ends."""
    with study.records() as records:
        rating = HostedRating(study, records)
        first = FirstStart(not rating.access.organisers())
        scoring = HostedScoring(study, records) if study.settings.protocol.sheet is not None else None
        yield Site(study, records, rating, hosting, Saver(rating.save_many), Intake(records), first, scoring)


@contextmanager
def listening(hosting: Hosting) -> Iterator[tuple[socket.socket, Hosting]]:
    """A listening socket, and the settings with the port it got; BadInput where the port is taken."""
    family = socket.AF_INET6 if ":" in hosting.host else socket.AF_INET
    try:
        if not 0 <= hosting.port <= _LAST_PORT:  # the library would leave a socket open
            raise OSError("there is no such port")
        listener = socket.create_server((hosting.host, hosting.port), family=family, backlog=_MOST_WAITING)
    except OSError as error:
        what = f"The server cannot listen here: {error.strerror or error}."
        place = f"{hosting.host}:{hosting.port}"
        remedy = "Choose another with --port, or stop the program that uses it."
        raise BadInput([Problem("ringtrue serve", "--port", what, place, remedy)]) from None
    with listener:
        yield listener, replace(hosting, port=listener.getsockname()[1])


def serve(site: Site, listener: socket.socket, *, started: Callable[[], None], log: bool = True) -> None:
    """Serve until Ctrl-C or SIGTERM; requests that are under way are finished first."""
    _log_to_stderr(log)
    hosting = site.hosting
    config = uvicorn.Config(
        application(site),
        http=BoundedHead,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `sessions.address_of` decides
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_SECONDS_TO_FINISH,
        ssl_certfile=str(hosting.certificate) if hosting.certificate else None,
        ssl_keyfile=str(hosting.key) if hosting.key else None,
        ws="none",
    )
    _Server(config, started).run([listener])


def _log_to_stderr(log: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
    for name, level in (("ringtrue.web", logging.INFO if log else logging.WARNING), ("uvicorn.error", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level)
