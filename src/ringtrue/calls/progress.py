"""How a run is going: counted by the runner, drawn by whoever watches."""

from collections.abc import Callable
from typing import NamedTuple


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
    trouble: str = ""  # the last thing that went wrong, in one line


Watch = Callable[[Progress], None]


class Tally:
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

    def tell(self) -> None:
        """Show the watcher how things stand."""
        if self._watch is not None:
            self._watch(self.progress())

    def progress(self) -> Progress:
        """How things stand."""
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
