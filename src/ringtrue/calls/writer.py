"""Who writes for a run: the event loop itself while that is quick, a thread where the disk is slow or held by others.

To hand a batch to a thread, and to be told that it is on the disk, takes more of the processor than to write it: the
two take the interpreter from each other at every step. Where the disk takes its time the loop has better things to do.
"""

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from time import monotonic

from ringtrue.store import Busy

Work = Callable[[bool], None]  # given whether to wait where another program writes; where not to, it may raise Busy
Then = Callable[[Exception | None], None]

_SLOW = 0.02  # seconds a piece of work takes, smoothed: the loop does not wait for what takes longer
_SMOOTHED_OVER = 8  # pieces
_HELD = 4 * _SLOW  # what it counts as where another program held the database: a dozen pieces go to the thread


class Writer:
    """Does one piece of work after the other, in the order given."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """In this loop, from which all is called; there is no thread before one is needed."""
        self._loop = loop
        self._usual = 0.0  # seconds
        self._outside = 0  # pieces the thread has and has not told of
        self._works: SimpleQueue[tuple[Work, Then] | None] = SimpleQueue()
        self._thread: Thread | None = None

    def do(self, work: Work, then: Then) -> None:
        """Do it before this returns, or have it done; `then` is told in the loop what it raised, None for nothing."""
        if not self._outside and self._usual < _SLOW:
            began = monotonic()
            try:
                failure = _failure_of(work, wait=False)
            except Busy:
                self._usual = _HELD
            else:
                self._took(monotonic() - began)
                then(failure)
                return
        self._outside += 1
        if self._thread is None:
            self._thread = Thread(target=self._write, name="ringtrue-journal", daemon=True)
            self._thread.start()
        self._works.put((work, then))

    async def close(self) -> None:
        """Have everything done, and end the thread."""
        done = self._loop.create_future()
        self.do(lambda _: None, lambda _: done.set_result(None))
        await done
        if self._thread is not None:
            self._works.put(None)
            self._thread.join()
            self._thread = None

    def _took(self, seconds: float) -> None:
        self._usual += (seconds - self._usual) / _SMOOTHED_OVER

    def _write(self) -> None:
        """The thread's life."""
        while (given := self._works.get()) is not None:
            work, then = given
            began = monotonic()
            failure = _failure_of(work, wait=True)
            self._loop.call_soon_threadsafe(self._told, then, failure, monotonic() - began)

    def _told(self, then: Then, failure: Exception | None, seconds: float) -> None:
        self._outside -= 1
        self._took(seconds)
        then(failure)


def _failure_of(work: Work, *, wait: bool) -> Exception | None:
    """What the work raises; Busy passes where there is somebody else to wait."""
    try:
        work(wait)
    except Exception as error:  # whichever driver's: the run must end with one clear message
        if isinstance(error, Busy) and not wait:
            raise
        return error
    return None
