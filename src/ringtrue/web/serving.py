"""Serving: the socket, the server's life from start to a clean end, and what is opened and closed with it."""

import gc
import logging
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

import uvicorn

from ringtrue.study import Study
from ringtrue.study.desk import Desk
from ringtrue.terms import BadInput, Problem
from ringtrue.web.app import application
from ringtrue.web.first_start import FirstStart
from ringtrue.web.gate import Gate
from ringtrue.web.head import BoundedHead
from ringtrue.web.hosting import Hosting
from ringtrue.web.saving import Saver
from ringtrue.web.site import Site

_SECONDS_TO_FINISH = 10
_MOST_WAITING = 1024
_LAST_PORT = 65_535


class _Server(uvicorn.Server):
    """Ends cleanly on a signal, and calls back once it is listening."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what is there now stays: looking through it again would hold up everybody for a tenth of a second
        self._when_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # being told to end is how a server ends: no error, and not once more


@contextmanager
def opened_site(study: Study, hosting: Hosting) -> Iterator[Site]:
    """The site of a study, its records open until the block ends."""
    with study.records() as records:
        desk = Desk(study, records)
        first = FirstStart(not desk.access.organisers())
        yield Site(study, records, desk, hosting, Saver(desk.save_many), Gate(records), first)


@contextmanager
def listening(hosting: Hosting) -> Iterator[tuple[socket.socket, Hosting]]:
    """A socket that listens, and the settings with the port it got; BadInput where the place is taken."""
    family = socket.AF_INET6 if ":" in hosting.host else socket.AF_INET
    try:
        if not 0 <= hosting.port <= _LAST_PORT:  # asked for one, the library leaves a socket open
            raise OSError("there is no such port")
        listener = socket.create_server((hosting.host, hosting.port), family=family, backlog=_MOST_WAITING)
    except OSError as error:
        what = f"It is not possible to listen here: {error.strerror or error}."
        place = f"{hosting.host}:{hosting.port}"
        remedy = "Choose another with --port, or end what listens there."
        raise BadInput([Problem("ringtrue serve", "--port", what, place, remedy)]) from None
    with listener:
        yield listener, replace(hosting, port=listener.getsockname()[1])


def serve(site: Site, listener: socket.socket, *, started: Callable[[], None], log: bool = True) -> None:
    """Serve until told to end by Ctrl-C or SIGTERM; requests that are under way are finished first."""
    _log_to_stderr(log)
    hosting = site.hosting
    config = uvicorn.Config(
        application(site),
        http=BoundedHead,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # whose word is taken is decided in `visitor`
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
