"""Ctrl-C, and the system's wish that a program should end, as a call of ours."""

import asyncio
import signal
from collections.abc import Callable
from threading import current_thread, main_thread

_ENDING = (signal.SIGINT, signal.SIGTERM)


class Signals:
    """Hears the signals that end a program; `restore` makes them mean what they meant before.

    Only the main thread can, and on Windows no loop offers it: elsewhere nothing is changed.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, heard: Callable[[], None]) -> None:
        """Listen from now on."""
        self._loop = loop
        self._before = {}
        if current_thread() is not main_thread():
            return
        for number in _ENDING:
            before = signal.getsignal(number)
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
