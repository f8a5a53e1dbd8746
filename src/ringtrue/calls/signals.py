"""Ctrl-C, and the system's wish that a program should end, as a call of ours."""

import asyncio
import signal
from collections.abc import Callable
from threading import current_thread, main_thread
from typing import Any

_ENDING = (signal.SIGINT, signal.SIGTERM)


class Signals:
    """Hears the signals that end a program; `restore` makes them mean what they meant before.

    Signals that somebody else listens to (a web server we run in) are left to him. Only the main thread can listen, and
    on Windows no event loop offers it: elsewhere nothing is changed.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, heard: Callable[[], None]) -> None:
        """Listen from now on."""
        self._loop = loop
        self._before: dict[signal.Signals, Any] = {}
        if current_thread() is not main_thread():
            return
        for number in _ENDING:
            before = signal.getsignal(number)
            if not _nobody_else_listens(before):
                continue
            try:
                loop.add_signal_handler(number, heard)
            except (NotImplementedError, RuntimeError):
                continue
            self._before[number] = before

    def restore(self) -> None:
        """Stop listening."""
        for number, before in self._before.items():
            self._loop.remove_signal_handler(number)
            signal.signal(number, before)
        self._before = {}


def _nobody_else_listens(handler: Any) -> bool:
    """Whether a signal does what it usually does: Python's own way, or that of asyncio.run."""
    usual = handler in (signal.SIG_DFL, signal.default_int_handler)
    return usual or getattr(getattr(handler, "func", None), "__module__", "") == "asyncio.runners"
