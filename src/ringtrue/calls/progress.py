"""Progress of a run, counted by the runner and drawn by its watchers; and the signal that stops it."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from ringtrue.terms.call import Stop


class Progress(NamedTuple):
    """One moment of a run. Calls are counted when their outcome is on the disk."""

    done: int = 0  # with an answer, from the journal or new
    failed: int = 0  # without, after all attempts
    repeated: int = 0  # of the done ones: from the journal, without a call
    retries: int = 0  # attempts that failed and were made again
    in_flight: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None  # where prices are known
    seconds: float = 0.0
    rate: float = 0.0  # calls a second, without those from the journal
    expected: int | None = None
    left: float | None = None  # seconds, where it is known how many calls are expected
    trouble: str = ""  # the last fault, in one line


Watch = Callable[[Progress], None]


class CallCounts:
    """Counts what happens in a run."""

    def __init__(self, clock: Callable[[], float], watch: Watch | None) -> None:
        """Everything at nothing."""
        self._clock = clock
        self._began = clock()
        self._watch = watch
        self.expected: int | None = None
        self.done = self.failed = self.repeated = self.retries = self.in_flight = 0
        self.tokens_in = self.tokens_out = 0
        self.cost: float | None = None
        self.trouble = ""

    def report(self) -> None:
        """Show the watcher the current counts."""
        if self._watch is not None:
            self._watch(self.progress())

    def progress(self) -> Progress:
        """The current counts."""
        seconds = self._clock() - self._began
        finished = self.done + self.failed
        made = finished - self.repeated
        rate = made / seconds if seconds > 0 else 0.0
        left = max(0, self.expected - finished) / rate if self.expected is not None and rate > 0 else None
        return Progress(
            self.done,
            self.failed,
            self.repeated,
            self.retries,
            self.in_flight,
            self.tokens_in,
            self.tokens_out,
            self.cost,
            seconds,
            rate,
            self.expected,
            left,
            self.trouble,
        )


# The end of a run before its end: why, and how those who wait hear of it.


class StopSignal:
    """Whether a run was stopped. The first reason counts."""

    def __init__(self) -> None:
        """All is going on."""
        self.why: Stop | None = None
        self._event = asyncio.Event()

    def stop(self, why: Stop) -> bool:
        """Stop the run; False where it was stopped before."""
        if self.why is not None:
            return False
        self.why = why
        self._event.set()
        return True

    def check(self) -> None:
        """Raise the reason, if there is one."""
        if self.why is not None:
            raise self.why

    async def sleep(self, seconds: float) -> None:
        """Wait, or raise the reason as soon as the run is stopped."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return
        self.check()
